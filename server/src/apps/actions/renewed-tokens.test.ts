import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FakeProvider } from "../connections/fake-provider.ts";
import { sendRaw } from "./proxy.ts";
import { startTestConnections, type TestConnections } from "./test-connections.ts";

let connections: TestConnections;
let provider: FakeProvider;

beforeAll(async () => {
  connections = await startTestConnections();
  ({ provider } = connections);
});
afterAll(() => connections.close());
beforeEach(() => {
  connections.forget();
  provider.before = undefined;
});

const ERRORS = [
  { status: [403, 404], body: "code", equals: ["TOKEN_DEAD"], code: "auth", renew: true },
  { body: "error", equals: ["missing_scope"], code: "auth", renew: false },
  { body: "error", equals: ["token_expired"], code: "auth" },
  { status: [403], body: "error", equals: ["not_permitted"], code: "auth" },
];

/** An account whose token the API has just stopped taking; a renewal would get one that it takes. */
async function refused(refusal: FakeProvider["refusal"]) {
  const use = await connections.sendAway({}, { errors: ERRORS });
  provider.script.splice(0, 9, { body: { access_token: "t1", refresh_token: "r1" } });
  provider.accepted.add("t1");
  expect((await use.back("code=c")).status).toBe(200);
  provider.tokenRequests.length = 0;
  provider.refusal = refusal;
  provider.accepted.clear();
  provider.accepted.add("t2");
  provider.script.splice(0, 9, { body: { access_token: "t2", refresh_token: "r2" } });
  const raw = () =>
    sendRaw(connections.server.deps, use.scope, {
      slug: use.slug,
      request: { method: "GET", path: "/things", query: {}, headers: {} },
    });
  const rows = connections.server.deps.db.selectFrom("connections").select("status");
  const status = async () => (await rows.where("slug", "=", use.slug).executeTakeFirstOrThrow()).status;
  return { read: () => connections.read(use), raw, status };
}

test.each([
  ["401", { status: 401, body: {} }],
  ["a gateway's 403", { status: 403, body: { code: "TOKEN_DEAD" } }],
  ["a gateway's 404", { status: 404, body: { code: "TOKEN_DEAD" } }],
  ["a success that says so", { status: 200, body: { error: "token_expired" } }],
])("a token refused with %s is renewed once, for actions and raw requests", async (_, refusal) => {
  const first = await refused(refusal);
  expect(await first.read()).toEqual({ ok: true, token: "t2" });
  expect(provider.tokenRequests).toHaveLength(1);
  const second = await refused(refusal);
  expect((await second.raw()).status).toBe(200);
  expect(provider.tokenRequests).toHaveLength(1);
});

test.each([
  ["403 without a rule", { status: 403, body: { code: "FORBIDDEN" } }],
  ["403 with a rule that does not say", { status: 403, body: { error: "not_permitted" } }],
  ["404 without a rule", { status: 404, body: { code: "NOT_FOUND" } }],
  ["a scope that is missing", { status: 200, body: { error: "missing_scope" } }],
  ["a scope that is missing, with 401", { status: 401, body: { error: "missing_scope" } }],
])("nothing is renewed after %s", async (_, refusal) => {
  const { read, raw, status } = await refused(refusal);
  await expect(read()).rejects.toMatchObject({ status: refusal.status });
  expect((await raw()).status).toBe(refusal.status);
  expect(provider.tokenRequests).toEqual([]);
  expect(await status()).toBe("active");
});

test("a gateway that refuses the renewed token too expires the connection", async () => {
  const { read, status } = await refused({ status: 403, body: { code: "TOKEN_DEAD" } });
  provider.accepted.clear();
  await expect(read()).rejects.toMatchObject({ code: "auth" });
  expect(provider.tokenRequests).toHaveLength(1);
  expect(await status()).toBe("expired");
});

const DEAD = { status: 401, body: {} };
const ALIVE = [
  ["403", { status: 403, body: {} }],
  ["a scope that is missing", { status: 401, body: { error: "missing_scope" } }],
  ["a fault of the provider", { status: 500, body: {} }],
] as const;

/** Has the API refuse each request, in order, whatever its token. */
function refuseInOrder(...refusals: FakeProvider["refusal"][]): void {
  provider.accepted.clear();
  provider.apiPaths.length = 0;
  provider.before = async () => {
    provider.refusal = refusals.shift() ?? expect.fail("There was another request.");
  };
}

test.each(ALIVE)("after %s, a renewed token is neither checked nor expired", async (_, refusal) => {
  const { read, status } = await refused(DEAD);
  refuseInOrder(DEAD, refusal);
  await expect(read()).rejects.toMatchObject({ status: refusal.status, refusesToken: false });
  expect(provider.tokenRequests).toHaveLength(1);
  expect(provider.apiPaths).toEqual(["/api/things", "/api/things"]);
  expect(await status()).toBe("active");
});

test.each(ALIVE)("a check that fails with %s does not expire a refused token", async (_, refusal) => {
  const { read, status } = await refused(DEAD);
  refuseInOrder(DEAD, DEAD, refusal);
  await expect(read()).rejects.toMatchObject({ code: "auth", status: 401 });
  expect(provider.apiPaths).toEqual(["/api/things", "/api/things", "/api/me"]);
  expect(await status()).toBe("active");
});

test("only a rule for auth can say whether to renew", async () => {
  const errors = [{ status: [404], code: "input", renew: true }];
  await expect(connections.sendAway({}, { errors })).rejects.toThrow("is only for code auth");
});
