import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import { cpuMs, enterGuest, exceeded, leaveGuest, remainingWallMs } from "./budget.ts";
import type { Engine } from "./engine.ts";
import { type Guest, newRuntime, type Outcome } from "./guest.ts";
import { guestError, outOfMemory, sourceName } from "./guest-errors.ts";
import { arrival, isExpecting, takeMessages } from "./guest-inbox.ts";
import { captureLog } from "./log-capture.ts";
import type { Ending, SandboxError } from "./protocol.ts";

// Jobs are run in slices, because an endless chain of promises would never give control back.
const jobsPerSlice = 200;

/** Runs a function body to its end, or to the end of its budget. */
export async function runCode(guest: Guest, source: string, globalsJson: string): Promise<Ending> {
  begin(guest, source);
  inside(guest, () => {
    if (!install(guest, globalsJson)) return;
    const main = compile(guest, `(async function(){${source}\n})`);
    if (main === undefined) return;
    call(guest, guest.api.start, main);
    pump(guest);
  });
  while (!isOver(guest) && isExpecting(guest.inbox)) {
    await arrival(guest.inbox, remainingWallMs(guest.budget));
    inside(guest, () => pump(guest));
  }
  return ending(guest);
}

/** Evaluates one expression over its own copy of the globals; promises are not waited for. */
export function evaluateExpression(guest: Guest, source: string, globalsJson: string): Ending {
  begin(guest, source);
  guest.budget.usedCpuMs = 0;
  inside(guest, () => {
    if (!install(guest, globalsJson)) return;
    const thunk = compile(guest, `(()=>(${source}\n))`);
    if (thunk === undefined) return;
    const result = thunk.consume(() => guest.context.callFunction(thunk, guest.context.undefined));
    if (result.error === undefined) call(guest, guest.api.finish, result.value);
    else if (!guest.budget.interrupted) call(guest, guest.api.failWith, result.error);
  });
  return ending(guest);
}

/** Says what is wrong with a source in its wrapper, without running it; undefined when it parses. */
export type ProblemOf = (wrapped: string, source: string) => SandboxError | undefined;

/** Gives `work` a parser; nothing is run, so that one runtime may look at many texts. */
export function withParser<Result>(engine: Engine, work: (problemOf: ProblemOf) => Result): Result {
  const runtime = newRuntime(engine);
  const context = runtime.newContext();
  const result = work((wrapped, source) => {
    const compiled = context.evalCode(wrapped, sourceName, { type: "global", compileOnly: true });
    const error = compiled.error && syntaxError(context, compiled.error, source);
    compiled.dispose();
    return error;
  });
  context.dispose();
  runtime.dispose();
  return result;
}

function begin(guest: Guest, source: string): void {
  guest.source = source;
  guest.outcome = undefined;
  guest.log = captureLog(guest.limits);
}

/** Lets guest code run; whatever escapes from the engine itself leaves it unusable. */
function inside(guest: Guest, work: () => void): void {
  enterGuest(guest.budget);
  try {
    work();
  } catch (error) {
    guest.broken = true;
    guest.outcome = { error: guest.engine.memoryRefused() ? outOfMemory() : engineFailed(error) };
  } finally {
    leaveGuest(guest.budget);
  }
}

/** The error of a run that broke the engine; the engine's own text is not for the reader of the run. */
export function engineFailed(error: unknown): SandboxError {
  const name = error instanceof Error ? error.name : "unknown";
  return { kind: "crashed", message: `The script engine failed on this code (${name}).` };
}

function install(guest: Guest, globalsJson: string): boolean {
  const { outputBytes } = guest.limits;
  // Each run begins from the same state of the engine, that of its random numbers included.
  const seeds = [...crypto.getRandomValues(new Uint32Array(4))];
  const settings = `{"outputBytes":${outputBytes},"seeds":[${seeds}],"globals":${globalsJson}}`;
  call(guest, guest.api.install, guest.context.newString(settings));
  return guest.outcome === undefined;
}

function compile(guest: Guest, wrapped: string): QuickJSHandle | undefined {
  const result = guest.context.evalCode(wrapped, sourceName, { type: "global" });
  if (result.error === undefined) return result.value;
  if (!guest.budget.interrupted) {
    guest.outcome = { error: syntaxError(guest.context, result.error, guest.source) };
    result.dispose();
  }
  return undefined;
}

/** Calls a function of the prelude with one argument, which it frees. */
function call(guest: Guest, target: QuickJSHandle, argument: QuickJSHandle): void {
  const { context, budget } = guest;
  const result = context.callFunction(target, context.undefined, argument);
  argument.dispose();
  if (budget.interrupted) return;
  if (result.error !== undefined)
    guest.outcome ??= { error: syntaxError(context, result.error, guest.source) };
  result.dispose();
}

function pump(guest: Guest): void {
  for (const message of takeMessages(guest.inbox)) {
    call(guest, guest.api.settle, guest.context.newString(message));
  }
  while (!isOver(guest) && guest.runtime.hasPendingJob()) {
    const result = guest.runtime.executePendingJobs(jobsPerSlice);
    if (!guest.budget.interrupted) result.dispose();
  }
}

function isOver(guest: Guest): boolean {
  return guest.outcome !== undefined || exceeded(guest.budget) !== undefined;
}

/** Decides how it ended: what cut the guest off wins over what the guest says. */
function ending(guest: Guest): Ending {
  const rest = { logs: guest.log.lines(), cpuMs: Math.round(cpuMs(guest.budget) * 1000) / 1000 };
  const outcome = finalOutcome(guest);
  return "json" in outcome
    ? { ok: true, json: outcome.json, ...rest }
    : { ok: false, error: outcome.error, ...rest };
}

function finalOutcome(guest: Guest): Outcome {
  const { outcome, budget } = guest;
  if (outcome !== undefined && !budget.interrupted) return outcome;
  const timeout = exceeded(budget);
  if (timeout !== undefined) return { error: { kind: "timeout", message: timeout } };
  if (guest.engine.memoryRefused()) return { error: outOfMemory() };
  const message = "The code waits for a promise that nothing is left to settle.";
  return { error: { kind: "timeout", message } };
}

function syntaxError(context: QuickJSContext, handle: QuickJSHandle, source: string): SandboxError {
  const { name, message, stack } = Object(context.dump(handle));
  const text = name === "SyntaxError" ? String(message) : `${name}: ${message}`;
  return guestError("syntax", text, { stack: String(stack), source });
}
