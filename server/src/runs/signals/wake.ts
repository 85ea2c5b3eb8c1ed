import type { Deps } from "../../deps.ts";
import type { BoundStatement } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import { RUNS } from "../name.ts";
import type { PayloadRef } from "../results/payloads.ts";

// A transaction must not grow with the number of sleepers.
const BATCH = 500;

/** Tells a run that something that one of its steps waits for has arrived. */
export interface Signal {
  readonly runId: string;
  readonly path: string;
  readonly kind: "answer" | "child";
  readonly body: Json;
  /** What is large in `body`, where the row has null. */
  readonly bodyRefs?: readonly PayloadRef[];
  /** What `body` does not show; see `RunPasswords.seal`. */
  readonly sealed?: string | undefined;
}

/**
 * Stores signals for open runs and makes resting ones ready. The first signal of a kind for a step counts: the
 * returned rows (`run_id`, `path`) are those that were stored.
 */
export function buildSignalStatement(signals: readonly Signal[], now: Date): BoundStatement {
  return {
    name: "runs-signal",
    text: `with given as (
        select * from json_to_recordset($1::json) as s (run_id text, path text, kind text, body json, body_refs json, sealed text)
      ), open as (
        select r.id from runs r where r.id in (select run_id from given) and r.status in ('RUNNING', 'STOPPING')
        order by r.id for no key update of r
      ), kept as (
        insert into run_signals (run_id, path, kind, body, body_refs, sealed, created_at)
        select run_id, path, kind, body, body_refs, sealed, $2::timestamptz from given join open on open.id = run_id
        on conflict do nothing returning run_id, path
      ), woken as (
        update runs r set signals = r.signals + 1, updated_at = $2,
          ready_at = case when r.worker is null then coalesce(r.ready_at, now()) end,
          wake_at = case when r.worker is not null then r.wake_at end
        where r.id in (select run_id from kept)
      )
      select run_id, path from kept`,
    values: [
      JSON.stringify(
        signals.map(({ runId: run_id, bodyRefs: body_refs, ...signal }) => ({
          run_id,
          body_refs,
          ...signal,
        })),
      ),
      now,
    ],
  };
}

// Once a second, by every process: a read that finds nothing costs a fraction of an update that does.
const IS_DUE = { name: "runs-wake-due", text: "select from runs where wake_at <= now() limit 1" };
const WAKE = {
  name: "runs-wake",
  text: `with due as (
      select id from runs where wake_at <= now() order by wake_at limit ${BATCH} for no key update skip locked)
    update runs r set ready_at = now(), wake_at = null from due where r.id = due.id and r.worker is null returning r.id`,
};

/** Makes all sleeping runs ready that are due; true if there were any. */
export async function resumeSleepingRuns({
  database,
  work,
}: Pick<Deps, "database" | "work">): Promise<boolean> {
  if ((await database.query(IS_DUE, [])).length === 0) return false;
  let woken = 0;
  for (let count = BATCH; count === BATCH; woken += count) {
    count = (await database.query(WAKE, [])).length;
    if (count < BATCH) continue;
    // Ready runs need not wait for the rest.
    work.wake(RUNS);
  }
  return woken > 0;
}
