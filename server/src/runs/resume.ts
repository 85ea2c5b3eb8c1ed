import type { ConnectionChange } from "../apps/connection-changed.ts";
import type { Deps } from "../deps.ts";
import { run, type Tx } from "../platform/database/database.ts";
import { executeRun } from "./execute.ts";

// A transaction must not grow with the number of runs.
const BATCH = 100;

// The account's row id and the slug come from the job that the connection's own transaction enqueued.
const UNPARK = {
  text: `with batch as (
      select id from runs where account_id = $1 and parked_slug = $2 and parked_at is not null
      order by id limit ${BATCH} for update)
    update runs set parked_at = null, parked_slug = null, parked_node = null, parked_reason = null, updated_at = $3
    from batch where runs.id = batch.id returning runs.id`,
};

/** Lets all runs of an account that wait for an application go on, oldest first; those of a removed connection fail at their step. */
export async function resumeParkedRuns(
  { queue, clock, log }: Pick<Deps, "queue" | "clock" | "log">,
  { accountId, slug }: ConnectionChange,
): Promise<void> {
  for (let count = BATCH, total = 0; count === BATCH; total += count) {
    count = await queue.transaction((tx) => resumeSome(tx));
    if (count > 0) log.info({ slug, runs: total + count }, "runs.resumed");
  }

  async function resumeSome(tx: Tx): Promise<number> {
    const rows = await run<{ id: string }>(tx, UNPARK, [accountId, slug, clock.now()]);
    const ids = rows.map(({ id }) => id).sort();
    await queue.enqueueAll(
      tx,
      executeRun,
      ids.map((runId) => ({ runId })),
    );
    return ids.length;
  }
}
