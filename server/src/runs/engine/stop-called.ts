import type { Deps } from "../../deps.ts";
import { runStatement, type Tx } from "../../platform/database/database.ts";
import { WEBHOOKS } from "../../webhooks/table.ts";
import { RUNS } from "../name.ts";
import { buildLoopPrefix } from "../path.ts";
import { buildEndLogSql } from "../run-changes.ts";
import { commitWith } from "./commit/commit.ts";
import type { RunCommit } from "./commit/run-commit.ts";

/** A run that was just stopped; running steps end as soon as their process hears of it. */
export interface StoppedRun {
  readonly id: string;
  readonly status: "STOPPED" | "STOPPING";
}

// Runs that nobody holds end at once. Locked in one order, as everywhere.
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
// Waiting and retrying steps in a loop that has ended.
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

/** Stops a run, if it is open, and the runs that it has called, recursively. */
export async function stopTree(tx: Tx, id: string, now: Date): Promise<StoppedRun[]> {
  const own = await runStatement<StoppedRun>(tx, STOP, [id, now]);
  return [...own, ...(await stopCalled(tx, id, now))];
}

/**
 * Stops the runs that a run has called, at one path and inside it or anywhere, recursively. The row of the run is
 * locked, or the run has ended: a transaction that would start a called run waits, and then sees that it is too late.
 * So each statement finds everything on its level.
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

/** Cuts off running steps, once the transaction that stopped the run has committed. */
export function abortStopped({ work }: Pick<Deps, "work">, stopped: readonly StoppedRun[]): void {
  for (const { id, status } of stopped) if (status === "STOPPING") work.abort(RUNS, id);
}

/** Rolls back the commit of a step that gives up waiting for what has arrived by now. */
class AnsweredError extends Error {}

// Under the run's lock, which every transaction that signals it takes as well.
const ANSWERED = { text: "select from run_signals where run_id = $1 and path = $2" };

/**
 * Commits changes of a run together with stopping what it has called, or what its step at `givesUp` has called, with
 * everything still to come inside that. `rolledBack`: what that step waited for has arrived, and nothing took effect.
 */
export async function commitAndStop(
  deps: Pick<Deps, "queue" | "work">,
  commit: RunCommit,
  { endsCaller, givesUp }: { readonly endsCaller: boolean; readonly givesUp: string | undefined },
): Promise<"committed" | "rolledBack"> {
  const { id } = commit.held;
  try {
    const stopped = await commitWith(deps, commit, async (tx) => {
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
    if (error instanceof AnsweredError) return "rolledBack";
    throw error;
  }
}
