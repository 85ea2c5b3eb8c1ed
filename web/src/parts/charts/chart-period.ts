import { PAGES } from "../../words/parts/pages.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import type { Period } from "../time/use-period.ts";

/** The periods that charts show, with the length of a bar. */
export const CHART_PERIODS = {
  hour: { ms: HOUR_MS, every: "minute", everyMs: MINUTE_MS, label: PAGES.lastHour },
  day: { ms: DAY_MS, every: "hour", everyMs: HOUR_MS, label: PAGES.lastDay },
  week: { ms: 7 * DAY_MS, every: "hour", everyMs: HOUR_MS, label: PAGES.lastWeek },
  month: { ms: 30 * DAY_MS, every: "day", everyMs: DAY_MS, label: PAGES.lastMonth },
} as const;

export type ChartPeriod = keyof typeof CHART_PERIODS;

// Marks on the axis of time: round times of day where the reader is; days are counted in UTC.
const MARKS: Record<ChartPeriod, (at: Date) => boolean> = {
  hour: (at) => at.getMinutes() % 10 === 0,
  day: (at) => at.getHours() % 4 === 0,
  week: (at) => at.getHours() === 0,
  month: (at) => Math.floor(at.getTime() / DAY_MS) % 5 === 0,
};

/** Of the beginnings of a period's bars, those that are marked on the axis. */
export function getMarks(name: ChartPeriod, beginnings: readonly number[]): number[] {
  return beginnings.filter((at) => MARKS[name](new Date(at)));
}

/** The equivalent filter of lists (`use-period`). */
export const LIST_PERIODS = { hour: "1h", day: "24h", week: "7d", month: "30d" } as const satisfies Record<
  ChartPeriod,
  Period
>;

/** The period in the URL; a day by default. */
export function getPeriod(name: string | undefined): ChartPeriod {
  return name !== undefined && Object.hasOwn(CHART_PERIODS, name) ? (name as ChartPeriod) : "day";
}

/** When a period begins, rounded to a whole interval, so that cached data stays valid for a while. */
export function getStart(name: ChartPeriod, nowMs: number): string {
  const { ms, everyMs } = CHART_PERIODS[name];
  return new Date(Math.floor((nowMs - ms) / everyMs) * everyMs).toISOString();
}
