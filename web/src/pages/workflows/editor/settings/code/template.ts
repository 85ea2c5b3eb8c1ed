import { hasMembers } from "../../../../../parts/json-tree/rows.ts";
/** An expression in a text: from its `{{` to after its `}}`. */
export interface ExpressionSpan {
  readonly from: number;
  readonly to: number;
  /** What stands between the braces, trimmed. */
  readonly source: string;
}

/** The language of a text. */
export type CodeLanguage = "template" | "json" | "javascript";

/** Whether a value is a text with an expression, or the beginning of one. */
export function hasExpression(value: unknown): value is string {
  return typeof value === "string" && value.includes("{{");
}

/** The expressions of a text, as the server finds them: each ends at the first `}}`. */
export function findExpressions(text: string): ExpressionSpan[] {
  const spans: ExpressionSpan[] = [];
  for (let end = 0; ; ) {
    const from = text.indexOf("{{", end);
    const close = from < 0 ? -1 : text.indexOf("}}", from + 2);
    if (close < 0) return spans;
    end = close + 2;
    spans.push({ from, to: end, source: text.slice(from + 2, close).trim() });
  }
}

/** The beginning of the expression at the end of `before`; undefined outside expressions. */
export function openExpression(before: string): string | undefined {
  const open = before.lastIndexOf("{{");
  if (open < 0 || before.indexOf("}}", open + 2) >= 0) return undefined;
  return before.slice(open + 2);
}

/** An incomplete path: all but its last step are complete. */
export interface OpenPath {
  /** The names of the complete steps; none while the root is being typed. */
  readonly base: readonly string[];
  /** The beginning of the last step. */
  readonly typed: string;
}

const PATH = /([A-Za-z_$][\w$]*)((?:\??\.[\w$-]*|\??\.?\[\d+\]|\[(?:"[^"\\]*"|'[^'\\]*')\])*)$/;
const STEP = /\??\.([\w$-]*)|\??\.?\[(\d+)\]|\[(?:"([^"\\]*)"|'([^'\\]*)')\]/g;

/** The path at the end of some code; undefined if it does not end in one that a name could complete. */
export function pathAtEnd(code: string): OpenPath | undefined {
  const match = PATH.exec(code);
  // A member of something that cannot be resolved, such as a call's result.
  if (!match) return /[\w$.)\]]$/.test(code) ? undefined : { base: [], typed: "" };
  const [, root = "", rest = ""] = match;
  if (/[.)\]]$/.test(code.slice(0, match.index))) return undefined;
  const steps = [...rest.matchAll(STEP)].map(
    ([, name, index, double, single]) => name ?? index ?? double ?? single ?? "",
  );
  if (steps.length === 0) return { base: [], typed: root };
  // After a bracket the step is complete.
  if (rest.endsWith("]")) return undefined;
  return { base: [root, ...steps.slice(0, -1)], typed: steps.at(-1) ?? "" };
}

/** The value at a path, own members only; undefined if there is none. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  let value: unknown = data;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}

/** A name that can complete a path. */
export interface Completion {
  readonly label: string;
  /** The text to insert; a name that is not an identifier is in brackets, replacing the dot. */
  readonly insert: string;
  readonly replacesDot: boolean;
  /** Its value in the current data. */
  readonly detail: string;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const MOST = 200;

/** The completions of a path: the members of its current value. */
export function getCompletions(data: unknown, { base }: OpenPath): Completion[] {
  const value = valueAt(data, base);
  if (typeof value !== "object" || value === null) return [];
  // Items of lists have no names.
  if (Array.isArray(value))
    return [{ label: "length", insert: "length", replacesDot: false, detail: String(value.length) }];
  return Object.entries(value)
    .slice(0, MOST)
    .map(([name, member]) => {
      const isPlain = IDENTIFIER.test(name);
      const insert = isPlain ? name : `[${JSON.stringify(name)}]`;
      return { label: name, insert, replacesDot: !isPlain && base.length > 0, detail: brief(member) };
    });
}

const BRIEF = 40;

/** A value in a few characters. */
export function brief(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return `[${value.length}]`;
  if (hasMembers(value)) return `{${Object.keys(value).length}}`;
  const text = JSON.stringify(value);
  return text.length > BRIEF ? `${text.slice(0, BRIEF)}…` : text;
}

/** The text to insert when a path is picked while the cursor is after `before`. */
export function getInsertion(language: CodeLanguage, before: string, path: string): string {
  if (language === "javascript") return path;
  if (openExpression(before) !== undefined) return path;
  const expression = `{{ ${path} }}`;
  return language === "json" && !isInText(before) ? JSON.stringify(expression) : expression;
}

/** Whether JSON that is cut here is cut within a text. */
function isInText(json: string): boolean {
  const quotes = json.replace(/\\./g, "").match(/"/g);
  return (quotes?.length ?? 0) % 2 === 1;
}
