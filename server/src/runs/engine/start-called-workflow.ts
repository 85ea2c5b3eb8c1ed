import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import { runStatement, type Tx } from "../../platform/database/database.ts";
import { ApiError } from "../../platform/errors.ts";
import type { JobContext } from "../../platform/queue/job.ts";
import type { Vault } from "../../platform/vault.ts";
import { API_CALL } from "../../workflows/definition/graph.ts";
import { requireRunnable } from "../../workflows/definition/runnable.ts";
import { buildKeyRoot } from "../idempotency-key.ts";
import { RUNS } from "../name.ts";
import { createRunPasswords } from "../passwords.ts";
import { readRunSettings } from "../settings/run-settings.ts";
import { buildSignalStatement } from "../signals/wake.ts";
import { insertRun, type PrepareDeps } from "../start/start.ts";
import type { RunSettings } from "../table.ts";
import type { WorkflowCall } from "./call-workflow.ts";

// A circle of calls must end somewhere.
const MAX_DEPTH = 10;

/**
 * Starts the workflow that a step of a run calls, for the same account and config, and ends the job with it. If it
 * cannot start, the caller is told at once. Nothing happens if the caller, or its step, has ended in the meantime.
 */
export async function startCalledWorkflow(
  deps: Pick<Deps, "queue"> & PrepareDeps,
  { parentRun, parentPath, workflow: idOrAlias, traceparent, ...given }: WorkflowCall,
  context: JobContext,
): Promise<void> {
  await deps.queue.transaction(async (tx) => {
    await context.settle(tx);
    const parent = await findParent(tx, parentRun, parentPath);
    if (!parent) return;
    if ((await depthOf(tx, parentRun)) >= MAX_DEPTH) {
      const message = `Workflows call each other more than ${MAX_DEPTH} levels deep.`;
      return tellParent(deps, tx, { parentRun, parentPath }, { code: "TOO_DEEP", message });
    }
    const scope = { orgId: parent.org_id, environment: parent.environment, account: parent.account };
    // An alias means a workflow of the owner of the calling one: nobody else can replace it (D30).
    const caller = { ...scope, ownFirst: parent.owner !== null };
    const found = await requireRunnable(tx, caller, idOrAlias, undefined).catch((error: unknown) => error);
    if (found instanceof Error) {
      if (!(found instanceof ApiError)) throw found;
      const message = `There is no published workflow "${idOrAlias}".`;
      return tellParent(deps, tx, { parentRun, parentPath }, { code: "UNKNOWN_WORKFLOW", message });
    }
    const workflow = found as Awaited<ReturnType<typeof requireRunnable>>;
    const { input, sealedInput } = openInput(deps.vault, { ...parent, settings: NO_SETTINGS }, given);
    await insertRun(deps, tx, scope, {
      workflow,
      configId: parent.config_id,
      settings: {
        ...(await readRunSettings(tx, scope, parent.config_id, workflow)),
        sealedInput,
        keyRoot: buildKeyRoot({ id: parentRun, keyRoot: parent.keyRoot }, parentPath),
      },
      input,
      source: "API Call",
      eventName: API_CALL,
      executionType: parent.execution_type,
      parent: { runId: parentRun, path: parentPath },
      traceparent,
      inherited: parent.redaction ?? undefined,
      // Its step was allowed to act, so the called run may as well; nothing else counts it as one of the customer's.
      test: parent.test ? { calls: true, pins: {}, isOwn: parent.test.isOwn } : undefined,
    });
  });
}

const NO_SETTINGS: RunSettings = { fields: {}, workflowFields: {} };

/** An input that was sealed as a whole shows what its run may show, unless that has a policy (`redactStart`). */
function openInput(
  vault: Vault,
  caller: Parameters<typeof createRunPasswords>[1],
  { input, sealedInput, isSealed }: Pick<WorkflowCall, "input" | "sealedInput" | "isSealed">,
): Pick<WorkflowCall, "input" | "sealedInput"> {
  if (!isSealed || sealedInput === undefined) return { input, sealedInput };
  const passwords = createRunPasswords(vault, caller);
  return { input: passwords.hide(passwords.open(sealedInput)), sealedInput };
}

/** How many calls led to a run; counted only as far as it matters. */
async function depthOf(tx: Tx, runId: string): Promise<number> {
  const text = `with recursive caller (id, depth) as (
      select parent_run, 1 from runs where id = $1 and parent_run is not null
      union all
      select r.parent_run, c.depth + 1 from caller c join runs r on r.id = c.id
      where r.parent_run is not null and c.depth < $2)
    select coalesce(max(depth), 0)::int as depth from caller`;
  const [row] = await runStatement<{ depth: number }>(tx, { text }, [runId, MAX_DEPTH]);
  return row?.depth ?? 0;
}

/**
 * The caller, if its step still waits. It stays so until `tx` ends: stopping it then finds what `tx` starts for it.
 */
async function findParent(tx: Tx, runId: string, path: string) {
  const row = await tx
    .selectFrom("runs")
    .innerJoin("linked_accounts", "linked_accounts.id", "runs.account_id")
    .leftJoin("workflow_versions as v", (join) =>
      join.onRef("v.workflow_id", "=", "runs.workflow_id").onRef("v.version", "=", "runs.workflow_version"),
    )
    .select("v.account_id as owner")
    .select(["runs.org_id", "runs.environment", "runs.config_id", "runs.execution_type", "runs.account_id"])
    .select(["runs.test", "runs.redaction", "runs.slug", "runs.workflow_id"])
    .select(sql<string | null>`runs.settings ->> 'keyRoot'`.as("keyRoot"))
    .select("linked_accounts.account_id as accountId")
    .where("runs.id", "=", runId)
    .where("runs.status", "=", "RUNNING")
    // Not for share: a transaction that starts nothing tells the caller so, and two of those would deadlock.
    .forNoKeyUpdate("runs")
    .executeTakeFirst();
  // Read under the lock: ending the step takes it as well.
  const step = tx
    .selectFrom("run_steps")
    .select("status")
    .where("run_id", "=", runId)
    .where("path", "=", path);
  const waits = await step.where("status", "=", "Waiting").executeTakeFirst();
  return row && waits && { ...row, account: { id: row.account_id, accountId: row.accountId } };
}

/** The called workflow failed before it began. */
async function tellParent(
  { queue, clock }: Pick<Deps, "queue" | "clock">,
  tx: Tx,
  { parentRun: runId, parentPath: path }: Pick<WorkflowCall, "parentRun" | "parentPath">,
  error: { code: string; message: string },
): Promise<void> {
  const body = { run_id: "", status: "ERRORED", error, response: null };
  const signal = buildSignalStatement([{ runId, path, kind: "child", body }], clock.now());
  await runStatement(tx, signal, signal.values);
  queue.ready(tx, RUNS);
}
