import type { Deps } from "../deps.ts";
import { runStatement, type Tx } from "../platform/database/database.ts";
import { DAY_MS } from "../platform/moment.ts";
import { type RepeatingTask, startRepeating } from "../platform/repeat.ts";
import { type ChangedUsage, notifyOfLimits } from "./plans/notify-of-limits.ts";

const INTERVAL_MS = 60_000;
// What was still being counted at midnight is counted by then.
const GRACE_MS = 15 * 60_000;
const MEASURE_EVERY_MS = 3_600_000;

type CloseDeps = Pick<Deps, "database" | "queue" | "clock" | "log" | "usageCaps">;

/** Until stopped, measures storage once an hour and closes days that are over; one process at a time. */
export function startClosingDays(deps: CloseDeps): RepeatingTask {
  return startRepeating({ name: "usage.close", intervalMs: INTERVAL_MS, log: deps.log }, () =>
    closeDays(deps),
  );
}

const DUE = `select open_from::text as opened from usage_state
  where open_from < $1::date or measured_at is null or measured_at <= $2 or measured_at > $3`;
const IS_DUE = { name: "usage-is-due", text: DUE };
const LOCK = { text: `${DUE} for update` };

/**
 * Measures the storage of all accounts, if that was not done within the hour, and closes the days that ended at least
 * 15 minutes ago: their usage never changes again (D556). A day stays open while any of its changes is uncounted.
 */
export async function closeDays(deps: CloseDeps): Promise<void> {
  const { database, queue, clock } = deps;
  const now = clock.now();
  const first = new Date(now.getTime() - GRACE_MS).toISOString().slice(0, 10);
  const measuredBefore = new Date(now.getTime() - MEASURE_EVERY_MS);
  const moments = [first, measuredBefore, now];
  if ((await database.query(IS_DUE, moments)).length === 0) return;
  await queue.transaction(async (tx) => {
    const [state] = await runStatement<{ opened: string }>(tx, LOCK, moments);
    if (!state) return;
    const ended = `${first}T00:00:00Z`;
    const isOver = state.opened < first && (await runStatement(tx, UNCOUNTED, [ended])).length === 0;
    // The storage at the end of a day is what was measured first after it.
    const day = isOver ? lastBefore(first) : state.opened < first ? state.opened : first;
    await notifyOfLimits(deps, tx, await measureStorage(tx, day));
    await runStatement(tx, SET_STATE, [isOver ? first : state.opened, isOver ? null : now]);
  });
}

function lastBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}

const UNCOUNTED = {
  text: `select from changes c where c.id > (select last from statistics_position) and c.at < $1::timestamptz limit 1`,
};
// Unmeasured, so that the new day is measured next.
const SET_STATE = { text: "update usage_state set open_from = $1::date, measured_at = $2" };

// What accounts have stored: files, and the records of their datastores.
const MEASURE = {
  text: `with stored as (
      select org_id, environment, account_id, sum(size) as bytes from files group by 1, 2, 3
      union all
      select c.org_id, c.environment, c.account_id, sum(d.bytes) from datastores d join configs c on c.id = d.config
      group by 1, 2, 3
    ), measured as (
      select org_id, environment, account_id, sum(bytes) as bytes from stored group by 1, 2, 3
    )
    insert into usage_days as u (id, org_id, environment, account_id, day, meter, value)
    select coalesce(m.id, o.id), coalesce(m.org_id, o.org_id), coalesce(m.environment, o.environment),
      coalesce(m.account_id, o.account_id), $1::date, 'storage', coalesce(m.bytes, 0)
    from (select usage_id($1::date, account_id, 'storage') as id, * from measured where bytes > 0) m
    full join (select id, org_id, environment, account_id from usage_days where day = $1::date and meter = 'storage'
      and id >= lpad(to_hex($1::date - date '1970-01-01'), 6, '0')
      and id < lpad(to_hex($1::date + 1 - date '1970-01-01'), 6, '0')) o on o.id = m.id
    order by 1
    on conflict (id) do update set value = excluded.value where u.value <> excluded.value
    returning account_id, meter`,
};

/** Sets the storage of all accounts on a day to what it is now; returns whose has changed. */
function measureStorage(tx: Tx, day: string): Promise<ChangedUsage[]> {
  return runStatement<ChangedUsage>(tx, MEASURE, [day]);
}
