import { randomBytes } from "node:crypto";
import { type Clock, systemClock } from "./clock.ts";

const ID = /^[0-9a-f]{24}$/;
const STORE_BYTES = 12 * 512;
// Of the process and not of `Deps`, as with `randomUUID`: 130 callers would have to be handed a source, and the ids of two
// sources would not sort by time.
let store = Buffer.alloc(0);
let taken = 0;
let lastMs = 0;
let counter = 0;
let clock: Clock = systemClock;

/** Makes the ids of this process, unless given a time, use the time of `shared`; their order starts over. */
export function setIdClock(shared: Clock): void {
  clock = shared;
  lastMs = 0;
}

/**
 * A new record id: 12 bytes as 24 hex characters. Six bytes of milliseconds, two that count within the millisecond
 * (from a random start, so that two processes do not count alike) and four random ones. Ids from one process sort by
 * time: new rows go to the end of every index, and lists page by id alone.
 */
export function createId(nowMs: number = clock.now().getTime()): string {
  // Neither a clock that jumps back, nor more than 32,768 ids in a millisecond, may break the order.
  const bytes = takeRandom(12);
  const start = bytes.readUInt16BE(6) & 0x7fff;
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = start;
  } else if (++counter > 0xffff) {
    lastMs += 1;
    counter = start;
  }
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(counter, 6);
  return bytes.toString("hex");
}

/** A buffer of random bytes that is filled in one call: asking for each id separately costs more than the id. */
function takeRandom(length: number): Buffer {
  if (store.length - taken < length) {
    store = randomBytes(STORE_BYTES);
    taken = 0;
  }
  taken += length;
  return store.subarray(taken - length, taken);
}

/** The first id of a moment: ids created from then on are not below it. */
export function createFirstId(moment: Date): string {
  return `${Math.max(0, moment.getTime()).toString(16).padStart(12, "0")}000000000000`;
}

// Searched by their end, for which there is no index: some milliseconds.
const NEWEST = 20_000;
const END = /^(?:…|\.{3})?([0-9a-f]{8,23})$/;

/**
 * The part of an id that lists show, `…11241aa1`, or more of its end; undefined if `text` is not one. Neighbors
 * share their beginning, which encodes the time. Such a part is searched only among the newest `newest` of a list:
 * an index on reversed ids would cost every execution, and whoever reads an id off a screen means a recent one.
 */
export function parseIdEnd(text: string): { readonly end: string; readonly newest: number } | undefined {
  const end = END.exec(text.trim().toLowerCase())?.[1];
  return end === undefined ? undefined : { end, newest: NEWEST };
}

/** Whether `text` has the form of a record id; anything else cannot name a record. */
export function isId(text: string): boolean {
  return ID.test(text);
}
