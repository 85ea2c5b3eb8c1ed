const LONGEST_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * How long a `Retry-After` header asks to wait, in milliseconds from `nowMs`: seconds or a date (RFC 9110 10.2.3), at
 * most a year; undefined if it is not valid.
 */
export function parseRetryAfterMs(header: string | null | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : untilDate(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), LONGEST_MS);
}

/** Only dates that begin with a day of the week: `Date.parse` accepts nearly anything. */
function untilDate(text: string): number {
  return /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
}
