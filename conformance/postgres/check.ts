// Connects as operators do whose database is on another machine, and prints what came of it: `npm run check:postgres`. A
// PostgreSQL that takes connections with TLS only, and Debian's PgBouncer before it; an execution must complete over
// each way that is allowed, and each other way be refused in a sentence. Needs Linux and root, because PostgreSQL and
// PgBouncer run as another user.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { printTable } from "../../bench/processes.ts";
import { findFreePort } from "../../server/test/free-port.ts";
import { completeExecution } from "../complete-execution.ts";
import { isReady, poll } from "../poll.ts";

const LAUNCHER = fileURLToPath(new URL("../../server/junctor.mjs", import.meta.url));
const TEST_KEY = "tk-postgres-check-key-of-the-test-environment";
const PASSWORD = "of-the-postgres-check";
const NEEDED =
  "id postgres && command -v pgbouncer && command -v openssl && ls /usr/lib/postgresql/*/bin/initdb";
const INSTALL = "apt-get update -qq && apt-get install -y -qq postgresql pgbouncer openssl";

execFileSync("bash", ["-c", `{ ${NEEDED} || { ${INSTALL}; }; } >/dev/null 2>&1`]);
const work = mkdtempSync(join(tmpdir(), "junctor-tls-"));
const data = join(work, "data");
chmodSync(work, 0o755);
const authority = join(work, "authority.crt");
const newest = readdirSync("/usr/lib/postgresql").toSorted((a, b) => Number(b) - Number(a))[0];
const binaries = `/usr/lib/postgresql/${newest}/bin`;
const port = await findFreePort();
const pooler = { session: await findFreePort(), transaction: await findFreePort() };
const rows: Record<string, string>[] = [];
const ended: (() => Promise<unknown>)[] = [];
try {
  await startPostgres();
  for (const mode of ["session", "transaction"] as const) await startPgBouncer(mode);
  const trusted = `sslmode=verify-full&sslrootcert=${authority}`;
  await completes("TLS, verified by its authority", urlOf(port, trusted));
  await completes("TLS, not verified", urlOf(port, "sslmode=no-verify"));
  await isRefused("TLS, of an unknown authority", urlOf(port, "sslmode=verify-full"));
  await isRefused("TLS, of another host", urlOf(port, trusted).replace("localhost", "127.0.0.1"));
  await isRefused("no TLS", urlOf(port, "sslmode=disable"));
  await completes("PgBouncer, session mode", urlOf(pooler.session, "sslmode=disable"));
  await isRefused("PgBouncer, transaction mode", urlOf(pooler.transaction, "sslmode=disable"));
  printTable("Ways to a PostgreSQL that takes connections with TLS only", rows);
} finally {
  for (const end of ended.toReversed()) await end();
  rmSync(work, { recursive: true, force: true });
}

function urlOf(toPort: number, query: string): string {
  return `postgres://junctor:${PASSWORD}@localhost:${toPort}/junctor?${query}`;
}

async function startPostgres(): Promise<void> {
  const asPostgres = (...command: string[]) =>
    execFileSync("runuser", ["--user", "postgres", "--", ...command], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  execFileSync("install", ["--directory", "--owner=postgres", "--mode=0700", data]);
  asPostgres(
    `${binaries}/initdb`,
    "--pgdata",
    data,
    "--auth=scram-sha-256",
    "--auth-local=trust",
    "--no-sync",
  );
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: work, stdio: "ignore" });
  const options = ["-nodes", "-newkey", "rsa:2048", "-days", "2"];
  openssl(
    "req",
    "-x509",
    ...options,
    "-subj",
    "/CN=Check",
    "-keyout",
    "authority.key",
    "-out",
    "authority.crt",
  );
  openssl("req", ...options, "-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.csr");
  writeFileSync(join(work, "names"), "subjectAltName=DNS:localhost\n");
  const signed = ["-CA", "authority.crt", "-CAkey", "authority.key", "-CAcreateserial", "-extfile", "names"];
  openssl("x509", "-req", "-in", "server.csr", ...signed, "-days", "2", "-out", "server.crt");
  for (const file of ["server.crt", "server.key"])
    execFileSync("install", ["--owner=postgres", "--mode=0600", join(work, file), join(data, file)]);
  writeFileSync(join(data, "pg_hba.conf"), "local all all trust\nhostssl all all all scram-sha-256\n");
  appendFileSync(
    join(data, "postgresql.conf"),
    `ssl = on\nport = ${port}\nunix_socket_directories = '${data}'\n`,
  );
  asPostgres(`${binaries}/pg_ctl`, "--pgdata", data, "--wait", "--log", join(data, "log"), "start");
  ended.push(async () => asPostgres(`${binaries}/pg_ctl`, "--pgdata", data, "--mode=immediate", "stop"));
  await onServer("postgres", [
    `create role junctor login password '${PASSWORD}'`,
    "create database junctor owner junctor",
  ]);
}

/** What a statement reads over the server's socket. */
async function onServer(database: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: data, port, user: "postgres", database });
  await client.connect();
  try {
    let read: Record<string, unknown>[] = [];
    for (const statement of statements) read = (await client.query(statement)).rows;
    return read;
  } finally {
    await client.end();
  }
}

async function startPgBouncer(mode: "session" | "transaction"): Promise<void> {
  const file = join(work, `${mode}.ini`);
  const users = join(work, "users.txt");
  writeFileSync(users, `"junctor" "${PASSWORD}"\n`);
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: pooler[mode],
    unix_socket_dir: "",
    pool_mode: mode,
    auth_type: "scram-sha-256",
    auth_file: users,
    server_tls_sslmode: "verify-full",
    server_tls_ca_file: authority,
    default_pool_size: 60,
    max_prepared_statements: 200,
  };
  // Debian 12 has PgBouncer 1.18, which does not know prepared statements yet.
  const known = execFileSync("pgbouncer", ["--version"], { encoding: "utf8" }).match(/1\.(\d+)/)?.[1];
  const lines = Object.entries(settings)
    .filter(([name]) => name !== "max_prepared_statements" || Number(known) >= 21)
    .map(([name, value]) => `${name} = ${value}`);
  const target = `host=localhost port=${port} dbname=junctor`;
  writeFileSync(file, `[databases]\njunctor = ${target}\n[pgbouncer]\n${lines.join("\n")}\n`);
  const asUser = ["--reuid=postgres", "--regid=postgres", "--init-groups"];
  const child = spawn("setpriv", [...asUser, "pgbouncer", "--quiet", file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exit = once(child, "exit");
  ended.push(async () => {
    child.kill();
    await exit;
  });
}

function startServer(url: string, serverPort: number) {
  const child = spawn(process.execPath, [LAUNCHER, "all"], {
    env: {
      PATH: process.env.PATH,
      PORT: String(serverPort),
      DATABASE_URL: url,
      JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
      JUNCTOR_TEST_API_KEY: TEST_KEY,
      JUNCTOR_PRODUCTION_API_KEY: "pk-postgres-check-key-of-the-production-environment",
      JUNCTOR_LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const exit = once(child, "exit").then(([code]) => code as number | null);
  return { child, exit, said: () => said };
}

/** An execution completes, and all connections that reach the server are encrypted, those of a pooler included. */
async function completes(way: string, url: string): Promise<void> {
  const serverPort = await findFreePort();
  const { child, exit, said } = startServer(url, serverPort);
  try {
    await poll(
      () => child.exitCode !== null || isReady(serverPort),
      () => `${way}: not ready.\n${said()}`,
    );
    assert.equal(child.exitCode, null, `${way}: ${said()}`);
    await completeExecution(`http://127.0.0.1:${serverPort}`, TEST_KEY);
    const connections = await onServer("junctor", [
      `select s.ssl, a.application_name as name from pg_stat_activity a join pg_stat_ssl s using (pid)
        where a.datname = 'junctor' and a.usename = 'junctor'`,
    ]);
    assert.ok(connections.length > 0, `${way}: no connection.`);
    for (const { ssl } of connections) assert.equal(ssl, true, `${way}: a connection has ssl = ${ssl}.`);
    rows.push({
      way,
      "what comes of it": `an execution completes; ${connections.length} connections, all encrypted`,
    });
  } finally {
    child.kill("SIGTERM");
    assert.equal(await exit, 0, `${way}: ${said()}`);
  }
}

async function isRefused(way: string, url: string): Promise<void> {
  const { exit, said } = startServer(url, await findFreePort());
  const code = await exit;
  const sentence = said().trim();
  assert.equal(code, 1, `${way}: ended with ${code}.\n${sentence}`);
  assert.ok(!sentence.includes("\n") && sentence.endsWith("."), `${way}: not one sentence.\n${sentence}`);
  assert.ok(!sentence.includes(PASSWORD), `${way}: it shows the password.`);
  rows.push({ way, "what comes of it": sentence });
}
