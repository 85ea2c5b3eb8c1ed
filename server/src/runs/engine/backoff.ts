const FIRST_MS = 1000;
const MAX_MS = 5 * 60_000;
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/**
 * How long a failed step waits before its next attempt, in milliseconds: 1 s, doubled with each attempt, at
 * most 5 minutes, with up to 20 % jitter; the provider's `Retry-After` applies if it is longer. `attempt` is
 * the one that failed, from 1; `random` is from 0 to 1.
 */
export function getRetryDelayMs(attempt: number, retryAfterMs: number | undefined, random: number): number {
  const backoff = Math.min(MAX_MS, FIRST_MS * 2 ** (attempt - 1));
  const spread = backoff * (0.9 + 0.2 * random);
  return Math.round(Math.max(spread, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)));
}
