import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestConnections, type TestConnections } from "../apps/actions/test-connections.ts";

const ACCOUNTS = "/api/v2/public/linked-account";
let connections: TestConnections;

beforeAll(async () => {
  connections = await startTestConnections();
  const { server } = connections;
  for (const [linked_account_id, name] of [
    ["org_4711", "The Acme Company, Berlin"],
    ["ACME-inc", undefined],
    ["ü-2", "Überseehafen"],
    ["long", "漢".repeat(900)],
  ])
    expect((await put(server.testKey, { linked_account_id, name })).status).toBe(200);
  await put(server.productionKey, { linked_account_id: "acme-live", name: "Acme" });
});
afterAll(() => connections.close());

const put = (key: string, body: object) =>
  connections.server.request({ method: "PUT", url: ACCOUNTS, key, body });

async function found(search: string): Promise<string[]> {
  const { server } = connections;
  const { body } = await server.request({
    url: `${ACCOUNTS}?search=${encodeURIComponent(search)}`,
    key: server.testKey,
  });
  return body.docs.map((one: { account_id: string }) => one.account_id);
}

test("accounts are found by word prefixes of their names and ids, ignoring case, newest first", async () => {
  expect(await found("acme")).toEqual(["ACME-inc", "org_4711"]);
  expect(await found("ber acm")).toEqual(["org_4711"]);
  expect(await found("471")).toEqual(["org_4711"]);
  expect(await found("org_4711")).toEqual(["org_4711"]);
  expect(await found("ACME-INC")).toEqual(["ACME-inc"]);
  expect(await found("übersee")).toEqual(["ü-2"]);
  expect(await found("漢漢")).toEqual(["long"]);
  expect(await found("erlin")).toEqual([]);
});

test("a query without words finds nothing, and query operators are treated as text", async () => {
  for (const search of ["'", "\\", "&|!:*", "x'z\\q", "%", "--", "' or 1=1"])
    expect(await found(search)).toEqual([]);
  expect(await found("")).toHaveLength(4);
});

test("a renamed account is found by its new name only", async () => {
  await put(connections.server.testKey, { linked_account_id: "renamed", name: "Before" });
  await put(connections.server.testKey, { linked_account_id: "renamed", name: "After" });
  expect([await found("before"), await found("after")]).toEqual([[], ["renamed"]]);
});

test("behind thousands of newer accounts, rare words are found and counted, in order, on every page", async () => {
  const other = await connections.server.organization();
  const { orgId } = other.test;
  // The oldest are "Rare"; every name is "Firm".
  await sql`insert into linked_accounts (id, org_id, environment, account_id, name, created_at, updated_at)
    select lpad(to_hex(i), 24, '0'), ${orgId}, 'test', 'far-' || i,
      case when i <= 25 then 'Rare firm' else 'Firm' end, now(), now() from generate_series(1, 8000) i`.execute(
    connections.server.deps.db,
  );
  const read = async (query: string) => {
    const url = `${ACCOUNTS}?${query}`;
    const { body } = await connections.server.request({ url, key: other.testKey });
    const ids = body.docs.map((one: { account_id: string }) => one.account_id);
    return { ...body, ids };
  };
  const first = await read("search=rare&limit=2");
  expect(first).toMatchObject({ ids: ["far-25", "far-24"], totalDocs: 25, hasNextPage: true });
  expect(await read("search=rare&limit=2&page=13")).toMatchObject({ ids: ["far-1"], hasNextPage: false });
  const after = encodeURIComponent(first.nextCursor);
  // What is before a cursor is not counted again.
  expect(first).not.toHaveProperty("totalDocsIsEstimate");
  expect(await read(`search=rare&limit=2&after=${after}`)).toMatchObject({
    ids: ["far-23", "far-22"],
    totalDocsIsEstimate: true,
  });
  expect((await read("search=far-7999 fir")).ids).toEqual(["far-7999"]);
  expect(await read("search=firm&limit=2")).toMatchObject({
    ids: ["far-8000", "far-7999"],
    totalDocsIsEstimate: true,
  });
  expect(await read("search=nowhere")).toMatchObject({ ids: [], totalDocs: 0 });
});

test("the list counts each account's connections by health", async () => {
  const { server } = connections;
  const connect = () =>
    connections.connect({ access_token: "t1", expires_in: 3600, refresh_token: "r1", scope: "a b" });
  const [healthy, degraded, expired] = [await connect(), await connect(), await connect()];
  const connectionOf = (accountId: string) =>
    server.deps.db.selectFrom("connections").select("id").where("account_id", "=", accountId);
  await server.deps.db
    .updateTable("connection_health")
    .set({ failures: 2 })
    .where("connection_id", "=", connectionOf(degraded.scope.account.id))
    .execute();
  await server.deps.db
    .updateTable("connections")
    .set({ status: "expired" })
    .where("id", "=", connectionOf(expired.scope.account.id))
    .execute();
  const { body } = await server.request({ url: `${ACCOUNTS}?limit=100`, key: server.testKey });
  const of = (accountId: string) =>
    body.docs.find((one: { account_id: string }) => one.account_id === accountId).connections;
  expect(of(healthy.accountId)).toEqual({ healthy: 1, degraded: 0, expired: 0 });
  expect(of(degraded.accountId)).toEqual({ healthy: 0, degraded: 1, expired: 0 });
  expect(of(expired.accountId)).toEqual({ healthy: 0, degraded: 0, expired: 1 });
  expect(of("org_4711")).toEqual({ healthy: 0, degraded: 0, expired: 0 });
});

test("lists of connections include the account's name", async () => {
  const { server } = connections;
  const { accountId } = await connections.connect({
    access_token: "t1",
    expires_in: 3600,
    refresh_token: "r1",
  });
  await put(server.testKey, { linked_account_id: accountId, name: "A customer" });
  const url = `/api/v2/public/connections?linked_account_id=${accountId}`;
  const { body } = await server.request({ url, key: server.testKey });
  expect(body.docs).toMatchObject([{ linked_account_id: accountId, linked_account_name: "A customer" }]);
});
