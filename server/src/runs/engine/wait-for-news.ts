import { isTransient } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import { loadSignals } from "../store.ts";
import type { RunError } from "../table.ts";
import type { Progress } from "./progress.ts";
import type { WorkInProgress } from "./work-in-progress.ts";

/** The current outcome of running a region. */
export type RegionOutcome =
  | { readonly kind: "over"; readonly result: Json }
  | { readonly kind: "failed"; readonly error: RunError }
  /** Everything left waits: until that time, if one is known, or for somebody. */
  | { readonly kind: "resting"; readonly until: Date | undefined; readonly isAsked: boolean };

// How soon a run that is busy with something else notices an answer; a resting run is woken by it.
const LOOK_EVERY_MS = 1000;

/** A loop, or an item of one, in which everything waits. */
export interface RegionWait {
  /** When the first of them resumes by itself; undefined if that is not known. */
  readonly until: Date | undefined;
  /** Whether something in it waits for an answer or for the end of a called workflow. */
  readonly isAsked: boolean;
  /** How much news the run had at the last look. */
  readonly seen: number;
}

/** Whether something that rests can resume now. */
export function canContinue(
  { arrivals }: Progress,
  { until, seen }: Pick<RegionWait, "until" | "seen">,
  now: Date,
): boolean {
  return seen !== arrivals.news || (until !== undefined && until <= now);
}

/**
 * Waits until a task ends, or until something that rests beside them can resume: at `until` or, if it can be
 * answered, when something has arrived for the run.
 */
export async function waitForProgress(
  progress: Progress,
  underWay: WorkInProgress<unknown>,
  { until, isAsked }: Pick<RegionWait, "until" | "isAsked">,
): Promise<void> {
  const leftMs = until && until.getTime() - progress.deps.clock.now().getTime();
  if (!isAsked) return underWay.next(leftMs);
  const { arrivals } = progress;
  arrivals.look ??= { atMs: performance.now(), done: Promise.resolve() };
  const dueMs = arrivals.look.atMs + LOOK_EVERY_MS - performance.now();
  await underWay.next(Math.min(leftMs ?? dueMs, dueMs));
  // Once for all that wait, however often something ends meanwhile.
  if (performance.now() >= arrivals.look.atMs + LOOK_EVERY_MS)
    arrivals.look = { atMs: performance.now(), done: lookForNews(progress) };
  await arrivals.look.done;
}

/** Reads what has arrived, for everything that waits in the run. */
export async function readSignals(progress: Progress): Promise<void> {
  const { deps, run, arrivals, passwords } = progress;
  const signals = await loadSignals(deps.db, run, passwords.open);
  if ([...signals.keys()].some((key) => !arrivals.signals.has(key))) arrivals.news++;
  arrivals.signals = signals;
}

/** If that fails, the next look makes up for it. */
async function lookForNews(progress: Progress): Promise<void> {
  const { deps, run } = progress;
  try {
    await readSignals(progress);
  } catch (error) {
    // Running steps must not be left alone for this.
    deps.log[isTransient(error) ? "debug" : "warn"]({ err: error, runId: run.id }, "run.look-failed");
  }
}

/** The earlier of two times, if known. */
export function getEarlierDate(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}
