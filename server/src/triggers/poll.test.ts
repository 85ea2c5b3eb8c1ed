import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../test/test-server.ts";
import { json } from "../platform/database/database.ts";
import { pollOnce } from "./poll.ts";
import { followConnection } from "./reconcile.ts";
import { claimDue, LeaseLost } from "./store.ts";
import { startTestShop, type TestShop } from "./test-shop.ts";
import { startWatcher } from "./watcher.ts";

let shop: TestShop;
let accounts = 0;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.things.clear();
});

function add(list: string, ...ids: number[]): void {
  const at = (id: number) => new Date(1_800_000_000_000 + id * 1000).toISOString();
  shop.things.set(list, [...(shop.things.get(list) ?? []), ...ids.map((id) => ({ id, at: at(id) }))]);
}

/** A connected account in whose config a new workflow is on, which has polled once. */
async function watching(list: string): Promise<{ account: string; workflow: string }> {
  const account = `account-${++accounts}`;
  await shop.server.account(account);
  const workflow = await shop.publish({ event: "new_thing", input: { list } });
  await shop.connect(account);
  await shop.configure(account, [{ id: workflow, enabled: true }]);
  await shop.pass();
  return { account, workflow };
}

async function idsSeen({ account, workflow }: { account: string; workflow: string }): Promise<unknown[]> {
  return (await shop.runs(account, workflow)).map(({ input }) => (input as { id: number }).id);
}

async function subscription(workflow: string) {
  return shop.server.deps.db
    .selectFrom("trigger_subscriptions")
    .selectAll()
    .where("workflow_id", "=", workflow)
    .executeTakeFirst();
}

test("what is new at the provider starts a run each, which completes; what was there before does not", async () => {
  add("a", 1);
  const flow = await watching("a");
  await shop.pass();
  expect(await idsSeen(flow)).toEqual([]);
  add("a", 2, 3);
  await shop.pass();
  await shop.pass();
  expect(await idsSeen(flow)).toEqual([2, 3]);
  shop.server.work();
  await eventually(async () =>
    (await shop.runs(flow.account, flow.workflow)).every(({ status }) => status === "COMPLETED"),
  );
});

test("publishing again keeps the cursor: nothing is lost and nothing comes twice", async () => {
  const flow = await watching("b");
  add("b", 1);
  await shop.pass();
  const { testKey: key } = shop.server;
  const url = `/api/v2/public/workflow/${flow.workflow}`;
  add("b", 2);
  await shop.server.request({ method: "PUT", url, key, body: { settings: { associated_page: "x" } } });
  const reply = await shop.server.request({
    method: "PUT",
    url: `${url}/publish`,
    key,
    body: { published: true },
  });
  expect(reply.body.version, reply.text).toBe(2);
  await shop.pass();
  expect(await idsSeen(flow)).toEqual([1, 2]);
});

test("two processes that are woken at once tell of everything once", async () => {
  const flow = await watching("c");
  add("c", 1, 2);
  await Promise.all([shop.pass(), shop.pass(), shop.pass(0)]);
  expect(await idsSeen(flow)).toEqual([1, 2]);
});

test("a poll whose answer was lost with its process is repeated, and its events start one run each", async () => {
  const flow = await watching("d");
  const ids = Array.from({ length: 250 }, (_, i) => i + 1);
  add("d", ...ids);
  // As a process leaves it that dies after the first of two transactions: events are in, the cursor is not.
  const { db } = shop.server.deps;
  const before = await subscription(flow.workflow);
  await shop.pass();
  await db
    .updateTable("trigger_subscriptions")
    .set({
      cursor: json(before?.cursor ?? null),
      next_at: new Date(0),
      lease: "dead",
      leased_until: new Date(0),
    })
    .where("workflow_id", "=", flow.workflow)
    .execute();
  expect(await idsSeen(flow)).toHaveLength(250);
  add("d", 251);
  await shop.pass();
  expect(await subscription(flow.workflow)).toMatchObject({
    status: "active",
    last_error: null,
    lease: null,
  });
  expect(await idsSeen(flow)).toEqual([...ids, 251]);
});

test("a dead credential makes it wait; after the reconnect it goes on from its cursor", async () => {
  const flow = await watching("e");
  shop.keys.add("other");
  await shop.connect(flow.account, "other");
  shop.keys.delete("other");
  await shop.pass();
  expect(await subscription(flow.workflow)).toMatchObject({
    status: "waiting",
    next_at: null,
    last_error: "The connection to Shop has expired: the customer must connect again.",
  });
  add("e", 1, 2);
  await shop.pass(7200);
  expect(await idsSeen(flow)).toEqual([]);
  await shop.connect(flow.account);
  const row = await subscription(flow.workflow);
  await followConnection(shop.server.deps, { accountId: row?.account_id ?? "", slug: "shop" });
  await shop.pass(0);
  expect(await idsSeen(flow)).toEqual([1, 2]);
  expect(await subscription(flow.workflow)).toMatchObject({ status: "active", last_error: null });
});

test("switched off, unpublished or disconnected it is forgotten; an own event of the same form is left alone", async () => {
  const flow = await watching("f");
  expect(await subscription(flow.workflow)).toMatchObject({ status: "active" });
  await shop.configure(flow.account, [{ id: flow.workflow, enabled: false }]);
  await shop.pass();
  expect(await subscription(flow.workflow)).toBeUndefined();
  await shop.configure(flow.account, [{ id: flow.workflow, enabled: true }]);
  await shop.pass();
  expect(await subscription(flow.workflow)).toMatchObject({ status: "active" });
  await shop.disconnect(flow.account);
  await shop.pass();
  expect(await subscription(flow.workflow)).toBeUndefined();
  const own = await shop.publish({ event: "own.event" });
  await shop.connect(flow.account);
  await shop.configure(flow.account, [{ id: own, enabled: true }]);
  await shop.pass();
  expect(await subscription(own)).toBeUndefined();
});

test("the input comes from the config's fields, and another input begins anew", async () => {
  const account = `account-${++accounts}`;
  await shop.server.account(account);
  add("g1", 1);
  add("g2", 1, 2);
  const workflow = await shop.publish(
    { event: "new_thing", input: { list: "{{ config.list }}" } },
    { data_slots: [{ id: "list", name: "List", field_type: "text" }] },
  );
  await shop.connect(account);
  await shop.configure(account, [{ id: workflow, enabled: true, fields: { list: "g1" } }]);
  await shop.pass();
  add("g1", 3);
  await shop.pass();
  expect(await idsSeen({ account, workflow })).toEqual([3]);
  await shop.configure(account, [{ id: workflow, enabled: true, fields: { list: "g2" } }]);
  await shop.pass();
  add("g2", 5);
  await shop.pass();
  expect(await idsSeen({ account, workflow })).toEqual([3, 5]);
});

test("a process that died is replaced after its lease; what it comes back with is not stored", async () => {
  const flow = await watching("i");
  add("i", 1);
  const { deps } = shop.server;
  const inAMinute = new Date(deps.clock.now().getTime() + 61_000);
  const claimed = await claimDue(deps.database, { now: inAMinute, leaseMs: 300_000, limit: 1000 });
  const dead = claimed.find((row) => row.workflow_id === flow.workflow);
  expect(dead).toBeDefined();
  await shop.pass();
  expect(await idsSeen(flow)).toEqual([]);
  await shop.pass(360);
  expect(await idsSeen(flow)).toEqual([1]);
  add("i", 2);
  if (dead) await expect(pollOnce(deps, dead, AbortSignal.timeout(5000))).rejects.toThrow(LeaseLost);
  expect(await idsSeen(flow)).toEqual([1]);
  await shop.pass();
  expect(await idsSeen(flow)).toEqual([1, 2]);
});

test("what a provider repeats of the credential is not kept", async () => {
  const flow = await watching("j");
  shop.keys.add("a-long-secret-key");
  await shop.connect(flow.account, "a-long-secret-key");
  shop.things.set("j", [{ id: 1, at: "2027-01-01T00:00:00.000Z", echo: "is a-long-secret-key" }]);
  await shop.pass();
  expect((await shop.runs(flow.account, flow.workflow))[0]?.input).toMatchObject({ echo: "is [redacted]" });
});

test("a working process does all of it by itself, and stops in the middle without harm", async () => {
  const account = `account-${++accounts}`;
  await shop.server.account(account);
  const workflow = await shop.publish({ event: "new_thing", input: { list: "k" } });
  await shop.connect(account);
  await shop.configure(account, [{ id: workflow, enabled: true }]);
  const watcher = startWatcher(shop.server.deps);
  const active = await eventually(async () => {
    const row = await subscription(workflow);
    return row?.status === "active" && row;
  });
  expect(active.lease).toBeNull();
  await watcher.stop();
  add("k", 1);
  await shop.pass();
  expect(await idsSeen({ account, workflow })).toEqual([1]);
});

test("a provider that is away is asked again later, and the reason is kept", async () => {
  const flow = await watching("h");
  const { answer } = shop.api;
  shop.api.answer = () => ({ status: 503 });
  await shop.pass();
  const broken = await subscription(flow.workflow);
  expect(broken).toMatchObject({ status: "broken", failures: 1, last_error: expect.stringContaining("503") });
  shop.api.answer = answer;
  add("h", 1);
  await shop.pass();
  expect(await idsSeen(flow)).toEqual([1]);
});
