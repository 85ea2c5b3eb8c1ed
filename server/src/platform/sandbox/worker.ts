// The entry of a sandbox worker thread: takes one job at a time, runs it in fresh runtimes, and answers.
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { type Budget, startBudget } from "./budget.ts";
import { enterRoom, type Guest, isSound, leaveRoom, openRoom } from "./guest.ts";
import { acceptFetch, longestInput, type StartFetch } from "./guest-inbox.ts";
import { engineFailed, evaluateExpression, runCode, withParser } from "./guest-run.ts";
import type { Ending, FromWorker, Job, SandboxError, ToWorker } from "./protocol.ts";

if (parentPort === null) throw new Error("The sandbox worker must be started as a worker thread.");
const port = parentPort;
const cells: Int32Array = workerData.cells;

let room = await openRoom();
// Not before: something waits for a thread that starts.
yieldToOthers();
let guest: Guest | undefined;

/**
 * Has the system prefer every other thread of this process where there is not enough processor time: code that never
 * ends must not delay the engine. Linux alone gives threads priorities of their own.
 */
function yieldToOthers(): void {
  if (process.platform !== "linux") return;
  const threadId = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  if (Number.isInteger(threadId)) setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
}

function send(message: FromWorker): void {
  port.postMessage(message);
}

const startFetch: StartFetch = (id, request) => send({ type: "fetch", id, request });

function failed(error: SandboxError): Ending {
  return { ok: false, error, logs: [], cpuMs: 0 };
}

/** Lets a guest in for the work and out after; the room is replaced where the guest has spoilt it. */
async function withGuest(job: Job, budget: Budget, work: (entered: Guest) => Promise<void>): Promise<void> {
  const entered = enterRoom(room, budget, job.fetch ? startFetch : undefined);
  guest = entered;
  await work(entered);
  guest = undefined;
  if (!leaveRoom(room, entered)) room = await openRoom();
}

async function evaluateAll(job: Job, deadlineMs: number): Promise<Ending[]> {
  const endings: Ending[] = [];
  while (endings.length < job.sources.length) {
    await withGuest(job, startBudget(job.limits, deadlineMs, cells), async (entered) => {
      do {
        endings.push(evaluateExpression(entered, job.sources[endings.length] ?? "", job.globalsJson));
        // A spoilt runtime goes no further: the expressions that are left get a fresh one.
      } while (isSound(entered) && endings.length < job.sources.length);
    });
  }
  return endings;
}

// Source that closes its wrapper early to open another fits one of the two, but never both.
const wrappers: Record<"check-code" | "check-expression", [string, string][]> = {
  "check-code": [
    ["(async function(){", "\n})"],
    ["[{async method(){", "\n}}]"],
  ],
  "check-expression": [
    ["(()=>(", "\n))"],
    ["[0,", "\n]"],
  ],
};

function checkAll(kind: keyof typeof wrappers, sources: readonly string[]): Ending[] {
  const endings = withParser(room.engine, (problemOf) =>
    sources.map((source) => {
      for (const [before, after] of wrappers[kind]) {
        const error = problemOf(`${before}${source}${after}`, source);
        if (error !== undefined) return failed(error);
      }
      return { ok: true as const, json: "null", logs: [], cpuMs: 0 };
    }),
  );
  room.empty();
  return endings;
}

async function perform(job: Job): Promise<Ending[]> {
  const deadlineMs = performance.now() + job.limits.wallMs;
  const inputLength = Math.max(job.globalsJson.length, ...job.sources.map((source) => source.length));
  if (inputLength > longestInput(job.limits)) {
    const message = "The code and its input are too large for the memory of the script.";
    return job.sources.map(() => failed({ kind: "memory", message }));
  }
  const [source = ""] = job.sources;
  if (job.kind === "expressions") return evaluateAll(job, deadlineMs);
  if (job.kind !== "code") return checkAll(job.kind, job.sources);
  const endings: Ending[] = [];
  await withGuest(job, startBudget(job.limits, deadlineMs, cells), async (entered) => {
    endings.push(await runCode(entered, source, job.globalsJson));
  });
  return endings;
}

async function answer(job: Job): Promise<void> {
  try {
    send({ type: "ended", endings: await perform(job) });
  } catch (error) {
    guest = undefined;
    room = await openRoom();
    send({ type: "ended", endings: job.sources.map(() => failed(engineFailed(error))) });
  }
}

port.on("message", (message: ToWorker) => {
  if (message.type === "job") void answer(message.job);
  else if (guest !== undefined) acceptFetch(guest.inbox, message.id, message.reply);
});
send({ type: "ready" });
