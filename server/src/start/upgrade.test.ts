import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { afterEach, describe, expect, inject, test } from "vitest";
import { databaseAt, onServer } from "../../test/global-setup.ts";
import { type SpawnedServer, spawnServer } from "../../test/spawn-server.ts";
import { eventually } from "../../test/test-server.ts";
import { openPostgres } from "../platform/database/postgres.ts";
import { migrate } from "../platform/database/schema/migrate.ts";
import { readRecords } from "../platform/database/schema/migration-records.ts";
import { findNewestNumber, readMigrations } from "../platform/database/schema/migrations.ts";
import { listRunning } from "../platform/database/schema/running-processes.ts";
import { StartError } from "../platform/errors.ts";
import { createLog } from "../platform/log.ts";

const serverUrl = inject("databaseUrl");
const KEY = Buffer.alloc(32, 7).toString("base64");
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function newDatabase(): Promise<string> {
  const name = `junctor_upgrade_${process.pid}_${Date.now()}`;
  await onServer(serverUrl, `create database ${name}`);
  cleanUps.push(() => onServer(serverUrl, `drop database ${name} with (force)`));
  return databaseAt(serverUrl, name);
}

/** A database that lacks the newest migration. */
async function olderDatabase(): Promise<string> {
  const url = await newDatabase();
  const database = await openPostgres(url, createLog("silent"));
  await migrate(database, { migrations: (await readMigrations()).slice(0, -1) });
  await database.close();
  return url;
}

/** The session in which a running process, of whatever version, hears the others. */
async function listeningSession(url: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName });
  client.on("error", () => {});
  await client.connect();
  await client.query('listen "junctor_work"');
  cleanUps.push(() => client.end());
  return client;
}

async function countMigrations(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query("select count(*)::int as n from schema_migrations");
  await client.end();
  return rows[0].n;
}

async function spawned(command: string, url: string): Promise<SpawnedServer> {
  const server = await spawnServer(command, { DATABASE_URL: url, JUNCTOR_ENCRYPTION_KEY: KEY });
  cleanUps.push(() => server.stop("SIGKILL"));
  return server;
}

describe.skipIf(!serverUrl)("a first start on a server's database", () => {
  const attempt = async (url: string) => {
    const database = await openPostgres(url, createLog("silent"));
    cleanUps.push(() => database.close());
    return migrate(database);
  };
  const run = async (url: string, statement: string) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(statement);
    await client.end();
  };

  test("StartError: the tables are another program's, and stay as they are", async () => {
    const url = await newDatabase();
    await run(url, "create table installation (of text)");
    await expect(attempt(url)).rejects.toThrow(
      /cannot be brought up to date \(relation "installation" already exists\), and nothing was changed: Junctor needs/,
    );
    await expect(attempt(url)).rejects.toBeInstanceOf(StartError);
    await run(url, "insert into installation (of) values ('another program')");
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    await client.end();
    expect(rows.map(({ name }) => name).filter((name) => !name.startsWith("kysely_"))).toEqual([
      "installation",
    ]);
  });

  test("StartError: its user may not create tables", async () => {
    const url = await newDatabase();
    const role = `junctor_upgrade_${process.pid}`;
    await run(url, `create role ${role} login password 'pw'`);
    cleanUps.push(() => onServer(serverUrl, `drop role ${role}`));
    await run(url, "revoke create on schema public from public");
    const own = Object.assign(new URL(url), { username: role, password: "pw" }).href;
    await expect(attempt(own)).rejects.toThrow(
      /\(permission denied for schema public\).* its user may create tables/,
    );
    await expect(attempt(own)).rejects.toBeInstanceOf(StartError);
  });
});

// The embedded database belongs to one process.
describe.skipIf(!serverUrl)("starts with a newer version", () => {
  test("of two at once one migrates, and both start, beside a process of the last version", async () => {
    const url = await olderDatabase();
    const before = await countMigrations(url);
    await listeningSession(url, "junctor all old-host:42");
    const client = new pg.Client(url);
    await client.connect();
    cleanUps.push(() => client.end());
    await client.query("select pg_advisory_lock(4837265194)");
    const starts = [spawned("serve", url), spawned("work", url)];
    await eventually(async () => {
      const { rows } = await client.query(
        `select distinct split_part(application_name, ' ', 2) as role from pg_stat_activity
          where query ilike '%pg_try_advisory_lock(4837265194)%' and pid <> pg_backend_pid()`,
      );
      return rows.length === 2;
    });
    expect(await countMigrations(url)).toBe(before);
    await client.query("select pg_advisory_unlock(4837265194)");
    await Promise.all(starts);
    expect(await countMigrations(url)).toBe(before + 1);
  });

  test("killed (kill -9) again and again while it migrates, it goes on where it was", async () => {
    const url = await newDatabase();
    const database = await openPostgres(url, createLog("silent"));
    cleanUps.push(() => database.close());
    const all = await readMigrations();
    await migrate(database, { migrations: all.filter(({ name }) => name < "0140") });
    const environment = { ...process.env, DATABASE_URL: url, JUNCTOR_ENCRYPTION_KEY: KEY };
    const holder = new pg.Client(url);
    await holder.connect();
    cleanUps.push(() => holder.end());
    const counts = [await countMigrations(url)];
    // Tables that it changes one after the other; it waits while somebody reads them.
    for (const table of ["organizations", "workflows", "connections", "configs"]) {
      await holder.query(`begin; lock table ${table} in access share mode`);
      const child = spawn(process.execPath, ["server/junctor.mjs", "migrate"], { env: environment });
      const ended = once(child, "exit");
      await eventually(async () => {
        const waiting = "select from pg_locks where not granted and relation = $1::regclass";
        return (await holder.query(waiting, [table])).rowCount !== 0;
      });
      child.kill("SIGKILL");
      await ended;
      await holder.query("commit");
      counts.push(await countMigrations(url));
    }
    expect([...new Set(counts)].sort((one, other) => one - other)).toEqual(counts);
    await migrate(database);
    expect((await readRecords(database.db)).map(({ name }) => name)).toEqual(all.map(({ name }) => name));
  });

  test("a process says in its sessions which migrations it knows", async () => {
    const url = await newDatabase();
    await spawned("serve", url);
    const database = await openPostgres(url, createLog("silent"));
    cleanUps.push(() => database.close());
    const [running, ...others] = await listRunning(database.db);
    expect(running).toMatchObject({ newest: await findNewestNumber() });
    expect(others).toEqual([]);
  });
});

describe.skipIf(!serverUrl)("a process whose database a newer version has migrated", () => {
  test("goes on, and starts again, if it can run beside the new schema", async () => {
    const url = await newDatabase();
    const server = await spawned("all", url);
    await onServer(
      url,
      `insert into schema_migrations values ('9998-expands', '${await findNewestNumber()}')`,
    );
    const again = await spawned("serve", url);
    // Both have looked by then: they look every two seconds.
    await onServer(url, "insert into schema_migrations values ('9999-contracts', '9998')");
    const reason = /^A newer version of Junctor has migrated the database \(9999-contracts\)/;
    for (const { url: at } of [server, again]) {
      const refused = await eventually(async () => {
        const reply = await fetch(`${at}/health/ready`);
        return reply.status === 503 && reply.json();
      });
      expect(refused.message).toMatch(reason);
    }
  });

  test("stops its work, answers 503 with the reason, and stays alive", async () => {
    const url = await newDatabase();
    const server = await spawned("all", url);
    const ready = () => fetch(`${server.url}/health/ready`);
    await eventually(async () => (await ready()).status === 200);
    await onServer(url, "insert into kysely_migration values ('9999-tomorrow', 'x')");
    const refused = await eventually(async () => {
      const reply = await ready();
      return reply.status === 503 && reply.json();
    });
    const reason = /^A newer version of Junctor has migrated the database \(9999-tomorrow\)/;
    expect(refused.message).toMatch(reason);
    const reply = await fetch(`${server.url}/api/v2/public/linked-account`);
    expect([reply.status, (await reply.json()).message]).toEqual([503, expect.stringMatching(reason)]);
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    expect(server.stdout()).toContain("schema.newer");
    // So would it at its next start.
    await expect(spawned("serve", url)).rejects.toThrow(/beside which this one cannot run/);
    // It has left the list of those that work.
    const client = new pg.Client(url);
    await client.connect();
    await eventually(async () => (await client.query("select from workers")).rowCount === 0);
    await client.end();
    expect(await server.stop()).toBe(0);
  });
});
