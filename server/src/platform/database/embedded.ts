import { PGlite } from "@electric-sql/pglite";
import { Kysely } from "kysely";
import { fromPglite } from "pg-boss";
import { type Database, type Row, StartError, type Tables } from "./database.ts";
import { embeddedDialect } from "./embedded-dialect.ts";
import { lockFolder } from "./folder-lock.ts";
import { SyncedFolder, syncedStartParameters } from "./synced-folder.ts";

/**
 * Opens the PostgreSQL that runs inside this process, with its files in `dir`.
 * Throws StartError when another process holds the folder; `onLost` runs when the lock was taken away.
 */
export async function openEmbedded(dir: string, onLost: (error: Error) => void): Promise<Database> {
  const unlock = await lockFolder(dir, onLost);
  const lite = await openFiles(`${dir}/database`).catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  return {
    kind: "embedded",
    db: new Kysely<Tables>({ dialect: embeddedDialect(lite) }),
    query: async <Result>({ text }: { text: string }, values: readonly unknown[]) =>
      (await lite.query<Result>(text, [...values])).rows,
    batch: (statements) =>
      lite.transaction(async (transaction) => {
        const all: Row[][] = [];
        for (const { text, values } of statements)
          all.push((await transaction.query<Row>(text, [...values])).rows);
        return all;
      }),
    listen: async (channel, listener) => {
      const unlisten = await lite.listen(channel, (payload) => listener.onMessage(payload));
      listener.onConnect?.();
      return { close: () => unlisten() };
    },
    notify: async (channel, payload) => {
      await lite.query("select pg_notify($1, $2)", [channel, payload]);
    },
    boss: fromPglite(lite),
    close: async () => {
      try {
        await lite.close();
      } finally {
        await unlock();
      }
    },
  };
}

async function openFiles(dir: string): Promise<PGlite> {
  try {
    const lite = await PGlite.create({ fs: new SyncedFolder(dir), startParams: syncedStartParameters() });
    await lite.exec(
      "set jit = off; set enable_seqscan = off; set enable_bitmapscan = off; set enable_hashjoin = off; set enable_mergejoin = off;",
    );
    return lite;
  } catch (error) {
    throw new StartError(
      `The embedded database in ${dir} cannot be opened (${error instanceof Error ? error.message : "unknown error"}).`,
    );
  }
}
