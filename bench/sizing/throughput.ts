// What one, two and four processes on one PostgreSQL do: executions a second, memory, connections, and what an execution
// costs the processes, the database and its write-ahead log; then the rate at which the largest of these no longer keeps
// up. Run it with `npm run bench:sizing`; it needs PostgreSQL. Driver, sink, processes and database share the machine.
import { setTimeout as sleep } from "node:timers/promises";
import { askDatabase, type Bench, publishEcho, startBench, usageOf, webhookUrlOf } from "../engine-set-up.ts";
import { median, printTable } from "../processes.ts";
import { measureYardstick } from "../yardstick.ts";

const ROUNDS = 3;
const COUNT = 6000;
const CONNECTIONS = 32;
const RATES = [50, 100, 200, 300, 400, 600, 800, 1200, 1600];
const RATE_S = 10;
// Somebody who waits for the result notices more than that.
const MOST_P95_MS = 1000;

const SHAPES = [
  { name: "1: `all`", command: "all", beside: [] },
  { name: "2: `serve`, `work`", command: "serve", beside: ["work"] },
  { name: "4: 2 `serve`, 2 `work`", command: "serve", beside: ["serve", "work", "work"] },
] as const;

interface Figures {
  readonly rate: number;
  readonly processMs: number;
  readonly databaseMs: number;
  readonly walKb: number;
}

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:sizing`.");
await measureYardstick(serverUrl);
const rows = [];
for (const { name, ...shape } of SHAPES) {
  const bench = await startBench({ serverUrl, ...shape });
  try {
    const urls = await publish(bench);
    const rounds: Figures[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const figures = await measureRound(bench, urls);
      // The first round warms up.
      if (round > 0) rounds.push(figures);
    }
    const of = (figure: keyof Figures) => median(rounds.map((round) => round[figure]));
    const connections = await countConnections(bench);
    const memory = bench.processes.map(({ command, child }) => `${command} ${usageOf(child).rssMiB}`);
    rows.push({
      processes: name,
      "executions/s": Math.round(of("rate")),
      "processes, ms/execution": of("processMs").toFixed(2),
      "PostgreSQL, ms/execution": of("databaseMs").toFixed(2),
      "log, KB/execution": of("walKb").toFixed(1),
      "RSS, MiB": memory.join(", "),
      connections,
    });
    if (name === SHAPES.at(-1)?.name) await findKnee(bench, urls);
  } finally {
    await bench.close();
  }
}
printTable(`Webhook → transform → POST, median of ${ROUNDS} rounds of ${COUNT}`, rows);

/** Publishes the workflow; returns its address at each process that serves. */
async function publish(bench: Bench): Promise<string[]> {
  const url = new URL(await webhookUrlOf(bench, await publishEcho(bench), "acc-0"));
  return bench.processes.flatMap((one) => (one.url === undefined ? [] : one.url + url.pathname));
}

async function measureRound(bench: Bench, urls: readonly string[]): Promise<Figures> {
  await bench.reset();
  const before = await readUsed(bench);
  const share = { connections: CONNECTIONS / urls.length, count: COUNT / urls.length };
  const driven = await Promise.all(urls.map((url) => bench.drive({ url, ...share })));
  const { unique, windowS } = await bench.untilArrived(COUNT);
  const after = await readUsed(bench);
  if (unique !== COUNT) throw new Error(`${unique} of ${COUNT} executions arrived.`);
  return {
    rate: COUNT / Math.max(windowS, ...driven.map(({ seconds }) => seconds)),
    processMs: (1000 * (after.processS - before.processS)) / COUNT,
    databaseMs: (1000 * (after.databaseS - before.databaseS)) / COUNT,
    walKb: (after.walBytes - before.walBytes) / 1000 / COUNT,
  };
}

/** Raises the rate until the end of an execution comes too late. */
async function findKnee(bench: Bench, urls: readonly string[]): Promise<void> {
  const steps = [];
  for (const rate of RATES) {
    await bench.reset();
    const before = await readUsed(bench);
    const order = { connections: CONNECTIONS, rate: rate / urls.length, seconds: RATE_S };
    const driven = await Promise.all(urls.map((url) => bench.drive({ url, ...order })));
    const accepted = driven.reduce((sum, one) => sum + one.accepted, 0);
    const { latency } = await bench.untilArrived(accepted);
    const after = await readUsed(bench);
    steps.push({
      "executions/s": rate,
      "end p50 ms": latency.p50,
      "end p95 ms": latency.p95,
      "end p99 ms": latency.p99,
      "cores of the processes": ((after.processS - before.processS) / RATE_S).toFixed(2),
      "cores of PostgreSQL": ((after.databaseS - before.databaseS) / RATE_S).toFixed(2),
      "log, MB/s": ((after.walBytes - before.walBytes) / 1e6 / RATE_S).toFixed(1),
    });
    if (latency.p95 > MOST_P95_MS) break;
    await sleep(2000);
  }
  printTable(`Four processes at a fixed rate, ${RATE_S} s each, until p95 > ${MOST_P95_MS} ms`, steps);
}

async function countConnections({ databaseUrl }: Bench): Promise<number> {
  const [row] = await askDatabase<{ count: number }>(
    databaseUrl ?? "",
    "select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  return row?.count ?? 0;
}

/** Processor time of the processes, and of PostgreSQL with its background writers, in seconds; its log in bytes. */
async function readUsed({ processes, databaseUrl }: Bench) {
  const sessions = await askDatabase<{ pid: number; wal: number }>(
    databaseUrl ?? "",
    `select pid, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal from pg_stat_activity
      where pid <> pg_backend_pid() and (datname = current_database() or datname is null)`,
  );
  const total = (pids: readonly (number | undefined)[]) =>
    pids.reduce<number>((sum, pid) => sum + readCpuS(pid), 0);
  return {
    processS: total(processes.map(({ child }) => child.pid)),
    databaseS: total(sessions.map(({ pid }) => pid)),
    walBytes: sessions[0]?.wal ?? 0,
  };
}

/** Of a session that has just ended: 0. */
function readCpuS(pid: number | undefined): number {
  try {
    return usageOf({ pid }).cpuS;
  } catch {
    return 0;
  }
}
