import { readdir } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import { StartError } from "../errors.ts";
import type { Database, Tables } from "./database.ts";

const FOLDER = new URL("../../../migrations/", import.meta.url);

/** The exports of a file in `server/migrations`: statements that run in order, in one transaction. */
export interface SqlMigration {
  readonly up: readonly string[];
}

/**
 * Migrates the schema, under a lock that all processes share. Throws StartError if a newer version has migrated the
 * database; nothing is changed then.
 */
export async function migrate({ db }: Database): Promise<void> {
  const migrations = await readMigrations();
  await refuseNewerSchema(db, Object.keys(migrations));
  const provider: MigrationProvider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}

/** The names of all migrations, oldest first. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((file) => /^\d{4}-.*\.ts$/.test(file)).sort();
}

async function readMigrations(): Promise<Record<string, Migration>> {
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

async function refuseNewerSchema(db: Kysely<Tables>, known: string[]): Promise<void> {
  const { rows: found } = await sql<{
    found: boolean;
  }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!found[0]?.found) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = rows.find(({ name }) => !known.includes(name));
  if (unknown) {
    throw new StartError(
      `The database belongs to a newer version of Junctor (it has the migration ${unknown.name}): start that version, or restore a backup.`,
    );
  }
}
