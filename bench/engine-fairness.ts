import { setTimeout as sleep } from "node:timers/promises";
import { askDatabase, type Bench, onDatabase, publishEcho, webhookUrlOf } from "./engine-set-up.ts";
import { median, printTable } from "./processes.ts";

const BACKLOG = 100_000;
const ROUNDS = 3;
const RATE = 50;
const SECONDS = 6;
const TARGETS = { p50: 10, p99: 50 };

/** How soon other accounts' executions end while one account has a backlog. */
export async function measureFairness(bench: Bench): Promise<boolean> {
  const { databaseUrl } = bench;
  if (!databaseUrl) throw new Error("This is measured on a PostgreSQL server.");
  const workflowId = await publishEcho(bench);
  const url = await webhookUrlOf(bench, workflowId, "acc-0");
  await bench.api("PUT", "/api/v2/public/linked-account", { linked_account_id: "hog" });
  await bench.drive({ url, connections: 16, count: 4000 });
  await fillBacklog(databaseUrl, workflowId);
  await sleep(2000);
  let allEnded = true;
  const rows = [];
  for (let round = 0; round < ROUNDS; round++) {
    const since = new Date();
    const before = await countEnded(databaseUrl);
    const driven = await bench.drive({ url, connections: 16, rate: RATE, seconds: SECONDS });
    // Anything unfinished by then fails the measurement: leaving it out would make the percentiles look better.
    await sleep(2000);
    const { p50, p99, ended } = await endings(databaseUrl, since);
    allEnded &&= ended === driven.accepted && driven.accepted === driven.sent;
    const { hog, waiting } = await countEnded(databaseUrl);
    rows.push({
      "others: ended": `${ended} of ${driven.accepted}`,
      "p50 ms": p50,
      "p99 ms": p99,
      "hog/s": Math.round((hog - before.hog) / driven.seconds),
      "hog waiting": waiting,
    });
  }
  const p50 = median(rows.map((row) => row["p50 ms"]));
  const p99 = median(rows.map((row) => row["p99 ms"]));
  printTable(
    `Accepted to ended, of ${RATE}/s beside one account's backlog of ${BACKLOG}: p50 ${p50}, p99 ${p99} (targets ${TARGETS.p50}, ${TARGETS.p99})`,
    rows,
  );
  return allEnded && p50 <= TARGETS.p50 && p99 <= TARGETS.p99;
}

/** Inserts runs of the account `hog`, as if all had been accepted at once. */
async function fillBacklog(databaseUrl: string, workflowId: string): Promise<void> {
  await onDatabase(databaseUrl, [
    `insert into runs (id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, config_id,
        status, source, event_name, execution_type, settings, input, created_at, updated_at, lane, ready_at)
      select lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || lpad(to_hex(i), 12, '0'), a.org_id, a.environment, a.id,
        '${workflowId}', 1, 'Benchmark', 'hog', 'RUNNING', 'Event', 'Webhook', 'ASYNC', '{"fields":{},"workflowFields":{}}',
        json_build_object('id', 'hog-' || i, 'qty', 1), now(), now(), a.id, now()
      from linked_accounts a, generate_series(1, ${BACKLOG}) i where a.account_id = 'hog'`,
    `insert into run_steps (run_id, path, attempt, node_id, status, started_at, duration_ms)
      select id, 'start', 1, 'start', 'Success', now(), 0 from runs where config_id = 'hog'`,
  ]);
}

async function endings(databaseUrl: string, since: Date) {
  const [row = { p50: 0, p99: 0, ended: 0 }] = await askDatabase<{ p50: number; p99: number; ended: number }>(
    databaseUrl,
    `select count(*)::int as ended, round(percentile_cont(0.5) within group (order by ms)::numeric, 1)::float as p50,
        round(percentile_cont(0.99) within group (order by ms)::numeric, 1)::float as p99
      from (select extract(epoch from finished_at - created_at) * 1000 as ms from runs
        where config_id <> 'hog' and created_at >= $1 and status = 'COMPLETED') ended`,
    [since],
  );
  return row;
}

async function countEnded(databaseUrl: string) {
  const [row = { hog: 0, waiting: 0 }] = await askDatabase<{ hog: number; waiting: number }>(
    databaseUrl,
    `select count(*) filter (where status = 'COMPLETED')::int as hog, count(*) filter (where ready_at is not null)::int as waiting
      from runs where config_id = 'hog'`,
  );
  return row;
}
