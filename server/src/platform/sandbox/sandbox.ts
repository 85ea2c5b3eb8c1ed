import { availableParallelism } from "node:os";
import type { Clock } from "../clock.ts";
import type { Json } from "../json/json.ts";
import { parseForeignJson, ShapeError } from "../json/json-shape.ts";
import type { SlowCheck } from "../json/schema-check.ts";
import type { SchemaPart } from "../json/schema-parts.ts";
import { TOO_LONG_TO_CHECK } from "../json/schema-size.ts";
import { applyLimitDefaults, type SandboxLimits } from "./limits.ts";
import { closePool, createPool, type Pool, runPooledJob } from "./pool.ts";
import type { AnswerFetch } from "./pooled-worker.ts";
import type {
  FetchReply,
  SandboxError,
  SandboxFetchRequest,
  SandboxFetchResponse,
  SandboxJobResult,
  UnsentJob,
} from "./protocol.ts";

export type { SandboxLimits } from "./limits.ts";
export {
  type SandboxError,
  type SandboxFetchRequest,
  type SandboxFetchResponse,
  SandboxUnavailableError,
} from "./protocol.ts";

/** One script to run; it sees `globals` by name. */
export interface SandboxRun {
  code: string;
  globals: Record<string, Json>;
  limits?: Partial<SandboxLimits>;
  /** Called in the host for the guest's fetch(); its error messages reach the script. Absent: fetch rejects. */
  fetch?: (request: SandboxFetchRequest) => Promise<SandboxFetchResponse>;
}

/**
 * The result of a script: a JSON value or an error, its output, and the CPU time it used. `isRepeatable`: it read
 * neither the clock nor randomness, set no timer and sent no request, so the same globals give the same value again.
 */
export type SandboxResult =
  | { ok: true; value: Json; isRepeatable: boolean; logs: string[]; cpuMs: number }
  | { ok: false; error: SandboxError; logs: string[]; cpuMs: number };

/**
 * Runs untrusted JavaScript, isolated from everything of ours. All calls wait for a free worker, and reject with
 * SandboxUnavailableError.
 */
export interface Sandbox {
  /**
   * Runs `code` as the body of an async function that sees `globals` by name; its return value must be JSON
   * (undefined becomes null). It leaves nothing behind for the next call.
   */
  run(run: SandboxRun): Promise<SandboxResult>;
  /**
   * Evaluates several JavaScript expressions in one room that is restored afterwards; each gets its own copy of the
   * globals, its own CPU time and its own result, so an error in one does not affect the others.
   */
  evaluate(
    expressions: string[],
    globals: Record<string, Json>,
    limits?: Partial<SandboxLimits>,
  ): Promise<SandboxResult[]>;
  /**
   * Says what is wrong with code ("function body") or an expression, without running it; undefined if it parses. One
   * that is too large to be checked counts as wrong.
   */
  checkSyntax(source: string, kind: "code" | "expression"): Promise<string | undefined>;
  /**
   * Checks many texts of one kind at once, each by itself, with the results of `checkSyntax`.
   */
  checkSyntaxOfAll(
    sources: readonly string[],
    kind: "code" | "expression",
  ): Promise<readonly (string | undefined)[]>;
  /**
   * Checks a value; one whose check exceeds the default limits is wrong. Throws for a schema that cannot be applied.
   */
  readonly checkValue: SlowCheck;
  /** The same sandbox for the work of one tenant: tenants take turns, and none has more than half of the workers. */
  forTenant(tenant: string): Sandbox;
  /** Threads, those of them that run something, and the jobs that wait for one. */
  load(): SandboxLoad;
  /** Terminates all workers; waiting and running calls are rejected. */
  close(): Promise<void>;
}

/** What the threads of a sandbox do. */
export interface SandboxLoad {
  readonly workers: number;
  readonly busy: number;
  readonly waiting: number;
}

// A script keeps its worker while it waits, and an idle worker ends after a minute; each takes about 45 MB.
const leastWorkers = 8;

export interface SandboxOptions {
  /** Maximum number of worker threads; by default 8, or one for each processor if there are more. */
  workers?: number;
  /** The time that scripts read, which stands still for each of them; by default the machine's. */
  clock?: Clock | undefined;
}

/** Creates a sandbox; it starts no worker before the first use, and idle workers do not keep the process alive. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const pool = createPool(options.workers ?? Math.max(leastWorkers, availableParallelism()));
  const openFor = (tenant: string): Sandbox => {
    const ask: RunJob = (task, answerFetch = fetchAnswerer()) =>
      runPooledJob(pool, atTime(task, options.clock), tenant, answerFetch);
    return {
      run: (run) => runCode(ask, run),
      evaluate: (expressions, globals, limits) => evaluate(ask, expressions, { globals, limits }),
      checkSyntax: async (source, kind) => (await checkSyntaxOfAll(ask, [source], kind))[0],
      checkSyntaxOfAll: (sources, kind) => checkSyntaxOfAll(ask, sources, kind),
      checkValue: (schema, value) => checkValue(ask, schema, value),
      forTenant: openFor,
      load: () => describeLoad(pool),
      close: () => closePool(pool),
    };
  };
  return openFor("");
}

function atTime(task: UnsentJob, clock: Clock | undefined): UnsentJob {
  return clock ? { ...task, nowMs: clock.now().getTime() } : task;
}

function describeLoad({ workers, waiting }: Pool): SandboxLoad {
  const busy = [...workers].filter(({ running }) => running !== undefined).length;
  const queued = [...waiting.values()].reduce((sum, queue) => sum + queue.length, 0);
  return { workers: workers.size, busy, waiting: queued };
}

type RunJob = (task: UnsentJob, answerFetch?: AnswerFetch) => Promise<SandboxJobResult[]>;

/**
 * How many sources may cost a job its worker before the rest is given up: each costs a thread for up to its wall
 * time.
 */
const MOST_LOSSES = 3;

/** If one source ends the worker for its whole job, the others are retried without it: none of them has an effect. */
async function askUntilSaid(ask: RunJob, task: UnsentJob, losses = MOST_LOSSES): Promise<SandboxJobResult[]> {
  const endings = await ask(task);
  const unsaid = [...endings.keys()].filter((index) => isUnsaid(endings[index]));
  if (unsaid.length === 0 || losses === 0) return endings;
  const sources = unsaid.map((index) => task.sources[index] ?? "");
  const later = await askUntilSaid(ask, { ...task, sources }, losses - 1);
  const byIndex = new Map(unsaid.map((index, at) => [index, later[at]]));
  return endings.map((ending, index) => byIndex.get(index) ?? ending);
}

function isUnsaid(ending: SandboxJobResult | undefined): boolean {
  return ending?.ok === false && ending.workerLost === true;
}

async function runCode(ask: RunJob, run: SandboxRun): Promise<SandboxResult> {
  const task: UnsentJob = {
    kind: "code",
    sources: [run.code],
    globals: checkedGlobals(run.globals),
    limits: applyLimitDefaults(run.limits),
    fetch: run.fetch !== undefined,
  };
  const [ending] = await ask(task, fetchAnswerer(run.fetch));
  if (ending === undefined) throw new Error("A sandbox worker gave no ending for its code.");
  return toResult(ending);
}

async function evaluate(
  ask: RunJob,
  expressions: string[],
  { globals, limits }: Pick<SandboxRun, "globals" | "limits">,
): Promise<SandboxResult[]> {
  if (expressions.length === 0) return [];
  const task: UnsentJob = {
    kind: "expressions",
    sources: expressions,
    globals: checkedGlobals(globals),
    limits: applyLimitDefaults(limits),
    fetch: false,
  };
  return (await askUntilSaid(ask, task)).map(toResult);
}

async function checkSyntaxOfAll(
  ask: RunJob,
  sources: readonly string[],
  kind: "code" | "expression",
): Promise<(string | undefined)[]> {
  if (sources.length === 0) return [];
  return (await askUntilSaid(ask, checkTask(sources, kind))).map(syntaxProblem);
}

async function checkValue(ask: RunJob, schema: SchemaPart, value: Json): Promise<string | undefined> {
  const [ending] = await ask({
    kind: "check-value",
    sources: [JSON.stringify(schema)],
    globals: { value },
    limits: applyLimitDefaults(),
    fetch: false,
  });
  if (ending?.ok) return (JSON.parse(ending.json) as string | null) ?? undefined;
  if (ending?.error.kind === "thrown") throw new Error(ending.error.message);
  return TOO_LONG_TO_CHECK;
}

function checkTask(sources: readonly string[], kind: "code" | "expression"): UnsentJob {
  return {
    kind: kind === "code" ? "check-code" : "check-expression",
    sources: [...sources],
    globals: {},
    limits: applyLimitDefaults(),
    fetch: false,
  };
}

function syntaxProblem(ending: SandboxJobResult): string | undefined {
  if (ending.ok) return undefined;
  const { message, line } = ending.error;
  return line === undefined ? message : `${message} (line ${line})`;
}

// These belong to the language and cannot be redefined in a guest.
const fixedNames = ["undefined", "NaN", "Infinity"];

function checkedGlobals(globals: Record<string, Json>): Record<string, Json> {
  const fixed = fixedNames.find((name) => Object.hasOwn(globals, name));
  if (fixed !== undefined) throw new TypeError(`A sandbox global cannot be called ${fixed}.`);
  return globals;
}

function toResult(ending: SandboxJobResult): SandboxResult {
  if (!ending.ok) return { ok: false, error: ending.error, logs: ending.logs, cpuMs: ending.cpuMs };
  const { json, isRepeatable, logs, cpuMs } = ending;
  try {
    return { ok: true, value: parseForeignJson(json), isRepeatable, logs, cpuMs };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    return { ok: false, error: { kind: "output", message: `The result ${error.message}.` }, logs, cpuMs };
  }
}

function fetchAnswerer(fetch?: SandboxRun["fetch"]): AnswerFetch {
  return async (request): Promise<FetchReply> => {
    if (fetch === undefined) return { error: "fetch is not available here." };
    try {
      const { status, headers, body, binary } = await fetch(request);
      return { response: { status, headers, body, binary } };
    } catch (error) {
      return { error: error instanceof Error ? error.message : "The request failed." };
    }
  };
}
