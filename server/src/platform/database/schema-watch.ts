import { sql } from "kysely";
import type { Logger } from "../log.ts";
import { startRepeating } from "../repeat.ts";
import type { Database } from "./database.ts";
import { listMigrations } from "./migrate.ts";

const LOOK_MS = 2000;

/** Notices that a newer version of Junctor has migrated the database of this process. */
export interface SchemaWatch {
  /** What to tell people, once the schema is newer. */
  problem(): string | undefined;
  /** Calls `listener` once, when the schema is found to be newer. */
  onNewer(listener: () => void): void;
  close(): Promise<void>;
}

/** Looks every two seconds; nobody else migrates an embedded database. */
export async function watchSchema(database: Database, log: Logger): Promise<SchemaWatch> {
  const listeners: (() => void)[] = [];
  let problem: string | undefined;
  const known = (await listMigrations()).map((file) => file.replace(/\.ts$/, ""));
  const look = async () => {
    if (problem !== undefined) return;
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration where name <> all (${known}::text[]) order by name limit 1`.execute(
      database.db,
    );
    if (!rows[0]) return;
    problem = `A newer version of Junctor has migrated the database (${rows[0].name}). This process does nothing more: stop it and start the new version.`;
    log.error({ migration: rows[0].name }, "schema.newer");
    for (const listener of listeners) listener();
  };
  const looking =
    database.kind === "embedded"
      ? undefined
      : startRepeating({ name: "schema.watch", intervalMs: LOOK_MS, log }, look);
  return {
    problem: () => problem,
    onNewer: (listener) => listeners.push(listener),
    close: async () => looking?.stop(),
  };
}
