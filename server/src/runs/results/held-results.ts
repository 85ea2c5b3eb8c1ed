import type { Json } from "../../platform/json/json.ts";
import { measureMemory } from "../../platform/measured-value.ts";

/** The results that a run holds for its expressions, by owner, so that one run cannot take all memory. */
export interface HeldResults {
  bytes: number;
  readonly limit: number;
  readonly sizes: Map<string, number>;
  /** Called on each change. */
  readonly onChange: (bytes: number) => void;
}

/** Error code of a step that exceeds the limit. */
export const RESULTS_TOO_LARGE = "RESULTS_TOO_LARGE";

const MIB = 2 ** 20;

/** Counts a value of so many bytes, replacing what was held for `key`. */
export function setHeldResult(held: HeldResults, key: string, bytes: number): void {
  removeHeldResult(held, key);
  held.sizes.set(key, bytes);
  held.bytes += bytes;
  held.onChange(held.bytes);
}

/** Counts a value in addition to what is held for `key`. */
export function addHeldResult(held: HeldResults, key: string, value: Json): void {
  const bytes = measureMemory(value);
  held.sizes.set(key, (held.sizes.get(key) ?? 0) + bytes);
  held.bytes += bytes;
  held.onChange(held.bytes);
}

/** Stops counting anything for `key`. */
export function removeHeldResult(held: HeldResults, key: string): void {
  held.bytes -= held.sizes.get(key) ?? 0;
  held.sizes.delete(key);
  held.onChange(held.bytes);
}

/** Why so many more bytes, replacing what is held for `key`, are too many; undefined if they fit. */
export function findExcess(held: HeldResults, key: string, bytes: number): string | undefined {
  const others = held.bytes - (held.sizes.get(key) ?? 0);
  if (others + bytes <= held.limit) return undefined;
  return `The result of the node has ${mib(bytes)}, and the execution holds ${mib(others)} of results already: the limit is ${mib(held.limit)}. Return less from nodes, such as only the fields that later ones need; inside a loop only the last node's result is kept.`;
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
