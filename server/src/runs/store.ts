import type { Selectable } from "kysely";
import type { AccountRef } from "../auth/scope.ts";
import { type Db, json, run, type Statement, type Tx } from "../platform/database/database.ts";
import type { Json } from "../platform/json.ts";
import { ClaimLost, type JobContext } from "../platform/queue/job.ts";
import type { StepState } from "./advance.ts";
import type { RunError, RunStepTable, RunTable } from "./table.ts";

export type RunRow = Selectable<RunTable>;
export type StepRow = Selectable<RunStepTable>;

/** A run with what its expressions may see of its linked account. */
export type LoadedRun = RunRow & {
  account: AccountRef;
  accountName: string | null;
  udf: { key_name: string; key_value: Json }[];
};

// Written only while the job is still claimed under the same token, with its row locked: a process that was
// paused and is overtaken can no longer write (engine.md 7, "Fencing rule"). `pgboss.job_common` is internal to
// pg-boss 12.35.0, which is pinned.
const COMMIT_STEP: Statement = {
  name: "runs-commit-step",
  text: `with claim as (
      select id from pgboss.job_common
      where name = 'runs.execute' and id = $1::uuid and retry_count = $2 and state = 'active' for no key update
    ), step as (
      insert into run_steps (run_id, path, attempt, node_id, status, input, output, error, logs, retry_at, started_at, duration_ms)
      select $3, $4, $5, $6, $7, $8::json, $9::json, $10::json, $11::json, $12::timestamptz, $13::timestamptz, $14 from claim
    )
    select id from claim`,
};

/** A run that is still to be carried on, or undefined when it has ended or was deleted. */
export async function loadOpenRun(db: Db, runId: string): Promise<LoadedRun | undefined> {
  const row = await db
    .selectFrom("runs")
    .innerJoin("linked_accounts", "linked_accounts.id", "runs.account_id")
    .selectAll("runs")
    .select([
      "linked_accounts.account_id as accountId",
      "linked_accounts.name as accountName",
      "linked_accounts.udf as udf",
    ])
    .where("runs.id", "=", runId)
    .where("runs.status", "in", ["RUNNING", "STOPPING"])
    .executeTakeFirst();
  if (!row) return undefined;
  const { accountId, ...rest } = row;
  return { ...rest, account: { id: row.account_id, accountId } };
}

/** The newest attempt at each path. */
export async function loadSteps(db: Db, runId: string): Promise<Map<string, StepState>> {
  const rows = await db
    .selectFrom("run_steps")
    .select(["path", "status", "attempt", "retry_at as retryAt", "output", "error"])
    .distinctOn("path")
    .where("run_id", "=", runId)
    .orderBy("path")
    .orderBy("attempt", "desc")
    .execute();
  return new Map(rows.map(({ path, ...state }) => [path, state]));
}

/** Writes one attempt, if this process still holds the run; throws ClaimLost otherwise. */
export async function commitStep(db: Db, { jobId, attempt }: JobContext, step: StepRow): Promise<void> {
  const rows = await run<{ id: string }>(db, COMMIT_STEP, [
    jobId,
    attempt,
    step.run_id,
    step.path,
    step.attempt,
    step.node_id,
    step.status,
    JSON.stringify(step.input),
    JSON.stringify(step.output),
    step.error && JSON.stringify(step.error),
    step.logs && JSON.stringify(step.logs),
    step.retry_at,
    step.started_at,
    step.duration_ms,
  ]);
  if (rows.length === 0) throw new ClaimLost();
}

/** Deletes the steps of a run that is no more: the one that was under way is written after the others were deleted. */
export async function deleteOrphanSteps(db: Db, runId: string): Promise<void> {
  await db
    .deleteFrom("run_steps")
    .where("run_id", "=", runId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("runs").select("id").where("id", "=", runId))),
    )
    .execute();
}

/** Ends a run; false when it had ended before. */
export async function finishRun(
  tx: Tx,
  runId: string,
  end: {
    status: "COMPLETED" | "ERRORED";
    response: Json;
    error: RunError | null;
    now: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("runs")
    .set((eb) => ({
      status: end.status,
      response: json(end.response),
      error: end.error && json(end.error),
      started_at: eb
        .selectFrom("run_steps")
        .select(({ fn }) => fn.min("run_steps.started_at").as("at"))
        .where("run_steps.run_id", "=", runId),
      finished_at: end.now,
      updated_at: end.now,
      parked_at: null,
    }))
    .where("id", "=", runId)
    .where("status", "in", ["RUNNING", "STOPPING"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
