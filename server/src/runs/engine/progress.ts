import type { Deps } from "../../deps.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Span } from "../../platform/tracing/tracing.ts";
import type { WorkContext } from "../../platform/work/line.ts";
import type { Fields } from "../../workflows/definition/graph.ts";
import type { PlanNode, Region } from "../../workflows/definition/plan.ts";
import type { RunPasswords } from "../passwords.ts";
import { buildStepPath } from "../path.ts";
import type { VersionPlan } from "../plan-cache.ts";
import type { HeldResults } from "../results/held-results.ts";
import type { StandIn } from "../stand-in.ts";
import type { LoadedRun, StepRow, StepState } from "../store.ts";
import type { RunResponse } from "./commit/run-commit.ts";
import type { LoopResults } from "./load-steps.ts";

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
  /** Undefined: the default connection. */
  readonly connectionId: string | undefined;
  readonly reason: string;
}

/** What has arrived for a run while this process executes it. */
export interface Arrivals {
  /** Answers and ends of children by `<kind> <path>`. */
  signals: Map<string, Json>;
  /** Grows whenever more of them arrive: what rested before may now continue. */
  news: number;
  /** The newest check for arrivals while something was running. */
  look?: { readonly atMs: number; readonly done: Promise<void> };
}

/** How far a run has come in this process. */
export interface ProgressState {
  /**
   * `leaving`: others need its memory, so nothing new may start. `ending`: a step or the engine ends the run, for a
   * step even before that is committed: nothing else may start, and nothing but the end may be written. A run that
   * sleeps or parks is released without it.
   */
  phase: "running" | "leaving" | "ending";
  /** What the first response node set. */
  responded: Pick<RunResponse, "body"> | undefined;
}

/** One run while this process executes it. */
export interface Progress {
  readonly deps: Deps;
  /** The row as it was claimed; this process keeps `input`, `signals` and `recoveries` up to date. */
  readonly run: LoadedRun;
  readonly version: VersionPlan;
  readonly passwords: RunPasswords;
  readonly context: WorkContext;
  /** The context's signal, and the run's own time limit. */
  readonly signal: AbortSignal;
  /** Undefined while tracing is off. */
  readonly span: Span | undefined;
  /**
   * The newest attempt at each path, committed or deferred; nothing inside ended items. Empty until they are loaded: a
   * run that is only to be ended does without.
   */
  readonly steps: Map<string, StepState>;
  /** The results of the items of running loops, by the loops' paths. */
  readonly loops: Map<string, LoopResults>;
  readonly held: HeldResults;
  /** Steps that wait for their customer to reconnect. */
  readonly parked: Map<string, ParkReason>;
  /** Running steps, by path. */
  readonly running: Set<string>;
  /** Steps that are committed together with the next one. */
  readonly deferred: DeferredSteps;
  readonly arrivals: Arrivals;
  readonly state: ProgressState;
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

/** The state of a node's step in a frame. */
export function findStepState(progress: Progress, frame: Frame, nodeId: string): StepState | undefined {
  return progress.steps.get(buildStepPath(frame.prefix, nodeId));
}
