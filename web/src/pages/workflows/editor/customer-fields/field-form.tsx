import { Checkbox, Group, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { CUSTOMER_FIELDS } from "../../../../words/workflows/customer-fields.ts";
import type { CustomerField } from "../document/document.ts";
import { changesForType, defaultIn, getId, getText, getType, possibleParents } from "./customer-fields.ts";
import { KindFields } from "./field-kinds.tsx";

const TYPES = Object.entries(CUSTOMER_FIELDS.types).map(([value, label]) => ({ value, label }));
// Types with one value that can be typed.
const PLAIN: readonly string[] = ["text", "textarea", "number", "boolean", "select", "email", "url", "date"];
// Their columns say whether they take several values.
const WITH_COLUMNS: readonly string[] = ["map_v2", "rule_engine"];
const YES_OR_NO = [
  { value: "true", label: CUSTOMER_FIELDS.yes },
  { value: "false", label: CUSTOMER_FIELDS.no },
];

interface FieldFormProps {
  readonly fields: readonly CustomerField[];
  /** Of the edited field. */
  readonly index: number;
  /** The application of the workflow; empty if it has none. */
  readonly slug: string;
  readonly isReadOnly: boolean;
  readonly idProblem: string | undefined;
  /** Why the API would refuse the field. */
  readonly problem: string | undefined;
  readonly onChange: (changes: CustomerField) => void;
}

/** One field for customers; members without an input here stay as the API set them. */
export function FieldForm(props: FieldFormProps) {
  const { fields, index, slug, isReadOnly, idProblem, problem, onChange } = props;
  const field = fields[index] ?? {};
  const type = getType(field);
  const types = Object.hasOwn(CUSTOMER_FIELDS.types, type) ? TYPES : [...TYPES, { value: type, label: type }];
  const text = (name: "name" | "placeholder" | "help_text" | "associated_page") => ({
    value: getText(field[name]),
    readOnly: isReadOnly,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ [name]: value || undefined }),
  });
  return (
    <Stack gap="sm" role="group" aria-label={CUSTOMER_FIELDS.settings(getText(field.name) || type)}>
      <TextInput label={CUSTOMER_FIELDS.label} maxLength={1000} error={problem} {...text("name")} />
      <Group grow align="start">
        <TextInput
          label={CUSTOMER_FIELDS.id}
          description={CUSTOMER_FIELDS.idHelp(getText(field.id))}
          value={getText(field.id)}
          maxLength={200}
          readOnly={isReadOnly}
          error={idProblem}
          onChange={({ currentTarget: { value } }) => onChange({ id: value })}
        />
        <Select
          label={CUSTOMER_FIELDS.type}
          description={"\u00a0"}
          data={types}
          value={type}
          readOnly={isReadOnly}
          allowDeselect={false}
          onChange={(next) => onChange(changesForType(next ?? "text", field))}
        />
      </Group>
      <Textarea
        label={CUSTOMER_FIELDS.helpText}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={10_000}
        {...text("help_text")}
      />
      <TextInput label={CUSTOMER_FIELDS.placeholder} maxLength={1000} {...text("placeholder")} />
      <KindFields key={type} field={field} slug={slug} isReadOnly={isReadOnly} onChange={onChange} />
      <DefaultField field={field} type={type} isReadOnly={isReadOnly} onChange={onChange} />
      <Group grow align="start">
        <ParentField fields={fields} index={index} isReadOnly={isReadOnly} onChange={onChange} />
        <TextInput
          label={CUSTOMER_FIELDS.page}
          description={CUSTOMER_FIELDS.pageHelp}
          maxLength={1000}
          {...text("associated_page")}
        />
      </Group>
      <Flags field={field} type={type} isReadOnly={isReadOnly} onChange={onChange} />
    </Stack>
  );
}

/** The field that must have a value before this one is filled in. */
function ParentField({
  fields,
  index,
  isReadOnly,
  onChange,
}: Pick<FieldFormProps, "fields" | "index" | "isReadOnly" | "onChange">) {
  const parent = getText(fields[index]?.parent);
  const choices = possibleParents(fields, index).map((one) => ({
    value: getId(one),
    label: getText(one.name) || getId(one),
  }));
  const isThere = parent === "" || choices.some(({ value }) => value === parent);
  return (
    <Select
      label={CUSTOMER_FIELDS.parent}
      description={CUSTOMER_FIELDS.parentHelp}
      placeholder={CUSTOMER_FIELDS.noParent}
      data={isThere ? choices : [...choices, { value: parent, label: parent }]}
      value={parent || null}
      readOnly={isReadOnly}
      clearable={!isReadOnly}
      onChange={(next) => onChange({ parent: next ?? undefined })}
    />
  );
}

type PartProps = Pick<FieldFormProps, "isReadOnly" | "onChange"> & {
  readonly field: CustomerField;
  readonly type: string;
};

function Flags({ field, type, isReadOnly, onChange }: PartProps) {
  const flags = ["required", "multiple", "hidden"] as const;
  return (
    <Group>
      {flags
        .filter((flag) => flag !== "multiple" || !WITH_COLUMNS.includes(type))
        .map((flag) => (
          <Checkbox
            key={flag}
            label={CUSTOMER_FIELDS[flag]}
            checked={field[flag] === true}
            disabled={isReadOnly}
            onChange={({ currentTarget: { checked } }) => onChange({ [flag]: checked })}
          />
        ))}
    </Group>
  );
}

/** The default of a field with one plain value; a password has none, and others are set through the API. */
function DefaultField({ field, type, isReadOnly, onChange }: PartProps) {
  const { defaultValue: value } = field;
  if (!PLAIN.includes(type) || field.multiple === true || (typeof value === "object" && value !== null))
    return null;
  const shown = value === undefined || value === null ? "" : String(value);
  if (type === "boolean")
    return (
      <Select
        label={CUSTOMER_FIELDS.fallback}
        placeholder={CUSTOMER_FIELDS.noFallback}
        data={YES_OR_NO}
        value={shown || null}
        readOnly={isReadOnly}
        clearable
        onChange={(next) => onChange({ defaultValue: defaultIn(next ?? "", type) })}
      />
    );
  return (
    <TextInput
      label={CUSTOMER_FIELDS.fallback}
      value={shown}
      readOnly={isReadOnly}
      onChange={({ currentTarget: { value: typed } }) => onChange({ defaultValue: defaultIn(typed, type) })}
    />
  );
}
