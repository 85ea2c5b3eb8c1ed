import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { Scope } from "../../auth/scope.ts";
import { createLog } from "../../platform/log.ts";
import { notify } from "../notify.ts";
import { WEBHOOKS } from "../table.ts";
import { type Receipt, startTestReceiver, type TestReceiver } from "../test-receiver.ts";

let logged = "";
let server: TestServer;
let receiver: TestReceiver;
let key: string;
let scope: Scope;
beforeAll(async () => {
  const log = createLog("info", {
    write: (line) => {
      logged += line;
    },
  });
  server = await startTestServer({}, { log });
  server.work();
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await startTestReceiver();
  ({ testKey: key, test: scope } = await server.organization());
  return () => receiver.close();
});

const URL = "/api/v2/public/webhook";
const TAKEN_OVER = { worker: null, claim: sql<number>`claim + 1`, ready_at: sql<Date>`now()` };

async function create(fields: object = {}) {
  const { body } = await server.request({
    method: "POST",
    url: URL,
    key,
    body: { webhook_url: receiver.url, webhook_events: ["Workflow Completed"], ...fields },
  });
  return body;
}

function call(method: "GET" | "POST", url: string) {
  return server.request({ method, url: `${URL}/${url}`, key });
}

async function deliveries(id: string) {
  return (await call("GET", `${id}/deliveries`)).body.docs;
}

/** The newest delivery, once it has `count` attempts. */
function attempted(id: string, count = 1) {
  return eventually(async () => {
    const [newest] = await deliveries(id);
    return newest?.attempts.length === count && newest;
  });
}

/** What the log says of deliveries of a webhook. */
function logOf(id: string) {
  const lines = logged.split("\n").filter((line) => line.includes(id) && line.includes("deliveryId"));
  return lines.map((line) => JSON.parse(line));
}

function received(count = 1): Promise<Receipt> {
  return eventually(async () => receiver.receipts[count - 1]);
}

describe("POST /api/v2/public/webhook/:id/test", () => {
  test("200: delivers example data with both signatures, and logs the attempt", async () => {
    const { _id: id, secret } = await create();
    receiver.answer((response) => response.end("thank you"));
    const reply = await call("POST", `${id}/test`);
    expect(reply).toMatchObject({ status: 200, body: { webhook_id: id, status: "pending", attempts: [] } });

    const { headers, body } = await received();
    expect(new Webhook(secret).verify(body, headers)).toEqual(reply.body.payload);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": reply.body._id,
      "x-cobalt-signature": createHmac("sha256", key).update(body).digest("hex"),
    });
    expect(JSON.parse(body)).toMatchObject({ event: "Workflow Completed", status: "COMPLETED" });

    const delivery = await attempted(id);
    expect(delivery).toEqual({
      ...reply.body,
      status: "delivered",
      next_attempt_at: undefined,
      updatedAt: expect.any(String),
      attempts: [
        {
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          status_code: 200,
          duration_ms: expect.any(Number),
          response: "thank you",
          request: {
            method: "POST",
            url: receiver.url,
            headers: {
              "content-type": "application/json",
              "webhook-id": reply.body._id,
              "webhook-timestamp": headers["webhook-timestamp"],
            },
            body,
          },
          createdAt: expect.stringMatching(/Z$/),
        },
      ],
    });
  });

  test("200: any 2xx is a success; the first 4 KB of a long answer are stored, as storable text", async () => {
    const { _id: id } = await create();
    receiver.answer((response) => {
      response.statusCode = 202;
      response.end(`a\0b${"é".repeat(100_000)}`);
    });
    await call("POST", `${id}/test`);
    const delivery = await attempted(id);
    expect(delivery).toMatchObject({ status: "delivered", attempts: [{ status_code: 202 }] });
    expect(delivery.attempts[0].response).toBe(`a\ufffdb${"é".repeat(2046)}`);
  });

  test("200: an answer is stored in the encoding that it declares", async () => {
    const { _id: id } = await create();
    receiver.answer((response) => {
      response.setHeader("content-type", "text/plain; charset=iso-8859-15");
      response.end(Buffer.from([0xe9, 0x20, 0xa4]));
    });
    await call("POST", `${id}/test`);
    expect((await attempted(id)).attempts[0].response).toBe("é €");
  });

  test("200: posts chat messages, without signatures, to the masked address", async () => {
    const { _id: id } = await create({ webhook_type: "slack" });
    await call("POST", `${id}/test`);
    const { headers, body } = await received();
    expect(JSON.parse(body)).toMatchObject({ text: "Workflow Completed" });
    expect(Object.keys(headers).filter((name) => /signature|webhook/.test(name))).toEqual([]);
    expect(await attempted(id)).toMatchObject({ status: "delivered" });
  });

  test("400: a disabled webhook", async () => {
    const { _id: id } = await create({ is_enabled: false });
    expect((await call("POST", `${id}/test`)).status).toBe(400);
    expect(await deliveries(id)).toEqual([]);
  });
});

describe("failures", () => {
  test.each([
    [500, "The endpoint responded with 500."],
    [404, "The endpoint responded with 404."],
    [302, "The endpoint responded with 302, a redirect; redirects are not followed."],
  ])("status %i is a failure that is retried after about 5 s", async (status, error) => {
    const { _id: id } = await create();
    receiver.answer((response) => {
      response.writeHead(status, { location: receiver.url });
      response.end("no");
    });
    await call("POST", `${id}/test`);
    const delivery = await attempted(id);
    expect(delivery).toMatchObject({
      status: "pending",
      attempts: [{ status_code: status, response: "no", error }],
    });
    const pauseMs = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.updatedAt);
    expect(pauseMs).toBeGreaterThanOrEqual(4_990);
    expect(pauseMs).toBeLessThanOrEqual(6_000);
    expect(receiver.receipts).toHaveLength(1);
  });

  test("an endpoint that hangs up is a failure without a status, described in a sentence", async () => {
    const { _id: id } = await create();
    receiver.answer((response) => response.destroy());
    await call("POST", `${id}/test`);
    const { status, attempts } = await attempted(id);
    expect(status).toBe("pending");
    expect(attempts).toMatchObject([
      { error: expect.stringMatching(/^The connection to 127\.0\.0\.1 failed/) },
    ]);
    expect(attempts[0]).not.toHaveProperty("status_code");
  });

  test("410 ends the delivery and disables the webhook", async () => {
    const { _id: id } = await create();
    receiver.answer((response) => {
      response.statusCode = 410;
      response.end();
    });
    await call("POST", `${id}/test`);
    const delivery = await attempted(id);
    expect(delivery).toMatchObject({
      status: "failed",
      attempts: [{ error: "The endpoint responded with 410 (gone), so this webhook was disabled." }],
    });
    expect(delivery).not.toHaveProperty("next_attempt_at");
    expect((await call("GET", id)).body).toMatchObject({ is_enabled: false, __v: 1 });
  });

  test("a claim lost during the request records nothing; the repeat has the same webhook-id", async () => {
    const { _id: id, secret } = await create();
    receiver.answer(async (response) => {
      // What is done with the deliveries of a process that died: another one takes them over.
      if (receiver.receipts.length === 1) {
        await server.deps.db
          .updateTable("webhook_deliveries")
          .set(TAKEN_OVER)
          .where("webhook_id", "=", id)
          .execute();
        server.deps.work.wake(WEBHOOKS);
      }
      response.end();
    });
    await call("POST", `${id}/test`);
    const delivery = await attempted(id);
    expect(delivery.status).toBe("delivered");
    expect(receiver.receipts.map(({ headers }) => headers["webhook-id"])).toEqual([
      delivery._id,
      delivery._id,
    ]);
    for (const { body, headers } of receiver.receipts) new Webhook(secret).verify(body, headers);
    const isWarned = () => logOf(id).some(({ level, msg }) => level === 40 && msg === "webhook.taken-over");
    await eventually(async () => isWarned());
  });
});

describe("a webhook deleted concurrently", () => {
  test("during a request: no warning is logged, as no process took it over", async () => {
    const { _id: id } = await create();
    receiver.answer(async (response) => {
      await server.request({ method: "DELETE", url: `${URL}/${id}`, key });
      response.end();
    });
    await call("POST", `${id}/test`);
    const [line] = await eventually(async () => {
      const lines = logOf(id);
      return lines.length > 0 && lines;
    });
    expect(line).toMatchObject({ level: 30, msg: "webhook.delivery-deleted", webhookId: id });
  });

  test("404 for its test, and an event is announced only to the others", async () => {
    const { _id: id } = await create();
    const { queue } = server.deps;
    const account = { id: "0".repeat(24), accountId: "acme" };
    const both = await queue.transaction(async (tx) => {
      await tx.deleteFrom("webhooks").where("id", "=", id).execute();
      const tested = call("POST", `${id}/test`);
      const announced = queue.transaction((other) =>
        notify(server.deps, other, { ...scope, account }, "Workflow Completed", {}),
      );
      // Time to run into the deletion, which is not committed yet.
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { tested, announced };
    });
    expect((await both.tested).status).toBe(404);
    await both.announced;
  });
});

describe("POST /api/v2/public/webhook/:id/deliveries/:delivery_id/resend", () => {
  test("200: sends the same body under the same webhook-id again, and keeps the previous attempts", async () => {
    const { _id: id } = await create();
    await call("POST", `${id}/test`);
    const { _id: deliveryId } = await attempted(id);
    const reply = await call("POST", `${id}/deliveries/${deliveryId}/resend`);
    expect(reply).toMatchObject({ status: 200, body: { _id: deliveryId, status: "pending" } });
    expect(reply.body.attempts).toHaveLength(1);
    expect(await attempted(id, 2)).toMatchObject({ _id: deliveryId, status: "delivered" });
    const [first, second] = receiver.receipts;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  });

  test("200: a delivery waiting for its next attempt is sent now, and not again later", async () => {
    const { _id: id } = await create();
    receiver.answer((response) => {
      response.statusCode = 500;
      response.end();
    });
    await call("POST", `${id}/test`);
    const { _id: deliveryId } = await attempted(id);
    receiver.answer((response) => response.end());
    await call("POST", `${id}/deliveries/${deliveryId}/resend`);
    expect(await attempted(id, 2)).toMatchObject({ status: "delivered" });
    const row = await server.deps.db
      .selectFrom("webhook_deliveries")
      .select(["ready_at", "worker", "next_attempt_at"])
      .where("id", "=", deliveryId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ ready_at: null, worker: null, next_attempt_at: null });
    expect(receiver.receipts).toHaveLength(2);
  });

  test("200: a delivery in progress finishes its attempt, which is logged, and is sent once more", async () => {
    const { _id: id } = await create();
    receiver.answer(async (response) => {
      if (receiver.receipts.length === 1) {
        const [{ _id: deliveryId }] = await deliveries(id);
        await call("POST", `${id}/deliveries/${deliveryId}/resend`);
      }
      response.end();
    });
    await call("POST", `${id}/test`);
    expect(await attempted(id, 2)).toMatchObject({ status: "delivered" });
    expect(new Set(receiver.receipts.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("404 for an unknown delivery and for one of another webhook; 400 if the webhook is disabled", async () => {
    const { _id: id } = await create();
    const { _id: otherId } = await create();
    await call("POST", `${id}/test`);
    const { _id: deliveryId } = await attempted(id);
    for (const path of [`${otherId}/deliveries/${deliveryId}/resend`, `${id}/deliveries/${id}/resend`]) {
      expect(await call("POST", path)).toMatchObject({
        status: 404,
        body: { message: "Delivery not found" },
      });
    }
    const body = { is_enabled: false };
    await server.request({ method: "PUT", url: `${URL}/${id}`, key, body });
    expect((await call("POST", `${id}/deliveries/${deliveryId}/resend`)).status).toBe(400);
    expect(receiver.receipts).toHaveLength(1);
  });
});
