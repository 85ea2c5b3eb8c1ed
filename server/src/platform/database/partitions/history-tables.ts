import { sql } from "kysely";
import type { Db } from "../database.ts";

/** Ids from `from` on and before `to`; the empty text stands before all. */
export interface IdBounds {
  readonly from: string;
  readonly to: string;
}

/**
 * Tables of records that are kept for a time. They are partitioned alike, by ids that begin with their time (D569), and
 * have no triggers of their own.
 */
export interface HistoryTables {
  /** Converted, extended and cut in one transaction, so that the first one tells the partitions of all. */
  readonly tables: readonly HistoryTable[];
  /**
   * The ids in a range, at most `limit`, whose rows stay when a partition that is older than `before` is dropped.
   * Undefined while it cannot be dropped.
   */
  readonly listKept: (
    db: Db,
    range: IdBounds,
    before: Date,
    limit: number,
  ) => Promise<readonly string[] | undefined>;
}

export interface HistoryTable {
  readonly name: string;
  /** The column with the ids. */
  readonly key: string;
}

/** A partition of each table of `HistoryTables`: `<table>_<suffix>`. */
export interface Partition extends IdBounds {
  readonly suffix: string;
}

/** What there is before the first partition is made: the table as it was. */
export const FIRST = "first";
/** The default partition: ids that no other one covers, and what stayed of dropped ones (D571). */
export const REST = "rest";

/** The table of the rows of no partition. */
export function getRest({ name }: HistoryTable): string {
  return `${name}_${REST}`;
}

const BOUNDS = /^FOR VALUES FROM \((?:MINVALUE|'(?<from>\w+)')\) TO \('(?<to>\w+)'\)$/;

/** Oldest first and without the default partition; undefined if the tables are not partitioned yet. */
export async function listPartitions(db: Db, { tables }: HistoryTables): Promise<Partition[] | undefined> {
  const table = tables[0]?.name ?? "";
  const { rows } = await sql<{ name: string | null; bounds: string | null }>`
    select p.relname as name, pg_get_expr(p.relpartbound, p.oid) as bounds
    from pg_class c left join pg_inherits i on i.inhparent = c.oid left join pg_class p on p.oid = i.inhrelid
    where c.oid = to_regclass(${table}) and c.relkind = 'p'`.execute(db);
  if (rows.length === 0) return undefined;
  return rows
    .flatMap(({ name, bounds }) => {
      const { from = "", to } = BOUNDS.exec(bounds ?? "")?.groups ?? {};
      return name === null || to === undefined ? [] : [{ suffix: name.slice(table.length + 1), from, to }];
    })
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}
