import { sql } from "kysely";
import type { Database, Db, Tx } from "../database.ts";
import { type CopiedTable, listForeignKeys, listSequences, listTables } from "./list-tables.ts";

// What a batch should have, so that neither many small nor a few large rows take much memory.
const BATCH_CHARACTERS = 4 * 2 ** 20;
const FIRST_ROWS = 50;
const MOST_ROWS = 5000;

/** A table that was copied: how many rows it has on both sides. */
export interface CopyReport {
  readonly table: string;
  readonly rows: number;
}

/** A copy that would not be the same: nothing was changed. */
export class CopyError extends Error {
  override readonly name = "CopyError";
}

/**
 * Replaces all rows of `target` by those of `source`, which has the same schema, in one transaction that ends only if
 * every table has the same number of rows and the same hash on both sides (D544); `tell` hears of each table. Throws
 * `CopyError`, and changes nothing, if they differ. The caller sees to it that nobody writes to either.
 */
export async function createCopy(
  source: Pick<Database, "db">,
  target: Pick<Database, "db">,
  tell: (report: CopyReport) => void,
): Promise<void> {
  await source.db.transaction().execute(async (from) => {
    await prepareSession(from);
    await target.db.transaction().execute(async (to) => {
      await prepareSession(to);
      await copyAll(from, to, tell);
    });
  });
}

/** The same text for the same value on both sides; whole tables are read, and one side waits for the other. */
async function prepareSession(tx: Tx): Promise<void> {
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO, YMD'",
    "intervalstyle = 'postgres'",
    "bytea_output = 'hex'",
    "extra_float_digits = 1",
    "enable_seqscan = on",
    "idle_in_transaction_session_timeout = 0",
    "statement_timeout = 0",
  ])
    await sql.raw(`set local ${setting}`).execute(tx);
}

async function copyAll(from: Db, to: Db, tell: (report: CopyReport) => void): Promise<void> {
  const tables = await listTables(from);
  if (JSON.stringify(tables) !== JSON.stringify(await listTables(to)))
    throw new CopyError("The tables of the two databases differ: both must be of the same version.");
  const foreignKeys = await listForeignKeys(to);
  const names = tables.map(({ name }) => name);
  // Keys are checked once at the end, and no trigger takes a copied row for a change.
  for (const { drop } of foreignKeys) await run(to, drop);
  for (const name of names) await run(to, `alter table ${name} disable trigger user`);
  await run(to, `truncate ${names.join(", ")}`);
  for (const table of tables) {
    await copyRows(from, to, table);
    tell({ table: table.name, rows: await requireSame(from, to, table) });
  }
  for (const { name, value } of await listSequences(from))
    if (value !== null) await run(to, `select setval('${name}', ${value})`);
  for (const name of names) await run(to, `alter table ${name} enable trigger user`);
  for (const { add } of foreignKeys) await run(to, add);
}

async function run(db: Db, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

type TextRow = Readonly<Record<string, string | null>>;

/** Values go over as text, which every type reads as it was written. */
async function copyRows(from: Db, to: Db, { name, columns }: CopiedTable): Promise<void> {
  const places = columns.map((_, index) => `c${index}`);
  const texts = columns.map((column, index) => `${column.name}::text as ${places[index]}`);
  const values = columns.map(({ type }, index) => `${places[index]}::${type}`);
  await run(from, `declare copied no scroll cursor for select ${texts.join(", ")} from ${name}`);
  for (let rows = FIRST_ROWS; ; ) {
    const { rows: batch } = await sql<TextRow>`${sql.raw(`fetch ${rows} from copied`)}`.execute(from);
    if (batch.length === 0) break;
    const lists = places.map((place) => batch.map((row) => row[place] ?? null));
    await sql`insert into ${sql.raw(`${name} (${columns.map((column) => column.name).join(", ")})`)}
      overriding system value
      select ${sql.raw(values.join(", "))} from unnest(${sql.join(lists.map((list) => sql`${list}::text[]`))})
        as batch (${sql.raw(places.join(", "))})`.execute(to);
    const characters = lists.flat().reduce((sum, text) => sum + (text?.length ?? 0), 0);
    const perRow = Math.max(1, characters / batch.length);
    rows = Math.max(1, Math.min(MOST_ROWS, Math.floor(BATCH_CHARACTERS / perRow)));
  }
  await run(from, "close copied");
}

/** Returns how many rows both tables have. */
async function requireSame(from: Db, to: Db, table: CopiedTable): Promise<number> {
  const [ours, theirs] = [await digest(from, table), await digest(to, table)];
  if (ours.rows === theirs.rows && ours.hash === theirs.hash) return Number(ours.rows);
  throw new CopyError(
    `${table.name} has ${ours.rows} rows here and ${theirs.rows} there, or they differ: nothing was moved.`,
  );
}

interface Digest {
  readonly rows: string;
  readonly hash: string;
}

/** How many rows a table has, and the sum of their hashes: the order of rows does not matter, anything else does. */
async function digest(db: Db, { name, columns }: CopiedTable): Promise<Digest> {
  const row = columns.map((column) => column.name).join(", ");
  const { rows } = await sql<Digest>`select count(*)::text as rows,
    coalesce(sum(hashtextextended(row(${sql.raw(row)})::text, 0)::numeric), 0)::text as hash
    from ${sql.raw(name)}`.execute(db);
  return rows[0] ?? { rows: "0", hash: "0" };
}
