// The engine's figures: executions per second, latency, fairness, accepting, idle cost, throughput beside many rows, and
// what traces, metrics and limits cost. Run it with `npm run bench:engine` (all) or `npm run bench:engine -- throughput
// expressions code embedded latency fairness accept idle flat costs`; `-- costs traces limits` compares only these with
// nothing, in ROUNDS rounds. Driver, sink, server and database share the machine; each figure is the median of three
// after a warm-up.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { measureCosts } from "./engine-costs.ts";
import { measureFairness } from "./engine-fairness.ts";
import { measureFlat } from "./engine-flat.ts";
import { measureIdle } from "./engine-idle.ts";
import { askDatabase, type Bench, publishLine, startBench, usageOf, webhookUrlOf } from "./engine-set-up.ts";
import { summary } from "./load/summary.ts";
import { median, printTable } from "./processes.ts";
import { measureYardstick } from "./yardstick.ts";

const ROUNDS = 3;
const CONNECTIONS = 32;
const TARGETS = {
  throughput: 2400,
  expressions: 2400,
  code: 1400,
  embedded: 700,
  accept: 6000,
  rssMiB: 300,
  embeddedCommitMs: 250,
};

const TAKEN_OVER = {
  id: "{{ input.id }}",
  ts: "{{ input.ts }}",
  total: "{{ input.qty }}",
  label: "order of {{ input.name }}",
};
const COMPUTED = {
  ...TAKEN_OVER,
  total: "{{ input.qty * input.price }}",
  label: "{{ input.name.toUpperCase() }}",
};

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:engine`.");
const asked = process.argv.slice(2);
const wants = (name: string) => asked.length === 0 || asked.includes(name);
const yardstick = await measureYardstick(serverUrl);
let missed = false;

const onServer = async (measure: (bench: Bench) => Promise<boolean>) => run({ serverUrl }, measure);
if (wants("throughput")) await onServer((bench) => measureThroughput(bench, "transform", TARGETS.throughput));
if (wants("expressions"))
  await onServer((bench) => measureThroughput(bench, "expressions", TARGETS.expressions));
if (wants("code")) await onServer((bench) => measureThroughput(bench, "code", TARGETS.code));
if (wants("embedded")) {
  const dataDir = mkdtempSync(join(tmpdir(), "junctor-bench-"));
  await run({ dataDir }, (bench) =>
    measureThroughput(bench, "transform, embedded database", TARGETS.embedded),
  );
  rmSync(dataDir, { recursive: true });
}
if (wants("latency")) await onServer(measureLatency);
if (wants("fairness")) await onServer(measureFairness);
if (wants("accept")) await run({ serverUrl, command: "serve" }, measureAccepting);
if (wants("idle")) await onServer(measureIdle);
if (wants("flat")) await onServer(measureFlat);
if (wants("costs") && !(await measureCosts(serverUrl, asked))) missed = true;
if (missed) process.exitCode = 1;

async function run(
  where: Parameters<typeof startBench>[0],
  measure: (bench: Bench) => Promise<boolean>,
): Promise<void> {
  const bench = await startBench(where);
  try {
    if (!(await measure(bench))) missed = true;
  } finally {
    await bench.close();
  }
}

/** Publishes webhook → transform (or code) → POST to the sink; returns the address that triggers it. */
async function publishFlow(bench: Bench, kind: string): Promise<string> {
  const shape =
    kind === "code"
      ? {
          id: "shape",
          type: "ai_code_executor",
          data: {
            code: "return { id: input.id, ts: input.ts, total: input.qty * input.price, label: input.name.toUpperCase() }",
          },
        }
      : { id: "shape", type: "transform", data: { output: kind === "expressions" ? COMPUTED : TAKEN_OVER } };
  const post = {
    id: "post",
    type: "http",
    data: { method: "POST", url: `${bench.sinkUrl}/orders`, body: "{{ node.shape.body }}" },
  };
  const workflowId = await publishLine(bench, [shape, post]);
  return webhookUrlOf(bench, workflowId, "acc-0");
}

async function measureThroughput(bench: Bench, kind: string, target: number): Promise<boolean> {
  const url = await publishFlow(bench, kind);
  const count = kind.includes("embedded") ? 4000 : 10_000;
  const rows = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await bench.reset();
    const before = usageOf(bench.server);
    const driven = await bench.drive({
      url,
      connections: CONNECTIONS,
      count: round === 0 ? count / 2 : count,
    });
    const arrived = await bench.untilArrived(driven.accepted);
    const after = usageOf(bench.server);
    const incomplete = await countIncomplete(bench);
    const commits = summary(bench.commits());
    // The first round warms up.
    if (round === 0) continue;
    rows.push({
      "executions/s": Math.round(arrived.unique / Math.max(arrived.windowS, driven.seconds)),
      "accepted/s": Math.round(driven.accepted / driven.seconds),
      lost: driven.accepted - arrived.unique,
      doubled: arrived.duplicates,
      refused: driven.sent - driven.accepted,
      incomplete,
      "echo p50 ms": arrived.latency.p50,
      "echo p99 ms": arrived.latency.p99,
      "trace requests": arrived.traceRequests,
      "commit p50 ms": commits.p50,
      "commit p99 ms": commits.p99,
      "server ms/execution": ((1000 * (after.cpuS - before.cpuS)) / driven.accepted).toFixed(2),
      "RSS MiB": after.rssMiB,
    });
  }
  const rate = median(rows.map((row) => row["executions/s"]));
  printTable(
    `Webhook → ${kind} → POST: median ${rate}/s (target ${target}, here ${yardstick.of(target)})`,
    rows,
  );
  const isWhole = rows.every((row) => row.lost + row.doubled + row.refused + row.incomplete === 0);
  // Only for the transform: the other kinds include the memory of the sandbox's threads or of the embedded database.
  const isSmall = kind !== "transform" || rows.every((row) => row["RSS MiB"] <= TARGETS.rssMiB);
  // The commit time bounds how many calls a crash repeats: those made but not yet committed.
  const isSoon =
    !kind.includes("embedded") || median(rows.map((row) => row["commit p99 ms"])) <= TARGETS.embeddedCommitMs;
  return rate >= yardstick.of(target) && isWhole && isSmall && isSoon;
}

/**
 * Executions that have not completed or lack one of their three steps, according to the database; 0 if it is embedded.
 */
async function countIncomplete({ databaseUrl }: Bench): Promise<number> {
  if (!databaseUrl) return 0;
  // The last ones may have posted to the sink but not committed yet.
  await sleep(500);
  const [row] = await askDatabase<{ count: number }>(
    databaseUrl,
    `select count(*)::int from runs where status <> 'COMPLETED'
      or (select count(*) from run_steps where run_id = runs.id and run_steps.status = 'Success') <> 3`,
  );
  return row?.count ?? 0;
}

async function measureLatency(bench: Bench): Promise<boolean> {
  const url = await publishFlow(bench, "transform");
  await bench.drive({ url, connections: CONNECTIONS, count: 6000 });
  await bench.reset();
  const saturated = await bench.drive({ url, connections: CONNECTIONS, count: 8000 });
  const { unique, windowS } = await bench.untilArrived(saturated.accepted);
  const half = Math.round(unique / Math.max(windowS, saturated.seconds) / 2);
  await sleep(3000);
  const rows: { rate: number; p50: number; p99: number; max: number; lost: number }[] = [];
  for (const [rate, seconds] of [
    [5, 20],
    [half, 5],
  ] as const)
    for (let round = 0; round < ROUNDS; round++) {
      await bench.reset();
      const driven = await bench.drive({ url, connections: 64, rate, seconds });
      const { latency, unique } = await bench.untilArrived(driven.accepted);
      rows.push({
        rate,
        p50: latency.p50,
        p99: latency.p99,
        max: latency.max,
        lost: driven.accepted - unique,
      });
    }
  printTable("Trigger to outgoing call, ms (targets: 5/s: p50 5, p99 12; half: p50 10, p99 50)", rows);
  const of = (rate: number, key: "p50" | "p99") =>
    median(rows.filter((row) => row.rate === rate).map((row) => row[key]));
  if (rows.some(({ lost }) => lost !== 0)) return false;
  return of(5, "p50") <= 5 && of(5, "p99") <= 12 && of(half, "p50") <= 10 && of(half, "p99") <= 50;
}

async function measureAccepting(bench: Bench): Promise<boolean> {
  const url = await publishFlow(bench, "transform");
  const rows = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const { accepted, sent, seconds, response } = await bench.drive({
      url,
      connections: 64,
      seconds: 4,
    });
    if (round > 0)
      rows.push({
        "accepted/s": Math.round(accepted / seconds),
        refused: sent - accepted,
        p50: response.p50,
        p99: response.p99,
      });
  }
  const rate = median(rows.map((row) => row["accepted/s"]));
  printTable(
    `Triggers accepted, each after its commit: median ${rate}/s (target ${TARGETS.accept}, here ${yardstick.of(TARGETS.accept)})`,
    rows,
  );
  return rate >= yardstick.of(TARGETS.accept) && rows.every(({ refused }) => refused === 0);
}
