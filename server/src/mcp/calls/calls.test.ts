import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { createFirstId, createId } from "../../platform/id.ts";
import { buildToolCall, startTestApprovals, type TestApprovals } from "../approvals/test-asking.ts";
import { deleteOldCalls } from "./call-store.ts";
import { finishLostCalls } from "./maker.ts";

const DAY_MS = 86_400_000;
let shop: TestApprovals;
let open: string;
beforeAll(async () => {
  shop = await startTestApprovals();
  shop.server.work();
  const actions = [{ id: "make_thing", tool_name: "make", policy: "allow" }, { id: "list_things" }];
  open = await shop.server.record({ associated_apps: [{ slug: "things", actions }] });
});
afterAll(() => shop.close());

const list = async (query: string, by: object = { key: shop.server.testKey }) =>
  shop.server.request({ url: `/api/v2/public/mcp-calls?${query}`, ...by });

/** A row of the log as it would be after what `change` says. */
async function row(change: object) {
  const of = await shop.server.deps.db
    .selectFrom("mcp_calls")
    .select(["org_id", "environment", "account_id", "server_id", "tool"])
    .where("tool", "=", "make")
    .executeTakeFirstOrThrow();
  const made = { id: createId(), arguments: "{}", status: "RUNNING", created_at: new Date() } as const;
  const { id } = await shop.server.deps.db
    .insertInto("mcp_calls")
    .values({ ...of, ...made, ...change })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

describe("a client's own key", () => {
  const call = (key: string, more: object = {}) =>
    Object.assign(buildToolCall(more), { _meta: { "junctor/idempotency-key": key } });

  test("makes a call once, returns its result to repeats, and rejects a different call", async () => {
    const client = await shop.server.connect(open, shop.token);
    const before = shop.made().length;
    const [first, second] = await Promise.all([client.callTool(call("k1")), client.callTool(call("k1"))]);
    const third = await client.callTool(call("k1"));
    expect(shop.made().length).toBe(before + 1);
    expect(third.structuredContent).toMatchObject({ made: { name: "lamp" } });
    // Of two at the same moment one may be told that it is still being made.
    for (const { structuredContent } of [first, second])
      expect(JSON.stringify(structuredContent)).toMatch(/"made"|"RUNNING"/);
    expect(await client.callTool(call("k1", { note: "other" }))).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("used for another call") }],
    });
    await client.callTool(call("k2"));
    expect(shop.made().length).toBe(before + 2);
    await shop.server.deps.db
      .updateTable("mcp_calls")
      .set({ created_at: new Date(Date.now() - DAY_MS - 1000) })
      .where("idempotency_key", "=", "k1")
      .execute();
    await client.callTool(call("k1"));
    expect(shop.made().length).toBe(before + 3);
  });

  test("can be used again if the application was not yet connected", async () => {
    const fresh = await shop.server.account("fresh");
    const client = await shop.server.connect(open, fresh);
    expect(await client.callTool(call("k1"))).toMatchObject({ isError: true });
    await shop.connectThings(fresh);
    expect((await client.callTool(call("k1"))).structuredContent).toMatchObject({ made: {} });
  });
});

test("a refused call is in the log, truncated and without secrets", async () => {
  const client = await shop.server.connect(open, shop.token, { era: "legacy" });
  const before = (await list("status=REFUSED")).body.totalDocs;
  await client.callTool({ name: "make", arguments: { name: 5, password: "hunter22" } });
  const name = "n".repeat(240_000);
  await expect(client.callTool({ name, arguments: { text: "t".repeat(5000) } })).rejects.toThrow("no tool");
  const { body } = await eventually(async () => {
    const found = await list("status=REFUSED");
    return found.body.totalDocs === before + 2 && found;
  });
  expect(body.docs.slice(0, 2)).toMatchObject([
    { tool: "n".repeat(128), mcp_server_id: open, error: `There is no tool ${"n".repeat(128)}.` },
    { tool: "make", status: "REFUSED", arguments: { password: "[redacted]" } },
  ]);
  expect(JSON.stringify(body.docs[0]).length).toBeLessThan(2000);
});

test("the log of all servers is filtered by status, tool, account and time, and is the organization's only", async () => {
  const { id } = await shop.ask();
  const { body } = await list("status=WAITING");
  expect(body.docs[0]).toMatchObject({ _id: id, mcp_server_id: shop.record, status: "WAITING" });
  expect((await list("status=WAITING&tool=other")).body.docs).toEqual([]);
  expect((await list("linked_account_id=acme&tool=make&status=WAITING")).body.docs[0]._id).toBe(id);
  expect((await list("linked_account_id=nobody")).body.docs).toEqual([]);
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  expect((await list(`start_date=${tomorrow}`)).body.docs).toEqual([]);
  expect((await list(`status=WAITING&end_date=${tomorrow}`)).body.docs[0]._id).toBe(id);
  for (const wrong of ["status=waiting", "start_date=soon", "end_date=1"])
    expect((await list(wrong)).status).toBe(400);
  expect((await list("", { token: shop.token })).status).toBe(401);
  expect((await list("", { key: shop.server.productionKey })).body.docs).toEqual([]);
  const url = `/api/v2/public/mcp-servers/${shop.record}/calls/${id}`;
  const { testKey: key } = shop.server;
  expect(await shop.server.request({ url, key })).toMatchObject({ status: 200, body: { _id: id } });
  const other = await shop.server.account("other");
  for (const by of [{ token: other }, { key: shop.server.productionKey }])
    expect((await shop.server.request({ url, ...by })).status).toBe(404);
});

test("the log of a deleted server can be read by those whose calls it contains, and by nobody else", async () => {
  const { server, token } = shop;
  const { testKey: key } = server;
  const record = await server.record({});
  const url = `/api/v2/public/mcp-servers/${record}`;
  const client = await server.connect(record, token);
  await client.callTool({ name: "get_execution", arguments: { execution_id: "none" } });
  await eventually(async () => (await server.request({ url: `${url}/calls`, key })).body.totalDocs === 1);
  expect((await server.request({ method: "DELETE", url, key, account: "acme" })).status).toBe(204);
  for (const by of [{ key }, { token }, { key, account: "acme" }])
    expect((await server.request({ url: `${url}/calls`, ...by })).body.docs).toMatchObject([
      { tool: "get_execution", mcp_server_id: record },
    ]);
  const none = await server.request({ url: `${url}/calls?status=WAITING`, key });
  expect(none).toMatchObject({ status: 200, body: { docs: [] } });
  const other = await server.account("other");
  for (const by of [{ token: other }, { key: server.productionKey }])
    expect((await server.request({ url: `${url}/calls`, ...by })).status).toBe(404);
});

test("old calls are deleted, except waiting and running ones", async () => {
  const created_at = new Date(Date.now() - 100 * DAY_MS);
  const ids = [];
  for (const [at, status] of ["WAITING", "RUNNING", "COMPLETED", "REFUSED"].entries()) {
    const id = `${createFirstId(created_at).slice(0, -1)}${at}`;
    ids.push(await row({ id, status, created_at }));
  }
  expect(await deleteOldCalls(shop.server.deps.database, new Date(Date.now() - 50 * DAY_MS), 100)).toBe(2);
  const left = await shop.server.deps.db
    .selectFrom("mcp_calls")
    .select("id")
    .where("id", "in", ids)
    .execute();
  expect(left.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
});

test("a call whose process has died ends, and says that it may have been made; others continue", async () => {
  const mine = createId();
  const [lost, own, approved] = [
    await row({ maker: createId() }),
    await row({ maker: mine }),
    await row({ maker: null }),
  ];
  await finishLostCalls(shop.server.deps, mine);
  expect(await shop.rowOf(lost)).toMatchObject({
    status: "ERRORED",
    finished_at: expect.any(Date),
    error: expect.stringContaining("It may have taken effect: check before you call again."),
  });
  for (const id of [own, approved]) expect((await shop.rowOf(id)).status).toBe("RUNNING");
});
