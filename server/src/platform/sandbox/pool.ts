import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { startThread } from "../start-thread.ts";
import { createInputLimitError } from "./guest-errors.ts";
import { getLongestInput } from "./limits.ts";
import {
  createFailedResult,
  createLostResults,
  type FetchReply,
  type FromWorker,
  pulse,
  type SandboxError,
  type SandboxFetchRequest,
  type SandboxJobResult,
  SandboxUnavailableError,
  type ToWorker,
  type UnsentJob,
} from "./protocol.ts";
import { createTurnHistory, releaseThread, runRound, type TurnHistory } from "./turns.ts";
import { encodeGlobals } from "./write-globals.ts";

const checkEveryMs = 25;
/** How long a worker may be silent beyond its remaining budget before it is terminated. */
const silenceMs = 500;
/** How long a run may exceed its wall time in all before its worker is terminated. */
const lateMs = 900;
const retireAfterMs = 60_000;

/** Answers the guest's fetch in the host. */
export type AnswerFetch = (request: SandboxFetchRequest) => Promise<FetchReply>;

/** Worker threads that run jobs, one at a time each; they start on demand and end after being idle for long. */
export interface Pool {
  size: number;
  workers: Set<PooledWorker>;
  /** Waiting jobs by tenant; the tenant that has waited longest for its turn comes first. */
  waiting: Map<string, WaitingJob[]>;
  turns: TurnHistory;
  /** Watches running jobs, as long as there are any. */
  watch: NodeJS.Timeout | undefined;
  closed: boolean;
}

interface WaitingJob {
  task: UnsentJob;
  tenant: string;
  answerFetch: AnswerFetch;
  finish: (endings: SandboxJobResult[]) => void;
  fail: (error: SandboxUnavailableError) => void;
}

interface RunningJob extends WaitingJob {
  startedAtMs: number;
  /** The last sign of life. */
  seen: { beat: number; atMs: number };
}

interface PooledWorker {
  thread: Worker;
  cells: Int32Array;
  ready: boolean;
  running: RunningJob | undefined;
  retire?: NodeJS.Timeout;
}

/** Creates an empty pool of at most `size` threads; a job waits for one of them as long as it takes. */
export function createPool(size: number): Pool {
  // One processor stays free of long code.
  const turns = createTurnHistory(Math.max(1, availableParallelism() - 1));
  return { size, workers: new Set(), waiting: new Map(), turns, watch: undefined, closed: false };
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

/**
 * The last quarter of the threads is for tenants that have none, so that each makes progress however many others
 * compute or wait.
 */
function sharesOf(pool: Pool): (tenant: string) => boolean {
  const most = Math.ceil(pool.size / 2);
  const kept = Math.floor(pool.size / 4);
  const running = [...pool.workers].flatMap((worker) => worker.running?.tenant ?? []);
  return (tenant) => {
    const own = running.filter((one) => one === tenant).length;
    return own === 0 || (own < most && running.length < pool.size - kept);
  };
}

/** Terminates all workers; waiting and running jobs are rejected. */
export async function closePool(pool: Pool): Promise<void> {
  pool.closed = true;
  const closed = new SandboxUnavailableError("The script sandbox was closed before the code ended.");
  for (const queue of pool.waiting.values()) for (const waiting of queue) waiting.fail(closed);
  pool.waiting.clear();
  await Promise.all([...pool.workers].map((worker) => discard(pool, worker, closed)));
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
  for (const worker of pool.workers) {
    if (!worker.ready || worker.running !== undefined) continue;
    const next = takeNext(pool, sharesOf(pool));
    if (next === undefined) break;
    start(pool, worker, next);
  }
  const starting = [...pool.workers].filter((worker) => !worker.ready).length;
  // A few at a time: starting threads takes CPU time from those that work.
  if (pool.workers.size < pool.size && starting < Math.min(pool.turns.places, wanted(pool))) spawn(pool);
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
  const mayHaveMore = sharesOf(pool);
  let count = 0;
  for (const [tenant, queue] of pool.waiting) {
    if (mayHaveMore(tenant)) count += queue.length;
    if (count >= pool.size) break;
  }
  return count;
}

function start(pool: Pool, worker: PooledWorker, next: WaitingJob): void {
  clearTimeout(worker.retire);
  const atMs = performance.now();
  const beat = Atomics.load(worker.cells, pulse.beat);
  const running = { ...next, startedAtMs: atMs, seen: { beat, atMs } };
  worker.running = running;
  releaseThread(worker.cells);
  worker.thread.ref();
  void handOver(pool, worker, running);
  pool.watch ??= setInterval(() => watch(pool), checkEveryMs);
}

/** Serializes the globals of a job that now has a worker, and sends it there. */
async function handOver(pool: Pool, worker: PooledWorker, running: RunningJob): Promise<void> {
  const { globals, ...rest } = running.task;
  const globalsJson = await encodeGlobals(globals, getLongestInput(rest.limits));
  // The pool may have been closed meanwhile.
  if (worker.running !== running) return;
  if (globalsJson !== undefined) {
    running.startedAtMs = performance.now();
    post(worker, { type: "job", job: { ...rest, globalsJson } });
    return;
  }
  receive(pool, worker, {
    type: "ended",
    endings: rest.sources.map(() => createFailedResult(createInputLimitError())),
  });
}

/** Terminates lost workers, and lets long code take turns. */
function watch(pool: Pool): void {
  const nowMs = performance.now();
  const runners = [];
  for (const worker of pool.workers) {
    const { cells, running } = worker;
    if (running === undefined) continue;
    if (isLost(cells, running, nowMs)) {
      const message = "The code took too long in one step that cannot be interrupted.";
      void discard(pool, worker, { kind: "timeout", message });
    } else runners.push({ cells, tenant: running.tenant });
  }
  runRound(pool.turns, runners);
  if (runners.length > 0) return;
  clearInterval(pool.watch);
  pool.watch = undefined;
}

/** Whether there is no sign of life for longer than the guest may still run, or it is late altogether. */
function isLost(cells: Int32Array, running: RunningJob, nowMs: number): boolean {
  const beat = Atomics.load(cells, pulse.beat);
  if (beat !== running.seen.beat) running.seen = { beat, atMs: nowMs };
  const inside = Atomics.load(cells, pulse.inside) === 1;
  if (!inside && Atomics.load(cells, pulse.held) === 1) return false;
  const allowedMs = Atomics.load(cells, pulse.remainingMs) + silenceMs;
  if (inside && nowMs - running.seen.atMs > allowedMs) return true;
  const heldMs = Atomics.load(cells, pulse.heldMs);
  return nowMs - running.startedAtMs - heldMs > running.task.limits.wallMs + lateMs;
}

function spawn(pool: Pool): void {
  const cells = new Int32Array(new SharedArrayBuffer(pulse.cells * Int32Array.BYTES_PER_ELEMENT));
  const thread = startThread(new URL("./worker.ts", import.meta.url), {
    data: { cells },
    // The guest's memory is WebAssembly's and has its own cap; the stack must outlast the guest's own limit.
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 16 },
  });
  const worker: PooledWorker = { thread, cells, ready: false, running: undefined };
  pool.workers.add(worker);
  thread.on("message", (message: FromWorker) => receive(pool, worker, message));
  thread.on("error", (error) => void discard(pool, worker, crash(error)));
  thread.on("exit", () => void discard(pool, worker, crash()));
}

function crash(error?: Error & { code?: string }): SandboxError | SandboxUnavailableError {
  if (error?.code === "ERR_WORKER_OUT_OF_MEMORY")
    return { kind: "memory", message: "The code ran out of memory." };
  return new SandboxUnavailableError("The worker that ran the code ended unexpectedly.", { cause: error });
}

function receive(pool: Pool, worker: PooledWorker, message: FromWorker): void {
  if (!pool.workers.has(worker)) return;
  if (message.type === "fetch") {
    void bridgeFetch(worker, message.id, message.request);
    return;
  }
  if (message.type === "ended") {
    const finished = release(worker);
    finished?.finish(message.endings);
  }
  worker.ready = true;
  dispatch(pool);
  if (worker.running === undefined) rest(pool, worker);
}

function release(worker: PooledWorker): WaitingJob | undefined {
  const finished = worker.running;
  worker.running = undefined;
  return finished;
}

function rest(pool: Pool, worker: PooledWorker): void {
  worker.thread.unref();
  clearTimeout(worker.retire);
  worker.retire = setTimeout(() => void discard(pool, worker, crash()), retireAfterMs);
  worker.retire.unref();
}

async function bridgeFetch(worker: PooledWorker, id: number, request: SandboxFetchRequest): Promise<void> {
  const asking = worker.running;
  if (asking === undefined) return;
  const reply = await asking.answerFetch(request);
  // Ids start over with each guest, so a reply must not reach the next one.
  if (worker.running === asking) post(worker, { type: "fetched", id, reply });
}

function post(worker: PooledWorker, message: ToWorker): void {
  worker.thread.postMessage(message);
}

/** Removes a worker from the pool, ends its job for `reason` if it has one, and lets another take its place. */
async function discard(
  pool: Pool,
  worker: PooledWorker,
  reason: SandboxError | SandboxUnavailableError,
): Promise<void> {
  if (!pool.workers.delete(worker)) return;
  clearTimeout(worker.retire);
  // If workers cannot even start, each failure ends a job: nothing waits forever.
  const orphan = release(worker) ?? (worker.ready ? undefined : takeNext(pool, () => true));
  if (orphan !== undefined) endAll(orphan, Atomics.load(worker.cells, pulse.source), reason);
  if (!pool.closed) dispatch(pool);
  await worker.thread.terminate();
}
