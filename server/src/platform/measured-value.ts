import { DEEPEST, ShapeError } from "./json-shape.ts";
import { toStorableText } from "./storable-text.ts";

/** What a value takes. */
interface Extent {
  /** Characters of its JSON, or a few more. */
  readonly bytes: number;
  /** Bytes, about. */
  readonly memory: number;
  readonly levels: number;
}

/** A value as the database can keep it, with what it takes. */
export interface MeasuredValue<Value> {
  readonly value: Value;
  /** Characters of its JSON, or a few more. What stands in it several times is written, and counts, each time. */
  readonly bytes: number;
  /** About what it takes in memory; much more than its JSON where it is made of many small parts. */
  readonly memory: number;
}

const VALUE_BYTES = 8;
// Quotation marks, colon and comma.
const NAME_BYTES = 4;
// A fraction is written with up to so many characters.
const FRACTION_BYTES = 25;
const SMALL_INTEGER = 10_000_000;
// In the memory of V8: each place in a list or object, and what a list, object or text takes beside its content.
const PLACE_MEMORY = 8;
const TEXT_MEMORY = 16;
const LIST_MEMORY = 32;
const OBJECT_MEMORY = 56;
// An object with more members than that has a table of them, with their names.
const MOST_PLACES = 128;
const MEMBER_MEMORY = 40;
// What has fewer is counted as fast as it is looked up.
const REMEMBERED_BYTES = 64 * 1024;
// Looking through a shorter text costs less than to remember it.
const SHORT_TEXT = 4096;

// Values are never changed once they are made. Only those that are stored as they are stand here.
const extents = new WeakMap<object, Extent>();

/**
 * The value with U+FFFD in place of NUL characters and half surrogates in its texts and names, and null in place of
 * numbers that JSON has not; the value itself where there are none. Throws a ShapeError for what is nested too deeply,
 * and as soon as there is more of it than `mostBytes`. All in one pass, and none for large parts that came by before.
 */
export function measureValue<Value>(
  value: Value,
  mostBytes = Number.POSITIVE_INFINITY,
): MeasuredValue<Value> {
  const walk: MeasuringWalk = { mostBytes, bytes: 0, memory: 0, deepest: 0, plain: "", plainEscapes: 0 };
  const stored = take(walk, value, 0) as Value; // texts stay texts, and everything else keeps its shape
  return { value: stored, bytes: walk.bytes, memory: walk.memory };
}

/** `measureValue`, where only the value is of interest. */
export function toStorableValue<Value>(value: Value): Value {
  return measureValue(value).value;
}

/** `measureValue`, where only the size is of interest. */
export function measureSize(value: unknown): number {
  return measureValue(value).bytes;
}

/** `measureValue`, where only what it takes in memory is of interest. */
export function measureMemory(value: unknown): number {
  return measureValue(value).memory;
}

/** What a text has, or an object that was measured and is not small; 0 for anything else. */
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
  /** The last long text that is stored as it is, and what its escapes take: it may stand in many places. */
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
  // Defines its members, unlike an assignment: one may be called __proto__.
  return changed ? Object.fromEntries(changed) : object;
}

function takeText(walk: MeasuringWalk, text: string, around: number): string {
  // Before it is looked through: what is too much is not worth a look.
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

/** How many characters more than the text its JSON has. */
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
