import type { Json } from "../../platform/json/json.ts";
import type { PlanNode } from "../../workflows/definition/plan.ts";
import type { FailOutcome, NextOutcome } from "../../workflows/nodes/node.ts";
import type { StepState } from "../store.ts";
import type { RunError, StepStatus, Wait } from "../table.ts";
import { getRetryDelayMs } from "./backoff.ts";
import type { Progress } from "./progress.ts";

/** An attempt at a node. */
interface NodeAttempt {
  readonly planNode: PlanNode;
  readonly attempt: number;
}

/**
 * A failed loop knows the path of the step that made it fail. What a step called is stopped when the step
 * gives up or waits inside it; the step does not give up if what it waited for has arrived.
 */
export type StepEnd = (NextOutcome | (FailOutcome & { readonly path?: string })) & {
  readonly givesUp?: boolean;
};

/** The state of a step after an attempt with this outcome. */
export function getStateAfter(
  { deps, passwords }: Progress,
  { planNode, attempt }: NodeAttempt,
  outcome: StepEnd,
): StepState {
  const { node, hasErrorEdge } = planNode;
  const base = { attempt, retryAt: null, wait: null, error: null };
  if (outcome.kind === "next") {
    const { output, handle = null, status = "Success" } = outcome;
    return { ...base, status, handle, output };
  }
  // Also for the nodes after it, which read an error as text for people.
  const hidden: { code: string; message: string; status?: number; path?: string } = {
    ...outcome.error,
    message: passwords.hide(outcome.error.message),
  };
  if (outcome.path !== undefined) hidden.path = outcome.path;
  const error: RunError = { ...hidden, nodeId: node.id, nodeName: node.name, attempts: attempt };
  const output = { error: hidden };
  if (outcome.mayRetry && attempt < node.maximum_attempts) {
    const now = deps.clock.now().getTime();
    const retryAt = new Date(now + getRetryDelayMs(attempt, outcome.retryAfterMs, Math.random()));
    return { ...base, status: failedAs(error), handle: null, output: null, error, retryAt };
  }
  if (hasErrorEdge) return { ...base, status: "Errored_and_Skipped", handle: "error", output, error };
  if (node.on_error === "continue")
    return { ...base, status: "Errored_and_Skipped", handle: null, output, error };
  if (node.on_error === "skip")
    return { ...base, status: "Errored_and_Skipped", handle: "skip", output, error };
  return { ...base, status: failedAs(error), handle: null, output: null, error };
}

function failedAs({ code }: RunError): StepStatus {
  return code === "NODE_TIMEOUT" || code === "WAIT_TIMEOUT" ? "Timed_Out" : "Errored";
}

/** The state of a waiting step. */
export function createWaitingState({ attempt }: NodeAttempt, wait: Wait, output: Json): StepState {
  return { status: "Waiting", attempt, retryAt: null, handle: null, output, error: null, wait };
}
