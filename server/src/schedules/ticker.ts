import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import type { RepeatingTask } from "../platform/repeat.ts";
import { type DueRows, startTakingDueRows, takeDueRows } from "../platform/work/due-rows.ts";
import { readAllSettings } from "../runs/settings/run-settings.ts";
import { insertRuns, type NewRun, type PrepareDeps } from "../runs/start/start.ts";
import { readExecutionAdmission } from "../usage/plans/take-executions.ts";
import { SCHEDULE } from "../workflows/definition/graph.ts";
import { findRunnables } from "../workflows/definition/runnables.ts";
import { findNextTick } from "./next-tick.ts";
import { type DueSchedule, FIND_DUE, lockDue, readPayloads, recordTicks } from "./store.ts";

const BATCH = 100;
// Payloads may have 256 KB each, older ones 1 MB; at most this many bytes of them are in memory at a time.
const PAYLOAD_BYTES = 4 * 1024 * 1024;

type TickerDeps = Pick<Deps, "database" | "queue" | "log"> & PrepareDeps;

const TICKS: DueRows<TickerDeps> = {
  name: "schedules.tick",
  intervalMs: 1000,
  findDue: FIND_DUE,
  takeSome: runBatch,
};

/** Until stopped, starts the runs of due schedules once a second; any number of processes may do so. */
export function startTicker(deps: TickerDeps): RepeatingTask {
  return startTakingDueRows(deps, TICKS);
}

/**
 * Starts a run for each due schedule and returns how many were due. The run and the next tick commit together, with
 * the schedule locked, so each tick happens once across all processes.
 *
 * - Ticks missed while no process worked: one run, then the next tick in the future.
 * - A clock that jumps back repeats nothing: a schedule is due again only when its next tick has come.
 * - A limit of the account is reached: no run, and the schedule says so; it is not made up for later.
 * - A workflow that was deleted or unpublished: no run; the schedule stays and keeps ticking.
 */
export function startDueRuns(deps: TickerDeps): Promise<number> {
  return takeDueRows(deps, TICKS);
}

function runBatch(deps: TickerDeps): Promise<number> {
  return deps.queue.transaction(async (tx) => {
    const now = deps.clock.now();
    const due = await lockDue(tx, now, BATCH);
    if (due.length === 0) return 0;
    const { started, refused } = await startDue(deps, tx, due, now);
    const nextAt = ticksAfter(deps, now);
    const ticks = due.map((schedule) => ({
      id: schedule.id,
      lastAt: started.has(schedule.id) ? now : schedule.last_at,
      nextAt: nextAt(schedule),
      refused: refused.get(schedule.id) ?? null,
    }));
    await recordTicks(tx, ticks, now);
    return due.length;
  });
}

/** What became of due schedules, by their ids. */
interface TickResult {
  readonly started: ReadonlySet<string>;
  /** Why nothing started: a limit of the account is reached. */
  readonly refused: ReadonlyMap<string, string>;
}

/** Starts the runs of locked schedules, with one statement per step for all of them. */
async function startDue(
  deps: TickerDeps,
  tx: Tx,
  due: readonly DueSchedule[],
  now: Date,
): Promise<TickResult> {
  const asked = due.map((row) => ({ scope: scopeOf(row), workflowId: row.workflow_id }));
  const workflows = await findRunnables(tx, asked);
  const admit = await readExecutionAdmission(deps, tx, due.map(scopeOf), now);
  const refused = new Map<string, string>();
  const ready = due.flatMap((schedule, index) => {
    const workflow = workflows[index];
    if (!workflow) {
      deps.log.info({ scheduleId: schedule.id }, "schedule.workflow-not-published");
      return [];
    }
    const refusal = admit?.(schedule.account_id, 1);
    if (refusal) {
      refused.set(schedule.id, refusal.message);
      return [];
    }
    return { schedule, workflow, scope: scopeOf(schedule), configId: schedule.config_id };
  });
  const settings = await readAllSettings(tx, ready);
  const planned = ready.map((one, index) => ({
    ...one,
    settings: settings[index] ?? { fields: {}, workflowFields: {} },
    bytes: one.schedule.payloadBytes,
  }));
  // Each portion locks the counters of its accounts: in the order in which all others do.
  planned.sort((one, other) => compareIds(one.scope.account.id, other.scope.account.id));
  for (const some of splitPortions(planned, PAYLOAD_BYTES)) await startSome(deps, tx, some);
  return { started: new Set(ready.map(({ schedule }) => schedule.id)), refused };
}

type TickStart = Pick<NewRun, "scope"> &
  Pick<NewRun["request"], "workflow" | "configId" | "settings"> & { readonly schedule: DueSchedule };

async function startSome(deps: TickerDeps, tx: Tx, planned: readonly TickStart[]): Promise<void> {
  const payloads = await readPayloads(
    tx,
    planned.map(({ schedule }) => schedule.id),
  );
  const runs = planned.map(({ schedule, scope, ...request }): NewRun => {
    const { id, event_id: eventId } = schedule;
    const origin = { source: "Schedule", eventName: SCHEDULE, eventId } as const;
    return { scope, request: { ...request, ...origin, input: payloads.get(id) ?? {} } };
  });
  await insertRuns(deps, tx, runs);
}

/** `items` in order, in portions of at most `most` bytes; a larger item is a portion by itself. */
export function splitPortions<Item extends { readonly bytes: number }>(
  items: readonly Item[],
  most: number,
): Item[][] {
  const portions: Item[][] = [];
  let left = 0;
  for (const item of items) {
    const last = portions.at(-1);
    left -= item.bytes;
    if (last && left >= 0) last.push(item);
    else {
      portions.push([item]);
      left = most - item.bytes;
    }
  }
  return portions;
}

function compareIds(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function scopeOf({ org_id: orgId, environment, account_id: id, accountId }: DueSchedule): AccountScope {
  return { orgId, environment, account: { id, accountId } };
}

/**
 * Returns a function for the first tick after `now`. Schedules with the same timing share the result, which takes most
 * of a millisecond to compute. A timing that can no longer be read must not block the others: it gets no further tick.
 */
function ticksAfter({ log }: TickerDeps, now: Date): (schedule: DueSchedule) => Date | null {
  const known = new Map<string, Date | null>();
  return ({ id, timing }) => {
    const key = JSON.stringify(timing);
    const found = known.get(key);
    if (found !== undefined) return found;
    try {
      const next = findNextTick(timing, now) ?? null;
      known.set(key, next);
      return next;
    } catch (error) {
      log.error({ err: error, scheduleId: id }, "schedule.unreadable");
      return null;
    }
  };
}
