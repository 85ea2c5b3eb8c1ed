import { sql } from "kysely";
import type { Db } from "../database.ts";
import { getNumber, type Migration } from "./migrations.ts";

/** The last migration of the versions that look only into `kysely_migration`. */
const LAST_OLD_RECORD = "0195";

/** A migration that the database has. */
export interface MigrationRecord {
  readonly name: string;
  /** The number of the migration that a version must know to run beside it. */
  readonly compatibleSince: string;
  /** Whether versions that look only into `kysely_migration` find it. */
  readonly isInOldTable: boolean;
}

/**
 * The migrations that the database has, oldest first; none if it is new. Versions until 0195 look only into
 * `kysely_migration`, and stop at a name there that they do not know: so it has what they know, and what they cannot run
 * beside (D550).
 */
export async function readRecords(db: Db): Promise<MigrationRecord[]> {
  const { rows } = await sql<{ old: boolean; own: boolean }>`
    select to_regclass('kysely_migration') is not null as old, to_regclass('schema_migrations') is not null as own`.execute(
    db,
  );
  const old = new Set(rows[0]?.old ? await readOldTable(db) : []);
  const own = rows[0]?.own ? await readOwnTable(db) : [];
  const names = new Set(own.map(({ name }) => name));
  return [
    ...own.map((record) => ({ ...record, isInOldTable: old.has(record.name) })),
    ...[...old]
      .filter((name) => !names.has(name))
      .map((name) => ({ name, compatibleSince: getNumber(name), isInOldTable: true })),
  ].sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function readOldTable(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

async function readOwnTable(db: Db): Promise<Pick<MigrationRecord, "name" | "compatibleSince">[]> {
  const { rows } = await sql<Pick<MigrationRecord, "name" | "compatibleSince">>`
    select name, compatible_since as "compatibleSince" from schema_migrations`.execute(db);
  return rows;
}

/** The record of the first migration beside which a version cannot run that knows those until `newest`. */
export function findIncompatible(
  records: readonly MigrationRecord[],
  known: ReadonlySet<string>,
  newest: string,
): MigrationRecord | undefined {
  return records.find(({ name, compatibleSince }) => !known.has(name) && compatibleSince > newest);
}

/** The number of the last migration that every process knows which runs on this database and does not say what it knows. */
export function findOldNumber(records: readonly MigrationRecord[]): string {
  return getNumber(records.findLast(({ isInOldTable }) => isInOldTable)?.name ?? "0000");
}

/** Makes the tables of records that are missing. */
export async function createRecords(db: Db): Promise<void> {
  for (const statement of [
    // As older versions make them, which may come back.
    `create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`,
    `create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`,
    `create table if not exists schema_migrations (
      name text collate "C" primary key,
      compatible_since text collate "C" not null,
      migrated_at timestamptz not null default now()
    )`,
  ])
    await sql.raw(statement).execute(db);
}

/**
 * Records a migration that was run in this transaction. `runsBesideOld` says that processes run now which look only into
 * `kysely_migration`, and would stop at what they do not know.
 */
export async function insertRecord(
  db: Db,
  { name, compatibleSince, isContracting }: Migration,
  runsBesideOld: boolean,
): Promise<void> {
  await sql`insert into schema_migrations (name, compatible_since) values (${name}, ${compatibleSince})`.execute(
    db,
  );
  if (!isContracting && (runsBesideOld || getNumber(name) > LAST_OLD_RECORD)) return;
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    db,
  );
}
