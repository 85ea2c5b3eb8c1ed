import { createHmac, generateKeyPairSync, sign as signWith } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestOrders, type TestOrders } from "./test-orders.ts";

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.shop.close());

type Flow = Awaited<ReturnType<TestOrders["follow"]>>;
type Headers = Record<string, string | string[]>;

const EVENT = '{"id":"1","type":"order.paid","data":{}}';
const nowMs = () => orders.shop.server.deps.clock.now().getTime();
const seconds = (earlier = 0) => Math.floor(nowMs() / 1000) - earlier;

const change = (slug: string, webhooks: object, more: object = {}) => {
  const { request, testKey: key } = orders.shop.server;
  const url = `/api/v2/public/application/${slug}/setup`;
  return request({ method: "PUT", url, key, body: { webhooks, ...more } });
};

/** A followed webhook of a new application whose webhooks are proven so. */
async function followProven(slug: string, webhooks: object, more: object = {}): Promise<Flow> {
  await orders.importIt(slug);
  expect((await change(slug, webhooks, more)).status).toBe(200);
  return orders.follow(slug, "webhook_order_paid");
}

async function setSecret(flow: Flow, secret: string | null, who: object = {}) {
  const { request, testKey: key } = orders.shop.server;
  const [shown] = await orders.subscriptions(flow.account);
  const url = `/api/v2/public/trigger-subscriptions/${shown?._id}/secret`;
  return request({ method: "PUT", url, key, account: flow.account, body: { secret }, ...who });
}

async function refuse(flow: Flow, headers: Headers, reason: string, event = EVENT) {
  const { status, body } = await orders.send(flow.path, event, headers);
  expect([status, body.error_code, body.message]).toEqual([
    401,
    "INVALID_TOKEN",
    `The delivery could not be verified as coming from the provider: ${reason}.`,
  ]);
}

/** What a refused or repeated delivery must leave as it is. */
async function countTraces({ account }: Flow) {
  const { db } = orders.shop.server.deps;
  const find = (table: "runs" | "received_events") =>
    db
      .selectFrom(table)
      .innerJoin("linked_accounts as a", "a.id", `${table}.account_id`)
      .select(`${table}.id`)
      .where("a.account_id", "=", account)
      .execute();
  const [runs, received] = await Promise.all([find("runs"), find("received_events")]);
  return { runs: runs.length, received: received.length };
}

describe("Standard Webhooks", () => {
  const signed = (secret: string, { id = "m1", at = seconds(), event = EVENT, prefix = "webhook" } = {}) => ({
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: `${at}`,
    [`${prefix}-signature`]: new Webhook(secret).sign(id, new Date(at * 1000), event),
  });

  test("are proven by what their library signs, with the generated secret, also by the names of Svix", async () => {
    const flow = await followProven("standard", { kind: "standard-webhooks" });
    const secret = flow.shown.secret ?? "";
    expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect((await orders.send(flow.path, EVENT, signed(secret))).status).toBe(200);
    const other = EVENT.replace("1", "2");
    const svix = signed(secret, { id: "m2", prefix: "svix", event: other });
    expect((await orders.send(flow.path, other, svix)).status).toBe(200);
    expect(await orders.shop.idsSeen(flow)).toEqual(["1", "2"]);
  });

  test("are refused with the reason when a header is missing, wrong, old, doubled or of another message", async () => {
    const flow = await followProven("standard-refused", { kind: "standard-webhooks" });
    const secret = flow.shown.secret ?? "";
    const good = signed(secret);
    const { "webhook-id": _id, ...withoutId } = good;
    await refuse(flow, {}, "the header webhook-signature is missing");
    await refuse(flow, withoutId, "the header webhook-id is missing");
    await refuse(flow, { ...good, "webhook-timestamp": "" }, "the header webhook-timestamp is missing");
    const wrong = "the signature does not match";
    await refuse(flow, signed(`whsec_${Buffer.from("guessed-guessed-guessed").toString("base64")}`), wrong);
    await refuse(flow, good, wrong, EVENT.replace("1", "2"));
    await refuse(flow, { ...good, "webhook-id": "m2" }, wrong);
    await refuse(flow, { ...good, "webhook-timestamp": `${Number(good["webhook-timestamp"]) - 1}` }, wrong);
    for (const at of [seconds(301), seconds(-400)])
      await refuse(flow, signed(secret, { at }), "its time is more than 300 seconds away");
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"] as const) {
      const value = good[name] ?? "";
      await refuse(flow, { ...good, [name]: [value, value] }, `the header ${name} is there more than once`);
      await refuse(flow, { ...good, [name]: [value, "x"] }, `the header ${name} is there more than once`);
    }
    expect(await countTraces(flow)).toEqual({ runs: 0, received: 0 });
  });

  test("are known by their id where nothing else identifies an event, so that a repeated one starts nothing", async () => {
    const triggers = [{ id: "webhook_order_paid", key: null }];
    const flow = await followProven("standard-repeated", { kind: "standard-webhooks" }, { triggers });
    const secret = flow.shown.secret ?? "";
    const once = signed(secret);
    await orders.send(flow.path, EVENT, once);
    expect((await orders.send(flow.path, EVENT, once)).status).toBe(200);
    expect((await orders.send(flow.path, EVENT, signed(secret, { at: seconds(5) }))).status).toBe(200);
    expect(await countTraces(flow)).toEqual({ runs: 1, received: 1 });
    await orders.send(flow.path, EVENT, signed(secret, { id: "m2" }));
    expect(await countTraces(flow)).toEqual({ runs: 2, received: 2 });
  });

  test("may be signed with the provider's private key, whose public key is entered", async () => {
    const flow = await followProven("standard-public", { kind: "standard-webhooks", secret: "entered" });
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
    expect((await setSecret(flow, `whpk_${raw}`)).status).toBe(200);
    const at = seconds();
    const proof = signWith(null, Buffer.from(`m1.${at}.${EVENT}`), privateKey).toString("base64");
    const headers = { "webhook-id": "m1", "webhook-timestamp": `${at}` };
    // A public key is no secret.
    await refuse(flow, signed(`whsec_${raw}`), "the signature does not match");
    const sent = await orders.send(flow.path, EVENT, { ...headers, "webhook-signature": `v1a,${proof}` });
    expect(sent.status).toBe(200);
  });
});

describe("time and signature in one header, as Stripe sends them", () => {
  const header = "Stripe-Signature";
  const v1 = (secret: string, at: number, event = EVENT) =>
    createHmac("sha256", secret).update(`${at}.${event}`).digest("hex");

  test("prove with the secret that is entered for the address; until then and without it all is refused", async () => {
    const flow = await followProven("like-stripe", { kind: "stripe", header, secret: "entered" });
    expect(flow.shown).toMatchObject({ needs_secret: true, has_secret: false });
    expect(flow.shown).not.toHaveProperty("secret");
    const secret = "whsec_of-this-endpoint";
    const at = seconds();
    const good = { [header]: `t=${at},v1=${v1(secret, at)},v0=00` };
    await refuse(flow, good, "its secret is not set");
    await refuse(flow, { [header]: `t=${at},v1=${v1("", at)}` }, "its secret is not set");
    expect(await setSecret(flow, secret)).toMatchObject({ status: 200, body: { message: "Secret set" } });
    const [shown] = await orders.subscriptions(flow.account);
    expect(shown).toMatchObject({ needs_secret: true, has_secret: true });
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect((await orders.send(flow.path, EVENT, good)).status).toBe(200);
    // Several signatures while the secret is replaced.
    const rolled = { [header]: `t=${at},v1=${"0".repeat(64)},v1=${v1(secret, at)}` };
    expect((await orders.send(flow.path, EVENT, rolled)).status).toBe(200);
    expect(await countTraces(flow)).toEqual({ runs: 1, received: 1 });
    expect((await setSecret(flow, null)).body).toEqual({ message: "Secret removed" });
    await refuse(flow, good, "its secret is not set");
  });

  test("are refused with the reason when missing, wrong, old or doubled", async () => {
    const flow = await followProven("stripe-refused", { kind: "stripe", header, tolerance_seconds: 60 });
    const secret = flow.shown.secret ?? "";
    const at = seconds();
    const good = `t=${at},v1=${v1(secret, at)}`;
    const wrong = "the signature does not match";
    await refuse(flow, {}, "the header stripe-signature is missing");
    for (const text of [`t=${at},v1=`, `t=${at},v1=zz`, `t=${at},v0=${v1(secret, at)}`, `${good}00`])
      await refuse(flow, { [header]: text }, wrong);
    await refuse(flow, { [header]: good }, wrong, EVENT.replace("1", "2"));
    await refuse(flow, { [header]: [good, good] }, "the header stripe-signature is there more than once");
    const noTime = "the header Stripe-Signature has no time in seconds";
    await refuse(flow, { [header]: `v1=${v1(secret, at)}` }, noTime);
    await refuse(flow, { [header]: `t=${at},${good}` }, noTime);
    const old = `t=${at - 61},v1=${v1(secret, at - 61)}`;
    await refuse(flow, { [header]: old }, "its time is more than 60 seconds away");
    expect(await countTraces(flow)).toEqual({ runs: 0, received: 0 });
  });

  test("a body that is sent again with its signature starts nothing, even if nothing identifies it", async () => {
    const triggers = [{ id: "webhook_order_paid", key: null }];
    const flow = await followProven("stripe-again", { kind: "stripe", header }, { triggers });
    const secret = flow.shown.secret ?? "";
    const at = seconds();
    const send = (earlier: number) =>
      orders.send(flow.path, EVENT, { [header]: `t=${at - earlier},v1=${v1(secret, at - earlier)}` });
    expect([(await send(0)).status, (await send(0)).status]).toEqual([200, 200]);
    expect(await countTraces(flow)).toEqual({ runs: 1, received: 1 });
    await send(1);
    expect(await countTraces(flow)).toEqual({ runs: 2, received: 2 });
  });
});

test("a time in milliseconds is one, and in seconds then is not", async () => {
  const webhooks = {
    kind: "hmac",
    header: "X-Sign",
    timestamp_header: "X-Time",
    timestamp_unit: "milliseconds",
  };
  const flow = await followProven("in-milliseconds", webhooks);
  const secret = flow.shown.secret ?? "";
  const headersAt = (at: number) => ({
    "x-time": `${at}`,
    "x-sign": createHmac("sha256", secret).update(`${at}.${EVENT}`).digest("hex"),
  });
  const away = "its time is more than 300 seconds away";
  await refuse(flow, headersAt(seconds()), away);
  await refuse(flow, headersAt(nowMs() - 300_001), away);
  expect((await orders.send(flow.path, EVENT, headersAt(nowMs() - 200_000))).status).toBe(200);
  expect(await orders.shop.idsSeen(flow)).toEqual(["1"]);
});

describe("the secret that is entered for an address", () => {
  const webhooks = { kind: "token", header: "X-Key", secret: "entered" };
  const withKey = (flow: Flow, key: string) => orders.send(flow.path, EVENT, { "x-key": key });

  test("is of this address alone, and entered by the customer as well", async () => {
    const one = await followProven("entered", webhooks);
    const other = await orders.follow("entered", "webhook_order_paid");
    const token = await orders.shop.server.account(one.account);
    const byCustomer = await setSecret(one, "secret-of-one", { key: undefined, token });
    expect(byCustomer.status).toBe(200);
    expect((await withKey(other, "secret-of-one")).status).toBe(401);
    await setSecret(other, "secret-of-other");
    expect((await withKey(one, "secret-of-other")).status).toBe(401);
    expect((await withKey(one, "secret-of-one")).status).toBe(200);
    expect((await withKey(other, "secret-of-other")).status).toBe(200);
    // Reconciling what is listened to keeps it.
    await orders.shop.pass(86_400);
    expect((await withKey(one, "secret-of-one")).status).toBe(200);
  });

  test("404 for another customer, organization or environment; 400 where nothing is entered", async () => {
    const flow = await followProven("entered-by-whom", webhooks);
    const stranger = await orders.shop.account();
    const token = await orders.shop.server.account(stranger);
    expect((await setSecret(flow, "secret-of-mine", { account: stranger })).status).toBe(404);
    expect((await setSecret(flow, "secret-of-mine", { key: undefined, token })).status).toBe(404);
    const { organization, account, productionKey } = orders.shop.server;
    for (const key of [(await organization()).testKey, productionKey]) {
      await account(flow.account, key);
      expect((await setSecret(flow, "secret-of-mine", { key })).status).toBe(404);
    }
    for (const wrong of ["short", "with spaces in it"])
      expect((await setSecret(flow, wrong)).status).toBe(400);
    const generated = await followProven("generated-here", { kind: "token", header: "X-Key" });
    expect((await setSecret(generated, "secret-of-mine")).body.message).toBe(
      "What arrives at this address is not proven by a secret that is entered for it.",
    );
    const standard = await followProven("entered-standard", { kind: "standard-webhooks", secret: "entered" });
    for (const wrong of ["not-base64-of-anything", `whpk_${"A".repeat(20)}`]) {
      const { status, body } = await setSecret(standard, wrong);
      expect([status, body.errors?.[0]?.field]).toEqual([400, "secret"]);
    }
  });
});
