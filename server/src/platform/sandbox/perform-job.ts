import type { SchemaCheck } from "../json/schema-check.ts";
import type { NewestCache } from "../newest-cache.ts";
import {
  createTimeLimitError,
  getRemainingWallMs,
  startBudget,
  startGuestTime,
  stopGuestTime,
  type TimeBudget,
} from "./budget.ts";
import type { Engine } from "./engine.ts";
import { closeGuest, type Guest, type GuestRoom, isIntact, openGuest } from "./guest.ts";
import { createInputLimitError } from "./guest-errors.ts";
import type { StartFetch } from "./guest-inbox.ts";
import { createEngineError, evaluateExpression, findSyntaxProblem, runCode } from "./guest-run.ts";
import { getLongestInput } from "./limits.ts";
import { createFailedResult, pulse, type SandboxJob, type SandboxJobResult } from "./protocol.ts";

/** What jobs run in: a room, the cells by which the pool watches them, and the route of their requests. */
export interface Workplace {
  room: GuestRoom;
  /** The last checks, by the text of their schema. */
  readonly checks: NewestCache<SchemaCheck>;
  cells: Int32Array;
  startFetch: StartFetch;
}

/** Runs a job and empties the room after it; returns an ending per source. Throws if the engine itself fails. */
export async function runJob(workplace: Workplace, job: SandboxJob): Promise<SandboxJobResult[]> {
  const deadlineMs = performance.now() + job.limits.wallMs;
  Atomics.store(workplace.cells, pulse.heldMs, 0);
  Atomics.store(workplace.cells, pulse.source, 0);
  if (job.globalsJson.length > getLongestInput(job.limits))
    return job.sources.map(() => createFailedResult(createInputLimitError()));
  if (job.kind === "expressions") return evaluateAll(workplace, job, deadlineMs);
  if (job.kind === "check-value") return [await checkValue(workplace, job)];
  if (job.kind !== "code") return checkAll(workplace, job, job.kind);
  const [source = ""] = job.sources;
  if (isTooLong(source, job)) return [createFailedResult(createInputLimitError())];
  const endings: SandboxJobResult[] = [];
  await withGuest(workplace, job, startBudget(job.limits, deadlineMs, workplace.cells), async (guest) => {
    endings.push(await runCode(guest, source, job.globalsJson));
  });
  return endings;
}

function isTooLong(source: string, { limits }: SandboxJob): boolean {
  return source.length > getLongestInput(limits);
}

/** Admits a guest for the work and ends its stay afterwards. */
async function withGuest(
  { room, startFetch }: Workplace,
  job: SandboxJob,
  budget: TimeBudget,
  work: (guest: Guest) => Promise<void>,
): Promise<void> {
  const guest = openGuest(room, budget, job.fetch ? startFetch : undefined);
  guest.nowMs = job.nowMs;
  try {
    await work(guest);
  } finally {
    closeGuest(room, guest);
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
          ? createFailedResult(createInputLimitError())
          : evaluateExpression(guest, source, job.globalsJson);
        left -= ending.ok ? ending.json.length : 0;
        endings.push(left < 0 ? createFailedResult(TOO_MUCH) : ending);
        // A broken engine is not used further: the remaining expressions get it as it was at first.
      } while (isIntact(guest) && endings.length < job.sources.length);
    });
    // Extended by the time that this guest was paused.
    deadlineMs = budget.deadlineMs;
    const isOver = getRemainingWallMs(budget) <= 0;
    // None of the rest could start, and a room for each of them would take longer than the pool waits.
    if (isOver)
      endings.push(
        ...job.sources.slice(endings.length).map(() => createFailedResult(createTimeLimitError(job.limits))),
      );
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

/** Nothing runs, so one engine may check many texts; one on which it fails does not affect the others. */
function checkAll(
  { room: { engine }, cells }: Workplace,
  job: SandboxJob,
  kind: keyof typeof wrappers,
): SandboxJobResult[] {
  engine.capMemory(job.limits.memoryMiB);
  const endings = job.sources.map((source, index): SandboxJobResult => {
    Atomics.store(cells, pulse.source, index);
    if (isTooLong(source, job)) return createFailedResult(createInputLimitError());
    try {
      return checkOne(engine, source, kind);
    } catch (error) {
      engine.restore(false);
      engine.capMemory(job.limits.memoryMiB);
      return createFailedResult(createEngineError(error));
    }
  });
  engine.restore(!engine.memoryRefused());
  return endings;
}

function checkOne(engine: Engine, source: string, kind: keyof typeof wrappers): SandboxJobResult {
  for (const [before, after] of wrappers[kind]) {
    const error = findSyntaxProblem(engine, `${before}${source}${after}`, source);
    if (error !== undefined) return createFailedResult(error);
  }
  return { ok: true, json: "null", isRepeatable: true, logs: [], cpuMs: 0 };
}

/**
 * Checks a value outside of the engine. Nothing can interrupt that, and no sign of life is given meanwhile: the pool ends
 * the thread when it has heard nothing for as long as the CPU time.
 */
async function checkValue({ cells, checks }: Workplace, job: SandboxJob): Promise<SandboxJobResult> {
  const { compileSchema } = await import("../json/schema-check.ts");
  const [schema = ""] = job.sources;
  const budget = startBudget(job.limits, performance.now() + job.limits.wallMs, cells);
  startGuestTime(budget);
  try {
    const check = checks.use(schema) ?? compileSchema(JSON.parse(schema));
    checks.set(schema, check);
    const problem = check(JSON.parse(job.globalsJson).value);
    return { ok: true, json: JSON.stringify(problem ?? null), isRepeatable: true, logs: [], cpuMs: 0 };
  } catch (error) {
    const message = error instanceof Error ? error.message : "unknown reason";
    return createFailedResult({ kind: "thrown", message });
  } finally {
    stopGuestTime(budget);
  }
}
