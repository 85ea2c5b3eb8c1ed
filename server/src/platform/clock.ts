/** The only source of the current time, so that tests can set it. */
export interface Clock {
  now(): Date;
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
