import type { Json } from "../../../platform/json/json.ts";
import type { Region } from "../../../workflows/definition/plan.ts";
import { createFailure } from "../../../workflows/nodes/failure.ts";
import { buildItemPrefix, buildStepPath } from "../../path.ts";
import { RESULTS_TOO_LARGE } from "../../results/held-results.ts";
import type { StepState } from "../../store.ts";
import type { RunError } from "../../table.ts";
import type { Frame, Progress, RunningStep } from "../progress.ts";
import { commitResult } from "../step.ts";
import {
  canContinue,
  getEarlierDate,
  type RegionOutcome,
  type RegionWait,
  waitForProgress,
} from "../wait-for-news.ts";
import { WorkInProgress } from "../work-in-progress.ts";
import { collectResults, isItemDone, isOpenInside, releaseLoop, setItemResult } from "./loop-results.ts";

type FailedItem = RunError & { readonly path: string };
/** Runs a frame until it is over or everything in it waits. */
type CarryFrame = (progress: Progress, frame: Frame) => Promise<RegionOutcome>;

/** A loop while this process runs it. */
interface LoopRun {
  readonly body: Region;
  readonly items: readonly Json[];
  /** How many of them run at the same time. */
  readonly concurrency: number;
  readonly carry: CarryFrame;
  readonly underWay: WorkInProgress<number>;
  /** Items in which everything waits. */
  readonly resting: Map<number, RegionWait>;
  /** The first item that has not been looked at yet. */
  next: number;
  failed: FailedItem | undefined;
}

/**
 * Runs the body of a loop for each of its items, in order, as many at a time as it allows, and commits the
 * result. Returns until when it rests if everything left waits. A resting item keeps its slot: the next one
 * starts only when it has ended.
 */
export async function runLoop(
  progress: Progress,
  step: RunningStep,
  { output, wait }: StepState,
  carry: CarryFrame,
): Promise<RegionWait | undefined> {
  const seen = progress.arrivals.news;
  const items = Array.isArray(output) ? output : [];
  const { body } = step.planNode;
  if (!body || body.entries.length === 0) return void (await finishLoop(progress, step, items));
  const concurrency = wait?.kind === "each" ? wait.concurrency : 1;
  const parts = { underWay: new WorkInProgress<number>(), resting: new Map<number, RegionWait>() };
  const loopRun: LoopRun = { body, items, concurrency, carry, ...parts, next: 0, failed: undefined };
  await runItems(progress, step, loopRun);
  if (progress.state.phase === "ending") return undefined;
  if (loopRun.failed) return void (await failLoop(progress, step, loopRun.failed));
  if (loopRun.resting.size === 0) return void (await finishLoop(progress, step, items));
  return { ...restOf(loopRun), seen };
}

/** Returns once nothing is running any more: every item has ended or rests, or no other may start. */
async function runItems(progress: Progress, step: RunningStep, loopRun: LoopRun): Promise<void> {
  const { underWay } = loopRun;
  for (;;) {
    const mayBegin = !(underWay.thrown || loopRun.failed || progress.state.phase === "ending");
    if (mayBegin) beginItems(progress, step, loopRun);
    if (underWay.size === 0) break;
    await waitForProgress(
      progress,
      underWay,
      mayBegin ? restOf(loopRun) : { until: undefined, isAsked: false },
    );
  }
  if (underWay.thrown) throw underWay.thrown.error;
}

/** Resumes what can continue now, and then starts as many other items as there are free slots. */
function beginItems(progress: Progress, step: RunningStep, loopRun: LoopRun): void {
  const { items, concurrency, underWay, resting } = loopRun;
  const now = progress.deps.clock.now();
  const begin = (index: number) => {
    resting.delete(index);
    underWay.begin(index, () => carryItem(progress, step, loopRun, index));
  };
  for (const [index, rest] of resting) if (canContinue(progress, rest, now)) begin(index);
  for (; loopRun.next < items.length && underWay.size + resting.size < concurrency; loopRun.next++)
    if (!isItemDone(progress, step.path, loopRun.next)) begin(loopRun.next);
}

async function carryItem(
  progress: Progress,
  { path, frame }: RunningStep,
  loopRun: LoopRun,
  index: number,
): Promise<void> {
  const { body, items, carry } = loopRun;
  const seen = progress.arrivals.news;
  const loop = { item: items[index] ?? null, index, total: items.length, parent: frame.loop };
  const prefix = buildItemPrefix(path, index);
  const ending = await carry(progress, { region: body, prefix, parent: frame, loop });
  if (ending.kind === "over") setItemResult(progress, path, index, ending.result);
  else if (ending.kind === "failed") loopRun.failed ??= inItem(path, index, ending.error);
  else loopRun.resting.set(index, { until: ending.until, isAsked: ending.isAsked, seen });
}

function restOf({ resting }: LoopRun): Pick<RegionWait, "until" | "isAsked"> {
  let until: Date | undefined;
  let isAsked = false;
  for (const one of resting.values()) {
    until = getEarlierDate(until, one.until);
    isAsked ||= one.isAsked;
  }
  return { until, isAsked };
}

async function finishLoop(progress: Progress, step: RunningStep, items: readonly Json[]): Promise<void> {
  const { path, planNode } = step;
  const results = await collectResults(progress, path, { items, body: planNode.body });
  releaseLoop(progress, path);
  if (typeof results === "string")
    return commitResult(progress, step, { outcome: createFailure(RESULTS_TOO_LARGE, results) });
  return commitResult(progress, step, {
    outcome: { kind: "next", output: { body: results }, handle: "done" },
  });
}

/** The error of an item as the loop's error: it says where it happened, counting items from 0. */
function inItem(loopPath: string, index: number, { nodeId = "", message, ...error }: RunError): FailedItem {
  const path = error.path ?? buildStepPath(buildItemPrefix(loopPath, index), nodeId);
  return { ...error, path, message: `In node "${nodeId}" of item ${index}: ${message}` };
}

async function failLoop(
  progress: Progress,
  step: RunningStep,
  { code, message, status, path }: FailedItem,
): Promise<void> {
  const outcome = createFailure(code, message);
  const error = { ...outcome.error, ...(status !== undefined && { status }) };
  // Nobody needs what rests in other items any more.
  const givesUp = isOpenInside(progress, step.path);
  await commitResult(progress, step, { outcome: { ...outcome, error, path }, givesUp });
  // Not earlier: ending the run looks here for calls that may have been made.
  releaseLoop(progress, step.path);
}
