import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pollOnce } from "./poll.ts";
import { reconcileConnection } from "./reconcile.ts";
import { claimDueSubscriptionRows } from "./store.ts";
import { startTestShop, type TestShop } from "./test-shop.ts";

const ALL = { slots: 1000, spare: 0, perApplication: 1000, perAccount: 1000 };

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.things.clear();
});

test("republishing keeps the cursor: nothing is lost or repeated", async () => {
  const flow = await shop.watch("b");
  shop.add("b", 1);
  await shop.pass();
  const { testKey: key } = shop.server;
  const url = `/api/v2/public/workflow/${flow.workflow}`;
  shop.add("b", 2);
  await shop.server.request({ method: "PUT", url, key, body: { settings: { associated_page: "x" } } });
  const reply = await shop.server.request({
    method: "PUT",
    url: `${url}/publish`,
    key,
    body: { published: true },
  });
  expect(reply.body.version, reply.text).toBe(2);
  await shop.pass();
  expect(await shop.idsSeen(flow)).toEqual([1, 2]);
});

const publish = (workflow: string, published: boolean) =>
  shop.server.request({
    method: "PUT",
    url: `/api/v2/public/workflow/${workflow}/publish`,
    key: shop.server.testKey,
    body: { published },
  });

test("unpublished it is not polled, and republished it resumes from its cursor", async () => {
  const flow = await shop.watch("l");
  shop.add("l", 1);
  await shop.pass();
  shop.add("l", 2);
  await publish(flow.workflow, false);
  await shop.pass();
  const before = shop.api.requests.length;
  shop.add("l", 3);
  await shop.connect(flow.account);
  const row = await shop.subscription(flow.workflow);
  await reconcileConnection(shop.server.deps, { accountId: row?.account_id ?? "", slug: "shop" });
  await shop.pass(86_400);
  expect(shop.api.requests.slice(before).filter(({ url }) => url.includes("list=l"))).toEqual([]);
  const url = "/api/v2/public/trigger-subscriptions";
  const { testKey: key } = shop.server;
  expect((await shop.server.request({ url, key, account: flow.account })).body).toEqual([]);
  expect(await shop.idsSeen(flow)).toEqual([1]);
  await publish(flow.workflow, true);
  await shop.pass();
  expect(await shop.idsSeen(flow)).toEqual([1, 2, 3]);
});

test("items polled after unpublishing but before that is noticed are not lost", async () => {
  const flow = await shop.watch("m");
  await publish(flow.workflow, false);
  shop.add("m", 1);
  const { deps } = shop.server;
  const inAMinute = new Date(deps.clock.now().getTime() + 61_000);
  const claimed = await claimDueSubscriptionRows(deps.database, {
    now: inAMinute,
    leaseMs: 300_000,
    held: [],
    shares: ALL,
  });
  const row = claimed.find(({ workflow_id }) => workflow_id === flow.workflow);
  if (row) await pollOnce(deps, row, new AbortController().signal);
  expect(row).toBeDefined();
  await shop.pass(400);
  await publish(flow.workflow, true);
  await shop.pass();
  expect(await shop.idsSeen(flow)).toEqual([1]);
});

test("events that arrive during unpublishing start when the workflow is republished", async () => {
  const flow = await shop.watch("o");
  shop.add("o", 1);
  const { answer } = shop.api;
  shop.api.answer = async (request) => {
    const reply = await answer?.(request);
    if (request.url.includes("list=o")) await publish(flow.workflow, false);
    return reply ?? {};
  };
  const { cursor } = (await shop.subscription(flow.workflow)) ?? {};
  await shop.pass();
  shop.api.answer = answer;
  const received = shop.server.deps.db.selectFrom("received_events").where("workflow_id", "=", flow.workflow);
  expect(await received.selectAll().execute()).toEqual([]);
  expect(await shop.subscription(flow.workflow)).toMatchObject({ cursor, status: "active", lease: null });
  await publish(flow.workflow, true);
  shop.add("o", 2);
  await shop.pass();
  expect(await shop.idsSeen(flow)).toEqual([1, 2]);
});

test("unpublished it is deleted with its connection or its workflow, or if it is disabled when republished", async () => {
  const remove = { method: "DELETE", key: shop.server.testKey } as const;
  const gone = [
    (flow: { account: string }) => shop.disconnect(flow.account),
    (flow: { workflow: string }) =>
      shop.server.request({ ...remove, url: `/api/v2/public/workflow/${flow.workflow}` }),
    async ({ account, workflow }: { account: string; workflow: string }) => {
      await publish(workflow, true);
      await shop.configure(account, [{ id: workflow, enabled: false }]);
    },
  ];
  for (const make of gone) {
    const flow = await shop.watch("n");
    await publish(flow.workflow, false);
    await shop.pass();
    expect(await shop.subscription(flow.workflow)).toMatchObject({ wanted: false, next_at: null });
    await make(flow);
    await shop.pass();
    expect(await shop.subscription(flow.workflow)).toBeUndefined();
  }
});

test("disabled or disconnected it is deleted", async () => {
  const flow = await shop.watch("f");
  expect(await shop.subscription(flow.workflow)).toMatchObject({ status: "active" });
  await shop.configure(flow.account, [{ id: flow.workflow, enabled: false }]);
  await shop.pass();
  expect(await shop.subscription(flow.workflow)).toBeUndefined();
  await shop.configure(flow.account, [{ id: flow.workflow, enabled: true }]);
  await shop.pass();
  expect(await shop.subscription(flow.workflow)).toMatchObject({ status: "active" });
  await shop.disconnect(flow.account);
  await shop.pass();
  expect(await shop.subscription(flow.workflow)).toBeUndefined();
});
