import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import type { JobContext } from "../platform/queue/job.ts";
import { notify, type WorkflowFacts, workflowPayload } from "../webhooks/notify.ts";
import type { Decision } from "./advance.ts";
import { deleteOrphanSteps, finishRun, type LoadedRun } from "./store.ts";
import type { RunError } from "./table.ts";

/** A run that is being carried out, in the scope of its account. */
export interface ScopedRun {
  readonly run: LoadedRun;
  readonly scope: AccountScope;
}

/** How a run ends. */
export type End = Exclude<Decision, { kind: "run" | "wait" }>;

/**
 * Ends the run: its state, the end of its job and the webhooks that tell of it commit together. Nothing but the
 * job ends where `isStillSo` says, in the same transaction, that the reason is gone.
 */
export async function finish(
  deps: Pick<Deps, "queue" | "clock" | "log">,
  { run, scope }: ScopedRun,
  context: JobContext,
  { decision, isStillSo }: { decision: End; isStillSo?: (tx: Tx) => Promise<boolean> },
): Promise<void> {
  const now = deps.clock.now();
  const end =
    decision.kind === "complete"
      ? { status: "COMPLETED" as const, response: decision.response, error: null, now }
      : { status: "ERRORED" as const, response: null, error: decision.error, now };
  const facts = describeEnd(run, end.error, now);
  await deps.queue.transaction(async (tx) => {
    await context.settle(tx);
    if (isStillSo && !(await isStillSo(tx))) return;
    if (!(await finishRun(tx, run.id, end))) return deleteOrphanSteps(tx, run.id);
    const about = { slug: run.slug ?? undefined, workflowId: run.workflow_id };
    await notify(deps, tx, scope, facts.event, workflowPayload(scope, facts), about);
  });
  deps.log.debug({ runId: run.id, status: end.status }, "run.finished");
}

function describeEnd(run: LoadedRun, error: RunError | null, at: Date): WorkflowFacts {
  return {
    event: error ? "Workflow Errored" : "Workflow Completed",
    linkedAccountId: run.account.accountId,
    executionId: run.id,
    workflowId: run.workflow_id,
    workflowName: run.workflow_name,
    configId: run.config_id,
    failure: error
      ? { ...error, at, error: { code: error.code, message: error.message, status: error.status ?? null } }
      : undefined,
  };
}
