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
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../catalog/test-things-api.ts";

const PUBLIC = "/api/v2/public";
const ACTIONS = "/api/v2/integration-schema/own/actions";
const KEY = "MARK+first/key=0123456789";
const TENANT = "MARK+first/tenant=0123456789";
const OTHER_KEY = "MARK+second/key=0123456789";
const PIN = 918_273_645;
const apply = {
  headers: { "x-app-key": "Key {{ linked_account.auth_credentials.api_key }}" },
  query: { tenant: "{{ linked_account.auth_credentials.tenant.name }}" },
  basic: { username: "pin", password: "{{ linked_account.auth_credentials.pin }}" },
};
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
  expect((await save(definition())).status).toBe(200);
  await keep("first", { api_key: KEY, tenant: { name: TENANT }, pin: PIN, unused: "not for this one" });
  await keep("second", { api_key: OTHER_KEY, tenant: { name: "MARK-other" }, pin: 1 });
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

const definition = (more: object = {}) =>
  buildThingsDefinition("own", api.url, { auth: { your_app: { apply } }, ...more });
const save = (body: unknown) =>
  server.request({ method: "POST", url: `${PUBLIC}/application`, key: server.testKey, body });
const byKey = (account: string, url: string, body?: unknown) =>
  server.request({ method: body === undefined ? "GET" : "POST", url, key: server.testKey, account, body });
const list = (account: string) => byKey(account, `${ACTIONS}/list_things/execute`, {});

async function keep(account: string, auth_credentials: object): Promise<void> {
  const body = { linked_account_id: account, your_app: { app_id: "own", auth_credentials } };
  const url = `${PUBLIC}/linked-account`;
  expect((await server.request({ method: "PUT", url, key: server.testKey, body })).status).toBe(200);
}

/** The API shows what it was sent. */
function echo(): void {
  api.answer = ({ url, headers }) => ({
    headers: { "content-type": "application/json", "x-sent": String(headers["x-app-key"]) },
    body: JSON.stringify({ url, headers }),
  });
}

describe("a request of an application that uses your_app.auth_credentials", () => {
  test("carries only the credentials of its own account that it names", async () => {
    echo();
    await list("first");
    await list("second");
    const basic = (pin: number) => `Basic ${Buffer.from(`pin:${pin}`).toString("base64")}`;
    expect(api.requests).toMatchObject([
      {
        url: `/api/things?${new URLSearchParams({ tenant: TENANT })}`,
        headers: { "x-app-key": `Key ${KEY}`, authorization: basic(PIN) },
      },
      {
        url: "/api/things?tenant=MARK-other",
        headers: { "x-app-key": `Key ${OTHER_KEY}`, authorization: basic(1) },
      },
    ]);
    expect(JSON.stringify(api.requests)).not.toContain("not for this one");
  });

  test("is not sent if the account lacks a credential, and says which", async () => {
    await server.account("empty");
    await keep("part", { api_key: KEY, tenant: "not an object", pin: PIN });
    await keep("object", { api_key: { nested: KEY }, tenant: { name: TENANT }, pin: PIN });
    for (const [account, name] of [
      ["empty", "api_key"],
      ["part", "tenant.name"],
      ["object", "api_key"],
    ] as const) {
      const message = `The linked account has no your_app.auth_credentials.${name}: set it to a text or a number.`;
      expect((await list(account)).body).toEqual({
        node_status: "Errored",
        data: { code: "auth", message, may_retry: false },
      });
      const raw = await byKey(account, `${PUBLIC}/proxy/own/things`);
      expect([raw.status, raw.body.message]).toEqual([409, message]);
    }
    expect(api.requests).toEqual([]);
  });

  test("uses a changed credential at once", async () => {
    echo();
    await keep("changing", { api_key: "before-1", tenant: { name: "t" }, pin: 1 });
    await list("changing");
    await keep("changing", { api_key: "after-22", tenant: { name: "t" }, pin: 1 });
    await list("changing");
    expect(api.requests.map(({ headers }) => headers["x-app-key"])).toEqual(["Key before-1", "Key after-22"]);
  });

  test("is sent to no host but the definition's own", async () => {
    const read = { title: "T", description: "D.", hints: { read_only: true }, input: { type: "object" } };
    const request = { method: "GET", path: "/x", base_url: elsewhere.url };
    const more = { hosts: [new URL(api.url).host], options: {}, actions: { away: { ...read, request } } };
    const saved = await save({ ...definition(more), slug: "own-hosts" });
    expect(saved.status, saved.text).toBe(200);
    const reply = await byKey("first", `${ACTIONS.replace("own", "own-hosts")}/away/execute`, {});
    expect(reply.body).toMatchObject({ node_status: "Errored", data: { code: "blocked" } });
    expect(elsewhere.requests).toEqual([]);
  });

  test("follows no redirect to another host, and ignores a caller's path or header", async () => {
    api.answer = () => ({ status: 302, headers: { location: `${elsewhere.url}/api/things` } });
    expect((await list("first")).body.node_status).toBe("Errored");
    await byKey("first", `${PUBLIC}/proxy/own/things`);
    expect(api.requests).toHaveLength(2);
    const away = await byKey("first", `${PUBLIC}/proxy/own/..%2f..%2f@${new URL(elsewhere.url).host}/x`);
    expect(away.status).toBe(400);
    const url = `${PUBLIC}/proxy/own/things`;
    const headers = { "x-app-key": "a caller's" };
    const own = await server.request({ url, key: server.testKey, account: "first", headers });
    expect(own.status).toBe(400);
    expect(api.requests).toHaveLength(2);
    expect(elsewhere.requests).toEqual([]);
  });
});

test("leaves echoed credentials out of every answer, execution, record and log", async () => {
  echo();
  const scope = await createTestAccount(server, "first");
  const node = { id: "call", type: "action", action: "own/list_things", data: {} };
  const id = await startTestRun(server, { scope, nodes: [node] });
  const run = await waitForRunEnd(server, id);
  expect(run.status).toBe("COMPLETED");
  const texts = new Map([["execution", JSON.stringify(run)]]);
  for (const [name, reply] of [
    ["action", await list("first")],
    ["proxy", await byKey("first", `${PUBLIC}/proxy/own/things`)],
    ["node", await byKey("first", `/api/v1/execution/${id}/response`)],
    ["application", await byKey("first", `${PUBLIC}/application/own`)],
    ["account", await byKey("first", `${PUBLIC}/linked-account/first`)],
  ] as const)
    texts.set(name, JSON.stringify(reply.headers) + reply.text);
  expect(texts.get("action")).toContain("[redacted]");
  expect(texts.get("proxy")).toContain("[redacted]");
  api.answer = ({ url, headers }) => ({
    status: 422,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: `refused ${url} ${headers["x-app-key"]} ${headers.authorization}` }),
  });
  const refused = await list("first");
  expect(refused.body.data.message).toContain("[redacted]");
  texts.set("refusal", refused.text);
  for (const [table, text] of await dumpDatabase(server.deps)) texts.set(table, text);
  server.deps.log.info("the log is kept");
  expect(logged).toContain("the log is kept");
  texts.set("log", logged);
  expect(findSecrets({ key: KEY, tenant: TENANT, pin: String(PIN) }, texts)).toEqual([]);
});

test("a workflow's templates and code get none of them", async () => {
  const scope = await createTestAccount(server, "first");
  const header = { Authorization: "Bearer {{ linked_account.auth_credentials.api_key }}" };
  const nodes = [createHttpNode("away", `${elsewhere.url}/x`, { data: { headers: header } })];
  const refused = await waitForRunEnd(server, await startTestRun(server, { scope, nodes }));
  expect(refused.status).toBe("ERRORED");
  expect(JSON.stringify(refused)).toContain("expressions cannot read credentials");
  const body = `{{ JSON.stringify(linked_account) + linked_account["auth_credentials"] }}`;
  const post = createHttpNode("away", `${elsewhere.url}/x`, { data: { method: "POST", body: { body } } });
  await waitForRunEnd(server, await startTestRun(server, { scope, nodes: [post] }));
  const read = createCodeNode("read", "return { ...linked_account, all: JSON.stringify(globalThis) }");
  const ran = await waitForRunEnd(server, await startTestRun(server, { scope, nodes: [read] }));
  const texts = new Map([
    ["requests", JSON.stringify(elsewhere.requests)],
    ["code", JSON.stringify(ran)],
  ]);
  expect(findSecrets({ key: KEY, tenant: TENANT }, texts)).toEqual([]);
});

test("customers have nothing to connect", async () => {
  const token = await server.account("first");
  const { body } = await server.request({ url: "/api/v2/f-sdk/application/own", token });
  expect(body).toMatchObject({ connected: true, connected_accounts: [], auth_type_options: {} });
  const url = "/api/v2/app/own/save";
  const saved = await server.request({ method: "POST", url, token, body: { api_key: "mine" } });
  expect([saved.status, saved.body.message]).toEqual([
    400,
    "Things is not connected by customers: it uses your_app.auth_credentials of the linked account.",
  ]);
});

describe("a definition with your_app", () => {
  const reads = { hints: { read_only: true }, input: { type: "object" }, title: "T", description: "D." };
  const action = (request: object) => ({
    one: { ...reads, request: { method: "GET", path: "/x", ...request } },
  });
  const place = "{{ linked_account.auth_credentials.api_key }}";
  const key = { fields: [], apply: {} };
  const auth = (your_app: object, more: object = {}) => ({ auth: { your_app, ...more } });
  test.each([
    [
      "an address from a credential",
      { base_url: "https://{{ credentials.host }}.example.com" },
      /credentials/,
    ],
    ["an address from a setting", { base_url: "https://{{ settings.host }}.example.com" }, /settings/],
    [
      "an action's address from a credential",
      { actions: action({ base_url: `https://${place}.x.com` }) },
      /linked/,
    ],
    ["a credential in a request", { actions: action({ query: { q: place } }) }, /linked_account/],
    [
      "a credential by the other name",
      { actions: action({ query: { q: "{{ credentials }}" } }) },
      /credentials/,
    ],
    ["a credential in a header of all", { headers: { a: "{{ credentials.api_key }}" } }, /credentials/],
    [
      "all credentials at once",
      auth({ apply: { query: { q: "{{ linked_account.auth_credentials }}" } } }),
      /only/,
    ],
    ["another field of the account", auth({ apply: { query: { q: "{{ linked_account.name }}" } } }), /only/],
    ["no credential", auth({ apply: {} }), /1 to 20/],
    ["too many", auth({ apply: { query: { q: place.repeat(21) } } }), /1 to 20/],
    ["a key as well", auth({ apply }, { keybased: key }), /must be the only member/],
    ["settings", { settings: [{ name: "host", label: "Host" }] }, /settings/],
    ["a check", { check: { request: { method: "GET", path: "/me" } } }, /check/],
  ])("400: %s", async (_, more, message) => {
    const reply = await save({ ...definition(more), slug: "refused" });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(message)]);
  });
});
