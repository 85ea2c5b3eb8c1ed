import { sql } from "kysely";
import { createFirstId } from "../../id.ts";
import type { Logger } from "../../log.ts";
import { DAY_MS } from "../../moment.ts";
import type { Database, Db, Tx } from "../database.ts";
import { runBriefly, runText } from "./brief-change.ts";
import { createPartitionedTables } from "./convert-tables.ts";
import {
  getRest,
  type HistoryTable,
  type HistoryTables,
  type IdBounds,
  listPartitions,
} from "./history-tables.ts";
import { deleteLeftChecks, runProven } from "./prove-bounds.ts";

const HOUR_MS = 3_600_000;
// So many that little is kept for longer than its time, and so few that looking at each costs nothing.
const PERIODS = 15;
const AHEAD = 4;
const ENDLESS_DAYS = 90;
// Moving them takes a fraction of a second, in which others wait.
const MOST_MOVED = 10_000;
const LARGE_BYTES = 32 * 2 ** 20;

interface CreationOptions {
  readonly now: Date;
  /** How long records are kept; 0: for ever. */
  readonly retentionDays: number;
  readonly log: Pick<Logger, "info" | "warn">;
  readonly stopping?: AbortSignal | undefined;
}

/** How long the ids of one partition are: a fifteenth of the retention, in whole hours. */
export function getPeriodMs(retentionDays: number): number {
  if (retentionDays === 0) return ENDLESS_DAYS * DAY_MS;
  return Math.max(1, Math.floor((retentionDays * DAY_MS) / PERIODS / HOUR_MS)) * HOUR_MS;
}

/**
 * Partitions tables that are not yet, and sees to it that there are partitions from now on for four periods. What could
 * not be done because others use the tables is for the next call.
 */
export async function createPartitions(
  database: Database,
  history: HistoryTables,
  { now, retentionDays, log, stopping }: CreationOptions,
): Promise<void> {
  const tables = history.tables.map(({ name }) => name);
  await deleteLeftChecks(database, history);
  if ((await listPartitions(database.db, history)) === undefined) {
    if (!(await createPartitionedTables(database, history, { now, stopping }))) return;
    log.info({ tables }, "retention.tables-partitioned");
  }
  for (const range of await listMissing(database.db, history, now, getPeriodMs(retentionDays))) {
    if (stopping?.aborted) return;
    const words = { tables, from: toMoment(range.from), to: toMoment(range.to) };
    if (await createPartition(database, history, range, { now, stopping }))
      log.info(words, "retention.partition-created");
    else log.warn(words, "retention.partition-not-created");
  }
}

/** The moment of an id. */
export function toMoment(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 12), 16));
}

/** Gaps in what is ahead, so that a clock that was wrong for a while, or a pause, leaves none. */
async function listMissing(db: Db, history: HistoryTables, now: Date, periodMs: number): Promise<IdBounds[]> {
  const partitions = (await listPartitions(db, history)) ?? [];
  const missing: IdBounds[] = [];
  const endMs = now.getTime() + AHEAD * periodMs;
  let atMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  while (atMs < endMs) {
    const from = createFirstId(new Date(atMs));
    const covering = partitions.find((one) => one.from <= from && from < one.to);
    const next = partitions.find((one) => one.from > from);
    const whole = createFirstId(new Date(atMs + periodMs));
    const to = covering?.to ?? (next && next.from < whole ? next.from : whole);
    if (!covering) missing.push({ from, to });
    atMs = toMoment(to).getTime();
  }
  return missing;
}

/** False if the tables are in use, or if more rows of the range are in the default partition than can be moved. */
async function createPartition(
  database: Database,
  history: HistoryTables,
  range: IdBounds,
  { now, stopping }: Pick<CreationOptions, "now" | "stopping">,
): Promise<boolean> {
  let hasRoom = true;
  const change = async (tx: Tx) => {
    const strays = new Map<string, number>();
    for (const table of history.tables) {
      // Attaching takes this lock anyway.
      await runText(tx, `lock table ${getRest(table)} in access exclusive mode`);
      strays.set(table.name, await countStrays(tx, table, range));
    }
    hasRoom = [...strays.values()].every((rows) => rows <= MOST_MOVED);
    if (!hasRoom) return;
    for (const table of history.tables) await attachNew(tx, table, range, strays.get(table.name) ?? 0);
  };
  if (!(await hasLargeRest(database.db, history)))
    return (
      (await database.db.connection().execute((session) => runBriefly(session, history, change))) && hasRoom
    );
  // Where rows are, or may arrive meanwhile, nothing can be proved.
  if (range.from < createFirstId(new Date(now.getTime() + HOUR_MS))) return false;
  for (const table of history.tables) if ((await countStrays(database.db, table, range)) > 0) return false;
  const bounds = {
    getName: getRest,
    getCondition: ({ key }: HistoryTable) => `${key} < '${range.from}' or ${key} >= '${range.to}'`,
    stopping,
  };
  return runProven(database, history, bounds, change);
}

/** Whether attaching, which reads the default partition under a lock, would take long. */
async function hasLargeRest(db: Db, { tables }: HistoryTables): Promise<boolean> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_relation_size(to_regclass(name))), 0)::float8 as bytes
    from unnest(${tables.map(getRest)}::text[]) name`.execute(db);
  return (rows[0]?.bytes ?? 0) > LARGE_BYTES;
}

const inRange = ({ key }: HistoryTable, { from, to }: IdBounds) => `${key} >= '${from}' and ${key} < '${to}'`;

async function countStrays(db: Db, table: HistoryTable, range: IdBounds): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from ${sql.table(getRest(table))} where ${sql.raw(inRange(table, range))} limit ${sql.lit(MOST_MOVED + 1)}) one`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Made first and attached then: created as a partition, it would lock the whole table. */
async function attachNew(tx: Tx, table: HistoryTable, range: IdBounds, strays: number): Promise<void> {
  const { name } = table;
  const rest = getRest(table);
  const partition = `${name}_${toMoment(range.from).toISOString().slice(0, 13).replaceAll(/\D/g, "_")}`;
  await runText(tx, `create table ${partition} (like ${name} including all excluding indexes)`);
  const { rows } = await sql<{ options: string | null }>`
    select array_to_string(reloptions, ', ') as options from pg_class where oid = ${rest}::regclass`.execute(
    tx,
  );
  if (rows[0]?.options) await runText(tx, `alter table ${partition} set (${rows[0].options})`);
  if (strays > 0)
    await runText(
      tx,
      `with moved as (delete from ${rest} where ${inRange(table, range)} returning *)
        insert into ${partition} select * from moved`,
    );
  await runText(
    tx,
    `alter table ${name} attach partition ${partition} for values from ('${range.from}') to ('${range.to}')`,
  );
}
