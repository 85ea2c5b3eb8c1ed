import { compilePattern, PatternError } from "../platform/redact/pattern.ts";
import type { DataKind } from "./detect/kinds.ts";

/** What a rule redacts: a place, members of a name, data of a kind, or what matches a pattern. */
export type RedactionRule =
  /** A JSON pointer from the root of a payload, a step's input or output, or a body; `*` is any member. */
  | { readonly path: string }
  /** Members with this name, in any case and spelling (`firstName`, `first_name`). */
  | { readonly key: string }
  | { readonly kind: DataKind }
  /** An expression in RE2 syntax. */
  | { readonly pattern: string };

/** The marks that stand for what was redacted. */
export const MARKS = {
  email: "[redacted: email]",
  card: "[redacted: card]",
  phone: "[redacted: phone]",
  iban: "[redacted: iban]",
  pattern: "[redacted: pattern]",
  /** Of a rule by path or key, and wherever its value stands again. */
  value: "[redacted: value]",
} as const;

/** Whether a text contains a mark of a redaction rule. */
export function hasMark(text: string): boolean {
  return text.includes("[redacted: ");
}

export const MOST_RULES = 50;
export const LONGEST_PATTERN = 500;
export const LONGEST_PATH = 500;
export const LONGEST_KEY = 100;
// In steps per character: a hundred of them would still read a megabyte in seconds.
const LARGEST_PATTERN = 1000;

/** What is wrong with a rule, as the end of a sentence; undefined if nothing is. */
export function findRuleProblem(rule: RedactionRule): string | undefined {
  if ("path" in rule) return findPathProblem(rule.path);
  if ("key" in rule) return toPlainKey(rule.key) === "" ? "must have a letter or digit." : undefined;
  return "pattern" in rule ? findPatternProblem(rule.pattern) : undefined;
}

function findPathProblem(path: string): string | undefined {
  if (!path.startsWith("/") || path === "/")
    return 'must be a JSON pointer such as "/customer/email" or "/lines/*/name".';
  return /~(?![01])/.test(path) ? 'has a "~" that is not "~0" or "~1".' : undefined;
}

function findPatternProblem(source: string): string | undefined {
  try {
    const pattern = compilePattern(source);
    if (pattern.size > LARGEST_PATTERN) return "is too large: use fewer or smaller repetitions.";
    return pattern.isIn("") ? "must not match an empty text." : undefined;
  } catch (error) {
    if (error instanceof PatternError) return `is not valid: ${error.message}.`;
    throw error;
  }
}

/** The names of the members on a path, unescaped. */
export function splitPath(path: string): string[] {
  return path
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A name as rules compare it: `firstName`, `first_name` and `First-Name` are one. */
export function toPlainKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
