import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestOrders, type TestOrders } from "./test-orders.ts";

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.shop.close());

const call = (method: "GET" | "PUT", slug: string, part: "setup" | "settings", body?: object) => {
  const { request, testKey: key } = orders.shop.server;
  return request({ method, url: `/api/v2/public/application/${slug}/${part}`, key, body });
};
const change = (slug: string, body: object) => call("PUT", slug, "setup", body);
const idsSeen = (flow: { account: string; workflow: string }) => orders.shop.idsSeen(flow);

const EVENT = '{"id":"1","type":"order.paid","data":{}}';
const sign = (secret: string, signed = EVENT, algorithm = "sha256", encoding: "hex" | "base64" = "hex") =>
  createHmac(algorithm, secret).update(signed).digest(encoding);

describe("what proves a document's webhooks", () => {
  test("a signature with the generated secret, which is shown with the address; a wrong one is refused (401)", async () => {
    const { importIt, follow, send } = orders;
    await importIt("signed");
    const webhooks = { kind: "hmac", header: "X-Signature", prefix: "sha256=" };
    expect((await change("signed", { webhooks })).body).toMatchObject({ webhooks });
    const flow = await follow("signed", "webhook_order_paid");
    const secret = flow.shown.secret ?? "";
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    for (const headers of [
      {},
      { "x-signature": `sha256=${sign("guessed")}` },
      { "x-signature": sign(secret) },
    ]) {
      const { status, body } = await send(flow.path, EVENT, headers as Record<string, string>);
      expect([status, body.error_code]).toEqual([401, "INVALID_TOKEN"]);
    }
    expect(await idsSeen(flow)).toEqual([]);
    expect((await send(flow.path, EVENT, { "x-signature": `sha256=${sign(secret)}` })).status).toBe(200);
    expect(await idsSeen(flow)).toEqual(["1"]);
    // A newer document changes nothing of it.
    await importIt("signed");
    expect((await send(flow.path, EVENT)).status).toBe(401);
    expect((await call("GET", "signed", "setup")).body).toMatchObject({ webhooks });
  });

  test("a signature of time and body with the provider's secret, which is refused until that is set, and when it is old", async () => {
    const { importIt, follow, send, shop } = orders;
    await importIt("timed");
    const refused = await call("PUT", "timed", "settings", { webhook_secret: "of-the-provider" });
    expect(refused.status).toBe(400);
    const signature = { header: "X-Sign", algorithm: "sha512", encoding: "base64", secret: "webhook_secret" };
    const time = { timestamp_header: "X-Time", separator: ":", tolerance_seconds: 60 };
    await change("timed", { webhooks: { kind: "hmac", ...signature, ...time } });
    const flow = await follow("timed", "webhook_order_paid");
    expect(flow.shown).not.toHaveProperty("secret");
    const deliver = (seconds: number, secret = "of-the-provider") => {
      const at = `${Math.floor(shop.server.deps.clock.now().getTime() / 1000) - seconds}`;
      const signed = sign(secret, `${at}:${EVENT}`, "sha512", "base64");
      return send(flow.path, EVENT, { "x-time": at, "x-sign": signed });
    };
    expect((await deliver(0)).status).toBe(401);
    expect((await deliver(0, "")).status).toBe(401);
    const { body } = await call("PUT", "timed", "settings", { webhook_secret: "of-the-provider" });
    expect(body).toMatchObject({ needs_webhook_secret: true, has_webhook_secret: true });
    expect((await deliver(90)).status).toBe(401);
    expect((await deliver(0, "another")).status).toBe(401);
    expect((await deliver(30)).status).toBe(200);
    expect(await idsSeen(flow)).toEqual(["1"]);
  });

  test("a token in a header, or the password of Basic authentication", async () => {
    const { importIt, follow, send, subscriptions } = orders;
    await importIt("tokens");
    await change("tokens", { webhooks: { kind: "token", header: "Authorization", prefix: "Bearer " } });
    const flow = await follow("tokens", "webhook_order_paid");
    const { secret = "" } = flow.shown;
    const withText = async (authorization: string, id: string) =>
      (await send(flow.path, EVENT.replace("1", id), { authorization })).status;
    expect([await withText(secret, "a"), await withText(`Bearer ${secret}`, "b")]).toEqual([401, 200]);
    await change("tokens", { webhooks: { kind: "basic", username: "orders" } });
    expect(await subscriptions(flow.account)).toMatchObject([{ username: "orders", secret }]);
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;
    expect(await withText(`Bearer ${secret}`, "c")).toBe(401);
    expect(await withText(basic(`others:${secret}`), "d")).toBe(401);
    expect(await withText(basic("orders:"), "e")).toBe(401);
    expect(await withText(basic(`orders:${secret}`), "f")).toBe(200);
    expect(await idsSeen(flow)).toEqual(["b", "f"]);
  });

  test("a challenge is repeated before anything is proven, and starts nothing", async () => {
    const { importIt, follow, shop } = orders;
    await importIt("challenged");
    await change("challenged", {
      webhooks: { kind: "token", header: "X-Key", challenge: "query.challenge" },
    });
    const flow = await follow("challenged", "webhook_order_paid");
    const reply = await shop.server.request({ url: `${flow.path}?challenge=7x` });
    expect([reply.status, reply.text]).toEqual([200, "7x"]);
    expect((await shop.server.request({ url: flow.path })).status).toBe(401);
    expect(await idsSeen(flow)).toEqual([]);
  });

  test("production gets what was chosen with the application, but not the secret", async () => {
    const { importIt, shop } = orders;
    await importIt("promoted-orders");
    const webhooks = { kind: "token", header: "X-Key", secret: "webhook_secret" };
    await change("promoted-orders", { webhooks });
    await call("PUT", "promoted-orders", "settings", { webhook_secret: "of-test" });
    const url = "/api/v2/public/application/promoted-orders";
    const { productionKey: key, request } = shop.server;
    const promoted = await request({ method: "POST", url: `${url}/settings/promote`, key });
    expect(promoted.body).toMatchObject({ needs_webhook_secret: true, has_webhook_secret: false });
    expect((await request({ url: `${url}/setup`, key })).body).toMatchObject({ webhooks });
  });

  test("400: a proof that lacks something, or of an application without webhooks", async () => {
    const { importIt } = orders;
    await importIt("refused");
    await importIt("silent", { more: { webhooks: {} } });
    for (const [slug, webhooks, field] of [
      ["refused", { kind: "hmac" }, "webhooks.header"],
      ["refused", { kind: "token" }, "webhooks.header"],
      ["refused", { kind: "basic", username: " " }, "webhooks.username"],
      ["refused", { kind: "basic", username: "a:b" }, "webhooks.username"],
      ["silent", { kind: "address" }, "webhooks"],
    ] as const) {
      const { status, body } = await change(slug, { webhooks });
      expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
    }
    for (const wrong of [
      { kind: "hmac", header: "x y" },
      { kind: "token", header: "X", prefix: "{{ credentials.key }}" },
      { kind: "hmac", header: "X", timestamp_header: "Y", separator: "{" },
      { kind: "address", challenge: "credentials.key" },
      { kind: "none" },
    ])
      expect((await change("refused", { webhooks: wrong })).status).toBe(400);
    expect((await call("GET", "refused", "setup")).body.webhooks).toEqual({ kind: "address" });
    expect((await call("GET", "silent", "setup")).body).toMatchObject({ webhooks: null, triggers: [] });
  });
});

describe("what an author chooses of a trigger", () => {
  test("which events are meant and what identifies them, which a newer document keeps", async () => {
    const { importIt, follow, send } = orders;
    await importIt("chosen");
    const id = "webhook_order_paid";
    const filter = [
      { field: "headers.X-Event", value: "paid" },
      { field: "body.total", value: "7" },
    ];
    const { body } = await change("chosen", { triggers: [{ id, key: "headers.X-Delivery", filter }] });
    const chosen = { id, title: "An order was paid", delivery: "webhook", key: "headers.x-delivery", filter };
    expect(body.triggers[0]).toEqual(chosen);
    await importIt("chosen");
    expect((await call("GET", "chosen", "setup")).body.triggers).toMatchObject([
      chosen,
      { id: "webhook_order_sent", key: "body.id", filter: [{ field: "body.type", value: "order.sent" }] },
    ]);
    const flow = await follow("chosen", id);
    const deliver = (event: object, headers: Record<string, string>) => send(flow.path, event, headers);
    await deliver({ id: "a", total: 7 }, { "x-event": "paid", "x-delivery": "1" });
    await deliver({ id: "b", total: "7" }, { "x-event": "paid", "x-delivery": "1" });
    await deliver({ id: "c", total: "7" }, { "x-event": "paid", "x-delivery": "2" });
    await deliver({ id: "d", total: 8 }, { "x-event": "paid", "x-delivery": "3" });
    await deliver({ id: "e", total: 7 }, { "x-event": "sent", "x-delivery": "4" });
    expect(await idsSeen(flow)).toEqual(["a", "c"]);
    await change("chosen", { triggers: [{ id, key: null, filter: [] }] });
    await deliver({ id: "f" }, {});
    await deliver({ id: "f" }, {});
    expect(await idsSeen(flow)).toEqual(["a", "c", "f", "f"]);
  });

  test("the members of a list that tell of new and changed items; what is there then starts nothing", async () => {
    const { importIt, shop } = orders;
    const item = { type: "object", properties: { id: { type: "integer" }, at: { type: "string" } } };
    const schema = { type: "array", items: item };
    const operation = {
      operationId: "listThings",
      parameters: [{ name: "list", in: "query", schema: { type: "string" } }],
      responses: { 200: { content: { "application/json": { schema } } } },
    };
    await importIt("polled", { isKeyed: true, more: { paths: { "/things": { get: operation } } } });
    const setup = (await call("GET", "polled", "setup")).body.triggers;
    const poll = { id: "new_thing", title: "New thing", delivery: "poll" };
    expect(setup[0]).toEqual({ ...poll, key: "id", time: null });
    const account = await shop.account();
    const workflow = await shop.publish({ application: "polled", event: "new_thing" }, { slug: "polled" });
    const save = "/api/v2/public/linked-account/integration/save-key-credentials/polled";
    const { request, testKey: key } = shop.server;
    await request({ method: "PUT", url: save, key, account, body: { x_app_key: "good" } });
    await shop.configure(account, [{ id: workflow, enabled: true }], "polled");
    const things = [{ id: 1, at: "2027-01-01" }];
    shop.things.set("", things);
    await shop.pass(301);
    const { body } = await change("polled", { triggers: [{ id: "new_thing", time: "at" }] });
    expect(body.triggers[0]).toEqual({ ...poll, key: "id", time: "at" });
    await shop.pass(301);
    expect(await shop.idsSeen({ account, workflow })).toEqual([]);
    shop.things.set("", [{ id: 1, at: "2027-01-02" }]);
    await shop.pass(301);
    expect(await shop.runs(account, workflow)).toMatchObject([{ input: { id: 1, at: "2027-01-02" } }]);
  });

  test("a list whose items have nothing called an id has its trigger once somebody chooses what identifies them", async () => {
    const { importIt, shop } = orders;
    const listOf = (properties: object) => {
      const schema = { type: "array", items: { type: "object", properties } };
      return { responses: { 200: { content: { "application/json": { schema } } } } };
    };
    const text = { type: "string" };
    const paths = {
      "/things": { get: { operationId: "listThings", ...listOf({ sku: text, price: text }) } },
      "/old/things": { get: { operationId: "listOldThings", ...listOf({ code: text }) } },
    };
    const importThem = () => importIt("unidentified", { isKeyed: true, more: { paths, webhooks: {} } });
    await importThem();
    const poll = { title: "New thing", delivery: "poll", key: null, time: null };
    const second = {
      ...poll,
      id: "new_thing_2",
      title: "New thing (List things)",
      members: ["code"],
    };
    const setup = async () => (await call("GET", "unidentified", "setup")).body.triggers;
    expect(await setup()).toEqual([{ ...poll, id: "new_thing", members: ["sku", "price"] }, second]);
    const offered = async () => {
      const url = "/api/v2/public/triggers/unidentified";
      const { body } = await shop.server.request({ url, key: shop.server.testKey });
      return body.map(({ id }: { id: string }) => id);
    };
    expect(await offered()).toEqual([]);
    for (const wrong of [{ key: null }, { time: "price" }]) {
      const { status, body } = await change("unidentified", { triggers: [{ id: "new_thing", ...wrong }] });
      expect([status, body.errors?.[0]?.field]).toEqual([400, "triggers.0.key"]);
    }
    await change("unidentified", { triggers: [{ id: "new_thing", key: "sku", time: "price" }] });
    const chosen = [{ ...poll, id: "new_thing", key: "sku", time: "price" }, second];
    expect(await setup()).toEqual(chosen);
    expect(await offered()).toEqual(["new_thing"]);
    // A newer document keeps it.
    await importThem();
    expect(await setup()).toEqual(chosen);
    expect(await offered()).toEqual(["new_thing"]);
  });

  test("400: what a trigger does not have", async () => {
    await orders.importIt("strict");
    for (const [trigger, field] of [
      [{ id: "webhook_none", key: null }, "triggers.0.id"],
      [{ id: "webhook_order_paid", key: "id" }, "triggers.0.key"],
      [{ id: "webhook_order_paid", time: "body.at" }, "triggers.0.time"],
    ] as const) {
      const { status, body } = await change("strict", { triggers: [trigger] });
      expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
    }
    const wrong = [{ id: "webhook_order_paid", filter: [{ field: "type", value: "x" }] }];
    expect((await change("strict", { triggers: wrong })).status).toBe(400);
  });
});
