import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { buildRecordStart } from "../vault.ts";

/** A column, and how many of its rows have a record under one root key. */
export interface FoundRecords {
  readonly table: string;
  readonly column: string;
  readonly rows: number;
}

interface ColumnRow {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/**
 * Searches every column of bytes, text or JSON of the whole database for records under the root key with this id,
 * whatever the features know of (D542). Reads all tables once.
 */
export async function findRecords({ db }: Pick<Database, "db">, keyId: string): Promise<FoundRecords[]> {
  const { rows: columns } =
    await sql<ColumnRow>`select n.nspname as schema, c.relname as table, a.attname as column,
      format_type(a.atttypid, null) as type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'
      and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('bytea'::regtype, 'text'::regtype, 'varchar'::regtype, 'json'::regtype, 'jsonb'::regtype)
    order by 1, 2, a.attnum`.execute(db);
  const tables = Map.groupBy(columns, ({ schema, table }) => `${schema}.${table}`);
  const found: FoundRecords[] = [];
  for (const [table, list] of tables) {
    const counts = list.map(
      (column, index) => sql`count(*) filter (where ${match(column, keyId)}) as ${sql.ref(`c${index}`)}`,
    );
    const { rows } = await sql<
      Record<string, string | number>
    >`select ${sql.join(counts)} from ${sql.table(table)}`.execute(db);
    list.forEach(({ column }, index) => {
      const count = Number(rows[0]?.[`c${index}`] ?? 0);
      if (count > 0) found.push({ table: table.replace(/^public\./, ""), column, rows: count });
    });
  }
  return found;
}

function match({ column, type }: ColumnRow, keyId: string) {
  const start = buildRecordStart(keyId);
  const place = sql.ref(column);
  if (type === "bytea") return sql`substring(${place} from 1 for ${sql.lit(start.length)}) = ${start}`;
  // Of five bytes, six characters of base64 have no bit of what follows; cookies and links have the other alphabet.
  const text = start.toString("base64").slice(0, 6);
  const inUrls = text.replaceAll("+", "-").replaceAll("/", "_");
  return sql`strpos(${place}::text, ${text}) > 0 or strpos(${place}::text, ${inUrls}) > 0`;
}
