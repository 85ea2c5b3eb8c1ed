import { runStatement, type Tx } from "../../platform/database/database.ts";
import { buildFenceStatement, type WorkerRow } from "../../platform/work/work-table.ts";
import { EXECUTION_DURATION, EXECUTIONS_ENDED } from "../metrics.ts";
import type { StepRow } from "../store.ts";
import { callWorkflow, type WorkflowCall } from "./call-workflow.ts";
import { type CommitResult, commitWith } from "./commit/commit.ts";
import type { EndSettlement, RunCommit } from "./commit/run-commit.ts";
import type { Progress } from "./progress.ts";
import { commitAndStop } from "./stop-called.ts";

// Others can see the record of an active run, so it must not fall behind while the next step takes its time.
const LONGEST_DEFERRAL_MS = 100;
const MOST_DEFERRED = 32;
// In characters of JSON, including the step's input.
const LARGEST_DEFERRED = 64 * 1024;

/** Changes of a run: one more step with what it said, and how the run is released. */
export interface ProgressCommit extends Pick<RunCommit, "respond" | "settle"> {
  readonly step?: StepRow;
  /** The workflow that the step calls, and then waits for. */
  readonly call?: Pick<WorkflowCall, "parentPath" | "workflow" | "input">;
  /** Whether the step gives up waiting: what it has called is stopped. */
  readonly givesUp?: boolean;
}

/** The claim under which the run is held. */
export const toWorkerRow = ({ run: { id, claim }, context: { workerId } }: Progress): WorkerRow => ({
  id,
  claim,
  workerId,
});

/** Rolls back `tx`, as `isTakenOver` tells, if another process holds the run by now (the fencing rule). */
export async function lockRun(progress: Progress, tx: Tx): Promise<void> {
  const statement = buildFenceStatement("runs", [toWorkerRow(progress)]);
  await runStatement(tx, statement, statement.values);
}

/**
 * Writes changes of the run under its claim, after the deferred steps. Only a run that is to sleep can be `keptAwake`;
 * only one whose step gives up can be `rolledBack`: what that step waited for has arrived, and nothing took effect.
 */
export async function commitProgress(
  progress: Progress,
  { step, call, givesUp, respond, settle }: ProgressCommit,
): Promise<CommitResult | "rolledBack"> {
  const { deps, run, deferred, steps: states } = progress;
  // If a commit under way fails, this one writes its steps; the end of the run cannot overtake them.
  if (deferred.flush) await deferred.flush;
  const before = takeDeferred(progress);
  const steps = step ? [...before, step] : before;
  const commit: RunCommit = {
    held: toWorkerRow(progress),
    now: deps.clock.now(),
    steps,
    rewrites: step !== undefined && states.get(step.path)?.status === "Waiting",
    recovered: run.recoveries > 0 && steps.length > 0,
    respond,
    settle,
  };
  let result: CommitResult | "rolledBack" = "rolledBack";
  try {
    result = await write(progress, commit, { call, givesUp: givesUp ? step?.path : undefined });
  } finally {
    // Whatever the reason is, they are still to be written.
    if (result === "rolledBack") deferred.rows.unshift(...before);
  }
  if (result !== "rolledBack" && steps.length > 0) run.recoveries = 0;
  if (result !== "rolledBack" && (respond || settle?.kind === "end")) tellCaller(progress);
  if (result !== "rolledBack" && settle?.kind === "end" && !run.test) noteEnd(progress, settle);
  return result;
}

function noteEnd(
  { deps: { metrics, log, clock }, run, span }: Progress,
  { status, error }: EndSettlement,
): void {
  const { environment, source } = run;
  metrics.count(EXECUTIONS_ENDED, { environment, state: status, source });
  const tookMs = clock.now().getTime() - run.created_at.getTime();
  metrics.time(EXECUTION_DURATION, { environment, state: status }, tookMs);
  span?.set({ "junctor.execution.status": status });
  if (error) span?.fail(error.code);
  const facts = { runId: run.id, workflowId: run.workflow_id, accountId: run.account_id, status };
  if (error) log.info({ ...facts, code: error.code, nodeId: error.nodeId }, "run.failed");
  else log.debug(facts, "run.finished");
}

/** By itself if other changes must commit with it, otherwise in a group with other runs. */
async function write(
  progress: Progress,
  commit: RunCommit,
  { call, givesUp }: Pick<ProgressCommit, "call"> & { readonly givesUp: string | undefined },
): Promise<CommitResult | "rolledBack"> {
  const { deps } = progress;
  const endsCaller = commit.settle?.kind === "end" && canHaveCalled(progress);
  if (endsCaller || givesUp !== undefined) return commitAndStop(deps, commit, { endsCaller, givesUp });
  if (!call) return deps.commitRun(commit);
  await commitWith(deps, commit, (tx) => callWorkflow(tx, progress, call));
  return "committed";
}

/** Whether a run that ends now may leave a called one behind. Steps running beside its last one may be calling. */
function canHaveCalled({ steps, running }: Progress): boolean {
  if (running.size > 1 || steps.size === 0) return true;
  return [...steps.values()].some(({ status, wait }) => status === "Waiting" && wait?.kind === "child");
}

/** A synchronous caller of the run waits for its answer. */
function tellCaller({ deps, run, state }: Progress): void {
  const isWaitedFor = run.execution_type === "SYNC" && run.parent_run === null && !state.responded;
  if (isWaitedFor) deps.work.answered(run.id);
}

/** Whether a step whose row has `size` characters may wait for the next commit of its run. */
export function mayDefer({ signal, deferred }: Progress, size: number): boolean {
  return !signal.aborted && size <= LARGEST_DEFERRED && deferred.rows.length < MOST_DEFERRED;
}

/**
 * Defers a step that has no outside effect to the next commit of its run, which saves a commit. If the
 * process dies first, the step is lost: whoever resumes the run computes it again, with the same result
 * (D430).
 */
export function deferStep(progress: Progress, row: StepRow): void {
  const { deferred } = progress;
  deferred.rows.push(row);
  deferred.timer ??= setTimeout(() => {
    const flush = commitDeferred(progress).catch((error: unknown) => {
      // The next commit of the run gets the same error and reports it.
      progress.deps.log.debug({ err: error, runId: progress.run.id }, "run.deferred-steps-kept");
    });
    deferred.flush = flush.finally(() => {
      deferred.flush = undefined;
    });
  }, LONGEST_DEFERRAL_MS);
}

/**
 * Commits the deferred steps by themselves; those of a run that has ended or moved to another process are
 * dropped.
 */
export async function commitDeferred(progress: Progress): Promise<void> {
  if (progress.state.phase === "ending" || progress.deferred.rows.length === 0) return;
  await commitProgress(progress, {});
}

/** The deferred steps, for a commit that writes them first. */
export function takeDeferred({ deferred }: Progress): StepRow[] {
  clearTimeout(deferred.timer);
  deferred.timer = undefined;
  return deferred.rows.splice(0);
}
