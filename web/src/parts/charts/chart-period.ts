import { PARTS } from "../../words/parts/parts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import type { Period } from "../time/use-period.ts";

/** The periods that charts show, with the length of a bar. */
export const CHART_PERIODS = {
  hour: { ms: HOUR_MS, every: "minute", everyMs: MINUTE_MS, label: PARTS.lastHour },
  day: { ms: DAY_MS, every: "hour", everyMs: HOUR_MS, label: PARTS.lastDay },
  week: { ms: 7 * DAY_MS, every: "hour", everyMs: HOUR_MS, label: PARTS.lastWeek },
  month: { ms: 30 * DAY_MS, every: "day", everyMs: DAY_MS, label: PARTS.lastMonth },
} as const;

export type ChartPeriod = keyof typeof CHART_PERIODS;

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
