// Jobs are sent to a worker before it is free, because waking its thread costs more than most scripts. The pool may take
// one back until the worker starts it; a cell of the shared memory decides who was first (D495).
import { pulse } from "./protocol.ts";

/** How many jobs may be on offer to one worker at once. */
export const mostOffers = pulse.cells - pulse.offers;

/** Offers the job of this number, before it is sent. */
export function addOffer(cells: Int32Array, number: number): void {
  Atomics.store(cells, cellOf(number), number);
}

/** Called by the worker before it starts a job that it was sent; false if the pool has taken that back. */
export function takeJob(cells: Int32Array, number: number): boolean {
  if (!close(cells, number)) return false;
  Atomics.store(cells, pulse.job, number);
  return true;
}

/** Takes a job back; false if the worker has started it. */
export function removeOffer(cells: Int32Array, number: number): boolean {
  return close(cells, number);
}

function close(cells: Int32Array, number: number): boolean {
  return Atomics.compareExchange(cells, cellOf(number), number, 0) === number;
}

function cellOf(number: number): number {
  return pulse.offers + (number % mostOffers);
}
