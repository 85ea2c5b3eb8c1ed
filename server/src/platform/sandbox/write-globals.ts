import { setImmediate } from "node:timers/promises";
import { ExactNumber } from "../json/exact-number.ts";
import type { Json } from "../json/json.ts";
import { getKnownSize } from "../measured-value.ts";

/** Values known to be smaller are serialized at once. */
const AT_ONCE = 64 * 1024;
const SLICE_MS = 10;
/** How many levels of new objects may surround measured values, such as `loop.parent` and `node.<id>`. */
const MOST_WRAPS = 8;

interface GlobalsWriter {
  text: string;
  readonly longest: number;
  sliceEndsMs: number;
}

/**
 * The JSON of the globals, with pauses in which everything else runs: those of one script may have hundreds of
 * thousands of values. Undefined if it has more characters than `longest`, or too many levels to be written at all.
 */
export async function encodeGlobals(
  globals: Readonly<Record<string, Json>>,
  longest: number,
): Promise<string | undefined> {
  const writing: GlobalsWriter = { text: "", longest, sliceEndsMs: performance.now() + SLICE_MS };
  try {
    await write(writing, globals, MOST_WRAPS);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return isTooLong(writing) ? undefined : writing.text;
}

/** How many values without a known size are looked at before globals count as large. */
const MOST_LOOKS = 100;

/** The same at once, of globals that are known to be small; undefined for others. */
export function encodeSmallGlobals(globals: Readonly<Record<string, Json>>): string | undefined {
  let looks = 0;
  const isKnownSmall = (value: Json): boolean => {
    looks++;
    if (typeof value === "string") return value.length <= AT_ONCE;
    if (typeof value !== "object" || value === null || value instanceof ExactNumber) return true;
    const known = getKnownSize(value);
    if (known > 0) return known <= AT_ONCE;
    const members = Object.values(value as { readonly [name: string]: Json });
    return looks + members.length <= MOST_LOOKS && members.every(isKnownSmall);
  };
  return isKnownSmall(globals) ? JSON.stringify(globals) : undefined;
}

/** `wraps`: how many levels from here on may contain large values without being known as large themselves. */
async function write(writing: GlobalsWriter, value: Json, wraps: number): Promise<void> {
  if (isSmall(value, wraps)) {
    writing.text += JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  const members = value as { readonly [name: string]: Json };
  // Of a measured value, every large part is known.
  const inside = getKnownSize(value) > 0 ? 0 : wraps - 1;
  writing.text += isList ? "[" : "{";
  let separator = "";
  for (const name of Object.keys(members)) {
    writing.text += isList ? separator : `${separator}${JSON.stringify(name)}:`;
    separator = ",";
    const member = members[name] ?? null;
    if (isSmall(member, inside)) writing.text += JSON.stringify(member);
    else await write(writing, member, inside);
    if (isTooLong(writing)) return;
    if (performance.now() > writing.sliceEndsMs) await pause(writing);
  }
  writing.text += isList ? "]" : "}";
}

function isSmall(value: Json, wraps: number): boolean {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return true;
  const known = getKnownSize(value);
  return known > 0 ? known <= AT_ONCE : wraps === 0;
}

async function pause(writing: GlobalsWriter): Promise<void> {
  await setImmediate();
  writing.sliceEndsMs = performance.now() + SLICE_MS;
}

function isTooLong({ text, longest }: GlobalsWriter): boolean {
  return text.length > longest;
}
