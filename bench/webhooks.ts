// How many signed deliveries of 1 KiB one process makes per second, with an attempt row for each, and how long one
// takes from the event to its endpoint. Driver, sink, server and database share the machine; each figure is the median
// of three after a warm-up. Run it with `npm run bench:webhooks`.
import { setTimeout as sleep } from "node:timers/promises";
import { openPostgres } from "../server/src/platform/database/postgres.ts";
import { createId } from "../server/src/platform/id.ts";
import { createLog } from "../server/src/platform/log.ts";
import { buildNotifyStatement, type NotifyEvent } from "../server/src/webhooks/notify.ts";
import { type Bench, onDatabase, startBench, usageOf } from "./engine-set-up.ts";
import { median, printTable } from "./processes.ts";
import { measureYardstick } from "./yardstick.ts";

const ROUNDS = 3;
const DELIVERIES = 20_000;
const EVENTS_AT_ONCE = 500;
const TARGET = 5000;
const PAYLOAD_BYTES = 1024;
// The driver waits while the backlog is longer than this, so that queueing is not part of the measurement.
const LONGEST_BACKLOG = 10_000;

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:webhooks`.");
const yardstick = await measureYardstick(serverUrl);
let missed = false;
for (const endpoints of [50, 1]) await withBench((bench) => measureThroughput(bench, endpoints));
await withBench(measureLatency);
if (missed) process.exitCode = 1;

async function withBench(measure: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = await startBench({ serverUrl: serverUrl ?? "" });
  try {
    await measure(bench);
  } finally {
    await bench.close();
  }
}

/**
 * Creates webhooks that subscribe to one workflow each; returns functions that send events and wait for the deliveries.
 */
async function prepare(bench: Bench, endpoints: number) {
  const workflowIds: string[] = [];
  for (let n = 0; n < endpoints; n++) {
    const { _id: id } = await bench.api("POST", "/api/v2/public/workflow", { name: `Workflow ${n}` });
    workflowIds.push(id);
    await bench.api("POST", "/api/v2/public/webhook", {
      webhook_url: `${bench.sinkUrl}/hooks/${n}`,
      webhook_events: ["Workflow Completed"],
      workflow_ids: [id],
    });
  }
  const database = await openPostgres(bench.databaseUrl ?? "", createLog("error"));
  const scope = {
    orgId: bench.orgId,
    environment: "test" as const,
    account: { id: createId(), accountId: "acc-0" },
  };
  const eventOf = (n: number): NotifyEvent => {
    const at = new Date();
    const facts = { id: `event-${n}`, ts: performance.timeOrigin + performance.now() };
    const room = PAYLOAD_BYTES - JSON.stringify({ ...facts, text: "" }).length;
    const payload = { ...facts, text: "x".repeat(room) };
    return { scope, event: "Workflow Completed", payload, workflowId: workflowIds[n % endpoints], at };
  };
  return {
    tell: async (from: number, count: number) => {
      await database.batch([
        buildNotifyStatement(Array.from({ length: count }, (_, n) => eventOf(from + n))),
      ]);
      await database.notify("junctor_work", "webhooks");
    },
    attempts: async () => {
      const text =
        "select count(*)::int as count from webhook_attempts where status_code = 200 and error is null";
      const [row] = await database.query<{ count: number }>({ name: "count", text }, []);
      return row?.count ?? 0;
    },
    close: () => database.close(),
  };
}

async function measureThroughput(bench: Bench, endpoints: number): Promise<void> {
  const { tell, attempts, close } = await prepare(bench, endpoints);
  const rows = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await onDatabase(bench.databaseUrl ?? "", ["truncate webhook_attempts, webhook_deliveries"]);
    await bench.reset();
    const before = usageOf(bench.server);
    const startedAt = performance.now();
    for (let n = 0; n < DELIVERIES; n += EVENTS_AT_ONCE) {
      await tell(n, EVENTS_AT_ONCE);
      while (n - (await bench.arrived()).unique > LONGEST_BACKLOG) await sleep(20);
    }
    const arrived = await bench.untilArrived(DELIVERIES);
    while ((await attempts()) < arrived.unique) await sleep(20);
    const seconds = (performance.now() - startedAt) / 1000;
    const after = usageOf(bench.server);
    // The first round warms up.
    if (round === 0) continue;
    rows.push({
      "deliveries/s": Math.round(arrived.unique / seconds),
      lost: DELIVERIES - arrived.unique,
      doubled: arrived.duplicates,
      "attempt rows": await attempts(),
      "server ms/delivery": ((1000 * (after.cpuS - before.cpuS)) / DELIVERIES).toFixed(3),
      "RSS MiB": after.rssMiB,
    });
  }
  await close();
  const rate = median(rows.map((row) => row["deliveries/s"]));
  const title = `${DELIVERIES} events, ${endpoints} endpoint(s): median ${rate} deliveries/s`;
  printTable(endpoints > 1 ? `${title} (target ${TARGET}, here ${yardstick.of(TARGET)})` : title, rows);
  if (endpoints > 1 && rate < yardstick.of(TARGET)) missed = true;
  if (rows.some((row) => row.lost !== 0 || row.doubled !== 0 || row["attempt rows"] !== DELIVERIES))
    missed = true;
}

async function measureLatency(bench: Bench): Promise<void> {
  const { tell, close } = await prepare(bench, 10);
  await tell(0, 2000);
  await bench.untilArrived(2000);
  const rows = [];
  for (const rate of [5, 200]) {
    await sleep(1000);
    await bench.reset();
    const count = rate * 8;
    for (let n = 0; n < count; n++) {
      await Promise.all([tell(10_000 + n, 1), sleep(1000 / rate)]);
    }
    const { unique, latency } = await bench.untilArrived(count);
    rows.push({
      "events/s": rate,
      arrived: unique,
      "p50 ms": latency.p50,
      "p99 ms": latency.p99,
      "max ms": latency.max,
    });
    if (unique !== count) missed = true;
  }
  await close();
  printTable("From the event to the endpoint, 10 endpoints", rows);
}
