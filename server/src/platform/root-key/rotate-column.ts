import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { Json } from "../json/json.ts";
import { parseJson } from "../json/parse-json.ts";
import { buildRecordStart, type Vault, VaultError } from "../vault.ts";
import type { SealedColumn, SealedRow } from "./sealed-column.ts";

const BATCH = 200;
// Of the first five bytes, six characters of base64 have no bit of what follows.
const START_CHARACTERS = 6;

interface FoundRow extends SealedRow {
  readonly sealed: string;
}

export interface Rewrapping {
  readonly database: Pick<Database, "db">;
  readonly vault: Vault;
  /** The id of the root key that is replaced. */
  readonly oldKeyId: string;
  /** Ends each transaction. */
  readonly afterBatch: (tx: Tx) => Promise<void>;
}

/**
 * Rewraps the records of one column that are under the old root key; returns how many rows it changed. A row that
 * somebody else writes meanwhile keeps what they wrote.
 */
export async function rotateColumn(work: Rewrapping, column: SealedColumn): Promise<number> {
  let changed = 0;
  for (let last: SealedRow | undefined; ; ) {
    const rows = await readBatch(work, column, last);
    if (rows.length === 0) return changed;
    changed += await work.database.db.transaction().execute(async (tx) => {
      let written = 0;
      for (const row of rows) {
        const rewrapped = rewrapRow(work, column, row);
        if (rewrapped !== row.sealed) written += await writeRow(tx, column, row, rewrapped);
      }
      await work.afterBatch(tx);
      return written;
    });
    last = rows.at(-1);
  }
}

/** The next rows by key that have a record under the old root key. */
async function readBatch(
  { database, oldKeyId }: Rewrapping,
  { table, key, column, form, facts = {} }: SealedColumn,
  last: SealedRow | undefined,
): Promise<FoundRow[]> {
  const place = sql.ref(`${table}.${column}`);
  const keys = sql.join(key.map((name) => sql.ref(`${table}.${name}`)));
  const start = buildRecordStart(oldKeyId);
  const text = start.toString("base64").slice(0, START_CHARACTERS);
  const isOld = {
    bytes: sql`substring(${place} from 1 for ${sql.lit(start.length)}) = ${start}`,
    base64: sql`starts_with(${place}, ${text})`,
    json: sql`strpos(${place}::text, ${`"${text}`}) > 0`,
  }[form];
  const isNext = last ? sql`(${keys}) > (${sql.join(key.map((name) => last[name]))})` : sql`true`;
  const others = Object.entries(facts).map(([name, fact]) => sql`, ${sql.raw(fact)} as ${sql.ref(name)}`);
  const sealed =
    form === "bytes" ? sql`replace(encode(${place}, 'base64'), E'\\n', '')` : sql`${place}::text`;
  const { rows } = await sql<FoundRow>`select ${keys}, ${sealed} as sealed ${sql.join(others, sql``)}
    from ${sql.table(table)} where ${isOld} and ${isNext} order by ${keys} limit ${sql.lit(BATCH)}`.execute(
    database.db,
  );
  return rows;
}

/** What the column holds afterwards, as `readBatch` reads it. */
function rewrapRow({ vault, oldKeyId }: Rewrapping, { form, identify }: SealedColumn, row: FoundRow): string {
  const rewrap = (text: string, path: readonly string[]): string => {
    const bytes = Buffer.from(text, "base64");
    if (!bytes.subarray(0, START_BYTES).equals(buildRecordStart(oldKeyId))) return text;
    const identity = identify(row, path);
    return identity === undefined ? text : rewrapOrLeave(vault, bytes, identity);
  };
  return form === "json" ? JSON.stringify(mapStrings(parseJson(row.sealed), rewrap)) : rewrap(row.sealed, []);
}

/** A record that does not open stays as it is: it was damaged, moved, or somebody wrote what looks like one. */
function rewrapOrLeave(vault: Vault, bytes: Buffer, identity: string): string {
  try {
    return vault.rewrap(bytes, identity).toString("base64");
  } catch (error) {
    if (error instanceof VaultError) return bytes.toString("base64");
    throw error;
  }
}

const START_BYTES = buildRecordStart("00000000").length;

/** The same JSON with every string replaced; `path` leads to it. */
function mapStrings(
  value: Json,
  replace: (text: string, path: readonly string[]) => string,
  path: readonly string[] = [],
): Json {
  if (typeof value === "string") return replace(value, path);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one, index) => mapStrings(one, replace, [...path, `${index}`]));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapStrings(one, replace, [...path, name])]),
  );
}

/** Writes unless somebody else has meanwhile; returns how many rows it wrote. */
async function writeRow(
  tx: Tx,
  { table, key, column, form }: SealedColumn,
  row: FoundRow,
  rewrapped: string,
): Promise<number> {
  const place = sql.ref(column);
  const read = (text: string): RawBuilder<unknown> =>
    form === "bytes" ? sql`decode(${text}, 'base64')` : sql`${text}`;
  const stands = form === "bytes" ? place : sql`${place}::text`;
  const isSameRow = sql.join(
    key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  );
  const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} set ${place} = ${read(rewrapped)}
    where ${isSameRow} and ${stands} = ${read(row.sealed)}`.execute(tx);
  return Number(numAffectedRows);
}
