import { sql } from "kysely";
import type { Db } from "../database.ts";

interface FilledColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Whether a row cannot be inserted without it. */
  readonly isNeeded: boolean;
  /** The literal that a check allows first. */
  readonly allowed: string | null;
  /** What it refers to. */
  readonly target: string | null;
  readonly targetColumn: string | null;
}

const VALUES: Readonly<Record<string, string>> = {
  text: "'x'",
  integer: "1",
  bigint: "1",
  smallint: "1",
  boolean: "true",
  jsonb: "'{}'",
  json: "'{}'",
  bytea: "'\\x01'",
  "double precision": "1",
  numeric: "1",
  uuid: "gen_random_uuid()",
  date: "current_date",
  "text[]": "'{}'",
  "bigint[]": "'{}'",
  "integer[]": "'{}'",
  "character varying(255)": "'x'",
};

/** What a check of the whole row demands, or a migration reads. */
const NAMED: Readonly<Record<string, string>> = {
  environments: "array['test']",
  nodes: `'[{"id":"start","type":"start","triggers":[{"application":"Junctor","event":"order.created"}]}]'`,
};
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  files: ["content"],
  webhook_address_rotations: ["account_id"],
};

/** Columns of lists in JSON. */
const LISTS = /^(?!settings$).*s$/;

/**
 * Gives every empty table one row, in whose columns without a default stands something that its checks and foreign keys
 * allow; triggers do not run. Returns the tables for which it finds no such row.
 */
export async function insertSampleRows(db: Db, schema: string): Promise<string[]> {
  const columns = await readColumns(db, schema);
  const byTable = Map.groupBy(columns, ({ table }) => table);
  let open = [...byTable.keys()];
  await sql`set local session_replication_role = replica`.execute(db);
  for (;;) {
    const failed: string[] = [];
    for (const table of open) if (!(await fillTable(db, table, byTable.get(table) ?? []))) failed.push(table);
    // A row may need that of another table first.
    if (failed.length === open.length || failed.length === 0) break;
    open = failed;
  }
  const empty: string[] = [];
  for (const table of byTable.keys()) if (!(await hasRow(db, table))) empty.push(table);
  await sql`set local session_replication_role = origin`.execute(db);
  return empty;
}

async function fillTable(db: Db, table: string, columns: readonly FilledColumn[]): Promise<boolean> {
  if (await hasRow(db, table)) return true;
  const needed = columns.filter(({ name, isNeeded }) => isNeeded || FURTHER[table]?.includes(name));
  const values = needed.map(({ name, type, allowed, target, targetColumn }) => {
    if (NAMED[name] !== undefined) return NAMED[name];
    if (type.startsWith("json") && LISTS.test(name)) return "'[]'";
    if (target !== null) return `(select "${targetColumn}" from "${target}" limit 1)`;
    if (allowed !== null) return allowed;
    return VALUES[type] ?? (type.startsWith("timestamp") ? "now()" : `null::${type}`);
  });
  const list = needed.map(({ name }) => `"${name}"`).join(", ");
  const insert = list === "" ? "default values" : `(${list}) select ${values.join(", ")}`;
  await sql`savepoint filling`.execute(db);
  try {
    await sql.raw(`insert into "${table}" ${insert}`).execute(db);
    return true;
  } catch {
    await sql`rollback to savepoint filling`.execute(db);
    return false;
  }
}

async function hasRow(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql
    .raw<{ found: boolean }>(`select exists (select from "${table}") as found`)
    .execute(db);
  return rows[0]?.found === true;
}

/** The columns of all tables. */
async function readColumns(db: Db, schema: string): Promise<FilledColumn[]> {
  const { rows } = await sql<FilledColumn>`
    select c.relname as table, a.attname as name,
      format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as "isNeeded",
      (select substring(pg_get_constraintdef(k.oid) from '''[^'']*''::text') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as allowed,
      f.target, f.column as "targetColumn"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join lateral (select k.confrelid::regclass::text as target, t.attname as column
      from pg_constraint k join pg_attribute t on t.attrelid = k.confrelid
        and t.attnum = k.confkey[array_position(k.conkey, a.attnum)]
      where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey) limit 1) f on true
    where c.relkind = 'r' and c.relnamespace = ${schema}::regnamespace order by c.oid, a.attnum`.execute(db);
  return rows;
}
