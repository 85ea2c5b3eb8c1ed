import { sql } from "kysely";
import type { Database } from "../database/database.ts";

const MARK = " key:";

/**
 * What a process calls its sessions of the database: what it does, and the id of the root key that it encrypts with, so
 * that a rotation can tell who still uses the last one (D542).
 */
export function buildSessionName(name: string, keyId: string): string {
  return `${name}${MARK}${keyId}`;
}

/** The names of sessions whose processes encrypt with this key; none where the database is embedded. */
export async function listSessionsOfKey({ db, kind }: Database, keyId: string): Promise<string[]> {
  if (kind === "embedded") return [];
  const { rows } = await sql<{ name: string }>`select distinct application_name as name from pg_stat_activity
    where datname = current_database() and strpos(application_name, ${`${MARK}${keyId}`}) > 0 order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
