import type { Deps } from "../../deps.ts";
import { wait } from "../../platform/clock.ts";
import { CutOffError, ReleasedError, type WorkContext, type WorkSource } from "../../platform/work/line.ts";
import { EXECUTION_START } from "../metrics.ts";
import { RUNS } from "../name.ts";
import type { VersionPlan } from "../plan-cache.ts";
import { resumeSleepingRuns } from "../signals/wake.ts";
import type { LoadedRun } from "../store.ts";
import { startRunSpan } from "../trace-run.ts";
import { claimRuns } from "./claim.ts";
import type { RunEnd } from "./commit/run-commit.ts";
import { commitDeferred, commitProgress, takeDeferred } from "./commit-progress.ts";
import { buildEndSettlement } from "./end.ts";
import { isInterruption, RunTimeoutError } from "./interruption.ts";
import {
  createProgress,
  decryptProgress,
  loadProgress,
  loadResponse,
  toMemoryHolder,
} from "./open-progress.ts";
import { getParkEnd, LONGEST_PARK_DAYS, parkRun } from "./park.ts";
import type { Frame, Progress } from "./progress.ts";
import { runRegion } from "./region.ts";
import { selectTestedPart } from "./stand-ins/tested-part.ts";
import { abortStoppedRuns } from "./stop.ts";
import { readSignals } from "./wait-for-news.ts";

// A run that crashes its process must not do so forever, nor take down everything that runs beside it.
const MOST_DEATHS = 3;
// For so short a wait, putting a run to sleep and claiming it again would cost more.
const SHORTEST_SLEEP_MS = 250;

/**
 * Executes runs from their first missing step to their end or the next wait (D423). Each step's result is a
 * committed row before the next step starts; after a crash another process resumes at the first step without
 * one.
 */
export const runSource: WorkSource<LoadedRun, Deps> = {
  name: RUNS,
  table: "runs",
  slots: 256,
  spareSlots: 64,
  claim: claimRuns,
  run: executeRun,
  trace: ({ tracer }, run) => tracer && startRunSpan(tracer, run),
  tend: async (deps, active) => {
    if (active > 0) await abortStoppedRuns(deps);
    return resumeSleepingRuns(deps);
  },
};

async function executeRun(deps: Deps, run: LoadedRun, context: WorkContext): Promise<void> {
  if (run.claim === 1) {
    const waitedMs = deps.clock.now().getTime() - run.created_at.getTime();
    deps.metrics.time(EXECUTION_START, { environment: run.environment }, waitedMs);
  }
  const version = await deps.plans.get(deps.db, run.workflow_id, run.workflow_version);
  const part = version && run.test ? selectTestedPart(version, run.test) : version;
  const limit = limitTime(deps, run, context.signal);
  const progress = createProgress(deps, run, part, { context, signal: limit.signal });
  try {
    await runOrEnd(progress, version);
  } catch (error) {
    // Only the run's own failures count against it.
    throw isInterruption(error) && !(error instanceof ReleasedError)
      ? new ReleasedError(undefined, { cause: error })
      : error;
  } finally {
    limit.clear();
    takeDeferred(progress);
    deps.runMemory.hold(toMemoryHolder(progress), 0);
  }
}

async function runOrEnd(progress: Progress, version: VersionPlan | undefined): Promise<void> {
  const end = findFatalEnd(progress, version);
  if (end) {
    // Nothing else is read: it may be what crashes processes.
    if (progress.run.responded_at) await loadResponse(progress);
    return settleRun(progress, end);
  }
  try {
    await loadProgress(progress);
    decryptProgress(progress);
    await runUntilRest(progress);
  } catch (error) {
    if (progress.state.phase !== "ending") await settleRun(progress, endBy(progress, error));
    // A node has ended the run, and everything beside it was cut off.
    else if (!(error instanceof CutOffError || error instanceof RunTimeoutError)) throw error;
  }
}

/** The end of a run that a thrown error means; throws it again if the run is to resume elsewhere. */
function endBy({ deps, run, context }: Progress, error: unknown): RunEnd {
  if (error instanceof CutOffError) return { status: "STOPPED" };
  if (error instanceof RunTimeoutError) return timedOut(error);
  // Errors in a stopping process may be caused by the stop alone.
  if (isInterruption(error) || context.stopping) throw error;
  deps.log.error({ err: error, runId: run.id }, "run.broke-off");
  const message = "This execution ended because of an error in the server; see its log.";
  return failed("INTERNAL_ERROR", message);
}

/** Why a run cannot continue, before anything else is looked at. */
function findFatalEnd({ run, deps }: Progress, version: VersionPlan | undefined): RunEnd | undefined {
  const now = deps.clock.now();
  if (run.status === "STOPPING") return { status: "STOPPED" };
  if (run.deadline_at && run.deadline_at <= now) return timedOut(new RunTimeoutError());
  if (run.recoveries >= MOST_DEATHS)
    return failed(
      "INTERRUPTED",
      `This execution was given up: ${MOST_DEATHS} processes died while running it, and it made no progress.`,
    );
  if (run.parked_at && getParkEnd(run, now) <= now) {
    const message = `${run.parked_reason} This did not happen within ${LONGEST_PARK_DAYS} days.`;
    return {
      status: "ERRORED",
      error: { code: "NOT_RECONNECTED", message, nodeId: run.parked_node ?? undefined },
    };
  }
  if (!version)
    return failed(
      "UNKNOWN_VERSION",
      "The version of the workflow that this execution runs no longer exists.",
    );
  return undefined;
}

async function runUntilRest(progress: Progress): Promise<void> {
  const { deps, run } = progress;
  const top: Frame = { region: progress.version.plan, prefix: "", parent: undefined, loop: null };
  for (;;) {
    const ending = await runRegion(progress, top);
    if (progress.state.phase === "ending") return;
    if (ending.kind === "over") return settleRun(progress, { status: "COMPLETED", response: ending.result });
    if (ending.kind === "failed") return settleRun(progress, { status: "ERRORED", error: ending.error });
    const { until } = ending;
    const restMs = until ? until.getTime() - deps.clock.now().getTime() : Number.POSITIVE_INFINITY;
    if (restMs <= SHORTEST_SLEEP_MS) {
      const { signal } = progress;
      // The reason that the signal gives, and not an error of the timer.
      await wait(deps.clock, restMs, signal).catch(() => signal.throwIfAborted());
      continue;
    }
    if (progress.parked.size > 0) {
      await commitDeferred(progress);
      if (await parkRun(progress, earliest(until, run.deadline_at))) return;
      progress.parked.clear();
      await readNews(progress);
      continue;
    }
    const wakeAt = earliest(until, run.deadline_at) ?? null;
    const slept = await commitProgress(progress, {
      settle: { kind: "sleep", wakeAt, signals: run.signals },
    });
    if (slept === "committed") return;
    await readNews(progress);
  }
}

/** Something arrived while the run was to be put to sleep: an answer, the end of a child, or a stop. */
async function readNews(progress: Progress): Promise<void> {
  const { deps, run } = progress;
  const row = await deps.db
    .selectFrom("runs")
    .select(["signals", "status"])
    .where("id", "=", run.id)
    .executeTakeFirst();
  // Read before the signals themselves: one that arrives between the two is seen, and only counted late.
  run.signals = row?.signals ?? run.signals;
  await readSignals(progress);
  if (row?.status === "STOPPING") throw new CutOffError();
}

async function settleRun(progress: Progress, end: RunEnd): Promise<void> {
  await commitProgress(progress, { settle: buildEndSettlement(progress, end) });
  progress.state.phase = "ending";
}

/** Cuts the run off at its deadline, unless it is cleared first. */
function limitTime({ clock }: Deps, { deadline_at: deadline }: LoadedRun, outer: AbortSignal) {
  if (!deadline) return { signal: outer, clear: () => {} };
  const over = new AbortController();
  const leftMs = Math.min(deadline.getTime() - clock.now().getTime(), 2 ** 31 - 1);
  const timer = setTimeout(() => over.abort(new RunTimeoutError()), leftMs);
  return { signal: AbortSignal.any([outer, over.signal]), clear: () => clearTimeout(timer) };
}

function timedOut({ message }: RunTimeoutError): RunEnd {
  return { status: "TIMED_OUT", error: { code: "TIMED_OUT", message } };
}

function failed(code: string, message: string): RunEnd {
  return { status: "ERRORED", error: { code, message } };
}

function earliest(...dates: (Date | null | undefined)[]): Date | undefined {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}
