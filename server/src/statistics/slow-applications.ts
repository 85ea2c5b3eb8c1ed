import type { Static } from "typebox";
import type { Scope } from "../auth/scope.ts";
import type { Db } from "../platform/database/database.ts";
import { getPreviousPeriod, type Period } from "./period.ts";
import type { SlowApplication } from "./schema.ts";
import { addCounters } from "./series.ts";
import { findTopValues, readCounters } from "./store.ts";

const FEWEST_CALLS = 20;
/** Below this, an application is never slow, in ms. */
const SLOW_MS = 1000;
/** Above this, it is always slow, whatever is usual. */
const ALWAYS_SLOW_MS = 10_000;
/** Slow if this many times the p95 of the period before. */
const SLOWER_BY = 2;
// Only those with the most calls are examined.
const MOST_LOOKED_AT = 50;

interface SlowApplicationsQuery {
  readonly db: Db;
  readonly scope: Scope;
  readonly period: Period;
  readonly limit: number;
}

type SlowApplicationRow = Omit<Static<typeof SlowApplication>, "name">;
type CounterSums = ReturnType<typeof addCounters>;

/** The applications that answer slowly, compared with the period before or by any measure, slowest first. */
export async function findSlowApplications({
  db,
  scope,
  period,
  limit,
}: SlowApplicationsQuery): Promise<SlowApplicationRow[]> {
  const filter = { subject: "calls", dimension: "application", ...period } as const;
  const called = await findTopValues(db, scope, filter, { sort: "count", limit: MOST_LOOKED_AT });
  const sums = async (of: Period, values: readonly string[]) => {
    const counters = await readCounters(db, scope, { ...filter, ...of }, values);
    const byValue = Map.groupBy(counters, ({ value }) => value);
    return new Map([...byValue].map(([value, some]) => [value, addCounters(some)]));
  };
  const now = new Map([...(await sums(period, called))].filter(([, counts]) => mayBeSlow(counts)));
  if (now.size === 0) return [];
  const before = await sums(getPreviousPeriod(period), [...now.keys()]);
  return [...now]
    .flatMap(([value, counts]) => slowOf(value, counts, before.get(value)))
    .sort((one, other) => other.duration_ms.p95 - one.duration_ms.p95)
    .slice(0, limit);
}

function mayBeSlow({ count, duration_ms: took }: CounterSums): boolean {
  return count >= FEWEST_CALLS && took !== null && took.p95 >= SLOW_MS;
}

function slowOf(
  value: string,
  { count, failed, duration_ms: took }: CounterSums,
  before: CounterSums | undefined,
): SlowApplicationRow[] {
  const usual = before && before.count >= FEWEST_CALLS ? before.duration_ms : null;
  if (took === null) return [];
  if (took.p95 < ALWAYS_SLOW_MS && !(usual && took.p95 >= SLOWER_BY * usual.p95)) return [];
  return [{ value, count, failed, duration_ms: took, duration_ms_before: usual }];
}
