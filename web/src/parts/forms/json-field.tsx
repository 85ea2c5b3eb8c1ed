import { Textarea } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { PARTS } from "../../words/parts/parts.ts";
import { formatJson, parseJson } from "./json-text.ts";
import { useAfterPress } from "./use-after-press.ts";

interface JsonFieldProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly placeholder?: string;
  readonly value?: string;
  readonly onChange?: (text: string) => void;
  /** Further errors, besides invalid JSON. */
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly isReadOnly?: boolean;
  readonly minRows?: number;
  readonly maxRows?: number;
  readonly size?: "xs" | "sm";
}

/** A value as JSON, checked except while it is typed, and formatted when the field loses the focus. */
export function JsonField(props: JsonFieldProps) {
  const {
    value = "",
    onChange,
    error,
    isReadOnly,
    minRows = 6,
    maxRows = 24,
    size = "xs",
    ...others
  } = props;
  const [isTyping, setTyping] = useState(false);
  const afterPress = useAfterPress();
  // The press may have changed this text, or what its change builds on.
  const settle = useCallbackRef(() => {
    setTyping(false);
    const formatted = formatJson(value);
    // Forms drop the error of a field that changes.
    if (!isReadOnly && !error && formatted !== value) onChange?.(formatted);
  });
  return (
    <Textarea
      {...others}
      error={!isTyping && isInvalid(value) ? PARTS.badJson : error}
      autosize
      minRows={minRows}
      maxRows={maxRows}
      readOnly={isReadOnly}
      size={size}
      spellCheck={false}
      autoComplete="off"
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12 } }}
      value={value}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      onFocus={() => setTyping(true)}
      onBlur={() => afterPress(settle)}
    />
  );
}

function isInvalid(text: string): boolean {
  return text.trim() !== "" && parseJson(text) === undefined;
}
