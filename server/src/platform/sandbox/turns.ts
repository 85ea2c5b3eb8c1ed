import { pulse } from "./protocol.ts";

/** Code that has used this much CPU time in its run is long. */
const LONG_MS = 20;

/** A thread that runs code of a tenant. */
export interface Runner {
  readonly cells: Int32Array;
  readonly tenant: string;
}

/** When each had a turn, counted in rounds. */
export interface TurnHistory {
  /** How many may run long code at once. */
  readonly places: number;
  round: number;
  readonly ofTenant: Map<string, number>;
  readonly ofThread: WeakMap<Int32Array, number>;
}

export function createTurnHistory(places: number): TurnHistory {
  return { places, round: 0, ofTenant: new Map(), ofThread: new WeakMap() };
}

/**
 * One round: as many of the long scripts as there are slots run until the next round, while the others are paused in
 * the middle of their code, so that short code always finds a processor (D101). Those go first whose tenant, and
 * which themselves, have waited longest.
 */
export function runRound(turns: TurnHistory, runners: readonly Runner[]): void {
  const long = runners.filter(({ cells }) => isLong(cells));
  const tenants = new Set(long.map(({ tenant }) => tenant));
  for (const tenant of turns.ofTenant.keys()) if (!tenants.has(tenant)) turns.ofTenant.delete(tenant);
  turns.round++;
  const left = new Set(long);
  for (let place = 0; place < turns.places && left.size > 0; place++) {
    const next = [...left].reduce((first, other) => (isBefore(turns, other, first) ? other : first));
    left.delete(next);
    turns.ofTenant.set(next.tenant, turns.round);
    turns.ofThread.set(next.cells, turns.round);
    releaseThread(next.cells);
  }
  for (const { cells } of left) Atomics.store(cells, pulse.held, 1);
}

/** Ends a pause, including one that the thread has not noticed yet. */
export function releaseThread(cells: Int32Array): void {
  Atomics.store(cells, pulse.held, 0);
  Atomics.notify(cells, pulse.held);
}

function isLong(cells: Int32Array): boolean {
  // Code that waits for a fetch() response needs no slot.
  const isAtWork = Atomics.load(cells, pulse.inside) === 1 || Atomics.load(cells, pulse.held) === 1;
  return isAtWork && Atomics.load(cells, pulse.usedMs) >= LONG_MS;
}

function isBefore(turns: TurnHistory, one: Runner, other: Runner): boolean {
  const tenants = (turns.ofTenant.get(one.tenant) ?? 0) - (turns.ofTenant.get(other.tenant) ?? 0);
  if (tenants !== 0) return tenants < 0;
  return (turns.ofThread.get(one.cells) ?? 0) < (turns.ofThread.get(other.cells) ?? 0);
}
