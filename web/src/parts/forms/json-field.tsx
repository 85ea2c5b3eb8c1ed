import { JsonInput } from "@mantine/core";
import { PARTS } from "../../words/parts/parts.ts";

interface JsonFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What else is wrong with it than that it is no JSON. */
  readonly error?: string;
  readonly isReadOnly?: boolean;
  readonly minRows?: number;
}

/** A value as JSON, put in order when it is left. */
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

/** The value of a text; undefined where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
