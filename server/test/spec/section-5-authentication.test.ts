import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTenant, type Tenant } from "./records.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

let server: SpecServer;
let tenant: Tenant;
let token: string;
beforeAll(async () => {
  server = await startSpecServer();
  tenant = await makeTenant(server, server.testKey, "auth");
  token = await tenant.token();
});
afterAll(() => server.close());

type Records = Tenant["records"];
interface Endpoint {
  readonly section: string;
  readonly method: string;
  readonly path: (records: Records) => string;
  readonly body?: object;
}

const UPSERT: Endpoint = {
  section: "4.3",
  method: "PUT",
  path: () => "/api/v2/public/linked-account",
  body: { linked_account_id: "acme-auth", name: "By key" },
};
const KEY_ONLY: Endpoint[] = [
  {
    section: "4.4",
    method: "PUT",
    path: ({ schedule }) => `/api/v1/workflow/public/scheduled/${schedule}/resume`,
  },
  { section: "4.5", method: "DELETE", path: ({ webhook }) => `/api/v2/public/webhook/${webhook}` },
  { section: "4.6", method: "DELETE", path: ({ event }) => `/api/v2/public/application/event/${event}` },
];
const TOKEN: Endpoint[] = [
  {
    section: "4.1",
    method: "PUT",
    path: ({ mcpServer }) => `/api/v2/public/mcp-servers/${mcpServer}`,
    body: { name: "By token" },
  },
  { section: "4.2", method: "GET", path: () => "/api/v2/public/workflow" },
];
const ALL = [UPSERT, ...KEY_ONLY, ...TOKEN];

const send = (endpoint: Endpoint, headers: Record<string, string>) =>
  server.call({
    method: endpoint.method,
    path: endpoint.path(tenant.records),
    headers,
    ...(endpoint.body && { body: endpoint.body }),
  });

describe.each(ALL)("5 rule 3: $section", (endpoint) => {
  test.each([
    ["no credential", () => ({})],
    ["an unknown key", () => ({ "x-api-key": `tk_${"a".repeat(36)}` })],
    ["a key with a space behind it and more", () => ({ "x-api-key": `${tenant.key} x` })],
    ["a shortened key", () => ({ "x-api-key": tenant.key.slice(0, -1) })],
    ["a key in capitals", () => ({ "x-api-key": tenant.key.toUpperCase() })],
    ["a key as bearer", () => ({ authorization: `Bearer ${tenant.key}` })],
    ["a token as key", () => ({ "x-api-key": token })],
    ["a token without Bearer", () => ({ authorization: token })],
    ["a token as Basic", () => ({ authorization: `Basic ${token}` })],
    ["a shortened token", () => ({ authorization: `Bearer ${token.slice(0, -2)}` })],
    ["an unsigned token", () => ({ authorization: `Bearer ${unsigned(token)}` })],
  ])("%s is answered with 401", async (_what, headers) => {
    const reply = await send(endpoint, headers());
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ http_error_type: "UNAUTHORIZED", error_code: "INVALID_TOKEN" });
  });
});

/** The same claims with the algorithm `none`, and with an algorithm that does not match the signature. */
function unsigned(jwt: string): string {
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  return `${header}.${jwt.split(".")[1]}.`;
}

test.each(KEY_ONLY)("5: $section accepts no session token", async (endpoint) => {
  expect((await send(endpoint, { authorization: `Bearer ${token}` })).status).toBe(401);
});

test("5 rule 2: 4.2 accepts only the session token", async () => {
  const [, list] = TOKEN;
  if (!list) throw new Error("There is no 4.2.");
  expect((await send(list, { "x-api-key": tenant.key })).status).toBe(401);
  const withAccount = { "x-api-key": tenant.key, linked_account_id: tenant.records.account };
  expect((await send(list, withAccount)).status).toBe(401);
});

test.each(TOKEN)("5: $section accepts Authorization: Bearer <SESSION_TOKEN>", async (endpoint) => {
  expect((await send(endpoint, { authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await send(endpoint, { authorization: `bearer ${token}` })).status).toBe(200);
});

// Last, because two of them delete what they name.
test.each([UPSERT, ...KEY_ONLY])("5: $section accepts x-api-key: <API_KEY>", async (endpoint) => {
  expect((await send(endpoint, { "X-API-Key": tenant.key })).status).toBe(200);
});

test("5 rule 1: test and production keys exist, and the key selects the environment", async () => {
  expect(server.testKey).toMatch(/^tk/);
  expect(server.productionKey).toMatch(/^pk/);
  const upsert = (key: string) =>
    expectOk(server.call({ method: "PUT", path: UPSERT.path(tenant.records), key, body: UPSERT.body }));
  const [test, production] = [await upsert(server.testKey), await upsert(server.productionKey)];
  expect([test.environment, production.environment]).toEqual(["test", "production"]);
  expect(test._id).not.toBe(production._id);
});

test("5 rule 1: a session token belongs to the environment of the key that requested it", async () => {
  const live = await server.account("both", server.productionKey);
  const { body } = await server.call({ path: "/api/v2/public/session/active-linked-account", token: live });
  expect(body).toMatchObject({ account_id: "both", environment: "production" });
});

test("issue 2, item 4: a session token is a JWT with the claims of platform-surface 3.12, for 24 h", async () => {
  const path = "/api/v2/public/session-token";
  const body = { linked_account_id: tenant.records.account };
  const reply = await expectOk(server.call({ method: "POST", path, key: tenant.key, body }));
  expect(reply.expires_in).toBe(86_400);
  const [header, claims] = reply.token.split(".").map((part: string) => {
    try {
      return JSON.parse(Buffer.from(part, "base64url").toString());
    } catch {
      return undefined; // the signature is not JSON
    }
  });
  expect(header.alg).toBe("HS256");
  expect(claims).toMatchObject({
    org_id: server.orgId,
    linked_account_id: tenant.records.account,
    environment: "test",
    jti: expect.any(String),
  });
  expect(claims.exp - claims.iat).toBe(86_400);
});

test("issue 2, item 4: a session token is revoked at once", async () => {
  const own = await server.account("revoked");
  const who = () => server.call({ path: "/api/v2/public/session/active-linked-account", token: own });
  expect((await who()).status).toBe(200);
  const revoke = { method: "POST", path: "/api/v2/public/session-token/revoke", token: own };
  expect(await server.call(revoke)).toMatchObject({ status: 200, body: { success: true, revoked_count: 1 } });
  expect((await who()).status).toBe(401);
  expect((await server.call(revoke)).status).toBe(401);
});

test("platform-surface 1.2: a session token for an unknown account, or for none, is a 400", async () => {
  const ask = (body: unknown) =>
    server.call({ method: "POST", path: "/api/v2/public/session-token", key: server.testKey, body });
  expect((await ask({ linked_account_id: "nobody" })).body.error_code).toBe("INVALID_LINKED_ACCOUNT_ID");
  expect((await ask({})).status).toBe(400);
  expect((await ask({ linked_account_id: 5 })).status).toBe(400);
});

test("platform-surface 4.8: the 401 of a bad key and of a missing bearer have their messages", async () => {
  const key = await server.call({ path: "/api/v2/public/webhook", key: "tk_wrong" });
  expect(key.body.message).toBe("Invalid Credentials");
  const bearer = await server.call({ path: "/api/v2/public/workflow" });
  expect(bearer.body.message).toBe("Authorization Token Missing");
});
