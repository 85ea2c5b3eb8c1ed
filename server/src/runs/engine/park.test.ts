import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { spawnServer } from "../../../test/spawn-server.ts";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { WORK } from "../../api/app.ts";
import {
  buildOAuthDefinition,
  type FakeProvider,
  startFakeProvider,
} from "../../apps/connections/fake-provider.ts";
import { findAccount } from "../../auth/guard.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { resumeParkedRuns } from "../signals/unpark.ts";
import { buildSignalStatement } from "../signals/wake.ts";
import {
  createCodeNode,
  readRun,
  readRunRow,
  startTestRun,
  type TestRun,
  waitForRunEnd,
} from "../start/test-run.ts";

const SLUG = "stockroom";
const INTEGRATION = "/api/v2/public/linked-account/integration";
const WRITE: NodeInput = {
  id: "write",
  type: "action",
  action: `${SLUG}/write`,
  data: { a: "{{ input.a }}" },
};
let server: TestServer;
let provider: FakeProvider;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  server.work();
  provider = await startFakeProvider();
  const { auth: _oauth, ...definition } = buildOAuthDefinition(SLUG, provider.url);
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
  await provider.close();
  await server.close();
});
beforeEach(() => {
  provider.apiRequests.length = 0;
  provider.accepted.clear();
});

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

/** A run that computes something and then writes to the stockroom. */
function start(scope: AccountScope, more: Partial<TestRun> = {}): Promise<string> {
  const nodes = [createCodeNode("sum", "return input.a + 1"), WRITE];
  return startTestRun(server, { scope, nodes, input: { a: 1 }, ...more });
}

/** The execution once it waits for its customer. */
function parked(id: string) {
  return eventually(async () => {
    const row = server.deps.db.selectFrom("runs").select("worker").where("id", "=", id);
    const { worker } = (await row.where("parked_at", "is not", null).executeTakeFirst()) ?? { worker: "" };
    return worker === null && (await readRun(server, id));
  });
}

/** The execution as the list shows it. */
async function listed(id: string) {
  const url = `/api/v2/public/execution?execution_id=${id}`;
  return (await server.request({ url, key: server.testKey })).body.docs[0];
}

const set = (id: string, changes: { parked_at?: Date; wake_at?: Date }) =>
  server.deps.db.updateTable("runs").set(changes).where("id", "=", id).execute();
const DAY_MS = 86_400_000;

describe("a run that meets an expired connection", () => {
  test("waits without being claimed, says why, and resumes by itself after the reconnect", async () => {
    const scope = await withDeadKey();
    const id = await start(scope);
    const run = await parked(id);
    expect(run).toMatchObject({ status: "RUNNING" });
    expect(run.nodes[2]).toMatchObject({
      node_id: "write",
      node_status: "Waiting",
      attempts_made: 0,
      logs: ["The connection to App stockroom has expired: the customer must connect again."],
    });
    expect(await readRunRow(server, id)).toMatchObject({ worker: null, ready_at: null, claim: 1 });
    expect(await listed(id)).toMatchObject({
      status: "RUNNING",
      waits_for: { kind: "reconnect", application: SLUG },
    });
    const keyBefore = provider.apiRequests[0]?.["idempotency-key"];
    await connect(scope.account.accountId, "new-key");
    const ended = await waitForRunEnd(server, id);
    expect(ended).toMatchObject({ status: "COMPLETED" });
    expect(await listed(id)).not.toHaveProperty("waits_for");
    expect(ended.nodes[1].attempts_made).toBe(1);
    expect(ended.nodes[2]).toMatchObject({ node_status: "Success", attempts_made: 1, logs: [] });
    expect(provider.apiRequests.at(-1)).toMatchObject({
      authorization: "Bearer new-key",
      "idempotency-key": keyBefore,
    });
  });

  test("does not wait if a caller waits for it", async () => {
    const id = await start(await withDeadKey(), { executionType: "SYNC" });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "AUTH", node_id: "write", message: expect.stringContaining("expired") },
    });
  });

  test("fails when the connection is removed", async () => {
    const scope = await withDeadKey();
    const id = await start(scope);
    await parked(id);
    const url = `${INTEGRATION}/${SLUG}`;
    const { accountId } = scope.account;
    await server.request({ method: "DELETE", url, key: server.testKey, account: accountId });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { message: "The linked account has not connected App stockroom." },
    });
  });

  test("is deleted with its account", async () => {
    const scope = await withDeadKey();
    const id = await start(scope);
    await parked(id);
    const url = `/api/v2/public/linked-account/${scope.account.accountId}`;
    expect((await server.request({ method: "DELETE", url, key: server.testKey })).status).toBe(200);
    const steps = server.deps.db.selectFrom("run_steps").select("path").where("run_id", "=", id);
    expect(await steps.execute()).toEqual([]);
    await resumeParkedRuns(server.deps, { accountId: scope.account.id, slug: SLUG });
    const runs = server.deps.db.selectFrom("runs").select("id").where("account_id", "=", scope.account.id);
    expect(await runs.execute()).toEqual([]);
  });

  test("fails after thirty days, regardless of earlier checks", async () => {
    const id = await start(await withDeadKey());
    // One look at the row: the job of the connection's first connect may be late, and wakes it once more.
    const waiting = await eventually(async () => {
      const row = await readRunRow(server, id);
      return row.parked_at !== null && row.wake_at !== null && row;
    });
    const { claim, parked_at: since, wake_at: end } = waiting;
    expect((end?.getTime() ?? 0) - (since?.getTime() ?? 0)).toBe(30 * DAY_MS);
    await set(id, { wake_at: new Date() });
    const again = await eventually(async () => {
      const row = await readRunRow(server, id);
      return row.claim > claim && row.wake_at?.getTime() === end?.getTime() && row;
    });
    expect(again.parked_at).toEqual(since);
    await set(id, { wake_at: new Date(), parked_at: new Date(Date.now() - 30 * DAY_MS) });
    const run = await waitForRunEnd(server, id);
    expect(run).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "NOT_RECONNECTED", node_id: "write" },
    });
    expect(run.execution_error.message).toMatch(/must connect again\. This did not happen within 30 days./);
  });

  test("times out if its workflow's time limit ends first", async () => {
    const id = await start(await withDeadKey(), { settings: { timeout: 5 } });
    await parked(id);
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "TIMED_OUT" });
  });

  test("continues where possible meanwhile, and parks again", async () => {
    const scope = await withDeadKey();
    const nodes: NodeInput[] = [
      WRITE,
      { id: "rest", type: "delay", data: { for_ms: 4000 } },
      createCodeNode("after", "return 'rested'"),
      { id: "ask", type: "wait_for_webhook" },
      createCodeNode("answered", "return node.ask.body"),
    ];
    const edges = ["start>write", "start>rest", "rest>after", "start>ask", "ask>answered"];
    const id = await start(scope, { nodes, edges });
    await parked(id);
    expect((await readRun(server, id)).nodes[3].node_status).toBe("Ready");
    await eventually(async () => (await readRun(server, id)).nodes[3].node_status === "Success");
    await parked(id);
    const { parked_at: since } = await readRunRow(server, id);
    const signal = { runId: id, path: "ask", kind: "answer" as const, body: { paid: true } };
    await server.deps.database.batch([buildSignalStatement([signal], new Date())]);
    const answered = await eventually(async () => {
      const { nodes: shown } = await readRun(server, id);
      return shown[5].node_status === "Success" && shown[5];
    });
    expect(answered.latest_output).toEqual({ body: { paid: true } });
    await parked(id);
    expect((await readRunRow(server, id)).parked_at).toEqual(since);
    await connect(scope.account.accountId, "new-key");
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
  });

  test("is not lost if the customer reconnects at the moment it parks", async () => {
    for (let round = 0; round < 3; round++) {
      const scope = await withDeadKey();
      const started = Promise.all(Array.from({ length: 6 }, () => start(scope)));
      const [ids] = await Promise.all([started, connect(scope.account.accountId, `again-${round}`)]);
      for (const id of ids) expect((await waitForRunEnd(server, id)).status).toBe("COMPLETED");
    }
  });
});

test("a thousand parked runs resume once each, with two processes resuming them", async () => {
  await server.deps.work.stop(5000);
  const scope = await withDeadKey();
  const template = await start(scope);
  await sql`
    insert into runs (id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, config_id,
      status, source, execution_type, settings, created_at, updated_at, lane, parked_at, parked_slug, parked_node, parked_reason)
    select lpad(to_hex(n), 24, '0'), org_id, environment, account_id, workflow_id, workflow_version, workflow_name,
      config_id, status, source, execution_type, settings, created_at, updated_at, lane, now(), ${SLUG}, 'write', 'why'
    from runs, generate_series(1, 1000) n where id = ${template}`.execute(server.deps.db);
  const ready = async () => {
    const rows = server.deps.db.selectFrom("runs").select("id").where("account_id", "=", scope.account.id);
    return (await rows.where("ready_at", "is not", null).where("id", "<>", template).execute()).length;
  };
  const change = { accountId: scope.account.id, slug: SLUG };
  await resumeParkedRuns(server.deps, { ...change, slug: "another-app" });
  expect(await ready()).toBe(0);
  await Promise.all([resumeParkedRuns(server.deps, change), resumeParkedRuns(server.deps, change)]);
  expect(await ready()).toBe(1000);
  const left = server.deps.db.selectFrom("runs").select("id").where("parked_at", "is not", null);
  expect(await left.where("account_id", "=", scope.account.id).execute()).toEqual([]);
  await server.deps.db.deleteFrom("runs").where("account_id", "=", scope.account.id).execute();
  await server.deps.work.start(WORK, server.deps);
});

// A second process cannot open the embedded database.
test.skipIf(!inject("databaseUrl"))("a parked run survives the process that parked it", async () => {
  await server.deps.work.stop(5000);
  const environment = {
    DATABASE_URL: server.deps.config.databaseUrl ?? "",
    JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
  };
  const first = await spawnServer("work", environment);
  const scope = await withDeadKey();
  const id = await start(scope);
  await parked(id);
  await first.stop("SIGKILL");
  await connect(scope.account.accountId, "after-the-kill");
  const second = await spawnServer("work", environment);
  expect((await waitForRunEnd(server, id)).status).toBe("COMPLETED");
  await second.stop();
});
