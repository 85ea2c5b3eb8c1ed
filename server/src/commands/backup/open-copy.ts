import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { listTables } from "../../platform/database/copy/list-tables.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { openEmbedded } from "../../platform/database/embedded/embedded.ts";
import { readRecords } from "../../platform/database/schema/migration-records.ts";
import { getNumber } from "../../platform/database/schema/migrations.ts";

// The size of such a file is 16 MiB.
const SEGMENT = /^[0-9A-F]{24}$/;

/** What the database of a copy has. */
export interface CopiedContents {
  /** Rows by table. */
  readonly tables: Record<string, number>;
  /** Ids of the large files in the folder: of its rows, and of those that are still to be deleted. */
  readonly objects: ReadonlySet<string>;
  /** The number of its newest migration. */
  readonly schema: string;
}

/**
 * Opens the database of a data folder that no server uses, which recovers it from the state that a crash would have left,
 * and closes it: then it needs no recovery, and no more of its log than its end.
 */
export async function openCopy<Result>(
  folder: string,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openEmbedded(folder);
  let segment = "";
  try {
    const result = await use(database);
    // Removed at the checkpoint instead of kept for reuse.
    await sql`set wal_recycle = off`.execute(database.db);
    await sql`checkpoint`.execute(database.db);
    const { rows } = await sql<{
      name: string;
    }>`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`.execute(database.db);
    segment = rows[0]?.name ?? "";
    return result;
  } finally {
    await database.close();
    removeUnused(join(folder, "database/pg_wal"), segment);
    for (const name of ["lock", "lock-journal"]) rmSync(join(folder, name), { force: true });
  }
}

/** Files of the log that a running server keeps for later, by their names: closing needs this one, or the next. */
function removeUnused(log: string, segment: string): void {
  if (segment === "") return;
  const later = readdirSync(log).filter((name) => SEGMENT.test(name) && name >= segment);
  for (const name of later.sort().slice(2)) rmSync(join(log, name));
}

/** Reads every row once, so that pages with a wrong checksum are noticed. */
export async function readContents({ db }: Database): Promise<CopiedContents> {
  const newest = (await readRecords(db)).at(-1);
  await sql`set enable_seqscan = on`.execute(db);
  await sql`set enable_indexonlyscan = off`.execute(db);
  const tables: Record<string, number> = {};
  for (const { name } of await listTables(db)) tables[name] = await countRows(db, name);
  const { rows } = await sql<{ id: string }>`
    select id from files where place = 'folder' union select id from unreferenced_objects where place = 'folder'`.execute(
    db,
  );
  const objects = new Set(rows.map(({ id }) => id));
  return { tables, objects, schema: getNumber(newest?.name ?? "0000") };
}

async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::float8 as count from ${sql.raw(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}
