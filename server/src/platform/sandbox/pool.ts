import { availableParallelism } from "node:os";
import { startThread } from "../start-thread.ts";
import { createInputLimitError } from "./guest-errors.ts";
import { getLongestInput } from "./limits.ts";
import { removeOffer } from "./offers.ts";
import {
  type AnswerFetch,
  endRunning,
  extendTime,
  isLong,
  isLost,
  isSoonFree,
  isTooLong,
  type PooledWorker,
  type SentJob,
  sendFetchReply,
  sendJob,
  setRunning,
  toSentJob,
  type WaitingJob,
} from "./pooled-worker.ts";
import {
  createFailedResult,
  createLostResults,
  type FromWorker,
  pulse,
  type SandboxError,
  type SandboxJobResult,
  SandboxUnavailableError,
  type UnsentJob,
} from "./protocol.ts";
import { createShareRule } from "./shares.ts";
import { createTurnHistory, runRound, type TurnHistory } from "./turns.ts";
import { encodeGlobals, encodeSmallGlobals } from "./write-globals.ts";

const checkEveryMs = 25;
const retireAfterMs = 60_000;

/** Worker threads that run jobs, one at a time each; they start on demand and end after being idle for long. */
export interface Pool {
  size: number;
  workers: Set<PooledWorker>;
  /** Waiting jobs by tenant; the tenant that has waited longest for its turn comes first. */
  waiting: Map<string, WaitingJob[]>;
  turns: TurnHistory;
  /** Watches running jobs, as long as there are any. */
  watch: NodeJS.Timeout | undefined;
  watchedAtMs: number;
  closed: boolean;
}

/** Creates an empty pool of at most `size` threads; a job waits for one of them as long as it takes. */
export function createPool(size: number): Pool {
  // One processor stays free of long code.
  const turns = createTurnHistory(Math.max(1, availableParallelism() - 1));
  return {
    size,
    workers: new Set(),
    waiting: new Map(),
    turns,
    watch: undefined,
    watchedAtMs: 0,
    closed: false,
  };
}

/**
 * Runs a job and resolves with one ending per source; rejects with SandboxUnavailableError if the code is not at fault.
 * Tenants take turns; none has more than half of the threads, and the last quarter is for those that have none: code
 * that never ends makes only its own tenant wait.
 */
export function runPooledJob(
  pool: Pool,
  task: UnsentJob,
  tenant: string,
  answerFetch: AnswerFetch,
): Promise<SandboxJobResult[]> {
  return new Promise((finish, fail) => {
    if (pool.closed) return fail(new SandboxUnavailableError("The script sandbox is closed."));
    const queue = pool.waiting.get(tenant) ?? [];
    queue.push({ task, tenant, answerFetch, finish, fail });
    pool.waiting.set(tenant, queue);
    dispatch(pool);
  });
}

/** Takes the next job of the first tenant that may have one more thread. */
function takeNext(pool: Pool, mayHaveMore: (tenant: string) => boolean): WaitingJob | undefined {
  for (const [tenant, queue] of pool.waiting) {
    if (!mayHaveMore(tenant)) continue;
    const next = queue.shift();
    // To the end of the queue, if it has more jobs.
    pool.waiting.delete(tenant);
    if (queue.length > 0) pool.waiting.set(tenant, queue);
    return next;
  }
  return undefined;
}

/** Terminates all workers; waiting and running jobs are rejected. */
export async function closePool(pool: Pool): Promise<void> {
  pool.closed = true;
  const closed = new SandboxUnavailableError("The script sandbox was closed before the code ended.");
  const ends = [...pool.workers].map((worker) => discard(pool, worker, closed));
  for (const queue of pool.waiting.values()) for (const waiting of queue) waiting.fail(closed);
  pool.waiting.clear();
  await Promise.all(ends);
}

/** Ends a job whose worker was lost over the source at `index`. */
function endAll(
  { task, finish, fail }: WaitingJob,
  index: number,
  reason: SandboxError | SandboxUnavailableError,
): void {
  if (reason instanceof SandboxUnavailableError) fail(reason);
  else finish(createLostResults(index, reason, task.sources.length));
}

function dispatch(pool: Pool): void {
  if (pool.waiting.size === 0) return;
  // A thread that is awake does short work sooner than one that must be woken.
  startIdle(pool, pool.turns.places);
  for (const worker of pool.workers) offerAhead(pool, worker);
  startIdle(pool, pool.size);
  const starting = [...pool.workers].filter((worker) => !worker.ready).length;
  // A few at a time: starting threads takes CPU time from those that work.
  if (pool.workers.size < pool.size && starting < Math.min(pool.turns.places, wanted(pool))) spawn(pool);
}

/** Gives jobs to idle workers until so many are busy. */
function startIdle(pool: Pool, most: number): void {
  let busy = 0;
  for (const worker of pool.workers) if (worker.running !== undefined) busy++;
  for (const worker of pool.workers) {
    if (busy >= most) return;
    if (!worker.ready || worker.running !== undefined) continue;
    const next = takeNext(pool, createShareRule(pool));
    if (next === undefined) return;
    start(pool, worker, next);
    busy++;
  }
}

/**
 * How many threads should be idle or starting: one for each job that could start and, while there is work, a spare
 * one, because threads start slowly when the processors are busy.
 */
function wanted(pool: Pool): number {
  const isBusy = [...pool.workers].some((worker) => worker.running !== undefined);
  const hasFree = [...pool.workers].some((worker) => worker.ready && worker.running === undefined);
  return startable(pool) + (isBusy && !hasFree ? 1 : 0);
}

/** How many jobs could start if there were threads for them, as far as the pool can have any. */
function startable(pool: Pool): number {
  const mayHaveMore = createShareRule(pool);
  let count = 0;
  for (const [tenant, queue] of pool.waiting) {
    if (mayHaveMore(tenant)) count += queue.length;
    if (count >= pool.size) break;
  }
  return count;
}

function start(pool: Pool, worker: PooledWorker, next: WaitingJob): void {
  clearTimeout(worker.retire);
  const running = toSentJob(worker, next);
  setRunning(worker, running);
  worker.thread.ref();
  void handOver(pool, worker, running);
  if (pool.watch !== undefined) return;
  pool.watchedAtMs = performance.now();
  pool.watch = setInterval(() => watch(pool), checkEveryMs);
}

/** Sends a busy worker the jobs that it would get next, as long as each of them is likely to be short. */
function offerAhead(pool: Pool, worker: PooledWorker): void {
  while (pool.waiting.size > 0 && isSoonFree(worker)) {
    const next = takeNext(pool, createShareRule(pool, worker));
    if (next === undefined) return;
    const globalsJson = encodeSmallGlobals(next.task.globals);
    if (globalsJson === undefined || isTooLong(globalsJson, next)) {
      putBack(pool, [next]);
      return;
    }
    const ahead = toSentJob(worker, next);
    worker.ahead.push(ahead);
    sendJob(worker, ahead, globalsJson);
  }
}

/** Takes back what the worker was sent ahead and has not started yet. */
function takeBack(pool: Pool, worker: PooledWorker): void {
  const back = worker.ahead.filter(({ number }) => removeOffer(worker.cells, number));
  worker.ahead = worker.ahead.filter((job) => !back.includes(job));
  putBack(pool, back);
}

/** Jobs that were taken too early are the next ones again, in their order. */
function putBack(pool: Pool, jobs: readonly WaitingJob[]): void {
  const others = [...pool.waiting];
  pool.waiting.clear();
  for (const job of jobs) {
    const queue = pool.waiting.get(job.tenant);
    if (queue === undefined) pool.waiting.set(job.tenant, [job]);
    else queue.push(job);
  }
  for (const [tenant, queue] of others) {
    const first = pool.waiting.get(tenant);
    if (first === undefined) pool.waiting.set(tenant, queue);
    else first.push(...queue);
  }
}

/** Serializes the globals of a job that now has a worker, and sends it there. */
async function handOver(pool: Pool, worker: PooledWorker, running: SentJob): Promise<void> {
  const { globals, limits, sources } = running.task;
  const globalsJson = encodeSmallGlobals(globals) ?? (await encodeGlobals(globals, getLongestInput(limits)));
  // The pool may have been closed meanwhile.
  if (worker.running !== running) return;
  if (globalsJson === undefined || isTooLong(globalsJson, running)) {
    const endings = sources.map(() => createFailedResult(createInputLimitError()));
    return receive(pool, worker, { type: "ended", number: running.number, endings });
  }
  running.startedAtMs = performance.now();
  sendJob(worker, running, globalsJson);
  offerAhead(pool, worker);
}

/** Terminates lost workers, takes back what waits for long code, and lets that take turns. */
function watch(pool: Pool): void {
  const nowMs = performance.now();
  // Its threads may not have run either: the machine is busy, or was suspended.
  const lateMs = Math.max(0, nowMs - pool.watchedAtMs - checkEveryMs);
  pool.watchedAtMs = nowMs;
  const runners = [];
  for (const worker of pool.workers) {
    const { cells, running } = worker;
    if (running === undefined) continue;
    extendTime(running, lateMs, nowMs);
    if (isLong(running)) takeBack(pool, worker);
    if (isLost(worker, running, nowMs)) {
      const message = "The code took too long in one step that cannot be interrupted.";
      void discard(pool, worker, { kind: "timeout", message });
    } else runners.push({ cells, tenant: running.tenant });
  }
  runRound(pool.turns, runners);
  dispatch(pool);
  // A lost worker makes room: what starts instead must be watched, too.
  if ([...pool.workers].some(({ running }) => running !== undefined)) return;
  clearInterval(pool.watch);
  pool.watch = undefined;
}

function spawn(pool: Pool): void {
  const cells = new Int32Array(new SharedArrayBuffer(pulse.cells * Int32Array.BYTES_PER_ELEMENT));
  const thread = startThread(new URL("./worker.ts", import.meta.url), {
    data: { cells },
    // The guest's memory is WebAssembly's and has its own cap; the stack must outlast the guest's own limit.
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 16 },
  });
  const worker: PooledWorker = {
    thread,
    cells,
    ready: false,
    running: undefined,
    ahead: [],
    lastNumber: 0,
    usualMs: 1,
  };
  pool.workers.add(worker);
  thread.on("message", (message: FromWorker) => receive(pool, worker, message));
  thread.on("error", (error) => void discard(pool, worker, crash(error)));
  thread.on("exit", () => void discard(pool, worker, crash()));
}

function crash(error?: Error & { code?: string }): SandboxError | SandboxUnavailableError {
  if (error?.code === "ERR_WORKER_OUT_OF_MEMORY")
    return { kind: "memory", message: "The code ran out of memory." };
  return createLoss(error);
}

function createLoss(error?: Error): SandboxUnavailableError {
  return new SandboxUnavailableError("The worker that ran the code ended unexpectedly.", { cause: error });
}

function receive(pool: Pool, worker: PooledWorker, message: FromWorker): void {
  if (!pool.workers.has(worker)) return;
  if (message.type === "fetch") {
    void sendFetchReply(worker, message);
    return;
  }
  if (message.type === "ended") {
    endRunning(worker)?.finish(message.endings);
  }
  worker.ready = true;
  dispatch(pool);
  if (worker.running === undefined) rest(pool, worker);
}

function rest(pool: Pool, worker: PooledWorker): void {
  worker.thread.unref();
  clearTimeout(worker.retire);
  worker.retire = setTimeout(() => void discard(pool, worker, crash()), retireAfterMs);
  worker.retire.unref();
}

/** Removes a worker from the pool, ends its job for `reason` if it has one, and lets another take its place. */
async function discard(
  pool: Pool,
  worker: PooledWorker,
  reason: SandboxError | SandboxUnavailableError,
): Promise<void> {
  if (!pool.workers.delete(worker)) return;
  clearTimeout(worker.retire);
  takeBack(pool, worker);
  // If workers cannot even start, each failure ends a job: nothing waits forever.
  const orphan = worker.running ?? (worker.ready ? undefined : takeNext(pool, () => true));
  worker.running = undefined;
  if (orphan !== undefined) endAll(orphan, Atomics.load(worker.cells, pulse.source), reason);
  // It may have had effects.
  for (const started of worker.ahead) started.fail(createLoss());
  if (!pool.closed) dispatch(pool);
  await worker.thread.terminate();
}
