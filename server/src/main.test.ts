import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, expect, inject, test } from "vitest";
import { databaseAt, onServer } from "../test/global-setup.ts";
import { copyDatabase } from "../test/open-server.ts";
import {
  type CommandResult,
  databaseEnvironment,
  runJunctor,
  type SpawnedServer,
  spawnServer,
} from "../test/spawn-server.ts";
import { openEmbedded } from "./platform/database/embedded/embedded.ts";
import { openPostgres } from "./platform/database/postgres.ts";
import { createLog } from "./platform/log.ts";

const run = promisify(execFile);
const databaseUrl = inject("databaseUrl");
// The key that encrypts the tests' template.
const KEY = Buffer.alloc(32, 7).toString("base64");
const LAUNCHER = fileURLToPath(new URL("../junctor.mjs", import.meta.url));

const cleanUps: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "junctor-start-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The environment of a process on an unused, migrated database, embedded or on the server. */
async function migratedDatabase(): Promise<Record<string, string>> {
  const { config, remove } = await copyDatabase();
  cleanUps.push(remove);
  return databaseEnvironment(config);
}
async function newDatabase(): Promise<string> {
  const name = `junctor_start_${process.pid}_${Date.now()}`;
  await onServer(databaseUrl, `create database ${name}`);
  cleanUps.push(() => onServer(databaseUrl, `drop database if exists ${name} with (force)`));
  return databaseAt(databaseUrl, name);
}
async function spawned(command: string, environment: Record<string, string>): Promise<SpawnedServer> {
  const server = await spawnServer(command, environment);
  cleanUps.push(() => server.stop("SIGKILL"));
  return server;
}

function expectSentence({ code, stderr }: CommandResult, sentence: string | RegExp): void {
  expect(stderr.trim()).toMatch(sentence);
  expect(stderr.trim().split("\n"), stderr).toHaveLength(1);
  expect(code).toBe(1);
}
async function get(url: string, key: string): Promise<number> {
  return (await fetch(`${url}/api/v2/public/organization`, { headers: { "x-api-key": key } })).status;
}
/** The multi-line commands that a first start prints. */
function curlsIn(text: string): string[] {
  return text.match(/^curl -X(.*\\\n)+.*$/gm) ?? [];
}
function keyIn(text: string, prefix: "tk" | "pk"): string {
  return new RegExp(`${prefix}_[0-9A-Za-z]{36}`).exec(text)?.[0] ?? "";
}

test("an invalid setting stops the start with one sentence", async () => {
  expectSentence(await runJunctor(["all"], { PORT: "http" }), /^PORT must be a whole number/);
});

test("an unusable data folder stops the start", async () => {
  const file = join(emptyFolder(), "file");
  writeFileSync(file, "");
  expectSentence(await runJunctor(["all"], { JUNCTOR_DATA_DIR: file }), /^The data folder .* is a file/);
  // There, Node's recursive mkdir never returns.
  expectSentence(
    await runJunctor(["all"], { JUNCTOR_DATA_DIR: "/proc/x" }),
    /^The data folder .* cannot be created/,
  );
});

test("an unreachable database stops the start, without showing its password", async () => {
  const result = await runJunctor(["all"], {
    DATABASE_URL: "postgres://user:hunter2secret@127.0.0.1:1/none",
    JUNCTOR_ENCRYPTION_KEY: KEY,
  });
  expectSentence(result, /^The database of DATABASE_URL cannot be reached \(ECONNREFUSED\)\.$/);
  expect(result.stdout + result.stderr).not.toContain("hunter2secret");
});

test("a database address with broken escapes stops the start, and is not shown", async () => {
  const result = await runJunctor(["migrate"], {
    DATABASE_URL: "postgres://user:hunter2%zz@127.0.0.1:1/none",
    JUNCTOR_ENCRYPTION_KEY: KEY,
  });
  expectSentence(result, /DATABASE_URL/);
  expect(result.stdout + result.stderr).not.toContain("hunter2");
});

test("a lost encryption key stops the start, and none is created in its place", async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "database"));
  expectSentence(
    await runJunctor(["all"], { JUNCTOR_DATA_DIR: folder }),
    /^The encryption key .* is missing.*restore the file/,
  );
  expect(existsSync(join(folder, "encryption-key"))).toBe(false);
});

test("a wrong encryption key stops the start, before anything is changed", async () => {
  const environment = await migratedDatabase();
  const database = () => open(environment);
  await change(
    await database(),
    "delete from kysely_migration where name = (select max(name) from kysely_migration)",
  );
  const result = await runJunctor(["all"], {
    ...environment,
    JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 8).toString("base64"),
  });
  expectSentence(result, /^The encryption key is not the one that this database was encrypted with/);
});

test("a database of a newer version stops the start", async () => {
  const environment = await migratedDatabase();
  await change(await open(environment), "insert into kysely_migration values ('9999-tomorrow', 'x')");
  expectSentence(await runJunctor(["migrate"], environment), /newer version of Junctor.*9999-tomorrow/);
});

test("a port in use stops the start", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  cleanUps.push(() => other.close());
  const { port } = other.address() as AddressInfo;
  const environment = await migratedDatabase();
  expectSentence(
    await runJunctor(["all"], { ...environment, PORT: String(port) }),
    new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken`),
  );
  // Before anything is created: no key, no database.
  const folder = join(emptyFolder(), "data");
  const first = await runJunctor(["all"], { JUNCTOR_DATA_DIR: folder, PORT: String(port) });
  expectSentence(first, /is taken/);
  expect(existsSync(folder)).toBe(false);
});

test("an unknown command shows the usage and fails, help shows it and succeeds", async () => {
  const unknown = await runJunctor(["dance"], {});
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("junctor serve | work | all") });
  const help = await runJunctor(["--help"], {});
  expect(help).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("junctor keys create") });
});

test("serve and work need a database server", async () => {
  expectSentence(await runJunctor(["serve"], {}), /^"serve" needs DATABASE_URL/);
});

test("an old Node prints what to do", async () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '22.18.0' })";
  const preload = `data:text/javascript,${encodeURIComponent(old)}`;
  const failed = await run(process.execPath, ["--import", preload, LAUNCHER, "all"]).catch((error) => error);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/^Junctor needs Node 24 or newer.*npm start/);
  // An import that an old Node does not support would end it before it could print the sentence.
  expect(readFileSync(LAUNCHER, "utf8")).not.toMatch(/import \{/);
});

test("given keys with unusual characters are used unchanged and not printed, and the printed curl works with them", async () => {
  const key = `tk'"$(x)\`;&|<>\\{}*?~!#%`;
  const server = await spawned("all", { ...(await migratedDatabase()), JUNCTOR_TEST_API_KEY: key });
  expect(await get(server.url, key)).toBe(200);
  expect(server.stdout()).not.toContain(key);
  // Where people paste the command, the variable is set as for the server.
  const env = { PATH: process.env.PATH, JUNCTOR_TEST_API_KEY: key };
  const { stdout } = await run("sh", ["-c", curlsIn(server.stdout())[0] ?? ""], { env });
  expect(JSON.parse(stdout)).toMatchObject({ account_id: "first-customer" });
  expect(await server.stop()).toBe(0);
});

test("organizations are created and listed from the command line", async () => {
  const environment = await migratedDatabase();
  const junctor = async (...argv: string[]) => runJunctor(argv, environment);
  expectSentence(await junctor("keys", "list"), /^There is no organization yet/);
  const made = await junctor("organizations", "create", "Acme", "Rockets");
  expect(made).toMatchObject({ code: 0, stderr: "" });
  const id = made.stdout.slice(0, 24);
  expect((await junctor("organizations", "list")).stdout).toMatch(new RegExp(`^${id} .*Acme Rockets\n$`));
});

test("keys are created, listed and revoked from the command line", async () => {
  const environment = await migratedDatabase();
  const junctor = async (...argv: string[]) => runJunctor(argv, environment);
  const id = (await junctor("organizations", "create", "Acme")).stdout.slice(0, 24);
  const facts = ["--name", "CI", "--role", "developer", "--expires", "2999-12-31"];
  const created = await junctor("keys", "create", "--environment", "production", ...facts);
  expect(keyIn(created.stdout, "pk")).not.toBe("");
  const listed = await junctor("keys", "list", "--organization", id);
  expect(listed.stdout.trim().split("\n")).toHaveLength(3);
  expect(listed.stdout).not.toContain(keyIn(created.stdout, "pk"));
  expect(listed.stdout).toMatch(/active until 2999-12-31T00:00:00.000Z {2}developer {2}not used {2}CI$/m);
  const keyId = created.stdout.slice(0, 24);
  expect((await junctor("keys", "revoke", keyId)).stdout).toBe(`The key ${keyId} is revoked.\n`);
  expectSentence(await junctor("keys", "revoke", keyId), /^There is no active key/);
});

test("an incomplete or wrong keys command prints its usage", async () => {
  const environment = await migratedDatabase();
  expectSentence(await runJunctor(["keys", "create", "production"], environment), /^Usage: junctor keys/);
  const misspelt = ["keys", "create", "--environment", "staging"];
  expectSentence(await runJunctor(misspelt, environment), /^--environment must be one of/);
});

if (databaseUrl) {
  test("on PostgreSQL, processes that start together on an empty database share it, and all learn of a revoked key", async () => {
    const environment = { DATABASE_URL: await newDatabase(), JUNCTOR_ENCRYPTION_KEY: KEY };
    const servers = await Promise.all(
      ["serve", "serve", "work"].map((command) => spawned(command, environment)),
    );
    const shown = servers.map((server) => server.stdout()).filter((text) => keyIn(text, "tk") !== "");
    expect(shown.length, "the keys are shown once").toBe(1);
    const key = keyIn(shown.join(), "tk");
    const serving = servers.filter(({ url }) => url !== "");
    const statuses = () => Promise.all(serving.map(({ url }) => get(url, key)));
    expect(await statuses()).toEqual([200, 200]);
    const { stdout } = await runJunctor(["keys", "list"], environment);
    const line = stdout.split("\n").find((text) => text.includes(key.slice(-4)));
    await runJunctor(["keys", "revoke", line?.slice(0, 24) ?? ""], environment);
    expect(await statuses()).toEqual([401, 401]);
    expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0, 0]);
  });

  test("a database that is full or read-only stops a command, with its reason", async () => {
    const url = await newDatabase();
    const name = new URL(url).pathname.slice(1);
    await onServer(databaseUrl, `alter database ${name} set default_transaction_read_only = on`);
    expectSentence(
      await runJunctor(["migrate"], { DATABASE_URL: url, JUNCTOR_ENCRYPTION_KEY: KEY }),
      /^The database could not carry this out \(cannot execute [A-Z ]+ in a read-only transaction\); fix that and start again\.$/,
    );
  });
} else {
  test("a first start in an empty folder creates keys that are shown once; stops are clean; a killed server restarts", async () => {
    const folder = emptyFolder();
    const environment = { JUNCTOR_DATA_DIR: join(folder, "data") };
    const first = await spawned("all", environment);
    const [testKey, productionKey] = [keyIn(first.stdout(), "tk"), keyIn(first.stdout(), "pk")];
    expect(first.stdout()).toContain(join(folder, "data"));
    expect(await Promise.all([get(first.url, testKey), get(first.url, productionKey)])).toEqual([200, 200]);
    expect(statSync(join(folder, "data", "encryption-key")).mode & 0o777).toBe(0o600);
    const [account = "", limits = ""] = curlsIn(first.stdout());
    expect(JSON.parse((await run("sh", ["-c", account])).stdout)).toMatchObject({
      account_id: "first-customer",
    });
    expect(JSON.parse((await run("sh", ["-c", limits])).stdout).rate_limits).toMatchObject({ requests: 600 });

    expectSentence(
      await runJunctor(["keys", "list"], environment),
      /^Another Junctor process uses the data folder/,
    );

    // A client with an open idle connection does not prevent the server from stopping.
    const idle = connect(Number(new URL(first.url).port), "127.0.0.1");
    await once(idle, "connect");
    expect(await first.stop("SIGTERM")).toBe(0);
    idle.destroy();

    const second = await spawned("all", environment);
    expect([keyIn(second.stdout(), "tk"), keyIn(second.stdout(), "pk"), curlsIn(second.stdout())]).toEqual([
      "",
      "",
      [],
    ]);
    expect(await get(second.url, testKey)).toBe(200);
    // Until somebody has signed in, each start prints a sign-in link.
    const [printed, again] = [first, second].map(
      (server) => /sign-in#([\w-]{43})/.exec(server.stdout())?.[1],
    );
    expect(printed).toBeDefined();
    expect(again).toMatch(/^[\w-]{43}$/);
    expect(again).not.toBe(printed);
    expect(await second.stop("SIGKILL")).toBeNull();

    const third = await spawned("all", environment);
    expect(await get(third.url, testKey)).toBe(200);
    expect(await third.stop("SIGINT")).toBe(0);
  });
}

function open(environment: Record<string, string>) {
  const { DATABASE_URL, JUNCTOR_DATA_DIR = "" } = environment;
  if (DATABASE_URL) return openPostgres(DATABASE_URL, createLog("warn"));
  return openEmbedded(JUNCTOR_DATA_DIR);
}
async function change(database: Awaited<ReturnType<typeof open>>, statement: string): Promise<void> {
  await sql.raw(statement).execute(database.db);
  await database.close();
}
