const TEXT = Symbol("text");

/**
 * A number as its JSON was written, which JavaScript's own numbers cannot hold: `9007199254740993`. `JSON.stringify`
 * and `String` write it unchanged; arithmetic takes it for the nearest double. `===` compares two of them by identity
 * and not by value.
 */
export class ExactNumber extends Number {
  /** Enumerable, so that a deep comparison sees it, and a symbol, so that nothing takes it for a member. */
  readonly [TEXT]: string;

  constructor(text: string) {
    super(text);
    this[TEXT] = text;
  }

  override toString(): string {
    return this[TEXT];
  }

  toJSON(): unknown {
    return rawJson(this[TEXT]);
  }
}

// The language has it, but not yet the compiler's library.
const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): unknown };

// Longer numbers would become thousands of digits wherever their exponent is written out, as in a jsonb column.
const MOST_CHARACTERS = 1000;
const LARGEST_EXPONENT = 999;
/** Any number with so many digits is the same again once it has been a double, unless its exponent is out of range. */
export const SAFE_DIGITS = 15;

/** The number that a JSON text stands for: a double if that is the same number, otherwise an ExactNumber. */
export function toExactNumber(text: string): number | ExactNumber {
  const double = Number(text);
  if ((text.length <= SAFE_DIGITS && !/e/i.test(text)) || text.length > MOST_CHARACTERS) return double;
  const exact = normalize(text);
  const written = String(double);
  // An id must not become 1e+21, even if that is the same number.
  const isSame = normalize(written).same === exact.same && (written.includes("e") ? /e/i.test(text) : true);
  return isSame || Math.abs(exact.exponent) > LARGEST_EXPONENT ? double : new ExactNumber(lengthen(text));
}

/** The same number with so many digits that `parseJson` finds them wherever it is stored: `1e400`. */
function lengthen(text: string): string {
  const [mantissa = "", exponent] = text.split(/e/i);
  if (exponent === undefined || mantissa.length > SAFE_DIGITS + 1) return text;
  return `${(mantissa.includes(".") ? mantissa : `${mantissa}.`).padEnd(SAFE_DIGITS + 3, "0")}e${exponent}`;
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;

/** The number that somebody typed, with all its digits; undefined for any other text and beyond the range of a double. */
export function parseNumber(text: string): number | ExactNumber | undefined {
  const typed = text.trim();
  if (typed === "" || !Number.isFinite(Number(typed))) return undefined;
  return JSON_NUMBER.test(typed) ? toExactNumber(typed) : Number(typed);
}

/**
 * Compares two numbers, negative if the first is less: as doubles, and by all their digits where those are the same.
 * Texts of numbers are as JSON has them, and may begin with a plus or a point.
 */
export function compareNumbers(
  one: number | ExactNumber | string,
  other: number | ExactNumber | string,
): number {
  const [left, right] = [Number(one), Number(other)];
  if (left !== right) return left < right ? -1 : 1;
  const [text, otherText] = [String(one).trim(), String(other).trim()];
  if (text === otherText) return 0;
  const [a, b] = [normalize(text), normalize(otherText)];
  if (a.same === b.same) return 0;
  const size = sizeOf(a) - sizeOf(b) || (a.digits.padEnd(b.digits.length, "0") < b.digits ? -1 : 1);
  return text.startsWith("-") ? -size : size;
}

/** The number of its digits before the point; below 0 for one that begins with zeros after it. */
function sizeOf({ digits, shift }: Decimal): number {
  return digits.length + shift;
}

// The significant digits, times 10 to the power of `shift`.
interface Decimal {
  readonly digits: string;
  readonly shift: number;
  readonly same: string;
  readonly exponent: number;
}

const NUMBER = /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** One form for all texts of a number but for its sign. */
function normalize(text: string): Decimal {
  const [, whole = "", fraction = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  if (end === 0) return { digits: "", shift: Number.NEGATIVE_INFINITY, same: "0", exponent: 0 };
  const shift = Number(exponent) - fraction.length + digits.length - end;
  const significant = digits.slice(0, end);
  return { digits: significant, shift, same: `${significant}e${shift}`, exponent: Number(exponent) };
}
