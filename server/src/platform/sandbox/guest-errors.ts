import type { SandboxError } from "./protocol.ts";

/** The name under which QuickJS knows the code of a run, to find it again in stacks. */
export const sourceName = "code.js";

const longestMessage = 2000;

/** Builds the error of a run, with the first line of `source` that `stack` names. */
export function createGuestError(
  kind: SandboxError["kind"],
  message: string,
  origin: { stack: string; source: string },
): SandboxError {
  if (/^InternalError: out of memory/.test(message)) return createMemoryError();
  const error: SandboxError = { kind, message: message.slice(0, longestMessage) };
  const line = /\bcode\.js:(\d+)/.exec(origin.stack)?.[1];
  if (line === undefined) return error;
  // The wrapper closes on a line of its own; an error reported only there belongs to the last line of the code.
  return { ...error, line: Math.min(Number(line), origin.source.split("\n").length) };
}

/** The error of a run whose input did not fit in its memory. */
export function createInputLimitError(): SandboxError {
  return { kind: "memory", message: "The code and its input are too large for the memory of the script." };
}

/** The error of a run that exceeded its memory. */
export function createMemoryError(): SandboxError {
  return { kind: "memory", message: "The code ran out of memory." };
}
