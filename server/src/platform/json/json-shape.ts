import type { Json } from "./json.ts";
import { parseJsonOfAnyRange } from "./parse-json.ts";

/** How many levels of lists and objects a third party's response may have. */
export const MOST_LEVELS = 200;
/**
 * How many values a third party's response may have; a member of an object counts twice, because that is its cost.
 */
export const MOST_VALUES = 100_000;
/**
 * How many levels any value in an execution may have: a response inside what nodes build around it. Recursive code
 * may call itself once per level.
 */
export const DEEPEST = 300;

// A shorter text is harmless: its levels are checked when its value is stored.
const SHORTEST_SCAN = 4096;

/**
 * A value that is nested too deeply, or has too many parts; the message completes a sentence that begins with what it
 * is.
 */
export class ShapeError extends Error {
  override readonly name = "ShapeError";
  readonly problem: "TOO_DEEP" | "TOO_MANY_VALUES" | "TOO_LARGE";
  constructor(problem: ShapeError["problem"], most: number) {
    super(SENTENCES[problem](most));
    this.problem = problem;
  }
}

const SENTENCES = {
  TOO_DEEP: (most: number) => `is nested deeper than ${most} levels`,
  TOO_MANY_VALUES: (most: number) => `holds more than ${most.toLocaleString("en")} values`,
  TOO_LARGE: (most: number) => `is larger than ${most / 2 ** 20} MiB`,
};

/**
 * Parses a third party's JSON text. Throws a SyntaxError if it is not valid, and a ShapeError, before anything is
 * built, if it has too many levels (what walks through values calls itself) or values (a small text can have millions).
 */
export function parseForeignJson(text: string): Json {
  validateJsonShape(text);
  return parseJsonOfAnyRange(text);
}

/** How many levels and values a JSON text may have; a member of an object counts twice. */
export interface ShapeLimits {
  readonly levels: number;
  readonly values: number;
}

const FOREIGN: ShapeLimits = { levels: MOST_LEVELS, values: MOST_VALUES };

/** Throws a ShapeError if a JSON text has too many levels or values; invalid JSON is left to the parser. */
export function validateJsonShape(text: string, limits = FOREIGN): void {
  if (text.length >= SHORTEST_SCAN) countParts(text, limits);
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);

/** Counts levels and values by the punctuation outside strings. */
function countParts(text: string, most: ShapeLimits): void {
  let levels = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      at = endOfString(text, at + 1);
    } else if (character === COMMA || character === COLON) {
      if (++values > most.values) throw new ShapeError("TOO_MANY_VALUES", most.values);
    } else if (OPENING.has(character)) {
      values++;
      if (++levels > most.levels) throw new ShapeError("TOO_DEEP", most.levels);
    } else if (CLOSING.has(character)) {
      levels--;
    }
  }
}

/** Where the quotation mark is that ends a string; the end of the text if there is none. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let slash = end;
    while (slash > from && text.charCodeAt(slash - 1) === BACKSLASH) slash--;
    if ((end - slash) % 2 === 0) return end;
  }
  return text.length;
}
