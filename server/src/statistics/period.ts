import { badField, badRequest } from "../platform/errors.ts";
import { parseMoment } from "../platform/moment.ts";
import type { Interval } from "./table.ts";

const MINUTE_MS = 60_000;
const LENGTH_MS: Readonly<Record<Interval, number>> = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 1440 * MINUTE_MS,
};
const MOST_INTERVALS = 1500;
const USUAL_INTERVALS = 60;

/** A time of whole intervals; `to` is exclusive. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
  readonly every: Interval;
  /** The number of intervals. */
  readonly length: number;
}

/** The period that a request names, in whole intervals; 400 if it is invalid or has more than 1,500 intervals. */
export function readPeriod(
  { from, to, every = "hour" }: { from?: string; to?: string; every?: Interval },
  now: Date,
): Period {
  const unitMs = LENGTH_MS[every];
  const endMs = Math.ceil(parsePeriodMoment("to", to, now).getTime() / unitMs) * unitMs;
  const usual = new Date(endMs - USUAL_INTERVALS * unitMs);
  const startMs = Math.floor(parsePeriodMoment("from", from, usual).getTime() / unitMs) * unitMs;
  if (startMs >= endMs) throw badField("from", "query.from must be before query.to.");
  const length = (endMs - startMs) / unitMs;
  if (length > MOST_INTERVALS)
    throw badRequest(
      `From ${new Date(startMs).toISOString()} to ${new Date(endMs).toISOString()} there are ${length} intervals of one ${every}, more than ${MOST_INTERVALS}: use a longer "every" or a shorter period.`,
    );
  return { from: new Date(startMs), to: new Date(endMs), every, length };
}

/** The preceding period of the same length. */
export function getPreviousPeriod({ from, to, ...period }: Period): Period {
  return { ...period, from: new Date(2 * from.getTime() - to.getTime()), to: from };
}

/** The longest interval that shows a period well: at least 24 of them, if it is long enough for hours. */
export function chooseInterval(lengthMs: number): Interval {
  if (lengthMs <= 6 * LENGTH_MS.hour) return "minute";
  return lengthMs <= 30 * LENGTH_MS.day ? "hour" : "day";
}

/** The time in a parameter; 400 if it is none. */
export function parsePeriodMoment(name: string, text: string | undefined, fallback: Date): Date {
  if (text === undefined) return fallback;
  const moment = parseMoment(text);
  if (!moment)
    throw badField(name, `query.${name} must be a time in ISO 8601, such as 2026-01-31T09:30:00Z.`);
  return moment;
}
