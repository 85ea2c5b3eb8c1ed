import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { publishTestWorkflow, setPublished } from "../../schedules/test-workflow.ts";
import { buildWebhookPath, publishWebhook, sendWebhook } from "./test-webhook.ts";

const START = new Date("2026-05-04T10:00:00.000Z");
const MINUTE_MS = 60_000;

let now = START;
let server: TestServer;
let workflow: string;
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => now } });
  await server.account("acme");
  await server.account("other");
});
beforeEach(async () => {
  now = START;
  workflow = await publishWebhook(server);
});
afterAll(() => server.close());

const runsOf = (id: string) =>
  server.deps.db.selectFrom("runs").selectAll().where("workflow_id", "=", id).orderBy("id").execute();
const inboxOf = (id: string) =>
  server.deps.db.selectFrom("received_events").selectAll().where("workflow_id", "=", id).execute();

describe("a webhook", () => {
  test("200: is stored with its execution before the answer, and needs no credential", async () => {
    const reply = await sendWebhook(server, workflow, { order: 7 });
    const [run] = await runsOf(workflow);
    const [event] = await inboxOf(workflow);
    expect(reply).toMatchObject({
      status: 200,
      body: { message: "Webhook queued", event_id: event?.id, execution_id: run?.id, executions: 1 },
    });
    expect(event).toMatchObject({ name: "Webhook", config_id: "acme", payload: { order: 7 }, matched: 1 });
    expect(run).toMatchObject({
      source: "Event",
      event_name: "Webhook",
      event_id: event?.id,
      config_id: "acme",
      execution_type: "ASYNC",
      input: { order: 7 },
    });
  });

  test("is shown in the inbox with its payload and size", async () => {
    const body = { name: "ä".repeat(200_000) };
    const { event_id } = (await sendWebhook(server, workflow, body)).body;
    const url = `/api/v2/public/event/received/${event_id}`;
    const shown = (await server.request({ url, key: server.testKey })).body;
    expect([shown.payload, shown.payload_size]).toEqual([body, 400_011]);
  });

  test("200: any JSON is the input, and an empty body is an empty object", async () => {
    const url = await buildWebhookPath(server, workflow);
    expect((await server.request({ method: "POST", url })).status).toBe(200);
    for (const body of ["[1,2]", "7", '"text"', "", "null"])
      expect((await sendWebhook(server, workflow, body)).status).toBe(200);
    expect((await runsOf(workflow)).map(({ input }) => input)).toEqual([{}, [1, 2], 7, "text", {}, {}]);
  });

  test("200: for an account whose id is an email address, encoded or not", async () => {
    await server.account("ada@example.com");
    const encoded = await buildWebhookPath(server, workflow, "ada@example.com");
    expect(encoded).toContain("/ada%40example.com/");
    for (const url of [encoded, encoded.replace("%40", "@"), `${encoded}/`])
      expect((await server.request({ method: "POST", url, body: {} })).status, url).toBe(200);
    expect((await runsOf(workflow)).map(({ config_id }) => config_id)).toEqual(
      Array(3).fill("ada@example.com"),
    );
  });

  test("404: all unknown addresses get the same answer, and nothing is stored", async () => {
    const off = await publishWebhook(server);
    await setPublished(server, off, false);
    const unhooked = await publishTestWorkflow(server);
    const foreign = await publishWebhook(server, { account: "other" });
    const stranger = await server.organization();
    const live = await publishWebhook(server, { key: server.productionKey });
    const at = (org: string, path: string) => `/api/v1/webhook-trigger/${org}/${path}`;
    const ours = `${server.orgId}-test`;
    const addresses = [
      at(ours, "0123456789abcdef01234567/acme"),
      at(ours, `${off}/acme`),
      at(ours, `${unhooked}/acme`),
      at(ours, `${foreign}/acme`),
      at(ours, `${live}/acme`),
      at(ours, `${workflow}/nobody`),
      at(`${server.orgId}-production`, `${workflow}/acme`),
      at(`${server.orgId}-staging`, `${workflow}/acme`),
      at(`${stranger.orgId}-test`, `${workflow}/acme`),
      at("nobody-test", `${workflow}/acme`),
      at(ours, `${"x".repeat(900)}/acme`),
    ];
    const before = await server.deps.db.selectFrom("received_events").select("id").execute();
    const answers = new Set<string>();
    for (const url of addresses) {
      const { status, body } = await server.request({ method: "POST", url, body: { a: 1 } });
      answers.add(JSON.stringify({ status, ...body, request_id: "" }));
    }
    expect([...answers]).toEqual([expect.stringContaining("Webhook not found")]);
    expect(await server.deps.db.selectFrom("received_events").select("id").execute()).toEqual(before);
    expect(await runsOf(workflow)).toEqual([]);
  });

  test("a workflow unpublished a moment ago does not start, a published one does", async () => {
    expect((await sendWebhook(server, workflow)).status).toBe(200);
    await setPublished(server, workflow, false);
    expect((await sendWebhook(server, workflow)).status).toBe(404);
    await setPublished(server, workflow, true);
    expect((await sendWebhook(server, workflow)).status).toBe(200);
    expect((await runsOf(workflow)).map(({ workflow_version }) => workflow_version)).toEqual([1, 2]);
  });

  test("400 and 413: not JSON, a NUL character, too large", async () => {
    const send = (body: unknown) => sendWebhook(server, workflow, body);
    expect((await send("{")).status).toBe(400);
    expect((await send('{"a":"\\u0000"}')).status).toBe(400);
    expect((await send({ a: "x".repeat(1024 * 1024) })).status).toBe(413);
    expect(await runsOf(workflow)).toEqual([]);
  });
});

describe("a webhook address", () => {
  test("405: accepts POST only, and says so", async () => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"] as const) {
      const reply = await sendWebhook(server, workflow, method === "GET" ? undefined : "{", { method });
      expect([method, reply.status, reply.headers.allow]).toEqual([method, 405, "POST"]);
      expect(reply.body).toMatchObject({ status_code: 405, error_code: "METHOD_NOT_ALLOWED" });
    }
    expect(await runsOf(workflow)).toEqual([]);
  });

  test("415: accepts no compressed body", async () => {
    const send = (encoding: string) =>
      sendWebhook(server, workflow, "{}", { headers: { "content-encoding": encoding } });
    for (const encoding of ["gzip", "br", "identity, gzip"])
      expect(await send(encoding)).toMatchObject({
        status: 415,
        body: { error_code: "UNSUPPORTED_MEDIA_TYPE", message: expect.stringContaining("content-encoding") },
      });
    expect(await runsOf(workflow)).toEqual([]);
    expect((await send("Identity")).status).toBe(200);
  });
});

describe("a workflow of an application", () => {
  const SLUG = "sendgrid";
  const configure = (enabled: boolean, config_id?: string) =>
    server.request({
      method: "POST",
      url: "/api/v2/public/config",
      key: server.testKey,
      account: "acme",
      body: { slug: SLUG, config_id, workflows: [{ id: workflow, enabled, fields: {} }] },
    });

  test("runs if the account has enabled it; otherwise the webhook is still stored", async () => {
    workflow = await publishWebhook(server, { slug: SLUG });
    const off = await sendWebhook(server, workflow, { n: 1 });
    expect(off).toMatchObject({ status: 200, body: { executions: 0 } });
    expect(off.body).not.toHaveProperty("execution_id");
    expect(await inboxOf(workflow)).toMatchObject([{ id: off.body.event_id, payload: { n: 1 }, matched: 0 }]);
    await configure(true);
    expect((await sendWebhook(server, workflow)).body.executions).toBe(1);
  });

  test("config_id in the query selects the config", async () => {
    workflow = await publishWebhook(server, { slug: SLUG });
    await configure(true, "second");
    const url = `${await buildWebhookPath(server, workflow)}?config_id=second`;
    expect((await sendWebhook(server, workflow)).body.executions).toBe(0);
    expect((await server.request({ method: "POST", url, body: {} })).body.executions).toBe(1);
    expect(await runsOf(workflow)).toMatchObject([{ config_id: "second", slug: SLUG }]);
  });
});

describe("a repeated webhook", () => {
  const key = (text: string, name = "idempotency-key") => ({ headers: { [name]: text } });

  test("409: with a key used in the last five minutes, with the ids of the first one", async () => {
    const first = await sendWebhook(server, workflow, { n: 1 }, key("k"));
    const again = await sendWebhook(server, workflow, { n: 2 }, key("k"));
    const { event_id, execution_id } = first.body;
    expect(again).toMatchObject({
      status: 409,
      body: { status_code: 409, error_code: "CONFLICT", event_id, execution_id },
    });
    now = new Date(START.getTime() + 5 * MINUTE_MS - 1);
    expect((await sendWebhook(server, workflow, {}, key("k"))).status).toBe(409);
    now = new Date(START.getTime() + 5 * MINUTE_MS);
    expect((await sendWebhook(server, workflow, {}, key("k"))).status).toBe(200);
    expect(await runsOf(workflow)).toHaveLength(2);
    expect(await inboxOf(workflow)).toHaveLength(2);
  });

  test("is stored once, however many are concurrent; accounts and workflows do not share keys", async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => sendWebhook(server, workflow, { n }, key("k"))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(new Set(replies.map(({ body }) => body.execution_id)).size).toBe(1);
    const url = await buildWebhookPath(server, workflow, "other");
    expect((await server.request({ method: "POST", url, body: {}, ...key("k") })).status).toBe(200);
    expect((await sendWebhook(server, await publishWebhook(server), {}, key("k"))).status).toBe(200);
  });

  test("for several configs is deduplicated separately in each", async () => {
    const url = `${await buildWebhookPath(server, workflow)}?config_id=`;
    const statuses: number[] = [];
    for (const config of ["one", "two", "one", "acme", ""])
      statuses.push(
        (await sendWebhook(server, workflow, {}, { url: `${url}${config}`, ...key("k") })).status,
      );
    expect(statuses).toEqual([200, 200, 409, 200, 409]);
    expect(await runsOf(workflow)).toHaveLength(3);
  });

  test("is recognized by the header, the path and the window that the workflow names", async () => {
    const idempotency = { header: "X-Delivery", path: "order.id", window_ms: MINUTE_MS };
    workflow = await publishWebhook(server, { settings: { idempotency } });
    const statusOf = async (body: unknown, more = {}) =>
      (await sendWebhook(server, workflow, body, more)).status;
    expect(await statusOf({ order: { id: 5 } })).toBe(200);
    expect(await statusOf({ order: { id: 5 }, other: true })).toBe(409);
    expect(await statusOf({ order: { id: 5 } }, key("d1", "x-delivery"))).toBe(200);
    expect(await statusOf({ order: { id: 6 } }, key("d1", "x-delivery"))).toBe(409);
    expect(await statusOf({}, key("k"))).toBe(200);
    expect(await statusOf({}, key("k"))).toBe(200);
    const long = "ü".repeat(5000);
    expect(await statusOf({ order: { id: long } })).toBe(200);
    expect(await statusOf({ order: { id: long } })).toBe(409);
    now = new Date(START.getTime() + MINUTE_MS);
    expect(await statusOf({ order: { id: 5 } })).toBe(200);
  });

  test("is recognized only by the path that the workflow names, whatever idempotency-key it has", async () => {
    workflow = await publishWebhook(server, { settings: { idempotency: { path: "id" } } });
    const statusOf = async (body: unknown, more = {}) =>
      (await sendWebhook(server, workflow, body, more)).status;
    expect(await statusOf({ id: 1 }, key("k1"))).toBe(200);
    expect(await statusOf({ id: 1 }, key("k2"))).toBe(409);
    expect(await statusOf({ id: 2 }, key("k1"))).toBe(200);
    expect(await statusOf({ id: 2 })).toBe(409);
  });
});
