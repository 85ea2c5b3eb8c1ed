import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";
import { repeat } from "../repeat.ts";
import type { Presence } from "./presence.ts";
import { giveBack, type Held, heldBy, releaseOrphans, type WorkTable } from "./work-table.ts";

// Whoever makes something ready says so; this finds what a process did not live to say.
const POLL_MS = 2000;
const SWEEP_MS = 1000;
const SOON_MS = 5;
// What was cut off still says so to its table.
const ABORT_GRACE_MS = 1000;

/** What the work on one item knows of its holder. */
export interface WorkContext {
  readonly workerId: string;
  /** Aborted when the item was taken over, when it is to be stopped, or when a stopping process can wait no longer. */
  readonly signal: AbortSignal;
  /** True while this process is stopping: begin nothing new. */
  readonly stopping: boolean;
  /** Wait for this, if it is there, before anything that others see is begun: this process may have been taken for dead. */
  confirmed(): Promise<void> | undefined;
}

/** One kind of work that lies in a table: how to claim it and how to carry it out. */
export interface WorkSource<Item extends Held, Deps> {
  readonly name: string;
  readonly table: WorkTable;
  /** How many items one process carries out at a time. */
  readonly slots: number;
  /** How many of the slots are kept for owners that hold none; 0 by default. */
  readonly spareSlots?: number;
  /** Takes up to `free` items for `workerId`, in a fair order; the last `spare` of them for owners that hold none. */
  claim(deps: Deps, free: number, workerId: string, spare: number): Promise<readonly Item[]>;
  /** Carries one item out until it has ended or was put down. What throws is handed back. */
  run(deps: Deps, item: Item, context: WorkContext): Promise<void>;
  /** Called once a second by each working process: wakes what sleeps. True when something became ready. */
  tend?(deps: Deps): Promise<boolean>;
}

/** The claim loop of one kind of work in this process. */
export interface Line {
  readonly name: string;
  /** Something became ready. */
  wake(): void;
  /** Sets up to `wanted` free slots aside for items that the caller is about to claim itself; returns how many. */
  reserve(wanted: number): number;
  /** Starts items that were claimed on reserved slots, and frees the other `reserved` ones. */
  add(items: readonly Held[], workerId: string, reserved: number): void;
  /** Cuts an item off that this process carries out; false when it does not. */
  abort(id: string, reason: Error): boolean;
  /** Cuts everything off that was begun under a worker's id. */
  abortAll(workerId: string, reason: Error): void;
  stop(graceMs: number): Promise<void>;
}

interface Active {
  readonly item: Held;
  readonly workerId: string;
  readonly abort: AbortController;
}

/** This process was taken for dead and its work handed out: what it began under its old name must not go on. */
export class TakenOver extends Error {
  override readonly name = "TakenOver";
  constructor() {
    super("Another process has taken this over.");
  }
}

/** Somebody asked by its name that an item be cut off. */
export class Cut extends Error {
  override readonly name = "Cut";
  constructor() {
    super("This was stopped.");
  }
}

/** The process is stopping: what was begun is put down and goes on elsewhere, or after the next start. */
export class Stopping extends Error {
  override readonly name = "Stopping";
  constructor() {
    super("This process is stopping.");
  }
}

/** Starts claiming and carrying out `source` until stopped: woken by commits, and by a poll as a floor. */
export function startLine<Item extends Held, Deps extends { database: Database; log: Logger }>(
  source: WorkSource<Item, Deps>,
  deps: Deps,
  { workerId, confirmed }: Pick<Presence, "workerId" | "confirmed">,
): Line {
  const { database, log } = deps;
  const { name, table, spareSlots = 0 } = source;
  const active = new Set<Active>();
  // Claims that nobody carries out any more, until the database knows it.
  const dropped = new Map<string, { workerId: string; held: Held }>();
  let reserved = 0;
  let stopping = false;
  let wanted = false;
  let claiming: Promise<void> | undefined;

  const claim = () => {
    wanted = true;
    claiming ??= claimAll().finally(() => {
      claiming = undefined;
      if (wanted && !stopping) claim();
    });
  };
  let soon: NodeJS.Timeout | undefined;
  const claimSoon = () => {
    soon = undefined;
    claim();
  };
  const claimAll = async () => {
    while (wanted && !stopping) {
      wanted = false;
      const free = source.slots - active.size - reserved;
      if (free <= 0) return;
      try {
        const by = workerId();
        const items = await source.claim(deps, free, by, Math.min(free, spareSlots));
        // A full batch says that there may be more.
        if (items.length >= free) wanted = true;
        for (const item of items) void carryOut(item, by);
      } catch (error) {
        log.warn({ err: error, line: name }, "work.claim-failed");
      }
    }
  };
  const carryOut = async (item: Item, by: string) => {
    const current: Active = { item, workerId: by, abort: new AbortController() };
    active.add(current);
    const context: WorkContext = {
      workerId: by,
      confirmed,
      signal: current.abort.signal,
      get stopping() {
        return stopping;
      },
    };
    try {
      await source.run(deps, item, context);
    } catch (error) {
      if (!(error instanceof Stopping || error instanceof TakenOver))
        log.error({ err: error, line: name, id: item.id }, "work.failed");
      dropped.set(`${item.id}/${item.claim}`, { workerId: by, held: item });
    }
    active.delete(current);
    // What kept others waiting may have been a limit that this item counted for, and not a lack of slots. Where most
    // slots are taken, those that come free one by one share a claim.
    if (active.size + reserved < (source.slots - spareSlots) * 0.75) claim();
    else soon ??= setTimeout(claimSoon, SOON_MS);
  };
  const sweep = async () => {
    await giveBackDropped(database, table, dropped);
    const released = await releaseOrphans(database, table);
    const woken = (await source.tend?.(deps)) ?? false;
    if (released > 0) log.info({ line: name, released }, "work.released");
    if (released > 0 || woken) claim();
  };
  const lost = lostClaims(database, table, () => active);
  const tidying = repeat({ name: `work.${name}-sweep`, intervalMs: SWEEP_MS, log }, sweep);
  const finding = repeat({ name: `work.${name}-search`, intervalMs: 5 * SWEEP_MS, log }, async () => {
    const by = workerId();
    for (const held of await lost(by)) dropped.set(`${held.id}/${held.claim}`, { workerId: by, held });
  });
  const poll = setInterval(claim, POLL_MS);
  claim();

  return {
    name,
    wake: claim,
    reserve: (count) => {
      const given = stopping
        ? 0
        : Math.max(0, Math.min(count, source.slots - spareSlots - active.size - reserved));
      reserved += given;
      return given;
    },
    add: (items, by, count) => {
      reserved -= count;
      for (const item of items) void carryOut(item as Item, by);
    },
    abort: (id, reason) => {
      const found = [...active].filter(({ item }) => item.id === id);
      for (const { abort } of found) abort.abort(reason);
      return found.length > 0;
    },
    abortAll: (by, reason) => {
      for (const one of active) if (one.workerId === by) one.abort.abort(reason);
    },
    stop: async (graceMs) => {
      stopping = true;
      clearInterval(poll);
      clearTimeout(soon);
      await Promise.all([tidying.stop(), finding.stop()]);
      await claiming;
      await waitFor(() => active.size === 0, graceMs);
      for (const { abort } of active) abort.abort(new Stopping());
      await waitFor(() => active.size === 0, ABORT_GRACE_MS);
      await giveBackDropped(database, table, dropped).catch((error: unknown) =>
        log.warn({ err: error, line: name }, "work.give-back-failed"),
      );
    },
  };
}

async function giveBackDropped(
  database: Database,
  table: WorkTable,
  dropped: Map<string, { workerId: string; held: Held }>,
): Promise<void> {
  const all = [...dropped];
  for (const by of new Set(all.map(([, one]) => one.workerId))) {
    const mine = all.filter(([, one]) => one.workerId === by);
    await giveBack(
      database,
      table,
      by,
      mine.map(([, one]) => one.held),
    );
    for (const [key] of mine) dropped.delete(key);
  }
}

/**
 * Finds what the database says this worker holds although nobody carries it out: the answer to a claim was lost with
 * its connection. Only what is found twice in a row counts, as a claim may just be under way.
 */
function lostClaims(database: Database, table: WorkTable, active: () => Iterable<Active>) {
  let suspects = new Set<string>();
  return async (workerId: string): Promise<Held[]> => {
    const known = new Set<string>();
    for (const { item } of active()) known.add(`${item.id}/${item.claim}`);
    const held = await heldBy(database, table, workerId);
    for (const { item } of active()) known.add(`${item.id}/${item.claim}`);
    const unknown = held.filter(({ id, claim }) => !known.has(`${id}/${claim}`));
    const lost = unknown.filter(({ id, claim }) => suspects.has(`${id}/${claim}`));
    suspects = new Set(unknown.map(({ id, claim }) => `${id}/${claim}`));
    return lost;
  };
}

/** Resolves when `done` or after `timeoutMs`, whichever comes first. */
async function waitFor(done: () => boolean, timeoutMs: number): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!done() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
}
