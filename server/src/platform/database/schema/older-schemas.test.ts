import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { databaseAt, onServer } from "../../../../test/global-setup.ts";
import { IS_SHORT } from "../../../../test/short-form.ts";
import { createLog } from "../../log.ts";
import type { Database, Db } from "../database.ts";
import { openPostgres } from "../postgres.ts";
import { type Migration, readMigrations, toPlainStatement } from "./migrations.ts";
import { insertSampleRows } from "./test-sample-rows.ts";

const serverUrl = inject("databaseUrl");
const name = `junctor_older_${process.pid}`;
let database: Database;
beforeAll(async () => {
  if (!serverUrl) return;
  await onServer(serverUrl, `create database ${name}`);
  database = await openPostgres(databaseAt(serverUrl, name), createLog("silent"));
});
afterAll(async () => {
  if (!serverUrl) return;
  await database.close();
  await onServer(serverUrl, `drop database ${name} with (force)`);
});

async function run(db: Db, { up }: Migration): Promise<void> {
  for (const statement of up) await sql.raw(toPlainStatement(statement)).execute(db);
}

async function countRows(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    db,
  );
  const counts = new Map<string, number>();
  for (const { name } of rows) {
    const counted = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
    counts.set(name, counted.rows[0]?.n ?? 0);
  }
  return counts;
}

// Each older schema takes all migrations after it: on the embedded database that is minutes.
test.skipIf(!serverUrl)(
  "slow: a database of every older version, with rows in its tables, is migrated and keeps them",
  async () => {
    const migrations = await readMigrations();
    const every = IS_SHORT ? 10 : 1;
    const versions: string[] = [];
    const empty: string[] = [];
    const lost: string[] = [];
    const rollBack = new Error("Nothing of this stays.");
    const transaction = database.db.transaction().execute(async (tx) => {
      for (const [index, migration] of migrations.entries()) {
        await run(tx, migration);
        if (index % every > 0) continue;
        await sql`savepoint version`.execute(tx);
        versions.push(migration.name);
        empty.push(...(await insertSampleRows(tx, "public")).map((table) => `${migration.name}: ${table}`));
        const before = await countRows(tx);
        for (const later of migrations.slice(index + 1)) await run(tx, later);
        const after = await countRows(tx);
        for (const [table, rows] of before)
          if (rows > 0 && after.has(table) && (after.get(table) ?? 0) < rows)
            lost.push(`${migration.name}: ${table}`);
        await sql`rollback to savepoint version`.execute(tx);
      }
      throw rollBack;
    });
    await transaction.catch((error: unknown) => {
      if (error !== rollBack) throw error;
    });
    expect(lost).toEqual([]);
    expect(empty).toEqual([]);
    expect(versions.length).toBeGreaterThan(8);
  },
);
