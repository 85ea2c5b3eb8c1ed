import { isObject, type Json } from "../../platform/json/json.ts";
import { getKnownSize, measureMemory, measureValue } from "../../platform/measured-value.ts";
import { waitForTurn } from "../../platform/wait-for-turn.ts";
import type { Fields } from "../../workflows/definition/graph.ts";
import type { PlanNode } from "../../workflows/definition/plan.ts";
import { findNodeType } from "../../workflows/nodes/list.ts";
import type { FailOutcome, NextOutcome, NodeOutcome, Wake } from "../../workflows/nodes/node.ts";
import { RUNS } from "../name.ts";
import { buildStepPath } from "../path.ts";
import { findExcess, RESULTS_TOO_LARGE } from "../results/held-results.ts";
import { LARGE } from "../results/payloads.ts";
import type { StepRow, StepState } from "../store.ts";
import type { Wait } from "../table.ts";
import { readFailureForCaller } from "../view/account-view.ts";
import { advanceRegion } from "./advance.ts";
import {
  callNode,
  claimMemory,
  createNodeFailure,
  type NodeResult,
  releaseMemory,
  toFailOutcome,
} from "./call-node.ts";
import { callWorkflow } from "./call-workflow.ts";
import { LARGEST_STEP } from "./commit/prepare-commit.ts";
import type { RunResponse } from "./commit/run-commit.ts";
import { deferStep, mayDefer } from "./defer-step.ts";
import { buildEndSettlement, findRegionEnd } from "./end.ts";
import { isInterruption } from "./interruption.ts";
import {
  commitProgress,
  type Frame,
  findStepState,
  type NodeContext,
  type Progress,
  setStepState,
} from "./progress.ts";
import { createWaitingState, getStateAfter, type StepEnd } from "./state-after.ts";
import { readSignals } from "./wait-for-news.ts";

/** A running step: where it is, which attempt, and since when. */
export interface RunningStep extends NodeContext {
  readonly attempt: number;
  readonly startedAt: Date;
  readonly startMs: number;
}

/** Describes an attempt at a node of a frame that starts now. */
export function buildRunningStep(
  { deps }: Progress,
  frame: Frame,
  planNode: PlanNode,
  attempt: number,
): RunningStep {
  const path = buildStepPath(frame.prefix, planNode.node.id);
  return { frame, planNode, path, attempt, startedAt: deps.clock.now(), startMs: performance.now() };
}

/** Runs one attempt at a node and commits its outcome. */
export async function runStep(progress: Progress, step: RunningStep): Promise<void> {
  // Executions that resume at the same moment may each compute for long before they wait for anything.
  await waitForTurn();
  // The call was made: an odd character in its response must not cost the result. Later nodes see what is stored.
  try {
    const called = storableOrFailed(progress, step, await callNode(progress, step));
    const bytes = getKnownSize(called);
    if (bytes > LARGE) {
      await claimMemory(progress, step, bytes);
      // It took time to be read, and takes time again to be written.
      await waitForTurn();
    }
    await orFailed(progress, step, () => commitOutcome(progress, step, called));
  } finally {
    releaseMemory(step);
  }
}

/** A node's outcome as it can be stored, or its failure if it cannot. */
function storableOrFailed(progress: Progress, step: RunningStep, called: NodeResult): NodeResult {
  try {
    return measureValue(called, LARGEST_STEP).value;
  } catch (error) {
    return { input: null, warnings: [], outcome: toFailOutcome(progress, step, error) };
  }
}

function commitOutcome(progress: Progress, step: RunningStep, called: NodeResult): Promise<void> {
  const { node } = step.planNode;
  const { outcome } = called;
  switch (outcome.kind) {
    case "park": {
      const reason = progress.passwords.hide(outcome.reason);
      progress.parked.set(step.path, { nodeId: node.id, slug: outcome.slug, reason });
      return Promise.resolve();
    }
    case "next":
    case "fail":
      return commitEnd(progress, step, outcome, called);
    case "sleep":
    case "ask":
      return commitWaiting(progress, step, called, {
        kind: outcome.kind === "sleep" ? "time" : "answer",
        until: outcome.until.toISOString(),
      });
    case "each":
      // The items are stored with the step: whoever resumes after a crash must see the same ones.
      return beginLoop(progress, step, called, outcome);
    case "call":
      return callChild(progress, step, called, outcome);
    case "respond":
      return commitEnd(progress, step, { kind: "next", output: { body: outcome.body } }, called, {
        status: outcome.status,
        headers: hiddenValues(progress, outcome.headers),
        body: progress.passwords.hide(outcome.body),
      });
    case "end":
      return endRun(progress, step, called, outcome);
  }
}

function beginLoop(
  progress: Progress,
  step: RunningStep,
  called: NodeResult,
  { items, concurrency }: Extract<NodeOutcome, { kind: "each" }>,
): Promise<void> {
  const problem = findExcess(progress.held, step.path, measureMemory([...items]));
  if (problem !== undefined)
    return commitEnd(progress, step, createNodeFailure(RESULTS_TOO_LARGE, problem), called);
  return commitWaiting(progress, step, called, { kind: "each", concurrency }, [...items]);
}

/** Resumes a step whose wait is over. */
export async function resumeStep(progress: Progress, step: RunningStep, wake: Wake): Promise<void> {
  const { node } = step.planNode;
  const data = await readRecordedInput(progress, step);
  const outcome = wakeOrFail(progress, step, { data, wake: await redactWake(progress, wake) });
  // Nobody needs a called workflow that took too long.
  const givesUp = wake.kind === "time" && findStepState(progress, step.frame, node.id)?.wait?.kind !== "time";
  await commitStepEnd(progress, step, { ...outcome, givesUp });
}

/** What has arrived, as far as the run may know of it. */
async function redactWake({ deps }: Progress, wake: Wake): Promise<Wake> {
  if (wake.kind !== "child" || wake.error === null || wake.runId === "") return wake;
  return { ...wake, error: await readFailureForCaller(deps, wake.runId, wake.error) };
}

function wakeOrFail(
  progress: Progress,
  step: RunningStep,
  { data, wake }: { data: Fields; wake: Wake },
): NextOutcome | FailOutcome {
  const { type, is_batch: isBatch } = step.planNode.node;
  try {
    return (
      findNodeType(type)?.wake?.({ data, isBatch }, wake) ??
      createNodeFailure("UNKNOWN_NODE", `A node of type "${type}" does not wait.`)
    );
  } catch (error) {
    return toFailOutcome(progress, step, error);
  }
}

/** The node's input, as it was recorded before the node waited. */
async function readRecordedInput({ deps, run }: Progress, { path, attempt }: RunningStep): Promise<Fields> {
  const row = await deps.db
    .selectFrom("run_steps")
    .select("input")
    .where("run_id", "=", run.id)
    .where("path", "=", path)
    .where("attempt", "=", attempt)
    .executeTakeFirst();
  const input = row?.input;
  return isObject(input) ? input : {};
}

/** Ends an attempt with an outcome that its node did not produce just now. */
export function commitStepEnd(progress: Progress, step: RunningStep, outcome: StepEnd): Promise<void> {
  const called = { input: null, warnings: [], outcome };
  return orFailed(progress, step, () => commitEnd(progress, step, outcome, called));
}

/** If it cannot be committed, the step ends: nothing about its data is a reason to release the run. */
async function orFailed(progress: Progress, step: RunningStep, commitIt: () => Promise<void>): Promise<void> {
  try {
    await commitIt();
  } catch (error) {
    if (progress.signal.aborted || isInterruption(error)) throw error;
    const outcome = toFailOutcome(progress, step, error);
    const called = { input: null, warnings: [], outcome };
    if (progress.isEnding) await endRun(progress, step, called, { error: outcome.error, response: null });
    else await commitEnd(progress, step, outcome, called);
  }
}

/** Commits the end of an attempt, and with it the end of the run if nothing else is left to do. */
async function commitEnd(
  progress: Progress,
  step: RunningStep,
  ended: StepEnd,
  called: NodeResult,
  said?: RunResponse,
): Promise<void> {
  const { input, warnings, outcome: from, isRepeatable } = called;
  const { outcome, bytes } = heldOrFailed(progress, step, ended);
  const respond = outcome === ended ? said : undefined;
  const state = getStateAfter(progress, step, outcome);
  const row = toStepRow(progress, step, state, { input, logs: [...warnings, ...(from.logs ?? [])] });
  const standing = isLast(progress, step) ? standingWith(progress, step, state) : undefined;
  const settle = standing && findRegionEnd(progress, standing, respond);
  if (isRepeatable && outcome.kind === "next" && !settle && mayDefer(progress, getKnownSize(called))) {
    setStepState(progress, step.path, state, bytes);
    return deferStep(progress, row);
  }
  const givesUp = ended.givesUp ? step.path : undefined;
  const committed = await commitProgress(progress, { step: row, respond, settle }, givesUp);
  // It still waits, and resumes with what has arrived.
  if (committed === "rolledBack") return readSignals(progress);
  setStepState(progress, step.path, state, bytes);
  progress.responded ??= respond;
  if (settle) progress.isEnding = true;
}

/** A node's output with its size, or a failure if the run would hold too much with it. */
function heldOrFailed(
  { held }: Progress,
  { path }: RunningStep,
  outcome: StepEnd,
): { outcome: StepEnd; bytes?: number } {
  if (outcome.kind !== "next") return { outcome };
  const { memory: bytes } = measureValue(outcome.output, LARGEST_STEP);
  const problem = findExcess(held, path, bytes);
  return problem === undefined
    ? { outcome, bytes }
    : { outcome: createNodeFailure(RESULTS_TOO_LARGE, problem) };
}

/** The state of the frame once the step is in `state`; not visible to others until it is committed. */
function standingWith(progress: Progress, { frame, planNode }: RunningStep, state: StepState) {
  const stepOf = (id: string) => (id === planNode.node.id ? state : findStepState(progress, frame, id));
  return { ...advanceRegion(frame.region, stepOf, progress.deps.clock.now()), region: frame.region, stepOf };
}

/** Whether the run may be over with this step: nothing else is running, here or in a loop around it. */
function isLast({ running, parked }: Progress, { frame }: RunningStep): boolean {
  return frame.parent === undefined && running.size === 1 && parked.size === 0;
}

/** Commits that a step waits. */
async function commitWaiting(
  progress: Progress,
  step: RunningStep,
  { input, warnings, outcome }: NodeResult,
  what: Wait,
  output: Json = null,
): Promise<void> {
  const state = createWaitingState(step, what, output);
  const logs = [...warnings, ...(outcome.logs ?? [])];
  await commitProgress(progress, { step: toStepRow(progress, step, state, { input, logs }) });
  setStepState(progress, step.path, state);
}

/** Commits that a step waits for a called workflow, together with the job that calls it. */
async function callChild(
  progress: Progress,
  step: RunningStep,
  { input, warnings }: NodeResult,
  { workflow, input: given }: Extract<NodeOutcome, { kind: "call" }>,
): Promise<void> {
  const { timeout_ms: limitMs } = step.planNode.node;
  const until = limitMs && new Date(step.startedAt.getTime() + limitMs).toISOString();
  const state = createWaitingState(step, { kind: "child", ...(until && { until }) }, null);
  const row = toStepRow(progress, step, state, { input, logs: [...warnings] });
  await callWorkflow(progress, row, { workflow, input: given });
  setStepState(progress, step.path, state);
}

/** Header names stay: with the mark in it, a name would not be valid. */
function hiddenValues({ passwords }: Progress, headers: Readonly<Record<string, string>>) {
  const shown = Object.entries(headers).map(([name, value]) => [name, passwords.hide(value)]);
  return Object.fromEntries(shown) as Record<string, string>;
}

/** Commits a step that ends the whole run, and cuts off everything beside it. */
async function endRun(
  progress: Progress,
  step: RunningStep,
  { input, warnings, outcome: from }: NodeResult,
  { error, response }: Pick<Extract<NodeOutcome, { kind: "end" }>, "error" | "response">,
): Promise<void> {
  const { node } = step.planNode;
  const state = getStateAfter(progress, step, { kind: "next", output: { body: response } });
  const row = toStepRow(progress, step, state, { input, logs: [...warnings, ...(from.logs ?? [])] });
  const failed = error && {
    ...error,
    message: progress.passwords.hide(error.message),
    nodeId: node.id,
    nodeName: node.name,
    ...(step.frame.parent && { path: step.path }),
  };
  const settle = buildEndSettlement(
    progress,
    failed ? { status: "ERRORED", error: failed, response } : { status: "COMPLETED", response },
  );
  // Nothing else may start from now on.
  progress.isEnding = true;
  await commitProgress(progress, { step: row, settle });
  if (progress.running.size > 1) progress.deps.work.abort(RUNS, progress.run.id);
}

/** The end of a loop: one result for each item, in order. */
export function commitLoop(progress: Progress, step: RunningStep, results: readonly Json[]): Promise<void> {
  return commitStepEnd(progress, step, { kind: "next", output: { body: [...results] }, handle: "done" });
}

/** What the record of a step shows: no passwords, although the nodes after it get the output with them. */
export function toStepRow(
  { run, passwords }: Progress,
  { path, attempt, planNode, startedAt, startMs, standIn }: RunningStep,
  state: StepState,
  { input, logs }: { input: Json; logs: string[] },
): StepRow {
  const output = passwords.hide(state.output);
  return {
    run_id: run.id,
    path,
    attempt,
    node_id: planNode.node.id,
    status: state.status,
    input: passwords.hide(input),
    output,
    sealed: passwords.seal(state.output, output),
    error: state.error,
    logs: logs.length > 0 ? passwords.hide(logs) : null,
    handle: state.handle,
    wait: state.wait,
    retry_at: state.retryAt,
    started_at: startedAt,
    duration_ms: Math.round(performance.now() - startMs),
    stand_in: standIn,
  };
}
