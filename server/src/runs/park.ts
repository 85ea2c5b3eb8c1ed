import { awaitsReconnect } from "../apps/awaits-reconnect.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import { defineJob, type JobContext } from "../platform/queue/job.ts";
import { finish, type ScopedRun } from "./finish.ts";
import { deleteOrphanSteps, loadOpenRun } from "./store.ts";

const DAY_MS = 86_400_000;
const LONGEST_PARK_DAYS = 30;

/** Why a run cannot go on: the node's application must be connected again. */
export interface Park {
  readonly nodeId: string;
  readonly slug: string;
  readonly reason: string;
}

/**
 * Ends a parked run whose customer has not come back within 30 days, as `ERRORED`. `parkedAt` (ISO 8601) names the
 * stay: a run that went on in the meantime, or is parked anew, is left alone.
 */
export const giveUpParked = defineJob<{ runId: string; parkedAt: string }, Deps>({
  name: "runs.give-up-parked",
  concurrency: 4,
  run: async (deps, { runId, parkedAt }, context) => {
    const run = await loadOpenRun(deps.db, runId);
    if (run?.parked_at?.toISOString() !== parkedAt) return;
    const scope = { orgId: run.org_id, environment: run.environment, account: run.account };
    const message = `${run.parked_reason} It was not within ${LONGEST_PARK_DAYS} days.`;
    const error = { code: "NOT_RECONNECTED", message, nodeId: run.parked_node ?? undefined };
    const isStillSo = (tx: Tx) => unpark(tx, runId, new Date(parkedAt));
    await finish(deps, { run, scope }, context, { decision: { kind: "fail", error }, isStillSo });
  },
});

/**
 * Parks a run until its customer connects again: its job ends, and a changed connection brings it back (`resume.ts`).
 * False where the connection is good again or gone: then trying again tells.
 */
export async function parkRun(
  { queue, clock, log }: Pick<Deps, "queue" | "clock" | "log">,
  { run, scope }: ScopedRun,
  context: JobContext,
  { nodeId, slug, reason }: Park,
): Promise<boolean> {
  const now = clock.now();
  const parked = await queue.transaction(async (tx) => {
    // Under the lock of connecting: a customer who connects right now is either seen here or finds this run parked.
    if (!(await awaitsReconnect(tx, scope, slug))) return false;
    await context.settle(tx);
    const { numUpdatedRows } = await tx
      .updateTable("runs")
      .set({
        parked_at: now,
        parked_slug: slug,
        parked_node: nodeId,
        parked_reason: reason,
        updated_at: now,
      })
      .where("id", "=", run.id)
      .where("status", "in", ["RUNNING", "STOPPING"])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      await deleteOrphanSteps(tx, run.id);
      return true;
    }
    const startAfter = new Date(now.getTime() + LONGEST_PARK_DAYS * DAY_MS);
    await queue.enqueue(tx, giveUpParked, { runId: run.id, parkedAt: now.toISOString() }, { startAfter });
    return true;
  });
  if (parked) log.info({ runId: run.id, slug }, "run.parked");
  return parked;
}

async function unpark(tx: Tx, runId: string, parkedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("runs")
    .set({ parked_at: null })
    .where("id", "=", runId)
    .where("parked_at", "=", parkedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
