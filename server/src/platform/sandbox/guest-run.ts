import { findExceededLimit, getCpuMs, getRemainingWallMs, startGuestTime, stopGuestTime } from "./budget.ts";
import type { Engine } from "./engine.ts";
import type { Guest, ScriptOutcome } from "./guest.ts";
import { createGuestError, createMemoryError, sourceName } from "./guest-errors.ts";
import { isExpectingMessage, readMessages, waitForMessage } from "./guest-inbox.ts";
import { createLogCapture } from "./log-capture.ts";
import type { SandboxError, SandboxJobResult } from "./protocol.ts";
import {
  callFunction,
  createTextValue,
  type EngineValue,
  evaluate,
  hasJob,
  type QuickJs,
  readError,
  releaseValue,
  runJobs,
} from "./quickjs.ts";

// Jobs run in slices, because an endless chain of promises would never return control.
const jobsPerSlice = 200;

/** Runs a function body to its end, or to the end of its budget. */
export async function runCode(guest: Guest, source: string, globalsJson: string): Promise<SandboxJobResult> {
  begin(guest, source);
  inside(guest, () => {
    if (!install(guest, globalsJson)) return;
    const main = compile(guest, `(async function(){${source}\n})`);
    if (main === undefined) return;
    call(guest, guest.api.start, main);
    pump(guest);
  });
  while (!isOver(guest) && isExpectingMessage(guest.inbox)) {
    await waitForMessage(guest.inbox, getRemainingWallMs(guest.budget));
    inside(guest, () => pump(guest));
  }
  return ending(guest);
}

/** Evaluates one expression on its own copy of the globals; promises are not awaited. */
export function evaluateExpression(guest: Guest, source: string, globalsJson: string): SandboxJobResult {
  begin(guest, source);
  guest.budget.usedCpuMs = 0;
  inside(guest, () => {
    if (!install(guest, globalsJson)) return;
    const thunk = compile(guest, `(()=>(${source}\n))`);
    if (thunk === undefined) return;
    const result = callFunction(guest.engine.vm, thunk);
    if (result.ok) call(guest, guest.api.finish, result.value);
    else if (!guest.budget.interrupted) call(guest, guest.api.failWith, result.error);
  });
  return ending(guest);
}

/** Says what is wrong with a source in its wrapper, without running it; undefined if it parses. */
export function findSyntaxProblem(engine: Engine, wrapped: string, source: string): SandboxError | undefined {
  const compiled = evaluate(engine.vm, wrapped, { name: sourceName, onlyCompile: true });
  const problem = compiled.ok ? undefined : syntaxError(engine.vm, compiled.error, source);
  releaseValue(engine.vm, compiled.ok ? compiled.value : compiled.error);
  return problem;
}

function begin(guest: Guest, source: string): void {
  guest.source = source;
  guest.outcome = undefined;
  guest.log = createLogCapture(guest.limits);
}

/** Runs guest code; an error that escapes from the engine itself makes it unusable. */
function inside(guest: Guest, work: () => void): void {
  startGuestTime(guest.budget);
  try {
    work();
  } catch (error) {
    guest.broken = true;
    guest.outcome = { error: guest.engine.memoryRefused() ? createMemoryError() : createEngineError(error) };
  } finally {
    stopGuestTime(guest.budget);
  }
}

/** The error of a run that broke the engine, whose own text is not for the run's reader. */
export function createEngineError(error: unknown): SandboxError {
  const name = error instanceof Error ? error.name : "unknown";
  return { kind: "crashed", message: `The script engine failed on this code (${name}).` };
}

function install(guest: Guest, globalsJson: string): boolean {
  const settings = `{"outputBytes":${guest.limits.outputBytes},"globals":${globalsJson}}`;
  call(guest, guest.api.install, createTextValue(guest.engine.vm, settings));
  return guest.outcome === undefined;
}

function compile(guest: Guest, wrapped: string): EngineValue | undefined {
  const { vm } = guest.engine;
  const result = evaluate(vm, wrapped, { name: sourceName });
  if (result.ok) return result.value;
  if (!guest.budget.interrupted) guest.outcome = { error: syntaxError(vm, result.error, guest.source) };
  return undefined;
}

/** Calls a function of the prelude with one argument, which it frees. */
function call(guest: Guest, target: EngineValue, argument: EngineValue): void {
  const { vm } = guest.engine;
  const result = callFunction(vm, target, argument);
  releaseValue(vm, argument);
  if (guest.budget.interrupted) return;
  if (!result.ok) guest.outcome ??= { error: syntaxError(vm, result.error, guest.source) };
  releaseValue(vm, result.ok ? result.value : result.error);
}

function pump(guest: Guest): void {
  const { vm } = guest.engine;
  for (const message of readMessages(guest.inbox))
    call(guest, guest.api.settle, createTextValue(vm, message));
  while (hasJob(vm) && !isOver(guest)) runJobs(vm, jobsPerSlice);
}

function isOver(guest: Guest): boolean {
  return guest.outcome !== undefined || findExceededLimit(guest.budget) !== undefined;
}

/** Decides how it ended: an interruption takes precedence over what the guest says. */
function ending(guest: Guest): SandboxJobResult {
  const rest = { logs: guest.log.lines(), cpuMs: Math.round(getCpuMs(guest.budget) * 1000) / 1000 };
  const outcome = finalOutcome(guest);
  return "json" in outcome
    ? { ok: true, json: outcome.json, isRepeatable: guest.isRepeatable, ...rest }
    : { ok: false, error: outcome.error, ...rest };
}

function finalOutcome(guest: Guest): ScriptOutcome {
  const { outcome, budget } = guest;
  if (outcome !== undefined && !budget.interrupted) return outcome;
  const timeout = findExceededLimit(budget);
  if (timeout !== undefined) return { error: { kind: "timeout", message: timeout } };
  if (guest.engine.memoryRefused()) return { error: createMemoryError() };
  const message = "The code waits for a promise that can no longer be settled.";
  return { error: { kind: "timeout", message } };
}

function syntaxError(vm: QuickJs, error: EngineValue, source: string): SandboxError {
  const { name, message, stack } = readError(vm, error);
  return createGuestError("syntax", name === "SyntaxError" ? message : `${name}: ${message}`, {
    stack,
    source,
  });
}
