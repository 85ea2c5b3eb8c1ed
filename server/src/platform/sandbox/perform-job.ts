import { outOfTime, remainingWallMs, startBudget, type TimeBudget } from "./budget.ts";
import type { Engine } from "./engine.ts";
import { enterRoom, type Guest, type GuestRoom, isSound, leaveRoom } from "./guest.ts";
import { inputTooLarge } from "./guest-errors.ts";
import type { StartFetch } from "./guest-inbox.ts";
import { engineFailed, evaluateExpression, problemOf, runCode } from "./guest-run.ts";
import { longestInput } from "./limits.ts";
import { failed, pulse, type SandboxJob, type SandboxJobResult } from "./protocol.ts";

/** What jobs run in: a room, the cells by which the pool watches them, and the way of their requests. */
export interface Workplace {
  room: GuestRoom;
  cells: Int32Array;
  startFetch: StartFetch;
}

/** Carries out a job and empties the room after it; gives an ending per source. Throws where the engine itself fails. */
export async function performJob(workplace: Workplace, job: SandboxJob): Promise<SandboxJobResult[]> {
  const deadlineMs = performance.now() + job.limits.wallMs;
  Atomics.store(workplace.cells, pulse.heldMs, 0);
  Atomics.store(workplace.cells, pulse.source, 0);
  if (job.globalsJson.length > longestInput(job.limits))
    return job.sources.map(() => failed(inputTooLarge()));
  if (job.kind === "expressions") return evaluateAll(workplace, job, deadlineMs);
  if (job.kind !== "code") return checkAll(workplace, job, job.kind);
  const [source = ""] = job.sources;
  if (isTooLong(source, job)) return [failed(inputTooLarge())];
  const endings: SandboxJobResult[] = [];
  await withGuest(workplace, job, startBudget(job.limits, deadlineMs, workplace.cells), async (guest) => {
    endings.push(await runCode(guest, source, job.globalsJson));
  });
  return endings;
}

function isTooLong(source: string, { limits }: SandboxJob): boolean {
  return source.length > longestInput(limits);
}

/** Lets a guest in for the work and out after. */
async function withGuest(
  { room, startFetch }: Workplace,
  job: SandboxJob,
  budget: TimeBudget,
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

async function evaluateAll(
  workplace: Workplace,
  job: SandboxJob,
  endMs: number,
): Promise<SandboxJobResult[]> {
  const endings: SandboxJobResult[] = [];
  let deadlineMs = endMs;
  // Of all results together: there may be hundreds, which go to the host at once.
  let left = MOST_RESULTS * job.limits.outputBytes;
  while (endings.length < job.sources.length) {
    const budget = startBudget(job.limits, deadlineMs, workplace.cells);
    await withGuest(workplace, job, budget, async (guest) => {
      do {
        Atomics.store(workplace.cells, pulse.source, endings.length);
        const source = job.sources[endings.length] ?? "";
        const ending = isTooLong(source, job)
          ? failed(inputTooLarge())
          : evaluateExpression(guest, source, job.globalsJson);
        left -= ending.ok ? ending.json.length : 0;
        endings.push(left < 0 ? failed(TOO_MUCH) : ending);
        // A spoilt engine goes no further: the expressions that are left get it as it was at first.
      } while (isSound(guest) && endings.length < job.sources.length);
    });
    // Later by what this guest was made to stand still.
    deadlineMs = budget.deadlineMs;
    const isOver = remainingWallMs(budget) <= 0;
    // Nothing of what is left could begin, and a room for each of them would take longer than the pool waits.
    if (isOver) endings.push(...job.sources.slice(endings.length).map(() => failed(outOfTime(job.limits))));
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

/** Nothing is run, so that one engine may look at many texts; one on which it fails costs nobody else anything. */
function checkAll(
  { room: { engine }, cells }: Workplace,
  job: SandboxJob,
  kind: keyof typeof wrappers,
): SandboxJobResult[] {
  engine.capMemory(job.limits.memoryMiB);
  const endings = job.sources.map((source, index): SandboxJobResult => {
    Atomics.store(cells, pulse.source, index);
    if (isTooLong(source, job)) return failed(inputTooLarge());
    try {
      return checkOne(engine, source, kind);
    } catch (error) {
      engine.restore(false);
      engine.capMemory(job.limits.memoryMiB);
      return failed(engineFailed(error));
    }
  });
  engine.restore(!engine.memoryRefused());
  return endings;
}

function checkOne(engine: Engine, source: string, kind: keyof typeof wrappers): SandboxJobResult {
  for (const [before, after] of wrappers[kind]) {
    const error = problemOf(engine, `${before}${source}${after}`, source);
    if (error !== undefined) return failed(error);
  }
  return { ok: true, json: "null", logs: [], cpuMs: 0 };
}
