import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../test/test-server.ts";
import type { Scope } from "../auth/scope.ts";
import { notify } from "./notify.ts";
import { type Receipt, startTestReceiver, type TestReceiver } from "./test-receiver.ts";

let server: TestServer;
let receiver: TestReceiver;
let key: string;
let scope: Scope;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await startTestReceiver();
  ({ testKey: key, test: scope } = await server.organization());
  return () => receiver.close();
});

const URL = "/api/v2/public/webhook";

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

function received(count = 1): Promise<Receipt> {
  return eventually(async () => receiver.receipts[count - 1]);
}

describe("POST /api/v2/public/webhook/:id/test", () => {
  test("200: delivers example data, signed in both ways, and logs the attempt", async () => {
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
          createdAt: expect.stringMatching(/Z$/),
        },
      ],
    });
  });

  test("200: any 2xx is a success; of a long answer the first 4 KB are kept, as text that can be stored", async () => {
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

  test("200: posts chat messages, without signatures, to the address that is no longer shown", async () => {
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
    [500, "The endpoint answered with 500."],
    [404, "The endpoint answered with 404."],
    [302, "The endpoint answered with 302, a redirect; deliveries follow none."],
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

  test("an endpoint that hangs up is a failure without a status, told in a sentence", async () => {
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
      attempts: [{ error: "The endpoint answered with 410 (gone), so this webhook was disabled." }],
    });
    expect(delivery).not.toHaveProperty("next_attempt_at");
    expect((await call("GET", id)).body).toMatchObject({ is_enabled: false, __v: 1 });
  });

  test("a claim that was lost while the request was under way records nothing; the repeat has the same webhook-id", async () => {
    const { _id: id, secret } = await create();
    receiver.answer(async (response) => {
      // What the supervisor does with the jobs of a process that died: another one takes them over.
      if (receiver.receipts.length === 1)
        await sql`update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
          where name = 'webhooks.deliver' and state = 'active'`.execute(server.deps.db);
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
  });
});

describe("a webhook that is deleted at the same moment", () => {
  test("404 for a test of it, and an event is announced to the others alone", async () => {
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
  test("200: sends the same body under the same webhook-id again, and keeps the attempts before", async () => {
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

  test("200: a delivery that waits for its next attempt is sent now, and not once more later", async () => {
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
    // The job of the first turn comes due.
    await sql`update pgboss.job set start_after = now() where name = 'webhooks.deliver'`.execute(
      server.deps.db,
    );
    await eventually(async () => {
      const { rows } =
        await sql`select 1 from pgboss.job where name = 'webhooks.deliver' and data ->> 'deliveryId' = ${deliveryId}`.execute(
          server.deps.db,
        );
      return rows.length === 0;
    });
    expect(receiver.receipts).toHaveLength(2);
  });

  test("404 for an unknown delivery and for one of another webhook; 400 when the webhook is disabled", async () => {
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

describe("the delivery log", () => {
  test("200: is paged, newest first; 400 for a bad page", async () => {
    const { _id: id } = await create();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await call("POST", `${id}/test`)).body._id);
    const { body } = await call("GET", `${id}/deliveries?limit=2&page=2`);
    expect(body.docs.map(({ _id }: { _id: string }) => _id)).toEqual([ids[0]]);
    expect(body).toMatchObject({ totalDocs: 3, limit: 2, totalPages: 2, page: 2, hasPrevPage: true });
    expect((await call("GET", `${id}/deliveries?page=0`)).status).toBe(400);
  });
});
