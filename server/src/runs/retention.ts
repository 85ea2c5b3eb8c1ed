import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { listShorterRetention } from "../auth/organizations/organizations.ts";
import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Database } from "../platform/database/database.ts";
import { LOCKS } from "../platform/database/locks.ts";
import { createPartitions } from "../platform/database/partitions/create-partitions.ts";
import { deletePartitions } from "../platform/database/partitions/delete-partitions.ts";
import type { HistoryTables } from "../platform/database/partitions/history-tables.ts";
import { DAY_MS } from "../platform/moment.ts";
import { type RepeatingTask, startRepeating } from "../platform/repeat.ts";

const INTERVAL_MS = 60_000;
// Each batch is a transaction of its own, with room for everything else in between.
const BATCH = 500;
const PAUSE_MS = 50;
// The rest is for the next minute.
const LONGEST_PASS_MS = 50_000;

/**
 * Deletes up to `limit` rows of a kind that are older than `before`, of one organization and environment or of all;
 * fewer mean that nothing is left.
 */
export type DeleteOld = (database: Database, before: Date, limit: number, scope?: Scope) => Promise<number>;

/** What is deleted, in this order: what is too old, and what nothing refers to any more, whatever its age. */
export interface Deletions {
  readonly old: readonly DeleteOld[];
  readonly leftOver: readonly DeleteOld[];
  /** What is dropped by partitions, after the records to which it belongs. */
  readonly partitioned?: readonly HistoryTables[];
}

type RetentionDeps = Pick<Deps, "config" | "database" | "clock" | "log">;

/** Deletes old and unreferenced records once a minute, in one process at a time. */
export function startRetention(deps: RetentionDeps, deletions: Deletions): RepeatingTask {
  return startRepeating({ name: "retention", intervalMs: INTERVAL_MS, log: deps.log }, (stopping) =>
    deleteOld(deps, deletions, stopping),
  );
}

/**
 * One pass; returns how many rows it deleted. Does nothing while another process runs one. A record is old if it
 * exceeds the server's retention (0 days: unlimited), or the organization's in that environment, if that is shorter.
 */
export async function deleteOld(
  deps: RetentionDeps,
  { old, leftOver, partitioned = [] }: Deletions,
  stopping?: AbortSignal,
): Promise<number> {
  const { database, log } = deps;
  const deleted = await alone(database, async () => {
    for (const history of partitioned) await preparePartitions(deps, history, stopping);
    const cutoffs = await readCutoffs(deps);
    const turns = [
      ...cutoffs.flatMap(({ before, scope }) =>
        old.map((kind) => () => kind(database, before, BATCH, scope)),
      ),
      ...leftOver.map((kind) => () => kind(database, deps.clock.now(), BATCH)),
    ];
    const count = await deleteInTurns(turns, stopping);
    const all = cutoffs.find(({ scope }) => scope === undefined);
    if (all)
      for (const history of partitioned)
        await deletePartitions(database, history, { before: all.before, log });
    return count;
  });
  if (deleted > 0) log.info({ deleted }, "retention.deleted");
  return deleted;
}

/** Rows are deleted whatever becomes of it. */
async function preparePartitions(
  { config, database, clock, log }: RetentionDeps,
  history: HistoryTables,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const options = { now: clock.now(), retentionDays: config.retentionDays, log, stopping };
  try {
    await createPartitions(database, history, options);
  } catch (error) {
    log.warn({ err: error }, "retention.partitions-failed");
  }
}

interface Cutoff {
  readonly before: Date;
  /** Undefined: of all organizations. */
  readonly scope?: Scope;
}

async function readCutoffs({ config, database, clock }: RetentionDeps): Promise<Cutoff[]> {
  const { retentionDays } = config;
  const nowMs = clock.now().getTime();
  const before = (days: number) => new Date(nowMs - days * DAY_MS);
  const shorter = await listShorterRetention(database.db, retentionDays);
  return [
    ...(retentionDays > 0 ? [{ before: before(retentionDays) }] : []),
    ...shorter.map(({ scope, days }) => ({ scope, before: before(days) })),
  ];
}

/** A batch of each in turn, until nothing is left or the time is up, so that none waits for one that has much. */
async function deleteInTurns(
  turns: readonly (() => Promise<number>)[],
  stopping: AbortSignal | undefined,
): Promise<number> {
  const endMs = performance.now() + LONGEST_PASS_MS;
  let left = [...turns];
  let count = 0;
  while (left.length > 0 && !stopping?.aborted && performance.now() < endMs) {
    const full: (() => Promise<number>)[] = [];
    for (const turn of left) {
      const deleted = await turn();
      count += deleted;
      if (deleted >= BATCH) full.push(turn);
    }
    left = full;
    if (left.length > 0) await sleep(PAUSE_MS);
  }
  return count;
}

async function alone(database: Database, work: () => Promise<number>): Promise<number> {
  if (database.kind === "embedded") return work();
  return database.db.connection().execute(async (connection) => {
    const lock = sql<{ mine: boolean }>`select pg_try_advisory_lock(${LOCKS.retention}) as mine`;
    if (!(await lock.execute(connection)).rows[0]?.mine) return 0;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${LOCKS.retention})`.execute(connection);
    }
  });
}
