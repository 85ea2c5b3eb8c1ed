import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { claimConnectLink, createConnectLink, findConnectLink, LinkUsedError } from "./connect-link.ts";

const DAY_MS = 86_400_000;
let server: TestServer;
let nowMs = Date.now();

beforeAll(async () => {
  server = await startTestServer(
    { publicUrl: "https://connect.example.com/base" },
    { clock: { now: () => new Date(nowMs) } },
  );
});
afterAll(() => server.close());

async function scopeOf(accountId: string): Promise<AccountScope> {
  await server.account(accountId);
  const account = await findAccount(server.deps.database, server.test, accountId);
  if (!account) throw new Error("The account is missing.");
  return { ...server.test, account };
}

const use = (token: string) =>
  server.deps.queue.transaction((tx) => claimConnectLink(tx, token, server.deps.clock.now()));

const countLinks = async () => {
  const rows = await server.deps.db.selectFrom("connect_links").select("id").execute();
  return rows.length;
};

test("a link opens what it was created for, for three days, and its token is not stored", async () => {
  const scope = await scopeOf("links");
  const properties = { z: 1, a: { name: "Ä" } };
  const { url, token, expiresAt } = await createConnectLink(server.deps, scope, {
    configId: "c",
    properties,
  });
  expect(url).toBe(`https://connect.example.com/base/connect/${token}`);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(expiresAt.getTime()).toBe(nowMs + 3 * DAY_MS);
  const found = await findConnectLink(server.deps, token);
  expect(found).toMatchObject({ scope, configId: "c", used: false });
  expect(JSON.stringify(found?.properties)).toBe(JSON.stringify(properties));
  expect(
    JSON.stringify(await server.deps.db.selectFrom("connect_links").selectAll().execute()),
  ).not.toContain(token);

  await use(token);
  expect(await findConnectLink(server.deps, token)).toMatchObject({ used: false });
  nowMs += 3 * DAY_MS;
  expect(await findConnectLink(server.deps, token)).toBeUndefined();
});

test("a link to one application works once, and reports that for a quarter of an hour", async () => {
  const scope = await scopeOf("reconnects");
  const { token } = await createConnectLink(server.deps, scope, { slug: "slack", ttlMs: DAY_MS });
  expect(await findConnectLink(server.deps, token)).toMatchObject({
    slug: "slack",
    configId: "reconnects",
    used: false,
  });
  await use(token);
  expect(await findConnectLink(server.deps, token)).toMatchObject({ used: true });
  await expect(use(token)).rejects.toThrow(LinkUsedError);
  nowMs += 15 * 60_000 + 1;
  expect(await findConnectLink(server.deps, token)).toBeUndefined();
});

test("unknown and malformed tokens open nothing", async () => {
  for (const token of ["", "x", "a".repeat(43), "../../etc", `${"a".repeat(43)}\n`])
    expect(await findConnectLink(server.deps, token)).toBeUndefined();
});

test("links are deleted with the account, on expiry, and beyond a hundred per account", async () => {
  const scope = await scopeOf("many");
  const { token: first } = await createConnectLink(server.deps, scope, {});
  for (let made = 0; made < 100; made += 1) await createConnectLink(server.deps, scope, {});
  expect(await findConnectLink(server.deps, first)).toBeUndefined();
  const before = await countLinks();
  nowMs += 4 * DAY_MS;
  await createConnectLink(server.deps, scope, {});
  expect(await countLinks()).toBe(before - 20 + 1);

  const { token } = await createConnectLink(server.deps, scope, {});
  const url = "/api/v2/public/linked-account/many";
  expect((await server.request({ method: "DELETE", url, key: server.testKey })).status).toBe(200);
  expect(await findConnectLink(server.deps, token)).toBeUndefined();
  await expect(createConnectLink(server.deps, scope, {})).rejects.toMatchObject({ status: 404 });
});

test("the links of one account displace none of another", async () => {
  const [quiet, busy] = [await scopeOf("quiet"), await scopeOf("busy")];
  const { token } = await createConnectLink(server.deps, quiet, { ttlMs: 3_600_000 });
  for (let made = 0; made < 101; made += 1) await createConnectLink(server.deps, busy, {});
  expect(await findConnectLink(server.deps, token)).toBeDefined();
});

test("a link that ends before a hundred others is still there when it was just created", async () => {
  const scope = await scopeOf("short");
  for (let made = 0; made < 100; made += 1) await createConnectLink(server.deps, scope, {});
  const { token } = await createConnectLink(server.deps, scope, { ttlMs: 60_000 });
  expect(await findConnectLink(server.deps, token)).toBeDefined();
});

test("links that agents request repeatedly do not displace longer-lived ones", async () => {
  const scope = await scopeOf("agents");
  const { token: own } = await createConnectLink(server.deps, scope, {});
  const hour = { slug: "slack", ttlMs: 3_600_000 };
  const { token: first } = await createConnectLink(server.deps, scope, hour);
  for (let made = 0; made < 100; made += 1) await createConnectLink(server.deps, scope, hour);
  const { token: last } = await createConnectLink(server.deps, scope, hour);
  expect(await findConnectLink(server.deps, own)).toBeDefined();
  expect(await findConnectLink(server.deps, first)).toBeUndefined();
  expect(await findConnectLink(server.deps, last)).toBeDefined();
});
