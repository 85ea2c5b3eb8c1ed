import type { LogPosition } from "../changes/position.ts";
import { deleteRead, type LogReading, readLog } from "../changes/read-log.ts";
import type { Deps } from "../deps.ts";
import { jsonb, runStatement, type Statement, type Tx } from "../platform/database/database.ts";
import { type RepeatingTask, startRepeating } from "../platform/repeat.ts";
import { countUsage } from "../usage/count-usage.ts";
import { addCounted } from "./add-counted.ts";
import { buildBucketSql } from "./durations.ts";

const INTERVAL_MS = 5000;
// A transaction of this size takes about 100 ms.
const BATCH = 5000;

type FoldDeps = Pick<Deps, "database" | "queue" | "clock" | "log" | "usageCaps">;

// Read without a lock, so that an idle server writes nothing.
const IS_DUE: Statement = {
  name: "statistics-is-due",
  text: `select from statistics_position p
    where p.gaps <> '[]' or exists (select from changes c where c.id > p.last)
      or (select at from changes order by id limit 1) < now() - interval '1 hour'`,
};

/** Until stopped, counts new changes in the log every five seconds; only one process at a time. */
export function startCounting(deps: FoldDeps): RepeatingTask {
  return startRepeating({ name: "statistics", intervalMs: INTERVAL_MS, log: deps.log }, (stopping) =>
    countChanges(deps, stopping),
  );
}

/**
 * Adds all uncounted changes in the log to the counters, each change once, and deletes changes that are no longer
 * needed. Returns how many it counted; 0 while another process is counting.
 */
export async function countChanges(deps: FoldDeps, stopping?: AbortSignal): Promise<number> {
  const { database, queue } = deps;
  if ((await database.query(IS_DUE, [])).length === 0) return 0;
  let count = 0;
  while (!stopping?.aborted) {
    const reading = await queue.transaction((tx) => countSome(deps, tx));
    if (!reading) break;
    count += reading.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    if (!reading.isFull) break;
  }
  return count;
}

/** One batch, with the position locked: the counters and the position commit together. */
async function countSome(deps: FoldDeps, tx: Tx): Promise<LogReading | undefined> {
  const row = await tx
    .selectFrom("statistics_position")
    .select(["last", "gaps"])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return undefined;
  const before: LogPosition = { last: Number(row.last), gaps: row.gaps };
  const reading = await readLog(tx, before, { limit: BATCH, scopes: [] });
  const { ranges, position } = reading;
  if (ranges.length > 0) {
    await runStatement(tx, FOLD, [ranges.map(([first]) => first), ranges.map(([, last]) => last)]);
    await countUsage(deps, tx, ranges);
  }
  if (ranges.length > 0 || before.gaps.length > 0)
    await tx
      .updateTable("statistics_position")
      .set({ last: String(position.last), gaps: jsonb(position.gaps) })
      .execute();
  await deleteRead(tx, position);
  return reading;
}

// Starts are counted too, as STARTED; transitions are not. Hours and days are sums of the minutes: far fewer rows
// than the changes.
const FOLD = {
  text: `with log as (
      select c.org_id, c.environment, c.at, c.duration_ms, c.account_id, c.workflow_id, c.parent, c.name, c.applications,
        c.failing_application, case c.kind when 'execution' then 'executions' when 'delivery' then 'deliveries'
          when 'mcp_call' then 'mcp_calls' else 'connections' end as subject,
        case when c.kind = 'execution' and c.status = 'RUNNING' then 'STARTED' else c.status end as status,
        ${buildBucketSql("c.duration_ms")} as bucket
      from unnest($1::bigint[], $2::bigint[]) as range (first, last)
      join changes c on c.id between range.first and range.last
      where c.kind <> 'approval' and c.status <> 'STOPPING' and not (c.kind = 'mcp_call' and c.status in ('RUNNING', 'WAITING'))
    ), minutes as materialized (
      select org_id, environment, subject, date_trunc('minute', at, 'UTC') as at, dimension, value, status, bucket,
        count(*) as count, coalesce(sum(duration_ms), 0) as duration_ms
      from log cross join lateral (
        select '', ''
        union all select 'account', a.id from linked_accounts a where a.id = log.account_id
        union all select 'workflow', workflow_id
        union all select case subject when 'deliveries' then 'webhook' else 'server' end, parent
        union all select 'tool', name where subject = 'mcp_calls'
        union all select 'application', unnest(applications)
        union all select 'failing_application', failing_application
      ) as by (dimension, value)
      where value is not null
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ), counted as (
      select org_id, environment, subject, every, date_trunc(every, at, 'UTC') as at, dimension, value, status, bucket,
        sum(count) as count, sum(duration_ms) as duration_ms
      from minutes cross join unnest(array['minute', 'hour', 'day']) as every
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    )
    ${addCounted}`,
};
