import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "./receiver.ts";

const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const apiKey = "tk_demo_key_for_the_receiver";
const payload = JSON.stringify({ event: "Workflow Completed", workflow_name: "Bücher → «Ledgerly»" });

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver({ secrets: { webhookSecret, apiKey } });
});
afterEach(() => receiver.close());

function sign(id: string, body = payload, at = new Date()): Record<string, string> {
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(webhookSecret).sign(id, at, body),
    "x-cobalt-signature": createHmac("sha256", apiKey).update(body).digest("hex"),
  };
}

async function post(headers: Record<string, string>, body = payload): Promise<number> {
  const response = await fetch(receiver.url, { method: "POST", headers, body });
  await response.text();
  return response.status;
}

describe("the webhook receiver", () => {
  test("accepts a delivery with two valid signatures", async () => {
    expect(await post(sign("msg_1"))).toBe(200);
    expect(receiver.deliveries()).toMatchObject([{ id: "msg_1", body: JSON.parse(payload), receipts: 1 }]);
    expect([receiver.repeats(), receiver.unsigned(), receiver.badlySigned()]).toEqual([0, 0, 0]);
  });

  test("accepts a repeated webhook-id, stores it once and counts it", async () => {
    await post(sign("msg_1"));
    expect(await post(sign("msg_1"))).toBe(200);
    expect(receiver.deliveries()).toHaveLength(1);
    expect(receiver.repeats()).toBe(1);
  });

  test.each(["webhook-signature", "x-cobalt-signature"])(
    "rejects and counts a delivery without %s",
    async (name) => {
      const { [name]: _left, ...headers } = sign("msg_1");
      expect(await post(headers)).toBe(401);
      expect([receiver.unsigned(), receiver.badlySigned(), receiver.deliveries().length]).toEqual([1, 0, 0]);
    },
  );

  test.each([
    ["a changed body", sign("msg_1", payload.replace("Completed", "Errored"))],
    ["another id than the signed one", { ...sign("msg_1"), "webhook-id": "msg_2" }],
    ["a timestamp of an hour ago", sign("msg_1", payload, new Date(Date.now() - 3_600_000))],
    ["an upper-case x-cobalt-signature", upperCased(sign("msg_1"))],
    ["an x-cobalt-signature with odd characters", { ...sign("msg_1"), "x-cobalt-signature": "é".repeat(64) }],
    ["an x-cobalt-signature under another key", { ...sign("msg_1"), "x-cobalt-signature": "0".repeat(64) }],
  ])("rejects and counts %s as badly signed", async (_name, headers) => {
    expect(await post(headers)).toBe(401);
    expect([receiver.unsigned(), receiver.badlySigned(), receiver.deliveries().length]).toEqual([0, 1, 0]);
  });

  test("trusts secrets that are added after its start", async () => {
    receiver.trust({ webhookSecret, apiKey: "tk_another_key_for_the_receiver" });
    expect(await post(sign("msg_1"))).toBe(401);
    receiver.trust({ webhookSecret, apiKey });
    expect(await post(sign("msg_1"))).toBe(200);
  });

  test("fails the next requests on demand, and stores none of them", async () => {
    receiver.failNext(2);
    expect([await post(sign("msg_1")), await post(sign("msg_1")), await post(sign("msg_1"))]).toEqual([
      503, 503, 200,
    ]);
    expect([receiver.failures(), receiver.repeats(), receiver.deliveries().length]).toEqual([2, 0, 1]);
  });

  test("counts receipts by their Idempotency-Key, and rejects a request without one", async () => {
    const send = (headers: Record<string, string>) =>
      fetch(receiver.receiptsUrl, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: '{"order":"NB-40001"}',
      });
    const statuses = [];
    for (const key of ["a", "b", "a"]) statuses.push((await send({ "idempotency-key": key })).status);
    expect(statuses).toEqual([201, 201, 201]);
    expect(receiver.receipts()).toEqual([
      { idempotencyKey: "a", body: { order: "NB-40001" }, receipts: 2 },
      { idempotencyKey: "b", body: { order: "NB-40001" }, receipts: 1 },
    ]);
    expect((await send({})).status).toBe(400);
  });

  test("answers other paths with 404 and other content types with 415", async () => {
    expect((await fetch(new URL("/elsewhere", receiver.url), { method: "POST" })).status).toBe(404);
    expect(await post({ ...sign("msg_1"), "content-type": "text/plain" })).toBe(415);
  });
});

function upperCased(headers: Record<string, string>): Record<string, string> {
  return { ...headers, "x-cobalt-signature": (headers["x-cobalt-signature"] ?? "").toUpperCase() };
}
