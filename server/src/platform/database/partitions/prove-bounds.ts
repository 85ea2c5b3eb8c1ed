import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Db, Tx } from "../database.ts";
import { runBriefly, runText } from "./brief-change.ts";
import type { HistoryTable, HistoryTables } from "./history-tables.ts";

/** The check that proves which ids a table has. */
export const BOUNDS_CHECK = "partition_bounds";
const TRIES = 5;
const PAUSE_MS = 1000;
const CANCEL = { name: "partitions-cancel", text: "select pg_cancel_backend($1)" };

/** What a proof is about. */
interface ProvenBounds {
  /** The table that is read. */
  readonly getName: (table: HistoryTable) => string;
  /** SQL: what holds for all of its ids. New ones that break it are refused meanwhile, so it is about times to come. */
  readonly getCondition: (table: HistoryTable) => string;
  readonly stopping: AbortSignal | undefined;
}

/**
 * Changes partitions where PostgreSQL would otherwise read a large table under an exclusive lock: a check that is validated
 * first, while others go on, proves what it would look for (D570). False if the tables are in use or `stopping` is aborted;
 * the check is gone in any case.
 */
export async function runProven(
  database: Database,
  history: HistoryTables,
  bounds: ProvenBounds,
  change: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const names = history.tables.map(bounds.getName);
  return database.db.connection().execute(async (session) => {
    if (
      bounds.stopping?.aborted ||
      !(await runBriefly(session, history, (tx) => addChecks(tx, history, bounds)))
    )
      return false;
    try {
      if (!(await validateChecks(database, session, names, bounds.stopping))) return false;
      for (let tries = 1; tries <= TRIES && !bounds.stopping?.aborted; tries++) {
        if (await runBriefly(session, history, change)) return true;
        await sleep(PAUSE_MS);
      }
      return false;
    } finally {
      await dropChecks(session, history);
    }
  });
}

/** Removes what a process has left that was killed meanwhile. */
export async function deleteLeftChecks({ db }: Database, history: HistoryTables): Promise<void> {
  await db.connection().execute((session) => dropChecks(session, history));
}

/** Of the tables that have the check now, whatever their names; one that is in use is for the next call. */
async function dropChecks(session: Db, history: HistoryTables): Promise<void> {
  const { rows } = await sql<{ name: string }>`select conrelid::regclass::text as name from pg_constraint
    where conname = ${BOUNDS_CHECK} and contype = 'c' and connamespace = current_schema()::regnamespace`.execute(
    session,
  );
  for (const { name } of rows)
    await runBriefly(session, history, (tx) =>
      runText(tx, `alter table ${name} drop constraint ${BOUNDS_CHECK}`),
    );
}

async function addChecks(tx: Tx, { tables }: HistoryTables, { getName, getCondition }: ProvenBounds) {
  for (const table of tables)
    await runText(
      tx,
      `alter table ${getName(table)} add constraint ${BOUNDS_CHECK} check (${getCondition(table)}) not valid`,
    );
}

/** Reads all rows, which may take minutes; a process that stops does not wait for that. */
async function validateChecks(
  database: Database,
  session: Db,
  names: readonly string[],
  stopping: AbortSignal | undefined,
): Promise<boolean> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(session);
  const cancel = () => void database.query(CANCEL, [rows[0]?.pid]).catch(() => {});
  stopping?.addEventListener("abort", cancel, { once: true });
  try {
    for (const name of names) {
      if (stopping?.aborted) return false;
      await runText(session, `alter table ${name} validate constraint ${BOUNDS_CHECK}`);
    }
    return true;
  } catch (error) {
    if (stopping?.aborted) return false;
    throw error;
  } finally {
    stopping?.removeEventListener("abort", cancel);
  }
}
