import { isDay, parseDate } from "../moment.ts";

const LONGEST_MS = 365 * 24 * 60 * 60 * 1000;

/** What a number stands for: a time from now, or a moment since 1970. */
export const WAIT_UNITS = ["seconds", "milliseconds", "epoch_seconds", "epoch_milliseconds"] as const;
export type WaitUnit = (typeof WAIT_UNITS)[number];

// A wait of more seconds (31 years) is none: such a number is a moment.
const FIRST_EPOCH_SECONDS = 1e9;
// A moment is in the unit in which it is in the years 2001 to 5138: seconds, ms, µs or ns.
const EPOCH_STEPS = [1000, 1, 1e-3, 1e-6].map((inMs, step) => ({ inMs, below: 10 ** (11 + 3 * step) }));

/**
 * How long a text such as `Retry-After` asks to wait, in milliseconds from `nowMs`, at most a year: seconds or a date
 * in any form of RFC 9110 5.6.7 or ISO 8601, in UTC where it names no zone; undefined if it is none. A number of
 * another `unit` is read in that, but a number that can only be a moment is one, in its own unit.
 */
export function parseRetryAfterMs(
  header: string | null | undefined,
  nowMs: number,
  unit: WaitUnit = "seconds",
): number | undefined {
  const text = header?.trim() ?? "";
  const waitMs = /^\d+(\.\d+)?$/.test(text)
    ? readNumber(Number(text), nowMs, unit)
    : readMoment(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), LONGEST_MS);
}

/** A day is no moment. */
function readMoment(text: string): number {
  return (isDay(text) ? undefined : parseDate(text)?.getTime()) ?? Number.NaN;
}

function readNumber(amount: number, nowMs: number, unit: WaitUnit): number {
  const isMoment =
    unit.startsWith("epoch") || amount >= FIRST_EPOCH_SECONDS * (unit === "seconds" ? 1 : 1000);
  if (!isMoment) return unit === "seconds" ? amount * 1000 : amount;
  const step = EPOCH_STEPS.find(({ below }) => amount < below);
  // Small numbers are moments long past, in any unit.
  return step === undefined ? Number.POSITIVE_INFINITY : Math.round(amount * step.inMs) - nowMs;
}
