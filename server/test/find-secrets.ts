import { type RawBuilder, sql } from "kysely";
import type { Deps } from "../src/deps.ts";
import type { Db } from "../src/platform/database/database.ts";

/** Every encoding in which a text may contain a secret: plain, URL-encoded, in JSON, in hex and in base64. */
export function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const hex = bytes.toString("hex");
  // Within a longer text, base64 depends on the position, so the characters at the borders are left out.
  const shifted = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    return text.slice(shift === 0 ? 0 : 4, Math.floor((bytes.length + shift) / 3) * 4);
  });
  const urlSafe = shifted.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  const all = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ a: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    hex,
    hex.toUpperCase(),
    ...shifted,
    ...urlSafe,
  ];
  return [...new Set(all)];
}

/** Finds the texts that contain a secret in any encoding, as `<place>: <name of the secret>`. */
export function findSecrets(
  secrets: Readonly<Record<string, string>>,
  texts: ReadonlyMap<string, string>,
): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const forms = spellings(secret);
    const places = [...texts].filter(([, text]) => forms.some((form) => text.includes(form)));
    return places.map(([place]) => `${place}: ${name}`);
  });
}

/**
 * Every row of every table, including the queue's and those still on their way to the log of requests, as text by table;
 * binary columns in hex.
 */
export async function dumpDatabase({
  db,
  requestLog,
}: Pick<Deps, "db" | "requestLog">): Promise<Map<string, string>> {
  await requestLog.flush();
  const tables = await rows<{ name: string }>(
    db,
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const dump = new Map<string, string>();
  for (const { name } of tables) {
    const lines = await rows<{ line: string }>(db, sql`select t::text as line from ${sql.raw(name)} t`);
    // The text form of a row doubles quotation marks.
    dump.set(name, lines.map(({ line }) => line.replaceAll('""', '"')).join("\n"));
  }
  return dump;
}

async function rows<Row>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  const result = await query.execute(db);
  return result.rows as Row[]; // the statement selects these columns
}
