import type { Deps } from "../../deps.ts";
import { runStatement, type Tx } from "../../platform/database/database.ts";
import { TakenOverError } from "../../platform/work/line.ts";
import { isTakenOver } from "../../platform/work/work-table.ts";
import { WEBHOOKS } from "../../webhooks/table.ts";
import { type CommitResult, commitStatements, type RunCommit } from "../engine/commit.ts";
import type { Progress } from "../engine/progress.ts";
import { RUNS } from "../name.ts";
import { buildLoopPrefix } from "../path.ts";
import { buildEndLogSql } from "../start/run-changes.ts";

/** A run that was just stopped; what is under way ends as soon as whoever carries it out has heard of it. */
export interface StoppedRun {
  readonly id: string;
  readonly status: "STOPPED" | "STOPPING";
}

// What nobody holds ends at once. Locked in one order, as everywhere.
const stopWhere = (condition: string) => ({
  text: `with locked as (
      select id from runs where ${condition} and status in ('RUNNING', 'STOPPING') order by id for no key update
    ), stopped as (
      update runs r set updated_at = $2, ready_at = null, wake_at = null,
        parked_at = null, parked_slug = null, parked_node = null, parked_reason = null,
        status = case when worker is null then 'STOPPED' else 'STOPPING' end,
        finished_at = case when worker is null then $2::timestamptz end
      from locked where r.id = locked.id returning r.*
    ), logged as (${buildEndLogSql("stopped where test is null")})
    select id, status from stopped`,
});
const STOP = stopWhere("id = $1");
const STOP_CALLED = stopWhere("parent_run = any ($1::text[])");
const STOP_CALLED_AT = stopWhere(
  "parent_run = any ($1::text[]) and (parent_path = $3 or starts_with(parent_path, $4))",
);
// What waits, and what is to be tried again, in a loop that has ended.
const STOP_INSIDE = {
  text: `update run_steps s set wait = null, retry_at = null,
      status = case when s.status = 'Waiting' then 'Stopped' else s.status end,
      error = case when s.status = 'Waiting' then json_build_object('code', 'STOPPED',
        'message', 'It was stopped because its loop failed.', 'nodeId', s.node_id, 'attempts', s.attempt) else s.error end,
      duration_ms = case when s.status = 'Waiting'
        then least(2147483647, extract(epoch from now() - s.started_at) * 1000)::int else s.duration_ms end
    where s.run_id = $1 and starts_with(s.path, $2) and (s.status = 'Waiting' or s.retry_at is not null)
      and not exists (select from run_steps n where n.run_id = s.run_id and n.path = s.path and n.attempt > s.attempt)`,
};

/** Stops a run, if it is open, and those that it has called, and they in turn. */
export async function stopTree(tx: Tx, id: string, now: Date): Promise<StoppedRun[]> {
  const own = await runStatement<StoppedRun>(tx, STOP, [id, now]);
  return [...own, ...(await stopCalled(tx, id, now))];
}

/**
 * Stops what a run has called, at one path and inside of it or at all, and so on. Its row is locked, or it has ended:
 * whoever would start a called run for it waits, and then sees that it is too late. So each statement finds all that is
 * to be found on its level.
 */
async function stopCalled(tx: Tx, caller: string, now: Date, path?: string): Promise<StoppedRun[]> {
  let called =
    path === undefined
      ? await runStatement<StoppedRun>(tx, STOP_CALLED, [[caller], now])
      : await runStatement<StoppedRun>(tx, STOP_CALLED_AT, [[caller], now, path, buildLoopPrefix(path)]);
  const all: StoppedRun[] = [];
  while (called.length > 0) {
    all.push(...called);
    called = await runStatement<StoppedRun>(tx, STOP_CALLED, [called.map(({ id }) => id), now]);
  }
  return all;
}

/** Cuts off what is under way, once the transaction that stopped it has committed. */
export function abortStopped({ work }: Pick<Deps, "work">, stopped: readonly StoppedRun[]): void {
  for (const { id, status } of stopped) if (status === "STOPPING") work.abort(RUNS, id);
}

/** Whether a run that ends now may leave a called one behind. What is under way beside its last step may be calling. */
export function canHaveCalled({ steps, running, isLoaded }: Progress): boolean {
  if (running.size > 1 || !isLoaded) return true;
  return [...steps.values()].some(({ status, wait }) => status === "Waiting" && wait?.kind === "child");
}

/** Whether something inside of a loop waits, or is to be tried again. */
export function isOpenInside({ steps }: Progress, loopPath: string): boolean {
  const prefix = buildLoopPrefix(loopPath);
  return [...steps].some(
    ([path, { status, retryAt }]) => path.startsWith(prefix) && (status === "Waiting" || retryAt !== null),
  );
}

/** Undoes the commit of a step that gives up waiting for what is there by now. */
class AnsweredError extends Error {}

// Under the run's lock, which whoever tells it something holds, too.
const ANSWERED = { text: "select from run_signals where run_id = $1 and path = $2" };

/**
 * Commits what a run makes true together with the stop of what it has called, or of what its step at `givesUp` has and
 * of all that is still to come inside of that. Refused, as a whole, where what that step waited for has come in.
 */
export async function commitAndStop(
  { deps, run: { id } }: Progress,
  commit: RunCommit,
  { endsCaller, givesUp }: { readonly endsCaller: boolean; readonly givesUp: string | undefined },
): Promise<CommitResult> {
  try {
    const stopped = await deps.queue.transaction(async (tx) => {
      for (const statement of commitStatements(commit)) await runStatement(tx, statement, statement.values);
      if (givesUp !== undefined) {
        if ((await runStatement(tx, ANSWERED, [id, givesUp])).length > 0) throw new AnsweredError();
        await runStatement(tx, STOP_INSIDE, [id, buildLoopPrefix(givesUp)]);
      }
      for (const name of [RUNS, WEBHOOKS]) deps.queue.ready(tx, name);
      return stopCalled(tx, id, commit.now, endsCaller ? undefined : givesUp);
    });
    abortStopped(deps, stopped);
    return "committed";
  } catch (error) {
    if (error instanceof AnsweredError) return "refused";
    throw isTakenOver(error) ? new TakenOverError() : error;
  }
}
