import { StoppingError } from "../../platform/work/line.ts";
import type { PlanNode } from "../../workflows/definition/plan.ts";
import { buildStepPath } from "../path.ts";
import type { StepState } from "../store.ts";
import { advanceRegion, buildRegionResult, type RegionState } from "./advance.ts";
import { OutOfMemoryError } from "./interruption.ts";
import { runLoop } from "./loops/carry-loop.ts";
import { buildRunningStep, type Frame, findStepState, type Progress, type RunningStep } from "./progress.ts";
import { findWake, resumeStep } from "./resume-step.ts";
import { recordAbort, runStep } from "./step.ts";
import { runStepInSpan } from "./trace-step.ts";
import {
  canContinue,
  getEarlierDate,
  type RegionOutcome,
  type RegionWait,
  waitForProgress,
} from "./wait-for-news.ts";
import { WorkInProgress } from "./work-in-progress.ts";

/**
 * Runs a region until it is over or everything in it waits. Ready nodes run in parallel; once a step has
 * failed for good, or the process stops, nothing new starts and running steps end first. Rethrows what a step
 * throws.
 */
export async function runRegion(progress: Progress, frame: Frame): Promise<RegionOutcome> {
  const underWay = new WorkInProgress<string>();
  // Loops in which everything waits.
  const resting = new Map<string, RegionWait>();
  const begin = (id: string, work: () => Promise<void>) => {
    const path = buildStepPath(frame.prefix, id);
    progress.running.add(path);
    underWay.begin(id, () => work().finally(() => progress.running.delete(path)));
  };
  for (;;) {
    const now = progress.deps.clock.now();
    const standing = advanceRegion(frame.region, (id) => findStepState(progress, frame, id), now);
    const { phase } = progress.state;
    const mayBegin = !(
      underWay.thrown ||
      phase !== "running" ||
      standing.failed ||
      progress.context.stopping
    );
    const unsure = mayBegin ? progress.context.untilSure() : undefined;
    if (unsure) {
      await unsure;
      if (progress.signal.aborted) underWay.thrown ??= { error: progress.signal.reason };
      continue;
    }
    if (mayBegin)
      for (const { id, work } of nextTasks(progress, frame, standing, { resting, now }))
        if (!underWay.has(id)) begin(id, work);
    if (underWay.size === 0) {
      if (underWay.thrown) throw underWay.thrown.error;
      if (phase !== "ending" && !standing.failed) {
        if (progress.context.stopping) throw new StoppingError();
        if (phase === "leaving") throw new OutOfMemoryError();
      }
      return endingOf(progress, frame, standing, resting);
    }
    await nextNews(progress, frame, { standing, resting, underWay, mayBegin });
  }
}

interface RegionTurn {
  readonly standing: RegionState;
  readonly resting: Map<string, RegionWait>;
  readonly underWay: WorkInProgress<string>;
  readonly mayBegin: boolean;
}

/** Waits until a task ends, or until something that rests beside them can resume. */
function nextNews(progress: Progress, frame: Frame, turn: RegionTurn): Promise<void> {
  const { standing, resting, underWay, mayBegin } = turn;
  if (!mayBegin) return waitForProgress(progress, underWay, { until: undefined, isAsked: false });
  const waiting = standing.waiting.filter(({ node }) => !underWay.has(node.id));
  const until = wakeTime(progress, frame, { ...standing, waiting }, resting);
  return waitForProgress(progress, underWay, { until, isAsked: isAsked(progress, frame, waiting, resting) });
}

interface RegionTask {
  readonly id: string;
  readonly work: () => Promise<void>;
}

/** Everything that can resume now. */
function nextTasks(
  progress: Progress,
  frame: Frame,
  standing: RegionState,
  { resting, now }: { resting: Map<string, RegionWait>; now: Date },
): RegionTask[] {
  const tasks: RegionTask[] = [];
  const add = (step: RunningStep, work: () => Promise<void>) =>
    tasks.push({ id: step.planNode.node.id, work: () => runStepInSpan(progress, step, work) });
  for (const { node, attempt } of standing.ready) {
    const step = buildRunningStep(progress, frame, node, attempt);
    if (!progress.parked.has(step.path)) add(step, () => attemptStep(progress, step));
  }
  for (const planNode of standing.waiting) {
    const { id } = planNode.node;
    const state = findStepState(progress, frame, id);
    if (!state?.wait) continue;
    const step = buildRunningStep(progress, frame, planNode, state.attempt);
    if (state.wait.kind === "each") {
      const rest = resting.get(id);
      if (rest && !canContinue(progress, rest, now)) continue;
      add(step, () => restOrEnd(progress, step, state, resting));
      continue;
    }
    const wake = findWake(progress, step.path, state, now);
    if (wake) add(step, () => resumeStep(progress, step, wake));
  }
  return tasks;
}

async function attemptStep(progress: Progress, step: RunningStep): Promise<void> {
  try {
    await runStep(progress, step);
  } catch (error) {
    if (progress.signal.aborted && progress.state.phase !== "ending")
      await recordAbort(progress, step, error);
    throw error;
  }
}

async function restOrEnd(
  progress: Progress,
  step: RunningStep,
  state: StepState,
  resting: Map<string, RegionWait>,
): Promise<void> {
  const rest = await runLoop(progress, step, state, runRegion);
  if (rest) resting.set(step.planNode.node.id, rest);
}

function endingOf(
  progress: Progress,
  frame: Frame,
  standing: RegionState,
  resting: ReadonlyMap<string, RegionWait>,
): RegionOutcome {
  if (standing.failed) return { kind: "failed", error: standing.failed };
  if (standing.ready.length === 0 && standing.waiting.length === 0 && !standing.retryAt)
    return {
      kind: "over",
      result: buildRegionResult(frame.region, (id) => findStepState(progress, frame, id)),
    };
  const until = wakeTime(progress, frame, standing, resting);
  return { kind: "resting", until, isAsked: isAsked(progress, frame, standing.waiting, resting) };
}

/** When the first waiting step of a frame resumes by itself. */
function wakeTime(
  progress: Progress,
  frame: Frame,
  { retryAt, waiting }: Pick<RegionState, "retryAt" | "waiting">,
  resting: ReadonlyMap<string, RegionWait>,
): Date | undefined {
  let first = retryAt;
  for (const { node } of waiting) {
    const wait = findStepState(progress, frame, node.id)?.wait;
    if (wait?.kind === "each") first = getEarlierDate(first, resting.get(node.id)?.until);
    else if (wait?.until !== undefined) first = getEarlierDate(first, new Date(wait.until));
  }
  return first;
}

/** Whether a waiting step of a frame may be answered while something else runs. */
function isAsked(
  progress: Progress,
  frame: Frame,
  waiting: readonly PlanNode[],
  resting: ReadonlyMap<string, RegionWait>,
): boolean {
  return waiting.some(({ node: { id } }) => {
    const kind = findStepState(progress, frame, id)?.wait?.kind;
    return kind === "answer" || kind === "child" || (kind === "each" && resting.get(id)?.isAsked);
  });
}
