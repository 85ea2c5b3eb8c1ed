import { type CallCount, collectCallCounts, restoreCallCounts } from "../apps/actions/call-counts.ts";
import type { Deps } from "../deps.ts";
import type { Statement } from "../platform/database/database.ts";
import { type RepeatingTask, startRepeating } from "../platform/repeat.ts";
import { addCounted } from "./add-counted.ts";
import { buildBucketSql } from "./durations.ts";

const INTERVAL_MS = 5000;

type CountCallDeps = Pick<Deps, "database" | "callCounts" | "log">;

/** Stores this process's counts of calls to third parties every five seconds and when stopped. */
export function startCountingCalls(deps: CountCallDeps): RepeatingTask {
  const counting = startRepeating({ name: "statistics-calls", intervalMs: INTERVAL_MS, log: deps.log }, () =>
    countCalls(deps),
  );
  return {
    stop: async () => {
      await counting.stop();
      await countCalls(deps).catch((err: unknown) => deps.log.warn({ err }, "statistics-calls-failed"));
    },
  };
}

/**
 * Adds this process's counts of calls to third parties to the counters, in one statement; skipped if there are none.
 */
export async function countCalls(deps: CountCallDeps): Promise<void> {
  const counts = collectCallCounts(deps);
  if (counts.length === 0) return;
  try {
    await deps.database.query(ADD, [JSON.stringify(counts.flatMap(rowsOf))]);
  } catch (error) {
    restoreCallCounts(deps, counts);
    throw error;
  }
}

function rowsOf({ scope, slug, at, end, durations }: CallCount) {
  return [...durations].map(([duration_ms, count]) => ({
    org_id: scope.orgId,
    environment: scope.environment,
    slug,
    at,
    status: end,
    duration_ms,
    count,
  }));
}

const ADD: Statement = {
  name: "statistics-calls",
  text: `with calls as (
      select *, ${buildBucketSql("duration_ms")} as bucket from json_to_recordset($1::json)
        as c (org_id text, environment text, slug text, at timestamptz, status text, duration_ms int, count bigint)
    ), counted as (
      select org_id, environment, 'calls' as subject, every, date_trunc(every, at, 'UTC') as at, dimension, value, status,
        bucket, sum(count) as count, sum(coalesce(duration_ms, 0)::bigint * count) as duration_ms
      from calls cross join lateral (values ('', ''), ('application', slug)) as by (dimension, value)
      cross join unnest(array['minute', 'hour', 'day']) as every
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    )
    ${addCounted}`,
};
