import type { Json } from "../../platform/json/json.ts";

/** A text with an expression, or the beginning of one, and its dotted path. */
export interface FieldText {
  readonly field: string;
  readonly text: string;
}

/** Texts anywhere in a value that hold an expression, or the beginning of one. */
export function findExpressionTexts(field: string, value: Json): FieldText[] {
  if (typeof value === "string") return value.includes("{{") ? [{ field, text: value }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => findExpressionTexts(`${field}.${key}`, item));
}
