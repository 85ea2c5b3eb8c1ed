import type { Json } from "../../platform/json.ts";
import { measureMemory } from "../../platform/measured-value.ts";

/** The results that a run holds for its expressions, by what they belong to, so that one run cannot take all memory. */
export interface HeldResults {
  bytes: number;
  readonly limit: number;
  readonly sizes: Map<string, number>;
  /** Told of each change. */
  readonly onChange: (bytes: number) => void;
}

/** Code of the failure of a step that goes beyond the limit. */
export const RESULTS_TOO_LARGE = "RESULTS_TOO_LARGE";

const MIB = 2 ** 20;

/** Counts a value of so many bytes in place of what was held for `key`. */
export function setHeldResult(held: HeldResults, key: string, bytes: number): void {
  removeHeldResult(held, key);
  held.sizes.set(key, bytes);
  held.bytes += bytes;
  held.onChange(held.bytes);
}

/** Counts a value beside what is held for `key`. */
export function addHeldResult(held: HeldResults, key: string, value: Json): void {
  const bytes = measureMemory(value);
  held.sizes.set(key, (held.sizes.get(key) ?? 0) + bytes);
  held.bytes += bytes;
  held.onChange(held.bytes);
}

/** Counts nothing for `key` any more. */
export function removeHeldResult(held: HeldResults, key: string): void {
  held.bytes -= held.sizes.get(key) ?? 0;
  held.sizes.delete(key);
  held.onChange(held.bytes);
}

/** Why so many more bytes, in place of what is held for `key`, are too many; undefined where they fit. */
export function findExcess(held: HeldResults, key: string, bytes: number): string | undefined {
  const others = held.bytes - (held.sizes.get(key) ?? 0);
  if (others + bytes <= held.limit) return undefined;
  return `The result of the node has ${mib(bytes)}, and the execution holds ${mib(others)} of results already: ${mib(held.limit)} is the most that it may hold at a time. Have nodes give less, such as only the fields that later ones need; inside of a loop only the last node's result is kept.`;
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
