import { TenantQueue } from "../../platform/tenant-queue.ts";

// Smaller results are not counted: most executions never hold as much.
const FREE_BYTES = 256 * 1024;
// A run that comes back must leave others room to grow.
const READMITTED_SHARE = 0.75;
// Large values are produced, read and written a few at a time: each blocks the event loop for some milliseconds, and
// requests and small executions of others run in between.
const MADE_SHARE = 1 / 32;
// If a waiting run was not seen for so long, another process has taken it, or nobody needs it.
const TICKET_MS = 10_000;
// How many released runs have their held bytes remembered: their rows only give the length of the JSON.
const MOST_REMEMBERED = 10_000;

/** An execution that holds results in this process. */
export interface Holder {
  /** Grows with time: the oldest is never asked to let go. */
  readonly id: string;
  readonly accountId: string;
  /** Asks it to let go of everything, at the next step at the latest. */
  shed(): void;
}

/** What executions hold and produce in this process, within limits for all of them together (D204). */
export interface RunMemory {
  /** Sets what an execution holds; 0 ends it. If that is too much for all, some are asked to let go. */
  hold(holder: Holder, bytes: number): void;
  /** Whether a released execution may hold so much again; those that have waited longest come first. */
  mayLoad(holder: Holder, bytes: number): boolean;
  /** Waits for the turn to produce so much, in turn over accounts; the returned function ends the turn, once. */
  make(accountId: string, bytes: number, signal: AbortSignal): Promise<() => void>;
  /** Bytes held now. */
  readonly held: number;
}

declare module "../../deps.ts" {
  interface Features {
    readonly runMemory: RunMemory;
  }
}

interface HeldMemory {
  readonly holder: Holder;
  bytes: number;
  /** It was asked to let go. */
  isLeaving: boolean;
}

interface Ticket {
  readonly bytes: number;
  readonly since: number;
  seenMs: number;
}

/** Creates the memory of a process in which executions hold at most about `limit` bytes together. */
export function createRunMemory(limit: number, nowMs = () => performance.now()): RunMemory {
  const holders = new Map<string, HeldMemory>();
  const tickets = new Map<string, Ticket>();
  const lastHeld = new Map<string, number>();
  const makers = new TenantQueue(limit * MADE_SHARE);
  let held = 0;
  let ticketNumber = 0;
  const forget = (one: HeldMemory) => {
    if (lastHeld.size >= MOST_REMEMBERED) lastHeld.clear();
    if (one.isLeaving) lastHeld.set(one.holder.id, one.bytes);
    else lastHeld.delete(one.holder.id);
    held -= one.bytes;
    holders.delete(one.holder.id);
  };
  return {
    get held() {
      return held;
    },
    hold: (holder, bytes) => {
      const one = holders.get(holder.id);
      if (bytes <= FREE_BYTES) return one && forget(one);
      held += bytes - (one?.bytes ?? 0);
      if (one) one.bytes = bytes;
      else holders.set(holder.id, { holder, bytes, isLeaving: false });
      if (held > limit) shedSome([...holders.values()], limit);
    },
    mayLoad: ({ id }, storedBytes) => {
      const bytes = Math.max(storedBytes, lastHeld.get(id) ?? 0);
      const seenMs = nowMs();
      for (const [key, ticket] of tickets) if (ticket.seenMs < seenMs - TICKET_MS) tickets.delete(key);
      const own = tickets.get(id) ?? { bytes, since: ++ticketNumber, seenMs };
      const before = [...tickets.values()].filter(({ since }) => since < own.since);
      const wanted = before.reduce((sum, ticket) => sum + ticket.bytes, bytes);
      if (bytes <= FREE_BYTES || holders.size === 0 || held + wanted <= limit * READMITTED_SHARE) {
        tickets.delete(id);
        return true;
      }
      tickets.set(id, { ...own, bytes, seenMs });
      return false;
    },
    make: (accountId, bytes, signal) => makers.take(accountId, bytes, signal),
  };
}

/**
 * Asks executions to let go until the others fit: the youngest of the account that holds most, and so on. Never the
 * oldest of all, so that one always reaches its end.
 */
function shedSome(all: readonly HeldMemory[], limit: number): void {
  const oldest = all.reduce((first, one) => (one.holder.id < first.holder.id ? one : first));
  const ofAccount = new Map<string, number>();
  let left = 0;
  for (const { holder, bytes, isLeaving } of all) {
    if (isLeaving) continue;
    left += bytes;
    ofAccount.set(holder.accountId, (ofAccount.get(holder.accountId) ?? 0) + bytes);
  }
  while (left > limit) {
    const staying = all.filter((one) => !one.isLeaving && one !== oldest);
    const [first, ...others] = staying;
    if (!first) return;
    const heavy = (one: HeldMemory) => ofAccount.get(one.holder.accountId) ?? 0;
    const next = others.reduce((chosen, one) => {
      if (heavy(one) !== heavy(chosen)) return heavy(one) > heavy(chosen) ? one : chosen;
      return one.holder.id > chosen.holder.id ? one : chosen;
    }, first);
    next.isLeaving = true;
    left -= next.bytes;
    ofAccount.set(next.holder.accountId, heavy(next) - next.bytes);
    next.holder.shed();
  }
}
