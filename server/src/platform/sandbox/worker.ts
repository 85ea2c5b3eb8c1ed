// The entry of a sandbox worker thread: takes one job at a time, runs it and replies.
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { openGuestRoom } from "./guest.ts";
import { receiveFetchReply } from "./guest-inbox.ts";
import { createEngineError } from "./guest-run.ts";
import { runJob, type Workplace } from "./perform-job.ts";
import { createLostResults, type FromWorker, pulse, type SandboxJob, type ToWorker } from "./protocol.ts";

if (parentPort === null) throw new Error("The sandbox worker must be started as a worker thread.");
const port = parentPort;
const workplace: Workplace = {
  room: openGuestRoom(),
  cells: workerData.cells,
  startFetch: (id, request) => send({ type: "fetch", id, request }),
};
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

async function answer(job: SandboxJob): Promise<void> {
  try {
    send({ type: "ended", endings: await runJob(workplace, job) });
  } catch (error) {
    workplace.room = openGuestRoom();
    const at = Atomics.load(workplace.cells, pulse.source);
    send({ type: "ended", endings: createLostResults(at, createEngineError(error), job.sources.length) });
  }
}

port.on("message", (message: ToWorker) => {
  const { guest } = workplace.room;
  if (message.type === "job") void answer(message.job);
  else if (guest !== undefined) receiveFetchReply(guest.inbox, message.id, message.reply);
});
send({ type: "ready" });
