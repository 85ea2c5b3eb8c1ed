import { sql } from "kysely";
import type { RunError, RunStatus } from "../../runs/table.ts";
import type { AccountView } from "../../runs/view/account-view.ts";
import type { CallStatus } from "../table.ts";
import { redactInternals } from "../tools/safe-text.ts";
import { toToolOutcome } from "../tools/workflow-tool.ts";

/** What is read of a call's execution (`runs as run`, joined by `run_id`) to determine the call's status. */
export const RUN_OF_CALL = [
  "run.status as run_status",
  "run.error as run_error",
  "run.responded_at as run_responded_at",
  "run.finished_at as run_finished_at",
] as const;

interface WithRun {
  readonly status: CallStatus;
  readonly finished_at: Date | null;
  readonly run_status: RunStatus | null;
  readonly run_error: RunError | null;
  readonly run_responded_at: Date | null;
  readonly run_finished_at: Date | null;
}

/**
 * A call in its current state: one that continued as an execution has that one's state, unless it is no longer
 * stored. Why it failed is shown as `view` allows.
 */
export function mergeCallWithRun<Call extends WithRun>(row: Call, view: AccountView) {
  const { run_status: status, run_error: error, run_responded_at, run_finished_at, ...call } = row;
  const responded_at = run_responded_at;
  if ((call.status !== "COMPLETED" && call.status !== "ERRORED") || status === null) return call;
  if (isOpen({ status, responded_at })) return { ...call, status: "RUNNING" as const, finished_at: null };
  const finished_at = responded_at ?? run_finished_at;
  const outcome = toToolOutcome({ status, error, responded_at, response: null }, view);
  if (outcome.kind !== "error") return { ...call, finished_at };
  return { ...call, status: "ERRORED" as const, error: redactInternals(outcome.message), finished_at };
}

/** Whether an execution has yet to answer. */
export function isOpen({ status, responded_at }: { status: RunStatus; responded_at: Date | null }): boolean {
  return responded_at === null && (status === "RUNNING" || status === "STOPPING");
}

// A scalar, so that each is found by its id: the planner would otherwise read all executions.
const UNANSWERED = sql`(select r.status from runs r where r.id = mcp_calls.run_id and r.responded_at is null)`;

/** The same for the conditions of a list: of the calls that are `COMPLETED` in the log, those with that status. */
export const STANDS_AS = {
  RUNNING: sql`${UNANSWERED} in ('RUNNING', 'STOPPING')`,
  ERRORED: sql`${UNANSWERED} not in ('RUNNING', 'STOPPING', 'COMPLETED')`,
  COMPLETED: sql`coalesce(${UNANSWERED}, 'COMPLETED') = 'COMPLETED'`,
};
