// Read and upsert of a linked account against bare Fastify + pg, interleaved in one run, and the time from process
// start to the first 200. Run it with `npm run bench:api`; it needs PostgreSQL and wrk.

import { findFreePort } from "../server/test/free-port.ts";
import { onDatabase } from "./engine-set-up.ts";
import { drive, type Load, median, printTable, start, stop, untilReady } from "./processes.ts";
import { INSERT_BARE } from "./yardstick.ts";

const ROUNDS = 3;
const LOAD = { seconds: 5, connections: 32 };
const WARM_UP = { seconds: 3, connections: 32 };
const ACCOUNTS = 100_000;
const TARGETS = { read: 0.6, upsert: 0.5, startMs: 1500 };
const KEY = "tk-benchmark-key-of-the-test-environment";
const JSON_HEADER = 'wrk.headers["content-type"] = "application/json"';

const READ_OURS = `wrk.headers["x-api-key"] = "${KEY}"
request = function() return wrk.format("GET", "/api/v2/public/linked-account/acc-" .. math.random(1, ${ACCOUNTS})) end`;
const UPSERT_OURS = `wrk.headers["x-api-key"] = "${KEY}"
${JSON_HEADER}
request = function() return wrk.format("PUT", "/api/v2/public/linked-account", nil,
  string.format('{"linked_account_id":"acc-%d","name":"Account","udf":{"plan":"pro"}}', math.random(1, ${ACCOUNTS}))) end`;
const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:api`.");
const name = `junctor_bench_${process.pid}`;
const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;

await onDatabase(serverUrl, [`create database ${name}`]);
try {
  await run();
} finally {
  await onDatabase(serverUrl, [`drop database ${name} with (force)`]);
}

async function run(): Promise<void> {
  const environment = {
    DATABASE_URL: databaseUrl,
    JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
    JUNCTOR_TEST_API_KEY: KEY,
    JUNCTOR_RATE_LIMIT_PER_MINUTE: "0",
    JUNCTOR_LOG_LEVEL: "warn",
  };
  const starts: number[] = [];
  // The first start migrates and provisions, so only the later ones are reported.
  for (let i = 0; i <= ROUNDS; i++) starts.push(await timeStart(environment));
  await fill();

  const bare = { port: await findFreePort(), process: undefined as ReturnType<typeof start> | undefined };
  const ours = { port: await findFreePort(), process: undefined as ReturnType<typeof start> | undefined };
  bare.process = start(["bench/bare-server.ts"], { DATABASE_URL: databaseUrl, PORT: String(bare.port) });
  ours.process = start(["server/junctor.mjs", "all"], { ...environment, PORT: String(ours.port) });
  await untilReady(`http://127.0.0.1:${bare.port}/read`, bare.process);
  await untilReady(`http://127.0.0.1:${ours.port}/health/ready`, ours.process);
  const bareUrl = `http://127.0.0.1:${bare.port}`;
  const ourUrl = `http://127.0.0.1:${ours.port}`;
  const cases = [
    { name: "read, bare", url: `${bareUrl}/read`, script: "" },
    { name: "read by id with API key", url: ourUrl, script: READ_OURS },
    { name: "insert, bare", url: `${bareUrl}/insert`, script: INSERT_BARE },
    { name: "upsert with API key", url: ourUrl, script: UPSERT_OURS },
  ];
  const results = new Map<string, Load[]>(cases.map((one) => [one.name, []]));
  for (const one of cases) await drive(one.url, one.script, WARM_UP);
  for (let i = 0; i < ROUNDS; i++) {
    for (const one of cases) results.get(one.name)?.push(await drive(one.url, one.script, LOAD));
  }
  await stop(bare.process);
  await stop(ours.process);
  report(results, starts.slice(1));
}

function report(results: Map<string, Load[]>, starts: number[]): void {
  const rps = (name: string) => median((results.get(name) ?? []).map((load) => load.rps));
  const rows = [...results].map(([name, loads]) => ({
    case: name,
    "requests/s": rps(name),
    "p50 ms": median(loads.map((load) => load.p50Ms)),
    "p99 ms": median(loads.map((load) => load.p99Ms)),
    errors: loads.reduce((sum, load) => sum + load.errors, 0),
    runs: loads.map((load) => load.rps).join(", "),
  }));
  printTable(`API, ${LOAD.connections} connections, median of ${ROUNDS}`, rows);
  const read = rps("read by id with API key") / rps("read, bare");
  const upsert = rps("upsert with API key") / rps("insert, bare");
  printTable("Against bare Fastify + pg", [
    { measure: "read", share: percent(read), target: percent(TARGETS.read) },
    { measure: "upsert", share: percent(upsert), target: percent(TARGETS.upsert) },
  ]);
  printTable("Start on a migrated database to the first 200", [
    {
      median: `${Math.round(median(starts))} ms`,
      runs: starts.map((ms) => Math.round(ms)).join(", "),
      target: `${TARGETS.startMs} ms`,
    },
  ]);
  const missed = read < TARGETS.read || upsert < TARGETS.upsert || median(starts) > TARGETS.startMs;
  if (missed) process.exitCode = 1;
}

async function timeStart(environment: NodeJS.ProcessEnv): Promise<number> {
  const port = await findFreePort();
  const child = start(["server/junctor.mjs", "all"], { ...environment, PORT: String(port) });
  const ms = await untilReady(`http://127.0.0.1:${port}/health/ready`, child);
  await stop(child);
  return ms;
}

async function fill(): Promise<void> {
  await onDatabase(databaseUrl, [
    `insert into linked_accounts (id, org_id, environment, account_id, name, udf, created_at, updated_at)
      select lpad(to_hex(i), 24, '0'), (select id from organizations limit 1), 'test', 'acc-' || i, 'Account ' || i,
        jsonb_build_array(jsonb_build_object('key_name', 'plan', 'key_value', 'pro', '_id', lpad(to_hex(i), 24, 'a'),
          'createdAt', '2026-01-01T00:00:00.000Z', 'updatedAt', '2026-01-01T00:00:00.000Z')), now(), now()
      from generate_series(1, ${ACCOUNTS}) i`,
    `create table bench_accounts(org text, id text, name text, environment text, udf jsonb, created_at timestamptz default now(), primary key(org,id))`,
    `insert into bench_accounts select 'org1', 'acc-' || i, 'Account ' || i, 'test', '[{"key_name":"plan","key_value":"pro"}]' from generate_series(1, ${ACCOUNTS}) i`,
    `create table bench_events(id bigserial primary key, org text, name text, body jsonb, created_at timestamptz default now())`,
    "vacuum analyze",
  ]);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
