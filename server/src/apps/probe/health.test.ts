import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestServer } from "../../../test/test-server.ts";
import {
  type ConnectedAccount,
  startTestConnections,
  type TestConnections,
} from "../actions/test-connections.ts";
import type { FakeProvider } from "../connections/fake-provider.ts";
import { probeDueConnections } from "./probe.ts";

const INTEGRATION = "/api/v2/public/linked-account/integration";
const HOUR_MS = 3_600_000;
const FIRST = { access_token: "t1", expires_in: 3600, refresh_token: "r1", scope: "a b" };
let connections: TestConnections;
let server: TestServer;
let provider: FakeProvider;
let clock: TestConnections["clock"];

beforeAll(async () => {
  connections = await startTestConnections();
  ({ server, provider, clock } = connections);
});
afterAll(() => connections.close());
beforeEach(() => connections.forget());

/** Connects a new account to a new application, whose token endpoint answers with `changes`. */
const connect = (changes: object = {}) => connections.connect({ ...FIRST, ...changes });

async function health({ slug, token }: ConnectedAccount) {
  const reply = await server.request({ url: `${INTEGRATION}/${slug}/health`, token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.connections[0];
}

const kinds = (record: { timeline: { kind: string }[] }) => record.timeline.map(({ kind }) => kind);

async function dueNow(): Promise<void> {
  await server.deps.db
    .updateTable("connections")
    .set({ next_probe_at: new Date(clock.nowMs - 1) })
    .execute();
}

/** Makes everything that was connected before uninteresting to the probe. */
async function nothingDue(): Promise<void> {
  await server.deps.db
    .updateTable("connections")
    .set({ next_probe_at: new Date(clock.nowMs + 1e9) })
    .execute();
}

describe("the health record", () => {
  test("of a new connection is healthy and has its scopes, expiry and check", async () => {
    const use = await connect();
    expect(await health(use)).toMatchObject({
      slug: use.slug,
      linked_account_id: use.accountId,
      status: "healthy",
      cause: null,
      what_to_do: null,
      identifier: "acme",
      auth_type: "oauth2",
      expires_at: new Date(clock.nowMs + HOUR_MS).toISOString(),
      next_refresh_at: new Date(clock.nowMs + HOUR_MS - 300_000).toISOString(),
      scopes: { granted: ["a", "b"], needed: ["a", "b"], missing: [] },
      checks: { succeeded: 1, failed: 0, last_succeeded: true },
      refreshes: { succeeded: 0, failed: 0, last_at: null },
      timeline: [{ kind: "connected" }],
    });
  });

  test("lists the permissions that the provider did not grant, in words", async () => {
    const record = await health(await connect({ scope: "a" }));
    expect(record).toMatchObject({ status: "healthy", scopes: { granted: ["a"], missing: ["b"] } });
    expect(record.cause).toMatch(/did not confirm these permissions: b\./);
  });

  test("has no scopes if the provider does not report them", async () => {
    const record = await health(await connect({ scope: undefined }));
    expect(record.scopes).toEqual({ granted: null, needed: ["a", "b"], missing: [] });
  });

  test("shows a failed renewal as degraded, with the provider's answer, and the recovery", async () => {
    const use = await connect();
    clock.nowMs += HOUR_MS - 200_000;
    provider.script.splice(0, 9, { status: 503, body: "" });
    await connections.read(use);
    const bad = await health(use);
    expect(bad).toMatchObject({
      status: "degraded",
      consecutive_failures: 1,
      refreshes: { failed: 1, last_succeeded: false },
      what_to_do: "Nothing: it is retried automatically.",
      detail: expect.stringContaining("responded with 503"),
      next_refresh_at: new Date(clock.nowMs + 30_000).toISOString(),
    });
    expect(kinds(bad)).toEqual(["refresh_failed", "connected"]);
    clock.nowMs += 60_000;
    provider.accepted.add("t2");
    provider.script.splice(0, 9, { body: { access_token: "t2", expires_in: 3600 } });
    await connections.read(use);
    const good = await health(use);
    expect(good).toMatchObject({ status: "healthy", cause: null, consecutive_failures: 0 });
    expect(good.refreshes).toMatchObject({ succeeded: 1, failed: 1, last_succeeded: true });
    expect(kinds(good)).toEqual(["refreshed", "refresh_failed", "connected"]);
  });

  test("says why a connection has expired and how to fix it, until it is reconnected", async () => {
    const use = await connect();
    clock.nowMs += HOUR_MS;
    const body = {
      error: "invalid_grant",
      error_description: "reauth related error (invalid_rapt)",
      error_subtype: "invalid_rapt",
    };
    provider.script.splice(0, 9, { status: 400, body });
    await expect(connections.read(use)).rejects.toMatchObject({ code: "auth" });
    const record = await health(use);
    expect(record).toMatchObject({ status: "expired", next_refresh_at: null, next_check_at: null });
    expect(record.cause).toMatch(/no longer accepts this connection/);
    expect(record.what_to_do).toMatch(/Connect App app-\d+ again and allow the access/);
    const said = "invalid_grant: reauth related error (invalid_rapt) (error_subtype invalid_rapt).";
    expect(record.detail).toBe(`App ${use.slug} refused to issue a token: ${said}`);
    expect(record.timeline[0]).toMatchObject({ kind: "expired", status: 400, message: record.detail });
    await connections.reconnect(use, FIRST);
    const after = await health(use);
    expect(after).toMatchObject({ status: "healthy", cause: null });
    expect(kinds(after)).toEqual(["reconnected", "expired", "connected"]);
  });

  test("shows the answer that broke the connection as the last one, and the check that confirmed it", async () => {
    const use = await connect({ refresh_token: undefined });
    await connections.read(use);
    const url = `${INTEGRATION}/${use.slug}/check`;
    await server.request({ method: "POST", url, token: use.token });
    expect(await health(use)).toMatchObject({ status: "healthy", last_answer: { status: 200 } });
    clock.nowMs += 60_000;
    provider.accepted.clear();
    await expect(connections.read(use)).rejects.toMatchObject({ code: "auth" });
    const at = new Date(clock.nowMs).toISOString();
    expect(await health(use)).toMatchObject({
      status: "expired",
      last_answer: { status: 401, at, about: "check" },
      checks: { last_at: at, last_succeeded: false, failed: 1 },
    });
  });

  test("costs at most one statement a minute for successful calls", async () => {
    const use = await connect();
    await connections.read(use);
    const first = (await health(use)).last_answer;
    expect(first).toEqual({ status: 200, at: new Date(clock.nowMs).toISOString(), about: "action" });
    clock.nowMs += 30_000;
    await connections.read(use);
    expect((await health(use)).last_answer).toEqual(first);
    clock.nowMs += 40_000;
    await connections.read(use);
    expect((await health(use)).last_answer.at).toBe(new Date(clock.nowMs).toISOString());
  });

  test("keeps the last fifty events", async () => {
    const use = await connect();
    provider.accepted.clear();
    for (let turn = 0; turn < 60; turn++) {
      clock.nowMs += 31_000;
      provider.script.splice(0, 9, { status: 500 + (turn % 50), body: "" });
      await server.request({ method: "POST", url: `${INTEGRATION}/${use.slug}/check`, token: use.token });
    }
    const { timeline, consecutive_failures: failures } = await health(use);
    expect(timeline).toHaveLength(50);
    expect(failures).toBe(60);
    expect(new Set(timeline.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(["refresh_failed"]));
  });

  test("is visible only to the account itself and its organization", async () => {
    const use = await connect();
    const url = `${INTEGRATION}/${use.slug}/health`;
    const own = await server.request({ url, key: server.testKey, account: use.accountId });
    expect(own.status).toBe(200);
    const stranger = await server.account("stranger");
    expect((await server.request({ url, token: stranger })).status).toBe(404);
    const other = await server.organization();
    const foreign = { key: other.testKey, account: use.accountId };
    expect((await server.request({ url, ...foreign })).body.error_code).toBe("INVALID_LINKED_ACCOUNT_ID");
    const list = await server.request({ url: "/api/v2/public/connections", key: other.testKey });
    expect(list.body).toMatchObject({ docs: [], totalDocs: 0 });
    const live = await server.request({ url: "/api/v2/public/connections", key: server.productionKey });
    expect(live.body.totalDocs).toBe(0);
  });
});

describe("checking on demand", () => {
  test("expires and announces a connection that its provider permanently rejects", async () => {
    const use = await connect({ refresh_token: undefined });
    provider.accepted.clear();
    const before = await connections.announced();
    const url = `${INTEGRATION}/${use.slug}/check`;
    const reply = await server.request({ method: "POST", url, token: use.token });
    expect(reply.body.connections[0]).toMatchObject({ status: "expired", checks: { failed: 1 } });
    expect(reply.body.connections[0].last_answer).toMatchObject({ status: 401, about: "check" });
    expect((await connections.announced()) - before).toBe(1);
  });

  test("renews a token that is rejected early", async () => {
    const use = await connect();
    provider.accepted.clear();
    provider.accepted.add("t2");
    provider.script.splice(0, 9, { body: { access_token: "t2", refresh_token: "r2" } });
    const url = `${INTEGRATION}/${use.slug}/check`;
    const reply = await server.request({ method: "POST", url, token: use.token });
    expect(reply.body.connections[0]).toMatchObject({ status: "healthy", checks: { succeeded: 2 } });
    expect(kinds(reply.body.connections[0])).toEqual(["checked", "refreshed", "connected"]);
  });

  test("is 404 for an application that is not connected", async () => {
    const { slug } = await connect();
    const token = await server.account("unconnected");
    const url = `${INTEGRATION}/${slug}/check`;
    expect((await server.request({ method: "POST", url, token })).status).toBe(404);
  });
});

describe("the probe", () => {
  test("finds a dead connection before anybody uses it, and leaves working ones alone", async () => {
    await nothingDue();
    const dead = await connect({ refresh_token: undefined });
    const good = await connect({ access_token: "t1" });
    provider.accepted.clear();
    provider.accepted.add("t2");
    provider.script.splice(0, 9, { body: { access_token: "t2", expires_in: 3600 } });
    const before = await connections.announced();
    await server.deps.db
      .updateTable("connections")
      .set({ next_probe_at: new Date(clock.nowMs) })
      .where("slug", "in", [dead.slug, good.slug])
      .execute();
    expect(await probeDueConnections(server.deps)).toBe(2);
    expect((await health(dead)).status).toBe("expired");
    expect(await health(good)).toMatchObject({ status: "healthy", refreshes: { succeeded: 1 } });
    expect((await connections.announced()) - before).toBe(1);
    // Each is due again hours later.
    expect(await probeDueConnections(server.deps)).toBe(0);
    const next = Date.parse((await health(good)).next_check_at) - clock.nowMs;
    expect(next).toBeGreaterThan(5 * HOUR_MS);
    expect(next).toBeLessThan(7 * HOUR_MS);
  });

  test("never expires a connection whose provider is unreachable", async () => {
    await nothingDue();
    const use = await connect();
    await provider.whileDown(async () => {
      await dueNow();
      await probeDueConnections(server.deps);
    });
    expect(await health(use)).toMatchObject({ status: "degraded", checks: { failed: 1 } });
    await dueNow();
    await probeDueConnections(server.deps);
    expect(await health(use)).toMatchObject({ status: "healthy", consecutive_failures: 0 });
  });

  test("checks each connection once across two processes", async () => {
    await nothingDue();
    const uses = await Promise.all([connect(), connect(), connect()]);
    const due = { next_probe_at: new Date(clock.nowMs) };
    const slugs = uses.map(({ slug }) => slug);
    await server.deps.db.updateTable("connections").set(due).where("slug", "in", slugs).execute();
    provider.apiRequests.length = 0;
    const counts = await Promise.all([probeDueConnections(server.deps), probeDueConnections(server.deps)]);
    expect(counts[0] + counts[1]).toBe(3);
    expect(provider.apiRequests).toHaveLength(3);
  });
});

test("the organization's list finds unhealthy connections", async () => {
  const other = await server.organization();
  const list = async (query: string) => {
    const reply = await server.request({ url: `/api/v2/public/connections${query}`, key: server.testKey });
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
  expect(other.testKey).not.toBe(server.testKey);
  const use = await connect({ refresh_token: undefined });
  expect((await list(`?slug=${use.slug}`)).docs).toMatchObject([{ status: "healthy", slug: use.slug }]);
  expect((await list(`?slug=${use.slug}&status=expired`)).totalDocs).toBe(0);
  provider.accepted.clear();
  await expect(connections.read(use)).rejects.toMatchObject({ code: "auth" });
  const { docs, totalDocs } = await list(`?status=expired&linked_account_id=${use.accountId}`);
  expect(totalDocs).toBe(1);
  expect(docs[0]).toMatchObject({ linked_account_id: use.accountId, status: "expired" });
  expect(docs[0]).not.toHaveProperty("timeline");
  const all = "/api/v2/public/application/all";
  const counted = await server.request({ url: `${all}?connections=true`, key: server.testKey });
  const one = counted.body.find(({ slug }: { slug: string }) => slug === use.slug);
  expect(one.connections).toEqual({ total: 1, expired: 1 });
  const plain = await server.request({ url: all, key: server.testKey });
  expect(plain.body[0]).not.toHaveProperty("connections");
  expect((await list("?linked_account_id=nobody")).totalDocs).toBe(0);
  expect((await list("?limit=1")).docs).toHaveLength(1);
  const bad = await server.request({ url: "/api/v2/public/connections?status=odd", key: server.testKey });
  expect(bad.status).toBe(400);
});

test("a reconnect link opens the page of the application", async () => {
  const use = await connect();
  const url = `${INTEGRATION}/${use.slug}/reconnect-link`;
  const reply = await server.request({ method: "POST", url, token: use.token });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.reconnect_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/connect\/[\w-]{43}$/);
  expect(Date.parse(reply.body.expires_at)).toBeGreaterThan(clock.nowMs);
  const unknown = `${INTEGRATION}/no-such-app/reconnect-link`;
  expect((await server.request({ method: "POST", url: unknown, token: use.token })).status).toBe(404);
});
