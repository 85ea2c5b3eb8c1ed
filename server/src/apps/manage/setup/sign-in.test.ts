import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../../test/test-server.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../catalog/test-things-api.ts";

const APPLICATION = "/api/v2/public/application";
let server: TestServer;
let api: ThingsApi;
let elsewhere: ThingsApi;

beforeAll(async () => {
  api = await startThingsApi();
  elsewhere = await startThingsApi();
  server = await startTestServer({ rateLimitPerMinute: 0 });
});
afterAll(async () => {
  await server.close();
  await api.close();
  await elsewhere.close();
});
afterEach(() => {
  api.requests.length = 0;
  api.answer = undefined;
});

const importIt = (slug: string, more: object = {}, document: object = documentOf()) =>
  server.request({
    method: "POST",
    url: `${APPLICATION}/openapi`,
    key: server.testKey,
    body: { document, slug, check: null, ...more },
  });
const change = (slug: string, body: object) =>
  server.request({ method: "PUT", url: `${APPLICATION}/${slug}/setup`, key: server.testKey, body });
const read = async (slug: string) =>
  (await server.request({ url: `${APPLICATION}/${slug}/setup`, key: server.testKey })).body;

async function connect(slug: string, values: object) {
  const token = await server.account("acme");
  return server.request({ method: "POST", url: `/api/v2/app/${slug}/save`, token, body: values });
}

/** The request that an action sends with the connection, or undefined if it sends none. */
async function call(slug: string, input: object = {}) {
  api.requests.length = 0;
  api.answer = () => ({ body: "{}" });
  await server.request({
    method: "POST",
    url: `/api/v2/integration-schema/${slug}/actions/list_things/execute`,
    token: await server.account("acme"),
    body: input,
  });
  return api.requests.at(-1);
}

const states = async (slug: string) =>
  (
    await server.request({ url: `/api/v2/public/connections?slug=${slug}`, key: server.testKey })
  ).body.docs.map(({ status }: { status: string }) => status);

const SIGNED = {
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-App-Key" } } },
  security: [{ key: [] }],
};

function documentOf(more: object = SIGNED) {
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    servers: [{ url: `${api.url}/api` }],
    paths: { "/things": { get: { operationId: "listThings" } } },
    ...more,
  };
}

describe("the sign-in of an application", () => {
  test.each([
    [
      { kind: "header", name: "X-Key", prefix: "", label: "Key", help: "Under Settings." },
      { "x-key": "k1" },
      "",
    ],
    [
      { kind: "header", name: "Authorization", prefix: "Token", label: "Key" },
      { authorization: "Token k1" },
      "",
    ],
    [{ kind: "bearer", label: "Access token" }, { authorization: "Bearer k1" }, ""],
    [{ kind: "query", name: "api_key", label: "Key" }, {}, "?api_key=k1"],
  ])("200: %j, which connections from before carry then", async (signIn, headers, query) => {
    const slug = `place-${signIn.kind}-${Object.keys(headers).join()}`;
    await importIt(slug);
    await connect(slug, { x_app_key: "k1" });
    const { status, body } = await change(slug, { sign_in: signIn });
    expect([status, body.sign_in]).toEqual([200, signIn]);
    expect(await read(slug)).toEqual(body);
    const request = await call(slug);
    expect(request).toMatchObject({ url: `/api/things${query}`, headers });
    expect(request?.headers["x-app-key"]).toBeUndefined();
    expect(await states(slug)).toEqual(["healthy"]);
  });

  test("200: with another kind, customers must connect again, and can", async () => {
    await importIt("other-kind");
    await connect("other-kind", { x_app_key: "k1" });
    expect((await change("other-kind", { sign_in: { kind: "basic" } })).body.sign_in).toEqual({
      kind: "basic",
    });
    expect(await states("other-kind")).toEqual(["expired"]);
    expect(await call("other-kind")).toBeUndefined();
    expect((await connect("other-kind", { username: "ann", password: "pw" })).body).toEqual({
      success: true,
    });
    const authorization = `Basic ${Buffer.from("ann:pw").toString("base64")}`;
    expect(await call("other-kind")).toMatchObject({ headers: { authorization } });
    expect(await states("other-kind")).toEqual(["healthy"]);
  });

  test("200: OAuth2 at other hosts, to which keys from before never go", async () => {
    await importIt("to-oauth");
    await connect("to-oauth", { x_app_key: "k1" });
    const signIn = {
      kind: "oauth2",
      authorize_url: "https://id.example.com/authorize",
      token_url: "https://id.example.com/token",
      scopes: ["things.read"],
    };
    const { status, body } = await change("to-oauth", { sign_in: signIn });
    expect([status, body.sign_in]).toEqual([200, signIn]);
    expect(await states("to-oauth")).toEqual(["expired"]);
    const settings = await server.request({ url: `${APPLICATION}/to-oauth/settings`, key: server.testKey });
    expect(settings.body).toMatchObject({
      auth_types: ["oauth2"],
      portal: { missing: ["oauth_client"] },
    });
  });

  test("200: none, for an open API", async () => {
    await importIt("opened");
    expect((await change("opened", { sign_in: { kind: "none" } })).body.sign_in).toEqual({ kind: "none" });
    expect((await connect("opened", {})).body).toEqual({ success: true });
  });

  test("200: mends a document that does not say it; the key is then no input of an action any longer", async () => {
    const parameters = [{ name: "X-App-Key", in: "header", required: true, schema: { type: "string" } }];
    const paths = { "/things": { get: { operationId: "listThings", parameters } } };
    const { body } = await importIt("mended", {}, documentOf({ paths }));
    expect(body.needs_credential).toBe(true);
    expect(body.warnings.join()).not.toMatch(/security_scheme|base_url/);
    expect((await read("mended")).sign_in).toEqual({ kind: "missing" });
    await change("mended", { sign_in: { kind: "header", name: "X-App-Key" } });
    expect((await connect("mended", { x_app_key: "k1" })).body).toEqual({ success: true });
    expect(await call("mended")).toMatchObject({ url: "/api/things", headers: { "x-app-key": "k1" } });
  });

  test("200: is said while importing, and kept by further imports unless one says another", async () => {
    const header = { kind: "header", name: "X-Mine", prefix: "Key", label: "Our key", help: "Ask us." };
    const { body } = await importIt("told", { sign_in: header }, documentOf({}));
    expect([body.needs_credential, (await read("told")).sign_in]).toEqual([false, header]);
    const again = await importIt("told");
    expect([again.body.warnings.join(), (await read("told")).sign_in]).toEqual([
      expect.stringContaining("as you chose under Setup"),
      header,
    ]);
    await importIt("told", { security_scheme: "key" });
    expect((await read("told")).sign_in).toMatchObject({ kind: "header", name: "X-App-Key" });
    await importIt("told");
    expect((await read("told")).sign_in).toMatchObject({ name: "X-App-Key" });
    for (const more of [{ security_scheme: "key" }, { auth: { keybased: { fields: [] } } }])
      expect((await importIt("told", { sign_in: header, ...more })).status).toBe(400);
  });

  test("400: what a request cannot carry, in a sentence at its field", async () => {
    await importIt("refused");
    for (const [signIn, field, message] of [
      [{ kind: "header", name: " " }, "name", "Enter the name of the header that carries the key."],
      [
        { kind: "header", name: "X Key" },
        "name",
        "X Key is no name of a header: use letters, digits and hyphens.",
      ],
      [
        { kind: "header", name: "Host" },
        "name",
        "The header Host cannot carry a key: Junctor sets it itself.",
      ],
      [{ kind: "query" }, "name", "Enter the name of the parameter that carries the key."],
      [{ kind: "header", name: "X-Key", prefix: "{{ x }}" }, "prefix", /letters, digits and punctuation/],
      [{ kind: "oauth2", token_url: "https://a.example/t" }, "authorize_url", /whole address/],
      [
        { kind: "oauth2", authorize_url: "https://a.example", token_url: "a/t" },
        "token_url",
        /whole address/,
      ],
    ] as const) {
      const reply = await change("refused", { sign_in: signIn });
      expect([reply.status, reply.body.errors[0]]).toMatchObject([400, { field: `sign_in.${field}` }]);
      expect(reply.body.errors[0].message).toMatch(message);
      expect((await importIt("refused", { sign_in: signIn })).status).toBe(400);
    }
    expect((await change("refused", { sign_in: { kind: "custom" } })).status).toBe(400);
    expect((await read("refused")).sign_in).toMatchObject({ kind: "header", name: "X-App-Key" });
  });

  test("is custom where only a definition can express it, and can be replaced", async () => {
    const auth = {
      keybased: {
        fields: [{ name: "key", label: "Key" }],
        apply: { headers: { "x-app-key": "{{ credentials.key }}", "x-again": "{{ credentials.key }}" } },
      },
    };
    const body = buildThingsDefinition("complex", api.url, { auth });
    await server.request({ method: "POST", url: APPLICATION, key: server.testKey, body });
    expect((await read("complex")).sign_in).toEqual({ kind: "custom" });
    const signIn = { kind: "bearer", label: "Token" };
    expect((await change("complex", { sign_in: signIn })).body).toMatchObject({ sign_in: signIn });
  });
});

describe("the base URL of an application", () => {
  test("200: is another address, which importing it again keeps", async () => {
    await importIt("moved");
    const base = `${elsewhere.url}/api`;
    expect((await change("moved", { base_url: `${base}/` })).body.base_url).toBe(base);
    expect((await importIt("moved")).status).toBe(200);
    expect((await read("moved")).base_url).toBe(base);
    await importIt("moved", { base_url: `${api.url}/api` });
    await importIt("moved");
    expect((await read("moved")).base_url).toBe(`${api.url}/api`);
  });

  test("200: takes the place of an address that customers entered", async () => {
    const { servers: _none, ...document } = documentOf();
    await importIt("asked", {}, document);
    expect((await read("asked")).base_url).toBe("{{ settings.url }}");
    await change("asked", { base_url: `${api.url}/api` });
    expect((await connect("asked", { x_app_key: "k1" })).body).toEqual({ success: true });
    expect((await call("asked"))?.url).toBe("/api/things");
  });

  test("400: no address, one that cannot be called, or another host while customers are connected", async () => {
    await importIt("fixed");
    for (const [base, message] of [
      ["api.example.com", "Enter the whole address, such as https://api.example.com."],
      ["https://api.example.com/?x=1", "The base URL cannot contain ? or #."],
      ["http://169.254.169.254", /./],
      ["https://{{ settings.nothing }}.example.com", /base_url/],
    ] as const) {
      const { status, body } = await change("fixed", { base_url: base });
      expect([base, status, body.errors?.[0]?.field]).toEqual([base, 400, "base_url"]);
      expect(body.errors[0].message).toMatch(message);
    }
    await connect("fixed", { x_app_key: "k1" });
    const { status, body } = await change("fixed", { base_url: elsewhere.url });
    expect([status, body.message]).toEqual([400, expect.stringContaining("has connections of 1 customer")]);
    // Not even together with another kind, whose customers connect again.
    const both = { base_url: elsewhere.url, sign_in: { kind: "basic" } };
    expect((await change("fixed", both)).status).toBe(400);
    expect(await states("fixed")).toEqual(["healthy"]);
  });
});
