import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../../test/sign-in-operator.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const SESSION = "/api/v2/public/operator-session";
const ORGANIZATION = "/api/v2/public/organization";
const DAY_MS = 86_400_000;

let server: TestServer;
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => new Date(nowMs) } });
});
afterAll(() => server.close());

test("a cookie grants what keys grant, in the environment that the header names", async () => {
  const { headers, cookie } = await signInOperator(server, "viewer");
  await server.account("only-in-test");
  const accounts = async (environment: string) =>
    (
      await server.request({
        url: "/api/v2/public/linked-account",
        headers: { ...headers, "x-junctor-environment": environment },
      })
    ).body.totalDocs;
  expect([await accounts("test"), await accounts("production")]).toEqual([1, 0]);
  const wrongs: Record<string, string>[] = [{ cookie }, { cookie, "x-junctor-environment": "staging" }];
  for (const wrong of wrongs)
    expect(await server.request({ url: ORGANIZATION, headers: wrong })).toMatchObject({
      status: 400,
      body: { message: "The header x-junctor-environment must be test or production." },
    });
});

test("401 for an invalid cookie, and without any", async () => {
  const cookies: Record<string, string>[] = [
    {},
    { cookie: "junctor_session=" },
    { cookie: "junctor_session=wrong" },
  ];
  for (const headers of cookies.map((cookie) => ({ "x-junctor-environment": "test", ...cookie })))
    for (const url of [ORGANIZATION, SESSION])
      expect((await server.request({ url, headers })).status).toBe(401);
});

test("a wrong key beside a valid cookie is rejected", async () => {
  const { headers } = await signInOperator(server, "owner");
  expect((await server.request({ url: ORGANIZATION, headers, key: "tk_wrong" })).status).toBe(401);
});

test("a cookie is no session token of a customer, and grants access to neither MCP endpoint", async () => {
  const { headers } = await signInOperator(server, "owner");
  const url = "/api/v2/public/session/active-linked-account";
  expect((await server.request({ url, headers })).status).toBe(401);
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  for (const path of ["/mcp/v1/management", "/mcp/v1/6a1f0c2e9b3d4f5a6b7c8d9e"]) {
    const reply = await server.request({
      method: "POST",
      url: path,
      headers: {
        ...headers,
        host: new URL(server.deps.config.publicUrl).host,
        accept: "application/json, text/event-stream",
      },
      body,
    });
    expect(reply.status, path).toBe(401);
  }
});

test("only operators with a role in the environment learn what is wrong with an unknown address", async () => {
  const { cookie } = await signInOperator(server, { test: "viewer" });
  const ask = async (environment: string) =>
    (
      await server.request({
        url: "/api/v2/public/unknown%00",
        headers: { cookie, "x-junctor-environment": environment },
      })
    ).status;
  expect([await ask("test"), await ask("production"), await ask("")]).toEqual([400, 401, 401]);
  // Outside the API there is nothing to keep from strangers.
  expect((await server.request({ url: "/unknown%00" })).status).toBe(400);
});

test("a request that changes something needs the header, even where no environment applies", async () => {
  const { cookie, headers } = await signInOperator(server, "owner");
  expect((await server.request({ method: "DELETE", url: SESSION, headers: { cookie } })).status).toBe(400);
  expect((await server.request({ url: SESSION, headers: { cookie } })).status).toBe(200);
  expect((await server.request({ method: "DELETE", url: SESSION, headers })).status).toBe(200);
});

test.each([
  ["another site", { "sec-fetch-site": "cross-site" }, 403],
  ["another host of the site", { "sec-fetch-site": "same-site" }, 403],
  ["a page of this server", { "sec-fetch-site": "same-origin" }, 200],
  ["the address bar", { "sec-fetch-site": "none" }, 200],
  ["a foreign origin", { origin: "https://evil.example" }, 403],
  ["a page without an origin", { origin: "null" }, 403],
  ["the origin of the public address", (publicUrl: string) => ({ origin: publicUrl }), 200],
  ["the origin of the address that was called", { origin: "http://localhost:81", host: "localhost:81" }, 200],
])("a request that comes from %s", async (_name, sent, status) => {
  const { headers } = await signInOperator(server, "viewer");
  const from = typeof sent === "function" ? sent(server.deps.config.publicUrl) : sent;
  expect((await server.request({ url: ORGANIZATION, headers: { ...headers, ...from } })).status).toBe(status);
});

test("pages of other origins are never allowed to send credentials", async () => {
  const { headers } = await signInOperator(server, "viewer");
  const reply = await server.request({
    url: "/api/v2/public/auth-structure/none",
    headers: { ...headers, origin: "https://evil.example" },
  });
  expect(reply.headers).not.toHaveProperty("access-control-allow-credentials");
});

test("a session ends 14 days after its last request, which extends it at most hourly", async () => {
  const { headers, id } = await signInOperator(server, "viewer");
  const { db } = server.deps;
  const seen = async () =>
    (
      await db.selectFrom("operator_sessions").selectAll().where("operator_id", "=", id).executeTakeFirst()
    )?.last_seen_at.getTime();
  const ask = async () => {
    const { status, headers: sent } = await server.request({ url: ORGANIZATION, headers });
    return { status, cookie: sent["set-cookie"] };
  };
  const begun = nowMs;
  nowMs += 59 * 60_000;
  expect(await ask()).toEqual({ status: 200, cookie: undefined });
  expect(await seen()).toBe(begun);
  nowMs += 60_000;
  expect(await ask()).toEqual({ status: 200, cookie: expect.stringContaining("Max-Age=1209600; HttpOnly") });
  expect(await seen()).toBe(nowMs);
  expect(await ask()).toEqual({ status: 200, cookie: undefined });
  nowMs += 14 * DAY_MS - 1;
  expect((await ask()).status).toBe(200);
  nowMs += 14 * DAY_MS;
  expect((await ask()).status).toBe(401);
});

test("a session ends after 90 days, regardless of use", async () => {
  const { headers } = await signInOperator(server, "viewer");
  const ask = async () => (await server.request({ url: ORGANIZATION, headers })).status;
  for (let day = 0; day < 90; day += 10) {
    expect(await ask(), `day ${day}`).toBe(200);
    nowMs += 10 * DAY_MS;
  }
  expect(await ask()).toBe(401);
});

test("operators do not use up a customer's requests", async () => {
  const limited = await startTestServer({ rateLimitPerMinute: 1 });
  const { headers } = await signInOperator(limited, "developer");
  await limited.account("customer");
  const request = { url: "/api/v2/public/slug/none/configs", account: "customer", headers };
  for (let i = 0; i < 3; i++)
    expect((await limited.request(request)).headers).not.toHaveProperty("ratelimit");
  await limited.close();
});
