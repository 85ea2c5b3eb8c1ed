// The entry of a sandbox worker thread: takes one job at a time, runs it in fresh runtimes, and answers.
import { parentPort, workerData } from "node:worker_threads";
import { type Budget, startBudget } from "./budget.ts";
import { type Engine, loadEngine } from "./engine.ts";
import { type Guest, isSound, openGuest } from "./guest.ts";
import { acceptFetch, longestInput, type StartFetch } from "./guest-inbox.ts";
import { closeGuest, compileOnly, engineFailed, evaluateExpression, runCode } from "./guest-run.ts";
import type { Ending, FromWorker, Job, SandboxError, ToWorker } from "./protocol.ts";

if (parentPort === null) throw new Error("The sandbox worker must be started as a worker thread.");
const port = parentPort;
const cells: Int32Array = workerData.cells;

let engine: Engine = await loadEngine();
let guest: Guest | undefined;

function send(message: FromWorker): void {
  port.postMessage(message);
}

const startFetch: StartFetch = (id, request) => send({ type: "fetch", id, request });

function failed(error: SandboxError): Ending {
  return { ok: false, error, logs: [], cpuMs: 0 };
}

/** Opens a guest for the work and closes it after; the engine is replaced where the guest has spoilt it. */
async function withGuest(job: Job, budget: Budget, work: (open: Guest) => Promise<void>): Promise<void> {
  const opened = openGuest(engine, budget, job.fetch ? startFetch : undefined);
  guest = opened;
  await work(opened);
  guest = undefined;
  if (!closeGuest(opened)) engine = await loadEngine();
}

async function evaluateAll(job: Job, deadlineMs: number): Promise<Ending[]> {
  const endings: Ending[] = [];
  while (endings.length < job.sources.length) {
    await withGuest(job, startBudget(job.limits, deadlineMs, cells), async (opened) => {
      do {
        endings.push(evaluateExpression(opened, job.sources[endings.length] ?? "", job.globalsJson));
        // A spoilt runtime goes no further: the expressions that are left get a fresh one.
      } while (isSound(opened) && endings.length < job.sources.length);
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

function check(kind: keyof typeof wrappers, source: string): Ending {
  for (const [before, after] of wrappers[kind]) {
    const error = compileOnly(engine, `${before}${source}${after}`, source);
    if (error !== undefined) return failed(error);
  }
  return { ok: true, json: "null", logs: [], cpuMs: 0 };
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
  if (job.kind !== "code") return [check(job.kind, source)];
  const endings: Ending[] = [];
  await withGuest(job, startBudget(job.limits, deadlineMs, cells), async (opened) => {
    endings.push(await runCode(opened, source, job.globalsJson));
  });
  return endings;
}

async function answer(job: Job): Promise<void> {
  try {
    send({ type: "ended", endings: await perform(job) });
  } catch (error) {
    guest = undefined;
    engine = await loadEngine();
    send({ type: "ended", endings: job.sources.map(() => failed(engineFailed(error))) });
  }
}

port.on("message", (message: ToWorker) => {
  if (message.type === "job") void answer(message.job);
  else if (guest !== undefined) acceptFetch(guest.inbox, message.id, message.reply);
});
send({ type: "ready" });
