import type { ConnectionChange } from "../../apps/connections/connection-changed.ts";
import type { Deps } from "../../deps.ts";
import { RUNS } from "../name.ts";

// A transaction must not grow with the number of runs.
const BATCH = 500;

// The account's row id and the slug come from the job that the connection's own transaction enqueued.
const UNPARK = {
  name: "runs-unpark",
  text: `with batch as (
      select id from runs where account_id = $1 and parked_slug = $2 and parked_at is not null
      order by id limit ${BATCH} for no key update)
    update runs r set parked_at = null, parked_slug = null, parked_node = null, parked_reason = null, wake_at = null,
      ready_at = case when r.worker is null then now() end, updated_at = $3
    from batch where r.id = batch.id returning r.id`,
};

/**
 * Resumes all runs of an account that wait for an application, oldest first; those of a removed connection fail at
 * their step.
 */
export async function resumeParkedRuns(
  { database, work, clock, log }: Pick<Deps, "database" | "work" | "clock" | "log">,
  { accountId, slug }: ConnectionChange,
): Promise<void> {
  for (let count = BATCH, total = 0; count === BATCH; total += count) {
    const rows = await database.query(UNPARK, [accountId, slug, clock.now()]);
    count = rows.length;
    if (count > 0) log.info({ slug, runs: total + count }, "runs.resumed");
  }
  work.wake(RUNS);
}
