import type { Json } from "../../platform/json/json.ts";
import type { Region } from "../../workflows/definition/plan.ts";
import { buildItemPrefix, buildStepPath } from "../path.ts";
import { RESULTS_TOO_LARGE } from "../results/held-results.ts";
import { isOpenInside } from "../signals/stop-called.ts";
import type { RunError } from "../table.ts";
import type { StepState } from "./advance.ts";
import { createNodeFailure } from "./call-node.ts";
import { collectResults, isItemDone, releaseLoop, setItemResult } from "./loop-results.ts";
import type { Frame, Progress } from "./progress.ts";
import type { RegionOutcome } from "./region.ts";
import { commitLoop, commitStepEnd, type RunningStep } from "./step.ts";
import { WorkInProgress } from "./under-way.ts";
import { canContinue, getEarlierDate, type RegionWait, waitForProgress } from "./wait-for-news.ts";

type FailedItem = RunError & { readonly path: string };
/** Runs a frame until it is over or everything in it waits. */
type CarryFrame = (progress: Progress, frame: Frame) => Promise<RegionOutcome>;

/** A loop while this process runs it. */
interface Round {
  readonly body: Region;
  readonly items: readonly Json[];
  /** How many of them run at the same time. */
  readonly places: number;
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
  const seen = progress.news;
  const items = Array.isArray(output) ? output : [];
  const { body } = step.planNode;
  if (!body || body.entries.length === 0) return void (await finishLoop(progress, step, items));
  const places = wait?.kind === "each" ? wait.concurrency : 1;
  const parts = { underWay: new WorkInProgress<number>(), resting: new Map<number, RegionWait>() };
  const round: Round = { body, items, places, carry, ...parts, next: 0, failed: undefined };
  await goRound(progress, step, round);
  if (progress.isEnding) return undefined;
  if (round.failed) return void (await failLoop(progress, step, round.failed));
  if (round.resting.size === 0) return void (await finishLoop(progress, step, items));
  return { ...restOf(round), seen };
}

/** Returns once nothing is running any more: every item has ended or rests, or no other may start. */
async function goRound(progress: Progress, step: RunningStep, round: Round): Promise<void> {
  const { underWay } = round;
  for (;;) {
    const mayBegin = !(underWay.thrown || round.failed || progress.isEnding);
    if (mayBegin) beginItems(progress, step, round);
    if (underWay.size === 0) break;
    await waitForProgress(
      progress,
      underWay,
      mayBegin ? restOf(round) : { until: undefined, isAsked: false },
    );
  }
  if (underWay.thrown) throw underWay.thrown.error;
}

/** Resumes what can continue now, and then starts as many other items as there are free slots. */
function beginItems(progress: Progress, step: RunningStep, round: Round): void {
  const { items, places, underWay, resting } = round;
  const now = progress.deps.clock.now();
  const begin = (index: number) => {
    resting.delete(index);
    underWay.begin(index, () => carryItem(progress, step, round, index));
  };
  for (const [index, rest] of resting) if (canContinue(progress, rest, now)) begin(index);
  for (; round.next < items.length && underWay.size + resting.size < places; round.next++)
    if (!isItemDone(progress, step.path, round.next)) begin(round.next);
}

async function carryItem(
  progress: Progress,
  { path, frame }: RunningStep,
  round: Round,
  index: number,
): Promise<void> {
  const { body, items, carry } = round;
  const seen = progress.news;
  const loop = { item: items[index] ?? null, index, total: items.length, parent: frame.loop };
  const prefix = buildItemPrefix(path, index);
  const ending = await carry(progress, { region: body, prefix, parent: frame, loop });
  if (ending.kind === "over") setItemResult(progress, path, index, ending.result);
  else if (ending.kind === "failed") round.failed ??= inItem(path, index, ending.error);
  else round.resting.set(index, { until: ending.until, isAsked: ending.isAsked, seen });
}

function restOf({ resting }: Round): Pick<RegionWait, "until" | "isAsked"> {
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
    return commitStepEnd(progress, step, createNodeFailure(RESULTS_TOO_LARGE, results));
  return commitLoop(progress, step, results);
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
  const outcome = createNodeFailure(code, message);
  const error = { ...outcome.error, ...(status !== undefined && { status }) };
  // Nobody needs what rests in other items any more.
  const givesUp = isOpenInside(progress, step.path);
  await commitStepEnd(progress, step, { ...outcome, error, path, givesUp });
  // Not earlier: ending the run looks here for calls that may have been made.
  releaseLoop(progress, step.path);
}
