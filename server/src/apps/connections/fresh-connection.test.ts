import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually, type TestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import { startTestConnections, type TestConnections } from "../actions/test-connections.ts";
import type { ConnectorError } from "../connector.ts";
import { buildOAuthDefinition, type FakeProvider } from "./fake-provider.ts";
import { waitForRenewals } from "./fresh-connection.ts";

const BASE = "/api/v2/public/application";
let connections: TestConnections;
let server: TestServer;
let provider: FakeProvider;
let clock: TestConnections["clock"];

beforeAll(async () => {
  connections = await startTestConnections();
  ({ server, provider, clock } = connections);
});
afterAll(() => connections.close());
afterEach(() => connections.forget());

const failure = (promise: Promise<unknown>): Promise<ConnectorError> =>
  promise.then(
    () => Promise.reject(new Error("It succeeded.")),
    (error) => error,
  );

const FIRST = { access_token: "t1", token_type: "bearer", expires_in: 3600, refresh_token: "r1" };

describe("a token that is due for renewal", () => {
  test("is renewed once for 40 concurrent callers, and the rotated refresh token is stored", async () => {
    const use = await connections.connect(FIRST);
    provider.script.splice(0, 9, {
      delayMs: 300,
      body: { access_token: "t2", expires_in: 3600, refresh_token: "r2" },
    });
    provider.accepted.add("t2");
    provider.accepted.delete("t1");
    clock.nowMs += 3_600_000;
    const results = await Promise.all(Array.from({ length: 40 }, () => connections.read(use)));
    expect(results).toEqual(Array(40).fill({ ok: true, token: "t2" }));
    expect(provider.tokenRequests.map((form) => form.get("refresh_token"))).toEqual(["r1"]);
    provider.script.splice(0, 9, { body: { access_token: "t3", expires_in: 3600 } });
    provider.accepted.add("t3");
    clock.nowMs += 3_600_000;
    await connections.read(use);
    expect(provider.tokenRequests.at(-1)?.get("refresh_token")).toBe("r2");
    // The answer named no refresh token: the old one stays.
    clock.nowMs += 3_600_000;
    await connections.read(use);
    expect(provider.tokenRequests.at(-1)?.get("refresh_token")).toBe("r2");
  });

  test("but still valid is used while another caller renews it", async () => {
    const use = await connections.connect(FIRST);
    const used = Promise.withResolvers<void>();
    provider.script.splice(0, 9, {
      after: used.promise,
      body: { access_token: "t2", expires_in: 3600 },
    });
    provider.accepted.add("t2");
    clock.nowMs += 3_400_000;
    const slow = connections.read(use);
    await eventually(async () => provider.tokenRequests.length === 1);
    expect(await connections.read(use)).toMatchObject({ token: "t1" });
    used.resolve();
    expect(await slow).toMatchObject({ token: "t2" });
    expect(provider.tokenRequests).toHaveLength(1);
  });

  test.each([
    ["invalid_grant", { status: 400, body: { error: "invalid_grant" } }],
    ["200 with an error", { status: 200, body: { error: "bad_refresh_token" } }],
    [
      "a form-encoded error",
      { status: 200, type: "application/x-www-form-urlencoded", body: "error=bad_refresh_token" },
    ],
  ])("expires the connection and announces it once if the provider answers %s", async (_, reply) => {
    const use = await connections.connect(FIRST);
    const before = await connections.announced();
    provider.script.splice(0, 9, reply);
    clock.nowMs += 3_600_000;
    const errors = await Promise.all(Array.from({ length: 10 }, () => failure(connections.read(use))));
    expect(errors.map(({ code }) => code)).toEqual(Array(10).fill("auth"));
    expect(provider.tokenRequests).toHaveLength(1);
    expect((await connections.announced()) - before).toBe(1);
    const app = await server.request({ url: `/api/v2/f-sdk/application/${use.slug}`, token: use.token });
    expect(app.body).toMatchObject({
      connected: true,
      reauth_required: true,
      connected_accounts: [{ status: "expired", auth_type: "oauth2" }],
    });
  });

  test.each([
    ["500", { status: 500, body: { error: "server_error" } }],
    ["429", { status: 429, body: {}, headers: { "retry-after": "120" } }],
    ["HTML", { status: 200, body: "<html>maintenance</html>" }],
    ["nothing of use", { status: 200, body: {} }],
    ["no body", { status: 204, body: "" }],
    ["a wrong client", { status: 401, body: { error: "invalid_client" } }],
  ])("survives %s, is not renewed again at once, and recovers", async (_, reply) => {
    const use = await connections.connect(FIRST);
    provider.script.splice(0, 9, reply);
    clock.nowMs += 3_400_000;
    expect(await connections.read(use)).toMatchObject({ token: "t1" });
    expect(await connections.read(use)).toMatchObject({ token: "t1" });
    expect(provider.tokenRequests).toHaveLength(1);
    clock.nowMs += 200_000;
    expect(await failure(connections.read(use))).toMatchObject({
      code: "remote",
      retryAfterMs: expect.any(Number),
    });
    clock.nowMs += 200_000;
    provider.script.splice(0, 9, { body: { access_token: "t2", expires_in: "3600" } });
    provider.accepted.add("t2");
    expect(await connections.read(use)).toMatchObject({ token: "t2" });
  });
});

test("a token that cannot be renewed is used until it ends, and only then expires the connection", async () => {
  const use = await connections.connect({ access_token: "t1", expires_in: 3600 });
  const before = await connections.announced();
  clock.nowMs += 3_599_999;
  expect(await connections.read(use)).toEqual({ ok: true, token: "t1" });
  expect(await connections.announced()).toBe(before);
  clock.nowMs += 1;
  expect(await failure(connections.read(use))).toMatchObject({ code: "auth" });
  expect((await connections.announced()) - before).toBe(1);
  expect(provider.tokenRequests).toEqual([]);
});

test("a customer who consents to an application that was disabled meanwhile is not connected", async () => {
  const { back, slug, accountId } = await connections.sendAway({});
  const settings = { method: "PUT", url: `${BASE}/${slug}/settings`, key: server.testKey } as const;
  expect((await server.request({ ...settings, body: { enabled: false } })).status).toBe(200);
  await back("code=c");
  expect(provider.tokenRequests).toEqual([]);
  const url = `/api/v2/public/connections?linked_account_id=${accountId}`;
  const { status, body } = await server.request({ url, key: server.testKey });
  expect([status, body.docs]).toEqual([200, []]);
});

describe("a token that the provider rejects early", () => {
  test("is renewed once, and the action runs with the new one", async () => {
    const use = await connections.connect({ ...FIRST, expires_in: 0 });
    provider.accepted.clear();
    provider.accepted.add("t2");
    provider.script.splice(0, 9, { delayMs: 100, body: { access_token: "t2", refresh_token: "r2" } });
    const results = await Promise.all(Array.from({ length: 10 }, () => connections.read(use)));
    expect(results).toEqual(Array(10).fill({ ok: true, token: "t2" }));
    expect(provider.tokenRequests).toHaveLength(1);
  });

  test("expires the connection if there is no refresh token and the check is rejected too", async () => {
    const use = await connections.connect({ access_token: "t1" });
    provider.accepted.clear();
    const before = await connections.announced();
    expect(await failure(connections.read(use))).toMatchObject({ code: "auth" });
    expect((await connections.announced()) - before).toBe(1);
  });

  test("is dropped for the new one if the customer reconnects during the check", async () => {
    const use = await connections.connect({ access_token: "t1" });
    provider.accepted.clear();
    const before = await connections.announced();
    provider.before = async (path) => {
      if (path !== "/api/me") return;
      provider.before = undefined;
      await connections.reconnect(use, { access_token: "t2" });
      provider.accepted.delete("t1");
    };
    provider.accepted.add("t2");
    expect(await connections.read(use)).toMatchObject({ token: "t2" });
    expect((await connections.announced()) - before).toBe(0);
  });

  test("expires the connection once for concurrent callers, who all get the expiry", async () => {
    const use = await connections.connect({ access_token: "t1" });
    provider.accepted.clear();
    const before = await connections.announced();
    const errors = await Promise.all(Array.from({ length: 5 }, () => failure(connections.read(use))));
    expect(errors.map(({ name, message }) => `${name}: ${message}`)).toEqual(
      Array(5).fill(expect.stringMatching(/has expired: the customer must connect again/)),
    );
    expect((await connections.announced()) - before).toBe(1);
  });

  test("keeps the connection while the provider cannot renew it", async () => {
    const use = await connections.connect(FIRST);
    provider.accepted.clear();
    provider.script.splice(0, 9, { status: 503, body: "" });
    const before = await connections.announced();
    // The first asks for a token, the second finds the pause after the failure: either may be tried again.
    for (let i = 0; i < 2; i++) {
      expect(await failure(connections.read(use))).toMatchObject({ code: "remote", retryAfterMs: 30_000 });
    }
    expect(provider.tokenRequests).toHaveLength(1);
    expect((await connections.announced()) - before).toBe(0);
    clock.nowMs += 60_000;
    provider.accepted.add("t2");
    provider.script.splice(0, 9, { body: { access_token: "t2" } });
    expect(await connections.read(use)).toMatchObject({ token: "t2" });
  });
});

test("a running renewal finishes before the process ends, even if its caller has gone", async () => {
  const use = await connections.connect(FIRST);
  provider.script.splice(0, 9, { delayMs: 300, body: { access_token: "t2", refresh_token: "r2" } });
  provider.accepted.add("t2");
  clock.nowMs += 3_600_000;
  const reading = connections.read(use);
  await eventually(async () => provider.tokenRequests.length > 0);
  await waitForRenewals(server.deps);
  const rows = server.deps.db.selectFrom("connections").select(["lease", "revision"]);
  expect(await rows.where("slug", "=", use.slug).executeTakeFirst()).toEqual({ lease: null, revision: 1 });
  expect(await reading).toMatchObject({ token: "t2" });
});

test("a token endpoint's Retry-After may be a date", async () => {
  const use = await connections.connect(FIRST);
  clock.nowMs += 3_600_000;
  const headers = { "retry-after": new Date(clock.nowMs + 120_000).toUTCString() };
  provider.script.splice(0, 9, { status: 503, body: {}, headers });
  expect(await failure(connections.read(use))).toMatchObject({ code: "remote", retryAfterMs: 120_000 });
});

describe("client credentials", () => {
  test("connect at once by POST and are obtained again when they expire", async () => {
    const slug = "machine";
    const definition = buildOAuthDefinition(slug, provider.url, {
      grant: "client_credentials",
      client_auth: "basic",
    });
    await server.request({ method: "POST", url: BASE, key: server.testKey, body: definition });
    const settings = { client_id: "id", client_secret: "s" };
    await server.request({
      method: "PUT",
      url: `${BASE}/${slug}/settings`,
      key: server.testKey,
      body: settings,
    });
    const token = await server.account("machine-account");
    provider.accepted.add("m1").add("m2");
    provider.script.splice(0, 9, { body: { access_token: "m1", expires_in: 60 } });
    expect((await server.request({ url: `/api/v1/${slug}/integrate`, token })).status).toBe(400);
    const connected = await server.request({
      method: "POST",
      url: `/api/v1/${slug}/integrate`,
      token,
      body: {},
    });
    expect(connected).toMatchObject({ status: 200, body: { connected: true } });
    const account = await findAccount(server.deps.database, server.test, "machine-account");
    if (account === undefined) throw new Error("The account is missing.");
    clock.nowMs += 60_000;
    provider.script.splice(0, 9, { body: { access_token: "m2", expires_in: 60 } });
    expect(await connections.read({ scope: { ...server.test, account }, slug })).toMatchObject({
      token: "m2",
    });
    expect(provider.tokenRequests.at(-1)?.get("grant_type")).toBe("client_credentials");
  });
});

test("secrets are never stored as plain text", async () => {
  const use = await connections.connect({
    access_token: "t1",
    refresh_token: "planted-refresh-token",
    expires_in: 3600,
  });
  const rows = await server.deps.db
    .selectFrom("connections")
    .selectAll()
    .where("slug", "=", use.slug)
    .execute();
  const settings = await server.deps.db.selectFrom("application_settings").selectAll().execute();
  const dump =
    JSON.stringify([rows, settings]) +
    Buffer.concat([
      ...rows.map((row) => Buffer.from(row.secrets)),
      ...settings.map((row) => Buffer.from(row.client_secret ?? "")),
    ]).toString("latin1");
  expect(dump).not.toContain("planted-refresh-token");
  expect(dump).not.toContain("client-secret-text");
});
