import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { startThingsApi, type ThingsApi } from "../catalog/test-things-api.ts";

const BASE = "/api/v2/public/application/openapi";
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

test("a preview proposes the name, the slug and the base URL of an import, and stores nothing", async () => {
  const servers = [{ url: "https://things.example/v1" }];
  const { status, body } = await post({ document: thingsDocument({ servers }) }, `${BASE}/preview`);
  expect([status, body.name, body.slug, body.base_url]).toEqual([
    200,
    "Things",
    "things",
    "https://things.example/v1",
  ]);
  expect(body.operations.map(({ id }: { id: string }) => id)).toEqual([
    "list_things",
    "make_thing",
    "delete_thing",
  ]);
  expect(
    (await server.request({ url: "/api/v2/public/application/things/settings", key: server.testKey })).status,
  ).toBe(404);
});

test.each([
  ["without a host", [{ url: "/api" }]],
  ["with a part of customers", [{ url: "https://{shop}.example", variables: { shop: { default: "" } } }]],
])("a preview proposes no base URL for servers %s", async (_, servers) => {
  const { body } = await post({ document: thingsDocument({ servers }) }, `${BASE}/preview`);
  expect(body.base_url).toBeNull();
});

test("a preview of a document at an address takes the host from there", async () => {
  api.answer = () => ({ body: JSON.stringify(thingsDocument()) });
  const { body } = await post({ url: `${api.url}/openapi.json` }, `${BASE}/preview`);
  expect(body.base_url).toBe(`${new URL(api.url).origin}/api`);
});

const post = (body: unknown, url = BASE, key = server.testKey) =>
  server.request({ method: "POST", url, key, body });

function thingsDocument(more: object = {}) {
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    servers: [{ url: "/api" }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-App-Key" } } },
    security: [{ key: [] }],
    paths: {
      "/things": {
        get: { operationId: "listThings", summary: "List things", tags: ["things"] },
        post: {
          operationId: "makeThing",
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
              },
            },
          },
        },
      },
      "/things/{id}": { delete: { operationId: "deleteThing" } },
    },
    ...more,
  };
}

/** A document of `count` operations whose schemas lead to one another. */
function largeDocument(count: number) {
  const schemas = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `Thing${i}`,
      {
        type: "object",
        properties: {
          name: { type: "string" },
          next: { $ref: `#/components/schemas/Thing${(i + 1) % 300}` },
        },
      },
    ]),
  );
  const paths = Object.fromEntries(
    Array.from({ length: count / 2 }, (_, i) => {
      const content = { "application/json": { schema: { $ref: `#/components/schemas/Thing${i % 300}` } } };
      return [
        `/things${i}`,
        {
          get: { operationId: `list${i}`, responses: { 200: { content } } },
          post: { operationId: `make${i}`, requestBody: { content }, responses: { 200: { content } } },
        },
      ];
    }),
  );
  return { ...thingsDocument(), paths, components: { ...thingsDocument().components, schemas } };
}

describe("importing a document", () => {
  test("200: its operations are actions that connect and run like any other", async () => {
    api.answer = ({ url }) =>
      url === "/openapi.json" ? { body: JSON.stringify(thingsDocument()) } : undefined;
    const { status, body } = await post({
      url: `${api.url}/openapi.json`,
      slug: "things",
      check: "listThings",
    });
    expect([status, body.slug, body.kind, body.auth_types, body.enabled]).toEqual([
      200,
      "things",
      "custom",
      ["keybased"],
      true,
    ]);
    expect(body.actions.map((one: Record<string, string>) => [one.action_id, one.tag])).toEqual([
      ["list_things", "read"],
      ["make_thing", "write"],
      ["delete_thing", "destructive"],
    ]);
    expect(body.warnings).toEqual(["The server does not use https: credentials are sent unencrypted."]);
    const token = await server.account("acme");
    const connect = (key: string) =>
      server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { x_app_key: key } });
    expect((await connect("bad")).body.error_code).toBe("EXTERNAL_API_FAILURE");
    expect((await connect("good")).body).toEqual({ success: true });
    const made = await server.request({
      method: "POST",
      url: "/api/v2/integration-schema/things/actions/make_thing/execute",
      token,
      body: { name: "Chair" },
    });
    expect(made.body).toMatchObject({ node_status: "Success", data: { made: { name: "Chair" } } });
    expect(api.requests.at(-1)).toMatchObject({ method: "POST", url: "/api/things" });
  });

  test("200: a document is read in the encoding that its address declares", async () => {
    const document = JSON.stringify(thingsDocument({ info: { title: "Caf\xe9", version: "1" } }));
    const headers = { "content-type": "application/json; charset=iso-8859-1" };
    api.answer = () => ({ headers, body: Buffer.from(document, "latin1") });
    const { status, body } = await post({ url: `${api.url}/openapi.json`, slug: "coded" });
    expect([status, body.app_name ?? body.name]).toEqual([200, "Café"]);
  });

  test("an action that is answered with an image returns a file, which its account can send", async () => {
    const png = Buffer.from("89504e470d0a1a0aff00fe", "hex");
    await post({ document: thingsDocument({ servers: [{ url: `${api.url}/api` }] }), slug: "pictures" });
    const token = await server.account("painter");
    await server.request({
      method: "POST",
      url: "/api/v2/app/pictures/save",
      token,
      body: { x_app_key: "good" },
    });
    api.answer = () => ({ headers: { "content-type": "image/png" }, body: png });
    const url = "/api/v2/integration-schema/pictures/actions/list_things/execute";
    const { body } = await server.request({ method: "POST", url, token, body: {} });
    const meant = { $file: expect.any(String), name: "file", content_type: "image/png", size: 11 };
    expect(body).toMatchObject({ node_status: "Success", data: meant });
    const headers = { "x-api-key": server.testKey };
    const reply = await server.app.inject({ url: `/api/v2/public/file/${body.data.$file}`, headers });
    expect(reply.rawPayload.equals(png)).toBe(true);
    api.answer = undefined;
  });

  test("200: a document replaces the earlier one; only the chosen operations are imported, in document order", async () => {
    const document = thingsDocument({ servers: [{ url: api.url }] });
    await post({ document, slug: "chosen" });
    const { body } = await post({
      document,
      slug: "chosen",
      operations: ["DELETE /things/{id}", "listThings"],
    });
    expect(body.actions.map(({ action_id }: Record<string, string>) => action_id)).toEqual([
      "list_things",
      "delete_thing",
    ]);
    const token = await server.account("acme");
    const listed = await server.request({ url: "/api/v2/integration-schema/chosen/actions", token });
    expect(listed.body).toEqual(body.actions);
    const other = await server.organization();
    const settings = "/api/v2/public/application/chosen/settings";
    expect((await server.request({ url: settings, key: other.testKey })).status).toBe(404);
    expect((await server.request({ url: settings, key: server.productionKey })).status).toBe(404);
  });

  test("200: a document's operations can be listed without storing anything", async () => {
    const { body } = await post({ document: JSON.stringify(thingsDocument()) }, `${BASE}/operations`);
    expect(body).toHaveLength(3);
    expect(body[0]).toEqual({
      id: "list_things",
      method: "GET",
      path: "/things",
      summary: "List things",
      tags: ["things"],
      deprecated: false,
      needs_credential: false,
      can_check: true,
      proposed_check: true,
    });
  });

  test("references to other documents are never followed, not even while an action runs", async () => {
    const schema = { $ref: `${api.url}/schemas.json#/Thing` };
    const { body } = await post({
      slug: "outside",
      document: thingsDocument({
        servers: [{ url: "https://api.example.com" }],
        paths: {
          "/a": {
            post: {
              parameters: [{ $ref: `${api.url}/parameters.json` }, { name: "q", in: "query", schema }],
              requestBody: { $ref: "file:///etc/passwd" },
            },
          },
          "/b": { $ref: `${api.url}/paths.json` },
        },
      }),
    });
    expect(body.actions).toHaveLength(1);
    expect(body.warnings).toContain(
      `${api.url}/schemas.json#/Thing is outside the document and is not fetched.`,
    );
    const token = await server.account("acme");
    await server.request({ url: "/api/v2/integration-schema/outside/actions/post_a", token });
    expect(api.requests).toEqual([]);
  });

  test("400: invalid documents, a taken slug, an address that fails or may not be called", async () => {
    api.answer = ({ url }) =>
      url === "/missing" ? { status: 404, body: '{"detail":"No such document"}' } : { body: "<html>" };
    const document = thingsDocument({ servers: [{ url: api.url }] });
    const cases: [unknown, string, string][] = [
      [{}, "MISSING_REQUIRED_FIELD", "Send either document or url."],
      [{ document, url: api.url }, "MISSING_REQUIRED_FIELD", "Send either document or url."],
      [{ document: "swagger: '1.2'" }, "VALIDATION_ERROR", "Swagger 1.2 is not supported"],
      [{ document, slug: "slack" }, "VALIDATION_ERROR", "The slug slack is taken"],
      [{ document, slug: "openapi" }, "VALIDATION_ERROR", "The slug openapi is taken"],
      [{ document, operations: ["none"] }, "VALIDATION_ERROR", "no operation none"],
      [
        { document, base_url: "ftp://a.example" },
        "VALIDATION_ERROR",
        "base_url must be an http or https address",
      ],
      [{ document, other: 1 }, "VALIDATION_ERROR", '"other"'],
      [{ document: "" }, "VALIDATION_ERROR", "The document is not an object."],
      [{ url: `${api.url}/missing` }, "EXTERNAL_API_FAILURE", "responded with 404: No such document"],
      [{ url: api.url }, "VALIDATION_ERROR", "The document is not an object."],
      [{ url: "http://10.0.0.1/openapi.json" }, "EXTERNAL_API_FAILURE", ""],
      [{ url: "file:///etc/passwd" }, "EXTERNAL_API_FAILURE", ""],
    ];
    for (const [body, code, message] of cases) {
      const reply = await post(body);
      expect([reply.status, reply.body.error_code], JSON.stringify(body).slice(0, 200)).toEqual([400, code]);
      expect(reply.body.message).toContain(message);
    }
  });

  // How long it takes, and what it costs others: `npm run bench:openapi`.
  test("importing 1,000 operations does not block the server", async () => {
    const document = largeDocument(1000);
    let done = false;
    const importing = post({ document, slug: "large" }).finally(() => {
      done = true;
    });
    let turns = 0;
    for (; !done; turns += 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const { status, body } = await importing;
    expect([status, body.actions.length]).toEqual([200, 1000]);
    const token = await server.account("acme");
    const listed = await server.request({ url: "/api/v2/integration-schema/large/actions", token });
    expect(listed.body).toHaveLength(1000);
    // The work is done in a thread: here there are hundreds, and only a few where it is not.
    expect(turns).toBeGreaterThan(10);
  });
});
