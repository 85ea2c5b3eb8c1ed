import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../test/test-server.ts";
import type { WebhookEvent } from "./event.ts";
import {
  buildConnectionPayload,
  buildNotifyStatement,
  buildWorkflowPayload,
  type EventSubject,
  LONGEST_RESPONSE,
  type NotifyEvent,
  notify,
} from "./notify.ts";
import { createTestWorkflow } from "./test-deliveries.ts";

let server: TestServer;
let organization: TestOrganization;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  organization = await server.organization();
});

async function create(fields: object, key = organization.testKey): Promise<string> {
  const webhook_url = "https://hooks.example.com/in";
  const reply = await server.request({
    method: "POST",
    url: "/api/v2/public/webhook",
    key,
    body: { webhook_url, webhook_events: ["Workflow Completed"], ...fields },
  });
  return reply.body._id;
}

const workflow = () => createTestWorkflow(server, organization.testKey);
const account = { id: "0".repeat(24), accountId: "acme" };

function announce(event: WebhookEvent, about?: EventSubject) {
  const { queue } = server.deps;
  const scope = { ...organization.test, account };
  return queue.transaction((tx) => notify(server.deps, tx, scope, event, { event }, about));
}

/** How many deliveries each of the webhooks has. */
async function counts(ids: string[]): Promise<number[]> {
  const rows = await server.deps.db.selectFrom("webhook_deliveries").select("webhook_id").execute();
  return ids.map((id) => rows.filter(({ webhook_id: webhookId }) => webhookId === id).length);
}

describe("notify", () => {
  test("creates one delivery, ready at once, for every enabled webhook of the scope that listens", async () => {
    const ids = [
      await create({}),
      await create({ webhook_events: ["Connection Created", "Workflow Completed"] }),
      await create({ webhook_events: ["Workflow Errored"] }),
      await create({ is_enabled: false }),
      await create({}, organization.productionKey),
      await create({}, server.testKey),
    ];
    await announce("Workflow Completed");
    expect(await counts(ids)).toEqual([1, 1, 0, 0, 0, 0]);
    const { rows } =
      await sql`select id from webhook_deliveries where org_id = ${organization.orgId} and ready_at is not null`.execute(
        server.deps.db,
      );
    expect(rows).toHaveLength(2);
  });

  test("respects the limit to an application and the limit of workflow events to workflows", async () => {
    const webhook_events = ["Workflow Completed", "Connection Created"];
    const [w1, w2] = [await workflow(), await workflow()];
    const ids = [
      await create({ webhook_events, slug: "hubspot" }),
      await create({ webhook_events, workflow_ids: [w1, w2] }),
      await create({ webhook_events, slug: "hubspot", workflow_ids: [w1] }),
    ];
    await announce("Workflow Completed", { slug: "hubspot", workflowId: w2 });
    expect(await counts(ids)).toEqual([1, 1, 0]);
    await announce("Workflow Completed", { slug: "slack", workflowId: w1 });
    expect(await counts(ids)).toEqual([1, 2, 0]);
    await announce("Workflow Completed");
    expect(await counts(ids)).toEqual([1, 2, 0]);
    await announce("Connection Created", { slug: "hubspot" });
    expect(await counts(ids)).toEqual([2, 3, 1]);
  });

  test("leaves nothing if its transaction is rolled back", async () => {
    const id = await create({});
    const work = server.deps.queue.transaction(async (tx) => {
      await notify(server.deps, tx, { ...organization.test, account }, "Workflow Completed", {});
      throw new Error("not true after all");
    });
    await expect(work).rejects.toThrow("not true after all");
    expect(await counts([id])).toEqual([0]);
  });
});

describe("buildNotifyStatement", () => {
  const at = new Date("2026-03-01T12:00:00.000Z");
  const announceAll = (events: Partial<NotifyEvent>[]) => {
    const scope = { ...organization.test, account };
    const full = events.map((one) => ({
      scope,
      event: "Workflow Completed" as const,
      payload: {},
      at,
      ...one,
    }));
    return server.deps.database.batch([buildNotifyStatement(full)]);
  };
  const rowsOf = (webhookId: string) =>
    server.deps.db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("webhook_id", "=", webhookId)
      .orderBy("id")
      .execute();

  test("announces many events in one statement, each to its own listeners, in the order of the events", async () => {
    const all = await create({ webhook_events: ["Workflow Completed", "Connection Deleted"] });
    const production = await create({}, organization.productionKey);
    const w2 = await workflow();
    const limited = await create({ workflow_ids: [w2] });
    await announceAll([
      { payload: { n: 1 }, workflowId: "w1" },
      { payload: { n: 2 }, workflowId: w2 },
      { payload: { n: 3 }, event: "Connection Deleted" },
      { payload: { n: 4 }, scope: { ...organization.production, account } },
    ]);
    expect(await rowsOf(all)).toMatchObject([
      { payload: { n: 1 }, account_id: account.id, status: "pending", ready_at: at, next_attempt_at: at },
      { payload: { n: 2 }, account_id: account.id },
      { payload: { n: 3 }, account_id: null },
    ]);
    expect(await rowsOf(limited)).toMatchObject([{ payload: { n: 2 } }]);
    expect(await rowsOf(production)).toMatchObject([{ payload: { n: 4 } }]);
  });

  test("generates ordered, unique ids in the usual format", async () => {
    const ids = [await create({}), await create({}), await create({})];
    await announceAll(Array.from({ length: 100 }, (_, n) => ({ payload: { n } })));
    const all = (await Promise.all(ids.map(rowsOf))).flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(300);
    for (const { id } of all) expect(id).toMatch(/^[0-9a-f]{24}$/);
    const [first] = ids;
    const payloads = (await rowsOf(first ?? "")).map(({ payload }) => payload.n);
    expect(payloads).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  test("keeps a workflow's response of at most 256 KB, and only for webhooks with a body of their own", async () => {
    const own = { webhook_type: "custom", webhook_body: '{"x": {{event.text}}}' };
    const [custom, plain] = [await create(own), await create({})];
    const longest = "x".repeat(LONGEST_RESPONSE - 2);
    await announceAll([{ response: longest }, { response: `${longest}x` }]);
    expect((await rowsOf(custom)).map(({ response }) => response)).toEqual([longest, null]);
    expect((await rowsOf(plain)).map(({ response }) => response)).toEqual([null, null]);
  });

  test("keeps a payload unchanged, except for characters that the database rejects", async () => {
    const id = await create({});
    const payload = { b: '\u0000 \ud800 "{}', 10: "first", a: ["é😀", null, 1e300] };
    await announceAll([{ payload }]);
    const { rows } = await sql<{
      text: string;
    }>`select payload::text as text from webhook_deliveries where webhook_id = ${id}`.execute(server.deps.db);
    const stored = { ...payload, b: payload.b.replace(/[\0\ud800]/g, "\ufffd") };
    expect(JSON.parse(rows[0]?.text ?? "")).toEqual(stored);
    expect(Object.keys(JSON.parse(rows[0]?.text ?? ""))).toEqual(Object.keys(payload));
  });
});

describe("the payloads (platform-surface 3.7)", () => {
  const scope = { orgId: "o", environment: "test" } as const;
  const at = new Date("2026-03-01T12:00:00.000Z");

  test("of a connection event", () => {
    const facts = {
      event: "Connection Created",
      linkedAccountId: "acme",
      slug: "hubspot",
      connectionId: "c",
      at,
    } as const;
    expect(buildConnectionPayload(scope, facts)).toEqual({
      linked_account_id: "acme",
      org_id: "o",
      environment: "test",
      type: "General",
      event: "Connection Created",
      slug: "hubspot",
      connection_id: "c",
      createdAt: "Sun, 01 Mar 2026 12:00:00 GMT",
    });
  });

  test("of a workflow event, with the failure if it errored", () => {
    const facts = {
      linkedAccountId: "acme",
      executionId: "e",
      workflowId: "w",
      workflowName: "Sync",
      configId: "c",
    };
    const shared = {
      linked_account_id: "acme",
      instance_id: "e",
      workflow_id: "w",
      config_id: "c",
      workflow_name: "Sync",
      environment: "test",
    };
    expect(buildWorkflowPayload(scope, { ...facts, event: "Workflow Completed" })).toEqual({
      ...shared,
      event: "Workflow Completed",
      status: "COMPLETED",
    });
    const failure = { nodeId: "2", nodeName: "Send", attempts: 3, at, error: { status: 502 } };
    expect(buildWorkflowPayload(scope, { ...facts, event: "Workflow Errored", failure })).toEqual({
      ...shared,
      event: "Workflow Errored",
      status: "ERRORED",
      failed_node: { node_id: "2", node_name: "Send" },
      attempts: 3,
      failed_at: "2026-03-01T12:00:00.000Z",
      error: { status: 502 },
    });
  });
});
