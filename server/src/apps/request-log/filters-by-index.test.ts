import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startOwnServer, type TestServer } from "../../../test/test-server.ts";
import { createTestAccount } from "../../runs/start/test-run.ts";
import { listRequests, type RequestFilter } from "./store.ts";

const ROWS = 20_000;
const PAGE = { page: 1, limit: 10, offset: 0 };

interface PlanNode {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

let server: TestServer;
let account: { id: string; accountId: string };
beforeAll(async () => {
  server = await startOwnServer();
  ({ account } = await createTestAccount(server, "acme"));
  const rare = (value: string, other: string) => `case when i = 7 then '${value}' else '${other}' end`;
  const text = `insert into provider_requests (id, org_id, environment, account_id, slug, connection_id, cause, run_id,
      method, url, status, status_class, duration_ms, created_at)
    select lpad(to_hex(i), 24, '0'), '${server.orgId}', 'test', '${account.id}', ${rare("rare", "often")},
      ${rare("c", "other")}, ${rare("token", "step")}, case when i = 7 then 'r' end, 'GET',
      'https://a.example.com/' || i, case when i % 2 = 0 then 200 else 404 end, case when i = 7 then 5 when i % 2 = 0 then 2 else 4 end,
      1, now() from generate_series(1, ${ROWS}) i`;
  await server.deps.db.executeQuery(CompiledQuery.raw(text));
  await server.deps.db.executeQuery(CompiledQuery.raw("analyze provider_requests"));
});
afterAll(() => server.close());

function rowsOf(node: PlanNode): number {
  const own = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), own);
}

/** How many rows the database handles to read a page, and how many it has. */
async function readCounted(filter: RequestFilter): Promise<{ handled: number; found: number }> {
  const { db } = server.deps;
  const executor = db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  let handled = 0;
  const spy = vi.spyOn(executor, "executeQuery").mockImplementation(async (query, ...more) => {
    if (!/^\s*explain/.test(query.sql)) {
      const text = `explain (analyze, format json) ${query.sql}`;
      const { rows } = await execute(CompiledQuery.raw(text, [...query.parameters]), ...more);
      for (const row of rows as { "QUERY PLAN": { Plan: PlanNode }[] }[])
        for (const { Plan } of row["QUERY PLAN"]) handled += rowsOf(Plan);
    }
    return execute(query, ...more);
  });
  try {
    const { rows } = await listRequests(db, server.test, filter, PAGE);
    return { handled, found: rows.length };
  } finally {
    spy.mockRestore();
  }
}

test.each<[string, RequestFilter, number]>([
  ["none", {}, 10],
  ["the application", { slug: "rare" }, 1],
  ["another application", { slug: "none" }, 0],
  ["the execution", { executionId: "r" }, 1],
  ["the connection", { connectionId: "c" }, 1],
  ["the customer", { account: { id: "none", accountId: "none" } }, 0],
  ["the cause", { cause: "token" }, 1],
  ["another cause", { cause: "poll" }, 0],
  ["the step of an execution", { executionId: "r", stepPath: "none" }, 0],
  ["failures", { statusClasses: [0, 4, 5] }, 10],
  ["one kind of failure", { statusClasses: [5] }, 1],
  ["the days", { until: new Date(0) }, 0],
])("a page filtered by %s reads few rows", async (_name, filter, found) => {
  const counted = await readCounted(filter);
  expect(counted.found).toBe(found);
  // To count, a list looks at 1,000 rows of what its index has.
  expect(counted.handled).toBeLessThan(6000);
});
