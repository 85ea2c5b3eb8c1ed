import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { parseAllowList } from "../../platform/outbound/address-guard.ts";
import { startThingsApi, type ThingsApi } from "../catalog/test-things-api.ts";

const IMPORT = "/api/v2/public/application/openapi";
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

function documentOf(securitySchemes: object | undefined, security?: object[], more: object = {}) {
  return {
    openapi: "3.1.0",
    info: { title: "Open things", version: "1.0.0" },
    servers: [{ url: api.url }],
    ...(securitySchemes && { components: { securitySchemes } }),
    ...(security && { security }),
    paths: { "/things": { get: { operationId: "listThings" } } },
    ...more,
  };
}

const send = (body: object) => server.request({ method: "POST", url: IMPORT, key: server.testKey, body });

async function connectAs(slug: string, values: object) {
  const token = await server.account("acme");
  return server.request({ method: "POST", url: `/api/v2/app/${slug}/save`, token, body: values });
}

async function callAs(slug: string) {
  api.answer = () => ({ body: "{}" });
  await server.request({
    method: "POST",
    url: `/api/v2/integration-schema/${slug}/actions/list_things/execute`,
    token: await server.account("acme"),
    body: {},
  });
  return api.requests.at(-1);
}

describe("a document that declares no credential", () => {
  test("asks for one: nobody can connect until the importer has said how", async () => {
    const { status, body } = await send({ document: documentOf(undefined), slug: "asks" });
    expect([status, body.needs_credential, body.enabled, body.auth_types]).toEqual([200, true, false, []]);
    expect((await connectAs("asks", {})).status).toBe(404);
    const settings = `/api/v2/public/application/asks/settings`;
    const enabled = await server.request({
      method: "PUT",
      url: settings,
      key: server.testKey,
      body: { enabled: true },
    });
    expect(enabled.body.enabled).toBe(false);
    expect((await connectAs("asks", {})).status).toBe(404);
  });

  test.each([
    [{ type: "apiKey", in: "header", name: "X-Key" }, { x_key: "k1" }, { "x-key": "k1" }, ""],
    [{ type: "apiKey", in: "query", name: "key" }, { key: "k1" }, {}, "?key=k1"],
    [{ type: "http", scheme: "bearer" }, { token: "t1" }, { authorization: "Bearer t1" }, ""],
    [
      { type: "http", scheme: "basic" },
      { username: "ann", password: "pw" },
      { authorization: `Basic ${Buffer.from("ann:pw").toString("base64")}` },
      "",
    ],
  ])("takes %j, which every request carries then", async (scheme, values, headers, query) => {
    const slug = `told-${scheme.type}-${"in" in scheme ? scheme.in : scheme.scheme}`.toLowerCase();
    const told = await send({ document: documentOf(undefined), slug, security_scheme: scheme });
    expect([told.body.needs_credential, told.body.enabled, told.body.warnings.length]).toEqual([
      false,
      true,
      1,
    ]);
    expect((await connectAs(slug, {})).status).toBe(400);
    expect((await connectAs(slug, values)).body).toEqual({ success: true });
    const request = await callAs(slug);
    expect(request).toMatchObject({ url: `/things${query}`, headers });
  });

  test("imported again, keeps how customers connect, and what tests their credential", async () => {
    const scheme = { type: "apiKey", in: "header", name: "X-Key" };
    const document = documentOf(undefined);
    await send({ document, slug: "again", security_scheme: scheme, check: "list_things" });
    api.answer = ({ headers }) => ({ status: headers["x-key"] === "k1" ? 200 : 401, body: "{}" });
    expect((await connectAs("again", { x_key: "bad" })).status).toBe(400);
    const { body } = await send({ document, slug: "again" });
    expect([body.needs_credential, body.enabled]).toEqual([false, true]);
    expect(body.warnings.join()).toContain("earlier import");
    expect(body.warnings.join()).not.toContain("until you say how");
    expect((await connectAs("again", { x_key: "bad" })).status).toBe(400);
    expect((await connectAs("again", { x_key: "k1" })).body).toEqual({ success: true });
    expect(await callAs("again")).toMatchObject({ headers: { "x-key": "k1" } });
    // What the document or the importer says takes precedence.
    const bearer = await send({
      document,
      slug: "again",
      security_scheme: { type: "http", scheme: "bearer" },
    });
    expect(bearer.body.warnings.join()).not.toContain("earlier import");
    expect((await connectAs("again", { x_key: "k1" })).status).toBe(400);
    // Only the application of this name has it.
    expect((await send({ document, slug: "another" })).body.needs_credential).toBe(true);
  });

  test("takes OAuth2 by its addresses", async () => {
    const flows = {
      authorizationCode: {
        authorizationUrl: "https://id.example/authorize",
        tokenUrl: "https://id.example/token",
      },
    };
    const { body } = await send({
      document: documentOf(undefined),
      slug: "told-oauth",
      security_scheme: { type: "oauth2", flows },
    });
    expect([body.needs_credential, body.auth_types]).toEqual([false, ["oauth2"]]);
  });

  test("takes that there is none: then connecting with nothing is what it needs", async () => {
    const { body } = await send({
      document: documentOf(undefined),
      slug: "free",
      security_scheme: { type: "none" },
    });
    expect([body.needs_credential, body.enabled]).toEqual([false, true]);
    expect((await connectAs("free", {})).body).toEqual({ success: true });
    expect((await callAs("free"))?.url).toBe("/things");
  });

  test("names the parameters that look like one", async () => {
    const parameters = [
      { name: "X-Api-Key", in: "header", schema: { type: "string" } },
      { name: "keyword", in: "query", schema: { type: "string" } },
    ];
    const paths = { "/things": { get: { operationId: "listThings", parameters } } };
    const { body } = await send({ document: documentOf(undefined, undefined, { paths }), slug: "hints" });
    expect(body.warnings).toContainEqual(
      expect.stringMatching(/Parameters that look like a credential: X-Api-Key \(header\)\.$/),
    );
  });

  test("a scheme that cannot be used asks as well", async () => {
    for (const [slug, scheme] of [
      [
        "implicit",
        { type: "oauth2", flows: { implicit: { authorizationUrl: "https://id.example/a", scopes: {} } } },
      ],
      ["digest", { type: "http", scheme: "digest" }],
      [
        "connect",
        { type: "openIdConnect", openIdConnectUrl: "https://id.example/.well-known/openid-configuration" },
      ],
    ] as const) {
      const { body } = await send({ document: documentOf({ it: scheme }, [{ it: [] }]), slug });
      expect([slug, body.needs_credential, body.enabled]).toEqual([slug, true, false]);
    }
  });
});

describe("a document with several schemes", () => {
  const SCHEMES = {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    secret: { type: "apiKey", in: "header", name: "X-Secret" },
    basic: { type: "http", scheme: "basic" },
    bearer: { type: "http", scheme: "bearer" },
  };

  test("as alternatives: a customer fills in one of them, and nothing is refused", async () => {
    const security = [{ bearer: [] }, { basic: [] }, { key: [], secret: [] }];
    const { body } = await send({ document: documentOf(SCHEMES, security), slug: "either" });
    expect([body.needs_credential, body.auth_types]).toEqual([false, ["keybased"]]);
    const nothing = await connectAs("either", {});
    expect([nothing.status, nothing.body.message]).toEqual([
      400,
      "Fill in one of: Token; User name and Password; X-Key and X-Secret.",
    ]);
    expect((await connectAs("either", { x_key: "only one of two" })).status).toBe(400);
    api.answer = () => ({ body: "{}" });
    for (const [values, headers] of [
      [{ token: "t1" }, { authorization: "Bearer t1" }],
      [{ username: "ann" }, { authorization: `Basic ${Buffer.from("ann:").toString("base64")}` }],
      [
        { x_key: "k1", x_secret: "s1" },
        { "x-key": "k1", "x-secret": "s1" },
      ],
      [
        { token: "t1", username: "ann", x_key: "k1", x_secret: "s1" },
        { authorization: "Bearer t1", "x-key": "k1" },
      ],
    ] as const) {
      expect((await connectAs("either", values)).body).toEqual({ success: true });
      expect((await callAs("either"))?.headers).toMatchObject(headers);
    }
    await connectAs("either", { token: "t1", x_key: "half" });
    expect((await callAs("either"))?.headers["x-key"]).toBeUndefined();
  });

  test("OAuth2 together with a key: the key is entered before the consent, and kept secret", async () => {
    const flows = {
      clientCredentials: { tokenUrl: `${api.url}/token`, scopes: {} },
    };
    const schemes = { ...SCHEMES, oauth: { type: "oauth2", flows } };
    const { body } = await send({ document: documentOf(schemes, [{ oauth: [], key: [] }]), slug: "both" });
    expect([body.needs_credential, body.auth_types]).toEqual([false, ["oauth2"]]);
    await server.request({
      method: "PUT",
      url: "/api/v2/public/application/both/settings",
      key: server.testKey,
      body: { client_id: "client", client_secret: "a long client secret" },
    });
    api.answer = () => ({ body: JSON.stringify({ access_token: "token-1", token_type: "bearer" }) });
    const token = await server.account("acme");
    const start = (values: object) =>
      server.request({ method: "POST", url: "/api/v1/both/integrate", token, body: values });
    expect((await start({})).body.message).toBe("x_key is required.");
    expect((await start({ x_key: "key-number-1" })).body).toEqual({ connected: true });
    expect((await callAs("both"))?.headers).toMatchObject({
      authorization: "Bearer token-1",
      "x-key": "key-number-1",
    });
    const headers = { "content-type": "application/json" };
    api.answer = () => ({ headers, body: JSON.stringify({ echo: "key-number-1" }) });
    const echoed = await server.request({
      method: "POST",
      url: "/api/v2/integration-schema/both/actions/list_things/execute",
      token,
      body: {},
    });
    expect(echoed.body.data).toEqual({ echo: "[redacted]" });
  });

  test("one that cannot be used is named, and the others are offered", async () => {
    const schemes = { ...SCHEMES, digest: { type: "http", scheme: "digest" } };
    const { body } = await send({
      document: documentOf(schemes, [{ digest: [] }, { key: [] }]),
      slug: "named",
    });
    expect([body.needs_credential, body.warnings]).toEqual([
      false,
      expect.arrayContaining(["The security scheme digest cannot be used: connecting by it is not offered."]),
    ]);
  });
});

test("a server of plain http is said to be out of reach, and the https form is proposed", async () => {
  const strict = await startTestServer({ outboundAllow: parseAllowList("things.local") });
  try {
    const warningsOf = async (url: string) => {
      const document = documentOf({ key: { type: "http", scheme: "bearer" } }, [{ key: [] }], {
        servers: [{ url }],
      });
      const body = { document, slug: "plain" };
      const reply = await strict.request({ method: "POST", url: IMPORT, key: strict.testKey, body });
      return reply.body.warnings;
    };
    expect(await warningsOf("http://things.example/v1")).toEqual([
      "http://things.example/v1 cannot be called unless the operator allows it (JUNCTOR_OUTBOUND_ALLOW=things.example), because it does not use https. If the server supports https, use the base URL https://things.example/v1.",
    ]);
    expect(await warningsOf("http://things.local/v1")).toEqual([
      "The server does not use https: credentials are sent unencrypted.",
    ]);
    expect(await warningsOf("https://things.example/v1")).toEqual([]);
  } finally {
    await strict.close();
  }
});
