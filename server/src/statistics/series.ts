import type { Static } from "typebox";
import { addHistograms, summarizeDurations } from "./durations.ts";
import type { StatisticsCounts } from "./schema.ts";
import { type Counter, FAILED, PASSING } from "./store.ts";

type SeriesCounts = Static<typeof StatisticsCounts>;
type Point = SeriesCounts & { at: string };

/** The sum of several counters. */
export function addCounters(counters: readonly Counter[]): SeriesCounts {
  const byStatus: Record<string, number> = {};
  for (const { status, count } of counters) byStatus[status] = (byStatus[status] ?? 0) + count;
  const countOf = (isMeant: (status: string) => boolean) =>
    Object.entries(byStatus).reduce((sum, [status, count]) => sum + (isMeant(status) ? count : 0), 0);
  const durations = summarizeDurations(
    addHistograms(counters.map(({ histogram }) => histogram)),
    counters.reduce((sum, { duration_ms: ms }) => sum + ms, 0),
  );
  return {
    count: countOf((status) => !PASSING.includes(status)),
    failed: countOf((status) => FAILED.includes(status)),
    by_status: byStatus,
    duration_ms: durations ?? null,
  };
}

/** One series: the sums of the counters per interval and in total. */
export function buildSeries(counters: readonly Counter[]): { total: SeriesCounts; points: Point[] } {
  const byTime = Map.groupBy(counters, ({ at }) => at.getTime());
  const points = [...byTime].map(([ms, some]) => ({ at: new Date(ms).toISOString(), ...addCounters(some) }));
  return { total: addCounters(counters), points };
}
