import { sql } from "kysely";
import { createFirstId } from "../../id.ts";
import type { Logger } from "../../log.ts";
import type { Database, Db, Tx } from "../database.ts";
import { runBriefly, runText } from "./brief-change.ts";
import { toMoment } from "./create-partitions.ts";
import { type HistoryTables, listPartitions, type Partition } from "./history-tables.ts";

// Moving their rows takes a second or two, in which others wait.
const MOST_KEPT = 20_000;

/** Which records retention deletes now. */
export interface DueHistory {
  /** Those with ids below it. */
  readonly below: string;
  /** Whether their rows in partitioned tables go with partitions, except in the default ones. */
  readonly goesByPartition: boolean;
}

/**
 * What is due of records that are older than `before`: whole partitions, so that the newest records of one keep the others
 * from being deleted for as long as it has ids (D569). What was there before partitions is due by itself.
 */
export async function readDueHistory(db: Db, history: HistoryTables, before: Date): Promise<DueHistory> {
  const cutoff = createFirstId(before);
  const partitions = (await listPartitions(db, history)) ?? [];
  const next = partitions.find(({ to }) => to > cutoff);
  if (next === undefined || next.from === "") return { below: cutoff, goesByPartition: false };
  return { below: next.from < cutoff ? next.from : cutoff, goesByPartition: next !== partitions[0] };
}

/** Drops the partitions that are older than `before`; those that are in use are for the next call. */
export async function deletePartitions(
  database: Database,
  history: HistoryTables,
  { before, log }: { readonly before: Date; readonly log: Pick<Logger, "info" | "warn"> },
): Promise<void> {
  const cutoff = createFirstId(before);
  const due = ((await listPartitions(database.db, history)) ?? []).filter(({ to }) => to <= cutoff);
  for (const partition of due) {
    const kept = await history.listKept(database.db, partition, before, MOST_KEPT + 1);
    if (kept === undefined) continue;
    const tables = history.tables.map(({ name }) => `${name}_${partition.suffix}`);
    const words = { tables, to: toMoment(partition.to), kept: kept.length };
    if (kept.length > MOST_KEPT) log.warn(words, "retention.partition-kept");
    else if (await deletePartition(database, history, partition, kept))
      log.info(words, "retention.partition-dropped");
    else log.warn(words, "retention.partition-in-use");
  }
}

/**
 * What stays goes to the default partition, in the same transaction: an execution that waits finds its steps at any moment.
 * Files are removed after the locks are released.
 */
async function deletePartition(
  database: Database,
  history: HistoryTables,
  { suffix }: Partition,
  kept: readonly string[],
): Promise<boolean> {
  const change = async (tx: Tx) => {
    for (const { name, key } of history.tables) {
      const partition = `${name}_${suffix}`;
      await runText(tx, `alter table ${name} detach partition ${partition}`);
      await sql`insert into ${sql.table(name)} select * from ${sql.table(partition)}
        where ${sql.ref(key)} = any (${kept}::text[])`.execute(tx);
      await runText(tx, `drop table ${partition}`);
    }
  };
  return database.db.connection().execute((session) => runBriefly(session, history, change));
}
