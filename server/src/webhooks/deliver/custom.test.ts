import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  eventually,
  startTestServer,
  type TestOrganization,
  type TestServer,
} from "../../../test/test-server.ts";
import { createTestWebhook, sendTestEvents } from "../test-deliveries.ts";
import { type Receipt, startTestReceiver, type TestReceiver } from "../test-receiver.ts";

let server: TestServer;
let receiver: TestReceiver;
let organization: TestOrganization;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await startTestReceiver();
  organization = await server.organization();
  return () => receiver.close();
});

const SECRET = "Bearer verysecretvalue-1234";

function create(fields: object) {
  return createTestWebhook(server, organization.testKey, {
    webhook_url: receiver.url,
    webhook_type: "custom",
    ...fields,
  });
}

function call(method: "GET" | "PUT", path: string, body?: object) {
  return server.request({ method, url: `/api/v2/public/${path}`, key: organization.testKey, body });
}

function received(count = 1): Promise<Receipt> {
  return eventually(async () => receiver.receipts[count - 1]);
}

describe("a custom webhook", () => {
  test("is sent as its templates specify, with the workflow's response, signed over the final body", async () => {
    const { secret } = await create({
      webhook_body:
        '{"text": "{{event.workflow_name}} is \\"{{event.status}}\\"", "result": {{workflow_response}}}',
      webhook_headers: { "X-Run": "{{event.instance_id}}", "X-Total": "{{workflow_response.total}}" },
      method: "PUT",
    });
    const payload = { workflow_name: 'Sums "2"', status: "COMPLETED", instance_id: "é1\r\nx-evil: 1" };
    await sendTestEvents(server, organization, 1, { payload, response: { total: 5 } });
    const { method, headers, body } = await received();
    expect(method).toBe("PUT");
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      text: 'Sums "2" is "COMPLETED"',
      result: { total: 5 },
    });
    expect(Buffer.from(headers["x-run"] ?? "", "latin1").toString()).toBe("é1 x-evil: 1");
    expect(headers).toMatchObject({ "x-total": "5", "content-type": "application/json" });
    expect(headers).not.toHaveProperty("x-evil");
  });

  test("sends the payload by POST by default; a response goes only to custom webhooks", async () => {
    await create({});
    await createTestWebhook(server, organization.testKey, { webhook_url: receiver.url });
    await sendTestEvents(server, organization, 1, { payload: { n: 1 }, response: { total: 5 } });
    await received(2);
    expect(receiver.receipts.map(({ method, body }) => [method, body])).toEqual([
      ["POST", '{"n":1}'],
      ["POST", '{"n":1}'],
    ]);
    const rows = await server.deps.db
      .selectFrom("webhook_deliveries as d")
      .innerJoin("webhooks as w", "w.id", "d.webhook_id")
      .select(["w.type", "d.response"])
      .where("d.org_id", "=", organization.orgId)
      .orderBy("w.id")
      .execute();
    expect(rows).toEqual([
      { type: "custom", response: { total: 5 } },
      { type: "default", response: null },
    ]);
  });

  test("stores secret headers encrypted, shows and logs them masked; masked values that are sent back are kept", async () => {
    const webhook_headers = { Authorization: SECRET, "X-Short-Token": "abc", "X-Plain": "seen" };
    const { _id: id } = await create({ webhook_headers });
    const masked = { Authorization: "…1234", "X-Short-Token": "…", "X-Plain": "seen" };
    const read = (await call("GET", `webhook/${id}`)).body;
    expect(read).toMatchObject({ webhook_headers: masked, method: "POST" });
    const row = await server.deps.db
      .selectFrom("webhooks")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row) + Buffer.from(row.sealed_headers ?? []).toString("latin1")).not.toContain(
      "verysecret",
    );
    // Names of headers are the same in whatever capitals.
    const sent = {
      authorization: "…1234",
      "X-SHORT-TOKEN": "…",
      "X-Plain": "changed",
      "X-New-Token": "x…1234",
    };
    expect((await call("PUT", `webhook/${id}`, { webhook_headers: sent })).status).toBe(200);
    await sendTestEvents(server, organization);
    expect((await received()).headers).toMatchObject({
      authorization: SECRET,
      "x-short-token": "abc",
      "x-plain": "changed",
      "x-new-token": Buffer.from("x…1234").toString("latin1"),
    });
    const attempt = await eventually(
      async () => (await call("GET", `webhook/${id}/deliveries`)).body.docs[0].attempts[0],
    );
    expect(attempt.request).toMatchObject({
      method: "POST",
      url: receiver.url,
      headers: { authorization: "…1234", "x-plain": "changed", "webhook-id": expect.any(String) },
      body: '{"event":"Workflow Completed","n":0}',
    });
    expect(JSON.stringify(attempt.request)).not.toMatch(/signature/);
    expect((await call("PUT", `webhook/${id}`, { webhook_headers: null })).body).not.toHaveProperty(
      "webhook_headers",
    );
  });

  test.each([
    ["a name that had no value", { "X-New-Token": "…1234" }],
    ["a value that it did not have", { authorization: "…4321" }],
    ["a value that is now too short for a tail", { authorization: "…" }],
  ])("400 for a mask without a stored secret, and the headers stay: %s", async (_what, changed) => {
    const { _id: id } = await create({ webhook_headers: { Authorization: SECRET } });
    const refused = await call("PUT", `webhook/${id}`, { webhook_headers: changed });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(/^webhook_headers: the value of ".+" is masked/);
    const made = {
      webhook_url: receiver.url,
      webhook_events: ["Workflow Completed"],
      webhook_type: "custom",
    };
    const body = { ...made, webhook_headers: changed };
    const { testKey: key } = organization;
    expect((await server.request({ method: "POST", url: "/api/v2/public/webhook", key, body })).status).toBe(
      400,
    );
    await sendTestEvents(server, organization);
    expect((await received()).headers.authorization).toBe(SECRET);
  });

  test("logs the sent body, up to 4 KB", async () => {
    const { _id: id } = await create({ webhook_body: '{"x": {{event.text}}}' });
    await sendTestEvents(server, organization, 1, { payload: { text: "é\0".repeat(3000) } });
    const attempt = await eventually(
      async () => (await call("GET", `webhook/${id}/deliveries`)).body.docs[0].attempts[0],
    );
    expect(attempt.request.body).toMatch(/^\{"x": "é\ufffdé/);
    expect(Buffer.byteLength(attempt.request.body)).toBeLessThanOrEqual(4096);
    expect(attempt).toMatchObject({ status_code: 200, duration_ms: expect.any(Number) });
  });
});

describe("a template whose result is too large", () => {
  const places = (count: number) => Array.from({ length: count }, () => "{{workflow_response}}").join(",");

  test.each([
    ["body", "a body of more than 1 MB", { webhook_body: `[${places(2900)}]` }],
    ["headers", "headers of more than 64 KB", { webhook_headers: { "X-All": places(100) } }],
  ])("%s: ends the delivery unsent, and does not count against the endpoint", async (_part, what, fields) => {
    const { _id: id } = await create(fields);
    await sendTestEvents(server, organization, 1, { response: "x".repeat(170_000) });
    const delivery = await eventually(async () => {
      const [newest] = (await call("GET", `webhook/${id}/deliveries`)).body.docs;
      return newest?.attempts.length === 1 && newest;
    });
    expect(delivery).toMatchObject({
      status: "failed",
      attempts: [{ error: `For this event the webhook's templates produce ${what}, so it was not sent.` }],
    });
    expect(delivery).not.toHaveProperty("next_attempt_at");
    expect(receiver.receipts).toEqual([]);
    const { failing_since } = await server.deps.db
      .selectFrom("webhooks")
      .select("failing_since")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(failing_since).toBeNull();
  });
});

describe("PUT /api/v2/public/webhooks/group/edit", () => {
  test("200: puts webhooks into a group, or into none; 404 and no change if one does not exist", async () => {
    const ids = [(await create({}))._id, (await create({ group: "old" }))._id];
    const { testKey: foreign } = await server.organization();
    const other = await createTestWebhook(server, foreign, { webhook_url: receiver.url });
    const grouped = await call("PUT", "webhooks/group/edit", { webhookIds: ids, group: "Billing" });
    expect(grouped.body).toMatchObject(ids.map((_id) => ({ _id, group: "Billing" })));
    for (const unknown of [other._id, "0".repeat(24)]) {
      const webhookIds = [...ids, unknown];
      const refused = await call("PUT", "webhooks/group/edit", { webhookIds, group: "Other" });
      expect(refused).toMatchObject({ status: 404, body: { message: "Webhook not found" } });
    }
    expect((await call("GET", `webhook/${ids[0]}`)).body.group).toBe("Billing");
    const none = await call("PUT", "webhooks/group/edit", { webhookIds: ids });
    expect(none.body[0]).not.toHaveProperty("group");
    expect((await call("PUT", "webhooks/group/edit", { webhookIds: [] })).status).toBe(400);
  });
});
