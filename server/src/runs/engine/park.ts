import { needsReconnect } from "../../apps/connections/awaits-reconnect.ts";
import { DAY_MS } from "../../platform/moment.ts";
import { TakenOverError } from "../../platform/work/line.ts";
import { isTakenOver } from "../../platform/work/work-table.ts";
import { getRunScope, type RunRow } from "../store.ts";
import { lockRun } from "./commit-progress.ts";
import type { Progress } from "./progress.ts";

/** How long a run waits for its customer to reconnect. */
export const LONGEST_PARK_DAYS = 30;

/** When a parked run is given up. */
export function getParkEnd({ parked_at: since }: Pick<RunRow, "parked_at">, now: Date): Date {
  return new Date((since ?? now).getTime() + LONGEST_PARK_DAYS * DAY_MS);
}

/**
 * Parks a run until its customer reconnects (`unpark.ts`), or until `wakeAt`, when something else in it can resume;
 * it is also claimed again when the customer has not come in time. False if the connection works again or is gone, or
 * something has arrived for the run: the caller then retries. Throws TakenOverError if another process has the run.
 */
export async function parkRun(progress: Progress, wakeAt: Date | undefined): Promise<boolean> {
  const { deps, run, parked } = progress;
  const [first] = parked.values();
  if (!first) return false;
  const { nodeId, slug, connectionId, reason } = first;
  const { queue, clock, log } = deps;
  const now = clock.now();
  const since = run.parked_slug === slug ? (run.parked_at ?? now) : now;
  const end = getParkEnd({ parked_at: since }, now);
  try {
    const isParked = await queue.transaction(async (tx) => {
      // Under the lock of connecting: a customer who reconnects right now is either seen here or finds this run
      // parked.
      if (!(await needsReconnect(tx, getRunScope(run), { slug, connectionId }))) return false;
      await lockRun(progress, tx);
      const { numUpdatedRows } = await tx
        .updateTable("runs")
        .set({
          worker: null,
          wake_at: wakeAt && wakeAt < end ? wakeAt : end,
          parked_at: since,
          parked_slug: slug,
          parked_node: nodeId,
          parked_reason: reason,
          updated_at: now,
        })
        .where("id", "=", run.id)
        .where("status", "=", "RUNNING")
        .where("signals", "=", run.signals)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
    if (isParked) log.info({ runId: run.id, slug }, "run.parked");
    return isParked;
  } catch (error) {
    throw isTakenOver(error) ? new TakenOverError() : error;
  }
}
