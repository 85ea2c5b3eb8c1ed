import { OVERVIEW } from "../../words/overview.ts";

const HOUR_MS = 3_600_000;

/** The periods that the overview shows, with the length of a bar. */
export const PERIODS = {
  hour: { ms: HOUR_MS, every: "minute", everyMs: 60_000 },
  day: { ms: 24 * HOUR_MS, every: "hour", everyMs: HOUR_MS },
  week: { ms: 7 * 24 * HOUR_MS, every: "hour", everyMs: HOUR_MS },
  month: { ms: 30 * 24 * HOUR_MS, every: "day", everyMs: 24 * HOUR_MS },
} as const;

export type PeriodName = keyof typeof PERIODS;

/** The period that the address names, a day where it names none. */
export function periodOf(name: string | undefined): PeriodName {
  return name !== undefined && Object.hasOwn(PERIODS, name) ? (name as PeriodName) : "day";
}

/** When a period begins, on a whole interval, so that what is kept of it stays good for a while. */
export function startOf(name: PeriodName, nowMs: number): string {
  const { ms, everyMs } = PERIODS[name];
  return new Date(Math.floor((nowMs - ms) / everyMs) * everyMs).toISOString();
}

export const PERIOD_CHOICES = (Object.keys(PERIODS) as PeriodName[]).map((value) => ({
  value,
  label: OVERVIEW.periods[value],
}));
