import { findFreePort } from "../server/test/free-port.ts";
import { onDatabase } from "./engine-set-up.ts";
import { drive, median, start, stop, untilReady } from "./processes.ts";

const ROUNDS = 3;
const SECONDS = 3;
const TABLE =
  "create table bench_events(id bigserial primary key, org text, name text, body jsonb, created_at timestamptz default now())";

/** A wrk script for bare Fastify: one small insert per request. */
export const INSERT_BARE = `wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.body = '{"name":"order.created","accountId":"acc-1","payload":{"qty":3,"price":12.5,"note":"${"x".repeat(120)}"}}'`;

const CALL = `wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none","arguments":{}}}'`;

/** What is measured, and the rate on the machine for which the targets were set. */
const MEASURES = {
  insert: { does: "with one insert", path: "/insert", script: INSERT_BARE, connections: 32, rate: 15_470 },
  rpc: { does: "with JSON-RPC and nothing else", path: "/rpc", script: CALL, connections: 16, rate: 63_296 },
};

/** How fast this machine is now, and what the targets amount to on it. */
export interface Yardstick {
  /** The share of their targets that rates must reach; at most 1. */
  readonly share: number;
  of(target: number): number;
}

/**
 * Measures how many requests per second bare Fastify answers, each with one insert into a separate database at
 * `serverUrl` or, for benches that do not wait for a database, with JSON-RPC alone, and prints it: virtual machines of
 * the same kind differ by half (D124). Needs wrk.
 */
export async function measureYardstick(
  serverUrl: string,
  what: keyof typeof MEASURES = "insert",
): Promise<Yardstick> {
  const { does, path, script, connections, rate: thereRate } = MEASURES[what];
  const name = `junctor_yardstick_${process.pid}`;
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  await onDatabase(serverUrl, [`create database ${name}`]);
  await onDatabase(databaseUrl, [TABLE, "create table bench_accounts(id text)"]);
  const port = await findFreePort();
  const bare = start(["bench/bare-server.ts"], { DATABASE_URL: databaseUrl, PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  const rates: number[] = [];
  try {
    await untilReady(`${url}/ready`, bare);
    for (let round = 0; round <= ROUNDS; round++)
      rates.push((await drive(url + path, script, { seconds: SECONDS, connections })).rps);
  } finally {
    await stop(bare);
    await onDatabase(serverUrl, [`drop database ${name} with (force)`]);
  }
  // The first round warms up.
  const rate = median(rates.slice(1));
  const share = Math.min(1, rate / thereRate);
  console.log(
    `\nYardstick: bare Fastify ${does} answers ${rate}/s here; where the targets were set it was ${thereRate}/s.\n` +
      `Rates are held against ${Math.round(100 * share)} % of their targets ("here"); times and sizes against the targets themselves.`,
  );
  return { share, of: (target) => Math.round(target * share) };
}
