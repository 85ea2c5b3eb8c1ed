import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createTestAccount, startTestRun, waitForRunEnd } from "../../runs/start/test-run.ts";
import { saveCustomRow } from "../catalog/application-store.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../catalog/test-things-api.ts";
import type { JsonObject } from "../connector.ts";
import { needsConnection } from "../connector-auth.ts";
import { type CustomProvider, compileDefinition } from "../providers/compile.ts";

const PUBLIC = "/api/v2/public";
const schema = (slug: string) => `/api/v2/integration-schema/${slug}`;
// The provider knows the company's server by a header that is the same for every customer.
const headers = { "x-app-key": "good" };
const OPEN = { auth: { keybased: { fields: [], apply: { headers } } } };

let server: TestServer;
let api: ThingsApi;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startTestServer({ rateLimitPerMinute: 0 });
  server.work();
  await save("open", OPEN);
  await server.account("acme");
});
afterAll(async () => {
  await server.close();
  await api.close();
});
afterEach(() => {
  api.answer = undefined;
});

async function save(slug: string, more: object) {
  const body = buildThingsDefinition(slug, api.url, more);
  const url = `${PUBLIC}/application`;
  const reply = await server.request({ method: "POST", url, key: server.testKey, body });
  expect(reply.status, reply.text).toBe(200);
}
const send = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: object) =>
  server.request({ method, url, key: server.testKey, account: "acme", body });
const execute = (slug: string) => send("POST", `${schema(slug)}/actions/list_things/execute`, {});

describe("an application with nothing to sign in with and nothing to fill in", () => {
  test("is connected for every account, without a connection", async () => {
    const { body } = await send("GET", `${PUBLIC}/application/open`);
    expect(body).toMatchObject({ connected: true, reauth_required: false, connections: [] });
    expect(body.connected_accounts).toEqual([]);
    const listed = await send("GET", `${PUBLIC}/application`);
    expect(listed.body.find(({ slug }: { slug: string }) => slug === "open").connected).toBe(true);
  });

  test("answers to actions, option lists and raw requests", async () => {
    expect((await execute("open")).body).toEqual({
      node_status: "Success",
      http_status: 200,
      data: { things: [] },
    });
    const options = await send("POST", `${schema("open")}/actions/make_thing/options/lists`, { board: "b" });
    expect(options.status, options.text).toBe(200);
    expect(options.body).toMatchObject([{ name: "One of b" }, { name: "Two" }]);
    expect((await send("GET", `${PUBLIC}/proxy/open/things`)).status).toBe(200);
  });

  test("runs in workflows", async () => {
    const scope = await createTestAccount(server);
    const nodes = [{ id: "read", name: "Read", type: "action", action: "open/list_things", data: {} }];
    const run = await waitForRunEnd(server, await startTestRun(server, { nodes, scope }));
    expect(run.status, JSON.stringify(run.execution_error)).toBe("COMPLETED");
  });

  test("is logged without a connection", async () => {
    await execute("open");
    await server.deps.requestLog.flush();
    const { body } = await send("GET", `${PUBLIC}/requests?slug=open&limit=1`);
    expect(body.docs).toMatchObject([{ slug: "open", status_code: 200 }]);
    expect(body.docs[0]).not.toHaveProperty("connection_id");
  });

  test("works beside a connection that is there, expired or removed", async () => {
    const url = `${PUBLIC}/linked-account/integration/save-key-credentials/open`;
    expect((await send("PUT", url, {})).body).toEqual({ success: true });
    expect((await execute("open")).body.node_status).toBe("Success");
    await server.deps.db
      .updateTable("connections")
      .set({ status: "expired" })
      .where("slug", "=", "open")
      .execute();
    expect((await execute("open")).body.node_status).toBe("Success");
    expect((await send("DELETE", `${PUBLIC}/linked-account/integration/open`)).status).toBe(200);
    expect((await execute("open")).body.node_status).toBe("Success");
    expect((await send("GET", `${PUBLIC}/application/open`)).body.connected).toBe(true);
  });

  test("keeps the provider's limit for each account", async () => {
    await save("limited", { ...OPEN, rate_limit: { requests: 1, per_seconds: 3600 } });
    expect((await execute("limited")).body.node_status).toBe("Success");
    expect((await execute("limited")).body).toMatchObject({ data: { code: "rateLimit" } });
    await server.account("second");
    const url = `${schema("limited")}/actions/list_things/execute`;
    const { body } = await server.request({
      method: "POST",
      url,
      key: server.testKey,
      account: "second",
      body: {},
    });
    expect(body.node_status).toBe("Success");
  });
});

describe("an application needs a connection", () => {
  const key = { name: "key", label: "Key", required: false };
  const region = { name: "region", label: "Region" };
  test.each([
    ["where a key is optional", { auth: { keybased: { fields: [key], apply: { headers } } } }],
    ["where customers only fill in a setting", { ...OPEN, settings: [region] }],
    ["where a setting has a default", { ...OPEN, settings: [{ ...region, default: "eu" }] }],
  ])("%s", async (_name, more) => {
    await save("asks", more);
    expect((await execute("asks")).body.data.message).toBe("The linked account has not connected Things.");
    expect((await send("GET", `${PUBLIC}/application/asks`)).body.connected).toBe(false);
  });
});

describe("the column for queries says the same as the rule", () => {
  const settings = [{ name: "region", label: "Region" }];
  const fields = [{ name: "key", label: "Key" }];
  const token = {
    grant: "client_credentials",
    url: "https://things.example/token",
    client_id: "a",
    client_secret: "b",
  };
  const oauth2 = { authorize_url: "https://things.example/a", token_url: "https://things.example/t" };
  const your_app = { apply: { headers: { k: "{{ linked_account.auth_credentials.k }}" } } };
  const mcp = (auth: object) => ({
    slug: "mcp",
    name: "M",
    description: "",
    url: "https://m.example/",
    auth,
    tools: [],
  });
  test.each<[string, CustomProvider, object, boolean]>([
    ["nothing", "manifest", OPEN, false],
    ["no settings", "openapi", { ...OPEN, settings: [] }, false],
    ["your_app", "manifest", { auth: { your_app } }, false],
    ["settings", "manifest", { ...OPEN, settings }, true],
    ["a key", "manifest", { auth: { keybased: { fields, apply: { headers } } } }, true],
    ["a token", "manifest", { auth: { keybased: { fields: [], token } } }, true],
    ["a consent as well", "manifest", { auth: { keybased: { fields: [] }, oauth2 } }, true],
    ["an unanswered question", "openapi", { auth: {} }, true],
    ["an open MCP server", "mcp", mcp({ kind: "none" }), false],
    ["an MCP server with a token", "mcp", mcp({ kind: "bearer" }), true],
  ])("%s", async (name, provider, more, needs) => {
    const slug = `rule-${name.replaceAll(/[ _]/g, "-").toLowerCase()}`;
    const whole = provider === "mcp" ? more : buildThingsDefinition(slug, "https://things.example", more);
    const definition = whole as JsonObject;
    const scope = { orgId: server.orgId, environment: "test" } as const;
    await saveCustomRow(server.deps.db, scope, { slug, provider, definition, now: new Date() });
    const { needs_connection: stored } = await server.deps.db
      .selectFrom("custom_applications")
      .select("needs_connection")
      .where("slug", "=", slug)
      .executeTakeFirstOrThrow();
    expect([needsConnection(compileDefinition(provider, definition).info.auth), stored]).toEqual([
      needs,
      needs,
    ]);
  });
});
