import type { IdRange } from "../changes/position.ts";
import { runStatement, type Tx } from "../platform/database/database.ts";
import { type ChangedUsage, notifyOfLimits } from "./plans/notify-of-limits.ts";

/**
 * SQL that adds the rows of `counted` (`org_id`, `environment`, `account_id`, `at`, `meter`, `count`) to the usage of
 * their days, to be part of the statement that takes them from the facts. What belongs to a day that is closed counts
 * for the first open one (D556). Rows are locked in a fixed order, so that concurrent additions do not deadlock.
 */
export const ADD_USAGE = `select usage_id(day, account_id, meter) as id, org_id, environment, account_id, day, meter, sum(count)
    from (
      select c.*, greatest((c.at at time zone 'UTC')::date, open.open_from) as day from counted c, open
    ) dated
    group by org_id, environment, account_id, day, meter order by 1
    on conflict (id) do update set value = u.value + excluded.value`;

/** The first part of such a statement: no day closes before it has committed. */
export const OPEN_DAYS = "open as materialized (select open_from from usage_state for share)";

export const INTO_USAGE =
  "insert into usage_days as u (id, org_id, environment, account_id, day, meter, value)";

// A call of a tool counts when it has been made; one that was refused, or never approved, was not.
const COUNT_CHANGES = {
  text: `with ${OPEN_DAYS}, counted as (
      select c.org_id, c.environment, c.account_id, c.at, case c.kind when 'execution' then 'executions' else 'mcp_calls' end as meter,
        1 as count
      from unnest($1::bigint[], $2::bigint[]) as range (first, last)
      join changes c on c.id between range.first and range.last
      where c.account_id is not null and (c.kind = 'execution' and c.status = 'RUNNING'
        or c.kind = 'mcp_call' and c.status in ('COMPLETED', 'ERRORED'))
    )
    ${INTO_USAGE} ${ADD_USAGE} returning account_id, meter`,
};

/**
 * Adds executions and tool calls of the log to the usage of their accounts, in the transaction that records how far the
 * log is counted: each counts exactly once. Tells of limits that accounts come to thereby.
 */
export async function countUsage(
  deps: Parameters<typeof notifyOfLimits>[0],
  tx: Tx,
  ranges: readonly IdRange[],
): Promise<void> {
  const values = [ranges.map(([first]) => first), ranges.map(([, last]) => last)];
  await notifyOfLimits(deps, tx, await runStatement<ChangedUsage>(tx, COUNT_CHANGES, values));
}
