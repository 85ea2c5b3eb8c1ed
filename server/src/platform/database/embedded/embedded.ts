import { Kysely } from "kysely";
import { fromPglite } from "pg-boss";
import type { Clock } from "../../clock.ts";
import { waitForTurn } from "../../wait-for-turn.ts";
import type { Database, Row, Tables } from "../database.ts";
import { createWriteCheck } from "../recorded.ts";
import { openDatabaseFiles } from "./database-files.ts";
import { createEmbeddedDialect, runQueryAsActor } from "./embedded-dialect.ts";
import { lockFolder } from "./folder-lock.ts";

/**
 * Opens the PostgreSQL inside this process, with its files in `dir`. Throws StartError if another process holds the
 * folder, or if the files cannot be read. Statements that write one of the tables `recorded` tell the database the
 * actor (platform/acting.ts). With `clock`, it tells the time by that, and its files need not survive the machine.
 */
export async function openEmbedded(
  dir: string,
  { recorded = [], clock }: { recorded?: readonly string[]; clock?: Clock | undefined } = {},
): Promise<Database> {
  const isRecorded = createWriteCheck(recorded);
  const unlock = await lockFolder(dir);
  const lite = await openDatabaseFiles(`${dir}/database`, clock).catch((error: unknown) => {
    unlock();
    throw error;
  });
  return {
    kind: "embedded",
    db: new Kysely<Tables>({ dialect: createEmbeddedDialect(lite, isRecorded) }),
    query: async <Result>({ text }: { text: string }, values: readonly unknown[]) => {
      const { rows } = isRecorded(text)
        ? await lite.transaction((transaction) => runQueryAsActor<Result>(transaction, text, values))
        : await lite.query<Result>(text, [...values]);
      // It answers synchronously: without this, successive queries would let nothing else run.
      await waitForTurn();
      return rows;
    },
    batch: (statements) =>
      lite.transaction(async (transaction) => {
        const all: Row[][] = [];
        for (const { text, values } of statements) {
          all.push((await transaction.query<Row>(text, [...values])).rows);
          await waitForTurn();
        }
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
    pools: () => [],
    close: async () => {
      try {
        await lite.close();
      } finally {
        unlock();
      }
    },
  };
}
