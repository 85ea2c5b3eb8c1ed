import { readFileSync } from "node:fs";
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten-core";
import { type Budget, mustInterrupt } from "./budget.ts";
import type { Engine } from "./engine.ts";
import { guestError, outOfMemory } from "./guest-errors.ts";
import { createInbox, type Inbox, inboxOperations, type StartFetch } from "./guest-inbox.ts";
import {
  callOperation,
  type Operation,
  OperationRefused,
  pureOperations,
  textArgument,
} from "./host-operations.ts";
import type { SandboxLimits } from "./limits.ts";
import { captureLog, type LogCapture } from "./log-capture.ts";
import type { SandboxError } from "./protocol.ts";

// Deeper than this QuickJS says "stack overflow" itself, well before the worker's own stack is used up.
const guestStackBytes = 256 * 1024;
// What is nested deeper makes recursive code of the host fail, JSON.stringify among it.
const deepestResult = 500;

/** What a script came to: its value as JSON text, or why there is none. */
export type Outcome = { json: string } | { error: SandboxError };

/** A fresh runtime for one script, or for the expressions of one call. */
export interface Guest {
  engine: Engine;
  limits: SandboxLimits;
  budget: Budget;
  runtime: QuickJSRuntime;
  context: QuickJSContext;
  /** The functions of the prelude that the host calls. */
  api: Record<"install" | "start" | "finish" | "failWith" | "settle", QuickJSHandle>;
  inbox: Inbox;
  /** The code that runs now, what it printed, and how it ended. */
  source: string;
  log: LogCapture;
  outcome: Outcome | undefined;
  /** Whether the engine itself failed, so that nothing of it may be used any more. */
  broken: boolean;
}

/** Opens a fresh runtime with the prelude; without `startFetch` the guest may not fetch. Throws where the engine is broken. */
export function openGuest(engine: Engine, budget: Budget, startFetch?: StartFetch): Guest {
  const { limits } = budget;
  engine.capMemory(limits.memoryMiB);
  const runtime = newRuntime(engine);
  runtime.setMemoryLimit(limits.memoryMiB * 2 ** 20);
  runtime.setInterruptHandler(() => mustInterrupt(budget));
  const context = runtime.newContext();
  const inbox = createInbox(limits, startFetch);
  const operations = new Map<string, Operation>([
    ...pureOperations,
    ...inboxOperations(inbox),
    ["prelude", loadPrelude],
    ["log", (args) => guest.log.add(textArgument(args, 0))],
  ]);
  const api = openPrelude(context, limits.outputBytes, (operation, text) => {
    if (operation !== "done" && operation !== "failed") return callOperation(operations.get(operation), text);
    guest.outcome ??= operation === "done" ? succeeded(guest, text) : failed(guest, text);
    return "{}";
  });
  const guest: Guest = {
    ...{ engine, limits, budget, runtime, context, api, inbox },
    source: "",
    log: captureLog(limits),
    outcome: undefined,
    broken: false,
  };
  return guest;
}

/** A runtime without limits of its own, for compiling or to be given limits. */
export function newRuntime(engine: Engine): QuickJSRuntime {
  return engine.quickjs.newRuntime({ maxStackSizeBytes: guestStackBytes });
}

/** Whether the runtime is still sound: neither cut off nor short of memory nor failed. */
export function isSound(guest: Guest): boolean {
  return !guest.broken && !guest.budget.interrupted && !guest.engine.memoryRefused();
}

function succeeded(guest: Guest, json: string): Outcome {
  const { outputBytes } = guest.limits;
  const tooLarge = Buffer.byteLength(json) > outputBytes;
  if (!tooLarge && !isDeeperThan(deepestResult, json)) return { json };
  const excess = tooLarge
    ? `larger than ${outputBytes} bytes`
    : `nested more than ${deepestResult} levels deep`;
  return { error: { kind: "output", message: `The result is ${excess}.` } };
}

/** Counts brackets outside strings; `json` is well-formed. */
function isDeeperThan(levels: number, json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (inString && character === "\\") index += 1;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

function failed(guest: Guest, text: string): Outcome {
  const { kind, message, stack } = JSON.parse(text);
  // With no memory left even for an error, QuickJS throws null.
  if (guest.engine.memoryRefused() && message === "The code threw null.") return { error: outOfMemory() };
  const origin = { stack: String(stack), source: guest.source };
  return { error: guestError(kind === "output" ? "output" : "thrown", String(message), origin) };
}

type PreludePart = "base" | "fetch" | "url" | "text";
const preludeTexts = new Map<PreludePart, string>();

function preludeText(part: PreludePart): string {
  const known = preludeTexts.get(part);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`./prelude/${part}.js`, import.meta.url), "utf8");
  preludeTexts.set(part, text);
  return text;
}

function loadPrelude([part]: unknown[]): string {
  if (part === "fetch" || part === "url" || part === "text") return preludeText(part);
  throw new OperationRefused("error", "The prelude has no such part.");
}

type Bridge = (operation: string, text: string) => string;

/** Evaluates the base of the prelude; `bridge` takes and gives JSON, which survives NUL and lone surrogates on the way. */
function openPrelude(context: QuickJSContext, outputBytes: number, bridge: Bridge): Guest["api"] {
  const hostFunction = context.newFunction("bridge", (operation, text) =>
    context.newString(bridge(context.getString(operation), context.getString(text))),
  );
  const limit = context.newNumber(outputBytes);
  const base = context.evalCode(preludeText("base"), "sandbox.js", { type: "global" });
  const exposed = context
    .unwrapResult(base)
    .consume((open) => context.callFunction(open, context.undefined, [hostFunction, limit]))
    .unwrap();
  const api = {
    install: context.getProp(exposed, "install"),
    start: context.getProp(exposed, "start"),
    finish: context.getProp(exposed, "finish"),
    failWith: context.getProp(exposed, "failWith"),
    settle: context.getProp(exposed, "settle"),
  };
  for (const handle of [hostFunction, limit, exposed]) handle.dispose();
  return api;
}
