import { readdirSync, readFileSync } from "node:fs";
import { Pool } from "undici";
import {
  askDatabase,
  type Bench,
  EXTRAS,
  type Extra,
  publishEcho,
  startBench,
  webhookUrlOf,
} from "./engine-set-up.ts";
import { median, printTable } from "./processes.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 100);
const WARM_UP_ROUNDS = 12;
const COUNT = 100;
const CONNECTIONS = 16;
const TARGET_PERCENT = 2;

interface Variant {
  readonly name: string;
  readonly bench: Bench;
  readonly url: URL;
  readonly pool: Pool;
  /** Processor time in seconds, by process, as last read. */
  cpuS: ReadonlyMap<number, number>;
  /** Processor time of an execution in milliseconds, of the server and its database, in each round. */
  readonly costs: number[];
}

/**
 * What traces, metrics and hard limits add to the processor time of an execution. Servers with and without them take
 * turns every hundred executions, and each round is compared with itself: that shows a difference of a few percent on a
 * machine whose speed changes by the second, where rates do not. A turn's time counts until the server's next turn, so
 * that it includes what is sent or counted a moment later. `asked` may name some of them.
 */
export async function measureCosts(serverUrl: string, asked: readonly string[]): Promise<boolean> {
  const named = EXTRAS.filter((extra) => asked.includes(extra));
  const variants: Variant[] = [];
  try {
    // Twice nothing: how far the figures can be trusted.
    variants.push(await openVariant(serverUrl, []), await openVariant(serverUrl, []));
    for (const extra of named.length > 0 ? named : EXTRAS)
      variants.push(await openVariant(serverUrl, [extra]));
    for (let round = -WARM_UP_ROUNDS; round <= ROUNDS; round++) {
      // Each begins as often as the others.
      const from = (round + WARM_UP_ROUNDS) % variants.length;
      for (const variant of [...variants.slice(from), ...variants.slice(0, from)]) {
        await endTurn(variant, round > 0);
        if (round < ROUNDS) await takeTurn(variant);
      }
    }
  } finally {
    for (const { bench, pool } of variants) {
      await pool.close();
      await bench.close();
    }
  }
  return report(variants);
}

async function openVariant(serverUrl: string, extras: Extra[]): Promise<Variant> {
  const bench = await startBench({ serverUrl }, extras);
  const url = new URL(await webhookUrlOf(bench, await publishEcho(bench), "acc-0"));
  const pool = new Pool(url.origin, { connections: CONNECTIONS });
  return { name: extras.join(", ") || "nothing", bench, url, pool, cpuS: new Map(), costs: [] };
}

/** In this process, because one that is started for each turn would disturb more than it drives. */
async function takeTurn({ bench, url, pool }: Variant): Promise<void> {
  await bench.reset();
  let sent = 0;
  const sendMany = async () => {
    while (sent < COUNT) {
      const body = `{"id":"${sent++}","ts":${Date.now()}}`;
      const headers = { "content-type": "application/json" };
      const reply = await pool.request({ path: url.pathname, method: "POST", headers, body });
      await reply.body.dump();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendMany));
  const { unique } = await bench.untilArrived(COUNT);
  if (unique !== COUNT) throw new Error(`${unique} of ${COUNT} executions arrived.`);
}

async function endTurn(variant: Variant, counts: boolean): Promise<void> {
  const before = variant.cpuS;
  variant.cpuS = await readCpuS(variant.bench);
  if (counts) variant.costs.push((1000 * sum(variant.cpuS, before)) / COUNT);
}

/** Sessions begin and end: what one had used before counts once, and only if it is still there. */
function sum(after: ReadonlyMap<number, number>, before: ReadonlyMap<number, number>): number {
  return [...after].reduce((total, [pid, seconds]) => total + seconds - (before.get(pid) ?? 0), 0);
}

/** Of the server and of the sessions of its database. */
async function readCpuS({ server, databaseUrl }: Bench): Promise<Map<number, number>> {
  if (databaseUrl === undefined || server.pid === undefined)
    throw new Error("The bench has no database of its own.");
  const sessions = await askDatabase<{ pid: number }>(
    databaseUrl,
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
  );
  const pids = [server.pid, ...sessions.map(({ pid }) => pid)];
  return new Map(pids.map((pid) => [pid, readSecondsOf(pid)]));
}

/** Of all threads, by the nanosecond: `stat` counts hundredths of a second. Of a session that has just ended: 0. */
function readSecondsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const texts = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"));
    return texts.reduce((total, text) => total + Number(text.split(" ")[0]) / 1e9, 0);
  } catch {
    return 0;
  }
}

function report([first, second, ...others]: readonly Variant[]): boolean {
  if (!first || !second) return false;
  const both = first.costs.map((cost, round) => (cost + (second.costs[round] ?? cost)) / 2);
  const rows = [toRow(second, first.costs), ...others.map((variant) => toRow(variant, both))];
  printTable(
    `Processor time of webhook → transform → POST, server and database: ${median(both).toFixed(2)} ms; target ≤ ${TARGET_PERCENT} % more, ${ROUNDS} rounds of ${COUNT}`,
    rows.map(({ percent, error, ...row }) => ({
      ...row,
      "more than without": `${percent.toFixed(1)} %`,
      "two standard errors": `± ${(2 * error).toFixed(1)} %`,
    })),
  );
  return rows.every(({ percent }) => percent <= TARGET_PERCENT);
}

function toRow({ name, costs }: Variant, base: readonly number[]) {
  const percents = costs.map((cost, round) => 100 * (cost / (base[round] ?? Number.NaN) - 1));
  const sorted = percents.toSorted((one, other) => one - other);
  const quarter = (part: number) => sorted[Math.floor((part * sorted.length) / 4)] ?? 0;
  // Of a median, by the middle half: single rounds are far off when the machine is busy with something else.
  const error = (1.2533 * (quarter(3) - quarter(1))) / 1.349 / Math.sqrt(sorted.length);
  return { "switched on": name, "ms/execution": median(costs).toFixed(2), percent: median(percents), error };
}
