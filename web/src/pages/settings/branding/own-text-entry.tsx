import { Accordion, Button, Group, Stack, Textarea } from "@mantine/core";
import { OWN_TEXTS } from "../../../words/settings/own-texts.ts";
import classes from "./own-texts.module.css";
import { getLine, type PluralForm, type PortalText, type TextLanguage, type TextValue } from "./own-texts.ts";

interface OwnTextEntryProps {
  readonly text: PortalText;
  readonly language: TextLanguage;
  readonly pluralForms: readonly string[];
  readonly longest: number;
  /** Undefined: the default is shown. */
  readonly own: TextValue | undefined;
  readonly isUnsaved: boolean;
  readonly isOpen: boolean;
  readonly readOnly: boolean;
  /** The errors, by `language.key` and `language.key.form`. */
  readonly problems: Readonly<Record<string, string>>;
  /** Null: the default. */
  readonly onChange: (value: TextValue | null) => void;
}

/** One text as customers read it and, when opened, the fields to change it. */
export function OwnTextEntry({ text, language, own, isUnsaved, isOpen, ...fields }: OwnTextEntryProps) {
  const standard = text.standard[language];
  return (
    <Accordion.Item value={text.key}>
      <Accordion.Control>
        <span className={classes.line} lang={language}>
          {getLine(own ?? standard)}
        </span>
        {(isUnsaved || own !== undefined) && (
          <span className={classes.mark}>{isUnsaved ? OWN_TEXTS.unsaved : OWN_TEXTS.own}</span>
        )}
      </Accordion.Control>
      <Accordion.Panel>
        {isOpen && <TextFields text={text} language={language} own={own} {...fields} />}
      </Accordion.Panel>
    </Accordion.Item>
  );
}

type TextFieldsProps = Omit<OwnTextEntryProps, "isUnsaved" | "isOpen">;

function TextFields(props: TextFieldsProps) {
  const { text, language, own, readOnly, onChange } = props;
  const standard = text.standard[language];
  return (
    <Stack gap="sm">
      {typeof standard === "string" ? (
        <TextLine
          {...props}
          label={OWN_TEXTS.text}
          name={`${language}.${text.key}`}
          standard={standard}
          value={typeof own === "string" ? own : undefined}
          onLine={(line) => onChange(line === "" || line === standard ? null : line)}
        />
      ) : (
        <PluralLines {...props} standard={standard} />
      )}
      {own !== undefined && !readOnly && (
        <Group>
          <Button variant="default" size="xs" onClick={() => onChange(null)}>
            {OWN_TEXTS.reset}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function PluralLines(props: TextFieldsProps & { standard: Readonly<Record<string, string>> }) {
  const { text, language, own, pluralForms, standard, onChange } = props;
  const shown = typeof own === "object" ? own : standard;
  const forms = pluralForms.filter((form) => form in standard || form in shown);
  return forms.map((form) => (
    <TextLine
      key={form}
      {...props}
      label={OWN_TEXTS.forms[form as PluralForm]}
      name={`${language}.${text.key}.${form}`}
      standard={standard[form] ?? ""}
      value={shown[form]}
      onLine={(line) => {
        const next = { ...shown, [form]: line };
        onChange(JSON.stringify(next) === JSON.stringify(standard) ? null : next);
      }}
    />
  ));
}

interface TextLineProps
  extends Pick<TextFieldsProps, "text" | "language" | "longest" | "readOnly" | "problems"> {
  readonly label: string;
  readonly name: string;
  readonly standard: string;
  /** Undefined: the default. */
  readonly value: string | undefined;
  readonly onLine: (line: string) => void;
}

function TextLine({ text, language, longest, readOnly, problems, ...line }: TextLineProps) {
  const { label, name, standard, value, onLine } = line;
  const { placeholders } = text;
  const help = [
    value !== undefined && value !== standard && OWN_TEXTS.standard(standard),
    placeholders.length > 0 && OWN_TEXTS.placeholders(placeholders),
  ].filter((one) => one !== false);
  return (
    <Textarea
      label={label}
      description={help.length > 0 ? help.join(" ") : undefined}
      lang={language}
      autosize
      minRows={2}
      maxLength={longest}
      readOnly={readOnly}
      value={value ?? standard}
      error={problems[name]}
      // A text is one line, however long; pasted line breaks become spaces.
      onChange={({ currentTarget }) => onLine(currentTarget.value.replace(/\s*\n\s*/g, " "))}
    />
  );
}
