import fs, { cpSync, mkdtempSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { openGate } from "../../../test/gate.ts";
import { databaseAt, onServer } from "../../../test/global-setup.ts";
import { eventually } from "../../../test/test-server.ts";
import { StartError } from "../errors.ts";
import { createLog } from "../log.ts";
import { defineJob } from "../queue/job.ts";
import { startQueue } from "../queue/queue.ts";
import { type Database, getSqlState, isStalePlan, jsonb, runStatement } from "./database.ts";
import { openEmbedded } from "./embedded/embedded.ts";
import { openPostgres } from "./postgres.ts";
import { migrate } from "./schema/migrate.ts";
import { readMigrations, toMigration } from "./schema/migrations.ts";

const databaseUrl = inject("databaseUrl");
const name = `junctor_database_${process.pid}`;
const address = databaseUrl && databaseAt(databaseUrl, name);
const log = createLog("silent");
const folder = mkdtempSync(join(tmpdir(), "junctor-database-"));
let database: Database;
const opened: Database[] = [];

beforeAll(async () => {
  if (databaseUrl) {
    await onServer(databaseUrl, `create database ${name} template ${inject("template")}`);
    database = await openPostgres(address, log);
  } else {
    cpSync(inject("template"), folder, { recursive: true });
    database = await openEmbedded(folder);
  }
  await sql`create table things (n integer primary key, value jsonb)`.execute(database.db);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await sql`delete from things`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  if (databaseUrl) await onServer(databaseUrl, `drop database if exists ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

/** The server's database as a further process has it. */
async function secondProcess(url = address): Promise<Database> {
  const other = await openPostgres(url, log);
  opened.push(other);
  return other;
}
async function numbers(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from things order by n`.execute(database.db);
  return rows.map(({ n }) => n);
}
function insert(db: Database["db"], n: number) {
  return sql`insert into things (n) values (${n})`.execute(db);
}

test("a query made beside an open transaction is not in it, and survives its rollback", async () => {
  let beside: Promise<unknown> | undefined;
  const rolledBack = database.db.transaction().execute(async (tx) => {
    await insert(tx, 1);
    beside = insert(database.db, 2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await insert(tx, 3);
    throw new Error("changed my mind");
  });
  await expect(rolledBack).rejects.toThrow("changed my mind");
  await beside;
  expect(await numbers()).toEqual([2]);
});

test("transactions side by side each commit or roll back alone", async () => {
  const work = Array.from({ length: 12 }, (_, n) =>
    database.db.transaction().execute(async (tx) => {
      await insert(tx, n);
      await runStatement(tx, { text: "update things set value = '1' where n = $1" }, [n]);
      if (n % 3 === 0) throw new Error("no");
    }),
  );
  await Promise.allSettled(work);
  expect(await numbers()).toEqual([1, 2, 4, 5, 7, 8, 10, 11]);
});

test("a failed statement rolls its transaction back and leaves the database usable", async () => {
  await insert(database.db, 1);
  const failed = database.db.transaction().execute(async (tx) => {
    await insert(tx, 2);
    await insert(tx, 1);
  });
  expect(getSqlState(await failed.catch((error: unknown) => error))).toBe("23505");
  expect(await numbers()).toEqual([1]);
});

test("a commit that fails is an error: a constraint that is checked at the end", async () => {
  await sql`create table parts (thing integer references things deferrable initially deferred)`.execute(
    database.db,
  );
  const failed = database.db.transaction().execute((tx) => sql`insert into parts values (99)`.execute(tx));
  expect(getSqlState(await failed.catch((error: unknown) => error))).toBe("23503");
  expect(await numbers()).toEqual([]);
});

test("values come back alike from both drivers", async () => {
  const at = new Date("2026-01-31T09:30:00.123Z");
  const value = { text: "é🔑 'quoted'", list: [1, null, { deep: true }] };
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${jsonb(value)} as json, ${at}::timestamptz as at,
    ${Buffer.from([0, 255])}::bytea as bytes, ${null}::text as nothing, true as yes, 7 as whole, array['a','b'] as list`.execute(
    database.db,
  );
  const { bytes, ...rest } = rows[0] ?? {};
  expect(rest).toEqual({ json: value, at, nothing: null, yes: true, whole: 7, list: ["a", "b"] });
  expect(Buffer.from(bytes as Uint8Array)).toEqual(Buffer.from([0, 255]));
  const [named] = await database.query<{ sum: number }>(
    { name: "test-sum", text: "select $1::int + $2::int as sum" },
    [1, 2],
  );
  expect(named?.sum).toBe(3);
});

test("a subscriber hears what is announced after it began, and nothing after it ended", async () => {
  const heard: string[] = [];
  const subscription = await database.listen("test_channel", { onMessage: (payload) => heard.push(payload) });
  await database.notify("test_channel", "first 'quoted'");
  await database.notify("other_channel", "not for us");
  await eventually(async () => heard.length > 0);
  await subscription.close();
  await database.notify("test_channel", "too late");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(heard).toEqual(["first 'quoted'"]);
});

test("migrating a database that is up to date changes nothing", async () => {
  const names = async () =>
    (await sql`select name, timestamp from kysely_migration order by name`.execute(database.db)).rows;
  const before = await names();
  expect(before.length).toBeGreaterThan(0);
  await migrate(database);
  expect(await names()).toEqual(before);
});

test("a migration may build indexes concurrently, wherever that is possible", async () => {
  const up = ["create index concurrently things_by_value on things (value)"];
  await migrate(database, { migrations: [...(await readMigrations()), toMigration("9001-indexes", { up })] });
  const { rows } = await sql`select indisvalid as valid from pg_index
    where indexrelid = 'things_by_value'::regclass`.execute(database.db);
  expect(rows).toEqual([{ valid: true }]);
  const recorded =
    await sql`delete from schema_migrations where name = '9001-indexes' returning name`.execute(database.db);
  expect(recorded.rows).toHaveLength(1);
});

test("a database of a newer version is refused and stays as it is", async () => {
  await sql`insert into kysely_migration values ('9999-tomorrow', '2030-01-01')`.execute(database.db);
  const tables = async () =>
    (await sql`select tablename from pg_tables where schemaname = 'public' order by 1`.execute(database.db))
      .rows;
  const before = await tables();
  await expect(migrate(database)).rejects.toThrow(StartError);
  expect(await tables()).toEqual(before);
  await sql`delete from kysely_migration where name = '9999-tomorrow'`.execute(database.db);
});

if (databaseUrl) {
  test("processes that migrate an empty database and install its queue at once all succeed", async () => {
    const empty = `${name}_empty`;
    await onServer(databaseUrl, `create database ${empty}`);
    const url = databaseAt(databaseUrl, empty);
    const processes = await Promise.all([1, 2, 3, 4].map(() => openPostgres(url, log, { poolSize: 3 })));
    await Promise.all(processes.map((one) => migrate(one)));
    const queues = await Promise.all(processes.map((one) => startQueue(one, ["test.first"], log, false)));
    for (const queue of queues) await queue.stop();
    const { rows } = await sql`select name from kysely_migration`.execute(processes[0]?.db ?? database.db);
    const here = await sql`select name from kysely_migration`.execute(database.db);
    expect(rows).toHaveLength(here.rows.length);
    await Promise.all(processes.map((one) => one.close()));
    await onServer(databaseUrl, `drop database ${empty} with (force)`);
  });

  test("a process that only serves wakes one that works", async () => {
    const job = defineJob<{ n: number }, unknown>({ name: "test.wake", concurrency: 1, run: async () => {} });
    const serving = await startQueue(await secondProcess(), [job.name], log, false);
    const working = await startQueue(await secondProcess(), [job.name], log, true);
    const woken: string[] = [];
    working.onWork((queue) => woken.push(queue));
    await serving.transaction((tx) => serving.enqueue(tx, job, { n: 1 }));
    await eventually(async () => woken.includes(job.name));
    await serving.stop();
    await working.stop();
  });

  test("a column added while a process runs fails no statement, but a transaction once", async () => {
    const other = await secondProcess();
    await sql`create table growing (n integer)`.execute(database.db);
    await sql`insert into growing values (1)`.execute(database.db);
    const named = { name: "read-growing", text: "select * from growing where n = $1" };
    const read = (db = other.db) => sql`select *, ${0}::integer as zero from growing`.execute(db);
    const inTransaction = () => other.db.transaction().execute((tx) => read(tx));
    const grow = (column: string) =>
      sql.raw(`alter table growing add column ${column} text`).execute(database.db);
    await Promise.all([other.query(named, [1]), read()]);
    await grow("more");
    expect(await other.query(named, [1])).toEqual([{ n: 1, more: null }]);
    expect((await read()).rows).toEqual([{ n: 1, more: null, zero: 0 }]);
    await inTransaction();
    await grow("most");
    const failed = await inTransaction().catch((error: unknown) => error);
    expect(isStalePlan(failed)).toBe(true);
    expect((await inTransaction()).rows).toEqual([{ n: 1, more: null, most: null, zero: 0 }]);
    expect(await other.query(named, [1])).toEqual([{ n: 1, more: null, most: null }]);
  });

  test("a server that goes away ends no process: queries fail meanwhile, subscriptions come back", async () => {
    const gate = await openGate(new URL(databaseUrl));
    const through = new URL(address);
    through.port = String(gate.port);
    const other = await secondProcess(through.href);
    const heard: string[] = [];
    let lost = 0;
    let connected = 0;
    const subscription = await other.listen("test_gate", {
      onMessage: (payload) => heard.push(payload),
      onConnect: () => {
        connected += 1;
      },
      onLost: () => {
        lost += 1;
      },
    });
    expect([connected, lost]).toEqual([1, 0]);
    const open = other.db
      .transaction()
      .execute(async (tx) => {
        await insert(tx, 1);
        gate.shut();
        await insert(tx, 2);
      })
      .catch((error: unknown) => error);
    expect(await open).toBeInstanceOf(Error);
    await expect(sql`select 1`.execute(other.db)).rejects.toThrow();
    await eventually(async () => lost > 0);
    await gate.open();
    await eventually(async () => connected === 2);
    await other.notify("test_gate", "back");
    await eventually(async () => heard.includes("back"));
    expect(await numbers()).toEqual([]);
    await subscription.close();
    await other.close();
    opened.length = 0;
    gate.shut();
  });

  test.each([
    [
      "a wrong database name",
      (url: URL) => Object.assign(url, { pathname: "/nowhere" }),
      /"nowhere" does not exist/,
    ],
    ["a port where nobody answers", (url: URL) => Object.assign(url, { port: "1" }), /ECONNREFUSED/],
    [
      "a host that does not exist",
      (url: URL) => Object.assign(url, { hostname: "nowhere.invalid" }),
      /ENOTFOUND|EAI_AGAIN/,
    ],
  ])("%s is said in one sentence", async (_what, spoil, reason) => {
    const refused = openPostgres(spoil(new URL(address)).href, log);
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(reason);
  });
} else {
  test("each commit is synced to the disk", async () => {
    const original = fs.fdatasyncSync;
    let syncs = 0;
    fs.fdatasyncSync = (file) => {
      syncs += 1;
      original(file);
    };
    syncBuiltinESMExports();
    try {
      for (let n = 0; n < 20; n++) await insert(database.db, n);
      expect(syncs).toBeGreaterThanOrEqual(20);
      const before = syncs;
      await database.db.transaction().execute(async (tx) => {
        for (let n = 20; n < 40; n++) await insert(tx, n);
      });
      // One commit, one sync (and perhaps one of a full log segment).
      expect(syncs - before).toBeGreaterThanOrEqual(1);
      expect(syncs - before).toBeLessThan(5);
    } finally {
      fs.fdatasyncSync = original;
      syncBuiltinESMExports();
    }
    const { rows } = await sql`show fsync`.execute(database.db);
    expect(rows).toEqual([{ fsync: "on" }]);
  });
}
