import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { databaseAt, onServer } from "../../../../test/global-setup.ts";
import { eventually } from "../../../../test/test-server.ts";
import { StartError } from "../../errors.ts";
import { createLog } from "../../log.ts";
import type { Database } from "../database.ts";
import { openPostgres } from "../postgres.ts";
import { migrate } from "./migrate.ts";
import { readRecords } from "./migration-records.ts";
import { type Migration, readMigrations, toMigration } from "./migrations.ts";
import { buildListenStatement } from "./running-processes.ts";

const serverUrl = inject("databaseUrl");
const log = createLog("silent");
const cleanUps: (() => Promise<unknown>)[] = [];
let url = "";
let database: Database;

beforeEach(async () => {
  if (!serverUrl) return;
  const name = `junctor_migrate_${process.pid}_${Date.now()}`;
  await onServer(serverUrl, `create database ${name}`);
  url = databaseAt(serverUrl, name);
  database = await openPostgres(url, log);
  cleanUps.push(
    () => onServer(serverUrl, `drop database ${name} with (force)`),
    () => database.close(),
  );
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A running process that knows the migrations until `newest`; without it, one of a version that does not say so. */
async function startProcess(name: string, newest?: string): Promise<pg.Client> {
  const client = await connect(name);
  await client.query(buildListenStatement('"junctor_work"', newest));
  return client;
}

async function connect(application_name = "a client"): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name });
  client.on("error", () => {});
  await client.connect();
  cleanUps.push(() => client.end());
  return client;
}

/** All migrations of this version until a number, and others after them. */
async function migrations(until: string, ...more: Migration[]): Promise<Migration[]> {
  return [...(await readMigrations()).filter(({ name }) => name.slice(0, 4) <= until), ...more];
}

/** The numbers of those that versions find which look only into the old table. */
async function oldTable(): Promise<string[]> {
  const records = await readRecords(database.db);
  return records.filter(({ isInOldTable }) => isInOldTable).map(({ name }) => name.slice(0, 4));
}

async function done(): Promise<string[]> {
  return (await readRecords(database.db)).map(({ name }) => name);
}

const EXPANDS = toMigration("9001-expands", { up: ["create table added (n integer)"] });
const CONTRACTS = toMigration("9002-contracts", { up: ["drop table added"], since: "9001" });

// The embedded database belongs to one process.
describe.skipIf(!serverUrl)("beside running processes", () => {
  test("a migration that expands runs at once, and versions that look into the old table do not find it", async () => {
    await migrate(database, { migrations: await migrations("0195") });
    const before = await oldTable();
    expect(before.at(-1)).toBe("0195");
    await startProcess("junctor work old-host:42");
    await migrate(database, { waitMs: 0, migrations: await migrations("0195", EXPANDS) });
    expect((await done()).at(-1)).toBe("9001-expands");
    expect(await oldTable()).toEqual(before);
  });

  test("one that contracts waits for those that do not know enough, names them, and changes nothing", async () => {
    const until = await migrations("0195", EXPANDS);
    await migrate(database, { migrations: until });
    await startProcess("junctor work old-host:42");
    await startProcess("junctor serve newer-host:43", "9000");
    await startProcess("junctor serve newest-host:44", "9001");
    const attempt = migrate(database, { waitMs: 300, migrations: [...until, CONTRACTS] });
    await expect(attempt).rejects.toThrow(
      /Junctor still runs on it: junctor serve newer-host:43, junctor work old-host:42\. Stop these processes/,
    );
    await expect(attempt).rejects.toBeInstanceOf(StartError);
    expect((await done()).at(-1)).toBe("9001-expands");
  });

  test("it runs once those have stopped, beside one that knows enough, and all versions find it", async () => {
    const until = await migrations("0195", EXPANDS);
    await migrate(database, { migrations: until });
    const old = await startProcess("junctor serve old-host:43", "9000");
    await startProcess("junctor serve new-host:44", "9001");
    const migrating = migrate(database, { waitMs: 60_000, migrations: [...until, CONTRACTS] });
    await old.end();
    await migrating;
    expect((await done()).at(-1)).toBe("9002-contracts");
    expect((await oldTable()).at(-1)).toBe("9002");
  });

  test("processes from before there were rules go on below what has come since", async () => {
    await migrate(database, { migrations: await migrations("0170") });
    await startProcess("junctor all old-host:42");
    await migrate(database, { waitMs: 0, migrations: await migrations("0195") });
    expect((await done()).at(-1)).toMatch(/^0195/);
    expect((await oldTable()).at(-1)).toBe("0170");
    // What they know is what the old table has, however much was added meanwhile.
    const contracts = toMigration("9001-contracts", { up: ["select 1"], since: "0195" });
    await expect(
      migrate(database, { waitMs: 0, migrations: await migrations("0195", contracts) }),
    ).rejects.toThrow(/old-host:42/);
  });

  test("with nobody there, the old table has all that its readers know, so that they may come back", async () => {
    await migrate(database, { migrations: await migrations("0170") });
    await migrate(database, { migrations: await migrations("0195", EXPANDS) });
    expect((await oldTable()).at(-1)).toBe("0195");
  });

  test("processes from before those rules are waited for", async () => {
    await migrate(database, { migrations: await migrations("0169") });
    await startProcess("junctor all old-host:42");
    await expect(migrate(database, { waitMs: 0, migrations: await migrations("0195") })).rejects.toThrow(
      /old-host:42/,
    );
    expect((await done()).at(-1)).toMatch(/^0169/);
  });
});

describe.skipIf(!serverUrl)("a version that does not know the database's newest migration", () => {
  const after = async (...more: Migration[]) => {
    await migrate(database, { migrations: await migrations("0195", ...more) });
    return migrate(database, { migrations: await migrations("0195") });
  };

  test("may start if that one expands", async () => {
    await after(EXPANDS);
    expect((await done()).at(-1)).toBe("9001-expands");
  });

  test("may start if it knows what that one needs", async () => {
    await after(toMigration("9001-contracts", { up: ["select 1"], since: "0195" }));
  });

  test("StartError: it is older than what that one needs", async () => {
    const refused = after(EXPANDS, CONTRACTS);
    await expect(refused).rejects.toThrow(/beside which this one cannot run .*9002-contracts/);
    await expect(refused).rejects.toBeInstanceOf(StartError);
  });
});

describe.skipIf(!serverUrl)("a migration of a table that is in use", () => {
  const ADDS = toMigration("9001-adds", {
    up: ["create table other (n integer)", "alter table busy add column more text"],
  });
  beforeEach(async () => {
    if (!serverUrl) return;
    await migrate(database, { migrations: await migrations("0195") });
    await sql`create table busy (n integer)`.execute(database.db);
  });

  /** A transaction that has read the table and is not over. */
  async function readBusy(): Promise<pg.Client> {
    const reader = await connect("a long report");
    await reader.query("begin; select from busy");
    return reader;
  }

  test("lets statements pass while it waits, and goes on when the table is free", async () => {
    const reader = await readBusy();
    const migrating = migrate(database, { migrations: await migrations("0195", ADDS) });
    const others = await connect();
    await eventually(async () => {
      const { rows } = await others.query(
        "select from pg_locks where not granted and relation = 'busy'::regclass",
      );
      return rows.length > 0;
    });
    // Behind the migration in the queue of the lock; the reader stays until it is answered.
    await others.query("select from busy");
    await reader.query("commit");
    await migrating;
    expect((await done()).at(-1)).toBe("9001-adds");
  });

  test("StartError: it names who holds the table, and nothing was changed", async () => {
    await readBusy();
    const attempt = migrate(database, { giveUpMs: 0, migrations: await migrations("0195", ADDS) });
    await expect(attempt).rejects.toThrow(
      /9001-adds cannot lock its tables.*: a long report \(pid \d+, for [\d.]+ s\)\. Nothing of it was changed/,
    );
    await expect(attempt).rejects.toBeInstanceOf(StartError);
    expect((await done()).at(-1)).toMatch(/^0195/);
    const { rows } = await sql<{ found: boolean }>`select to_regclass('other') is not null as found`.execute(
      database.db,
    );
    expect(rows).toEqual([{ found: false }]);
  });

  test("keeps the migrations before it, and goes on with it the next time", async () => {
    const reader = await readBusy();
    const both = await migrations(
      "0195",
      toMigration("9000-first", { up: ["create table first (n integer)"] }),
      ADDS,
    );
    await expect(migrate(database, { giveUpMs: 0, migrations: both })).rejects.toThrow(/9001-adds/);
    expect((await done()).at(-1)).toBe("9000-first");
    await reader.query("commit");
    await migrate(database, { migrations: both });
    expect((await done()).slice(-2)).toEqual(["9000-first", "9001-adds"]);
  });
});

describe.skipIf(!serverUrl)("an index that is built concurrently", () => {
  const INDEXES = toMigration("9001-indexes", {
    up: [
      "create index concurrently busy_by_m on busy (m)",
      "create unique index concurrently busy_by_n on busy (n)",
      "drop index concurrently busy_old",
    ],
  });
  beforeEach(async () => {
    if (!serverUrl) return;
    await migrate(database, { migrations: await migrations("0195") });
    await sql`create table busy (n integer, m integer)`.execute(database.db);
    await sql`create index busy_old on busy (n, m)`.execute(database.db);
    await sql`insert into busy select i, i from generate_series(1, 100) i`.execute(database.db);
  });
  const indexes = async () => {
    const { rows } = await sql<{ name: string; valid: boolean; id: number }>`
      select c.relname as name, i.indisvalid as valid, i.indexrelid::int as id
      from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'busy'::regclass order by 1`.execute(
      database.db,
    );
    return rows;
  };

  test("one that a run was cut off from is built again, those that are done are not", async () => {
    await sql`insert into busy values (1, 1)`.execute(database.db);
    const all = await migrations("0195", INDEXES);
    await expect(migrate(database, { migrations: all })).rejects.toThrow(/could not create unique index/);
    const [first, second] = await indexes();
    expect([first, second]).toMatchObject([
      { name: "busy_by_m", valid: true },
      { name: "busy_by_n", valid: false },
    ]);
    expect((await done()).at(-1)).toMatch(/^0195/);
    await sql`delete from busy where ctid = (select max(ctid) from busy)`.execute(database.db);
    await migrate(database, { migrations: all });
    expect(await indexes()).toEqual([first, { name: "busy_by_n", valid: true, id: expect.any(Number) }]);
    expect((await done()).at(-1)).toBe("9001-indexes");
  });

  test("two that migrate at once do not block each other", async () => {
    const other = await openPostgres(url, log);
    cleanUps.push(() => other.close());
    const all = await migrations("0195", INDEXES);
    await Promise.all([migrate(database, { migrations: all }), migrate(other, { migrations: all })]);
    expect((await indexes()).map(({ name, valid }) => [name, valid])).toEqual([
      ["busy_by_m", true],
      ["busy_by_n", true],
    ]);
  });
});
