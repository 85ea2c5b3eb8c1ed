import type { Json } from "../../platform/json/json.ts";
import { measureValue } from "../../platform/measured-value.ts";
import { createFailure } from "../../workflows/nodes/failure.ts";
import type { FailOutcome, NodeFailure, NodeOutcome } from "../../workflows/nodes/node.ts";
import { findExcess, RESULTS_TOO_LARGE } from "../results/held-results.ts";
import { buildResponseRecord } from "../sealed-response.ts";
import type { StepState } from "../store.ts";
import type { RunError, StepStatus, Wait } from "../table.ts";
import { getRetryDelayMs } from "./backoff.ts";
import { LARGEST_STEP } from "./commit/prepare-commit.ts";
import type { RunEnd, RunResponse } from "./commit/run-commit.ts";
import type { ProgressCommit } from "./commit-progress.ts";
import type { Progress, RunningStep } from "./progress.ts";

/** What comes of an attempt: what its node says or, if no node produced it just now, what happened to it. */
export type StepOutcome = { readonly logs?: string[] } & (
  | NodeOutcome
  /** A failed loop knows the path of the step that made it fail. */
  | (FailOutcome & { readonly path?: string })
  /** The run was stopped or timed out while the step was running. */
  | { readonly kind: "cutOff"; readonly status: "Stopped" | "Timed_Out"; readonly error: NodeFailure }
);

/** An outcome with which the step counts as made. */
type MadeOutcome = Exclude<StepOutcome, { readonly kind: "park" }>;

/** What an outcome changes. */
export interface StepChange extends Pick<ProgressCommit, "respond" | "call"> {
  readonly state: StepState;
  /** How the run ends with it: if nothing else is left to do, or in any case. */
  readonly end?: "ifLast" | RunEnd;
}

/** A change with the bytes of the step's output in memory. */
export type MeasuredChange = StepChange & { readonly bytes: number };

/** What an attempt changes; a failure if the run would hold too much with that. */
export function getChangeAfter(progress: Progress, step: RunningStep, outcome: MadeOutcome): MeasuredChange {
  const change = applyOutcome(progress, step, outcome);
  const isResult = outcome.kind === "next" || outcome.kind === "respond" || outcome.kind === "each";
  const { memory: bytes } = measureValue(change.state.output, isResult ? LARGEST_STEP : undefined);
  const problem = isResult ? findExcess(progress.held, step.path, bytes) : undefined;
  if (problem === undefined) return { ...change, bytes };
  return getChangeAfter(progress, step, createFailure(RESULTS_TOO_LARGE, problem));
}

function applyOutcome(progress: Progress, step: RunningStep, outcome: MadeOutcome): StepChange {
  const base = { ...UNDECIDED, attempt: step.attempt };
  const waiting = (wait: Wait, output: Json = null) => ({
    ...base,
    status: "Waiting" as const,
    wait,
    output,
  });
  switch (outcome.kind) {
    case "next": {
      const { output, handle = null, status = "Success" } = outcome;
      return { state: { ...base, status, handle, output }, end: "ifLast" };
    }
    case "fail":
      return { state: getStateAfterFailure(progress, step, outcome), end: "ifLast" };
    case "respond": {
      const state = { ...base, status: "Success" as const, output: { body: outcome.body } };
      return { state, end: "ifLast", respond: toRunResponse(progress, outcome) };
    }
    case "end": {
      const state = { ...base, status: "Success" as const, output: { body: outcome.response } };
      return { state, end: toRunEnd(progress, step, outcome) };
    }
    case "sleep":
      return { state: waiting({ kind: "time", until: outcome.until.toISOString() }) };
    case "ask":
      return { state: waiting({ kind: "answer", until: outcome.until.toISOString() }) };
    case "each":
      // The items are stored with the step: whoever resumes after a crash must see the same ones.
      return { state: waiting({ kind: "each", concurrency: outcome.concurrency }, [...outcome.items]) };
    case "call": {
      const { timeout_ms: limitMs } = step.planNode.node;
      const until = limitMs && new Date(step.startedAt.getTime() + limitMs).toISOString();
      const call = { parentPath: step.path, workflow: outcome.workflow, input: outcome.input };
      return { state: waiting({ kind: "child", ...(until && { until }) }), call };
    }
    case "cutOff":
      return { state: { ...base, status: outcome.status, error: toRunError(step, outcome.error) } };
  }
}

const UNDECIDED = { retryAt: null, wait: null, handle: null, output: null, error: null };

function getStateAfterFailure(
  { deps, passwords }: Progress,
  step: RunningStep,
  { error: failure, mayRetry, retryAfterMs, path }: FailOutcome & { readonly path?: string },
): StepState {
  const { attempt, planNode } = step;
  const { maximum_attempts: most, on_error: onError } = planNode.node;
  // Also for the nodes after it, which read an error as text for people.
  const hidden = {
    ...failure,
    message: passwords.hide(failure.message),
    ...(path !== undefined && { path }),
  };
  const error = toRunError(step, hidden);
  const failed = { ...UNDECIDED, attempt, status: failedAs(error), error };
  if (mayRetry && attempt < most) {
    const delayMs = getRetryDelayMs(attempt, retryAfterMs, Math.random());
    return { ...failed, retryAt: new Date(deps.clock.now().getTime() + delayMs) };
  }
  const skipped = { ...failed, status: "Errored_and_Skipped" as const, output: { error: hidden } };
  if (planNode.hasErrorEdge) return { ...skipped, handle: "error" };
  if (onError === "continue") return skipped;
  return onError === "skip" ? { ...skipped, handle: "skip" } : failed;
}

function failedAs({ code }: RunError): StepStatus {
  return code === "NODE_TIMEOUT" || code === "WAIT_TIMEOUT" ? "Timed_Out" : "Errored";
}

function toRunError({ planNode: { node }, attempt }: RunningStep, failure: NodeFailure): RunError {
  return { ...failure, nodeId: node.id, nodeName: node.name, attempts: attempt };
}

function toRunResponse(
  { passwords, run }: Progress,
  { status, headers, body }: Extract<NodeOutcome, { readonly kind: "respond" }>,
): RunResponse {
  // Header names stay: with the mark in it, a name would not be valid.
  const shown = Object.entries(headers).map(([name, value]) => [name, passwords.hide(value)]);
  const response = { headers: Object.fromEntries(shown), body: passwords.hide(body) };
  return { status, ...response, record: buildResponseRecord(passwords, run, response) };
}

function toRunEnd(
  { passwords }: Progress,
  { frame, path, planNode: { node } }: RunningStep,
  { error, response }: Extract<NodeOutcome, { readonly kind: "end" }>,
): RunEnd {
  if (!error) return { status: "COMPLETED", response };
  const of = { nodeId: node.id, nodeName: node.name, ...(frame.parent && { path }) };
  return { status: "ERRORED", error: { ...error, message: passwords.hide(error.message), ...of }, response };
}
