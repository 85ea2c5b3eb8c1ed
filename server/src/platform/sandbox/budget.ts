import type { SandboxLimits } from "./limits.ts";
import { pulse, type SandboxError } from "./protocol.ts";

/** The time that a run has used and may still use; it also shows the pool that the worker is alive. */
export interface TimeBudget {
  limits: SandboxLimits;
  /** When wall time ends, by performance.now(); extended by the time that the run was paused. */
  deadlineMs: number;
  cells: Int32Array;
  usedCpuMs: number;
  /** The thread's CPU time when guest code began to run; undefined while none runs. */
  enteredAtMs: number | undefined;
  /** Whether guest code was interrupted, after which its runtime cannot be trusted. */
  interrupted: boolean;
}

/** Starts counting for a run whose wall time ends at `deadlineMs` (performance.now()). */
export function startBudget(limits: SandboxLimits, deadlineMs: number, cells: Int32Array): TimeBudget {
  Atomics.store(cells, pulse.usedMs, 0);
  return { limits, deadlineMs, cells, usedCpuMs: 0, enteredAtMs: undefined, interrupted: false };
}

/** Call before guest code runs. */
export function startGuestTime(budget: TimeBudget): void {
  budget.enteredAtMs = threadCpuMs();
  beat(budget, 1, budget.usedCpuMs);
}

/** Call when guest code has stopped running. */
export function stopGuestTime(budget: TimeBudget): void {
  budget.usedCpuMs = getCpuMs(budget);
  budget.enteredAtMs = undefined;
  beat(budget, 0, budget.usedCpuMs);
}

/**
 * QuickJS calls this every few thousand steps: true once the guest must stop, and from then on. Returns when the
 * guest has its turn.
 */
export function shouldInterrupt(budget: TimeBudget): boolean {
  beat(budget, 1);
  standStill(budget);
  budget.interrupted ||= findExceededLimit(budget) !== undefined;
  return budget.interrupted;
}

/** Waits while other long code has its turn; that time does not count for the guest. */
function standStill(budget: TimeBudget): void {
  const { cells } = budget;
  if (Atomics.load(cells, pulse.held) === 0) return;
  const sinceMs = performance.now();
  beat(budget, 0);
  while (Atomics.load(cells, pulse.held) === 1) Atomics.wait(cells, pulse.held, 1);
  const heldMs = performance.now() - sinceMs;
  budget.deadlineMs += heldMs;
  Atomics.add(cells, pulse.heldMs, Math.ceil(heldMs));
  beat(budget, 1);
}

/** The time limit that is used up, as a sentence; undefined while there is time left. */
export function findExceededLimit(budget: TimeBudget): string | undefined {
  const { limits } = budget;
  if (getCpuMs(budget) >= limits.cpuMs) return `The code used more than its ${limits.cpuMs} ms of CPU time.`;
  return getRemainingWallMs(budget) <= 0 ? createTimeLimitError(limits).message : undefined;
}

/** The error of code that did not end, or could not start, within its wall time. */
export function createTimeLimitError({ wallMs }: Pick<SandboxLimits, "wallMs">): SandboxError {
  return { kind: "timeout", message: `The code did not finish within ${wallMs} ms.` };
}

/** CPU time that guest code has used, in milliseconds. */
export function getCpuMs(budget: TimeBudget): number {
  if (budget.enteredAtMs === undefined) return budget.usedCpuMs;
  return budget.usedCpuMs + threadCpuMs() - budget.enteredAtMs;
}

/** Remaining wall time, in milliseconds; negative when it is over. */
export function getRemainingWallMs(budget: TimeBudget): number {
  return budget.deadlineMs - performance.now();
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A sign of life. Asking the system for the thread's CPU time is slow for short scripts, hence `usedMs`. */
function beat(budget: TimeBudget, inside: 0 | 1, usedMs = getCpuMs(budget)): void {
  const remainingMs = Math.max(0, Math.min(budget.limits.cpuMs - usedMs, getRemainingWallMs(budget)));
  Atomics.store(budget.cells, pulse.remainingMs, Math.ceil(remainingMs));
  Atomics.store(budget.cells, pulse.usedMs, Math.floor(usedMs));
  Atomics.store(budget.cells, pulse.inside, inside);
  Atomics.add(budget.cells, pulse.beat, 1);
}
