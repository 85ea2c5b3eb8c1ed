import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../test/test-server.ts";
import { ORDER_WEBHOOKS, startTestOrders, type TestOrders } from "./test-orders.ts";
import type { TestShop } from "./test-shop.ts";

let orders: TestOrders;
let shop: TestShop;
beforeAll(async () => {
  orders = await startTestOrders();
  shop = orders.shop;
});
afterAll(() => shop.close());

const importIt: TestOrders["importIt"] = (...given) => orders.importIt(...given);
const follow: TestOrders["follow"] = (...given) => orders.follow(...given);
const send: TestOrders["send"] = (...given) => orders.send(...given);
const subscriptions: TestOrders["subscriptions"] = (account) => orders.subscriptions(account);
const paid = (id: string, data: object = {}) => ({ id, type: "order.paid", data });

test("a document's webhook starts the workflow, which gets what the provider sent", async () => {
  await importIt("open-orders");
  const { account, workflow, shown, path } = await follow("open-orders", "webhook_order_paid");
  expect(shown).toMatchObject({ delivery: "webhook", status: "active", event: "webhook_order_paid" });
  expect(shown.address).toMatch(/\/api\/v1\/hooks\/[\w-]{32}$/);
  // The address is the only proof, so there is nothing else to enter.
  expect(shown).not.toHaveProperty("secret");
  expect(await send(path, paid("1", { total: 7 }))).toMatchObject({ status: 200, text: "{}" });
  expect(await shop.runs(account, workflow)).toMatchObject([{ input: paid("1", { total: 7 }) }]);
  shop.server.work();
  await eventually(async () => (await shop.runs(account, workflow))[0]?.status === "COMPLETED");
});

test("only the event that the document describes starts it, and each only once", async () => {
  await importIt("filtered-orders");
  const { account, workflow, path } = await follow("filtered-orders", "webhook_order_sent");
  const sent = { id: "s1", type: "order.sent", data: {} };
  for (const event of [paid("1"), sent, sent, { ...sent, id: "s2" }, { type: "order.sent" }])
    expect((await send(path, event)).status).toBe(200);
  // An event without its id is none that could be known.
  expect(await shop.idsSeen({ account, workflow })).toEqual(["s1", "s2", undefined]);
});

test("without anything that identifies an event, two equal ones are two", async () => {
  const schema = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  const content = { "application/json": { schema } };
  await importIt("plain-orders", { more: { webhooks: { changed: { post: { requestBody: { content } } } } } });
  const { account, workflow, path } = await follow("plain-orders", "webhook_changed");
  await send(path, { id: "7" });
  await send(path, { id: "7" });
  expect(await shop.idsSeen({ account, workflow })).toEqual(["7", "7"]);
});

test("opening the address in a browser starts nothing", async () => {
  await importIt("visited-orders");
  const { account, workflow, path } = await follow("visited-orders", "webhook_order_paid");
  expect((await shop.server.request({ url: path })).status).toBe(200);
  expect(await shop.runs(account, workflow)).toEqual([]);
});

test("with a sign-in, the address is there once the customer has connected", async () => {
  await importIt("keyed-orders", { isKeyed: true });
  const account = await shop.account();
  const workflow = await shop.publish({ application: "keyed-orders", event: "webhook_order_paid" });
  await shop.configure(account, [{ id: workflow, enabled: true }]);
  await shop.pass();
  expect(await subscriptions(account)).toEqual([]);
  const save = "/api/v2/public/linked-account/integration/save-key-credentials/keyed-orders";
  const { testKey: key } = shop.server;
  await shop.server.request({ method: "PUT", url: save, key, account, body: { x_app_key: "good" } });
  await shop.pass();
  const [shown] = await subscriptions(account);
  await send(new URL(shown?.address ?? "").pathname, paid("1"));
  expect(await shop.idsSeen({ account, workflow })).toEqual(["1"]);
});

test("a newer document keeps the addresses, and ends those of webhooks that it no longer has", async () => {
  await importIt("newer-orders");
  const kept = await follow("newer-orders", "webhook_order_paid");
  const ended = await follow("newer-orders", "webhook_order_sent");
  const { "order.paid": same = {} } = ORDER_WEBHOOKS;
  await importIt("newer-orders", { more: { webhooks: { "order.new": { post: {} }, "order.paid": same } } });
  await shop.pass();
  expect((await send(kept.path, paid("1"))).status).toBe(200);
  expect(await shop.idsSeen(kept)).toEqual(["1"]);
  expect((await send(ended.path, { id: "1", type: "order.sent", data: {} })).status).toBe(404);
});

test("the addresses of a deleted application are unknown, and one environment's reach nothing of another", async () => {
  await importIt("deleted-orders");
  await importIt("deleted-orders", { key: shop.server.productionKey });
  const { account, workflow, path } = await follow("deleted-orders", "webhook_order_paid");
  const url = "/api/v2/public/application/deleted-orders";
  await shop.server.request({ method: "DELETE", url, key: shop.server.testKey });
  expect((await send(path, paid("1"))).status).toBe(404);
  await shop.pass();
  expect((await send(path, paid("1"))).status).toBe(404);
  expect(await shop.runs(account, workflow)).toEqual([]);
});

test("a body that is not JSON is refused (400), and nothing is stored", async () => {
  await importIt("strict-orders");
  const { account, workflow, path } = await follow("strict-orders", "webhook_order_paid");
  expect((await send(path, "{")).status).toBe(400);
  expect(await shop.runs(account, workflow)).toEqual([]);
});
