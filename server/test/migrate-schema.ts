import { type Kysely, sql } from "kysely";
import type { Db } from "../src/platform/database/database.ts";
import {
  listMigrations,
  type SqlMigration,
  toPlainStatement,
} from "../src/platform/database/schema/migrations.ts";

const FOLDER = new URL("../migrations/", import.meta.url);

/** A schema of its own, in a transaction of which nothing stays. */
export interface UpgradedSchema {
  readonly db: Kysely<never>;
  /** Runs the next migrations, up to and with the one of this file, or all. */
  migrate(last?: string): Promise<void>;
}

/** Calls `check` with a new schema that has the migrations before the file `first`. */
export async function inOlderSchema(
  database: Db,
  first: string,
  check: (schema: UpgradedSchema) => Promise<void>,
): Promise<void> {
  const names = await listMigrations();
  const rollBack = new Error("Nothing of this stays.");
  let done = 0;
  const transaction = database.transaction().execute(async (tx) => {
    const db = tx as unknown as Kysely<never>;
    const migrateTo = async (end: number) => {
      for (const name of names.slice(done, end)) {
        const { up }: SqlMigration = await import(new URL(name, FOLDER).href);
        for (const statement of up) await sql.raw(toPlainStatement(statement)).execute(db);
      }
      done = end;
    };
    await sql`create schema upgrade`.execute(db);
    await sql`set local search_path to upgrade`.execute(db);
    await migrateTo(names.indexOf(first));
    await check({
      db,
      migrate: (last) => migrateTo(last === undefined ? names.length : names.indexOf(last) + 1),
    });
    throw rollBack;
  });
  await transaction.catch((error: unknown) => {
    if (error !== rollBack) throw error;
  });
}
