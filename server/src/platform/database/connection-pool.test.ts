import pg from "pg";
import { afterEach, describe, expect, inject, test } from "vitest";
import { databaseAt, onServer } from "../../../test/global-setup.ts";
import { StartError } from "../errors.ts";
import { createLog } from "../log.ts";
import { openPostgres } from "./postgres.ts";
import { startTransactionPooler } from "./test-transaction-pooler.ts";

const serverUrl = inject("databaseUrl");
const log = createLog("silent");
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

// The embedded database has no connections.
describe.skipIf(!serverUrl)("connections to a server", () => {
  test("are named after the process, and have our settings", async () => {
    const database = await openPostgres(serverUrl, log, { name: "junctor serve" });
    cleanUps.push(() => database.close());
    const text =
      "select current_setting('application_name') as name, current_setting('enable_seqscan') as scans";
    const [row] = await database.query<{ name: string; scans: string }>({ name: "session", text }, []);
    expect(row?.name).toMatch(new RegExp(`^junctor serve .+:${process.pid}$`));
    expect(row?.scans).toBe("off");
  });

  test("that a pooler lends for single transactions stop the start", async () => {
    const pooler = await startTransactionPooler(serverUrl);
    cleanUps.push(() => pooler.close());
    const opening = openPostgres(pooler.url, log);
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow("pool_mode = session");
  });

  test("are waited for where the server has none left", async () => {
    const role = `junctor_pool_${process.pid}`;
    const name = `junctor_pool_${process.pid}`;
    await onServer(serverUrl, `create database ${name}`);
    cleanUps.push(() => onServer(serverUrl, `drop database ${name} with (force)`));
    await onServer(serverUrl, `create role ${role} login password 'few' connection limit 2`);
    cleanUps.push(() => onServer(serverUrl, `drop role ${role}`));
    const url = Object.assign(new URL(databaseAt(serverUrl, name)), { username: role, password: "few" }).href;
    const database = await openPostgres(url, log);
    cleanUps.push(() => database.close());
    const held = Promise.withResolvers<void>();
    const hold = () => database.db.transaction().execute(() => held.promise);
    const holding = [hold(), hold()];
    await untilTransactions(databaseAt(serverUrl, name), 2);
    const third = database.query({ name: "third", text: "select 3 as n" }, []);
    const refused = new pg.Client(url);
    await expect(refused.connect()).rejects.toThrow(/too many connections/);
    held.resolve();
    await Promise.all(holding);
    expect(await third).toEqual([{ n: 3 }]);
  });
});

async function untilTransactions(url: string, count: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const text =
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'";
  while ((await client.query(text)).rows[0].n < count);
  await client.end();
}
