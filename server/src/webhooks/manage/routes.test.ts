import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createTestWorkflow } from "../test-deliveries.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const URL = "/api/v2/public/webhook";
const BODY = { webhook_url: "https://hooks.example.com/in", webhook_events: ["Workflow Completed"] };

function create(body: object = BODY, key = server.testKey) {
  return server.request({ method: "POST", url: URL, key, body });
}

function list(key: string) {
  return server.request({ url: URL, key });
}

describe("POST /api/v2/public/webhook (spec 2.5)", () => {
  test("200: creates a webhook with its fields, its defaults and a signing secret", async () => {
    const reply = await create();
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      org_id: server.orgId,
      environment: "test",
      is_enabled: true,
      webhook_events: ["Workflow Completed"],
      webhook_url: "https://hooks.example.com/in",
      webhook_type: "default",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: reply.body.createdAt,
      __v: 0,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
    });
  });

  test("200: accepts description, limits and is_enabled; duplicate events count once", async () => {
    const more = {
      description: "CRM",
      slug: "hubspot",
      workflow_ids: [await createTestWorkflow(server, server.testKey)],
      is_enabled: false,
    };
    const webhook_events = ["Connection Expired", "Workflow Errored", "Connection Expired"];
    const { body } = await create({ ...BODY, ...more, webhook_events });
    expect(body).toMatchObject({ ...more, webhook_events: ["Connection Expired", "Workflow Errored"] });
  });

  test("200: accepts an address whose name does not exist, because DNS is not queried", async () => {
    const reply = await create({ ...BODY, webhook_url: "https://does-not-exist.invalid/hook" });
    expect(reply.status).toBe(200);
  });

  test.each(["slack", "teams"])(
    "200: the address of a %s webhook is shown in full only now",
    async (type) => {
      const webhook_url = "https://hooks.slack.com/services/T0/B0/verysecretpart";
      const { body } = await create({ ...BODY, webhook_url, webhook_type: type });
      expect(body).toMatchObject({ webhook_type: type, webhook_url });
      const read = await server.request({ url: `${URL}/${body._id}`, key: server.testKey });
      expect(read.body.webhook_url).toBe("https://hooks.slack.com/…part");
      const { url, sealed_url } = await server.deps.db
        .selectFrom("webhooks")
        .select(["url", "sealed_url"])
        .where("id", "=", body._id)
        .executeTakeFirstOrThrow();
      expect(url + Buffer.from(sealed_url ?? []).toString("latin1")).not.toContain("secretpart");
    },
  );

  test("400 INVALID_EVENT: an event that spec 6 does not list", async () => {
    for (const event of ["Connection Lost", "workflow completed", "workflow-completed", "__proto__", ""]) {
      const reply = await create({ ...BODY, webhook_events: ["Workflow Errored", event] });
      expect(reply).toMatchObject({ status: 400, body: { error_code: "INVALID_EVENT" } });
    }
  });

  test.each([
    ["no address", { webhook_events: ["Workflow Errored"] }],
    ["no events", { webhook_url: BODY.webhook_url }],
    ["an empty list of events", { ...BODY, webhook_events: [] }],
    ["events that are no list", { ...BODY, webhook_events: "Workflow Errored" }],
    ["an event that is no text", { ...BODY, webhook_events: [5] }],
    ["an address that is none", { ...BODY, webhook_url: "hooks" }],
    ["an address that is no text", { ...BODY, webhook_url: 5 }],
    ["plain http", { ...BODY, webhook_url: "http://8.8.8.8/in" }],
    ["another protocol", { ...BODY, webhook_url: "file:///etc/passwd" }],
    ["a private address", { ...BODY, webhook_url: "https://10.0.0.1/in" }],
    ["the metadata service", { ...BODY, webhook_url: "https://169.254.169.254/latest" }],
    ["a user and password", { ...BODY, webhook_url: "https://user:pass@hooks.example.com/in" }],
    ["an address with a line break", { ...BODY, webhook_url: "https://example.com\n.evil/in" }],
    ["an address within blanks", { ...BODY, webhook_url: "  https://example.com/in " }],
    ["an address with a backslash", { ...BODY, webhook_url: "https://example.com\\@other.example/in" }],
    ["an address with a hidden character", { ...BODY, webhook_url: "https://example.com/\u200bin" }],
    ["an address that is too long", { ...BODY, webhook_url: `https://a.example/${"x".repeat(2048)}` }],
    ["an unknown type", { ...BODY, webhook_type: "discord" }],
    [
      "a template of a body that makes no JSON",
      { ...BODY, webhook_type: "custom", webhook_body: "{{event}" },
    ],
    ["a template that names nothing", { ...BODY, webhook_body: '{"a": {{events}}}' }],
    ["headers as a list", { ...BODY, webhook_headers: ["a"] }],
    ["a header that is no text", { ...BODY, webhook_headers: { "x-a": 1 } }],
    ["a header with a bad name", { ...BODY, webhook_headers: { "x a": "b" } }],
    ["a header with a line break", { ...BODY, webhook_headers: { "x-a": "b\r\nc: d" } }],
    ["a header that is signed", { ...BODY, webhook_headers: { "Webhook-Id": "b" } }],
    ["a header that is there twice", { ...BODY, webhook_headers: { "x-a": "b", "X-A": "c" } }],
    ["a header with a bad template", { ...BODY, webhook_headers: { "x-a": "{{nothing}}" } }],
    ["a method that carries no body", { ...BODY, method: "GET" }],
    ["is_enabled as text", { ...BODY, is_enabled: "true" }],
    ["workflow_ids as text", { ...BODY, workflow_ids: "0123456789abcdef01234567" }],
    [
      "a NUL character",
      `{"webhook_url":"https://a.example/","webhook_events":["Workflow Errored"],"slug":"a\\u0000"}`,
    ],
    ["invalid JSON", "{"],
    ["a list", []],
    ["no body", undefined],
  ])("400: %s, and nothing is stored", async (_name, body) => {
    const { testKey: key } = await server.organization();
    const reply = await server.request({ method: "POST", url: URL, key, body });
    expect(reply).toMatchObject({ status: 400, body: { message: expect.any(String) } });
    expect((await list(key)).body).toEqual([]);
  });

  test("400: lists the valid types, and says why an address is rejected", async () => {
    const type = await create({ ...BODY, webhook_type: "discord" });
    expect(type.body.message).toBe("body.webhook_type must be one of default, slack, teams, custom.");
    const address = await create({ ...BODY, webhook_url: "https://127.0.0.2/" });
    expect(address.body.message).toBe(
      "webhook_url: The URL points to an address that is not public, and the operator has not allowed it.",
    );
  });

  test("400: unknown applications and workflows are named, and nothing is stored", async () => {
    const organization = await server.organization();
    const { testKey: key } = organization;
    const known = await createTestWorkflow(server, key);
    const elsewhere = await createTestWorkflow(server, organization.productionKey);
    const foreign = await createTestWorkflow(server, server.testKey);
    const application = await create({ ...BODY, slug: "hubsport" }, key);
    expect(application).toMatchObject({
      status: 400,
      body: { message: 'slug: there is no application "hubsport".', error_code: "INVALID_APP_ID" },
    });
    const workflow_ids = [known, "gone", elsewhere, foreign];
    const workflows = await create({ ...BODY, workflow_ids }, key);
    expect(workflows).toMatchObject({
      status: 400,
      body: {
        message: `workflow_ids: there are no workflows with the ids "gone", "${elsewhere}", "${foreign}" in this environment.`,
      },
    });
    expect((await list(key)).body).toEqual([]);
    expect((await create({ ...BODY, slug: "hubspot", workflow_ids: [known] }, key)).status).toBe(200);
  });

  test("413 and 415: a body that is too large, or not JSON", async () => {
    expect((await create({ ...BODY, description: "x".repeat(1024 * 1024) })).status).toBe(413);
    const headers = { "content-type": "text/plain" };
    const reply = await server.request({ method: "POST", url: URL, key: server.testKey, body: "a", headers });
    expect(reply.status).toBe(415);
  });
});

describe("GET /api/v2/public/webhook and /:id", () => {
  test("200: an array of the webhooks, newest first, without their secrets", async () => {
    const { testKey: key } = await server.organization();
    const first = await create(BODY, key);
    const second = await create(BODY, key);
    const reply = await list(key);
    expect(reply.body.map(({ _id }: { _id: string }) => _id)).toEqual([second.body._id, first.body._id]);
    const { secret, ...shown } = first.body;
    expect(reply.text).not.toContain(secret);
    expect((await server.request({ url: `${URL}/${first.body._id}`, key })).body).toEqual(shown);
  });
});

describe("PUT /api/v2/public/webhook/:id", () => {
  async function change(id: string, body: unknown) {
    return server.request({ method: "PUT", url: `${URL}/${id}`, key: server.testKey, body });
  }

  test("200: given fields change, others stay, null clears, __v grows", async () => {
    const { body: before } = await create({
      ...BODY,
      description: "old",
      slug: "slack",
      workflow_ids: [await createTestWorkflow(server, server.testKey)],
    });
    const changed = await change(before._id, {
      webhook_url: "https://hooks.example.com/new",
      webhook_events: ["Connection Deleted"],
      is_enabled: false,
    });
    const { secret: _secret, ...shown } = before;
    expect(changed.body).toEqual({
      ...shown,
      webhook_url: "https://hooks.example.com/new",
      webhook_events: ["Connection Deleted"],
      is_enabled: false,
      updatedAt: expect.any(String),
      __v: 1,
    });
    const cleared = await change(before._id, { description: null, slug: null, workflow_ids: [] });
    expect(cleared.body).not.toHaveProperty("description");
    expect(cleared.body).not.toHaveProperty("slug");
    expect(cleared.body).not.toHaveProperty("workflow_ids");
    expect(cleared.body.__v).toBe(2);
  });

  test("400: unknown new limits; existing ones may be sent back after their targets are deleted", async () => {
    const { testKey: key } = server;
    const gone = await createTestWorkflow(server, key);
    const { body } = await create({ ...BODY, slug: "slack", workflow_ids: [gone] });
    await server.request({ method: "DELETE", url: `/api/v2/public/workflow/${gone}`, key });
    const back = { slug: "slack", workflow_ids: [gone], description: "the same" };
    expect(await change(body._id, back)).toMatchObject({ status: 200, body: back });
    const more = await change(body._id, { workflow_ids: [gone, "other"] });
    expect(more).toMatchObject({
      status: 400,
      body: { message: 'workflow_ids: there is no workflow with the id "other" in this environment.' },
    });
    expect(await change(body._id, { slug: "slak" })).toMatchObject({ status: 400 });
    expect((await change("0".repeat(24), { slug: "slak" })).status).toBe(404);
  });

  test("200: sending back a masked address keeps the real one", async () => {
    const webhook_url = "https://hooks.slack.com/services/T0/B0/verysecretpart";
    const { body } = await create({ ...BODY, webhook_url, webhook_type: "slack" });
    const masked = (await server.request({ url: `${URL}/${body._id}`, key: server.testKey })).body;
    const changed = await change(body._id, { webhook_url: masked.webhook_url, webhook_type: "slack" });
    expect(changed.body.webhook_url).toBe("https://hooks.slack.com/…part");
    const row = await server.deps.db
      .selectFrom("webhooks")
      .select("sealed_url")
      .where("id", "=", body._id)
      .executeTakeFirstOrThrow();
    expect(server.deps.vault.open(row.sealed_url ?? Buffer.of(), `webhooks/${body._id}/url`)).toBe(
      webhook_url,
    );
  });

  test("turning a chat webhook into a default one needs a new address (400), so that the old one stays hidden", async () => {
    const webhook_url = "https://hooks.slack.com/services/T0/B0/verysecretpart";
    const { body } = await create({ ...BODY, webhook_url, webhook_type: "slack" });
    const refused = await change(body._id, { webhook_type: "default" });
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining("webhook_url") } });
    const changed = await change(body._id, { webhook_type: "default", webhook_url: BODY.webhook_url });
    expect(changed.body).toMatchObject({ webhook_type: "default", webhook_url: BODY.webhook_url });
    const chat = await change(body._id, { webhook_type: "teams" });
    expect(chat.body).toMatchObject({
      webhook_type: "teams",
      webhook_url: "https://hooks.example.com/…m/in",
    });
  });

  test("400: bad input changes nothing", async () => {
    const { body: before } = await create();
    for (const body of [
      { webhook_events: ["Nothing"] },
      { webhook_events: [] },
      { webhook_url: "https://localhost:1/", is_enabled: "no" },
      { webhook_url: "https://192.168.0.1/", is_enabled: false },
      { webhook_type: "discord", is_enabled: false },
      { webhook_body: "{", is_enabled: false },
      { webhook_headers: { host: "a.example" }, is_enabled: false },
      undefined,
    ]) {
      expect((await change(before._id, body)).status).toBe(400);
    }
    const { body: after } = await server.request({ url: `${URL}/${before._id}`, key: server.testKey });
    expect({ ...after, secret: before.secret }).toEqual(before);
  });
});

describe("DELETE /api/v2/public/webhook/:id (spec 4.5)", () => {
  test("200: removes the webhook and returns the remaining ones", async () => {
    const { testKey: key } = await server.organization();
    const first = await create(BODY, key);
    const second = await create(BODY, key);
    const remaining = await server.request({ method: "DELETE", url: `${URL}/${first.body._id}`, key });
    expect(remaining.status).toBe(200);
    expect(remaining.body).toEqual((await list(key)).body);
    expect(remaining.body).toMatchObject([{ _id: second.body._id }]);
    const last = await server.request({ method: "DELETE", url: `${URL}/${second.body._id}`, key });
    expect(last).toMatchObject({ status: 200, body: [] });
  });
});

describe("the signing secret", () => {
  test("200: is returned by its own route, and replaced by rotate", async () => {
    const { body } = await create();
    const url = `${URL}/${body._id}/secret`;
    expect((await server.request({ url, key: server.testKey })).body).toEqual({ secret: body.secret });
    const rotated = await server.request({ method: "POST", url: `${url}/rotate`, key: server.testKey });
    expect(rotated.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(rotated.body.secret).not.toBe(body.secret);
    expect((await server.request({ url, key: server.testKey })).body).toEqual(rotated.body);
  });
});
