import { Select, Textarea } from "@mantine/core";
import { useState } from "react";
import { CUSTOMER_FIELDS } from "../../../../words/workflows/customer-fields.ts";
import { isValues, type Values } from "../settings/schema.ts";
import { choicesIn, getLines, getText } from "./customer-fields.ts";
import { SourceFields } from "./field-source.tsx";

interface ChoicesFieldProps {
  /** The owner of the choices: a field, or a column of one. */
  readonly holder: Values;
  readonly label: string;
  readonly help?: string | undefined;
  /** The application of the workflow; empty if it has none. */
  readonly slug: string;
  readonly isReadOnly: boolean;
  /** What a data source may refer to. */
  readonly roots: readonly string[];
  /** Called with changes of `options` and `data_source`; undefined removes them. */
  readonly onChange: (changes: Values) => void;
}

/** The choices of a field or a column: listed here, or their source. */
export function ChoicesField(props: ChoicesFieldProps) {
  const { holder, label, help, slug, isReadOnly, roots, onChange } = props;
  const source = isValues(holder.data_source) ? holder.data_source : undefined;
  const from = source === undefined ? "here" : getText(source.type);
  const places = Object.entries(CUSTOMER_FIELDS.sources).map(([value, text]) => ({
    value,
    label: text,
    // Lists and actions are those of the workflow's application.
    disabled: slug === "" && (value === "options" || value === "action"),
  }));
  const choose = (next: string | null) => {
    if (next === null || next === from) return;
    onChange(
      next === "here" ? { data_source: undefined } : { options: undefined, data_source: { type: next } },
    );
  };
  return (
    <>
      <Select
        label={CUSTOMER_FIELDS.choicesFrom(label)}
        description={slug === "" ? CUSTOMER_FIELDS.noApplication : undefined}
        data={places}
        value={from}
        readOnly={isReadOnly}
        allowDeselect={false}
        onChange={choose}
      />
      {source === undefined ? (
        <ChoiceLines
          label={label}
          description={help ?? CUSTOMER_FIELDS.choicesHelp}
          choices={holder.options}
          isReadOnly={isReadOnly}
          onChange={(options) => onChange({ options })}
        />
      ) : (
        <SourceFields
          // Another kind has other inputs.
          key={from}
          source={source}
          slug={slug}
          isReadOnly={isReadOnly}
          roots={roots}
          onChange={(next) => onChange({ data_source: next })}
        />
      )}
    </>
  );
}

interface ChoiceLinesProps {
  readonly label: string;
  readonly description: string;
  readonly choices: unknown;
  readonly isReadOnly: boolean;
  readonly onChange: (choices: unknown[] | undefined) => void;
}

/** Choices, one per line. */
export function ChoiceLines({ label, description, choices, isReadOnly, onChange }: ChoiceLinesProps) {
  // An incomplete line is not a choice yet.
  const [lines, setLines] = useState(() => getLines(choices));
  return (
    <Textarea
      label={label}
      description={description}
      autosize
      minRows={3}
      maxRows={10}
      value={lines}
      readOnly={isReadOnly}
      onChange={({ currentTarget: { value } }) => {
        setLines(value);
        onChange(choicesIn(value, choices));
      }}
    />
  );
}
