import { useState } from "react";
import { parseExactJson } from "../../../../../api/exact-json.ts";
import { STEP_SETTINGS } from "../../../../../words/workflows/step-settings.ts";
import { CodeField, type CodeFieldProps } from "../code/code-field.tsx";
import { useStepForm } from "../step-context.ts";
import { ModeButton } from "./mode-button.tsx";

export interface AnyFieldProps extends Omit<CodeFieldProps, "value" | "onChange" | "language"> {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Whether it begins as JSON while it has no value. */
  readonly isJson?: boolean;
}

/** Any JSON: a text, in which a single expression stands for a value of any type, or literal JSON. */
export function AnyField({ value, onChange, isJson: isUsuallyJson = false, ...props }: AnyFieldProps) {
  const { isReadOnly } = useStepForm();
  const isText = value === undefined || typeof value === "string";
  const [isJson, setIsJson] = useState(!isText || (isUsuallyJson && value === undefined));
  const shown = isJson || !isText;
  const { label } = props;
  const tools = !isReadOnly && (
    <ModeButton
      icon={shown ? "value" : "json"}
      label={shown ? STEP_SETTINGS.asText({ label }) : STEP_SETTINGS.asJson({ label })}
      onClick={() => {
        setIsJson(!shown);
        if (shown && !isText) onChange(value === null ? undefined : JSON.stringify(value));
        if (!shown) onChange(parsedOr(value));
      }}
    />
  );
  if (shown) return <JsonValueField {...props} value={value} onChange={onChange} tools={tools} />;
  return (
    <CodeField
      {...props}
      tools={tools}
      value={typeof value === "string" ? value : ""}
      onChange={(text) => onChange(text === "" ? undefined : text)}
    />
  );
}

/** A text that is valid JSON becomes its value; any other stays. */
function parsedOr(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
}

/** A value as JSON; while the typed text is invalid, the value stays as it was. */
function JsonValueField({ value, onChange, ...props }: AnyFieldProps) {
  const jsonOf = (given: unknown) =>
    given === undefined ? "" : JSON.stringify(given, null, props.isSingleLine ? undefined : 2);
  const [typed, setTyped] = useState(() => jsonOf(value));
  const [sent, setSent] = useState(value);
  if (!isSame(sent, value)) {
    setSent(value);
    setTyped(jsonOf(value));
  }
  const isBad = typed.trim() !== "" && !isJson(typed);
  const type = (text: string) => {
    setTyped(text);
    if (text.trim() !== "" && !isJson(text)) return;
    const next: unknown = text.trim() === "" ? undefined : parseExactJson(text);
    setSent(next);
    onChange(next);
  };
  return (
    <CodeField
      {...props}
      language="json"
      value={typed}
      onChange={type}
      error={isBad ? STEP_SETTINGS.badJson : undefined}
    />
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
