import { getKnownSize, measureValue } from "../../platform/measured-value.ts";
import { waitForTurn } from "../../platform/wait-for-turn.ts";
import { CutOffError } from "../../platform/work/line.ts";
import { STEP_DURATION } from "../metrics.ts";
import { RUNS } from "../name.ts";
import { setHeldResult } from "../results/held-results.ts";
import { LARGE } from "../results/payloads.ts";
import type { StepRow, StepState } from "../store.ts";
import { callNode, claimMemory, type NodeResult, releaseMemory, toFailOutcome } from "./call-node.ts";
import { LARGEST_STEP } from "./commit/prepare-commit.ts";
import { commitProgress, deferStep, mayDefer, type ProgressCommit } from "./commit-progress.ts";
import { findEnd, redactError } from "./end.ts";
import { isInterruption, RunTimeoutError } from "./interruption.ts";
import type { Progress, RunningStep } from "./progress.ts";
import { getChangeAfter, type MeasuredChange, type StepOutcome } from "./state-after.ts";
import { recordOutcome } from "./trace-step.ts";
import { readSignals } from "./wait-for-news.ts";

type ParkOutcome = Extract<StepOutcome, { readonly kind: "park" }>;

/** What comes of an attempt, and what else its record shows. */
export interface StepResult extends Partial<Omit<NodeResult, "outcome">> {
  readonly outcome: StepOutcome;
  /**
   * What the step has called is stopped when it gives up, or waits inside it; it does not give up if what it waited
   * for has arrived.
   */
  readonly givesUp?: boolean;
}

/** Runs one attempt at a node and commits its outcome. */
export async function runStep(progress: Progress, step: RunningStep): Promise<void> {
  // Executions that resume at the same moment may each compute for long before they wait for anything.
  await waitForTurn();
  try {
    // The call was made: an odd character in its response must not cost the result. Later nodes see what is stored.
    const result = toStorable(progress, step, await callNode(progress, step));
    const bytes = getKnownSize(result);
    if (bytes > LARGE) {
      await claimMemory(progress, step, bytes);
      // It took time to be read, and takes time again to be written.
      await waitForTurn();
    }
    await commitResult(progress, step, result);
  } finally {
    releaseMemory(step);
  }
}

/** Records that a step was running when its run was stopped or timed out; for nothing else. */
export async function recordAbort(progress: Progress, step: RunningStep, error: unknown): Promise<void> {
  const isStop = error instanceof CutOffError;
  if (!isStop && !(error instanceof RunTimeoutError)) return;
  const failure = { code: isStop ? "STOPPED" : "TIMED_OUT", message: error.message };
  const outcome = { kind: "cutOff", status: isStop ? "Stopped" : "Timed_Out", error: failure } as const;
  // A replay can send the input again.
  const result = { input: step.given ?? null, outcome };
  await commitResult(progress, step, toStorable(progress, step, result, Number.POSITIVE_INFINITY));
}

/** A result as it can be stored, or what is left of it if it cannot. */
function toStorable(
  progress: Progress,
  step: RunningStep,
  result: StepResult,
  mostBytes = LARGEST_STEP,
): StepResult {
  try {
    return measureValue(result, mostBytes).value;
  } catch (error) {
    return withoutData(progress, step, result, error);
  }
}

function withoutData(
  progress: Progress,
  step: RunningStep,
  { outcome }: StepResult,
  error: unknown,
): Pick<StepResult, "outcome"> {
  return { outcome: outcome.kind === "cutOff" ? outcome : toFailOutcome(progress, step, error) };
}

/**
 * Commits what came of an attempt. Every outcome takes the same stages (D476), also one that its node did not produce
 * just now. If it cannot be committed, the step ends without its data: nothing about them is a reason to release the
 * run.
 */
export async function commitResult(progress: Progress, step: RunningStep, result: StepResult): Promise<void> {
  try {
    await applyResult(progress, step, result);
  } catch (error) {
    const isCutOff = result.outcome.kind === "cutOff";
    if (isInterruption(error) || (progress.signal.aborted && !isCutOff)) throw error;
    const { outcome } = withoutData(progress, step, result, error);
    const endsRun = outcome.kind === "fail" && progress.state.phase === "ending";
    await applyResult(progress, step, {
      outcome: endsRun ? { kind: "end", error: outcome.error, response: null } : outcome,
    });
  }
}

async function applyResult(progress: Progress, step: RunningStep, result: StepResult): Promise<void> {
  const { outcome, isRepeatable, givesUp } = result;
  if (outcome.kind === "park") return parkStep(progress, step, outcome);
  const change = getChangeAfter(progress, step, outcome);
  const row = toStepRow(progress, step, change.state, result);
  const settle = findEnd(progress, step, change);
  // Nothing else may start from now on.
  if (outcome.kind === "end") progress.state.phase = "ending";
  const isPure = isRepeatable && change.state.status === "Success" && !settle;
  if (isPure && mayDefer(progress, getKnownSize(result))) deferStep(progress, row);
  else {
    const { respond, call } = change;
    const committed = await commitProgress(progress, { step: row, respond, call, settle, givesUp });
    // It still waits, and resumes with what has arrived.
    if (committed === "rolledBack") return readSignals(progress);
  }
  recordOutcome(progress, row);
  if (row.status !== "Waiting") {
    const labels = { type: step.planNode.node.type, state: row.status };
    progress.deps.metrics.time(STEP_DURATION, labels, row.duration_ms);
  }
  remember(progress, step, outcome, { ...change, settle });
}

/** The step counts as not made. */
function parkStep(
  { parked }: Progress,
  { path, planNode }: RunningStep,
  { slug, connectionId, reason }: ParkOutcome,
): void {
  parked.set(path, { nodeId: planNode.node.id, slug, connectionId, reason });
}

/**
 * What the record of a step shows: no passwords, and marks for what redaction rules name, although the nodes after it get
 * the output with them.
 */
function toStepRow(
  { run, passwords }: Progress,
  { path, attempt, planNode, startedAt, startMs, standIn }: RunningStep,
  state: StepState,
  { input = null, warnings = [], outcome }: StepResult,
): StepRow {
  const output = passwords.show(state.output);
  const shownInput = passwords.show(input);
  // Whoever resumes or answers a waiting step needs its input, and so does whoever may reveal it.
  const isInputKept =
    passwords.plan?.redactor && (state.status === "Waiting" || passwords.plan.policy.reveal);
  const original = isInputKept && shownInput !== input ? passwords.hide(input) : undefined;
  const logs = [...warnings, ...(outcome.logs ?? [])];
  return {
    run_id: run.id,
    path,
    attempt,
    node_id: planNode.node.id,
    status: state.status,
    input: shownInput,
    output,
    sealed: passwords.seal(state.output, output, original),
    error: redactError(passwords, state.error),
    logs: logs.length > 0 ? passwords.show(logs) : null,
    handle: state.handle,
    wait: state.wait,
    retry_at: state.retryAt,
    started_at: startedAt,
    duration_ms: Math.round(performance.now() - startMs),
    stand_in: standIn,
  };
}

/** Shows others what was committed or deferred: the nodes after the step, and the run's end. */
function remember(
  { steps, held, state, running, deps, run }: Progress,
  { path }: RunningStep,
  { kind }: StepOutcome,
  change: MeasuredChange & Pick<ProgressCommit, "settle">,
): void {
  // Nothing follows a step that ends the run, or that was cut off.
  if (kind !== "end" && kind !== "cutOff") {
    steps.set(path, change.state);
    setHeldResult(held, path, change.bytes);
  }
  state.responded ??= change.respond;
  if (change.settle) state.phase = "ending";
  if (kind === "end" && running.size > 1) deps.work.abort(RUNS, run.id);
}
