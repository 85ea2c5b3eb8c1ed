import { createHash } from "node:crypto";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import type { Answer } from "./look-up-options.ts";

const LIFE_MS = 60_000;
const MOST_KEPT = 500;

interface Kept {
  readonly answer: Promise<Answer>;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

const caches = new WeakMap<Config, Map<string, Kept>>();

/**
 * The answer of a data source that was asked the same in the last 60 s, or else the one that `ask` gives; those who
 * ask at the same time share it. Only options are kept: what failed is asked anew.
 */
export function keptAnswer(
  { config, clock }: Pick<Deps, "config" | "clock">,
  key: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const cache = caches.get(config) ?? new Map<string, Kept>();
  caches.set(config, cache);
  const now = clock.now().getTime();
  const known = cache.get(key);
  if (known && now < known.until) return known.answer;
  cache.delete(key);
  const kept: Kept = { answer: ask(), until: now + LIFE_MS };
  cache.set(key, kept);
  dropOldest(cache);
  const forget = () => {
    if (cache.get(key) === kept) cache.delete(key);
  };
  kept.answer.then((answer) => {
    if ("problem" in answer) forget();
  }, forget);
  return kept.answer;
}

/** One key for everything that may change the answer. */
export function keyOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}

function dropOldest(cache: Map<string, Kept>): void {
  for (const key of cache.keys()) {
    if (cache.size <= MOST_KEPT) return;
    cache.delete(key);
  }
}
