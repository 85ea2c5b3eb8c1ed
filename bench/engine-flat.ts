import { type Bench, onDatabase, publishEcho, webhookUrlOf } from "./engine-set-up.ts";
import { median, printTable } from "./processes.ts";

const SIZES = [1000, 100_000, 1_000_000];
const ROUNDS = 3;
const COUNT = 8000;
const MOST_LOSS = 0.2;

/** Executions per second as the number of ended executions and linked accounts grows. */
export async function measureFlat(bench: Bench): Promise<boolean> {
  const { databaseUrl } = bench;
  if (!databaseUrl) throw new Error("This is measured on a PostgreSQL server.");
  const workflowId = await publishEcho(bench);
  const url = await webhookUrlOf(bench, workflowId, "acc-0");
  const rows = [];
  let filled = 0;
  for (const size of SIZES) {
    await fill(databaseUrl, workflowId, filled, size);
    filled = size;
    const rates = [];
    for (let round = 0; round <= ROUNDS; round++) {
      await bench.reset();
      const driven = await bench.drive({ url, connections: 32, count: COUNT });
      const arrived = await bench.untilArrived(driven.accepted);
      if (round > 0) rates.push(Math.round(arrived.unique / Math.max(arrived.windowS, driven.seconds)));
    }
    rows.push({
      "ended executions, linked accounts": size,
      "executions/s": median(rates),
      runs: rates.join(", "),
    });
  }
  const [first = 0] = rows.map((row) => row["executions/s"]);
  const share = Math.min(...rows.map((row) => row["executions/s"])) / first;
  printTable(
    `Cost beside many rows: the worst is ${Math.round(100 * share)} % of the first (target 80 %)`,
    rows,
  );
  return share >= 1 - MOST_LOSS;
}

/** Inserts ended executions with three steps each, each of a separate account. */
async function fill(databaseUrl: string, workflowId: string, from: number, to: number): Promise<void> {
  const series = `generate_series(${from + 1}, ${to}) i`;
  // Their ids sort before those of anything that runs.
  const id = "lpad(to_hex(i), 24, '0')";
  await onDatabase(databaseUrl, [
    `insert into linked_accounts (id, org_id, environment, account_id, created_at, updated_at)
      select ${id}, (select id from organizations limit 1), 'test', 'filler-' || i, now(), now() from ${series}`,
    `insert into runs (id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, config_id, status,
        source, execution_type, settings, input, created_at, updated_at, started_at, finished_at, lane, claim)
      select ${id}, (select id from organizations limit 1), 'test', ${id}, '${workflowId}', 1, 'Benchmark', 'filler', 'COMPLETED',
        'Event', 'ASYNC', '{}', '{"id":"x"}', now(), now(), now(), now(), ${id}, 1 from ${series}`,
    `insert into run_steps (run_id, path, attempt, node_id, status, output, started_at, duration_ms)
      select ${id}, step, 1, step, 'Success', '{"body":{"ok":true}}', now(), 1
      from ${series}, unnest(array['start', 'shape', 'post']) step`,
    "vacuum analyze",
    "checkpoint",
  ]);
}
