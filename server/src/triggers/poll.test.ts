import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { brokenAnswers, oddAnswers, randomAnswers } from "../../test/strange-answers.ts";
import { eventually } from "../../test/test-server.ts";
import type { ThingsReply } from "../apps/catalog/test-things-api.ts";
import { json } from "../platform/database/database.ts";
import { LeaseLostError } from "../platform/work/row-lease.ts";
import { pollOnce } from "./poll.ts";
import { reconcileConnection } from "./reconcile.ts";
import { claimDueSubscriptionRows } from "./store.ts";
import { startDueSubscriptions } from "./tend.ts";
import { startTestShop, type TestShop } from "./test-shop.ts";
import { startWatcher } from "./watcher.ts";

const ALL = { slots: 1000, spare: 0, perApplication: 1000, perAccount: 1000 };

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.things.clear();
});

/** Ends the lease of a subscription, as happens by itself after minutes. */
async function endLease(workflow: string): Promise<void> {
  await shop.server.deps.db
    .updateTable("trigger_subscriptions")
    .set({ leased_until: new Date(0) })
    .where("workflow_id", "=", workflow)
    .execute();
}

test("new items at the provider start one run each, which completes; existing ones do not", async () => {
  shop.add("a", 1);
  const flow = await shop.watch("a");
  await shop.pass();
  expect(await shop.idsSeen(flow)).toEqual([]);
  shop.add("a", 2, 3);
  await shop.pass();
  await shop.pass();
  expect(await shop.idsSeen(flow)).toEqual([2, 3]);
  shop.server.work();
  await eventually(async () =>
    (await shop.runs(flow.account, flow.workflow)).every(({ status }) => status === "COMPLETED"),
  );
});

test("characters that the database rejects are replaced in a provider's events", async () => {
  const flow = await shop.watch("odd");
  const at = new Date(1_800_000_000_000).toISOString();
  shop.things.set("odd", [{ id: 1, at, echo: "a\0b\ud800" }]);
  shop.add("odd", 2);
  await shop.pass();
  const [first, second] = await shop.runs(flow.account, flow.workflow);
  expect(first?.input).toMatchObject({ id: 1, echo: "a\ufffdb\ufffd" });
  expect(second?.input).toMatchObject({ id: 2 });
});

test("an event deduplicated by a workflow's own setting starts it once per window, and is counted in the inbox", async () => {
  const account = await shop.account();
  const settings = { idempotency: { header: "x-id", path: "echo", window_ms: 3_600_000 } };
  const workflow = await shop.publish({ event: "new_thing", input: { list: "own" } }, { settings });
  await shop.connect(account);
  await shop.configure(account, [{ id: workflow, enabled: true }]);
  await shop.pass();
  const tell = async (seconds: number, ...told: [id: number, echo?: string][]) => {
    const at = (id: number) => new Date(1_800_000_000_000 + id * 1000).toISOString();
    const before = shop.things.get("own") ?? [];
    shop.things.set("own", [...before, ...told.map(([id, echo]) => ({ id, at: at(id), echo }))]);
    await shop.pass(seconds);
    return shop.idsSeen({ account, workflow });
  };
  expect(await tell(61, [1, "x"], [2, "x"], [3], [4])).toEqual([1, 3, 4]);
  expect(await tell(61, [5, "x"], [6, "y"])).toEqual([1, 3, 4, 6]);
  expect(await tell(3600, [7, "x"])).toEqual([1, 3, 4, 6, 7]);
  const received = shop.server.deps.db.selectFrom("received_events").where("workflow_id", "=", workflow);
  const rows = await received.select(["payload", "matched", "repeated"]).orderBy("id").execute();
  const counts = rows.map(({ payload, matched, repeated }) =>
    [(payload as { id: number }).id, matched, repeated].join(),
  );
  expect(counts).toEqual(["1,1,0", "2,0,1", "3,1,0", "4,1,0", "5,0,1", "6,1,0", "7,1,0"]);
});

test("two processes woken together report everything once", async () => {
  const flow = await shop.watch("c");
  shop.add("c", 1, 2);
  await Promise.all([shop.pass(), shop.pass(), shop.pass(0)]);
  expect(await shop.idsSeen(flow)).toEqual([1, 2]);
});

test("a poll whose answer was lost with its process is repeated, and its events start one run each", async () => {
  const flow = await shop.watch("d");
  const ids = Array.from({ length: 250 }, (_, i) => i + 1);
  shop.add("d", ...ids);
  // The state left by a process that crashed between two transactions: the events are stored, the cursor is not.
  const { db } = shop.server.deps;
  const before = await shop.subscription(flow.workflow);
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
  expect(await shop.idsSeen(flow)).toHaveLength(250);
  shop.add("d", 251);
  await shop.pass();
  expect(await shop.subscription(flow.workflow)).toMatchObject({
    status: "active",
    last_error: null,
    lease: null,
  });
  expect(await shop.idsSeen(flow)).toEqual([...ids, 251]);
});

test("an invalid credential suspends it; after the reconnect it resumes from its cursor", async () => {
  const flow = await shop.watch("e");
  shop.keys.add("other");
  await shop.connect(flow.account, "other");
  shop.keys.delete("other");
  await shop.pass();
  expect(await shop.subscription(flow.workflow)).toMatchObject({
    status: "waiting",
    next_at: null,
    last_error: "The connection to Shop has expired: the customer must connect again.",
  });
  shop.add("e", 1, 2);
  await shop.pass(7200);
  expect(await shop.idsSeen(flow)).toEqual([]);
  await shop.connect(flow.account);
  const row = await shop.subscription(flow.workflow);
  await reconcileConnection(shop.server.deps, { accountId: row?.account_id ?? "", slug: "shop" });
  await shop.pass(0);
  expect(await shop.idsSeen(flow)).toEqual([1, 2]);
  expect(await shop.subscription(flow.workflow)).toMatchObject({ status: "active", last_error: null });
});

test("the input comes from the config's fields, and a different input starts over", async () => {
  const account = await shop.account();
  shop.add("g1", 1);
  // Thing 4 is newer than all that the first list has reported.
  shop.add("g2", 1, 4);
  const workflow = await shop.publish(
    { event: "new_thing", input: { list: "{{ config.list }}" } },
    { data_slots: [{ id: "list", name: "List", field_type: "text" }] },
  );
  await shop.connect(account);
  await shop.configure(account, [{ id: workflow, enabled: true, fields: { list: "g1" } }]);
  await shop.pass();
  shop.add("g1", 3);
  await shop.pass();
  expect(await shop.idsSeen({ account, workflow })).toEqual([3]);
  await shop.configure(account, [{ id: workflow, enabled: true, fields: { list: "g2" } }]);
  await shop.pass();
  shop.add("g2", 5);
  await shop.pass();
  expect(await shop.idsSeen({ account, workflow })).toEqual([3, 5]);
});

test("a process that died is replaced after its lease; its late results are not stored", async () => {
  const flow = await shop.watch("i");
  shop.add("i", 1);
  const { deps } = shop.server;
  const inAMinute = new Date(deps.clock.now().getTime() + 61_000);
  const claimed = await claimDueSubscriptionRows(deps.database, {
    now: inAMinute,
    leaseMs: 300_000,
    held: [],
    shares: ALL,
  });
  const dead = claimed.find((row) => row.workflow_id === flow.workflow);
  expect(dead).toBeDefined();
  await shop.pass();
  expect(await shop.idsSeen(flow)).toEqual([]);
  await endLease(flow.workflow);
  await shop.pass();
  expect(await shop.idsSeen(flow)).toEqual([1]);
  shop.add("i", 2);
  if (dead) await expect(pollOnce(deps, dead, new AbortController().signal)).rejects.toThrow(LeaseLostError);
  expect(await shop.idsSeen(flow)).toEqual([1]);
  await shop.pass();
  expect(await shop.idsSeen(flow)).toEqual([1, 2]);
});

test("a credential that a provider echoes is not stored", async () => {
  const flow = await shop.watch("j");
  shop.keys.add("a-long-secret-key");
  await shop.connect(flow.account, "a-long-secret-key");
  shop.things.set("j", [{ id: 1, at: "2027-01-01T00:00:00.000Z", echo: "is a-long-secret-key" }]);
  await shop.pass();
  expect((await shop.runs(flow.account, flow.workflow))[0]?.input).toMatchObject({ echo: "is [redacted]" });
});

test("a working process does all of it by itself, and can be stopped in the middle", async () => {
  const account = await shop.account();
  const workflow = await shop.publish({ event: "new_thing", input: { list: "k" } });
  await shop.connect(account);
  await shop.configure(account, [{ id: workflow, enabled: true }]);
  const watcher = startWatcher(shop.server.deps);
  const active = await eventually(async () => {
    const row = await shop.subscription(workflow);
    return row?.status === "active" && row;
  });
  expect(active.lease).toBeNull();
  await watcher.stop();
  shop.add("k", 1);
  await shop.pass();
  expect(await shop.idsSeen({ account, workflow })).toEqual([1]);
});

test("a poll that is stopped in the middle is no failure, and due at once", async () => {
  const flow = await shop.watch("stopped");
  const { db } = shop.server.deps;
  const row = db.updateTable("trigger_subscriptions").where("workflow_id", "=", flow.workflow);
  await row.set({ next_at: new Date(0) }).execute();
  const { answer } = shop.api;
  const stopping = new AbortController();
  const late = Promise.withResolvers<ThingsReply>();
  shop.api.answer = () => {
    stopping.abort();
    return late.promise;
  };
  const begun = await startDueSubscriptions(shop.server.deps, [], stopping.signal);
  await Promise.all(begun.map(({ done }) => done));
  shop.api.answer = answer;
  late.resolve({ status: 200, body: "[]" });
  expect(await shop.subscription(flow.workflow)).toMatchObject({
    status: "active",
    failures: 0,
    lease: null,
  });
  shop.add("stopped", 1);
  await shop.pass(0);
  expect(await shop.idsSeen(flow)).toEqual([1]);
});

test("an unreachable provider is polled again later, and the reason is stored", async () => {
  const flow = await shop.watch("h");
  const { answer } = shop.api;
  shop.api.answer = () => ({ status: 503 });
  await shop.pass();
  const broken = await shop.subscription(flow.workflow);
  expect(broken).toMatchObject({ status: "broken", failures: 1, last_error: expect.stringContaining("503") });
  shop.api.answer = answer;
  shop.add("h", 1);
  await shop.pass();
  expect(await shop.idsSeen(flow)).toEqual([1]);
});

test("a poll sends one request, whatever the answer, and the next one continues", async () => {
  const answers = [...oddAnswers(), ...brokenAnswers(), ...randomAnswers(5)];
  const account = await shop.account();
  const publish = (list: string) => shop.publish({ event: "new_thing", input: { list } });
  const flows: string[] = [];
  for (const index of answers.keys()) flows.push(await publish(`strange-${index}`));
  await shop.connect(account);
  await shop.configure(
    account,
    flows.map((id) => ({ id, enabled: true })),
  );
  await shop.pass();
  const usual = shop.api.answer;
  const asked = new Map<number, number>();
  shop.api.answer = (request) => {
    const index = Number(/list=strange-(\d+)/.exec(request.url)?.[1] ?? Number.NaN);
    if (Number.isNaN(index)) return usual?.(request);
    asked.set(index, (asked.get(index) ?? 0) + 1);
    return { raw: answers[index]?.[1] };
  };
  await shop.pass();
  shop.api.answer = usual;
  for (const index of answers.keys()) shop.add(`strange-${index}`, 900_000 + index);
  await shop.pass(2 * 3600);
  for (const [index, [name]] of answers.entries()) {
    expect(asked.get(index), name).toBe(1);
    expect(await shop.idsSeen({ account, workflow: flows[index] ?? "" }), name).toContain(900_000 + index);
  }
});
