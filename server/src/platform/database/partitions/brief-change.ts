import { sql } from "kysely";
import { type Db, getSqlState, type Tx } from "../database.ts";
import type { HistoryTables } from "./history-tables.ts";

// Whatever comes after a lock that waits is held up by it, as with migrations (D552).
const LOCK_TIMEOUT = "400ms";
const LONG_S = 2;

/**
 * Changes partitions in a transaction that waits for no lock longer than 0.4 s. False if others use the tables: nothing
 * was changed then. A transaction that has used them for longer, such as a backup, is not waited for at all.
 */
export async function runBriefly(
  session: Db,
  { tables }: HistoryTables,
  change: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  if (await isUsedForLong(session, tables[0]?.name ?? "")) return false;
  try {
    await session.transaction().execute(async (tx) => {
      await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`).execute(tx);
      await change(tx);
    });
    return true;
  } catch (error) {
    // Not available in time, or a deadlock, of which it was chosen as the victim.
    if (/^(55P03|40P01)$/.test(getSqlState(error) ?? "")) return false;
    throw error;
  }
}

async function isUsedForLong(session: Db, table: string): Promise<boolean> {
  const { rows } = await sql`select from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.relation = to_regclass(${table}) and l.database = (select oid from pg_database where datname = current_database())
      and l.granted and a.pid <> pg_backend_pid() and a.xact_start < clock_timestamp() - make_interval(secs => ${LONG_S})
    limit 1`.execute(session);
  return rows.length > 0;
}

/** Runs a statement as it is. */
export async function runText(db: Db, text: string): Promise<void> {
  await sql.raw(text).execute(db);
}
