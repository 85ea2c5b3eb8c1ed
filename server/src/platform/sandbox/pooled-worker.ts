import type { Worker } from "node:worker_threads";
import { getLongestInput } from "./limits.ts";
import { addOffer, mostOffers } from "./offers.ts";
import {
  type FetchReply,
  type FromWorker,
  pulse,
  type SandboxFetchRequest,
  type SandboxJobResult,
  type SandboxUnavailableError,
  type ToWorker,
  type UnsentJob,
} from "./protocol.ts";
import { releaseThread } from "./turns.ts";

/** How long a worker may be silent beyond its remaining budget before it is terminated. */
const silenceMs = 500;
/** How long a run may exceed its wall time in all before its worker is terminated. */
const lateMs = 900;
/** A job that takes longer has no others sent after it, and those that were are taken back. */
const shortMs = 10;
/** Code that may wait keeps its worker for longer than it computes. */
const mayWait = /fetch|setTimeout/;
const largestNumber = 2 ** 30;

/** Answers the guest's fetch in the host. */
export type AnswerFetch = (request: SandboxFetchRequest) => Promise<FetchReply>;

/** A job that has no worker yet. */
export interface WaitingJob {
  task: UnsentJob;
  tenant: string;
  answerFetch: AnswerFetch;
  finish: (endings: SandboxJobResult[]) => void;
  fail: (error: SandboxUnavailableError) => void;
}

/** A job that a worker runs, or that was sent to it ahead of time. */
export interface SentJob extends WaitingJob {
  number: number;
  /** False while its globals are serialized. */
  isSent: boolean;
  startedAtMs: number;
  /** The last sign of life. */
  seen: { beat: number; atMs: number };
}

/** A thread of the pool and its jobs. */
export interface PooledWorker {
  thread: Worker;
  cells: Int32Array;
  ready: boolean;
  running: SentJob | undefined;
  /** What it runs next, in this order, unless the pool takes it back. */
  ahead: SentJob[];
  lastNumber: number;
  /** How long its recent jobs took. */
  usualMs: number;
  retire?: NodeJS.Timeout;
}

/** Gives a job the worker's next number. */
export function toSentJob(worker: PooledWorker, job: WaitingJob): SentJob {
  worker.lastNumber = (worker.lastNumber % largestNumber) + 1;
  return { ...job, number: worker.lastNumber, isSent: false, startedAtMs: 0, seen: { beat: 0, atMs: 0 } };
}

/** Makes a job the worker's current one; its time counts from now on. */
export function setRunning(worker: PooledWorker, job: SentJob): void {
  worker.running = job;
  job.startedAtMs = performance.now();
  job.seen = { beat: Atomics.load(worker.cells, pulse.beat), atMs: job.startedAtMs };
  releaseThread(worker.cells);
}

/** Sends a job to the worker, which runs it after those that it was sent before. */
export function sendJob(worker: PooledWorker, job: SentJob, globalsJson: string): void {
  const { globals: _, ...rest } = job.task;
  job.isSent = true;
  addOffer(worker.cells, job.number);
  post(worker, { type: "job", number: job.number, job: { ...rest, globalsJson } });
}

function post(worker: PooledWorker, message: ToWorker): void {
  worker.thread.postMessage(message);
}

/** Whether the globals of a job are more than its script may be given. */
export function isTooLong(globalsJson: string, { task }: WaitingJob): boolean {
  return globalsJson.length > getLongestInput(task.limits);
}

/** Ends the current job, and makes the next one that was sent the current one. */
export function endRunning(worker: PooledWorker): SentJob | undefined {
  const ended = worker.running;
  worker.running = undefined;
  if (ended === undefined) return undefined;
  worker.usualMs += (performance.now() - ended.startedAtMs - worker.usualMs) / 8;
  const next = worker.ahead.shift();
  if (next !== undefined) setRunning(worker, next);
  return ended;
}

/** Whether one more job that is sent to the worker now is likely to start within milliseconds. */
export function isSoonFree({ running, ahead, usualMs }: PooledWorker): boolean {
  if (running === undefined || !running.isSent || isLong(running)) return false;
  // One cell is for the current job.
  if (ahead.length >= mostOffers - 1 || usualMs * (ahead.length + 1) > shortMs) return false;
  return [running, ...ahead].every(
    ({ task }) => !task.fetch || !task.sources.some((source) => mayWait.test(source)),
  );
}

/** Whether a job has been running for so long that no others should wait for its end. */
export function isLong({ startedAtMs }: SentJob): boolean {
  return performance.now() - startedAtMs > shortMs;
}

/** Extends the time of a job by that in which this process did not run (D575). */
export function extendTime(running: SentJob, lateMs: number, nowMs: number): void {
  running.startedAtMs = Math.min(nowMs, running.startedAtMs + lateMs);
  running.seen.atMs = Math.min(nowMs, running.seen.atMs + lateMs);
}

/** Whether there is no sign of life for longer than the guest may still run, or it is late altogether. */
export function isLost({ cells, ahead }: PooledWorker, running: SentJob, nowMs: number): boolean {
  const current = Atomics.load(cells, pulse.job);
  // Its ending is on the way.
  if (ahead.some(({ number }) => number === current)) return false;
  const beat = Atomics.load(cells, pulse.beat);
  if (beat !== running.seen.beat) running.seen = { beat, atMs: nowMs };
  const inside = Atomics.load(cells, pulse.inside) === 1;
  if (!inside && Atomics.load(cells, pulse.held) === 1) return false;
  const allowedMs = Atomics.load(cells, pulse.remainingMs) + silenceMs;
  if (inside && nowMs - running.seen.atMs > allowedMs) return true;
  const heldMs = Atomics.load(cells, pulse.heldMs);
  return nowMs - running.startedAtMs - heldMs > running.task.limits.wallMs + lateMs;
}

/** Answers a request of the current job. */
export async function sendFetchReply(
  worker: PooledWorker,
  { number, id, request }: Extract<FromWorker, { type: "fetch" }>,
): Promise<void> {
  const asking = worker.running;
  if (asking?.number !== number) return;
  const reply = await asking.answerFetch(request);
  if (worker.running === asking) post(worker, { type: "fetched", number, id, reply });
}
