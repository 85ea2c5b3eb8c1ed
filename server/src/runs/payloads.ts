import { createHash } from "node:crypto";
import type { Json } from "../platform/json.ts";

/** A value whose JSON has more characters is stored once for all who hold it, beside the row. */
export const LARGE = 256 * 1024;

/** Where in a row a value was taken out, and what it is. */
export interface PayloadRef {
  /** Keys from the column on. */
  readonly at: readonly string[];
  /** Hex, of the value's JSON. */
  readonly sha256: string;
  /** Bytes of the value's JSON. */
  readonly size: number;
}

/** A value that was taken out. */
export interface Payload {
  readonly sha256: string;
  readonly size: number;
  readonly body: Json;
}

/** A value without its large parts, which are null, and those parts. */
export interface Lightened {
  readonly value: Json;
  readonly refs: readonly PayloadRef[];
  readonly payloads: readonly Payload[];
}

/**
 * Takes the large parts out of a value that stands at `at`: as deep inside of objects as one of their values is large
 * by itself, so that what one node gives and the next one is given is the same part. Lists and texts go as a whole.
 */
export function takeOut(value: Json, at: readonly string[]): Lightened {
  const text = JSON.stringify(value);
  if (text === undefined || text.length <= LARGE) return { value, refs: [], payloads: [] };
  const large = typeof value === "object" && value !== null && !Array.isArray(value) ? largeParts(value) : [];
  const rest = text.length - large.reduce((sum, { length }) => sum + length, 0);
  if (large.length === 0 || rest > LARGE) return wholly(value, text, at);
  const parts = large.map(({ key, part }) => ({ key, ...takeOut(part, [...at, key]) }));
  return {
    value: { ...(value as object), ...Object.fromEntries(parts.map((part) => [part.key, part.value])) },
    refs: parts.flatMap(({ refs }) => refs),
    payloads: parts.flatMap(({ payloads }) => payloads),
  };
}

/** Puts the parts back of which `refs` tell, as far as they stand in the column `column`. */
export function putBack(
  value: Json,
  column: string,
  refs: readonly PayloadRef[] | null,
  bodies: ReadonlyMap<string, Json>,
): Json {
  const own = (refs ?? []).filter(({ at }) => at[0] === column);
  return own.reduce((whole, { at, sha256 }) => putAt(whole, at.slice(1), bodies.get(sha256) ?? null), value);
}

/** Bytes of a column's JSON with what was taken out of it; `lightBytes` are those without. */
export function fullSize(
  lightBytes: number | null,
  column: string,
  refs: readonly PayloadRef[] | null,
): number | null {
  if (lightBytes === null && !refs) return null;
  const own = (refs ?? []).filter(({ at }) => at[0] === column);
  // Each of them is a `null` in the row, or the column itself is.
  const isWhole = own.some(({ at }) => at.length === 1);
  return own.reduce(
    (sum, { size }) => sum + size - (isWhole ? 0 : "null".length),
    isWhole ? 0 : (lightBytes ?? 0),
  );
}

function largeParts(value: { [key: string]: Json }) {
  return Object.entries(value).flatMap(([key, part]) => {
    const length = JSON.stringify(part)?.length ?? 0;
    return length > LARGE ? [{ key, part, length }] : [];
  });
}

function wholly(value: Json, text: string, at: readonly string[]): Lightened {
  const sha256 = createHash("sha256").update(text).digest("hex");
  const size = Buffer.byteLength(text);
  return { value: null, refs: [{ at, sha256, size }], payloads: [{ sha256, size, body: value }] };
}

function putAt(whole: Json, at: readonly string[], part: Json): Json {
  const [key, ...rest] = at;
  if (key === undefined) return part;
  // It was taken out of an object of this key.
  const object = whole as { [key: string]: Json };
  return { ...object, [key]: putAt(object[key] ?? null, rest, part) };
}
