import type { Json } from "../../platform/json.ts";
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
/** Carries out a frame until it is over or everything in it waits. */
type CarryFrame = (progress: Progress, frame: Frame) => Promise<RegionOutcome>;

/** One going round of a loop in this process. */
interface Round {
  readonly body: Region;
  readonly items: readonly Json[];
  /** How many of them are carried out at the same time. */
  readonly places: number;
  readonly carry: CarryFrame;
  readonly underWay: WorkInProgress<number>;
  /** Items in which everything waits. */
  readonly resting: Map<number, RegionWait>;
  /** The first item that was not looked at yet. */
  next: number;
  failed: FailedItem | undefined;
}

/**
 * Carries out the body of a loop for each of its items, in order, as many at a time as it allows, and commits what it
 * came to. Returns until when it rests, where everything left waits. An item that rests keeps its place: the next one
 * begins only when it has ended.
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
  if (progress.isOver) return undefined;
  if (round.failed) return void (await failLoop(progress, step, round.failed));
  if (round.resting.size === 0) return void (await finishLoop(progress, step, items));
  return { ...restOf(round), seen };
}

/** Returns once nothing is under way any more: every item has ended or rests, or no other may begin. */
async function goRound(progress: Progress, step: RunningStep, round: Round): Promise<void> {
  const { underWay } = round;
  for (;;) {
    const mayBegin = !(underWay.thrown || round.failed || progress.isOver);
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

/** Begins what may go on by now, and then as many other items as there are places left. */
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

/** The error of an item as that of its loop: it says where it happened, items being counted from 0. */
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
  // What rests in other items goes on for nobody.
  const givesUp = isOpenInside(progress, step.path);
  await commitStepEnd(progress, step, { ...outcome, error, path, givesUp });
  // Not before: who ends the run with it looks here for what may have been called.
  releaseLoop(progress, step.path);
}
