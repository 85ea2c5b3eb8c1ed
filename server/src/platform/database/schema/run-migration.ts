import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { StartError } from "../../errors.ts";
import type { Logger } from "../../log.ts";
import { type Db, getSqlState } from "../database.ts";
import { createRecords, insertRecord } from "./migration-records.ts";
import { isConcurrent, type Migration, toPlainStatement } from "./migrations.ts";
import { splitByPartitions } from "./split-by-partitions.ts";

// While a migration waits for a lock, every statement on that table waits behind it.
const LOCK_TIMEOUT_MS = 400;
const PAUSE_MS = 600;
const GIVE_UP_MS = 5 * 60_000;
// Sessions avoid these plans, because their statements are prepared once (postgres.ts); a migration reads whole tables.
const PLANS = ["enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin"];

/** How migrations are run on a database that others use. */
export interface RunOptions {
  readonly log: Logger | undefined;
  /** Whether processes run that look only into the old table of records. */
  readonly runsBesideOld: boolean;
  /** Milliseconds after which a migration gives up that cannot lock its tables; 5 minutes by default. */
  readonly giveUpMs?: number | undefined;
}

/** Runs migrations on a database that nobody else uses, in one transaction: all of them or none. */
export async function runAllAtOnce(db: Db, migrations: readonly Migration[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await createRecords(tx);
    for (const migration of migrations) {
      for (const statement of migration.up) await sql.raw(toPlainStatement(statement)).execute(tx);
      await insertRecord(tx, migration, false);
    }
  });
}

/**
 * Runs a migration beside processes that use the database: in one transaction, or, if it builds indexes concurrently, one
 * statement after the other, of which a run that was cut off repeats none. It never waits for a lock longer than 0.4 s at
 * once, so that nobody waits behind it; then it steps back and tries again, for up to 5 minutes. Throws StartError with
 * the sessions that were in its way.
 */
export async function runMigration(session: Db, migration: Migration, options: RunOptions): Promise<void> {
  const startedAt = performance.now();
  if (migration.up.some(isConcurrent)) {
    for (const statement of migration.up)
      await retryLocked(session, migration, options, () => runOutside(session, statement));
    await session.transaction().execute((tx) => insertRecord(tx, migration, options.runsBesideOld));
  } else {
    await retryLocked(session, migration, options, () =>
      session.transaction().execute(async (tx) => {
        for (const setting of [`lock_timeout = ${LOCK_TIMEOUT_MS}`, ...PLANS.map((plan) => `${plan} = on`)])
          await sql.raw(`set local ${setting}`).execute(tx);
        for (const statement of migration.up) await sql.raw(statement).execute(tx);
        await insertRecord(tx, migration, options.runsBesideOld);
      }),
    );
  }
  const ms = Math.round(performance.now() - startedAt);
  options.log?.info({ migration: migration.name, ms }, "migration.done");
}

async function runOutside(session: Db, statement: string): Promise<void> {
  for (const one of await splitByPartitions(session, statement)) await runAlone(session, one);
}

/** An index that a run was cut off from building is there, but invalid: it is built again. */
async function runAlone(session: Db, statement: string): Promise<void> {
  const [, kind = "", name = ""] =
    /^\s*(create|drop)\b.*?\bindex\s+(?:concurrently\s+)?(?:if\s+(?:not\s+)?exists\s+)?"?(\w+)"?/is.exec(
      statement,
    ) ?? [];
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`.execute(session);
  const isThere = rows[0] !== undefined;
  const isDone = kind.toLowerCase() === "drop" ? !isThere : rows[0]?.isValid === true;
  if (name !== "" && isDone) return;
  await sql.raw(`set lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(session);
  try {
    if (kind.toLowerCase() === "create" && isThere)
      await sql.raw(`drop index concurrently if exists ${name}`).execute(session);
    await sql.raw(statement).execute(session);
  } finally {
    await sql.raw("reset lock_timeout").execute(session);
  }
}

async function retryLocked(
  session: Db,
  { name }: Migration,
  { log, giveUpMs = GIVE_UP_MS }: RunOptions,
  run: () => Promise<void>,
): Promise<void> {
  const until = performance.now() + giveUpMs;
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      // Not available in time, or a deadlock, of which it was chosen as the victim.
      if (!/^(55P03|40P01)$/.test(getSqlState(error) ?? "")) throw error;
      const holders = await describeHolders(session);
      if (performance.now() > until)
        throw new StartError(
          `The migration ${name} cannot lock its tables, because others use them without a pause: ${holders}. Nothing of it was changed: end those sessions, or run it again when there is less to do.`,
        );
      log?.warn({ migration: name, tries, holders }, "migration.waits-for-locks");
    }
    await sleep(PAUSE_MS);
  }
}

/** The sessions whose transactions are open for longest, as an operator finds them in `pg_stat_activity`. */
async function describeHolders(session: Db): Promise<string> {
  const { rows } = await sql<{ pid: number; name: string; seconds: number }>`
    select a.pid, coalesce(nullif(a.application_name, ''), a.backend_type) as name,
      extract(epoch from clock_timestamp() - a.xact_start)::float8 as seconds
    from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start is not null
      and exists (select from pg_locks l where l.pid = a.pid and l.granted and l.locktype = 'relation'
        and l.database = (select oid from pg_database where datname = current_database()))
    order by a.xact_start limit 3`.execute(session);
  if (rows.length === 0) return "sessions that have ended by now";
  return rows.map(({ pid, name, seconds }) => `${name} (pid ${pid}, for ${seconds.toFixed(1)} s)`).join(", ");
}
