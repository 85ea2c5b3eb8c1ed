import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../../test/test-server.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../catalog/test-things-api.ts";

const APPLICATION = "/api/v2/public/application";
type Method = "GET" | "POST" | "PUT";
let server: TestServer;
let api: ThingsApi;

beforeAll(async () => {
  api = await startThingsApi();
  server = await startTestServer({ rateLimitPerMinute: 0 });
});
afterAll(async () => {
  await server.close();
  await api.close();
});
afterEach(() => {
  api.requests.length = 0;
  api.answer = undefined;
});

const send = (path: string, body?: unknown, method: Method = "POST", key = server.testKey) =>
  server.request({ method, url: `${APPLICATION}${path}`, key, ...(body !== undefined && { body }) });
const importIt = (slug: string, more: object = {}, document: object = documentOf()) =>
  send("/openapi", { document, slug, ...more });
const change = (slug: string, body: object) => send(`/${slug}/setup`, body, "PUT");
const read = async (slug: string) => (await send(`/${slug}/setup`, undefined, "GET")).body;

async function connect(slug: string, values: object, account = "acme") {
  const token = await server.account(account);
  return server.request({ method: "POST", url: `/api/v2/app/${slug}/save`, token, body: values });
}

function documentOf(more: object = {}) {
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    servers: [{ url: `${api.url}/api` }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-App-Key" } } },
    security: [{ key: [] }],
    paths: {
      "/things": { get: { operationId: "listThings", summary: "List things" } },
      "/lists": { get: { operationId: "lists" } },
      "/things/{id}": { delete: { operationId: "deleteThing" } },
    },
    ...more,
  };
}

describe("an imported application", () => {
  test("200: refuses a wrong key without anybody having chosen a test request", async () => {
    const { status, body } = await importIt("proposed");
    const things = { id: "list_things", path: "/things", title: "List things" };
    expect([status, body.check]).toEqual([200, things]);
    const refused = await connect("proposed", { x_app_key: "bad" });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringMatching(/^Things does not accept these credentials\./),
    ]);
    expect((await connect("proposed", { x_app_key: "good" })).body).toEqual({ success: true });
    expect(api.requests.at(-1)).toMatchObject({ method: "GET", url: "/api/things" });
    const lists = { id: "lists", path: "/lists", title: "List lists" };
    expect(await read("proposed")).toEqual({
      slug: "proposed",
      name: "Things",
      base_url: `${api.url}/api`,
      sign_in: { kind: "header", name: "X-App-Key", prefix: "", label: "X-App-Key" },
      check: things,
      checks: [things, lists],
      webhooks: null,
      triggers: [],
    });
  });

  test("200: its test request is another or none, which importing it again keeps", async () => {
    await importIt("changed");
    const { body } = await change("changed", { check: "lists" });
    expect(body.check.path).toBe("/lists");
    await connect("changed", { x_app_key: "good" });
    expect(api.requests.at(-1)?.url).toBe("/api/lists");
    expect((await importIt("changed")).body.check.id).toBe("lists");
    expect((await change("changed", { check: null })).body.check).toBeNull();
    expect((await importIt("changed")).body.check).toBeNull();
    expect((await connect("changed", { x_app_key: "bad" })).body).toEqual({ success: true });
    // The importer has the last word.
    expect((await importIt("changed", { check: "listThings" })).body.check.id).toBe("list_things");
    expect((await importIt("changed")).body.check.id).toBe("list_things");
    expect((await importIt("changed", { check: null })).body.check).toBeNull();
    expect((await importIt("changed")).body.check).toBeNull();
  });

  test("200: without a suitable operation, it has no test request", async () => {
    const paths = { "/things/{id}": { get: {} }, "/open": { get: { security: [] } } };
    const { body } = await importIt("none", {}, documentOf({ paths }));
    expect(body.check).toBeNull();
    expect(await read("none")).toMatchObject({ check: null, checks: [] });
  });

  test("without a test request, a key that its first call refuses is asked for again, and the connection stays", async () => {
    await importIt("untested", { check: null });
    expect((await connect("untested", { x_app_key: "bad" })).body).toEqual({ success: true });
    await server.request({
      method: "POST",
      url: "/api/v2/integration-schema/untested/actions/list_things/execute",
      token: await server.account("acme"),
      body: {},
    });
    const { body } = await server.request({
      url: "/api/v2/public/connections?slug=untested",
      key: server.testKey,
    });
    expect(body.docs).toMatchObject([
      {
        status: "degraded",
        cause: "Things does not accept the credentials of this connection.",
        what_to_do: "Connect Things again, with credentials that are valid now.",
      },
    ]);
  });

  test("200: is renamed, which importing it again keeps unless the importer names it", async () => {
    await importIt("named");
    expect((await change("named", { name: "Our things" })).body.name).toBe("Our things");
    expect((await importIt("named")).body.name).toBe("Our things");
    expect((await importIt("named", { name: "Theirs" })).body.name).toBe("Theirs");
    expect((await importIt("named")).body.name).toBe("Things");
  });

  test("production gets the test request of test with the application", async () => {
    await importIt("promoted");
    await change("promoted", { check: "lists" });
    const { status } = await send("/promoted/settings/promote", undefined, "POST", server.productionKey);
    expect(status).toBe(200);
    const there = await send("/promoted/setup", undefined, "GET", server.productionKey);
    expect(there.body).toMatchObject({
      check: { id: "lists" },
      checks: [{ id: "list_things" }, { id: "lists" }],
    });
  });

  test("400: a request that it does not have", async () => {
    await importIt("wrong");
    const { status, body } = await change("wrong", { check: "delete_thing" });
    expect([status, body.errors?.[0]?.field, body.message]).toEqual([
      400,
      "check",
      "There is no request delete_thing that can test a credential.",
    ]);
    for (const wrong of [{}, { check: "" }, { other: 1 }, { name: "" }])
      expect((await change("wrong", wrong)).status).toBe(400);
  });
});

describe("an application from a definition", () => {
  test("200: its own check, and its actions that need no input, can be chosen", async () => {
    const check = { request: { method: "GET", path: "/lists" }, account: "{{ body.name }}" };
    await send("", buildThingsDefinition("defined", api.url, { check }));
    const own = { id: "check", path: "/lists", title: "" };
    const things = { id: "list_things", path: "/things", title: "List things" };
    expect(await read("defined")).toMatchObject({ check: own, checks: [own, things] });
    expect((await change("defined", { check: "list_things" })).body.check).toEqual(things);
    // It stays in the list.
    expect((await change("defined", { check: "check" })).body.check).toEqual(own);
  });
});

test("404: an application of the catalog, of nobody, or of another organization", async () => {
  await importIt("ours");
  const other = await server.organization();
  for (const [slug, key] of [
    ["stripe", server.testKey],
    ["nothing", server.testKey],
    ["ours", other.testKey],
    ["ours", server.productionKey],
  ] as const) {
    expect((await send(`/${slug}/setup`, undefined, "GET", key)).status).toBe(404);
    expect((await send(`/${slug}/setup`, { name: "Mine" }, "PUT", key)).status).toBe(404);
  }
});
