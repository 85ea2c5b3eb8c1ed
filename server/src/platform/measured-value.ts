import { ExactNumber } from "./json/exact-number.ts";
import { DEEPEST, ShapeError } from "./json/json-shape.ts";
import { toStorableText } from "./storable-text.ts";

/** The size of a value. */
interface Extent {
  /** Characters of its JSON, or a few more. */
  readonly bytes: number;
  /** Bytes, approximately. */
  readonly memory: number;
  readonly levels: number;
}

/** A value as the database can store it, with its size. */
export interface MeasuredValue<Value> {
  readonly value: Value;
  /** Characters of its JSON, or a few more. A part that occurs several times is written, and counts, each time. */
  readonly bytes: number;
  /** Approximate size in memory; much more than its JSON if it has many small parts. */
  readonly memory: number;
}

const VALUE_BYTES = 8;
// Quotation marks, colon and comma.
const NAME_BYTES = 4;
// Maximum characters of a fraction.
const FRACTION_BYTES = 25;
const SMALL_INTEGER = 10_000_000;
// In the memory of V8: each slot in a list or object, and the overhead of a list, object or text.
const PLACE_MEMORY = 8;
const TEXT_MEMORY = 16;
const LIST_MEMORY = 32;
const OBJECT_MEMORY = 56;
const EXACT_MEMORY = OBJECT_MEMORY + TEXT_MEMORY;
// An object with more members than this has a hash table of them, with their names.
const MOST_PLACES = 128;
const MEMBER_MEMORY = 40;
// Smaller values are counted as fast as they are looked up.
const REMEMBERED_BYTES = 64 * 1024;
// Searching a shorter text costs less than remembering it.
const SHORT_TEXT = 4096;

// Values never change once created. Only those that are stored unchanged are remembered here.
const extents = new WeakMap<object, Extent>();

/**
 * The value with U+FFFD for NUL characters and lone surrogates in its texts and names, and null for numbers that JSON
 * does not have; the same value if there are none. Throws a ShapeError if it is nested too deeply, or as soon as it
 * exceeds `mostBytes`. All in one pass, which skips large parts that were measured before.
 */
export function measureValue<Value>(
  value: Value,
  mostBytes = Number.POSITIVE_INFINITY,
): MeasuredValue<Value> {
  const walk: MeasuringWalk = { mostBytes, bytes: 0, memory: 0, deepest: 0, plain: "", plainEscapes: 0 };
  const stored = take(walk, value, 0) as Value; // texts stay texts, and everything else keeps its shape
  return { value: stored, bytes: walk.bytes, memory: walk.memory };
}

/** `measureValue`, if only the value is needed. */
export function toStorableValue<Value>(value: Value): Value {
  return measureValue(value).value;
}

/** `measureValue`, if only the size is needed. */
export function measureSize(value: unknown): number {
  return measureValue(value).bytes;
}

/** `measureValue`, if only the size in memory is needed. */
export function measureMemory(value: unknown): number {
  return measureValue(value).memory;
}

/** The known size of a text, or of a measured object that is not small; 0 for anything else. */
export function getKnownSize(value: unknown): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null ? (extents.get(value)?.bytes ?? 0) : 0;
}

interface MeasuringWalk {
  readonly mostBytes: number;
  bytes: number;
  memory: number;
  /** The deepest level so far. */
  deepest: number;
  /** The last long text that is stored unchanged, and the cost of its escapes: it may occur in many places. */
  plain: string;
  plainEscapes: number;
}

function take(walk: MeasuringWalk, value: unknown, level: number): unknown {
  walk.memory += PLACE_MEMORY;
  if (typeof value === "string") {
    walk.memory += TEXT_MEMORY + value.length;
    return takeText(walk, value, VALUE_BYTES);
  }
  if (typeof value === "number") return takeNumber(walk, value);
  if (value instanceof ExactNumber) {
    const { length } = String(value);
    walk.memory += EXACT_MEMORY + length;
    count(walk, VALUE_BYTES + length);
    return value;
  }
  if (typeof value !== "object" || value === null) {
    count(walk, VALUE_BYTES);
    return value;
  }
  const known = extents.get(value);
  const levels = level + (known?.levels ?? 1);
  if (levels > DEEPEST) throw new ShapeError("TOO_DEEP", DEEPEST);
  if (levels > walk.deepest) walk.deepest = levels;
  if (!known) return takeParts(walk, value, level);
  walk.memory += known.memory;
  count(walk, known.bytes);
  return value;
}

function takeParts(walk: MeasuringWalk, value: object, level: number): unknown {
  const { bytes: before, memory: memoryBefore, deepest } = walk;
  walk.deepest = level + 1;
  walk.memory += Array.isArray(value) ? LIST_MEMORY : OBJECT_MEMORY;
  count(walk, VALUE_BYTES);
  const stored = takeMembers(walk, value, level);
  const bytes = walk.bytes - before;
  if (bytes >= REMEMBERED_BYTES)
    extents.set(stored, { bytes, memory: walk.memory - memoryBefore, levels: walk.deepest - level });
  walk.deepest = Math.max(deepest, walk.deepest);
  return stored;
}

function takeMembers(walk: MeasuringWalk, value: object, level: number): object {
  if (Array.isArray(value)) return takeList(walk, value, level);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return takeObject(walk, value as Record<string, unknown>, level);
}

function takeList(walk: MeasuringWalk, list: readonly unknown[], level: number): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = take(walk, list[index], level + 1);
    if (item !== list[index]) changed ??= list.slice(0, index);
    changed?.push(item);
  }
  return changed ?? list;
}

function takeObject(walk: MeasuringWalk, object: Readonly<Record<string, unknown>>, level: number): object {
  const names = Object.keys(object);
  const isTable = names.length > MOST_PLACES;
  let changed: [string, unknown][] | undefined;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? "";
    if (isTable) walk.memory += MEMBER_MEMORY + name.length;
    const shown = takeText(walk, name, NAME_BYTES);
    const member = take(walk, object[name], level + 1);
    if (shown !== name || member !== object[name])
      changed ??= names.slice(0, index).map((one) => [one, object[one]]);
    changed?.push([shown, member]);
  }
  // Defines members, unlike an assignment: one may be called __proto__.
  return changed ? Object.fromEntries(changed) : object;
}

function takeText(walk: MeasuringWalk, text: string, around: number): string {
  // Before it is searched: a text that is too large is not worth a search.
  count(walk, around + text.length);
  if (text.length > SHORT_TEXT && text === walk.plain) {
    count(walk, walk.plainEscapes);
    return text;
  }
  const isPlain = text.isWellFormed() && !text.includes("\0");
  const stored = isPlain ? text : toStorableText(text);
  const escapes = NEEDS_ESCAPES.test(stored) ? escapesOf(stored) : 0;
  count(walk, escapes);
  if (isPlain && text.length > SHORT_TEXT) {
    walk.plain = text;
    walk.plainEscapes = escapes;
  }
  return stored;
}

const NEEDS_ESCAPES = /["\\\u0000-\u001f]/;
const SHORT_ESCAPES = '"\\\b\f\n\r\t';

/** How many characters the JSON of a text has beyond the text itself. */
function escapesOf(text: string): number {
  let more = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character > 92 || (character > 34 && character < 92) || (character > 31 && character < 34)) continue;
    if (character < 32 || character === 34 || character === 92)
      more += SHORT_ESCAPES.includes(text.charAt(at)) ? 1 : 5;
  }
  return more;
}

function takeNumber(walk: MeasuringWalk, number: number): number | null {
  const isSmall = Number.isInteger(number) && Math.abs(number) < SMALL_INTEGER;
  count(walk, isSmall ? VALUE_BYTES : FRACTION_BYTES);
  // A text such as 1e400 is read as infinity.
  return Number.isFinite(number) ? number : null;
}

function count(walk: MeasuringWalk, bytes: number): void {
  walk.bytes += bytes;
  if (walk.bytes > walk.mostBytes) throw new ShapeError("TOO_LARGE", walk.mostBytes);
}
