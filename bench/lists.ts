// What a page of a list costs with 10,000, 100,000 and 1,000,000 rows in it, over one connection
// with an API key, with one `serve` process per size, queried in turn. Run it with `npm run bench:lists` (all) or `npm
// run bench:lists -- search` for the cases with that word in their names; it needs PostgreSQL.
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type Bench, startBench } from "./engine-set-up.ts";
import { fillExecutions, VALUES, WORKFLOW } from "./lists/fill-executions.ts";
import { fillLists } from "./lists/fill-lists.ts";
import { type FilledRecords, listEveryFilter } from "./lists/list-filters.ts";
import { median, printTable } from "./processes.ts";

// Others are for trials.
const SIZES = process.env.SIZES?.split(",").map(Number) ?? [10_000, 100_000, 1_000_000];
const REQUESTS = 150;
/** How often a list is read: those with a filter are many, and some are slow. */
const PLAIN = { rounds: 5, requests: REQUESTS };
const FILTERED = { rounds: 3, requests: 10 };
const MOST = 3;
// A search may get slower with more rows, so this bounds the 95th percentile with the most rows.
const MOST_SEARCH_MS = 50;
const KEY = "tk-benchmark-key-of-the-test-environment";

const ACCOUNTS = "/api/v2/public/linked-account";
const RUNS = "/api/v2/public/execution";
const DAY = { start_date: "2026-08-31", end_date: "2026-08-31" };

interface Case {
  readonly name: string;
  readonly path: string | ((size: number) => string);
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

const searchFor = (name: string, query: Record<string, string>, account?: string): Case => ({
  name: `search: ${name}`,
  path: RUNS,
  query: () => query,
  ...(account !== undefined && { account }),
});
const SEARCHES: readonly Case[] = [
  ...Object.keys(VALUES).map((value) => searchFor(`a value ${value}`, { search: value })),
  searchFor("a value nowhere", { search: "nowhere" }),
  searchFor("a value seldom, oldest first", { input: "seldom", sortAsc: "true" }),
  searchFor("a value at a path", { input: "order.state=seldom" }),
  searchFor("a value everywhere, small account", { input: "everywhere" }, "acc-2"),
  searchFor("a value seldom, large account", { input: "seldom" }, "acc-1"),
  searchFor("a value often, of a workflow without it", { input: "often", workflow_id: WORKFLOW }),
  searchFor("a value seldom, of one day", { input: "seldom", ...DAY }),
  searchFor("a word of errors", { error: "refused" }),
  searchFor("a word of errors, ERRORED", { error: "refused", status: "ERRORED" }),
  searchFor("two values", { search: "often seldom" }),
  searchFor("the beginning of ids", { search: "01a0551d" }),
];

const searchAccounts = (text: string): Case => ({
  name: `search: accounts ${text}`,
  path: ACCOUNTS,
  query: () => ({ search: text }),
});
const ACCOUNT_SEARCHES: readonly Case[] = [
  ...["account", "a", "acc-7", "nowhere", "account nowhere", "7 account"].map(searchAccounts),
  { name: "search: everything 7", path: "/api/v2/public/search", query: () => ({ q: "7" }) },
  { name: "search: everything nowhere", path: "/api/v2/public/search", query: () => ({ q: "nowhere" }) },
];

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:lists`.");
const benches = new Map<number, Bench>();
const filled = new Map<Bench, FilledRecords>();
try {
  for (const size of SIZES) {
    const bench = await startBench({ serverUrl, command: "serve" });
    benches.set(size, bench);
    await fillExecutions(bench, size);
    filled.set(bench, await fillLists(bench, size));
  }
  await run();
} finally {
  for (const bench of benches.values()) await bench.close();
}

async function run(): Promise<void> {
  const asked = process.argv.slice(2);
  const isAsked = ({ name }: Case) => asked.every((word) => name.includes(word));
  await runLists("Lists of N rows", CASES.filter(isAsked), PLAIN);
  await runLists("Every list of N rows with every filter", listFiltered().filter(isAsked), FILTERED);
  const searches = [...SEARCHES, ...ACCOUNT_SEARCHES].filter(isAsked);
  if (searches.length > 0) await runSearches(searches);
}

/** Every list with every filter; the ids in the paths are each server's own. */
function listFiltered(): Case[] {
  const all = [...benches.values()].map((bench) => listEveryFilter(recordsOf(bench)));
  const [first = []] = all;
  return first.map(({ name, account }, index) => {
    const of = (size: number) => all[SIZES.indexOf(size)]?.[index];
    return {
      name,
      path: (size) => of(size)?.path ?? "",
      query: (size) => of(size)?.query ?? {},
      ...(account !== undefined && { account }),
    };
  });
}

function recordsOf(bench: Bench): FilledRecords {
  const records = filled.get(bench);
  if (!records) throw new Error("The lists are empty.");
  return records;
}

async function runSearches(searches: readonly Case[]): Promise<void> {
  const rows = [];
  let worst = 0;
  for (const one of searches) {
    await measure(one, REQUESTS / 10);
    const last = (await measure(one)).map((times) => times.toSorted((a, b) => a - b));
    const at = (times: readonly number[], part: number) => times[Math.floor(part * times.length)] ?? 0;
    const p95 = at(last.at(-1) ?? [], 0.95);
    worst = Math.max(worst, p95);
    rows.push({
      "p50 in ms": one.name,
      ...Object.fromEntries(
        SIZES.map((size, index) => [`N = ${size}`, at(last[index] ?? [], 0.5).toFixed(2)]),
      ),
      "p95 of the last": p95.toFixed(2),
    });
  }
  printTable(
    `Searches of N executions, ${REQUESTS} requests: the worst p95 is ${worst.toFixed(1)} ms (target ${MOST_SEARCH_MS})`,
    rows,
  );
  if (worst > MOST_SEARCH_MS) process.exitCode = 1;
}

async function runLists(
  title: string,
  lists: readonly Case[],
  { rounds, requests }: typeof PLAIN,
): Promise<void> {
  if (lists.length === 0) return;
  const rows = [];
  let worst = 0;
  for (const one of lists) {
    // The first round warms up, and does the work that only the first reader of a list has to do.
    await measure(one, requests);
    const times: number[][] = [];
    for (let round = 0; round < rounds; round++) times.push((await measure(one, requests)).map(median));
    const p50s = SIZES.map((_, index) => median(times.map((round) => round[index] ?? 0)));
    const ratio = median(times.map((round) => (round.at(-1) ?? 0) / (round[0] ?? 1)));
    worst = Math.max(worst, ratio);
    rows.push({
      "p50 in ms": one.name,
      ...Object.fromEntries(SIZES.map((size, index) => [`N = ${size}`, (p50s[index] ?? 0).toFixed(2)])),
      ratio: ratio.toFixed(2),
    });
  }
  const result = `the worst is ${worst.toFixed(2)} times the first (target ${MOST})`;
  printTable(`${title}, ${rounds} rounds of ${requests} requests: ${result}`, rows);
  if (worst > MOST) process.exitCode = 1;
}

/**
 * How long each response took, by size; the sizes take turns, so that other load on the machine affects all of them.
 */
async function measure({ path, query, account }: Case, requests = REQUESTS): Promise<number[][]> {
  const agent = new Agent({ keepAlive: true });
  const headers = { "x-api-key": KEY, ...(account !== undefined && { linked_account_id: account }) };
  const times = new Map([...benches.keys()].map((size): [number, number[]] => [size, []]));
  for (let i = 0; i < requests; i++) {
    for (const [size, bench] of benches) {
      const url = new URL(typeof path === "string" ? path : path(size), bench.url);
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
  return [...times.values()];
}
