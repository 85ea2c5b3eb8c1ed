import type { Mood } from "../../../../parts/values/state.tsx";
import type { NodeType } from "../../../../parts/workflow-graph/node-types.ts";
import { STEP_MOODS } from "../step-moods.ts";
import type { Step, StepAttempt } from "../steps.ts";
import { getScale, type Scale, type TimeSpan } from "./time-scale.ts";

/** The type of a node, by its id; undefined if the server has no such type. */
export type TypeOf = (nodeId: string) => Pick<NodeType, "waits" | "repeats"> | undefined;

/** The bar of an attempt: work, or a wait. */
export interface Bar extends TimeSpan {
  readonly mood: Mood;
  readonly isWait: boolean;
}

const msOf = (at: string) => new Date(at).getTime();

/** The bars of a step: its attempts, and the waits after them. */
export function getBars({ attempts }: Pick<Step, "attempts">, typeOf: TypeOf, now: number): Bar[] {
  return attempts.flatMap((attempt, index): Bar[] => {
    const { work, wait } = partsOf(attempt, attempts[index + 1], typeOf, now);
    const mood = STEP_MOODS[attempt.status];
    const bars: Bar[] = [];
    if (work) bars.push({ ...work, mood, isWait: false });
    if (wait) bars.push({ ...wait, mood: "waiting", isWait: true });
    return bars;
  });
}

function partsOf(
  attempt: StepAttempt,
  next: StepAttempt | undefined,
  typeOf: TypeOf,
  now: number,
): { work?: TimeSpan; wait?: TimeSpan } {
  const from = msOf(attempt.started_at);
  const to = from + attempt.execution_time;
  const isWaiting = attempt.status === "Waiting";
  if (typeOf(attempt.node_id)?.waits) return { wait: { from, to: isWaiting ? now : to } };
  if (isWaiting) {
    const isLoop = attempt.waits_for === "each";
    return isLoop ? { work: { from, to: now } } : { work: { from, to }, wait: { from: to, to: now } };
  }
  if (attempt.retry_at === undefined) return { work: { from, to } };
  return { work: { from, to }, wait: { from: to, to: next ? msOf(next.started_at) : now } };
}

/** The scale of a timeline. */
export function scaleFor(attempts: readonly StepAttempt[], typeOf: TypeOf, now: number): Scale {
  const parts = attempts
    .filter(({ is_copied: isCopied }) => !isCopied)
    .map((attempt) => ({ attempt, ...partsOf(attempt, undefined, typeOf, now) }));
  // A step that repeats others is as long as they are.
  const work = parts.flatMap(({ attempt, work }) =>
    work && !typeOf(attempt.node_id)?.repeats ? [work] : [],
  );
  const isLive = parts.some(({ attempt }) => attempt.status === "Waiting");
  const starts = parts.map(({ attempt }) => msOf(attempt.started_at));
  const ends = parts.map(({ attempt }) => msOf(attempt.started_at) + attempt.execution_time);
  const from = starts.reduce((first, one) => Math.min(first, one), starts[0] ?? now);
  const to = isLive ? now : ends.reduce((last, one) => Math.max(last, one), from);
  return getScale(work, { from, to: Math.max(to, from + 1) });
}
