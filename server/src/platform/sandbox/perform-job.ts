import { type Budget, startBudget } from "./budget.ts";
import { enterRoom, type Guest, isSound, leaveRoom, type Room } from "./guest.ts";
import { longestInput, type StartFetch } from "./guest-inbox.ts";
import { evaluateExpression, problemOf, runCode } from "./guest-run.ts";
import type { Ending, Job, SandboxError } from "./protocol.ts";

/** What jobs run in: a room, the cells by which the pool watches them, and the way of their requests. */
export interface Workplace {
  room: Room;
  cells: Int32Array;
  startFetch: StartFetch;
}

/** Carries out a job and empties the room after it; gives an ending per source. Throws where the engine itself fails. */
export async function performJob(workplace: Workplace, job: Job): Promise<Ending[]> {
  const deadlineMs = performance.now() + job.limits.wallMs;
  const inputLength = Math.max(job.globalsJson.length, ...job.sources.map((source) => source.length));
  if (inputLength > longestInput(job.limits)) {
    const message = "The code and its input are too large for the memory of the script.";
    return job.sources.map(() => failed({ kind: "memory", message }));
  }
  if (job.kind === "expressions") return evaluateAll(workplace, job, deadlineMs);
  if (job.kind !== "code") return checkAll(workplace.room, job, job.kind);
  const [source = ""] = job.sources;
  const endings: Ending[] = [];
  await withGuest(workplace, job, startBudget(job.limits, deadlineMs, workplace.cells), async (guest) => {
    endings.push(await runCode(guest, source, job.globalsJson));
  });
  return endings;
}

/** The ending of a source that was not run. */
export function failed(error: SandboxError): Ending {
  return { ok: false, error, logs: [], cpuMs: 0 };
}

/** Lets a guest in for the work and out after. */
async function withGuest(
  { room, startFetch }: Workplace,
  job: Job,
  budget: Budget,
  work: (guest: Guest) => Promise<void>,
): Promise<void> {
  const guest = enterRoom(room, budget, job.fetch ? startFetch : undefined);
  try {
    await work(guest);
  } finally {
    leaveRoom(room, guest);
  }
}

const MOST_RESULTS = 8;
const TOO_MUCH = {
  kind: "output",
  message: "The results of all expressions together are too large.",
} as const;

async function evaluateAll(workplace: Workplace, job: Job, deadlineMs: number): Promise<Ending[]> {
  const endings: Ending[] = [];
  // Of all results together: there may be hundreds, which go to the host at once.
  let left = MOST_RESULTS * job.limits.outputBytes;
  while (endings.length < job.sources.length) {
    await withGuest(workplace, job, startBudget(job.limits, deadlineMs, workplace.cells), async (guest) => {
      do {
        const ending = evaluateExpression(guest, job.sources[endings.length] ?? "", job.globalsJson);
        left -= ending.ok ? ending.json.length : 0;
        endings.push(left < 0 ? failed(TOO_MUCH) : ending);
        // A spoilt engine goes no further: the expressions that are left get it as it was at first.
      } while (isSound(guest) && endings.length < job.sources.length);
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

/** Nothing is run, so that one engine may look at many texts. */
function checkAll({ engine }: Room, job: Job, kind: keyof typeof wrappers): Ending[] {
  engine.capMemory(job.limits.memoryMiB);
  const endings = job.sources.map((source): Ending => {
    for (const [before, after] of wrappers[kind]) {
      const error = problemOf(engine, `${before}${source}${after}`, source);
      if (error !== undefined) return failed(error);
    }
    return { ok: true, json: "null", logs: [], cpuMs: 0 };
  });
  engine.restore(!engine.memoryRefused());
  return endings;
}
