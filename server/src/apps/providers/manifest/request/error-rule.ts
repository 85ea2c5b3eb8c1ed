import { isNumber, type Json } from "../../../../platform/json/json.ts";
import { compilePattern, type Pattern } from "../../../../platform/redact/pattern.ts";
import type { ManifestErrorRule } from "../schema/manifest-schema.ts";
import { findValueAt, type TemplateScope } from "./template.ts";

/** A response as error rules see it; `text` is the whole body. */
export interface JudgedAnswer {
  status: number;
  scope: TemplateScope;
  text: string;
}

// With at most 300 steps for all patterns of a manifest (check-errors.ts), 4,096 characters take tens of milliseconds.
const SEARCHED_CHARACTERS = { contains: 65_536, pattern: 4096 };

/** When a rule matches. */
export type AnswerCondition = Pick<
  ManifestErrorRule,
  "status" | "body" | "header" | "equals" | "contains" | "pattern"
>;

/** Compiles a rule to a function that says whether it matches a response. */
export function compileErrorRule(rule: AnswerCondition): (answer: JudgedAnswer) => boolean {
  const place = placeOf(rule);
  const fits = compileComparison(rule);
  return ({ status, scope, text }) => {
    if (rule.status !== undefined && !rule.status.includes(status)) return false;
    return fits(place === undefined ? text : findValueAt(scope, place));
  };
}

function placeOf({ body, header }: AnswerCondition): string[] | undefined {
  if (header !== undefined) return ["headers", header.toLowerCase()];
  return body === undefined ? undefined : ["body", ...body.split(".")];
}

function compileComparison({ equals, contains, pattern }: AnswerCondition) {
  if (equals !== undefined) return (value: Json | undefined) => equals.some((wanted) => wanted === value);
  if (contains !== undefined) {
    return (value: Json | undefined) => {
      const text = textOf(value).slice(0, SEARCHED_CHARACTERS.contains);
      return contains.some((wanted) => text.includes(wanted));
    };
  }
  if (pattern === undefined) return (value: Json | undefined) => value !== undefined;
  let compiled: Pattern | undefined;
  return (value: Json | undefined) => {
    compiled ??= compilePattern(pattern);
    return compiled.isIn(textOf(value).slice(0, SEARCHED_CHARACTERS.pattern));
  };
}

/** Lists and objects are not text. */
function textOf(value: Json | undefined): string {
  return (typeof value === "object" && !isNumber(value)) || value === undefined ? "" : String(value);
}
