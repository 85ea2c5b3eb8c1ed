import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { StartError } from "../../errors.ts";
import type { Logger } from "../../log.ts";
import { type Database, type Db, getSqlState } from "../database.ts";
import { LOCKS } from "../locks.ts";
import { createRecords, findIncompatible, findOldNumber, readRecords } from "./migration-records.ts";
import { getNumber, type Migration, readMigrations } from "./migrations.ts";
import { runAllAtOnce, runMigration } from "./run-migration.ts";
import { listRunning } from "./running-processes.ts";

// As long as a stopping process may take to end its work, and a little more.
const WAIT_MS = 30_000;
const LOOK_MS = 250;

interface MigrateOptions {
  readonly log?: Logger;
  /** How long it waits for processes to stop that cannot run beside the new schema; 30 seconds by default. */
  readonly waitMs?: number;
  /** How long each migration tries to lock its tables. */
  readonly giveUpMs?: number;
  /** Others than those of this version, for tests. */
  readonly migrations?: readonly Migration[];
}

/**
 * Migrates the schema, one process at a time, and beside processes of versions that can run with the new schema (D550).
 * Waits up to 30 seconds for others to stop (D463). Throws StartError if they still run then, if the database has a migration
 * beside which this version cannot run, or if a migration cannot lock its tables; what was migrated until then stays.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<void> {
  const migrations = options.migrations ?? (await readMigrations());
  if (database.kind === "embedded") {
    const pending = await findPending(database.db, migrations);
    if (pending.length > 0) await explainFailures(() => runAllAtOnce(database.db, pending));
    return;
  }
  // The session that migrates holds the lock: the database releases it if this process dies, and notices a deadlock
  // with a session that waits for it.
  await database.db.connection().execute(async (session) => {
    await waitForTurn(session, options.log);
    try {
      const pending = await findPending(session, migrations);
      if (pending.length > 0) await explainFailures(() => migrateBeside(session, pending, options));
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(LOCKS.migration)})`.execute(session);
    }
  });
}

/** By asking again and again: an index that is built concurrently waits for every statement that has begun. */
async function waitForTurn(session: Db, log: Logger | undefined): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_lock(${sql.lit(LOCKS.migration)}) as "isFree"`.execute(session);
    if (rows[0]?.isFree) return;
    if (tries === 0) log?.warn("migration.waits-for-another-start");
    await sleep(LOOK_MS);
  }
}

/** What the database lacks; throws StartError if it has something beside which this version cannot run. */
export async function findPending(db: Db, migrations: readonly Migration[]): Promise<Migration[]> {
  const records = await readRecords(db);
  const newest = getNumber(migrations.at(-1)?.name ?? "0000");
  const unknown = findIncompatible(records, new Set(migrations.map(({ name }) => name)), newest);
  if (unknown)
    throw new StartError(
      `The database belongs to a newer version of Junctor, beside which this one cannot run (it has the migration ${unknown.name}): start that version, or restore a backup.`,
    );
  const done = new Set(records.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

async function migrateBeside(
  session: Db,
  pending: readonly Migration[],
  { log, waitMs = WAIT_MS, giveUpMs }: MigrateOptions,
): Promise<void> {
  const records = await readRecords(session);
  // A new database has no processes yet.
  if (records.length === 0) return runAllAtOnce(session, pending);
  const oldNumber = findOldNumber(records);
  await untilCompatible(session, { pending, oldNumber, log, waitMs });
  const running = await listRunning(session);
  const runsBesideOld = running.some(({ newest }) => newest === undefined);
  await session.transaction().execute((tx) => createRecords(tx));
  for (const migration of pending) await runMigration(session, migration, { log, runsBesideOld, giveUpMs });
}

/** Waits until every process of Junctor on this database can run beside the new schema. */
async function untilCompatible(
  session: Db,
  {
    pending,
    oldNumber,
    log,
    waitMs,
  }: { pending: readonly Migration[]; oldNumber: string; log: Logger | undefined; waitMs: number },
): Promise<void> {
  const until = performance.now() + waitMs;
  const neededBy =
    pending
      .map(({ compatibleSince }) => compatibleSince)
      .sort()
      .at(-1) ?? "";
  const find = async () =>
    (await listRunning(session))
      .filter(({ newest = oldNumber }) => newest < neededBy)
      .map(({ name }) => name);
  let running = await find();
  if (running.length > 0) log?.warn({ running, waitMs }, "migration.waits-for-processes");
  while (running.length > 0) {
    if (performance.now() > until)
      throw new StartError(
        `The database needs a migration beside which their version cannot run, but Junctor still runs on it: ${running.join(", ")}. Stop these processes, then start again (docs/upgrading.md).`,
      );
    await sleep(LOOK_MS);
    running = await find();
  }
}

async function explainFailures(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // A database of another program, or a user without the rights: an answer, not a fault of this program.
    if (getSqlState(error)?.startsWith("42")) throw cannotMigrate(error as Error);
    throw error;
  }
}

function cannotMigrate({ message }: Error): StartError {
  return new StartError(
    `The database cannot be brought up to date (${message}), and nothing was changed: Junctor needs a database of its own, in whose schema its user may create tables; if it had one, restore a backup (docs/backups.md).`,
  );
}
