import { readSettings } from "../configs/run-settings.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import { startRun } from "../runs/start.ts";
import { SCHEDULE } from "../workflows/graph.ts";
import { findRunnable } from "../workflows/store.ts";
import { nextTick } from "./next-tick.ts";
import type { ScheduleRow } from "./schema.ts";
import { isAnyDue, lockDue, recordTick } from "./store.ts";

const INTERVAL_MS = 1000;
const BATCH = 50;

type TickerDeps = Pick<Deps, "database" | "queue" | "clock" | "log">;

export interface Ticker {
  /** Ends after the tick that is being written. */
  stop(): Promise<void>;
}

/** Starts the runs of due schedules, once a second, until stopped; any number of processes may do so. */
export function startTicker(deps: TickerDeps): Ticker {
  let current: Promise<void> | undefined;
  const timer = setInterval(() => {
    current ??= runDue(deps)
      .then(() => {})
      .catch((error: unknown) => deps.log.warn({ err: error }, "schedules.tick-failed"))
      .finally(() => {
        current = undefined;
      });
  }, INTERVAL_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await current;
    },
  };
}

/**
 * Starts a run for each due schedule and answers how many schedules were due. Run and next tick commit together,
 * with the schedule locked, so each tick happens once over all processes.
 *
 * - Ticks that were missed while no process worked: one run, then the next tick in the future.
 * - A clock that jumps back repeats nothing: the next tick lies after the one that was due.
 * - A workflow that was deleted or unpublished: no run; the schedule stays and goes on ticking.
 */
export async function runDue(deps: TickerDeps): Promise<number> {
  let ticked = 0;
  while (await isAnyDue(deps.database, deps.clock.now())) {
    const count = await runBatch(deps);
    // What is due and not found is held by another process.
    if (count === 0) break;
    ticked += count;
  }
  return ticked;
}

function runBatch(deps: TickerDeps): Promise<number> {
  return deps.queue.transaction(async (tx) => {
    const due = await lockDue(tx, deps.clock.now(), BATCH);
    for (const schedule of due) await tickOnce(deps, tx, schedule);
    return due.length;
  });
}

async function tickOnce(deps: TickerDeps, tx: Tx, schedule: ScheduleRow): Promise<void> {
  const { id, org_id: orgId, environment, account_id, accountId, config_id: configId } = schedule;
  const now = deps.clock.now();
  const nextAt = tickAfter(deps, schedule, now);
  const account = { id: account_id, accountId };
  const scope = { orgId, environment, account };
  const workflow = await findRunnable(tx, scope, schedule.workflow_id, account);
  if (!workflow) {
    deps.log.info({ scheduleId: id }, "schedule.workflow-not-published");
    return recordTick(tx, schedule, { lastAt: schedule.last_at, nextAt });
  }
  const runId = await startRun(deps, tx, scope, {
    workflow,
    configId,
    settings: await readSettings(tx, scope, workflow.slug, configId, workflow.id),
    input: schedule.payload,
    source: "Schedule",
    eventName: SCHEDULE,
    eventId: schedule.event_id,
  });
  await recordTick(tx, schedule, { lastAt: now, nextAt });
  deps.log.debug({ scheduleId: id, runId }, "schedule.ticked");
}

/** One schedule that cannot be read any more must not hold up all others: it gets no further tick. */
function tickAfter({ log }: TickerDeps, { id, timing, next_at }: ScheduleRow, now: Date): Date | null {
  try {
    return nextTick(timing, next_at && next_at > now ? next_at : now) ?? null;
  } catch (error) {
    log.error({ err: error, scheduleId: id }, "schedule.unreadable");
    return null;
  }
}
