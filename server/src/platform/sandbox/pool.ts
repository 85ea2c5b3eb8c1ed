import { Worker } from "node:worker_threads";
import {
  type Ending,
  type FetchReply,
  type FromWorker,
  type Job,
  pulse,
  type SandboxError,
  SandboxUnavailable,
  type ToWorker,
} from "./protocol.ts";

const checkEveryMs = 100;
/** How long a worker may be silent beyond its remaining budget before it is ended. */
const silenceMs = 500;
/** How long beyond its wall time a run may take in all before its worker is ended. */
const lateMs = 900;
const retireAfterMs = 60_000;

/** Answers the guest's fetch in the host; `request` is whatever the guest sent. */
export type AnswerFetch = (request: unknown) => Promise<FetchReply>;

/** Worker threads that run jobs, one at a time each; they start when needed and end when idle for long. */
export interface Pool {
  size: number;
  workers: Set<PooledWorker>;
  waiting: WaitingJob[];
  closed: boolean;
}

interface WaitingJob {
  job: Job;
  answerFetch: AnswerFetch;
  finish: (endings: Ending[]) => void;
  fail: (error: SandboxUnavailable) => void;
}

interface PooledWorker {
  thread: Worker;
  cells: Int32Array;
  ready: boolean;
  running: WaitingJob | undefined;
  watch?: NodeJS.Timeout;
  retire?: NodeJS.Timeout;
}

/** Makes an empty pool of at most `size` threads; a job waits for one of them as long as it takes. */
export function createPool(size: number): Pool {
  return { size, workers: new Set(), waiting: [], closed: false };
}

/** Runs a job and resolves with one ending per source; rejects with SandboxUnavailable where that is no fault of the code. */
export function submit(pool: Pool, job: Job, answerFetch: AnswerFetch): Promise<Ending[]> {
  return new Promise((finish, fail) => {
    if (pool.closed) return fail(new SandboxUnavailable("The script sandbox is closed."));
    pool.waiting.push({ job, answerFetch, finish, fail });
    dispatch(pool);
  });
}

/** Ends all workers; what waits or runs is rejected. */
export async function closePool(pool: Pool): Promise<void> {
  pool.closed = true;
  const closed = new SandboxUnavailable("The script sandbox was closed before the code ended.");
  for (const waiting of pool.waiting.splice(0)) waiting.fail(closed);
  await Promise.all([...pool.workers].map((worker) => discard(pool, worker, closed)));
}

function endAll({ job, finish, fail }: WaitingJob, reason: SandboxError | SandboxUnavailable): void {
  if (reason instanceof SandboxUnavailable) fail(reason);
  else finish(job.sources.map(() => ({ ok: false, error: reason, logs: [], cpuMs: 0, workerLost: true })));
}

function dispatch(pool: Pool): void {
  for (const worker of pool.workers) {
    if (!worker.ready || worker.running !== undefined) continue;
    const next = pool.waiting.shift();
    if (next === undefined) return;
    start(pool, worker, next);
  }
  const starting = [...pool.workers].filter((worker) => !worker.ready).length;
  if (pool.waiting.length > starting && pool.workers.size < pool.size) spawn(pool);
}

function start(pool: Pool, worker: PooledWorker, next: WaitingJob): void {
  clearTimeout(worker.retire);
  worker.running = next;
  worker.thread.ref();
  post(worker, { type: "job", job: next.job });
  worker.watch = watch(pool, worker, next.job);
}

/** Ends the worker when it shows no sign of life for longer than its guest may still run, or is late altogether. */
function watch(pool: Pool, worker: PooledWorker, job: Job): NodeJS.Timeout {
  const startedAtMs = performance.now();
  let seen = { beat: Atomics.load(worker.cells, pulse.beat), atMs: startedAtMs };
  return setInterval(() => {
    const nowMs = performance.now();
    const beat = Atomics.load(worker.cells, pulse.beat);
    if (beat !== seen.beat) seen = { beat, atMs: nowMs };
    const inside = Atomics.load(worker.cells, pulse.inside) === 1;
    const allowedMs = Atomics.load(worker.cells, pulse.remainingMs) + silenceMs;
    const silent = inside && nowMs - seen.atMs > allowedMs;
    if (!silent && nowMs - startedAtMs <= job.limits.wallMs + lateMs) return;
    const message = "The code took too long in one step that cannot be interrupted.";
    void discard(pool, worker, { kind: "timeout", message });
  }, checkEveryMs);
}

function spawn(pool: Pool): void {
  const cells = new Int32Array(new SharedArrayBuffer(pulse.cells * Int32Array.BYTES_PER_ELEMENT));
  const thread = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: { cells },
    // Nothing of this process is handed to a thread that runs code of others.
    env: {},
    argv: [],
    execArgv: [],
    // The guest's memory is WebAssembly's and has its own cap; the stack must outlast the guest's own limit.
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 16 },
  });
  const worker: PooledWorker = { thread, cells, ready: false, running: undefined };
  pool.workers.add(worker);
  thread.on("message", (message: FromWorker) => receive(pool, worker, message));
  thread.on("error", (error) => void discard(pool, worker, crash(error)));
  thread.on("exit", () => void discard(pool, worker, crash()));
}

function crash(error?: Error & { code?: string }): SandboxError | SandboxUnavailable {
  if (error?.code === "ERR_WORKER_OUT_OF_MEMORY")
    return { kind: "memory", message: "The code ran out of memory." };
  return new SandboxUnavailable("The worker that ran the code ended unexpectedly.", { cause: error });
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
  clearInterval(worker.watch);
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

async function bridgeFetch(worker: PooledWorker, id: number, request: unknown): Promise<void> {
  const asking = worker.running;
  if (asking === undefined) return;
  const reply = await asking.answerFetch(request);
  // Ids begin anew with each guest, so a reply must not reach the next one.
  if (worker.running === asking) post(worker, { type: "fetched", id, reply });
}

function post(worker: PooledWorker, message: ToWorker): void {
  worker.thread.postMessage(message);
}

/** Takes a worker out of the pool, ends its job for `reason` if it has one, and lets another take its place. */
async function discard(
  pool: Pool,
  worker: PooledWorker,
  reason: SandboxError | SandboxUnavailable,
): Promise<void> {
  if (!pool.workers.delete(worker)) return;
  clearTimeout(worker.retire);
  // Where workers cannot even start, each that fails takes a job with it: nothing waits for ever.
  const orphan = release(worker) ?? (worker.ready ? undefined : pool.waiting.shift());
  if (orphan !== undefined) endAll(orphan, reason);
  if (!pool.closed) dispatch(pool);
  await worker.thread.terminate();
}
