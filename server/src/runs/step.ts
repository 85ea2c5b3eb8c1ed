import { isDataError } from "../platform/database/group-commit.ts";
import type { Json } from "../platform/json.ts";
import { storableValue } from "../platform/storable-text.ts";
import { isTakenOver } from "../platform/work/work-table.ts";
import type { Fields } from "../workflows/graph.ts";
import { nodeType } from "../workflows/nodes/list.ts";
import type { Fail, Next, Outcome, Wake } from "../workflows/nodes/node.ts";
import type { PlanNode } from "../workflows/plan.ts";
import { advance, type StepState } from "./advance.ts";
import { retryDelayMs } from "./backoff.ts";
import { type Called, callNode, failure, type Place } from "./call-node.ts";
import { callWorkflow } from "./call-workflow.ts";
import type { Respond } from "./commit.ts";
import { endOf, endStanding } from "./end.ts";
import { excess, RESULTS_TOO_LARGE, sizeOf } from "./held-results.ts";
import { RUNS } from "./name.ts";
import { stepPath } from "./path.ts";
import { commit, type Frame, keepStep, type Progress, stepIn } from "./progress.ts";
import { rowOf } from "./step-row.ts";
import type { RunError, StepStatus, Wait } from "./table.ts";
import { readNews } from "./wait-for-news.ts";

/** A step under way: where it is, which attempt, and since when. */
export interface Step extends Place {
  readonly attempt: number;
  readonly startedAt: Date;
  readonly startMs: number;
}

/** Begins an attempt at a node of a frame. */
export function beginStep({ deps }: Progress, frame: Frame, planNode: PlanNode, attempt: number): Step {
  const path = stepPath(frame.prefix, planNode.node.id);
  return { frame, planNode, path, attempt, startedAt: deps.clock.now(), startMs: performance.now() };
}

/** Carries out one attempt at a node and commits what it came to. */
export async function runStep(progress: Progress, step: Step): Promise<void> {
  // The call was made: an odd character in its answer must not cost the result. Later nodes see what is stored.
  const called = storableValue(await callNode(progress, step));
  await orRefused(progress, step, () => commitOutcome(progress, step, called));
}

function commitOutcome(progress: Progress, step: Step, called: Called): Promise<void> {
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
      return wait(progress, step, called, {
        kind: outcome.kind === "sleep" ? "time" : "answer",
        until: outcome.until.toISOString(),
      });
    case "each":
      // The items are kept with the step: whoever goes on after a crash must see the same ones.
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
  step: Step,
  called: Called,
  { items, concurrency }: Extract<Outcome, { kind: "each" }>,
): Promise<void> {
  const problem = excess(progress.held, step.path, sizeOf([...items]));
  if (problem !== undefined) return commitEnd(progress, step, failure(RESULTS_TOO_LARGE, problem), called);
  return wait(progress, step, called, { kind: "each", concurrency }, [...items]);
}

/** Goes on with a step whose wait is over. */
export async function wakeStep(progress: Progress, step: Step, wake: Wake): Promise<void> {
  const { node } = step.planNode;
  const data = await settingsOf(progress, step);
  const outcome =
    nodeType(node.type)?.wake?.({ data, isBatch: node.is_batch }, wake) ??
    failure("UNKNOWN_NODE", `A node of type "${node.type}" does not wait.`);
  // A called workflow that took too long goes on for nobody.
  const givesUp = wake.kind === "time" && stepIn(progress, step.frame, node.id)?.wait?.kind !== "time";
  await endStep(progress, step, { ...outcome, givesUp });
}

/** What the node was given before it waited. */
async function settingsOf({ deps, run }: Progress, { path, attempt }: Step): Promise<Fields> {
  const row = await deps.db
    .selectFrom("run_steps")
    .select("input")
    .where("run_id", "=", run.id)
    .where("path", "=", path)
    .where("attempt", "=", attempt)
    .executeTakeFirst();
  const input = row?.input;
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
}

/**
 * A loop that has failed knows the path of the step that made it fail. What is called at a step that gives up, or
 * waits inside of it, is stopped; it does not give up where what it waited for is there.
 */
type Ended = (Next | (Fail & { readonly path?: string })) & { readonly givesUp?: boolean };

/** Ends an attempt with an outcome that its node did not give just now. */
export function endStep(progress: Progress, step: Step, outcome: Ended): Promise<void> {
  const called = { input: null, warnings: [], outcome };
  return orRefused(progress, step, () => commitEnd(progress, step, outcome, called));
}

/** What the database does not take is the step's own fault, not a reason to try for ever. */
async function orRefused(progress: Progress, step: Step, commitIt: () => Promise<void>): Promise<void> {
  try {
    await commitIt();
  } catch (error) {
    if (!isDataError(error) || isTakenOver(error)) throw error;
    const outcome = failure("UNSTORABLE", "The node gave a result that cannot be stored.");
    const called = { input: null, warnings: [], outcome };
    if (progress.isOver) await endRun(progress, step, called, { error: outcome.error, response: null });
    else await commitEnd(progress, step, outcome, called);
  }
}

/** Commits the end of an attempt, and with it the end of the run where nothing else is left to do. */
async function commitEnd(
  progress: Progress,
  step: Step,
  ended: Ended,
  { input, warnings, outcome: from }: Called,
  said?: Respond,
): Promise<void> {
  const outcome = heldOrFailed(progress, step, ended);
  const respond = outcome === ended ? said : undefined;
  const state = stateAfter(progress, step, outcome);
  const row = rowOf(progress, step, state, { input, logs: [...warnings, ...(from.logs ?? [])] });
  const standing = isLast(progress, step) ? standingWith(progress, step, state) : undefined;
  const settle = standing && endStanding(progress, standing, respond);
  const givesUp = ended.givesUp ? step.path : undefined;
  const committed = await commit(progress, { step: row, respond, settle }, givesUp);
  // It still waits, and goes on with what has come in.
  if (committed === "refused") return readNews(progress);
  keepStep(progress, step.path, state);
  progress.responded ??= respond;
  if (settle) progress.isOver = true;
}

/** What a node gave, or its failure where the run would hold too much with it. */
function heldOrFailed({ held }: Progress, { path }: Step, outcome: Ended): Ended {
  if (outcome.kind !== "next") return outcome;
  const problem = excess(held, path, sizeOf(outcome.output));
  return problem === undefined ? outcome : failure(RESULTS_TOO_LARGE, problem);
}

/** How the frame stands once the step is in `state`: not yet for others to see, as it is not committed. */
function standingWith(progress: Progress, { frame, planNode }: Step, state: StepState) {
  const stepOf = (id: string) => (id === planNode.node.id ? state : stepIn(progress, frame, id));
  return { ...advance(frame.region, stepOf, progress.deps.clock.now()), region: frame.region, stepOf };
}

/** Whether the run could be over with this step: nothing else is under way, here or in a loop around. */
function isLast({ running, parked }: Progress, { frame }: Step): boolean {
  return frame.parent === undefined && running.size === 1 && parked.size === 0;
}

function stateAfter({ deps, passwords }: Progress, { planNode, attempt }: Step, outcome: Ended): StepState {
  const { node, hasErrorEdge } = planNode;
  const base = { attempt, retryAt: null, wait: null, error: null };
  if (outcome.kind === "next") {
    const { output, handle = null, status = "Success" } = outcome;
    return { ...base, status, handle, output };
  }
  // Also for the nodes that come after it: an error is a text for people.
  const hidden: { code: string; message: string; status?: number; path?: string } = {
    ...outcome.error,
    message: passwords.hide(outcome.error.message),
  };
  if (outcome.path !== undefined) hidden.path = outcome.path;
  const error: RunError = { ...hidden, nodeId: node.id, nodeName: node.name, attempts: attempt };
  const output = { error: hidden };
  if (outcome.mayRetry && attempt < node.maximum_attempts) {
    const now = deps.clock.now().getTime();
    const retryAt = new Date(now + retryDelayMs(attempt, outcome.retryAfterMs, Math.random()));
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

/** Commits that a step waits. */
async function wait(
  progress: Progress,
  step: Step,
  { input, warnings, outcome }: Called,
  what: Wait,
  output: Json = null,
): Promise<void> {
  const state = waitingState(step, what, output);
  const logs = [...warnings, ...(outcome.logs ?? [])];
  await commit(progress, { step: rowOf(progress, step, state, { input, logs }) });
  keepStep(progress, step.path, state);
}

/** Commits that a step waits for a called workflow, together with the job that calls it. */
async function callChild(
  progress: Progress,
  step: Step,
  { input, warnings }: Called,
  { workflow, input: given }: Extract<Outcome, { kind: "call" }>,
): Promise<void> {
  const { timeout_ms: limitMs } = step.planNode.node;
  const until = limitMs && new Date(step.startedAt.getTime() + limitMs).toISOString();
  const state = waitingState(step, { kind: "child", ...(until && { until }) }, null);
  const row = rowOf(progress, step, state, { input, logs: [...warnings] });
  await callWorkflow(progress, row, { workflow, input: given });
  keepStep(progress, step.path, state);
}

function waitingState({ attempt }: Step, wait: Wait, output: Json): StepState {
  return { status: "Waiting", attempt, retryAt: null, handle: null, output, error: null, wait };
}

/** Names of headers stay: with the mark in it, a name is none. */
function hiddenValues({ passwords }: Progress, headers: Readonly<Record<string, string>>) {
  const shown = Object.entries(headers).map(([name, value]) => [name, passwords.hide(value)]);
  return Object.fromEntries(shown) as Record<string, string>;
}

/** Commits a step that ends the whole run, and cuts off what runs beside it. */
async function endRun(
  progress: Progress,
  step: Step,
  { input, warnings, outcome: from }: Called,
  { error, response }: Pick<Extract<Outcome, { kind: "end" }>, "error" | "response">,
): Promise<void> {
  const { node } = step.planNode;
  const state = stateAfter(progress, step, { kind: "next", output: { body: response } });
  const row = rowOf(progress, step, state, { input, logs: [...warnings, ...(from.logs ?? [])] });
  const failed = error && {
    ...error,
    message: progress.passwords.hide(error.message),
    nodeId: node.id,
    nodeName: node.name,
    ...(step.frame.parent && { path: step.path }),
  };
  const settle = endOf(
    progress,
    failed ? { status: "ERRORED", error: failed } : { status: "COMPLETED", response },
  );
  // From now on nothing else begins.
  progress.isOver = true;
  await commit(progress, { step: row, settle });
  if (progress.running.size > 1) progress.deps.work.abort(RUNS, progress.run.id);
}

/** The end of a loop: one result for each item, in order. */
export function endLoop(progress: Progress, step: Step, results: readonly Json[]): Promise<void> {
  return endStep(progress, step, { kind: "next", output: { body: [...results] }, handle: "done" });
}
