import { afterAll, beforeAll, expect, test } from "vitest";
import {
  eventually,
  startTestServer,
  type TestOrganization,
  type TestServer,
} from "../../../test/test-server.ts";
import { openCredentials } from "../credentials.ts";

let server: TestServer;
let organization: TestOrganization;
let next = 0;
const SETTINGS = "/api/v2/public/organization";

beforeAll(async () => {
  server = await startTestServer({ rateLimitPerMinute: 3, rateLimitMaxPerMinute: 20 });
});
afterAll(() => server.close());

const set = (rateLimits: unknown, { productionKey: key } = organization) =>
  server.request({ method: "PUT", url: SETTINGS, key, body: { rate_limits: rateLimits } });
const read = (account: string) =>
  server.request({ url: `/api/v2/public/linked-account/${account}`, key: organization.testKey });
const fire = (account: string) =>
  server.request({
    method: "POST",
    url: "/api/v2/public/event/trigger",
    key: organization.testKey,
    account,
    body: { event: "Nothing of the kind" },
  });
async function allowed(send: () => ReturnType<typeof read>, most = 30): Promise<number> {
  for (let sent = 0; sent < most; sent++)
    if ((await send()).body.error_code === "RATE_LIMIT_EXCEEDED") return sent;
  return most;
}
async function freshAccount(): Promise<string> {
  organization = await server.organization();
  next += 1;
  return `raised-${next}`;
}

test("by default, requests and triggers count together, and the 403 names the limit and where to raise it", async () => {
  const account = await freshAccount();
  expect((await server.request({ url: SETTINGS, key: organization.testKey })).body.rate_limits).toEqual({
    requests: null,
    triggers: null,
  });
  await read(account);
  await fire(account);
  await read(account);
  const { status, body } = await fire(account);
  expect(status).toBe(403);
  expect(body.message).toMatch(
    /^This linked account has used its 3 requests per minute; try again in \d+ s\. The limit is rate_limits\.requests of the organization: raise it with PUT \/api\/v2\/public\/organization, to at most 20\.$/,
  );
});

test("an organization raises its limit, and requests already made count towards the new one", async () => {
  const account = await freshAccount();
  expect(await allowed(() => read(account))).toBe(3);
  expect((await set({ requests: 8 })).body.rate_limits).toEqual({ requests: 8, triggers: null });
  const { headers } = await read(account);
  expect(headers["ratelimit-policy"]).toBe('"account";q=8;w=60');
  // The three that passed and the refused one count.
  expect(await allowed(() => read(account))).toBe(3);
  const token = await server.account("with-token", organization.testKey);
  const own = { url: "/api/v2/public/session/active-linked-account", token };
  expect(await allowed(() => server.request(own))).toBe(6);
});

test("triggers with a separate limit do not count as requests", async () => {
  const account = await freshAccount();
  await set({ triggers: 5 });
  expect((await fire(account)).headers["ratelimit-policy"]).toBe('"account-triggers";q=5;w=60');
  expect(await allowed(() => fire(account))).toBe(4);
  expect((await fire(account)).body.message).toContain("used its 5 triggers per minute");
  expect(await allowed(() => read(account))).toBe(3);
  const call = { method: "POST", url: "/api/v2/public/workflow/any/execute", body: {} } as const;
  const { headers } = await server.request({ ...call, key: organization.testKey, account: "calls" });
  expect(headers["ratelimit-policy"]).toContain("account-triggers");
});

test("null resets a limit, omitted fields stay", async () => {
  const account = await freshAccount();
  await set({ requests: 8, triggers: 9 });
  expect((await set({ requests: null })).body.rate_limits).toEqual({ requests: null, triggers: 9 });
  expect((await set({})).body.rate_limits).toEqual({ requests: null, triggers: 9 });
  expect(await allowed(() => read(account))).toBe(3);
});

test("400: beyond the operator's bound, which the message names, and nothing changes", async () => {
  await freshAccount();
  const { status, body } = await set({ requests: 8, triggers: 21 });
  expect([status, body.message]).toEqual([
    400,
    "rate_limits.triggers must be at most 20, which the operator of this server allows (JUNCTOR_RATE_LIMIT_MAX_PER_MINUTE).",
  ]);
  for (const bad of [0, -1, 1.5, "5", true])
    expect((await set({ requests: bad })).status, String(bad)).toBe(400);
  expect((await server.request({ url: SETTINGS, key: organization.testKey })).body.rate_limits).toEqual({
    requests: null,
    triggers: null,
  });
});

test("a stored limit above a lowered bound is reduced to the bound, and the 403 says so", async () => {
  const account = await freshAccount();
  await server.deps.db
    .updateTable("organizations")
    .set({ rate_limit_requests: 900 })
    .where("id", "=", organization.orgId)
    .execute();
  expect(await allowed(() => read(account))).toBe(20);
  expect((await read(account)).body.message).toContain(
    "the most that the operator allows (JUNCTOR_RATE_LIMIT_MAX_PER_MINUTE)",
  );
});

test("every other process applies a raised limit at once", async () => {
  await freshAccount();
  const { database, clock, credentials } = server.deps;
  const other = await openCredentials(database, clock, credentials.sessionSecret, server.deps.log);
  const { testKey } = organization;
  expect((await other.apiKey(testKey))?.limits.requests).toBeNull();
  await set({ requests: 12 });
  await eventually(async () => (await other.apiKey(testKey))?.limits.requests === 12);
  await other.close();
});
