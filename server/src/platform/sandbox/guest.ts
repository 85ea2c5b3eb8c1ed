import { readFileSync } from "node:fs";
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten-core";
import { type Budget, mustInterrupt } from "./budget.ts";
import { type Engine, loadEngine } from "./engine.ts";
import { guestError, outOfMemory } from "./guest-errors.ts";
import { closeInbox, createInbox, type Inbox, inboxOperations, type StartFetch } from "./guest-inbox.ts";
import { callOperation, type Operation, pureOperations, textArgument } from "./host-operations.ts";
import type { SandboxLimits } from "./limits.ts";
import { captureLog, type LogCapture } from "./log-capture.ts";
import type { SandboxError } from "./protocol.ts";

// Deeper than this QuickJS says "stack overflow" itself, well before the worker's own stack is used up.
const guestStackBytes = 256 * 1024;
// What is nested deeper makes recursive code of the host fail, JSON.stringify among it.
const deepestResult = 500;

/** What a script came to: its value as JSON text, or why there is none. */
export type Outcome = { json: string } | { error: SandboxError };

/** A runtime with the prelude and nothing else; after each run it is brought back to that state, byte by byte. */
export interface Room {
  engine: Engine;
  runtime: QuickJSRuntime;
  context: QuickJSContext;
  /** The functions of the prelude that the host calls. */
  api: Record<"install" | "start" | "finish" | "failWith" | "settle", QuickJSHandle>;
  /** Who is in it now. */
  guest: Guest | undefined;
  /** Brings it back to how it was opened. */
  empty: () => void;
}

/** One script, or the expressions of one call, in a fresh runtime. */
export interface Guest {
  engine: Engine;
  limits: SandboxLimits;
  budget: Budget;
  runtime: QuickJSRuntime;
  context: QuickJSContext;
  api: Room["api"];
  inbox: Inbox;
  operations: ReadonlyMap<string, Operation>;
  /** The code that runs now, what it printed, and how it ended. */
  source: string;
  log: LogCapture;
  outcome: Outcome | undefined;
  /** Whether the engine itself failed, so that nothing of it may be used any more. */
  broken: boolean;
}

/** Loads an engine and opens its runtime; throws where that fails. */
export async function openRoom(): Promise<Room> {
  const engine = await loadEngine();
  const runtime = newRuntime(engine);
  const context = runtime.newContext();
  const room: Room = {
    ...{ engine, runtime, context },
    api: openPrelude(context, (operation, text) => answerGuest(room.guest, operation, text)),
    guest: undefined,
    empty: () => {},
  };
  runtime.setInterruptHandler(() => room.guest !== undefined && mustInterrupt(room.guest.budget));
  room.empty = engine.remember();
  return room;
}

/** Lets a guest into the empty room; without `startFetch` it may not fetch. */
export function enterRoom(room: Room, budget: Budget, startFetch?: StartFetch): Guest {
  const { engine, runtime, context, api } = room;
  const { limits } = budget;
  const inbox = createInbox(limits, startFetch);
  const guest: Guest = {
    ...{ engine, limits, budget, runtime, context, api, inbox },
    operations: new Map<string, Operation>([
      ...pureOperations,
      ...inboxOperations(inbox),
      ["log", (args) => guest.log.add(textArgument(args, 0))],
    ]),
    source: "",
    log: captureLog(limits),
    outcome: undefined,
    broken: false,
  };
  engine.capMemory(limits.memoryMiB);
  runtime.setMemoryLimit(limits.memoryMiB * 2 ** 20);
  room.guest = guest;
  return guest;
}

/** Ends the guest's stay and forgets all of it; returns false when the room must not be used again. */
export function leaveRoom(room: Room, guest: Guest): boolean {
  closeInbox(guest.inbox);
  room.guest = undefined;
  if (!isSound(guest) || !guest.engine.reusable()) return false;
  room.empty();
  return true;
}

function answerGuest(guest: Guest | undefined, operation: string, text: string): string {
  if (guest === undefined) throw new Error("There is no guest.");
  if (operation !== "done" && operation !== "failed")
    return callOperation(guest.operations.get(operation), text);
  guest.outcome ??= operation === "done" ? succeeded(guest, text) : failed(guest, text);
  return "{}";
}

/** A runtime without limits of its own, to compile in or to be given limits. */
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

const preludeParts = ["base", "fetch", "url", "text"].map((part) =>
  readFileSync(new URL(`./prelude/${part}.js`, import.meta.url), "utf8"),
);

type Bridge = (operation: string, text: string) => string;

/** Evaluates the prelude; `bridge` takes and gives JSON, which survives NUL and lone surrogates on the way. */
function openPrelude(context: QuickJSContext, bridge: Bridge): Room["api"] {
  const hostFunction = context.newFunction("bridge", (operation, text) =>
    context.newString(bridge(context.getString(operation), context.getString(text))),
  );
  const [base, ...parts] = preludeParts.map((text) =>
    context.unwrapResult(context.evalCode(text, "sandbox.js", { type: "global" })),
  );
  if (base === undefined) throw new Error("The prelude has no base.");
  const exposed = context.callFunction(base, context.undefined, [hostFunction, ...parts]).unwrap();
  const api = {
    install: context.getProp(exposed, "install"),
    start: context.getProp(exposed, "start"),
    finish: context.getProp(exposed, "finish"),
    failWith: context.getProp(exposed, "failWith"),
    settle: context.getProp(exposed, "settle"),
  };
  for (const handle of [hostFunction, base, ...parts, exposed]) handle.dispose();
  return api;
}
