import { JsonInput } from "@mantine/core";
import { PARTS } from "../../words/parts/parts.ts";

interface JsonFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Further errors, besides invalid JSON. */
  readonly error?: string;
  readonly isReadOnly?: boolean;
  readonly minRows?: number;
}

/** A value as JSON, formatted on blur. */
export function JsonField(props: JsonFieldProps) {
  const { label, description, value, onChange, error, isReadOnly, minRows = 6 } = props;
  return (
    <JsonInput
      label={label}
      description={description}
      validationError={PARTS.badJson}
      error={error}
      formatOnBlur
      autosize
      minRows={minRows}
      readOnly={isReadOnly}
      maxRows={24}
      size="xs"
      spellCheck={false}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12 } }}
      value={value}
      onChange={onChange}
    />
  );
}

/** The value of a text; undefined if it is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
