import { useMemo } from "react";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations.ts";

/** The offered lengths of time, in milliseconds up to now. */
export const PERIODS = { "1h": HOUR_MS, "24h": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS };
export type Period = keyof typeof PERIODS;

/** The time filters in the URL: a length up to now, or first and last day. */
export interface PeriodFilters {
  readonly period?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The names of these filters, for `useFilters`. */
export const PERIOD_FILTERS = ["period", "from", "to"] as const;

/** The dates of the filters, as lists of the API take them; a length ends when it was chosen. */
export function usePeriod({ period, ...days }: PeriodFilters): { start_date?: string; end_date?: string } {
  const { from, to } = readDays(days);
  return useMemo(() => {
    if (period && period in PERIODS) {
      const start = Date.now() - PERIODS[period as Period];
      return { start_date: new Date(Math.floor(start / MINUTE_MS) * MINUTE_MS).toISOString() };
    }
    return { start_date: from, end_date: to };
  }, [period, from, to]);
}

/** First and last day, ignoring invalid dates, such as in a truncated URL. */
export function readDays({ from, to }: PeriodFilters): { from: string | undefined; to: string | undefined } {
  return { from: readDay(from), to: readDay(to) };
}

function readDay(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
}
