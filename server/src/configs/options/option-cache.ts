import { createHash } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { createNewestCache, type NewestCache } from "../../platform/newest-cache.ts";
import type { OptionsAnswer } from "./look-up-options.ts";

const LIFE_MS = 60_000;
const MOST_KEPT = 500;
/** For all results together, as JSON. */
const MOST_BYTES = 16 * 1024 * 1024;

interface CachedOptions {
  readonly answer: Promise<OptionsAnswer>;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** 0 until there is a result. */
  readonly bytes: number;
}

/** Results of data sources by query. */
export type OptionCache = NewestCache<CachedOptions>;

declare module "../../deps.ts" {
  interface Features {
    readonly optionCache: OptionCache;
  }
}

/** Creates an empty cache. */
export function createOptionCache(): OptionCache {
  return createNewestCache(MOST_KEPT, MOST_BYTES, ({ bytes }) => bytes);
}

/**
 * The result of the same query within the last 60 s, otherwise that of `ask`; concurrent callers share it. At most
 * 500 results and 16 MiB are cached. Only options are cached: failures are retried.
 */
export function readCachedAnswer(
  { optionCache: cache, clock }: Pick<Deps, "optionCache" | "clock">,
  key: string,
  ask: () => Promise<OptionsAnswer>,
): Promise<OptionsAnswer> {
  const now = clock.now().getTime();
  const known = cache.get(key);
  if (known && now < known.until) return known.answer;
  const kept: CachedOptions = { answer: ask(), until: now + LIFE_MS, bytes: 0 };
  cache.set(key, kept);
  const forget = () => {
    if (cache.get(key) === kept) cache.delete(key);
  };
  kept.answer.then((answer) => {
    const bytes = Buffer.byteLength(JSON.stringify(answer));
    if ("problem" in answer || bytes > MOST_BYTES) forget();
    // Stored again, because the cache counts the bytes of what it stores.
    else if (cache.get(key) === kept) cache.set(key, { ...kept, bytes });
  }, forget);
  return kept.answer;
}

/** One key for everything that may change the result. */
export function buildCacheKey(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}
