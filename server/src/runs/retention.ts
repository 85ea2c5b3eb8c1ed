import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import type { Database } from "../platform/database/database.ts";
import { LOCKS } from "../platform/database/locks.ts";
import { firstIdAt } from "../platform/id.ts";
import { type Repeated, repeat } from "../platform/repeat.ts";

const INTERVAL_MS = 60_000;
const DAY_MS = 86_400_000;
// Each batch is a transaction of its own; between them everything else has its turn.
const BATCH = 500;
const PAUSE_MS = 50;
// What is left then is for the next minute.
const LONGEST_PASS_MS = 50_000;

/** Deletes up to `limit` rows of a kind that are older than `before`; fewer say that nothing is left. */
export type DeleteOld = (database: Database, before: Date, limit: number) => Promise<number>;

/** What is to be deleted, each in order: what has grown old, and what nobody refers to any more, however old. */
export interface Deletions {
  readonly old: readonly DeleteOld[];
  readonly leftOver: readonly DeleteOld[];
}

/**
 * Deletes what is older than `retentionDays` (nothing with 0 days), and what is left over, once a minute, in one
 * process at a time.
 */
export function startRetention(
  deps: Pick<Deps, "config" | "database" | "clock" | "log">,
  { old, leftOver }: Deletions,
): Repeated {
  const { config, log } = deps;
  const kinds = [...(config.retentionDays > 0 ? old : []), ...leftOver];
  return repeat({ name: "retention", intervalMs: INTERVAL_MS, log }, (stopping) =>
    deleteOld(deps, kinds, stopping),
  );
}

/** One pass; answers how many rows it deleted. None while another process is at it. */
export async function deleteOld(
  { config, database, clock, log }: Pick<Deps, "config" | "database" | "clock" | "log">,
  kinds: readonly DeleteOld[],
  stopping?: AbortSignal,
): Promise<number> {
  const before = new Date(clock.now().getTime() - config.retentionDays * DAY_MS);
  const deleted = await alone(database, () => deleteInTurns(database, { kinds, before, stopping }));
  if (deleted > 0) log.info({ deleted, before }, "retention.deleted");
  return deleted;
}

/** A batch of each kind in turn, until nothing is left or the time is up: none waits for one that has much. */
async function deleteInTurns(
  database: Database,
  {
    kinds,
    before,
    stopping,
  }: { kinds: readonly DeleteOld[]; before: Date; stopping?: AbortSignal | undefined },
): Promise<number> {
  const endMs = performance.now() + LONGEST_PASS_MS;
  let left = [...kinds];
  let count = 0;
  while (left.length > 0 && !stopping?.aborted && performance.now() < endMs) {
    const full: DeleteOld[] = [];
    for (const kind of left) {
      const deleted = await kind(database, before, BATCH);
      count += deleted;
      if (deleted >= BATCH) full.push(kind);
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

/**
 * Deletes runs that ended before `before`, with their steps, oldest first: ids are in time order, so what is old stands
 * at the beginning of the key, and no further index is needed. Open runs stay, however old.
 */
export const deleteOldRuns: DeleteOld = async (database, before, limit) => {
  const rows = await database.query(
    {
      name: "runs-delete-old",
      text: `with old as materialized (
          select id from runs where id < $1 and finished_at < $2 order by id limit $3 for update skip locked)
        delete from runs r using old where r.id = old.id returning 1 as gone`,
    },
    [firstIdAt(before), before, limit],
  );
  return rows.length;
};

/** Deletes replays that ended before `before`. */
export const deleteOldReplays: DeleteOld = async (database, before, limit) => {
  const rows = await database.query(
    {
      name: "replays-delete-old",
      text: `with old as materialized (select id from replays where id < $1 and finished_at < $2 order by id limit $3)
        delete from replays r using old where r.id = old.id returning 1 as gone`,
    },
    [firstIdAt(before), before, limit],
  );
  return rows.length;
};
