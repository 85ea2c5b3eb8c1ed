import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestRequest, type TestServer } from "../../../test/test-server.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";

const BASE = "/api/v2/public/event";
const START = new Date("2026-05-04T10:00:00.000Z");
const SLUG = "sendgrid";

let now = START;
let server: TestServer;
let event: string;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => now } });
  await server.account("acme");
  await server.account("other");
});
beforeEach(async () => {
  now = START;
  event = await define();
});
afterAll(() => server.close());

/** Defines a new event and returns its name. */
async function define(key = server.testKey): Promise<string> {
  const name = `event ${++count}`;
  await server.request({ method: "POST", url: "/api/v2/public/application/event", key, body: { name } });
  return name;
}

function trigger(body: unknown = { event }, more: Partial<TestRequest> = {}) {
  return server.request({
    method: "POST",
    url: `${BASE}/trigger`,
    key: server.testKey,
    account: "acme",
    body,
    ...more,
  });
}

async function configure(workflowId: string, enabled: boolean, configId?: string) {
  const reply = await server.request({
    method: "POST",
    url: "/api/v2/public/config",
    key: server.testKey,
    account: "acme",
    body: { slug: SLUG, config_id: configId, workflows: [{ id: workflowId, enabled, fields: {} }] },
  });
  expect(reply.status).toBe(200);
}

async function received(id: string, credential: Partial<TestRequest> = { key: server.testKey }) {
  return server.request({ url: `${BASE}/received/${id}`, ...credential });
}

async function startedBy(id: string): Promise<string[]> {
  const { body } = await received(id);
  expect(body.executions).toHaveLength(body.matched);
  return body.executions.map((execution: { workflow_id: string }) => execution.workflow_id);
}

const inbox = () =>
  server.deps.db.selectFrom("received_events").select("id").where("name", "=", event).execute();

describe("an event", () => {
  test("200: is recorded with its matches, and its run gets the payload", async () => {
    const workflow = await publishTestWorkflow(server, { event });
    const reply = await trigger({ event, payload: { order: 7 } });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        message: "Webhook Fired Success",
        event_id: expect.stringMatching(/^[0-9a-f]{24}$/),
        executions: 1,
      },
    });
    const { body } = await received(reply.body.event_id);
    expect(body).toEqual({
      _id: reply.body.event_id,
      event,
      linked_account_id: "acme",
      config_id: "acme",
      payload: { order: 7 },
      payload_size: 11,
      matched: 1,
      repeated: 0,
      balanced: true,
      executions: [
        {
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          workflow_id: workflow,
          workflow_name: "Test workflow",
          status: "RUNNING",
          deliveries: { pending: 0, delivered: 0, failed: 0, cancelled: 0 },
        },
      ],
      org_id: server.orgId,
      environment: "test",
      received_at: START.toISOString(),
    });
    const run = await server.deps.db
      .selectFrom("runs")
      .selectAll()
      .where("id", "=", body.executions[0]._id)
      .executeTakeFirstOrThrow();
    expect(run).toMatchObject({
      source: "Event",
      event_name: event,
      event_id: reply.body.event_id,
      execution_type: "ASYNC",
      input: { order: 7 },
    });
  });

  test("200: every published address and field name, by key or token; the header takes precedence over the body", async () => {
    await publishTestWorkflow(server, { event });
    const token = await server.account("acme");
    const body = { trigger: event, linked_account_id: "other" };
    const ways: [Partial<TestRequest>, string][] = [
      [{ url: BASE }, "acme"],
      [{ url: "/api/v1/event/trigger" }, "acme"],
      [{ url: `${BASE}/` }, "acme"],
      [{ account: undefined }, "other"],
      [{ key: undefined, account: undefined, token }, "acme"],
      [{ account: undefined, url: `${BASE}/trigger?linked_account_id=acme` }, "acme"],
    ];
    for (const [more, account] of ways) {
      const reply = await trigger(body, more);
      expect(reply).toMatchObject({ status: 200, body: { executions: 1 } });
      expect((await received(reply.body.event_id)).body.linked_account_id).toBe(account);
    }
  });

  test("200: is stored even if nothing matches", async () => {
    const reply = await trigger();
    expect(reply.body.executions).toBe(0);
    expect((await received(reply.body.event_id)).body).toMatchObject({
      matched: 0,
      executions: [],
      payload: {},
    });
  });

  test("404 INVALID_EVENT: not defined, or defined in another environment; nothing is stored", async () => {
    const elsewhere = await define(server.productionKey);
    for (const name of ["never defined", elsewhere]) {
      expect(await trigger({ event: name })).toMatchObject({
        status: 404,
        body: { error_code: "INVALID_EVENT" },
      });
    }
    expect(await inbox()).toHaveLength(0);
  });

  test.each<[string, unknown, Partial<TestRequest>]>([
    ["no event", { payload: {} }, {}],
    ["no body", "", {}],
    ["an event of the wrong type", { event: { name: "x" } }, {}],
    ["no account", { event: "x" }, { account: undefined }],
    ["an unknown account in the header", { event: "x" }, { account: "nobody" }],
    ["an unknown account in the body", { event: "x", linked_account_id: "nobody" }, { account: undefined }],
    ["an empty idempotency key", { event: "x" }, { headers: { "idempotency-key": "" } }],
    ["a long idempotency key", { event: "x" }, { headers: { "idempotency-key": "k".repeat(256) } }],
  ])("400: %s", async (_name, body, more) => {
    expect((await trigger(body, more)).status).toBe(400);
  });

  test("401: without a credential or with a wrong one", async () => {
    expect((await trigger({ event }, { key: undefined })).status).toBe(401);
    expect((await trigger({ event }, { key: "tk_wrong" })).status).toBe(401);
  });
});

describe("matching", () => {
  test("a workflow of an application runs if the account's config enables it", async () => {
    const workflow = await publishTestWorkflow(server, { event, slug: SLUG });
    expect((await trigger()).body.executions).toBe(0);
    await configure(workflow, false);
    expect((await trigger()).body.executions).toBe(0);
    await configure(workflow, true);
    expect(await startedBy((await trigger()).body.event_id)).toEqual([workflow]);
    expect((await trigger({ event }, { account: "other" })).body.executions).toBe(0);
  });

  test("config_id selects the config: in the header, else in the body, else the account's own", async () => {
    const workflow = await publishTestWorkflow(server, { event, slug: SLUG });
    await configure(workflow, true, "second");
    expect((await trigger()).body.executions).toBe(0);
    expect((await trigger({ event, config_id: "second" })).body.executions).toBe(1);
    expect(
      (await trigger({ event, config_id: "x" }, { headers: { config_id: "second" } })).body.executions,
    ).toBe(1);
    expect(
      (await trigger({ event, config_id: "second" }, { headers: { config_id: "x" } })).body.executions,
    ).toBe(0);
  });

  test("config_id in the header is decoded as UTF-8", async () => {
    const workflow = await publishTestWorkflow(server, { event, slug: SLUG });
    await configure(workflow, true, "geschäft");
    const config_id = Buffer.from("geschäft").toString("latin1");
    expect((await trigger({ event }, { headers: { config_id } })).body.executions).toBe(1);
  });

  test("slug limits matching to one application: in the path, the header or the body", async () => {
    const mail = await publishTestWorkflow(server, { event, slug: SLUG });
    const own = await publishTestWorkflow(server, { event });
    await configure(mail, true);
    expect(await startedBy((await trigger()).body.event_id)).toEqual([mail, own]);
    const limited = [
      await trigger({ event }, { url: `${BASE}/${SLUG}` }),
      await trigger({ event }, { headers: { slug: SLUG } }),
      await trigger({ event, slug: SLUG }),
      await trigger({ event, slug: "stripe" }, { headers: { slug: SLUG } }),
    ];
    for (const reply of limited) expect(await startedBy(reply.body.event_id)).toEqual([mail]);
    expect((await trigger({ event, slug: "stripe" })).body.executions).toBe(0);
    expect((await trigger({ event, slug: "" })).body.executions).toBe(2);
  });

  test("400 INVALID_APP_ID: an unknown slug, in the path, the header or the body; nothing is stored", async () => {
    await publishTestWorkflow(server, { event });
    const wrong = [
      await trigger({ event }, { url: `${BASE}/sendgird` }),
      await trigger({ event }, { headers: { slug: "sendgird" } }),
      await trigger({ event, slug: "sendgird" }),
    ];
    for (const reply of wrong)
      expect(reply).toMatchObject({
        status: 400,
        body: { error_code: "INVALID_APP_ID", message: 'slug: there is no application "sendgird".' },
      });
    expect(await inbox()).toHaveLength(0);
  });

  test("an account's own workflow runs for that account only; drafts and other events' workflows do not run", async () => {
    const mine = await publishTestWorkflow(server, { event, account: "acme" });
    await publishTestWorkflow(server, { event: "another event" });
    await server.request({
      method: "POST",
      url: "/api/v2/public/workflow",
      key: server.testKey,
      body: {
        name: "Draft",
        nodes: [{ id: "start", type: "start", triggers: [{ application: "Junctor", event }] }],
      },
    });
    expect(await startedBy((await trigger()).body.event_id)).toEqual([mine]);
    expect((await trigger({ event }, { account: "other" })).body.executions).toBe(0);
  });
});

describe("idempotency-key", () => {
  const key = (text: string) => ({ headers: { "idempotency-key": text } });

  test("the same event again gets the first answer and starts nothing, however many are concurrent", async () => {
    await publishTestWorkflow(server, { event });
    const body = { event, payload: { a: 1, b: [2] } };
    const replies = await Promise.all(Array.from({ length: 20 }, () => trigger(body, key("k1"))));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 200, body: { executions: 1 } });
    const again = await trigger({ payload: { b: [2], a: 1 }, event }, key("k1"));
    expect(again.body).toEqual(replies[0]?.body);
    expect(await inbox()).toHaveLength(1);
    expect(await startedBy(again.body.event_id)).toHaveLength(1);
  });

  test("422: the same key with another payload, slug or config; nothing is started", async () => {
    await trigger({ event, payload: { a: 1 } }, key("k2"));
    for (const change of [
      { payload: { a: 2 } },
      { payload: { a: 1 }, slug: SLUG },
      { payload: { a: 1 }, config_id: "x" },
    ])
      expect(await trigger({ event, ...change }, key("k2"))).toMatchObject({
        status: 422,
        body: { error_code: "CONFLICT" },
      });
    expect(await inbox()).toHaveLength(1);
  });

  test("accounts, events and environments do not share keys", async () => {
    const first = await trigger({ event }, key("k3"));
    const other = await trigger({ event, payload: { b: 1 } }, { account: "other", ...key("k3") });
    const another = await trigger({ event: await define(), payload: { c: 1 } }, key("k3"));
    expect([first.status, other.status, another.status]).toEqual([200, 200, 200]);
    expect(new Set([first, other, another].map(({ body }) => body.event_id)).size).toBe(3);
    // Each is known again, too.
    const again = [
      await trigger({ event }, key("k3")),
      await trigger({ event, payload: { b: 1 } }, { account: "other", ...key("k3") }),
    ];
    expect(again.map(({ body }) => body)).toEqual([first.body, other.body]);
  });

  test("a key may be used again after 24 hours", async () => {
    const first = await trigger({ event, payload: 1 }, key("k4"));
    now = new Date(START.getTime() + 24 * 3_600_000 - 1);
    expect((await trigger({ event, payload: 1 }, key("k4"))).body).toEqual(first.body);
    now = new Date(START.getTime() + 24 * 3_600_000 + 1);
    const later = await trigger({ event, payload: 2 }, key("k4"));
    expect(later.status).toBe(200);
    expect(later.body.event_id).not.toBe(first.body.event_id);
    expect((await received(first.body.event_id)).body.payload).toBe(1);
  });
});
