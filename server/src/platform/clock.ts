import { setTimeout as sleep } from "node:timers/promises";

/** The only source of the current time, so that tests can set it. */
export interface Clock {
  now(): Date;
  /** Lets so much time pass; without it, that of the machine passes. Rejects once `signal` is aborted. */
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Waits so long by the clock: a clock that is moved by hand moves on by itself here (D567). */
export async function wait(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (clock.sleep) await clock.sleep(ms, signal);
  else await sleep(ms, undefined, { signal });
}

/**
 * Starts measuring; the returned function says how many milliseconds have passed, by whichever clock says more: the
 * steady one stops while a machine is suspended, and the wall clock may be set back.
 */
export function startMeasuring(): () => number {
  const steadyMs = performance.now();
  const wallMs = Date.now();
  return () => Math.max(performance.now() - steadyMs, Date.now() - wallMs);
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };
