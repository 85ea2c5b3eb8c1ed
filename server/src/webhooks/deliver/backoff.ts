const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses before the attempts of a delivery in milliseconds, the first one included. */
export const PAUSES_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const;

const JITTER = 0.2;
// Well within the day after which a webhook's failures are counted anew (`JUDGE` of settle.ts): an endpoint that
// fails and asks for long pauses is disabled like any other.
const LONGEST_RETRY_AFTER_MS = 12 * HOUR_MS;

/**
 * Milliseconds until the next attempt after `tries` failed ones; undefined when none is left. `random` (0 to 1)
 * lengthens the pause by up to 20 %; an endpoint's `Retry-After` can lengthen it further, up to twelve hours.
 */
export function getNextPauseMs(tries: number, random: number, retryAfterMs = 0): number | undefined {
  const pauseMs = PAUSES_MS[tries];
  if (pauseMs === undefined) return undefined;
  const jitteredMs = Math.round(pauseMs * (1 + JITTER * random));
  return Math.max(jitteredMs, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
}
