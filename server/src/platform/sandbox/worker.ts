// The entry of a sandbox worker thread: takes one job at a time, runs it and replies.
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { createNewestCache } from "../newest-cache.ts";
import { openGuestRoom } from "./guest.ts";
import { receiveFetchReply } from "./guest-inbox.ts";
import { createEngineError } from "./guest-run.ts";
import { takeJob } from "./offers.ts";
import { runJob, type Workplace } from "./perform-job.ts";
import {
  createLostResults,
  type FromWorker,
  pulse,
  type SandboxJob,
  type SandboxJobResult,
  type ToWorker,
} from "./protocol.ts";

if (parentPort === null) throw new Error("The sandbox worker must be started as a worker thread.");
const port = parentPort;
const MOST_CHECKS = 10;
const workplace: Workplace = {
  room: openGuestRoom(),
  checks: createNewestCache(MOST_CHECKS),
  cells: workerData.cells,
  startFetch: (id, request) => send({ type: "fetch", number: currentJob(), id, request }),
};
/** Jobs that wait for the end of the current one. */
const queue: { number: number; job: SandboxJob }[] = [];
let isBusy = false;
// Not earlier: something waits for a starting thread.
yieldToOthers();

/**
 * Makes the system prefer every other thread of this process when CPU time is short: code that never ends must not
 * delay the engine. Only Linux gives threads priorities of their own.
 */
function yieldToOthers(): void {
  if (process.platform !== "linux") return;
  const threadId = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  if (Number.isInteger(threadId)) setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
}

function send(message: FromWorker): void {
  port.postMessage(message);
}

function currentJob(): number {
  return Atomics.load(workplace.cells, pulse.job);
}

async function work(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  for (let next = queue.shift(); next !== undefined; next = queue.shift())
    if (takeJob(workplace.cells, next.number))
      send({ type: "ended", number: next.number, endings: await answer(next.job) });
  isBusy = false;
}

async function answer(job: SandboxJob): Promise<SandboxJobResult[]> {
  try {
    return await runJob(workplace, job);
  } catch (error) {
    workplace.room = openGuestRoom();
    const at = Atomics.load(workplace.cells, pulse.source);
    return createLostResults(at, createEngineError(error), job.sources.length);
  }
}

port.on("message", (message: ToWorker) => {
  if (message.type === "job") {
    queue.push(message);
    void work();
    return;
  }
  const { guest } = workplace.room;
  // Ids start over with each guest, so a reply must not reach the next one.
  if (guest !== undefined && message.number === currentJob())
    receiveFetchReply(guest.inbox, message.id, message.reply);
});
send({ type: "ready" });
