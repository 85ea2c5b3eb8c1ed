import { readFileSync } from "node:fs";
import { shouldInterrupt, type TimeBudget } from "./budget.ts";
import { type Engine, startEngine } from "./engine.ts";
import { createGuestError, createMemoryError } from "./guest-errors.ts";
import {
  closeInbox,
  createInbox,
  createInboxOperations,
  type Inbox,
  type StartFetch,
} from "./guest-inbox.ts";
import {
  callOperation,
  type HostOperation,
  pureOperations,
  randomOperations,
  readTextArgument,
} from "./host-operations.ts";
import type { SandboxLimits } from "./limits.ts";
import { createLogCapture, type LogCapture } from "./log-capture.ts";
import type { SandboxError } from "./protocol.ts";
import {
  type Completion,
  callFunction,
  createHostFunction,
  type EngineValue,
  evaluate,
  type QuickJs,
  readProperty,
  releaseValue,
} from "./quickjs.ts";

// Deeper nesting makes recursive code of the host fail, including JSON.stringify.
const deepestResult = 500;

/** The result of a script: its value as JSON text, or why there is none. */
export type ScriptOutcome = { json: string } | { error: SandboxError };

/** An engine with only the prelude; after each guest it is restored to that state, byte by byte. */
export interface GuestRoom {
  engine: Engine;
  /** The functions of the prelude that the host calls. */
  api: Record<"install" | "start" | "finish" | "failWith" | "settle", EngineValue>;
  /** The current guest. */
  guest: Guest | undefined;
}

/** One script, or the expressions of one call, alone in a room. */
export interface Guest {
  engine: Engine;
  limits: SandboxLimits;
  budget: TimeBudget;
  api: GuestRoom["api"];
  inbox: Inbox;
  /** Its operations besides the pure ones. */
  operations: ReadonlyMap<string, HostOperation>;
  /** Whether it has read neither the clock nor randomness, and called nothing outside: it gives the same result again. */
  isRepeatable: boolean;
  /** The time that it reads; undefined: the machine's. */
  nowMs: number | undefined;
  /** The running code, its output, and how it ended. */
  source: string;
  log: LogCapture;
  outcome: ScriptOutcome | undefined;
  /** Whether the engine itself failed, so that nothing of it may be used any more. */
  broken: boolean;
}

/** Starts an engine and opens it for guests; throws where that fails. */
export function openGuestRoom(): GuestRoom {
  let room: GuestRoom | undefined;
  const engine = startEngine({
    answer: (operation, text) => answerGuest(room?.guest, operation, text),
    mustInterrupt: () => room?.guest !== undefined && mustStop(room.guest),
    nowMs: () => room?.guest?.nowMs ?? Date.now(),
    noteVolatile: () => {
      if (room?.guest !== undefined) room.guest.isRepeatable = false;
    },
  });
  room = { engine, api: openPrelude(engine.vm), guest: undefined };
  engine.remember();
  return room;
}

/** Admits a guest to the empty room; without `startFetch` it may not fetch. */
export function openGuest(room: GuestRoom, budget: TimeBudget, startFetch?: StartFetch): Guest {
  const { engine, api } = room;
  const { limits } = budget;
  const inbox = createInbox(limits, startFetch);
  const guest: Guest = {
    engine,
    limits,
    budget,
    api,
    inbox,
    operations: new Map(createInboxOperations(inbox)),
    isRepeatable: true,
    nowMs: undefined,
    source: "",
    log: createLogCapture(limits),
    outcome: undefined,
    broken: false,
  };
  engine.capMemory(limits.memoryMiB);
  room.guest = guest;
  return guest;
}

/** Ends the guest's stay and restores the room. */
export function closeGuest(room: GuestRoom, guest: Guest): void {
  closeInbox(guest.inbox);
  room.guest = undefined;
  room.engine.restore(isIntact(guest));
}

function mustStop(guest: Guest): boolean {
  if (guest.engine.memoryOverrun()) guest.budget.interrupted = true;
  return shouldInterrupt(guest.budget);
}

function answerGuest(guest: Guest | undefined, operation: string, text: string): string {
  if (guest === undefined) throw new Error("There is no guest.");
  if (operation !== "done" && operation !== "failed")
    return callOperation(findOperation(guest, operation), text);
  guest.outcome ??= operation === "done" ? succeeded(guest, text) : failed(guest, text);
  return "{}";
}

function findOperation(guest: Guest, name: string): HostOperation | undefined {
  if (name === "log") return (args) => guest.log.add(readTextArgument(args, 0));
  const pure = pureOperations.get(name);
  if (pure !== undefined) return pure;
  guest.isRepeatable = false;
  return guest.operations.get(name) ?? randomOperations.get(name);
}

/** Whether the engine is still sound: neither interrupted nor out of memory nor failed. */
export function isIntact(guest: Guest): boolean {
  return !guest.broken && !guest.budget.interrupted && !guest.engine.memoryRefused();
}

function succeeded(guest: Guest, json: string): ScriptOutcome {
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

function failed(guest: Guest, text: string): ScriptOutcome {
  const { kind, message, stack } = JSON.parse(text);
  // With no memory left even for an error, QuickJS throws null.
  if (guest.engine.memoryRefused() && message === "The code threw null.")
    return { error: createMemoryError() };
  const origin = { stack: String(stack), source: guest.source };
  return { error: createGuestError(kind === "output" ? "output" : "thrown", String(message), origin) };
}

const preludeParts = ["base", "forms", "fetch", "url", "text"].map((part) =>
  readFileSync(new URL(`./prelude/${part}.js`, import.meta.url), "utf8"),
);

/** Evaluates the prelude; its host function takes and returns JSON, which preserves lone surrogates. */
function openPrelude(vm: QuickJs): GuestRoom["api"] {
  const bridge = createHostFunction(vm, "bridge");
  const [base, ...parts] = preludeParts.map((text) => opened(evaluate(vm, text, { name: "sandbox.js" })));
  if (base === undefined) throw new Error("The prelude has no base.");
  const exposed = opened(callFunction(vm, base, bridge, ...parts));
  const api = {
    install: readProperty(vm, exposed, "install"),
    start: readProperty(vm, exposed, "start"),
    finish: readProperty(vm, exposed, "finish"),
    failWith: readProperty(vm, exposed, "failWith"),
    settle: readProperty(vm, exposed, "settle"),
  };
  for (const value of [bridge, base, ...parts, exposed]) releaseValue(vm, value);
  return api;
}

function opened(completion: Completion): EngineValue {
  if (completion.ok) return completion.value;
  throw new Error("The prelude failed.");
}
