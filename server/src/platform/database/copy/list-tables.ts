import { sql } from "kysely";
import type { Db } from "../database.ts";

/** A table with what a copy of its rows needs. */
export interface CopiedTable {
  /** With its schema, quoted. */
  readonly name: string;
  readonly columns: readonly CopiedColumn[];
}

export interface CopiedColumn {
  /** Quoted. */
  readonly name: string;
  readonly type: string;
}

interface ColumnRow extends CopiedColumn {
  readonly table: string;
}

/** All tables of Junctor and its queue, in the order of their names; a partitioned table stands for its partitions. */
export async function listTables(db: Db): Promise<CopiedTable[]> {
  const { rows } = await sql<ColumnRow>`select format('%I.%I', n.nspname, c.relname) as table,
      format('%I', a.attname) as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'pgboss')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by 1, a.attnum`.execute(db);
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return [...byTable].map(([name, columns]) => ({ name, columns }));
}

/** A constraint that refers to another table, and what makes it again. */
export interface ForeignKey {
  readonly drop: string;
  readonly add: string;
}

export async function listForeignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`select
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) as add
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where contype = 'f' and conparentid = 0 and n.nspname in ('public', 'pgboss')`.execute(db);
  return rows;
}

/** Where a sequence stands. */
export interface SequenceState {
  readonly name: string;
  readonly value: string | null;
}

export async function listSequences(db: Db): Promise<SequenceState[]> {
  const { rows } = await sql<SequenceState>`select format('%I.%I', schemaname, sequencename) as name,
      last_value::text as value
    from pg_sequences where schemaname in ('public', 'pgboss') order by 1`.execute(db);
  return rows;
}
