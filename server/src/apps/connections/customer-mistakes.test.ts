import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { goOn } from "../../../test/connect-page.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../catalog/test-things-api.ts";

let server: TestServer;
let api: ThingsApi;

beforeAll(async () => {
  api = await startThingsApi();
  server = await startTestServer({ rateLimitPerMinute: 0 });
  await add(buildThingsDefinition("things", api.url));
  await add({
    ...buildThingsDefinition("hosted", api.url),
    base_url: "{{ settings.url }}/api",
    settings: [url],
    check: { request: { method: "GET", path: "/things" } },
  });
  const oauth2 = {
    authorize_url: "https://login.example.com/authorize",
    token_url: "https://{{ settings.region }}.example.com/token",
  };
  await add({
    ...buildThingsDefinition("consented", api.url),
    base_url: "{{ settings.url }}/api",
    settings: [url, { name: "region", label: "Region" }],
    auth: { oauth2 },
  });
  await server.request({
    method: "PUT",
    url: "/api/v2/public/application/consented/settings",
    key: server.testKey,
    body: { client_id: "shop", client_secret: "secret" },
  });
});
afterAll(async () => {
  await server.close();
  await api.close();
});
afterEach(() => {
  api.answer = undefined;
});

const url = { name: "url", label: "Address" };

async function add(body: unknown): Promise<void> {
  const reply = await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body,
  });
  expect(reply.status, reply.text).toBe(200);
}

async function save(slug: string, body: object, account = "acme") {
  const token = await server.account(account);
  return server.request({ method: "POST", url: `/api/v2/app/${slug}/save`, token, body });
}

test.each([
  [{ url: "not an address", region: "eu" }, "url"],
  [{ url: "nonsense", region: "eu" }, "url"],
  [{ url: "https://10.0.0.1", region: "eu" }, "points to an address"],
  [{ url: "https://u:p@redmine.example.com", region: "eu" }, "user name or password"],
  [{ url: "https://redmine.example.com", region: "eu.elsewhere" }, "region"],
])("no customer is sent to a consent page at an impossible address: %j", async (body, said) => {
  const token = await server.account("acme");
  const reply = await server.request({ method: "POST", url: "/api/v1/consented/integrate", token, body });
  expect(reply).toMatchObject({ status: 400, body: { error_code: "VALIDATION_ERROR" } });
  expect(reply.body.message).toContain(said);
  expect(reply.body.message).not.toContain("could not check");
});

test("an address without a scheme becomes https", async () => {
  const token = await server.account("acme");
  for (const typed of [
    "redmine.example.com",
    "redmine.example.com:8443/sub",
    "https://redmine.example.com",
  ]) {
    const body = { url: typed, region: "eu" };
    const reply = await server.request({ method: "POST", url: "/api/v1/consented/integrate", token, body });
    expect(reply.status, typed).toBe(200);
    const { address } = await goOn(server, reply.body.auth_url);
    expect(address.href).toMatch(/^https:\/\/login\.example\.com\/authorize\?/);
  }
});

test("an invalid setting is reported at its field without calling the provider; the provider's refusal is shown as its answer", async () => {
  api.requests.length = 0;
  const wrong = await save("hosted", { url: "ftp://example.com", key: "good" });
  expect(wrong).toMatchObject({ status: 400, body: { error_code: "VALIDATION_ERROR" } });
  expect(wrong.body.message).toMatch(/^url must be an http or https address/);
  const header = await save("hosted", { url: api.url, key: "a\r\nb" });
  expect(header).toMatchObject({ status: 400, body: { error_code: "VALIDATION_ERROR" } });
  expect(api.requests).toHaveLength(0);
  const refused = await save("hosted", { url: api.url, key: "bad" });
  expect(refused).toMatchObject({ status: 400, body: { error_code: "EXTERNAL_API_FAILURE" } });
  expect((await save("hosted", { url: api.url, key: "good" })).status).toBe(200);
});

test("the fields of a custom application are shown only to those who may see it", async () => {
  const path = "/api/v2/public/auth-structure/things";
  const token = await server.account("acme");
  const fields = { keybased: { key: "string" } };
  expect(await server.request({ url: path, key: server.testKey })).toMatchObject({
    status: 200,
    body: fields,
  });
  expect(await server.request({ url: path, token })).toMatchObject({ status: 200, body: fields });
  expect((await server.request({ url: path })).status).toBe(404);
  expect((await server.request({ url: path, key: "tk_wrong" })).status).toBe(404);
  expect((await server.request({ url: path, key: server.productionKey })).status).toBe(404);
  const stripe = "/api/v2/public/auth-structure/stripe";
  expect((await server.request({ url: stripe })).status).toBe(200);
  expect((await server.request({ url: stripe, key: server.testKey })).status).toBe(200);
});

test("a header may name the account that is being created", async () => {
  for (const method of ["PUT", "POST"] as const) {
    const account = `named-${method}`;
    const reply = await server.request({
      method,
      url: "/api/v2/public/linked-account",
      key: server.testKey,
      account,
      body: { linked_account_id: account, name: "Named" },
    });
    expect(reply).toMatchObject({ status: 200, body: { account_id: account } });
  }
});

test("a setting with a default may be left empty", async () => {
  const path = "/api/v2/public/auth-structure/usual";
  await add({
    ...buildThingsDefinition("usual", api.url),
    base_url: "{{ settings.url }}/api",
    settings: [{ ...url, default: api.url }],
    check: { request: { method: "GET", path: "/things" } },
  });
  expect((await server.request({ url: path, key: server.testKey })).body.keybased.url).toMatchObject({
    required: false,
  });
  api.requests.length = 0;
  expect((await save("usual", { url: " ", key: "good" })).status).toBe(200);
  expect(api.requests).toHaveLength(1);
  expect((await save("usual", { url: "https://10.0.0.1", key: "good" })).status).toBe(400);
});
