import { runWithoutActor } from "../acting.ts";
import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";
import { startRepeating } from "../repeat.ts";
import { runInSpan, type Span } from "../tracing/tracing.ts";
import { drain, startClaimLoop } from "./claim-loop.ts";
import type { Presence } from "./presence.ts";
import { createWaiters } from "./waiters.ts";
import {
  type HeldRow,
  isAnyReady,
  readHeldRows,
  releaseOrphans,
  releaseRows,
  removeRecovery,
  type WorkTable,
} from "./work-table.ts";

// Ready work is announced; this poll finds what a process died before announcing.
const POLL_MS = 2000;
const SWEEP_MS = 1000;
const SOON_MS = 5;
// Enough to keep this process busy and its transactions shared, and little enough to be done within tens of
// milliseconds.
const MAX_AHEAD = 64;

/** What the work on one item knows about its holder. */
export interface WorkContext {
  readonly workerId: string;
  /**
   * Aborted when the item was taken over, when it is to be stopped, or when a stopping process can wait no longer.
   */
  readonly signal: AbortSignal;
  /** True while this process is stopping: start nothing new. */
  readonly stopping: boolean;
  /** Undefined if this process certainly holds the item; otherwise await it before any outside effect. */
  untilSure(): Promise<void> | undefined;
}

/** One kind of work in a table: how to claim and how to execute it. */
export interface WorkSource<Item extends HeldRow, Deps> {
  readonly name: string;
  readonly table: WorkTable;
  /** How many items one process executes at a time. */
  readonly slots: number;
  /** How many of the slots are reserved for owners that hold none; 0 by default. */
  readonly spareSlots?: number;
  /**
   * Claims up to `free` items for `workerId`, in a fair order; the last `spare` of them for owners that hold none.
   */
  claim(deps: Deps, free: number, workerId: string, spare: number): Promise<readonly Item[]>;
  /**
   * Executes one item until it has ended or was released. If it throws, the item is released unfinished, which
   * counts as a recovery unless it throws `ReleasedError`.
   */
  run(deps: Deps, item: Item, context: WorkContext): Promise<void>;
  /** Begins the span of executing an item; undefined while tracing is off. */
  trace?(deps: Deps, item: Item): Span | undefined;
  /**
   * Called once a second by each working process, which executes `active` items: wakes sleeping items. True if something
   * became ready.
   */
  tend?(deps: Deps, active: number): Promise<boolean>;
}

/** The claim loop of one kind of work in this process. */
export interface Line {
  readonly name: string;
  /** Something became ready. */
  wake(): void;
  /** Reserves up to `wanted` free slots for items that the caller is about to claim itself; returns how many. */
  reserve(wanted: number): number;
  /** Starts items that were claimed on reserved slots, and frees the other `reserved` ones. */
  add(items: readonly HeldRow[], workerId: string, reserved: number): void;
  /**
   * Resolves at once while few items of this process wait to start; otherwise once it has started this one, or after
   * `limitMs`.
   */
  begun(id: string, limitMs: number): Promise<void>;
  /** Aborts an item that this process executes; false if it does not. */
  abort(id: string, reason: Error): boolean;
  /** Aborts everything that started under a worker's id. */
  abortAll(workerId: string, reason: Error): void;
  /** How many items it executes now. */
  active(): number;
  stop(graceMs: number): Promise<void>;
}

interface TakenItem {
  readonly item: HeldRow;
  readonly workerId: string;
  /** Whether releasing it counts as a recovery: it threw an error of its own. */
  readonly isRecovery?: boolean;
}

interface Active extends TakenItem {
  readonly abort: AbortController;
}

/** Work that is released unfinished for an external reason: this does not count as a recovery. */
export class ReleasedError extends Error {
  override readonly name: string = "ReleasedError";
}

/** This process was taken for dead and its work handed out: what it started under its old name must not continue. */
export class TakenOverError extends ReleasedError {
  override readonly name = "TakenOverError";
  constructor() {
    super("Another process has taken this over.");
  }
}

/** Somebody asked to abort an item by its name. */
export class CutOffError extends Error {
  override readonly name = "CutOffError";
  constructor() {
    super("This was stopped.");
  }
}

/** The process is stopping: started items are released and continue elsewhere, or after the next start. */
export class StoppingError extends ReleasedError {
  override readonly name = "StoppingError";
  constructor() {
    super("This process is stopping.");
  }
}

/** Starts claiming and executing `source` until stopped: woken by commits, with a poll as fallback. */
export function startLine<Item extends HeldRow, Deps extends { database: Database; log: Logger }>(
  source: WorkSource<Item, Deps>,
  deps: Deps,
  { workerId, untilSure, departures }: Pick<Presence, "workerId" | "untilSure" | "departures">,
): Line {
  const { database, log } = deps;
  const { name, table, spareSlots = 0 } = source;
  // Both by the fencing token.
  const active = new Map<string, Active>();
  // Held rows that nobody executes any more, until the database has released them.
  const unreleased = new Map<string, TakenItem>();
  const awaited = createWaiters();
  let reserved = 0;
  let stopping = false;
  let soon: NodeJS.Timeout | undefined;
  const claimSoon = () => {
    soon = undefined;
    claims.wake();
  };
  const claimSome = async () => {
    const free = source.slots - active.size - reserved;
    if (free <= 0) return false;
    try {
      const by = workerId();
      const items = await source.claim(deps, free, by, Math.min(free, spareSlots));
      for (const item of items) void carryOut(item, by);
      // A full batch means that there may be more.
      return items.length >= free;
    } catch (error) {
      log.warn({ err: error, line: name }, "work.claim-failed");
      return false;
    }
  };
  const carryOut = async (item: Item, by: string) => {
    const token = tokenOf(item, by);
    // The reply to a claim may arrive after this process was taken for dead, and its work handed out.
    if (by !== workerId()) {
      unreleased.set(token, { item, workerId: by });
      return;
    }
    // Claims are not synced: a crashed database may have forgotten one, and issues the same token again.
    if (active.has(token)) return;
    unreleased.delete(token);
    const current: Active = { item, workerId: by, abort: new AbortController() };
    active.set(token, current);
    awaited.wake(item.id);
    const context: WorkContext = {
      workerId: by,
      untilSure,
      signal: current.abort.signal,
      get stopping() {
        return stopping;
      },
    };
    const span = source.trace?.(deps, item);
    await (span ? runInSpan(span, () => execute(item, context)) : execute(item, context)).catch(
      (error: unknown) => {
        unreleased.set(token, { ...current, isRecovery: !(error instanceof ReleasedError) });
      },
    );
    active.delete(token);
    // What kept others waiting may have been a limit that this item counted for, and not a lack of slots. Where most
    // slots are taken, those that come free one by one share a claim.
    if (active.size + reserved < (source.slots - spareSlots) * 0.75) claims.wake();
    else soon ??= setTimeout(claimSoon, SOON_MS);
  };
  const execute = async (item: Item, context: WorkContext) => {
    try {
      await source.run(deps, item, context);
    } catch (error) {
      const told = { err: error, line: name, id: item.id };
      const hasFailed = !(error instanceof ReleasedError) || error.cause !== undefined;
      if (hasFailed) log.error(told, "work.failed");
      else if (!(error instanceof StoppingError || error instanceof TakenOverError))
        log.info(told, "work.released-unfinished");
      throw error;
    }
  };
  const release = async () => {
    const released = await releaseOrphans(database, table);
    if (released === 0) return false;
    log.info({ line: name, released }, "work.released");
    claims.wake();
    return true;
  };
  let searched = -1;
  const sweep = async () => {
    await releaseUnfinished(database, table, unreleased);
    // Under load each search passes thousands of rows that are held no more, so only a departure begins one, which goes
    // on until nothing is found. What this misses, the slower search below finds.
    const departed = departures();
    if (departed !== searched && !(await release())) searched = departed;
    if (await source.tend?.(deps, active.size)) claims.wake();
  };
  const lost = lostClaims(database, table, active);
  const tidying = startRepeating({ name: `work.${name}-sweep`, intervalMs: SWEEP_MS, log }, sweep);
  const finding = startRepeating({ name: `work.${name}-search`, intervalMs: 5 * SWEEP_MS, log }, async () => {
    const by = workerId();
    for (const item of await lost(by)) unreleased.set(tokenOf(item, by), { item, workerId: by });
    await release();
  });
  const polling = startRepeating({ name: `work.${name}-poll`, intervalMs: POLL_MS, log }, async () => {
    if (await isAnyReady(database, table)) claims.wake();
  });
  const claims = startClaimLoop(claimSome);

  return {
    name,
    wake: claims.wake,
    reserve: (count) => {
      const given = stopping
        ? 0
        : Math.max(0, Math.min(count, source.slots - spareSlots - active.size - reserved));
      reserved += given;
      return given;
    },
    add: (items, by, count) => {
      reserved -= count;
      runWithoutActor(() => {
        for (const item of items) void carryOut(item as Item, by);
      });
    },
    begun: async (id, limitMs) => {
      const isBacklog = awaited.size >= MAX_AHEAD;
      const begun = awaited.wait(id, limitMs);
      if (isBacklog) await begun;
    },
    abort: (id, reason) => {
      const found = [...active.values()].filter(({ item }) => item.id === id);
      for (const { abort } of found) abort.abort(reason);
      return found.length > 0;
    },
    abortAll: (by, reason) => {
      const paused = [...active.values()].filter(({ workerId }) => workerId === by);
      for (const { abort } of paused) abort.abort(reason);
      const items = paused.map(({ item }) => item);
      removeRecovery(database, table, items).catch((error: unknown) =>
        log.warn({ err: error, line: name }, "work.forgive-failed"),
      );
    },
    active: () => active.size,
    stop: async (graceMs) => {
      stopping = true;
      clearTimeout(soon);
      await Promise.all([tidying.stop(), finding.stop(), polling.stop()]);
      await claims.stop();
      await drain(active, graceMs, () => {
        for (const { abort } of active.values()) abort.abort(new StoppingError());
      });
      await releaseUnfinished(database, table, unreleased).catch((error: unknown) =>
        log.warn({ err: error, line: name }, "work.release-failed"),
      );
    },
  };
}

function tokenOf({ id, claim }: HeldRow, workerId: string): string {
  return `${workerId}/${id}/${claim}`;
}

async function releaseUnfinished(
  database: Database,
  table: WorkTable,
  unreleased: Map<string, TakenItem>,
): Promise<void> {
  for (const [by, mine] of Map.groupBy(unreleased, ([, { workerId }]) => workerId)) {
    const held = mine.map(([, { item, isRecovery = false }]) => ({ ...item, isRecovery }));
    await releaseRows(database, table, by, held);
    for (const [token] of mine) unreleased.delete(token);
  }
}

/**
 * Finds what the database says this worker holds although nobody executes it: the reply to a claim was lost with its
 * connection. Only what is found twice in a row counts, because a claim may be under way.
 */
function lostClaims(database: Database, table: WorkTable, active: ReadonlyMap<string, Active>) {
  let suspects = new Set<string>();
  return async (workerId: string): Promise<HeldRow[]> => {
    const known = new Set(active.keys());
    const held = await readHeldRows(database, table, workerId);
    for (const token of active.keys()) known.add(token);
    const unknown = held.filter((item) => !known.has(tokenOf(item, workerId)));
    const lost = unknown.filter((item) => suspects.has(tokenOf(item, workerId)));
    suspects = new Set(unknown.map((item) => tokenOf(item, workerId)));
    return lost;
  };
}
