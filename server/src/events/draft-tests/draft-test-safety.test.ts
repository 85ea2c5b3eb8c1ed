import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { forAllTests } from "../../../test/for-all-tests.ts";
import { spawnServer } from "../../../test/spawn-server.ts";
import { startTestServer, type TestReply } from "../../../test/test-server.ts";
import {
  buildOAuthDefinition,
  type FakeProvider,
  startFakeProvider,
} from "../../apps/connections/fake-provider.ts";
import { startThirdParty } from "../../runs/engine/test-third-party.ts";
import { waitForRestingRun, waitForRunEnd } from "../../runs/start/test-run.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import type { EdgeInput, NodeInput } from "../../workflows/definition/graph.ts";
import { findNodeType, NODE_TYPES } from "../../workflows/nodes/list.ts";

const SLUG = "stockroom";
const RECORD = "0b8f2f0e-52f3-4b7c-9b0e-0d6a3c1f7a11";
// One for all tests: the workflow that they call is published once, with its address.
const third = forAllTests(startThirdParty);
const server = forAllTests(() => startTestServer());
let provider: FakeProvider;
let called: string;

beforeAll(async () => {
  server.work();
  provider = await startFakeProvider();
  await server.account("acme");
  const post = (url: string, body: object, method: "POST" | "PUT" = "POST") =>
    server.request({ method, url: `/api/v2/public/${url}`, key: server.testKey, account: "acme", body });
  const { auth: _oauth, ...definition } = buildOAuthDefinition(SLUG, provider.url);
  const apply = { headers: { authorization: "Bearer {{ credentials.key }}" } };
  const auth = { keybased: { fields: [{ name: "key", label: "Key" }], apply } };
  provider.accepted.add("good");
  for (const reply of [
    await post("application", { ...definition, auth }),
    await post(`linked-account/integration/save-key-credentials/${SLUG}`, { key: "good" }, "PUT"),
    await post("config", { slug: SLUG }),
  ])
    expect(reply.status, reply.text).toBe(200);
  called = await publishTestWorkflow(server, {
    nodes: [{ id: "inner", type: "http", data: { url: `${third.url}/inner` } }],
  });
  provider.apiRequests.length = 0;
});
afterEach(() => {
  third.reset();
  provider.apiRequests.length = 0;
});
afterAll(() => provider.close());

/** Settings with which nodes have an effect on others that tests notice; other types have those of their examples. */
const SETTINGS: Readonly<Record<string, () => NodeInput["data"]>> = {
  action: () => ({ a: 1 }),
  http: () => ({ url: `${third.url}/http`, method: "POST", body: {} }),
  ai_code_executor: () => ({
    code: `return fetch("${third.url}/code", { method: "POST" }).then(() => 1, () => 1);`,
  }),
  loop: () => ({ items: [1, 2] }),
  sub_flow: () => ({ workflow: called }),
  approval: () => ({ title: "May it?" }),
  datastore: () => ({ operation: "put", name: "kept", slug: SLUG, record_id: RECORD, fields: { a: 1 } }),
  data_reference: () => ({ operation: "create", name: "kept", slug: SLUG, record_id: "1", external_id: "2" }),
};
const OTHERS = NODE_TYPES.filter(({ type }) => type !== "start");
const TYPES = OTHERS.map(({ type }) => type);
/** The types that may reach others, all of which the test with permission tests. */
const ACTING = OTHERS.filter(({ outside }) => outside === "calls").map(({ type }) => type);

/** Nodes of these types in a row that continue after failures; each loop has a request as its body. */
function graphOf(types: readonly string[]): { nodes: NodeInput[]; edges: EdgeInput[] } {
  const nodes = types.map(
    (type): NodeInput => ({
      id: type,
      type,
      on_error: "continue",
      data: SETTINGS[type]?.() ?? findNodeType(type)?.guide.example.data,
      ...(type === "action" && { action: `${SLUG}/write` }),
    }),
  );
  const edges = types.map((target, index): EdgeInput => ({ source: types[index - 1] ?? "start", target }));
  if (types.includes("loop")) {
    nodes.push({ id: "inside", type: "http", on_error: "continue", data: { url: `${third.url}/inside` } });
    edges.push({ source: "loop", sourceHandle: "item", target: "inside" });
  }
  return { nodes: [{ id: "start", type: "start" }, ...nodes], edges };
}

async function tested(body: object): Promise<TestReply["body"]> {
  const empty = await publishTestWorkflow(server);
  const url = `/api/v2/public/workflow/${empty}/test`;
  const reply = await server.request({ method: "POST", url, key: server.testKey, account: "acme", body });
  expect(reply.status, reply.text).toBe(200);
  return waitForRunEnd(server, reply.body.execution_id);
}

/** The effects that executions had on others. */
async function effects() {
  const { db } = server.deps;
  const count = async (table: "datastore_records" | "external_ids" | "webhook_deliveries" | "run_signals") =>
    (await db.selectFrom(table).select(db.fn.countAll().as("n")).executeTakeFirstOrThrow()).n;
  const children = db.selectFrom("runs").select("id").where("parent_run", "is not", null);
  return {
    requests: [...third.received.map(({ path }) => path), ...provider.apiRequests.map(() => "provider")],
    children: (await children.execute()).length,
    records: Number(await count("datastore_records")),
    externalIds: Number(await count("external_ids")),
    deliveries: Number(await count("webhook_deliveries")),
  };
}

describe("a test without permission", () => {
  test("calls nobody, writes nothing and waits for nothing, whatever the nodes and their order", async () => {
    const before = await effects();
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(TYPES, { minLength: 1 }), async (types) => {
        const execution = await tested(graphOf(types));
        expect(["COMPLETED", "ERRORED"]).toContain(execution.status);
        expect(await effects()).toEqual(before);
      }),
      { numRuns: 25, seed: 20_260_101 },
    );
  });

  test("with permission the same nodes do all that, and workflows that they call are tests too", async () => {
    const types = ["ai_code_executor", "loop", "datastore", "data_reference", ...ACTING];
    const before = await effects();
    const execution = await tested({ ...graphOf(types), call_third_parties: true });
    expect(execution.nodes.map((node: { node_status: string }) => node.node_status)).not.toContain(
      "Errored_and_Skipped",
    );
    const after = await effects();
    const all = ["/code", "/http", "/inner", "/inside", "/inside", "provider"];
    expect(after.requests.toSorted()).toEqual(all);
    expect(after).toMatchObject({
      children: before.children + 1,
      records: before.records + 1,
      externalIds: before.externalIds + 1,
    });
    const child = server.deps.db.selectFrom("runs").select("test").where("parent_run", "=", execution.id);
    expect(await child.executeTakeFirst()).toEqual({ test: { calls: true, pins: {}, isOwn: false } });
  });

  test("a permitted node waits as it does in executions", async () => {
    const empty = await publishTestWorkflow(server);
    const { nodes, edges } = graphOf(["approval"]);
    const { body } = await server.request({
      method: "POST",
      url: `/api/v2/public/workflow/${empty}/test`,
      key: server.testKey,
      account: "acme",
      body: { nodes, edges, call_third_parties: ["approval"] },
    });
    const url = `/api/v2/public/execution/${body.execution_id}`;
    const read = async () => (await server.request({ url, key: server.testKey })).body;
    await expect.poll(async () => (await read()).waiting_for[0]?.kind, { message: "asked" }).toBe("approval");
    const decide = { method: "PUT", url: `${url}/nodes/approval/approval`, key: server.testKey } as const;
    await server.request({ ...decide, body: { approved: true } });
    expect(await waitForRunEnd(server, body.execution_id)).toMatchObject({ status: "COMPLETED" });
  });

  test("can be stopped while it waits, which no log reports", async () => {
    const empty = await publishTestWorkflow(server);
    const { body } = await server.request({
      method: "POST",
      url: `/api/v2/public/workflow/${empty}/test`,
      key: server.testKey,
      account: "acme",
      body: { ...graphOf(["delay"]), call_third_parties: ["delay"] },
    });
    const id = body.execution_id;
    await waitForRestingRun(server, id);
    await server.request({ method: "POST", url: `/api/v2/public/execution/${id}/stop`, key: server.testKey });
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "STOPPED" });
    const told = server.deps.db.selectFrom("changes").select("status").where("subject", "=", id);
    expect(await told.execute()).toEqual([]);
  });
});

// A second process cannot open the embedded database.
describe.skipIf(!inject("databaseUrl"))("a test whose process was killed", () => {
  test("resumes in another process with its pins, and calls only what it was permitted to", async () => {
    const own = await startTestServer();
    const other = await startThirdParty();
    const spawn = () =>
      spawnServer("work", {
        DATABASE_URL: own.deps.config.databaseUrl ?? "",
        JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
        JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
      });
    const get = (id: string): NodeInput => ({
      id,
      type: "http",
      on_error: "continue",
      data: { url: `${other.url}/${id}` },
    });
    await own.account("acme");
    const empty = await publishTestWorkflow(own);
    const first = await spawn();
    const { promise: killed, resolve: release } = Promise.withResolvers<void>();
    other.answer = () => ({ status: 200, after: killed });
    const reply = await own.request({
      method: "POST",
      url: `/api/v2/public/workflow/${empty}/test`,
      key: own.testKey,
      account: "acme",
      body: {
        nodes: [{ id: "start", type: "start" }, get("before"), get("slow"), get("after"), get("last")],
        edges: ["before", "slow", "after", "last"].map((target, index, all) => ({
          source: all[index - 1] ?? "start",
          target,
        })),
        pinned: { before: { body: 1 }, last: { body: { pinned: true } } },
        call_third_parties: ["slow"],
      },
    });
    await other.asked("/slow");
    await first.stop("SIGKILL");
    release();
    const second = await spawn();
    const execution = await waitForRunEnd(own, reply.body.execution_id);
    expect(execution.nodes).toMatchObject([
      {},
      { stand_in: { kind: "pinned" } },
      { node_status: "Success" },
      { error: { code: "NOT_RECORDED" } },
      { stand_in: { kind: "pinned" }, latest_output: { body: { pinned: true } } },
    ]);
    expect([...new Set(other.received.map(({ path }) => path))]).toEqual(["/slow"]);
    await second.stop("SIGKILL");
    await own.close();
    await other.close();
  });
});
