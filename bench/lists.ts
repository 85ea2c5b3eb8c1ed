// What a page of a list costs with 1,000, 100,000 and 1,000,000 linked accounts and executions, over one connection with
// an API key, one `serve` process for each size, asked in turn. Run it by `npm run bench:lists`: it needs PostgreSQL.
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type Bench, onDatabase, startBench } from "./engine-set-up.ts";
import { median, printTable } from "./processes.ts";

const SIZES = [1000, 100_000, 1_000_000];
const ROUNDS = 5;
const REQUESTS = 150;
const MOST = 1.5;
const KEY = "tk-benchmark-key-of-the-test-environment";

const ACCOUNTS = "/api/v2/public/linked-account";
const RUNS = "/api/v2/public/execution";
const WORKFLOW = `f${"0".repeat(22)}7`;
const DAY = { start_date: "2026-08-31", end_date: "2026-08-31" };

interface Case {
  readonly name: string;
  readonly path: string;
  readonly query?: (size: number) => Record<string, string | number>;
  /** Sent as the header `linked_account_id`. */
  readonly account?: string;
}

const anywhere = (size: number) => 1 + Math.floor((Math.random() * size) / 10);
const CASES: readonly Case[] = [
  { name: "account by id", path: `${ACCOUNTS}/acc-7` },
  { name: "accounts, page 1", path: ACCOUNTS },
  { name: "accounts, page 2", path: ACCOUNTS, query: () => ({ page: 2 }) },
  { name: "accounts, a page anywhere", path: ACCOUNTS, query: (size) => ({ page: anywhere(size) }) },
  { name: "accounts, last page", path: ACCOUNTS, query: (size) => ({ page: size / 10 }) },
  { name: "executions, page 1", path: RUNS },
  { name: "executions, page 2", path: RUNS, query: () => ({ page: 2 }) },
  { name: "executions, a page anywhere", path: RUNS, query: (size) => ({ page: anywhere(size) }) },
  { name: "executions, last page", path: RUNS, query: (size) => ({ page: size / 10 }) },
  { name: "executions, oldest first", path: RUNS, query: () => ({ sortAsc: "true" }) },
  { name: "of a large account", path: RUNS, account: "acc-1" },
  {
    name: "of a large account, anywhere",
    path: RUNS,
    account: "acc-1",
    query: (size) => ({ page: anywhere(size / 5) }),
  },
  { name: "of a small account", path: RUNS, account: "acc-2" },
  { name: "of a workflow", path: RUNS, query: () => ({ workflow_id: WORKFLOW }) },
  { name: "of one day", path: RUNS, query: () => DAY },
  {
    name: "of 50 days, anywhere",
    path: RUNS,
    query: (size) => ({ start_date: "2026-08-20", end_date: "2026-10-08", page: anywhere(size / 2) }),
  },
  { name: "COMPLETED", path: RUNS, query: () => ({ status: "COMPLETED" }) },
  { name: "ERRORED", path: RUNS, query: () => ({ status: "ERRORED" }) },
  { name: "RUNNING", path: RUNS, query: () => ({ status: "RUNNING" }) },
  { name: "ERRORED of a large account", path: RUNS, account: "acc-1", query: () => ({ status: "ERRORED" }) },
  { name: "by schedule", path: RUNS, query: () => ({ execution_source: "Schedule" }) },
  { name: "of an application", path: RUNS, query: () => ({ slug: "app-3" }) },
];

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:lists`.");
const benches = new Map<number, Bench>();
try {
  for (const size of SIZES) {
    const bench = await startBench({ serverUrl, command: "serve" });
    benches.set(size, bench);
    await fill(bench, size);
  }
  await run();
} finally {
  for (const bench of benches.values()) await bench.close();
}

async function run(): Promise<void> {
  const rows = [];
  let worst = 0;
  for (const one of CASES) {
    // The first round warms up, and lets the first reader do what later ones profit from.
    await measure(one);
    const rounds: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(one));
    const p50s = SIZES.map((_, index) => median(rounds.map((round) => round[index] ?? 0)));
    const ratio = median(rounds.map((round) => (round.at(-1) ?? 0) / (round[0] ?? 1)));
    worst = Math.max(worst, ratio);
    rows.push({
      "p50 in ms": one.name,
      ...Object.fromEntries(SIZES.map((size, index) => [`N = ${size}`, (p50s[index] ?? 0).toFixed(2)])),
      ratio: ratio.toFixed(2),
    });
  }
  const title = `${ROUNDS} rounds of ${REQUESTS} requests: the worst is ${worst.toFixed(2)} times the first (target ${MOST})`;
  printTable(`Lists of N rows, ${title}`, rows);
  if (worst > MOST) process.exitCode = 1;
}

/** The median time of an answer with each size; they take turns, so that whatever else the machine does meets all of them. */
async function measure({ path, query, account }: Case): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const headers = { "x-api-key": KEY, ...(account !== undefined && { linked_account_id: account }) };
  const times = new Map([...benches.keys()].map((size): [number, number[]] => [size, []]));
  for (let i = 0; i < REQUESTS; i++) {
    for (const [size, bench] of benches) {
      const url = new URL(path, bench.url);
      for (const [name, value] of Object.entries(query?.(size) ?? {}))
        url.searchParams.set(name, String(value));
      const startedAt = performance.now();
      const [answer] = (await once(get(url, { agent, headers }), "response")) as [IncomingMessage];
      answer.resume();
      await once(answer, "end");
      times.get(size)?.push(performance.now() - startedAt);
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}.`);
    }
  }
  agent.destroy();
  return [...times.values()].map(median);
}

/** `size` accounts and executions over 100 days, a fifth of them of one account, and 20 of each of some others. */
async function fill({ databaseUrl, orgId }: Bench, size: number): Promise<void> {
  const id = "lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || lpad(to_hex(i), 12, '0')";
  const series = `(select i, timestamptz '2026-08-01' + i * interval '100 days' / ${size} as at from generate_series(1, ${size}) i) rows`;
  await onDatabase(databaseUrl ?? "", [
    "delete from linked_accounts",
    `insert into linked_accounts (id, org_id, environment, account_id, name, udf, created_at, updated_at)
      select ${id}, '${orgId}', 'test', 'acc-' || i, 'Account ' || i, jsonb_build_array(jsonb_build_object(
        'key_name', 'plan', 'key_value', 'pro', '_id', lpad(to_hex(i), 24, 'a'),
        'createdAt', '2026-01-01T00:00:00.000Z', 'updatedAt', '2026-01-01T00:00:00.000Z')), at, at
      from ${series}`,
    `create temporary table owners as select id, right(account_id, -4)::int as n from linked_accounts`,
    "create unique index on owners (n)",
    `insert into runs (id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, slug, config_id,
        status, source, event_name, execution_type, settings, input, response, created_at, updated_at, started_at, finished_at, lane)
      select ${id}, '${orgId}', 'test', owners.id, 'f' || lpad(to_hex(i % 50), 23, '0'), 1,
        'Workflow ' || i % 50, 'app-' || i % 20, 'acc', case when i % (${size} / 20) = 9 then 'RUNNING' when i % 20 = 3 then 'ERRORED' else 'COMPLETED' end,
        case when i % 10 < 7 then 'Event' when i % 10 < 9 then 'Schedule' else 'API Call' end, 'order.created', 'ASYNC',
        '{"fields":{},"workflowFields":{}}', '{"order":{"id":1,"lines":[{"sku":"abc","qty":3}]}}', '{"ok":true}', at, at, at, at, owners.id
      from ${series} join owners on owners.n = case when i % 5 = 3 then 1 else 2 + (i / 20) % (${size} / 20) end`,
    "vacuum analyze",
  ]);
}
