import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInOperator } from "../../../test/sign-in-operator.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { createConnection } from "../connections/connect.ts";
import { buildOAuthDefinition } from "../connections/fake-provider.ts";
import { findApplication, listApplications } from "./application.ts";
import { saveCustomApplication } from "./custom-application.ts";

const BASE = "/api/v2/public/application";
const HOME = "https://own.example.com";
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ rateLimitPerMinute: 0 });
});
afterAll(() => server.close());

const post = (body: unknown, url = BASE) =>
  server.request({ method: "POST", url, key: server.testKey, body });
const remove = (slug: string) =>
  server.request({ method: "DELETE", url: `${BASE}/${slug}`, key: server.testKey });

/** An application that wants a key, with members of its own. */
function definition(slug: string, more: object = {}) {
  const { check: _check, ...rest } = buildOAuthDefinition(slug, HOME);
  const keybased = {
    fields: [{ name: "key", label: "Key" }],
    apply: { headers: { "X-Key": "{{ credentials.key }}" } },
  };
  return { ...rest, auth: { keybased }, ...more };
}

function withAction(request: object) {
  const action = { title: "T", description: "D.", hints: { read_only: true }, input: { type: "object" } };
  return { actions: { other: { ...action, request: { method: "GET", path: "/x", ...request } } } };
}

async function connect(slug: string, account: string) {
  const token = await server.account(account);
  return server.request({
    method: "POST",
    url: `/api/v2/app/${slug}/save`,
    token,
    body: { key: "k-1234567" },
  });
}

async function scopeOf(accountId: string): Promise<AccountScope> {
  await server.account(accountId);
  const { id } = await server.deps.db
    .selectFrom("linked_accounts")
    .select("id")
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return { ...server.test, account: { id, accountId } };
}

async function stored(slug: string) {
  const application = await findApplication(server.deps, server.test, slug);
  if (application === undefined) throw new Error(`There is no ${slug}.`);
  return application;
}

describe("a custom application with customers", () => {
  beforeAll(async () => {
    await post(definition("entrusted"));
    for (const name of ["first", "second"]) expect((await connect("entrusted", name)).status).toBe(200);
  });

  const elsewhere = "https://elsewhere.example.net";
  const token = { grant: "client_credentials", url: `${elsewhere}/token` };
  const document = {
    openapi: "3.1.0",
    info: { title: "E", version: "1.0.0" },
    servers: [{ url: elsewhere }],
    paths: { "/a": { get: { operationId: "a" } } },
  };
  test.each([
    ["another base address", { base_url: `${elsewhere}/api` }],
    ["the same host without encryption", { base_url: "http://own.example.com/api" }],
    ["another port", { base_url: "https://own.example.com:8443/api" }],
    [
      "an address that customers choose",
      { base_url: "{{ settings.url }}/api", settings: [{ name: "url", label: "U" }] },
    ],
    ["one action elsewhere", withAction({ base_url: elsewhere })],
    [
      "an action of an object elsewhere",
      { objects: { note: { path: "/notes", verbs: ["get"], get: { request: { base_url: elsewhere } } } } },
    ],
    ["a check elsewhere", { check: { request: { method: "GET", path: "/me", base_url: elsewhere } } }],
    [
      "a token endpoint elsewhere",
      {
        auth: {
          keybased: {
            fields: [{ name: "key", label: "Key" }],
            token: { ...token, client_id: "{{ credentials.key }}", client_secret: "{{ credentials.key }}" },
          },
        },
      },
    ],
    ["an OAuth2 server elsewhere", { auth: buildOAuthDefinition("entrusted", elsewhere).auth }],
  ])("400: cannot be changed to send their credentials to %s", async (_, more) => {
    const before = await stored("entrusted");
    const reply = await post(definition("entrusted", more));
    expect([reply.status, reply.body.message]).toEqual([
      400,
      expect.stringMatching(
        /has connections of 2 customers, whose credentials would go to .*delete the application first/,
      ),
    ]);
    expect((await stored("entrusted")).connector).toBe(before.connector);
  });

  test("400: nor to where an OpenAPI document says", async () => {
    const reply = await post({ document, slug: "entrusted" }, `${BASE}/openapi`);
    expect([reply.status, reply.body.message]).toEqual([
      400,
      expect.stringContaining(`would go to ${elsewhere}`),
    ]);
  });

  test("200: can be changed in everything else, and moved once nobody is connected", async () => {
    expect((await post(definition("entrusted", withAction({ path: "/other" })))).status).toBe(200);
    const moved = definition("entrusted", { base_url: elsewhere });
    for (const name of ["first", "second"]) {
      expect((await post(moved)).status).toBe(400);
      const token = await server.account(name);
      const url = "/api/v1/linked-acc/integration/entrusted";
      expect((await server.request({ method: "DELETE", url, token })).status).toBe(200);
    }
    expect((await post(moved)).status).toBe(200);
  });

  test("ignores another organization's customers", async () => {
    await post(definition("apart"));
    await connect("apart", "first");
    const other = await server.organization();
    const body = definition("apart", { base_url: elsewhere });
    const reply = await server.request({ method: "POST", url: BASE, key: other.testKey, body });
    expect(reply.status).toBe(200);
  });
});

test("deleting an application leaves the others", async () => {
  for (const slug of ["goes", "stays"]) expect((await post(definition(slug))).status).toBe(200);
  expect((await remove("goes")).status).toBe(200);
  expect(await findApplication(server.deps, server.test, "goes")).toBeUndefined();
  expect(await findApplication(server.deps, server.test, "stays")).toBeDefined();
});

test("a new application gets no credentials from customers of an earlier one with the same slug", async () => {
  await post(definition("left"));
  await connect("left", "first");
  await server.deps.db.deleteFrom("custom_applications").where("slug", "=", "left").execute();
  expect((await post(definition("left"))).status).toBe(400);
});

test("a custom application keeps precedence over a connector added later, for that organization only", async () => {
  // "stripe" is taken by now; this one is older.
  const own = { slug: "stripe", provider: "manifest", now: new Date() } as const;
  await saveCustomApplication(server.deps.db, server.test, {
    ...own,
    definition: JSON.parse(JSON.stringify(definition("stripe"))),
  });
  expect((await connect("stripe", "first")).status).toBe(200);
  expect((await stored("stripe")).custom).toBe(true);
  const listed = (await listApplications(server.deps, server.test)).filter(
    ({ connector }) => connector.info.slug === "stripe",
  );
  expect(listed.map(({ custom }) => custom)).toEqual([true]);
  expect((await findApplication(server.deps, server.production, "stripe"))?.custom).toBe(false);
  expect((await post(definition("stripe", { name: "Ours" }))).body.name).toBe("Ours");
  expect((await remove("stripe")).status).toBe(200);
  expect((await stored("stripe")).custom).toBe(false);
});

describe("a customer who connects while the application changes", () => {
  const secrets = { settings: {}, values: { key: "k-1234567" } };
  const connections = (slug: string) =>
    server.deps.db.selectFrom("connections").select("id").where("slug", "=", slug).execute();

  test("leaves no connection if it was deleted, or deleted and recreated", async () => {
    await post(definition("fading"));
    const connecting = { scope: await scopeOf("late"), application: await stored("fading") };
    await remove("fading");
    const store = () => createConnection(server.deps, connecting, { authType: "keybased", secrets });
    await expect(store()).rejects.toMatchObject({ kind: "not_found" });
    await post(definition("fading", { base_url: "https://elsewhere.example.net" }));
    await expect(store()).rejects.toMatchObject({ kind: "not_found" });
    expect(await connections("fading")).toEqual([]);
  });

  test("leaves none if it has moved, and one if it was only renamed", async () => {
    await post(definition("moving"));
    const connecting = { scope: await scopeOf("late"), application: await stored("moving") };
    const store = () => createConnection(server.deps, connecting, { authType: "keybased", secrets });
    await post(definition("moving", { base_url: "https://elsewhere.example.net" }));
    await expect(store()).rejects.toMatchObject({ kind: "conflict" });
    expect(await connections("moving")).toEqual([]);
    await post(definition("moving", { name: "Renamed" }));
    await store();
    expect(await connections("moving")).toHaveLength(1);
  });

  test("at the same time as it moves: one of the two is rejected, or the connection is newer", async () => {
    for (let round = 0; round < 8; round++) {
      const slug = `racing-${round}`;
      await post(definition(slug));
      const connecting = { scope: await scopeOf("racer"), application: await stored(slug) };
      const [moved, connected] = await Promise.allSettled([
        post(definition(slug, { base_url: "https://elsewhere.example.net" })),
        createConnection(server.deps, connecting, { authType: "keybased", secrets }),
      ]);
      const isMoved = moved.status === "fulfilled" && moved.value.status === 200;
      expect([isMoved, connected.status]).toEqual(isMoved ? [true, "rejected"] : [false, "fulfilled"]);
    }
  });
});

test("operators see the fields of a custom application in the environment they name", async () => {
  expect((await post(definition("own-fields"))).status).toBe(200);
  const { cookie, headers } = await signInOperator(server, { test: "viewer", production: null });
  const status = async (sent: Record<string, string>) =>
    (await server.request({ url: "/api/v2/public/auth-structure/own-fields", headers: sent })).status;
  expect(await status(headers)).toBe(200);
  const elsewhere = { cookie, "x-junctor-environment": "production" };
  const ended = { ...headers, cookie: "junctor_session=wrong" };
  // Who is not let in is a stranger, to whom the route is open as well.
  const strangers: Record<string, string>[] = [elsewhere, ended, { cookie }, {}];
  for (const stranger of strangers) expect(await status(stranger)).toBe(404);
  const known = await server.request({ url: "/api/v2/public/auth-structure/openai", headers: { cookie } });
  expect(known.status).toBe(200);
});

test("a definition is also taken as YAML; problems name their line, and nothing of the environment is read", async () => {
  const lines = Object.entries(definition("from-yaml")).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  );
  const reply = await post({ yaml: lines.join("\n") });
  expect(reply.body).toMatchObject({ slug: "from-yaml", kind: "custom" });
  const at = lines.findIndex((line) => line.startsWith("base_url"));
  const wrong = await post({ yaml: lines.with(at, "base_url: ${HOME}").join("\n") });
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors[0]).toMatchObject({
    field: "base_url",
    message: expect.stringMatching(new RegExp(`^Line ${at + 1}: base_url `)),
  });
  const broken = await post({ yaml: "slug: [" });
  expect(broken.status).toBe(400);
  expect(broken.body.errors[0].message).toMatch(/^Line 1: /);
});

describe("an application with objects", () => {
  const note = { path: "/notes", verbs: ["create", "get"], fields: { text: { type: "string" } } };

  test("200: has an action for each of their verbs, beside its own", async () => {
    const reply = await post(definition("objects", { objects: { note } }));
    expect([reply.status, reply.body.action_count]).toEqual([200, 4]);
    const application = await findApplication(server.deps, await scopeOf("with-objects"), "objects");
    const { connector } = application ?? {};
    expect(connector?.info.actions.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["create_note", "get_note"]),
    );
  });

  test("400: a problem is named where its source stands", async () => {
    const wrong = { ...note, get: { hints: { read_only: "yes" } } };
    const lines = Object.entries(definition("wrong-objects", { objects: { note: wrong } })).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)}`,
    );
    const reply = await post({ yaml: lines.join("\n") });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([{ field: "objects.note.get.hints.read_only" }]);
  });
});
