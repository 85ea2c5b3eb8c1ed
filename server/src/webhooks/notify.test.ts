import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../test/test-server.ts";
import type { WebhookEvent } from "./event.ts";
import { connectionPayload, type EventSubject, notify, workflowPayload } from "./notify.ts";

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
  test("queues one delivery for every enabled webhook of the scope that listens, and a job for each", async () => {
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
    const { rows } = await sql`select id from webhook_deliveries d where org_id = ${organization.orgId}
      and exists (select 1 from pgboss.job j where j.name = 'webhooks.deliver' and j.data ->> 'deliveryId' = d.id)`.execute(
      server.deps.db,
    );
    expect(rows).toHaveLength(2);
  });

  test("respects the limit to an application and the limit of workflow events to workflows", async () => {
    const webhook_events = ["Workflow Completed", "Connection Created"];
    const ids = [
      await create({ webhook_events, slug: "hubspot" }),
      await create({ webhook_events, workflow_ids: ["w1", "w2"] }),
      await create({ webhook_events, slug: "hubspot", workflow_ids: ["w1"] }),
    ];
    await announce("Workflow Completed", { slug: "hubspot", workflowId: "w2" });
    expect(await counts(ids)).toEqual([1, 1, 0]);
    await announce("Workflow Completed", { slug: "slack", workflowId: "w1" });
    expect(await counts(ids)).toEqual([1, 2, 0]);
    await announce("Workflow Completed");
    expect(await counts(ids)).toEqual([1, 2, 0]);
    await announce("Connection Created", { slug: "hubspot" });
    expect(await counts(ids)).toEqual([2, 3, 1]);
  });

  test("leaves nothing when the transaction that it is called in is rolled back", async () => {
    const id = await create({});
    const work = server.deps.queue.transaction(async (tx) => {
      await notify(server.deps, tx, { ...organization.test, account }, "Workflow Completed", {});
      throw new Error("not true after all");
    });
    await expect(work).rejects.toThrow("not true after all");
    expect(await counts([id])).toEqual([0]);
  });
});

describe("the payloads (platform-surface 3.7)", () => {
  const scope = { orgId: "o", environment: "test" } as const;
  const at = new Date("2026-03-01T12:00:00.000Z");

  test("of a connection event", () => {
    const facts = { event: "Connection Created", linkedAccountId: "acme", slug: "hubspot", at } as const;
    expect(connectionPayload(scope, facts)).toEqual({
      linked_account_id: "acme",
      org_id: "o",
      environment: "test",
      type: "General",
      event: "Connection Created",
      slug: "hubspot",
      createdAt: "Sun, 01 Mar 2026 12:00:00 GMT",
    });
  });

  test("of a workflow event, with what failed when it errored", () => {
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
    expect(workflowPayload(scope, { ...facts, event: "Workflow Completed" })).toEqual({
      ...shared,
      event: "Workflow Completed",
      status: "COMPLETED",
    });
    const failure = { nodeId: "2", nodeName: "Send", attempts: 3, at, error: { status: 502 } };
    expect(workflowPayload(scope, { ...facts, event: "Workflow Errored", failure })).toEqual({
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
