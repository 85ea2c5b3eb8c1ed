import { sql } from "kysely";
import type { Database, Statement } from "../../../platform/database/database.ts";

const EMPTY: Statement = { name: "test-empty", text: "select empty_for_test()" };

/**
 * Prepares a database, as its migrations have left it, for being emptied: the returned function deletes all rows that came
 * later. With `isWorking`, this process works already, and stays listed. For databases of tests alone.
 */
export async function prepareEmptying(
  database: Database,
  { isWorking = false } = {},
): Promise<() => Promise<void>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition`.execute(
    database.db,
  );
  const deletions: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql.raw(`select from ${name} limit 1`).execute(database.db);
    if (rows.length === 0) deletions.push(`delete from ${name};`);
  }
  // What a process that is not listed holds is handed out again.
  if (isWorking && deletions.includes("delete from public.workers;"))
    throw new Error("No process works yet.");
  // As a replica no triggers run: neither those that look for references nor those that write down who deletes.
  await sql
    .raw(
      `create function empty_for_test() returns void language plpgsql set session_replication_role = replica as $$
      begin
        ${deletions.join("\n        ")}
        update statistics_position set gaps = '[]',
          last = coalesce(pg_sequence_last_value(pg_get_serial_sequence('changes', 'id')::regclass), 0);
      end $$`,
    )
    .execute(database.db);
  return async () => void (await database.query(EMPTY, []));
}
