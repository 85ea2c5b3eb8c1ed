import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { dumpDatabase, findSecrets } from "../../../test/find-secrets.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createLog } from "../../platform/log.ts";
import {
  createCodeNode,
  createHttpNode,
  createTestAccount,
  startTestRun,
  waitForRunEnd,
} from "../../runs/start/test-run.ts";
import { startThingsApi, type ThingsApi } from "../catalog/test-things-api.ts";

const PUBLIC = "/api/v2/public";
const ACTIONS = "/api/v2/integration-schema/own/actions";
const KEY = "MARK+first/key=0123456789";
const TENANT = "MARK+first/tenant=0123456789";
const apply = {
  headers: { "X-App-Key": "Key {{ linked_account.auth_credentials.api_key }}" },
  query: { tenant: "{{ linked_account.auth_credentials.tenant.name }}" },
};
const auth = { your_app: { apply } };
let logged = "";
let server: TestServer;
let api: ThingsApi;
let elsewhere: ThingsApi;

beforeAll(async () => {
  const log = createLog("debug", {
    write: (line) => {
      logged += line;
    },
  });
  [api, elsewhere] = await Promise.all([startThingsApi(), startThingsApi()]);
  server = await startTestServer({ rateLimitPerMinute: 0 }, { log });
  server.work();
});
afterAll(async () => {
  await server.close();
  await api.close();
  await elsewhere.close();
});
afterEach(() => {
  api.requests.length = 0;
  elsewhere.requests.length = 0;
  api.answer = undefined;
});

/** A document whose operations name the parameters that carry the credential, and one that is for another server. */
function thingsDocument(more: object = {}) {
  const parameters = [
    { name: "X-App-Key", in: "header", required: true, schema: { type: "string" } },
    { name: "tenant", in: "query", required: true, schema: { type: "string" } },
    { name: "limit", in: "query", schema: { type: "integer" } },
  ];
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    servers: [{ url: `${api.url}/api` }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-App-Key" } } },
    security: [{ key: [] }],
    paths: {
      "/things": {
        get: { operationId: "listThings", parameters },
        post: { operationId: "makeThing", parameters, servers: [{ url: `${elsewhere.url}/api` }] },
      },
      "/report": { servers: [{ url: `${api.url}/v2` }], get: { operationId: "readReport" } },
    },
    ...more,
  };
}

const load = (body: object) =>
  server.request({ method: "POST", url: `${PUBLIC}/application/openapi`, key: server.testKey, body });
const byKey = (account: string, url: string, body?: unknown) =>
  server.request({ method: body === undefined ? "GET" : "POST", url, key: server.testKey, account, body });
const list = (account: string) => byKey(account, `${ACTIONS}/list_things/execute`, { limit: 5 });

async function keep(account: string, auth_credentials: object): Promise<void> {
  const body = { linked_account_id: account, your_app: { app_id: "own", auth_credentials } };
  const url = `${PUBLIC}/linked-account`;
  expect((await server.request({ method: "PUT", url, key: server.testKey, body })).status).toBe(200);
}

describe("a document that is imported with your_app", () => {
  beforeAll(async () => {
    const { status, body, text } = await load({ document: thingsDocument(), slug: "own", auth });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ slug: "own", provider: "openapi", auth_types: [], enabled: true });
    const away = `POST /things: left out: it is for ${elsewhere.url}/api, and credentials are sent only to ${api.url}.`;
    expect(body.warnings).toContain(away);
    await keep("first", { api_key: KEY, tenant: { name: TENANT }, unused: "not for this one" });
    await keep("second", { api_key: "MARK-second-key", tenant: { name: "MARK-second" } });
  });

  test("gets the account's credentials as requests are sent, and nobody enters them", async () => {
    const { body } = await byKey("first", `${ACTIONS}/list_things`);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(["limit"]);
    await list("first");
    await list("second");
    await byKey("first", `${ACTIONS}/read_report/execute`, {});
    await byKey("first", `${PUBLIC}/proxy/own/things`);
    expect(api.requests.map(({ url, headers }) => [url, headers["x-app-key"]])).toEqual([
      [`/api/things?${new URLSearchParams({ limit: "5", tenant: TENANT })}`, `Key ${KEY}`],
      ["/api/things?limit=5&tenant=MARK-second", "Key MARK-second-key"],
      [`/v2/report?${new URLSearchParams({ tenant: TENANT })}`, `Key ${KEY}`],
      [`/api/things?${new URLSearchParams({ tenant: TENANT })}`, `Key ${KEY}`],
    ]);
    expect(JSON.stringify(api.requests)).not.toContain("not for this one");
  });

  test("sends nothing to the servers of single operations, and follows no redirect to them", async () => {
    expect((await byKey("first", `${ACTIONS}/make_thing/execute`, {})).status).toBe(404);
    api.answer = () => ({ status: 307, headers: { location: `${elsewhere.url}/api/things` } });
    expect((await list("first")).body.node_status).toBe("Errored");
    expect(api.requests).toHaveLength(1);
    expect(elsewhere.requests).toEqual([]);
  });

  test("is not called for an account that lacks a credential", async () => {
    await keep("part", { api_key: KEY });
    const message =
      "The linked account has no your_app.auth_credentials.tenant.name: set it to a text or a number.";
    expect((await list("part")).body.data).toMatchObject({ code: "auth", message });
    expect(api.requests).toEqual([]);
  });

  test("cannot be connected", async () => {
    const token = await server.account("first");
    const { body } = await server.request({ url: "/api/v2/f-sdk/application/own", token });
    expect(body).toMatchObject({ connected: true, connected_accounts: [], auth_type_options: {} });
    const save = { method: "POST", url: "/api/v2/app/own/save", token, body: { x_app_key: "mine" } } as const;
    expect((await server.request(save)).status).toBe(400);
  });

  test("shows the credentials nowhere: templates, code, answers, executions, records, the log", async () => {
    api.answer = ({ url, headers }) => ({
      headers: { "content-type": "application/json", "x-sent": String(headers["x-app-key"]) },
      body: JSON.stringify({ url, headers }),
    });
    const scope = await createTestAccount(server, "first");
    const token = await server.account("first");
    const call = { id: "call", type: "action", action: "own/list_things", data: {} };
    const template = { headers: { Authorization: "{{ linked_account.auth_credentials.api_key }}" } };
    const texts = new Map<string, string>();
    for (const [name, node] of [
      ["action", call],
      ["template", createHttpNode("away", `${elsewhere.url}/x`, { data: template })],
      ["code", createCodeNode("read", "return { ...linked_account, all: JSON.stringify(globalThis) }")],
    ] as const)
      texts.set(
        name,
        JSON.stringify(await waitForRunEnd(server, await startTestRun(server, { scope, nodes: [node] }))),
      );
    for (const [name, reply] of [
      ["executed", await list("first")],
      ["proxied", await byKey("first", `${PUBLIC}/proxy/own/things`)],
      ["settings", await byKey("first", `${PUBLIC}/application/own/settings`)],
      ["application", await server.request({ url: "/api/v2/f-sdk/application/own", token })],
      ["account", await byKey("first", `${PUBLIC}/linked-account/first`)],
    ] as const)
      texts.set(name, JSON.stringify(reply.headers) + reply.text);
    for (const name of ["action", "executed", "proxied"]) expect(texts.get(name)).toContain("[redacted]");
    for (const [table, text] of await dumpDatabase(server.deps)) texts.set(table, text);
    server.deps.log.info("the log is kept");
    expect(logged).toContain("the log is kept");
    texts.set("log", logged);
    texts.set("elsewhere", JSON.stringify(elsewhere.requests));
    expect(findSecrets({ key: KEY, tenant: TENANT }, texts)).toEqual([]);
  });
});

describe("an import", () => {
  const place = "{{ linked_account.auth_credentials.api_key }}";
  test.each<[string, object, RegExp]>([
    [
      "auth beside security_scheme",
      { security_scheme: "key" },
      /only one of sign_in, security_scheme and auth/,
    ],
    ["a check", { check: "listThings" }, /check cannot be used with your_app/],
    ["no credential", { auth: { your_app: { apply: {} } } }, /1 to 20/],
    ["another root", { auth: { your_app: { apply: { query: { q: "{{ input.q }}" } } } } }, /refers to input/],
    [
      "all credentials at once",
      { auth: { your_app: { apply: { query: { q: "{{ linked_account.auth_credentials }}" } } } } },
      /only linked_account\.auth_credentials\.…/,
    ],
    ["a key as well", { auth: { ...auth, keybased: { fields: [] } } }, /must be the only member/],
    ["no way of connecting", { auth: {} }, /needs oauth2, keybased or both/],
    ["an unknown kind", { auth: { your_apps: {} } }, /auth\.your_apps is not known here/],
    ["a header that is none", { auth: { your_app: { apply: { headers: { "a b": place } } } } }, /a b/],
    [
      "a client of the organization's",
      {
        auth: {
          oauth2: { token_url: "https://a.example/t", authorize_url: "https://a.example/a", client_id: "x" },
        },
      },
      /client_id belongs in the application's settings/,
    ],
    ["an address from a setting", { base_url: "https://{{ settings.host }}.example.com" }, /settings/],
    ["an address from a credential", { base_url: `https://${place}.example.com` }, /linked_account/],
  ])("400: %s", async (_, more, message) => {
    const reply = await load({ document: thingsDocument(), slug: "refused", auth, ...more });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  test.each([
    ["a server without a host", "/api"],
    ["a server with a variable", "https://{region}.example.com"],
  ])("400 for %s, unless base_url says the address", async (_, url) => {
    const document = thingsDocument({ servers: [{ url }], paths: { "/things": { get: {} } } });
    const refused = await load({ document, slug: "placed", auth });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("send base_url")]);
    expect((await load({ document, slug: "placed", auth, base_url: `${api.url}/api` })).status).toBe(200);
    await byKey("first", "/api/v2/integration-schema/placed/actions/get_things/execute", {});
    expect(api.requests).toMatchObject([{ headers: { "x-app-key": `Key ${KEY}` } }]);
  });

  test("accepts customers' own clients in the same way", async () => {
    const oauth2 = {
      grant: "client_credentials",
      token_url: "https://auth.example.com/token",
      fields: [
        { name: "client_id", label: "Client ID", type: "text" },
        { name: "client_secret", label: "Client secret" },
      ],
      client_id: "{{ credentials.client_id }}",
      client_secret: "{{ credentials.client_secret }}",
    };
    expect((await load({ document: thingsDocument(), slug: "machine", auth: { oauth2 } })).status).toBe(200);
    const { body } = await byKey("first", `${PUBLIC}/application/machine`);
    expect(body).toMatchObject({
      auth_type: "oauth2",
      grant_type: "client_credentials",
      auth_type_options: { oauth2: [{ name: "client_id" }, { name: "client_secret" }] },
    });
  });
});
