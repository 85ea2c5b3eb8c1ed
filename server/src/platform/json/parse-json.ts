import { SAFE_DIGITS, toExactNumber } from "./exact-number.ts";

/**
 * Parses JSON, and keeps the numbers that a double cannot hold as ExactNumber (D442): an id of 17 digits stays itself.
 * Anything else is what `JSON.parse` returns, at its speed.
 */
// biome-ignore lint/suspicious/noExplicitAny: as JSON.parse; the caller knows or checks what it is
export function parseJson(text: string): any {
  return hasLongNumber(text) ? JSON.parse(text, keepExact) : JSON.parse(text);
}

const LARGE_EXPONENT = /\d[eE][+-]?\d{3,}(?=[\s,\]}]|$)/;

/** `parseJson` that also keeps numbers with few digits outside the range of a double: `1e400`. For responses, because its search costs more. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export function parseJsonOfAnyRange(text: string): any {
  return LARGE_EXPONENT.test(text) ? JSON.parse(text, keepExact) : parseJson(text);
}

// The language passes the source of a number as well, but the compiler's library does not know it yet.
function keepExact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" && context?.source !== undefined ? toExactNumber(context.source) : value;
}

const UNSAFE_DIGITS = SAFE_DIGITS + 1;
const HALF = UNSAFE_DIGITS / 2;

/**
 * Whether a JSON text has numbers with more digits than a double holds; in doubt it has. Looks at every sixteenth
 * character only (D442): a longer run of digits covers one of them, and the one half way to the next or the last.
 */
export function hasLongNumber(text: string): boolean {
  const { length } = text;
  for (let at = UNSAFE_DIGITS - 1; at < length; at += UNSAFE_DIGITS) {
    const character = text.charCodeAt(at);
    if (character > NINE || character < POINT || character === SLASH) continue;
    if (!(isDigit(text, at - HALF) || isDigit(text, at + HALF))) continue;
    let start = at;
    let end = at + 1;
    while (isDigit(text, start - 1)) start--;
    while (isDigit(text, end)) end++;
    if (end - start >= UNSAFE_DIGITS && isUnsafeAt(text, start)) return true;
    at = Math.max(at, end - UNSAFE_DIGITS);
  }
  return false;
}

const POINT = 46;
const SLASH = 47;
const NINE = 57;

/** A digit, or the point among digits; there is none beyond the ends of the text. */
function isDigit(text: string, at: number): boolean {
  const character = text.charCodeAt(at);
  return character >= POINT && character <= NINE && character !== SLASH;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BEFORE_NUMBERS = "[,: \t\r\n";

/** Whether a number begins there, and not a part of a text, that a double does not hold. */
function isUnsafeAt(text: string, digits: number): boolean {
  const start = text[digits - 1] === "-" ? digits - 1 : digits;
  if (start > 0 && !BEFORE_NUMBERS.includes(text.charAt(start - 1))) return false;
  NUMBER.lastIndex = start;
  const [number = ""] = NUMBER.exec(text) ?? [];
  return typeof toExactNumber(number) !== "number";
}
