import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { spawnServer } from "../../test/spawn-server.ts";
import { eventually, startTestServer, type TestReply, type TestServer } from "../../test/test-server.ts";
import { JOBS } from "../app.ts";
import { type FakeProvider, oauthDefinition, startFakeProvider } from "../apps/fake-provider.ts";
import { findAccount } from "../auth/guard.ts";
import type { AccountScope } from "../auth/scope.ts";
import { newId } from "../platform/id.ts";
import { startWorkers, type Workers } from "../platform/queue/workers.ts";
import { completeEdges, completeNodes } from "../workflows/graph.ts";
import { insertVersion } from "../workflows/store.ts";
import { giveUpParked } from "./park.ts";
import { resumeParkedRuns } from "./resume.ts";
import { startRun } from "./start.ts";

const SLUG = "stockroom";
const INTEGRATION = "/api/v2/public/linked-account/integration";
let server: TestServer;
let provider: FakeProvider;
let workers: Workers | undefined;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  provider = await startFakeProvider();
  const { auth: _oauth, ...definition } = oauthDefinition(SLUG, provider.url);
  const apply = { headers: { authorization: "Bearer {{ credentials.key }}" } };
  const auth = { keybased: { fields: [{ name: "key", label: "Key" }], apply } };
  const reply = await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body: { ...definition, auth },
  });
  expect(reply.status, reply.text).toBe(200);
});
afterAll(async () => {
  await workers?.stop(5000);
  await provider.close();
  await server.close();
});
beforeEach(() => {
  provider.apiRequests.length = 0;
  provider.accepted.clear();
});

function work(): void {
  workers ??= startWorkers(server.deps.queue, JOBS, server.deps, server.deps.log);
}

async function connect(accountId: string, key: string): Promise<void> {
  provider.accepted.add(key);
  const reply = await server.request({
    method: "PUT",
    url: `${INTEGRATION}/save-key-credentials/${SLUG}`,
    key: server.testKey,
    account: accountId,
    body: { key },
  });
  expect(reply.status, reply.text).toBe(200);
}

/** A new account whose key the provider has taken back since it connected. */
async function withDeadKey(): Promise<AccountScope> {
  const accountId = `customer-${++count}`;
  await server.account(accountId);
  await connect(accountId, `key-${count}`);
  provider.accepted.delete(`key-${count}`);
  provider.apiRequests.length = 0;
  const account = await findAccount(server.deps.database, server.test, accountId);
  if (account === undefined) throw new Error("The account is missing.");
  return { ...server.test, account };
}

/** A run that records what it was given and then writes it to the stockroom. */
function start(scope: AccountScope, executionType: "SYNC" | "ASYNC" = "ASYNC"): Promise<string> {
  const nodes = completeNodes([
    { id: "start", type: "start" },
    { id: "sum", type: "ai_code_executor", data: { code: "return input.a + 1" } },
    { id: "write", type: "action", action: `${SLUG}/write`, data: { a: "{{ node.sum.body }}" } },
  ]);
  const edges = completeEdges([
    { source: "start", target: "sum" },
    { source: "sum", target: "write" },
  ]);
  const id = newId();
  return server.deps.queue.transaction(async (tx) => {
    const content = { nodes, edges, settings: {}, data_slots: [] };
    await insertVersion(tx, { id, org_id: scope.orgId, account_id: null, ...content }, new Date());
    return startRun(server.deps, tx, scope, {
      workflow: { id, version: 1, name: "To the stockroom", slug: null },
      configId: scope.account.accountId,
      settings: { fields: {}, workflowFields: {} },
      input: { a: 1 },
      source: "API Call",
      executionType,
    });
  });
}

async function execution(id: string): Promise<TestReply["body"]> {
  return (await server.request({ url: `/api/v2/public/execution/${id}`, key: server.testKey })).body;
}

const isParked = async (id: string) => {
  const run = await execution(id);
  return run.nodes.some((node: { node_status: string }) => node.node_status === "Waiting") && run;
};
const end = (id: string) =>
  eventually(async () => {
    const run = await execution(id);
    return run.status !== "RUNNING" && run;
  }, 20_000);

async function jobs(queue: string): Promise<number> {
  const found = await sql<{
    n: number;
  }>`select count(*)::int as n from pgboss.job where name = ${queue}`.execute(server.deps.db);
  return found.rows[0]?.n ?? 0;
}

describe("a run that meets an expired connection", () => {
  test("waits without a job, says why, and goes on by itself after the reconnect", async () => {
    work();
    const scope = await withDeadKey();
    const id = await start(scope);
    const parked = await eventually(() => isParked(id));
    expect(parked).toMatchObject({ status: "RUNNING" });
    expect(parked.nodes[2]).toMatchObject({
      node_id: "write",
      node_status: "Waiting",
      attempts_made: 0,
      logs: ["The connection to App stockroom has expired: the customer must connect again."],
    });
    await eventually(async () => (await jobs("runs.execute")) === 0);
    const keyBefore = provider.apiRequests[0]?.["idempotency-key"];
    await connect(scope.account.accountId, "new-key");
    const run = await end(id);
    expect(run).toMatchObject({ status: "COMPLETED" });
    expect(run.nodes[1].attempts_made).toBe(1);
    expect(run.nodes[2]).toMatchObject({ node_status: "Success", attempts_made: 1, logs: [] });
    expect(provider.apiRequests.at(-1)).toMatchObject({
      authorization: "Bearer new-key",
      "idempotency-key": keyBefore,
    });
  });

  test("does not wait where somebody waits for it", async () => {
    work();
    const id = await start(await withDeadKey(), "SYNC");
    expect(await end(id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "AUTH", node_id: "write", message: expect.stringContaining("expired") },
    });
  });

  test("fails when the connection is removed", async () => {
    work();
    const scope = await withDeadKey();
    const id = await start(scope);
    await eventually(() => isParked(id));
    const url = `${INTEGRATION}/${SLUG}`;
    const { accountId } = scope.account;
    await server.request({ method: "DELETE", url, key: server.testKey, account: accountId });
    expect(await end(id)).toMatchObject({
      status: "ERRORED",
      execution_error: { message: "The linked account has not connected App stockroom." },
    });
  });

  test("goes with its account, and nothing is left of it", async () => {
    work();
    const scope = await withDeadKey();
    const id = await start(scope);
    await eventually(() => isParked(id));
    const url = `/api/v2/public/linked-account/${scope.account.accountId}`;
    expect((await server.request({ method: "DELETE", url, key: server.testKey })).status).toBe(200);
    const steps = server.deps.db.selectFrom("run_steps").select("path").where("run_id", "=", id);
    expect(await steps.execute()).toEqual([]);
    await resumeParkedRuns(server.deps, { accountId: scope.account.id, slug: SLUG });
    expect(await jobs("runs.execute")).toBe(0);
  });

  test("is given up after thirty days, and not sooner for having waited before", async () => {
    work();
    const id = await start(await withDeadKey());
    await eventually(() => isParked(id));
    const { rows } = await sql<{ days: number; data: { runId: string; parkedAt: string } }>`
      select extract(epoch from start_after - now()) / 86400 as days, data from pgboss.job
      where name = ${giveUpParked.name} and data->>'runId' = ${id}`.execute(server.deps.db);
    expect(rows).toHaveLength(1);
    expect(Number(rows[0]?.days)).toBeGreaterThan(29.9);
    const parkedAt = rows[0]?.data.parkedAt ?? "";
    const giveUp = (at: string) =>
      server.deps.queue.transaction((tx) =>
        server.deps.queue.enqueue(tx, giveUpParked, { runId: id, parkedAt: at }),
      );
    const before = await jobs(giveUpParked.name);
    await giveUp("2020-01-01T00:00:00.000Z");
    await eventually(async () => (await jobs(giveUpParked.name)) === before);
    expect(await isParked(id)).toMatchObject({ status: "RUNNING" });
    await giveUp(parkedAt);
    const run = await end(id);
    expect(run).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "NOT_RECONNECTED", node_id: "write" },
    });
    expect(run.execution_error.message).toMatch(/must connect again\. It was not within 30 days\./);
  });

  test("is not lost when the customer connects in the very moment in which it would park", async () => {
    work();
    for (let round = 0; round < 3; round++) {
      const scope = await withDeadKey();
      const started = Promise.all(Array.from({ length: 6 }, () => start(scope)));
      const [ids] = await Promise.all([started, connect(scope.account.accountId, `again-${round}`)]);
      for (const id of ids) expect((await end(id)).status).toBe("COMPLETED");
    }
  }, 60_000);
});

test("a thousand parked runs go on, each once, though two processes let them", async () => {
  await workers?.stop(5000);
  workers = undefined;
  const scope = await withDeadKey();
  const template = await start(scope);
  await sql`delete from pgboss.job where name = 'runs.execute'`.execute(server.deps.db);
  await sql`
    insert into runs (id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, config_id,
      status, source, execution_type, settings, created_at, updated_at, parked_at, parked_slug, parked_node, parked_reason)
    select lpad(to_hex(n), 24, '0'), org_id, environment, account_id, workflow_id, workflow_version, workflow_name,
      config_id, status, source, execution_type, settings, created_at, updated_at, now(), ${SLUG}, 'write', 'why'
    from runs, generate_series(1, 1000) n where id = ${template}`.execute(server.deps.db);
  const change = { accountId: scope.account.id, slug: SLUG };
  await resumeParkedRuns(server.deps, { ...change, slug: "another-app" });
  expect(await jobs("runs.execute")).toBe(0);
  await Promise.all([resumeParkedRuns(server.deps, change), resumeParkedRuns(server.deps, change)]);
  const { rows } = await sql<{ n: number; distinct: number }>`
    select count(*)::int as n, count(distinct data->>'runId')::int as distinct
    from pgboss.job where name = 'runs.execute'`.execute(server.deps.db);
  expect(rows).toEqual([{ n: 1000, distinct: 1000 }]);
  const left = server.deps.db.selectFrom("runs").select("id").where("parked_at", "is not", null);
  expect(await left.where("account_id", "=", scope.account.id).execute()).toEqual([]);
  await sql`delete from pgboss.job where name = 'runs.execute'`.execute(server.deps.db);
});

// A second process cannot open the embedded database.
test.skipIf(!inject("databaseUrl"))(
  "a parked run outlives the process that parked it",
  async () => {
    await workers?.stop(5000);
    workers = undefined;
    const environment = {
      DATABASE_URL: server.deps.config.databaseUrl ?? "",
      JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
    };
    const first = await spawnServer("work", environment);
    const scope = await withDeadKey();
    const id = await start(scope);
    await eventually(() => isParked(id), 20_000);
    await first.stop("SIGKILL");
    await connect(scope.account.accountId, "after-the-kill");
    const second = await spawnServer("work", environment);
    expect((await end(id)).status).toBe("COMPLETED");
    await second.stop();
  },
  120_000,
);
