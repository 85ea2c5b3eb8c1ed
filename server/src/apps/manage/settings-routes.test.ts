import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goOn } from "../../../test/connect-page.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { jsonb } from "../../platform/database/database.ts";
import { buildOAuthDefinition } from "../connections/fake-provider.ts";

const BASE = "/api/v2/public/application";
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const put = (slug: string, body: unknown, key = server.testKey) =>
  server.request({ method: "PUT", url: `${BASE}/${slug}/settings`, key, body });
const post = (body: unknown, key = server.testKey) =>
  server.request({ method: "POST", url: BASE, key, body });
const settings = (slug: string, key = server.testKey) =>
  server.request({ url: `${BASE}/${slug}/settings`, key });

async function slugs(accountId: string, key = server.testKey): Promise<string[]> {
  const token = await server.account(accountId, key);
  const { body } = await server.request({ url: "/api/v2/f-sdk/application", token });
  return body.map(({ slug }: { slug: string }) => slug);
}

describe("application settings", () => {
  test("200: everything that can be connected is enabled by default", async () => {
    expect((await settings("stripe")).body).toMatchObject({
      slug: "stripe",
      enabled: true,
      auth_types: ["keybased"],
    });
    expect((await settings("github")).body).toMatchObject({
      enabled: true,
      has_default_client: false,
      has_client_secret: false,
      scopes: ["repo", "read:user", "read:org"],
      callback_url: `${server.deps.config.publicUrl}/api/v1/github/callback`,
      documentation_url: "https://docs.github.com/en/rest",
    });
    expect((await settings("stripe")).body.connect_fields.keybased).toMatchObject([{ required: true }]);
    expect((await settings("github")).body.connect_fields.oauth2).toEqual([]);
    const all = await server.request({ url: `${BASE}/all`, key: server.testKey });
    expect(all.body[0]).not.toHaveProperty("connect_fields");
    expect(all.body.map(({ slug }: { slug: string }) => slug)).toEqual(
      expect.arrayContaining(["airtable", "slack"]),
    );
  });

  test("200: disabling hides an application, null restores the default", async () => {
    expect((await put("stripe", { enabled: false })).body).toMatchObject({ enabled: false, __v: 1 });
    expect(await slugs("some")).not.toContain("stripe");
    const token = await server.account("some");
    expect((await server.request({ url: "/api/v2/f-sdk/application/stripe", token })).status).toBe(404);
    expect((await put("stripe", { enabled: null })).body).toMatchObject({ enabled: true, __v: 2 });
    expect(await slugs("some")).toContain("stripe");
  });

  test("200: a long client secret is recognizable by its last characters, a short one not at all", async () => {
    const lastFour = async (client_secret: string) =>
      (await put("hubspot", { client_id: "C1", client_secret })).body.client_secret_last_four;
    expect(await lastFour("planted-secret-that-ends-x9q2")).toBe("x9q2");
    expect((await settings("hubspot")).body.client_secret_last_four).toBe("x9q2");
    expect(await lastFour("planted-short")).toBeUndefined();
    expect((await put("hubspot", { client_id: null })).body.client_secret_last_four).toBeUndefined();
  });

  test("200: an own OAuth2 client makes OAuth2 the default; its secret is never returned and is deleted with it", async () => {
    const reply = await put("slack", {
      client_id: "C1",
      client_secret: "planted-secret",
      scopes: ["chat:write"],
    });
    expect(reply.body).toMatchObject({ client_id: "C1", has_client_secret: true, scopes: ["chat:write"] });
    expect(reply.text).not.toContain("planted-secret");
    const token = await server.account("some");
    const read = () => server.request({ url: "/api/v2/f-sdk/application/slack", token });
    expect((await read()).body).toMatchObject({
      auth_type: "oauth2",
      auth_type_options: { oauth2: [], keybased: [{ name: "bot_token" }, { name: "signing_secret" }] },
    });
    const { body } = await server.request({ url: "/api/v1/slack/integrate", token });
    const { address: url } = await goOn(server, body.auth_url);
    expect([url.host, url.searchParams.get("client_id"), url.searchParams.get("scope")]).toEqual([
      "slack.com",
      "C1",
      "chat:write",
    ]);
    expect((await put("slack", { client_id: null })).body).toMatchObject({ has_client_secret: false });
    expect((await read()).body.auth_type).toBe("keybased");
  });

  test("a client secret is never sent for another client: changing client_id deletes it", async () => {
    const stored = async (body: object) => (await put("github", body)).body.has_client_secret;
    expect(await stored({ client_id: "A", client_secret: "a" })).toBe(true);
    expect(await stored({ client_id: "A", scopes: null })).toBe(true);
    expect(await stored({ client_id: "B" })).toBe(false);
    expect(await stored({ client_id: "C", client_secret: "c" })).toBe(true);
    expect(await stored({ client_id: null })).toBe(false);
    await server.deps.db.deleteFrom("application_settings").where("slug", "=", "github").execute();
  });

  test("400: a client secret without a client, and nothing is stored", async () => {
    for (const body of [{ client_secret: "s" }, { client_secret: "s", client_id: null }]) {
      const reply = await put("github", { ...body, enabled: false });
      expect(reply).toMatchObject({ status: 400, body: { error_code: "MISSING_REQUIRED_FIELD" } });
      expect(reply.body.message).toBe("client_secret needs a client_id: send both.");
    }
    const rows = server.deps.db.selectFrom("application_settings").select("id").where("slug", "=", "github");
    expect(await rows.execute()).toEqual([]);
  });

  test("settings of one environment and organization do not affect another", async () => {
    await put("openai", { enabled: false });
    const other = await server.organization();
    expect((await settings("openai", server.productionKey)).body.enabled).toBe(true);
    expect((await settings("openai", other.testKey)).body.enabled).toBe(true);
  });

  test.each([
    ["an unknown member", { enable: true }],
    ["nothing", {}],
    ["a wrong type", { enabled: "yes" }],
    ["wrong scopes", { scopes: [1] }],
    ["a list", []],
  ])("400: %s", async (_, body) => {
    expect((await put("github", body)).status).toBe(400);
    expect((await settings("github")).body.__v).toBe(0);
  });

  test("401 with a session token, 404 for an unknown application", async () => {
    const token = await server.account("some");
    expect((await server.request({ url: `${BASE}/slack/settings`, token })).status).toBe(401);
    expect((await server.request({ url: `${BASE}/all`, token })).status).toBe(401);
    expect((await settings("nothing")).status).toBe(404);
    expect((await put("nothing", { enabled: true })).status).toBe(404);
  });
});

describe("an organization's own applications", () => {
  test("200: are added, used, replaced and deleted by that organization only", async () => {
    const definition = buildOAuthDefinition("own-app", "https://own.example.com");
    expect((await post(definition)).body).toMatchObject({ slug: "own-app", kind: "custom", enabled: false });
    // Without a client nobody could connect it.
    expect(await slugs("owner")).not.toContain("own-app");
    await put("own-app", { client_id: "id" });
    expect(await slugs("owner")).toContain("own-app");
    expect(await slugs("elsewhere", server.productionKey)).not.toContain("own-app");
    const token = await server.account("owner");
    const { body } = await server.request({ url: "/api/v2/f-sdk/application/own-app", token });
    expect(body).toMatchObject({ type: "custom", kind: "custom", name: "App own-app" });
    expect((await post({ ...definition, name: "Renamed" })).body).toMatchObject({ name: "Renamed" });
    const remove = () => server.request({ method: "DELETE", url: `${BASE}/own-app`, key: server.testKey });
    expect(await remove()).toMatchObject({
      status: 200,
      body: { message: "application deleted successfully" },
    });
    expect((await remove()).status).toBe(404);
    expect((await settings("own-app")).status).toBe(404);
  });

  test("404: applications of the catalog cannot be deleted", async () => {
    expect(
      (await server.request({ method: "DELETE", url: `${BASE}/slack`, key: server.testKey })).status,
    ).toBe(404);
  });

  test("a stored one that today's rules reject is skipped, not found, and can be replaced; the others stay", async () => {
    const definition = buildOAuthDefinition("outdated", "https://own.example.com");
    await post(definition);
    await put("outdated", { client_id: "id" });
    await server.deps.db
      .updateTable("custom_applications")
      .set((eb) => ({ definition: jsonb({ slug: "outdated" }), revision: eb("revision", "+", 1) }))
      .where("slug", "=", "outdated")
      .execute();
    const listed = await slugs("owner");
    expect(listed).toContain("stripe");
    expect(listed).not.toContain("outdated");
    expect((await settings("outdated")).status).toBe(404);
    expect((await post(definition)).status).toBe(200);
    expect(await slugs("owner")).toContain("outdated");
  });

  const good = buildOAuthDefinition("broken", "https://own.example.com");
  test.each([
    ["missing members", { slug: "broken" }, /name is missing/],
    ["a slug of the catalog", { ...good, slug: "slack" }, /taken/],
    ["a reserved slug", { ...good, slug: "event" }, /taken/],
    ["an environment variable", { ...good, base_url: "${DATABASE_URL}" }, /may not refer to the environment/],
    [
      "a client secret",
      buildOAuthDefinition("broken", "https://own.example.com", { client_secret: "s" }),
      /client_secret belongs in/,
    ],
    [
      "a regular expression",
      withInput({ type: "object", properties: { a: { type: "string", pattern: "(a+)+$" } } }),
      /pattern/,
    ],
    [
      "an endless schema",
      withInput({ type: "object", allOf: [{ $ref: "#" }] }),
      /has references that never end/,
    ],
    [
      "a reference outside",
      withInput({ type: "object", properties: { a: { $ref: "https://example.com/s.json" } } }),
      /refers to https/,
    ],
    [
      "an undeclared input",
      { ...good, actions: withRequest({ method: "GET", path: "/{{ input.nothing }}" }) },
      /input.nothing, which is not declared/,
    ],
    [
      "a token address that customers choose",
      {
        ...good,
        settings: [{ name: "url", label: "URL" }],
        auth: { oauth2: { authorize_url: "https://a.example.com", token_url: "{{ settings.url }}/token" } },
      },
      /redirect the client secret/,
    ],
  ])("400: %s", async (_, body, message) => {
    const reply = await post(body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toMatch(message);
    expect((await settings("broken")).status).toBe(404);
  });

  function withInput(input: object) {
    return { ...good, actions: { read: { ...action(), input } } };
  }
  function withRequest(request: object) {
    return { read: { ...action(), request } };
  }
  function action() {
    return {
      title: "Read",
      description: "Reads.",
      hints: { read_only: true },
      input: { type: "object" },
      request: { method: "GET", path: "/things" },
    };
  }
});
