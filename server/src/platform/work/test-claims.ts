import { sql } from "kysely";
import type { TestServer } from "../../../test/test-server.ts";
import type { WorkTable } from "./work-table.ts";

/** For tests: the database refuses every claim of the table but the first one, while `act` is under way. */
export async function runWithOneClaim<Result>(
  { deps: { db } }: TestServer,
  table: WorkTable,
  act: () => Promise<Result>,
): Promise<Result> {
  await sql`create function refuse_second_claim() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from ${sql.table(table)} where worker is not null) then raise 'one is held'; end if;
      return new;
    end
  $$`.execute(db);
  await sql`create trigger refuse_second_claim before update on ${sql.table(table)} for each row
    when (new.worker is not null) execute function refuse_second_claim()`.execute(db);
  try {
    return await act();
  } finally {
    await sql`drop function refuse_second_claim cascade`.execute(db);
  }
}
