import type { Deps } from "../deps.ts";
import type { Database } from "../platform/database/database.ts";
import { Cut, type WorkContext, type WorkSource } from "../platform/work/line.ts";
import type { StepState } from "./advance.ts";
import { claimRuns } from "./claim.ts";
import { type CommitRun, openCommits } from "./commit.ts";
import { RunTimedOut } from "./cut-off.ts";
import { type End, endOf } from "./end.ts";
import { hold } from "./held-results.ts";
import { loadSteps } from "./load-steps.ts";
import { RUNS } from "./name.ts";
import { LONGEST_PARK_DAYS, parkEnd, parkRun } from "./park.ts";
import { passwordsOf } from "./passwords.ts";
import { withInput, withResponse } from "./payload-store.ts";
import { plansOf, type VersionPlan } from "./plan-cache.ts";
import { commit, type Frame, type Progress } from "./progress.ts";
import { runRegion } from "./region.ts";
import { cutOffStopped } from "./stop.ts";
import { type LoadedRun, loadSignals } from "./store.ts";
import { wakeSleepers } from "./wake.ts";

// A run that takes the process down with it must not do so for ever.
const MAX_RECOVERIES = 20;
// Putting a run to sleep and claiming it again costs more than so short a wait.
const SHORTEST_SLEEP_MS = 250;

/**
 * Carries runs from their first missing step to their end, or to the next wait. Each step's result is a committed
 * row before the next step begins; after a crash another process goes on at the first step without one.
 */
export const runSource: WorkSource<LoadedRun, Deps> = {
  name: RUNS,
  table: "runs",
  slots: 256,
  spareSlots: 64,
  claim: claimRuns,
  run: executeRun,
  tend: async (deps) => {
    await cutOffStopped(deps);
    return wakeSleepers(deps);
  },
};

async function executeRun(deps: Deps, run: LoadedRun, context: WorkContext): Promise<void> {
  const version = await plansOf(deps.database).get(deps.db, run.workflow_id, run.workflow_version);
  const progress = await openProgress(deps, run, version, context);
  const end = hopeless(progress, version);
  if (end) return putDown(progress, end);
  // Not before: a run of which something cannot be opened can still be given up.
  openSealed(progress);
  const clear = limitTime(progress);
  try {
    await carryOn(progress);
  } catch (error) {
    if (!(error instanceof Cut || error instanceof RunTimedOut)) throw error;
    // Otherwise a node has ended the run, and what ran beside it was cut off.
    if (!progress.isOver)
      await putDown(progress, error instanceof Cut ? { status: "STOPPED" } : timedOut(error));
  } finally {
    clear();
  }
}

/** Why a run cannot be carried on, before anything else is looked at. */
function hopeless({ run, deps }: Progress, version: VersionPlan | undefined): End | undefined {
  const now = deps.clock.now();
  if (run.status === "STOPPING") return { status: "STOPPED" };
  if (run.deadline_at && run.deadline_at <= now) return timedOut(new RunTimedOut());
  if (run.recoveries > MAX_RECOVERIES)
    return failed("INTERRUPTED", "This execution was interrupted too often and was given up.");
  if (run.parked_at && parkEnd(run, now) <= now) {
    const message = `${run.parked_reason} It was not within ${LONGEST_PARK_DAYS} days.`;
    return {
      status: "ERRORED",
      error: { code: "NOT_RECONNECTED", message, nodeId: run.parked_node ?? undefined },
    };
  }
  if (!version)
    return failed("UNKNOWN_VERSION", "The version of the workflow that this execution runs is gone.");
  return undefined;
}

async function carryOn(progress: Progress): Promise<void> {
  const { deps, run } = progress;
  const top: Frame = { region: progress.version.plan, prefix: "", parent: undefined, loop: null };
  for (;;) {
    const ending = await runRegion(progress, top);
    if (progress.isOver) return;
    if (ending.kind === "over") return putDown(progress, { status: "COMPLETED", response: ending.result });
    if (ending.kind === "failed") return putDown(progress, { status: "ERRORED", error: ending.error });
    const { until } = ending;
    const restMs = until ? until.getTime() - deps.clock.now().getTime() : Number.POSITIVE_INFINITY;
    if (restMs <= SHORTEST_SLEEP_MS) {
      await pause(restMs, progress.signal);
      continue;
    }
    if (progress.parked.size > 0) {
      if (await parkRun(progress, earliest(until, run.deadline_at))) return;
      progress.parked.clear();
      await readNews(progress);
      continue;
    }
    const wakeAt = earliest(until, run.deadline_at) ?? null;
    const slept = await commit(progress, {
      settle: { kind: "sleep", wakeAt, signals: progress.signalCount },
    });
    if (slept === "committed") return;
    await readNews(progress);
  }
}

/** Something came in while the run was to be put to sleep: an answer, the end of a child, or a stop. */
async function readNews(progress: Progress): Promise<void> {
  const { db } = progress.deps;
  const row = await db
    .selectFrom("runs")
    .select(["signals", "status"])
    .where("id", "=", progress.run.id)
    .executeTakeFirst();
  // Before the signals themselves: one that comes between the two is seen, and only counted late.
  progress.signalCount = row?.signals ?? progress.signalCount;
  progress.signals = await loadSignals(db, progress.run);
  if (row?.status === "STOPPING") throw new Cut();
}

async function putDown(progress: Progress, end: End): Promise<void> {
  await commit(progress, { settle: endOf(progress, end) });
  progress.isOver = true;
  progress.deps.log.debug({ runId: progress.run.id, status: end.status }, "run.finished");
}

async function openProgress(
  deps: Deps,
  loaded: LoadedRun,
  version: VersionPlan | undefined,
  context: WorkContext,
): Promise<Progress> {
  const run = await withResponse(deps.db, await withInput(deps.db, loaded));
  const isFirst = run.claim === 1 && run.replay_of === null;
  const startId = version?.startId ?? "";
  const { steps, loops }: Pick<Progress, "steps" | "loops"> = isFirst
    ? { steps: new Map(), loops: new Map() }
    : await loadSteps(deps.db, run, version?.plan ?? EMPTY);
  if (isFirst || steps.has(startId)) steps.set(startId, startState(run));
  return {
    deps,
    run,
    scope: { orgId: run.org_id, environment: run.environment, account: run.account },
    passwords: passwordsOf(deps.vault, run),
    version: version ?? { plan: EMPTY, startId: "", timeoutS: undefined, concurrency: undefined },
    steps,
    loops,
    held: { bytes: 0, limit: deps.config.runResultBytes, sizes: new Map() },
    signals: run.signals > 0 ? await loadSignals(deps.db, run) : new Map(),
    news: 0,
    signalCount: run.signals,
    context,
    signal: context.signal,
    parked: new Map(),
    running: new Set(),
    isOver: false,
    responded: run.responded_at ? { body: run.response } : undefined,
    recovered: run.recoveries > 0,
    write: commitsOf(deps),
  };
}

const EMPTY = { nodes: new Map(), entries: [], exits: [] };

/** Puts back what the record hides: the run computes with the values. What it holds then is counted. */
function openSealed({ run, steps, version, passwords, held }: Progress): void {
  const { sealedInput } = run.settings;
  if (sealedInput !== undefined) {
    Object.assign(run, { input: passwords.open(sealedInput) });
    if (steps.has(version.startId)) steps.set(version.startId, startState(run));
  }
  for (const [path, { sealed, ...state }] of steps) {
    if (sealed) steps.set(path, { ...state, output: passwords.open(sealed) });
    // What the start node passes on is the run's input.
    if (path !== version.startId) hold(held, path, steps.get(path)?.output ?? null);
  }
}

/** The start node was carried out when the run was accepted; what it passes on stands in the run itself. */
function startState(run: LoadedRun): StepState {
  const output = { body: run.input };
  return { status: "Success", attempt: 1, retryAt: null, handle: null, output, error: null, wait: null };
}

/** Cuts the run off when its time is over; the returned function takes that back. */
function limitTime(progress: Progress): () => void {
  const { deadline_at: deadline } = progress.run;
  if (!deadline) return () => {};
  const over = new AbortController();
  const leftMs = Math.min(deadline.getTime() - progress.deps.clock.now().getTime(), 2 ** 31 - 1);
  const timer = setTimeout(() => over.abort(new RunTimedOut()), leftMs);
  Object.assign(progress, { signal: AbortSignal.any([progress.context.signal, over.signal]) });
  return () => clearTimeout(timer);
}

function timedOut({ message }: RunTimedOut): End {
  return { status: "TIMED_OUT", error: { code: "TIMED_OUT", message } };
}

function failed(code: string, message: string): End {
  return { status: "ERRORED", error: { code, message } };
}

function earliest(...dates: (Date | null | undefined)[]): Date | undefined {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
}

const writers = new WeakMap<Database, CommitRun>();

/** The one writer of a database's runs in this process. */
function commitsOf(deps: Pick<Deps, "database" | "work">): CommitRun {
  const known = writers.get(deps.database) ?? openCommits(deps);
  writers.set(deps.database, known);
  return known;
}
