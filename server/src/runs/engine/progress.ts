import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { runStatement, type Tx } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import { measureMemory } from "../../platform/measured-value.ts";
import type { WorkContext } from "../../platform/work/line.ts";
import { buildFenceStatement, type WorkerRow } from "../../platform/work/work-table.ts";
import type { Fields } from "../../workflows/definition/graph.ts";
import type { PlanNode, Region } from "../../workflows/definition/plan.ts";
import type { RunPasswords } from "../passwords.ts";
import { buildStepPath } from "../path.ts";
import type { VersionPlan } from "../plan-cache.ts";
import { type HeldResults, setHeldResult } from "../results/held-results.ts";
import type { StandIn } from "../stand-in.ts";
import type { LoadedRun, StepRow, StepState } from "../store.ts";
import type { CommitResult, CommitRun } from "./commit/commit.ts";
import type { EndSettlement, RunCommit, RunResponse } from "./commit/run-commit.ts";
import type { LoopResults } from "./load-steps.ts";
import { commitAndStop } from "./stop-called.ts";

/** Steps of a run that have ended and are not committed yet. */
export interface DeferredSteps {
  readonly rows: StepRow[];
  /** A commit of these steps alone, while it is running; never rejects. */
  flush?: Promise<void>;
  timer?: NodeJS.Timeout;
}

/** Why a run must wait for its customer: the node's application must be reconnected. */
export interface ParkReason {
  readonly nodeId: string;
  readonly slug: string;
  readonly reason: string;
}

/** One run while this process executes it. */
export interface Progress {
  readonly deps: Deps;
  readonly run: LoadedRun;
  readonly scope: AccountScope;
  readonly version: VersionPlan;
  readonly passwords: RunPasswords;
  /** The newest attempt at each path, committed or deferred; nothing inside ended items. */
  readonly steps: Map<string, StepState>;
  /** Whether these include what was committed before; a run that is only to be ended does without. */
  isLoaded: boolean;
  /** The results of the items of running loops, by the loops' paths. */
  readonly loops: Map<string, LoopResults>;
  readonly held: HeldResults;
  /** Set once others need its memory: nothing new may start. */
  isLeaving: boolean;
  /** Answers and ends of children by `<kind> <path>`. */
  signals: Map<string, Json>;
  /** Grows whenever more of them arrive: what rested before may now continue. */
  news: number;
  /** The newest check for arrivals while something was running. */
  look?: { readonly atMs: number; readonly done: Promise<void> };
  /** How many signals the run had when they were read. */
  signalCount: number;
  readonly context: WorkContext;
  /** The context's signal, and the run's own time limit. */
  readonly signal: AbortSignal;
  /** Steps that wait for their customer to reconnect. */
  readonly parked: Map<string, ParkReason>;
  /** Running steps, by path. */
  readonly running: Set<string>;
  /**
   * Set as soon as a step or the engine ends the run, in `endRun` before that is committed: nothing else may start, and
   * nothing but the end may be written. A run that sleeps or parks is released without it.
   */
  isEnding: boolean;
  /** What the first response node set. */
  responded: Pick<RunResponse, "body"> | undefined;
  /** Whether the run was released unfinished before. */
  recovered: boolean;
  readonly write: CommitRun;
  /** Steps that are committed together with the next one. */
  readonly deferred: DeferredSteps;
}

/** The nodes that run together, and where: the whole workflow, or one item of a loop. */
export interface Frame {
  readonly region: Region;
  /** Prefix of the paths of its steps; empty for the whole workflow. */
  readonly prefix: string;
  readonly parent: Frame | undefined;
  /** What `loop` means in its expressions. */
  readonly loop: Json;
}

/** The state of a node's step in a frame. */
export function findStepState(progress: Progress, frame: Frame, nodeId: string): StepState | undefined {
  return progress.steps.get(buildStepPath(frame.prefix, nodeId));
}

/** Sets the state of a step, committed or deferred; nodes after it see it from now on. */
export function setStepState(
  { steps, held }: Progress,
  path: string,
  state: StepState,
  bytes = measureMemory(state.output),
): void {
  steps.set(path, state);
  setHeldResult(held, path, bytes);
}

/** The claim under which the run is held. */
const heldOf = ({ run: { id, claim }, context: { workerId } }: Progress): WorkerRow => ({
  id,
  claim,
  workerId,
});

/** Rolls back `tx`, as `isTakenOver` tells, if another process holds the run by now (the fencing rule). */
export async function lockRun(progress: Progress, tx: Tx): Promise<void> {
  const statement = buildFenceStatement("runs", [heldOf(progress)]);
  await runStatement(tx, statement, statement.values);
}

/** Changes of a run, with the deferred steps: one more step, its response, and how it is released. */
type ProgressCommit = Pick<RunCommit, "respond" | "settle"> & { readonly step?: StepRow };

/** Changes with which a step may give up waiting: the run goes on or ends. */
type GiveUpCommit = ProgressCommit & { readonly settle?: EndSettlement };

/** Writes changes of the run under its claim; only a run that is to sleep can be `keptAwake`. */
export function commitProgress(progress: Progress, what: ProgressCommit): Promise<CommitResult>;
/**
 * Also stops what the step at `givesUp` has called, if a path is given. `rolledBack`: what that step waited for has
 * arrived, and nothing took effect.
 */
export function commitProgress(
  progress: Progress,
  what: GiveUpCommit,
  givesUp: string | undefined,
): Promise<"committed" | "rolledBack">;
export async function commitProgress(
  progress: Progress,
  { step, ...what }: ProgressCommit,
  givesUp?: string,
): Promise<CommitResult | "rolledBack"> {
  // If a commit under way fails, this one writes its steps; the end of the run cannot overtake them.
  if (progress.deferred.flush) await progress.deferred.flush;
  const deferred = takeDeferred(progress);
  const steps = [...deferred, ...(step ? [step] : [])];
  const recovered = progress.recovered && steps.length > 0;
  const rewrites = step !== undefined && progress.steps.get(step.path)?.status === "Waiting";
  const whole = {
    ...what,
    steps,
    rewrites,
    held: heldOf(progress),
    now: progress.deps.clock.now(),
    recovered,
  };
  const isAnswer = what.settle?.kind === "end" || what.respond !== undefined;
  const endsCaller = what.settle?.kind === "end" && canHaveCalled(progress);
  try {
    const committed =
      endsCaller || givesUp !== undefined
        ? await commitAndStop(progress.deps, whole, { endsCaller, givesUp })
        : await progress.write(whole);
    // The deferred steps are still to be written.
    if (committed === "rolledBack") {
      progress.deferred.rows.unshift(...deferred);
      return committed;
    }
    if (steps.length > 0) progress.recovered = false;
    if (isAnswer) tellCaller(progress);
    return committed;
  } catch (error) {
    // The error came from the commit that they were to share.
    progress.deferred.rows.unshift(...deferred);
    throw error;
  }
}

/** A synchronous caller of the run waits for its answer. */
function tellCaller({ deps, run, responded }: Progress): void {
  const isWaitedFor = run.execution_type === "SYNC" && run.parent_run === null && !responded;
  if (isWaitedFor) deps.work.answered(run.id);
}

/** The deferred steps, for a commit that writes them first. */
export function takeDeferred({ deferred }: Progress): StepRow[] {
  clearTimeout(deferred.timer);
  deferred.timer = undefined;
  return deferred.rows.splice(0);
}

/** Where a node runs. */
export interface NodeContext {
  readonly frame: Frame;
  readonly planNode: PlanNode;
  readonly path: string;
  /** The node's input as the record shows it; undefined until its expressions are evaluated. */
  given?: Fields;
  /** Set if a test uses an output from elsewhere instead of running the node. */
  standIn?: StandIn;
  /** Its turn to produce and store large values, from the moment it asked; the function ends it. */
  room?: Promise<() => void>;
}

/** Whether a run that ends now may leave a called one behind. Steps running beside its last one may be calling. */
function canHaveCalled({ steps, running, isLoaded }: Progress): boolean {
  if (running.size > 1 || !isLoaded) return true;
  return [...steps.values()].some(({ status, wait }) => status === "Waiting" && wait?.kind === "child");
}
