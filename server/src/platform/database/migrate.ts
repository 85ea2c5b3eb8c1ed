import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import { StartError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { type Database, type Db, getSqlState } from "./database.ts";
import { LOCKS } from "./locks.ts";

const FOLDER = new URL("../../../migrations/", import.meta.url);

/** The exports of a file in `server/migrations`: statements that run in order, in one transaction. */
export interface SqlMigration {
  readonly up: readonly string[];
}

// As long as a stopping process may take to end its work, and a little more.
const WAIT_MS = 30_000;
const LOOK_MS = 250;

/**
 * Migrates the schema, one process at a time, and never below one that runs (D463): waits up to 30 seconds for those
 * to stop. Throws StartError, and changes nothing, if they still run then, or if a newer version has migrated the
 * database.
 */
export async function migrate(
  database: Database,
  { log, waitMs = WAIT_MS }: { log?: Logger; waitMs?: number } = {},
): Promise<void> {
  const migrations = await readMigrations();
  const names = Object.keys(migrations);
  if (database.kind === "embedded") return migrateSchema(database.db, migrations);
  // A session of its own holds the lock; the database releases it if this process dies.
  await database.db.connection().execute(async (session) => {
    const lock = sql.lit(LOCKS.migration);
    const tried = await sql<{ isFree: boolean }>`select pg_try_advisory_lock(${lock}) as "isFree"`.execute(
      session,
    );
    if (!tried.rows[0]?.isFree) {
      log?.warn("migration.waits-for-another-start");
      await sql`select pg_advisory_lock(${lock})`.execute(session);
    }
    try {
      const done = await readDone(database.db);
      refuseNewerSchema(done, names);
      if (names.every((name) => done.includes(name))) return;
      // A new database has no processes yet.
      if (done.length > 0) await untilAlone(session, log, waitMs);
      await migrateSchema(database.db, migrations);
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(session);
    }
  });
}

async function migrateSchema(db: Db, migrations: Record<string, Migration>): Promise<void> {
  refuseNewerSchema(await readDone(db), Object.keys(migrations));
  const provider: MigrationProvider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (getSqlState(error) === "40P01")
    throw new StartError(
      "The migration was blocked by another session of the database, and nothing was changed: stop what uses the database and start again.",
    );
  // A database of another program, or a user without the rights: an answer, not a fault of this program.
  if (getSqlState(error)?.startsWith("42")) throw cannotMigrate(error as Error);
  if (error) throw error;
}

function cannotMigrate({ message }: Error): StartError {
  return new StartError(
    `The database cannot be brought up to date (${message}), and nothing was changed: Junctor needs a database of its own, in whose schema its user may create tables; if it had one, restore a backup (docs/self-hosting.md).`,
  );
}

/** Waits until no process of Junctor runs on this database. */
async function untilAlone(session: Db, log: Logger | undefined, waitMs: number): Promise<void> {
  const until = performance.now() + waitMs;
  let running = await listRunning(session);
  if (running.length > 0) log?.warn({ running, waitMs }, "migration.waits-for-processes");
  while (running.length > 0) {
    if (performance.now() > until)
      throw new StartError(
        `The database needs a migration, but Junctor still runs on it: ${running.join(", ")}. Stop these processes, then start again (docs/self-hosting.md, Upgrade).`,
      );
    await sleep(LOOK_MS);
    running = await listRunning(session);
  }
}

/** The same without this process. */
export async function listOtherProcesses(db: Db): Promise<string[]> {
  return (await listRunning(db)).filter((name) => !name.endsWith(` ${hostname()}:${process.pid}`));
}

/**
 * The processes that have finished their start: each listens for the others' messages. Versions that set no name are
 * told by their address.
 */
async function listRunning(session: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct coalesce(nullif(application_name, ''), 'a process at ' || coalesce(host(client_addr), 'this machine')) as name
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen "junctor\_%' order by 1`.execute(
    session,
  );
  return rows.map(({ name }) => name);
}

/** The names of all migrations, oldest first. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((file) => /^\d{4}-.*\.ts$/.test(file)).sort();
}

/** What `migrate` runs, by name. */
export async function readMigrations(): Promise<Record<string, Migration>> {
  const names = await listMigrations();
  const entries = names.map(async (file): Promise<[string, Migration]> => {
    const { up }: SqlMigration = await import(new URL(file, FOLDER).href);
    return [file.replace(/\.ts$/, ""), { up: (db) => runAll(db, up) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function runAll(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The migrations that the database has; none if it is new. */
async function readDone(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{
    found: boolean;
  }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!found[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

function refuseNewerSchema(done: readonly string[], known: readonly string[]): void {
  const unknown = done.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new StartError(
    `The database belongs to a newer version of Junctor (it has the migration ${unknown}): start that version, or restore a backup.`,
  );
}
