import { compareNumbers, type ExactNumber } from "../../../platform/json/exact-number.ts";
import { isNumber, isObject, type Json } from "../../../platform/json/json.ts";
import { parseMoment } from "../../../platform/moment.ts";

/**
 * How many comparison steps are left for all conditions of one node: a customer's texts and lists must not block the
 * process.
 */
export interface ComparisonBudget {
  left: number;
}

/** The budget is used up. */
export class TooManyComparisonsError extends Error {
  override readonly name = "TooManyComparisonsError";
}

type Comparison = (lhs: Json, rhs: Json, budget: ComparisonBudget) => boolean;

const NUMERIC = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;
const LONGEST_NUMBER = 400;
// One step stands for one compared value, one character of `like`, or this many pairs of characters in a search: the
// engine's own text search is usually fast, but hostile input can make it take the product of both lengths.
const PAIRS_A_STEP = 256;

/**
 * The operators besides `exist` and `not_exist` (platform-surface 3.4); CONDITIONS_NOTES (conditions.ts) describes
 * each.
 */
const COMPARISONS = {
  eq: isEqual,
  neq: not(isEqual),
  gt: ordered((sign) => sign > 0),
  lt: ordered((sign) => sign < 0),
  gte: ordered((sign) => sign >= 0),
  lte: ordered((sign) => sign <= 0),
  greater_or_equal: ordered((sign) => sign >= 0),
  less_or_equal: ordered((sign) => sign <= 0),
  like: inText(like),
  start_with: inText((text, start) => text.startsWith(start)),
  end_with: inText((text, end) => text.endsWith(end)),
  contains,
  not_contains: not(contains),
  included_in: includedIn,
  not_included_in: not(includedIn),
  is_null: (lhs) => lhs === null,
  not_null: (lhs) => lhs !== null,
} satisfies { [operator: string]: Comparison };

export type Operator = keyof typeof COMPARISONS | "exist" | "not_exist";

/** Every operator of a condition. */
export const OPERATORS: readonly Operator[] = [
  ...(Object.keys(COMPARISONS) as (keyof typeof COMPARISONS)[]),
  "exist",
  "not_exist",
];

/** Whether the condition holds; `lhs` is undefined if its value does not exist. Throws TooManyComparisonsError. */
export function isConditionMet(
  operator: Operator,
  lhs: Json | undefined,
  rhs: Json,
  budget: ComparisonBudget,
): boolean {
  if (operator === "exist") return lhs !== undefined;
  if (operator === "not_exist") return lhs === undefined;
  return COMPARISONS[operator](lhs ?? null, rhs, budget);
}

function not(comparison: Comparison): Comparison {
  return (lhs, rhs, budget) => !comparison(lhs, rhs, budget);
}

function ordered(fits: (sign: number) => boolean): Comparison {
  return (lhs, rhs) => {
    const sign = order(lhs, rhs);
    return sign !== undefined && fits(sign);
  };
}

function inText(fits: (text: string, other: string, budget: ComparisonBudget) => boolean): Comparison {
  return (lhs, rhs, budget) => {
    const [text, other] = [textOf(lhs), textOf(rhs)];
    return text !== undefined && other !== undefined && fits(text, other, budget);
  };
}

/** Below, at or above 0 as `lhs` is less than, equal to or greater than `rhs`; undefined if the two have no order. */
function order(lhs: Json, rhs: Json): number | undefined {
  const [a, b] = [numberOf(lhs), numberOf(rhs)];
  if (a !== undefined && b !== undefined) return compareNumbers(a, b);
  if (typeof lhs !== "string" || typeof rhs !== "string") return undefined;
  const [from, to] = [parseMoment(lhs), parseMoment(rhs)];
  if (from && to) return from.getTime() - to.getTime();
  return lhs < rhs ? -1 : Number(lhs > rhs);
}

/**
 * Whether two values are equal: a text that reads as a number or boolean equals it, and so do two texts for one
 * moment.
 */
export function isEqual(lhs: Json, rhs: Json, budget: ComparisonBudget): boolean {
  spend(budget, 1);
  if (lhs === rhs) return true;
  if (typeof lhs === "string" && typeof rhs === "string") return sameMoment(lhs, rhs);
  if (hasParts(lhs) || hasParts(rhs)) return equalParts(lhs, rhs, budget);
  if (typeof lhs === "boolean" || typeof rhs === "boolean") return String(lhs) === String(rhs);
  const [a, b] = [numberOf(lhs), numberOf(rhs)];
  return a !== undefined && b !== undefined && compareNumbers(a, b) === 0;
}

function sameMoment(lhs: string, rhs: string): boolean {
  const moment = parseMoment(lhs);
  return moment !== undefined && parseMoment(rhs)?.getTime() === moment.getTime();
}

function equalParts(lhs: Json, rhs: Json, budget: ComparisonBudget): boolean {
  if (Array.isArray(lhs) || Array.isArray(rhs)) {
    if (!Array.isArray(lhs) || !Array.isArray(rhs) || lhs.length !== rhs.length) return false;
    return lhs.every((item, index) => isEqual(item, rhs[index] ?? null, budget));
  }
  if (!isObject(lhs) || !isObject(rhs)) return false;
  const keys = Object.keys(lhs);
  if (keys.length !== Object.keys(rhs).length) return false;
  return keys.every((key) => Object.hasOwn(rhs, key) && isEqual(lhs[key] ?? null, rhs[key] ?? null, budget));
}

/** Whether `lhs` contains `rhs`, or each of its items: as a substring, a list item or an object key. */
function contains(lhs: Json, rhs: Json, budget: ComparisonBudget): boolean {
  spend(budget, 1);
  if (Array.isArray(rhs)) return rhs.every((item) => contains(lhs, item, budget));
  if (Array.isArray(lhs)) return lhs.some((item) => isEqual(item, rhs, budget));
  const part = textOf(rhs);
  if (part === undefined) return false;
  if (hasParts(lhs)) return isObject(lhs) && Object.hasOwn(lhs, part);
  const text = textOf(lhs);
  if (text === undefined) return false;
  spend(budget, (text.length * part.length) / PAIRS_A_STEP);
  return text.includes(part);
}

/** Whether `lhs`, or each of its items, is one of `rhs`: a list, or a text of comma-separated values. */
function includedIn(lhs: Json, rhs: Json, budget: ComparisonBudget): boolean {
  const named = typeof rhs === "string" ? rhs.split(",").map((name) => name.trim()) : [];
  const choices = Array.isArray(rhs) ? rhs : [rhs, ...named];
  const isChoice = (item: Json) => choices.some((choice) => isEqual(item, choice, budget));
  return Array.isArray(lhs) ? lhs.every(isChoice) : isChoice(lhs);
}

const ANY = Symbol("any characters");
const ONE = Symbol("one character");
type Token = string | typeof ANY | typeof ONE;

/**
 * SQL's like: `%` matches any characters, `_` one, `\` escapes the next; case is ignored. Only the last `%`
 * backtracks, so the work is at most the product of both lengths, and budgeted.
 */
function like(given: string, pattern: string, budget: ComparisonBudget): boolean {
  spend(budget, pattern.length);
  const text = given.toLowerCase();
  const tokens = tokensOf(pattern.toLowerCase());
  let [at, token, lastAny, mark] = [0, 0, -1, 0];
  while (at < text.length) {
    spend(budget, 1);
    const wanted = tokens[token];
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (wanted === ANY) {
      lastAny = token++;
      mark = at;
    } else if (wanted === ONE || wanted === character) {
      token++;
      at += character.length;
    } else if (lastAny >= 0) {
      token = lastAny + 1;
      mark += (text.codePointAt(mark) ?? 0) > 0xffff ? 2 : 1;
      at = mark;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === ANY);
}

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  let escaped = false;
  for (const character of pattern) {
    if (!escaped && character === "\\") {
      escaped = true;
      continue;
    }
    const wild = character === "%" ? ANY : character === "_" ? ONE : undefined;
    tokens.push(escaped || wild === undefined ? character : wild);
    escaped = false;
  }
  if (escaped) tokens.push("\\");
  return tokens;
}

/** A list, an object or null. */
function hasParts(value: Json): boolean {
  return typeof value === "object" && !isNumber(value);
}

/** A number, also as a text. */
function numberOf(value: Json): number | ExactNumber | string | undefined {
  if (isNumber(value)) return value;
  if (typeof value !== "string" || value.length > LONGEST_NUMBER || !NUMERIC.test(value)) return undefined;
  return Number.isFinite(Number(value)) ? value : undefined;
}

function textOf(value: Json): string | undefined {
  if (isNumber(value)) return String(value);
  return typeof value === "string" ? value : undefined;
}

function spend(budget: ComparisonBudget, steps: number): void {
  budget.left -= steps;
  if (budget.left < 0) throw new TooManyComparisonsError("The conditions need too many comparisons.");
}
