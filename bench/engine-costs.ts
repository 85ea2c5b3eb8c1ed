import {
  askDatabase,
  type Bench,
  type Extra,
  publishEcho,
  startBench,
  usageOf,
  webhookUrlOf,
} from "./engine-set-up.ts";
import { median, printTable } from "./processes.ts";

const ROUNDS = 40;
const COUNT = 500;
const CONNECTIONS = 16;
const TARGET_PERCENT = 2;

interface Variant {
  readonly name: string;
  readonly bench: Bench;
  readonly url: string;
  /** Processor time of an execution in milliseconds, of the server and its database, in each round. */
  readonly costs: number[];
}

/**
 * What traces, metrics and hard limits add to the processor time of an execution. Servers with and without them take
 * turns every few hundred executions, and each round is compared with itself: that shows a difference of one percent
 * on a machine whose speed changes by the minute, where rates do not.
 */
export async function measureCosts(serverUrl: string): Promise<boolean> {
  const variants: Variant[] = [];
  try {
    // Twice nothing: how far the figures can be trusted.
    for (const extras of [[], [], ["metrics"], ["traces"], ["limits"]] satisfies Extra[][])
      variants.push(await openVariant(serverUrl, extras));
    for (let round = -4; round < ROUNDS; round++) {
      // Each begins as often as the others.
      const order = variants.map((_, place) => variants[(place + round + variants.length) % variants.length]);
      for (const variant of order) if (variant) await measureRound(variant, round >= 0);
    }
  } finally {
    for (const { bench } of variants) await bench.close();
  }
  return report(variants);
}

async function openVariant(serverUrl: string, extras: Extra[]): Promise<Variant> {
  const bench = await startBench({ serverUrl }, extras);
  const url = await webhookUrlOf(bench, await publishEcho(bench), "acc-0");
  return { name: extras.join(", ") || "nothing", bench, url, costs: [] };
}

async function measureRound({ bench, url, costs }: Variant, counts: boolean): Promise<void> {
  await bench.reset();
  const before = await readCpuS(bench);
  const driven = await bench.drive({ url, connections: CONNECTIONS, count: COUNT });
  const arrived = await bench.untilArrived(driven.accepted);
  const after = await readCpuS(bench);
  if (arrived.unique !== COUNT) throw new Error(`${arrived.unique} of ${COUNT} executions arrived.`);
  // The first rounds warm up.
  if (counts) costs.push((1000 * sum(after, before)) / COUNT);
}

/** Sessions begin and end: what one had used before counts once, and only if it is still there. */
function sum(after: Map<number, number>, before: Map<number, number>): number {
  return [...after].reduce((total, [pid, seconds]) => total + seconds - (before.get(pid) ?? 0), 0);
}

/** Processor time in seconds, by process: of the server and of the sessions of its database. */
async function readCpuS({ server, databaseUrl }: Bench): Promise<Map<number, number>> {
  if (databaseUrl === undefined || server.pid === undefined)
    throw new Error("The bench has no database of its own.");
  const sessions = await askDatabase<{ pid: number }>(
    databaseUrl,
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  const pids = [server.pid, ...sessions.map(({ pid }) => pid)];
  return new Map(pids.map((pid) => [pid, readSecondsOf(pid)]));
}

/** Of a session that has just ended: 0. */
function readSecondsOf(pid: number): number {
  try {
    return usageOf({ pid }).cpuS;
  } catch {
    return 0;
  }
}

function report([base, ...others]: readonly Variant[]): boolean {
  if (base === undefined) return false;
  const rows = others.map(({ name, costs }) => {
    const percents = costs.map((cost, round) => 100 * (cost / (base.costs[round] ?? Number.NaN) - 1));
    const sorted = percents.toSorted((one, other) => one - other);
    return {
      "switched on": name,
      "ms/execution": median(costs).toFixed(2),
      "more than without": `${median(percents).toFixed(1)} %`,
      "half of the rounds": `${sorted[Math.floor(ROUNDS / 4)]?.toFixed(1)} to ${sorted[Math.floor((3 * ROUNDS) / 4)]?.toFixed(1)} %`,
      percent: median(percents),
    };
  });
  printTable(
    `Processor time of webhook → transform → POST, server and database: ${median(base.costs).toFixed(2)} ms; target ≤ ${TARGET_PERCENT} % more, ${ROUNDS} rounds of ${COUNT}`,
    rows.map(({ percent: _percent, ...row }) => row),
  );
  return rows.every(({ percent }) => percent <= TARGET_PERCENT);
}
