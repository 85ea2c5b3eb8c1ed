import { createHash } from "node:crypto";
import { isObject, type Json } from "../../platform/json/json.ts";
import { measureSize } from "../../platform/measured-value.ts";

/**
 * A value with longer JSON is stored once for all its holders (events, executions and steps often have the same one),
 * apart from the row, so that lists need not read it.
 */
export const LARGE = 256 * 1024;

/** Where in a row a value was taken out, and which. */
export interface PayloadRef {
  /** Keys, starting after the column. */
  readonly at: readonly string[];
  /** Hex, of the value's JSON. */
  readonly sha256: string;
  /** Bytes of the value's JSON. */
  readonly size: number;
}

/** A value that was taken out, as its JSON. */
export interface Payload {
  readonly sha256: string;
  readonly size: number;
  readonly text: string;
}

/** Values that are already serialized: those of one commit occur in several of its rows. */
export type WrittenPayloads = Map<Json, Payload>;

/** A value without its large parts, which become null, and those parts. */
export interface LightValue {
  readonly value: Json;
  readonly refs: readonly PayloadRef[];
  readonly payloads: readonly Payload[];
}

/**
 * Takes the large parts out of a value at `at`, descending into objects as long as one of their values is large by
 * itself, so that the output of one node and the input of the next share the same part. Lists and texts are taken out
 * as a whole.
 */
export function extractPayloads(
  value: Json,
  at: readonly string[],
  written: WrittenPayloads = new Map(),
): LightValue {
  return lighten(measure(value), at, written);
}

/** The JSON of rows of which some hold a value's JSON as `text`, which becomes their `body`. */
export function encodeRows(rows: readonly ({ readonly text?: string } & object)[]): string {
  const texts = rows.map(({ text, ...row }) => {
    const rest = JSON.stringify(row);
    return text === undefined ? rest : `${rest.slice(0, -1)},"body":${text}}`;
  });
  return `[${texts.join(",")}]`;
}

/** Restores the parts that `refs` refer to, if they belong to the column `column`. */
export function restorePayloads(
  value: Json,
  column: string,
  refs: readonly PayloadRef[] | null,
  bodies: ReadonlyMap<string, Json>,
): Json {
  const own = (refs ?? []).filter(({ at }) => at[0] === column);
  return own.reduce((whole, { at, sha256 }) => setAt(whole, at.slice(1), bodies.get(sha256) ?? null), value);
}

/** Bytes of a column's JSON including what was taken out of it; `lightBytes` are those without. */
export function getFullSize(
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

/** A value, with those of its own values that are large. */
interface MeasuredPart {
  readonly value: Json;
  /** Characters of its JSON, or a few more. */
  readonly length: number;
  /** The same without what is taken out; 0 if that is everything. */
  readonly rest: number;
  readonly large: readonly { readonly key: string; readonly part: MeasuredPart }[];
}

// Nothing is written for it, and only large values are searched.
function measure(value: Json): MeasuredPart {
  const length = typeof value === "string" ? value.length : measureSize(value);
  if (length <= LARGE) return { value, length, rest: length, large: [] };
  if (!isObject(value)) return { value, length, rest: 0, large: [] };
  const large: { key: string; part: MeasuredPart }[] = [];
  let rest = length;
  for (const key of Object.keys(value)) {
    const member = value[key] ?? null;
    const isSmall = typeof member !== "object" && typeof member !== "string";
    const part = isSmall ? undefined : measure(member);
    if (!part || part.length <= LARGE) continue;
    rest += "null".length + part.rest - part.length;
    large.push({ key, part });
  }
  return { value, length, rest: rest > LARGE ? 0 : rest, large };
}

function lighten(
  { value, length, rest, large }: MeasuredPart,
  at: readonly string[],
  written: WrittenPayloads,
): LightValue {
  if (length <= LARGE) return { value, refs: [], payloads: [] };
  if (rest === 0) return wholly(value, at, written);
  const parts = large.map(({ key, part }) => ({ key, ...lighten(part, [...at, key], written) }));
  return {
    value: { ...(value as object), ...Object.fromEntries(parts.map((part) => [part.key, part.value])) },
    refs: parts.flatMap(({ refs }) => refs),
    payloads: parts.flatMap(({ payloads }) => payloads),
  };
}

function wholly(value: Json, at: readonly string[], written: WrittenPayloads): LightValue {
  const payload = written.get(value) ?? writePayload(value);
  written.set(value, payload);
  const { sha256, size } = payload;
  return { value: null, refs: [{ at, sha256, size }], payloads: [payload] };
}

function writePayload(value: Json): Payload {
  const text = JSON.stringify(value);
  return { text, sha256: createHash("sha256").update(text).digest("hex"), size: Buffer.byteLength(text) };
}

function setAt(whole: Json, at: readonly string[], part: Json): Json {
  const [key, ...rest] = at;
  if (key === undefined) return part;
  // It was taken out of an object with this key.
  const object = whole as { [key: string]: Json };
  return { ...object, [key]: setAt(object[key] ?? null, rest, part) };
}
