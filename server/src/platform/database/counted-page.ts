import { type SelectQueryBuilder, sql } from "kysely";
import type { Page } from "../page.ts";
import type { Db } from "./database.ts";

/** Reads one page of a short list: the rows of `query` in its order, and their exact total. */
export async function readCountedPage<Joined, Table extends keyof Joined, Row>(
  db: Db,
  query: SelectQueryBuilder<Joined, Table, Row>,
  page: Page,
) {
  const rows = await query.limit(page.limit).offset(page.offset).execute();
  const all = query.clearOrderBy();
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${all} listed`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
