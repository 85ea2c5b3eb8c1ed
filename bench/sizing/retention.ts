// What it costs to delete old executions by rows and by partitions, and how much disk each of their tables takes. Run it with
// `npm run bench:retention`; it needs PostgreSQL. `EXECUTIONS` sets how many are deleted, 1,000,000 by default; a fifth
// as many newer ones stay.

import type { Database } from "../../server/src/platform/database/database.ts";
import { deletePartitions } from "../../server/src/platform/database/partitions/delete-partitions.ts";
import { openPostgres } from "../../server/src/platform/database/postgres.ts";
import { migrate } from "../../server/src/platform/database/schema/migrate.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { DAY_MS } from "../../server/src/platform/moment.ts";
import { deleteOldRuns, RUN_HISTORY } from "../../server/src/runs/old-runs.ts";
import { askDatabase, onDatabase } from "../engine-set-up.ts";
import { printTable } from "../processes.ts";
import { createOldPartitions } from "./old-partitions.ts";

const EXECUTIONS = Number(process.env.EXECUTIONS ?? 1_000_000);
const TABLES = [
  "runs",
  "run_steps",
  "run_search",
  "received_events",
  "provider_requests",
  "webhook_deliveries",
];
const BATCH = 500;
/** SQL: the id of a row `i` with the time `at`. */
const ID = "lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || lpad(to_hex(i), 12, '0')";
const log = createLog("warn");
const now = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:retention`.");
const figures: Record<string, string | number>[] = [];
for (const form of ["rows", "partitions"] as const) {
  const name = `junctor_retention_${process.pid}_${form}`;
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  await onDatabase(serverUrl, [`create database ${name}`]);
  const database = await openPostgres(url, log);
  await migrate(database);
  if (form === "partitions") await createOldPartitions(url, now);
  const filledS = await fill(url);
  if (form === "rows") await printSizes(url);
  figures.push({ "deleted by": form, "filled in (s)": filledS, ...(await measure(database, url, form)) });
  await database.close();
  await onDatabase(serverUrl, [`drop database ${name} with (force)`]);
}
printTable(`${EXECUTIONS} of ${EXECUTIONS * 1.2} executions`, figures);

function rowsOf(count: number, from: Date, to: Date): string {
  return `(select i, timestamptz '${from.toISOString()}' + (timestamptz '${to.toISOString()}' - timestamptz '${from.toISOString()}')
    * (i::float8 / ${count + 1}) as at from generate_series(1, ${count}) i) rows`;
}

async function fill(url: string): Promise<string> {
  const startedAt = performance.now();
  for (const rows of [rowsOf(EXECUTIONS, daysAgo(32), daysAgo(30)), rowsOf(EXECUTIONS / 5, daysAgo(28), now)])
    await onDatabase(url, [
      "set session_replication_role = replica",
      `insert into runs (id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, slug, config_id,
          status, source, event_name, execution_type, settings, input, created_at, updated_at, started_at, finished_at, lane)
        select ${ID}, 'org', 'test', 'acc' || i % 1000, 'f' || i % 50, 1, 'Orders to invoices', 'app-' || i % 20, 'config-' || i % 1000,
          case when i % 20 = 3 then 'ERRORED' else 'COMPLETED' end, 'Event', 'order.created', 'ASYNC',
          '{"fields":{"channel":"orders"},"workflowFields":{}}', json_build_object('order', i, 'note', repeat('n', 200)), at, at, at, at, 'acc' || i % 1000
        from ${rows}`,
      `insert into run_steps (run_id, path, attempt, node_id, status, input, output, started_at, duration_ms)
        select ${ID}, 'step' || n, 1, 'step' || n, 'Success', case when n > 0 then json_build_object('order', i, 'body', repeat('i', 150)) end,
          case when n > 0 then json_build_object('id', i, 'body', repeat('o', 300)) end, at, 12
        from ${rows}, generate_series(0, 3) n`,
      `insert into run_search (run_id, terms) select ${ID}, array[i % 7, i % 1000, i % 1000 + 2000]::bigint[]
          || (select array_agg(i * 4000000007 + n) from generate_series(1, 7) n) from ${rows}`,
      `insert into received_events (id, org_id, environment, account_id, name, config_id, payload, matched, received_at)
        select ${ID}, 'org', 'test', 'acc' || i % 1000, 'order.created', 'config-' || i % 1000, json_build_object('order', i, 'note', repeat('n', 200)), 1, at from ${rows}`,
      `insert into provider_requests (id, org_id, environment, account_id, slug, connection_id, cause, subject, run_id, step_path,
          method, url, status, status_class, duration_ms, request, response, created_at)
        select ${ID}, 'org', 'test', 'acc' || i % 1000, 'app-' || i % 20, 'c' || i % 1000, 'step', 'Create invoice', ${ID}, 'step1', 'POST',
          'https://api.example.com/v1/invoices', 201, 2, 120, json_build_object('headers', json_build_object('content-type', 'application/json'), 'body', repeat('q', 300)),
          json_build_object('headers', json_build_object('content-type', 'application/json', 'date', at), 'body', repeat('r', 400)), at from ${rows}`,
    ]);
  await onDatabase(url, ["vacuum analyze", "checkpoint"]);
  return ((performance.now() - startedAt) / 1000).toFixed(0);
}

async function printSizes(url: string): Promise<void> {
  const rows = await askDatabase<{ table: string; bytes: number; heap: number }>(
    url,
    `select c.relname as table, pg_total_relation_size(c.oid)::float8 as bytes, pg_table_size(c.oid)::float8 as heap
      from pg_class c where c.relname = any ($1) order by 2 desc`,
    [TABLES],
  );
  printTable(
    "Bytes an execution",
    rows.map(({ table, bytes, heap }) => ({
      table,
      rows: Math.round(heap / EXECUTIONS / 1.2),
      indexes: Math.round((bytes - heap) / EXECUTIONS / 1.2),
    })),
  );
}

/** Seconds, WAL and disk of deleting, and of what vacuuming costs afterwards. */
async function measure(database: Database, url: string, form: "rows" | "partitions") {
  const before = await read(url);
  const startedAt = performance.now();
  for (;;) if ((await deleteOldRuns(database, daysAgo(30), BATCH)) < BATCH) break;
  const deletedMs = performance.now() - startedAt;
  if (form === "partitions") await deletePartitions(database, RUN_HISTORY, { before: daysAgo(30), log });
  const droppedMs = performance.now() - startedAt - deletedMs;
  const deleted = await read(url);
  const vacuumedAt = performance.now();
  await onDatabase(url, ["vacuum runs, run_steps, run_search"]);
  const after = await read(url);
  return {
    "before (MiB)": before.mib,
    "deleted in (s)": (deletedMs / 1000).toFixed(1),
    "dropped in (s)": (droppedMs / 1000).toFixed(2),
    "WAL (MiB)": Math.round(deleted.wal - before.wal),
    "vacuumed in (s)": ((performance.now() - vacuumedAt) / 1000).toFixed(1),
    "WAL of vacuum (MiB)": Math.round(after.wal - deleted.wal),
    "after (MiB)": after.mib,
  };
}

async function read(url: string): Promise<{ mib: number; wal: number }> {
  const [row] = await askDatabase<{ mib: number; wal: number }>(
    url,
    `select round(sum(pg_total_relation_size(c.oid)) / 1048576)::int as mib,
        pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 / 1048576 as wal
      from pg_class c where c.relname ~ '^(runs|run_steps|run_search)' and c.relkind = 'r'`,
  );
  return row ?? { mib: 0, wal: 0 };
}
