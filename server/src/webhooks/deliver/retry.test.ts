import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { startTestReceiver, type TestReceiver } from "../test-receiver.ts";
import { PAUSES_MS } from "./backoff.ts";
import { deliverWebhooks } from "./deliver.ts";

const HOUR_MS = 3_600_000;

// Far in the future, so that no retry comes due before the test says so.
let now = new Date("2100-01-01T00:00:00.000Z");
let server: TestServer;
let receiver: TestReceiver;
beforeAll(async () => {
  server = await startTestServer({ logLevel: "silent" }, { clock: { now: () => now } });
  server.work();
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await startTestReceiver();
  return () => receiver.close();
});

const URL = "/api/v2/public/webhook";

function call(method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: object) {
  return server.request({ method, url: URL + url, key: server.testKey, body });
}

async function create() {
  const { body } = await call("POST", "", {
    webhook_url: receiver.url,
    webhook_events: ["Workflow Completed"],
  });
  return body;
}

function attempted(id: string, count: number) {
  return eventually(async () => {
    const [newest] = (await call("GET", `/${id}/deliveries`)).body.docs;
    return newest?.attempts.length === count && newest;
  });
}

/** Moves the clock to `at`, and wakes what sleeps until then, which the server does by itself once a second. */
async function goOn(at: Date) {
  now = at;
  await deliverWebhooks.tend?.(server.deps, 0);
  server.deps.work.wake(deliverWebhooks.name);
}

describe("retries", () => {
  test("follow the backoff with at most a fifth of jitter, under one webhook-id, and end after eight attempts", async () => {
    const { _id: id } = await create();
    receiver.answer((response) => {
      response.statusCode = 503;
      response.end();
    });
    await call("POST", `/${id}/test`);
    for (const [index, pauseMs] of PAUSES_MS.slice(1).entries()) {
      const { status, next_attempt_at } = await attempted(id, index + 1);
      expect(status).toBe("pending");
      const waitsMs = Date.parse(next_attempt_at) - now.getTime();
      expect(waitsMs).toBeGreaterThanOrEqual(pauseMs);
      expect(waitsMs).toBeLessThanOrEqual(pauseMs * 1.2);
      await goOn(new Date(next_attempt_at));
    }
    const delivery = await attempted(id, 8);
    expect(delivery.status).toBe("failed");
    expect(delivery).not.toHaveProperty("next_attempt_at");
    expect(new Set(receiver.receipts.map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([delivery._id]),
    );
    expect(new Set(receiver.receipts.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(8);
    await call("POST", `/${id}/deliveries/${delivery._id}/resend`);
    expect(await attempted(id, 9)).toMatchObject({ status: "pending" });
  });

  test("wait as long as Retry-After requests", async () => {
    const { _id: id } = await create();
    receiver.answer((response) => {
      response.writeHead(429, { "retry-after": "120" });
      response.end();
    });
    await call("POST", `/${id}/test`);
    const { next_attempt_at } = await attempted(id, 1);
    expect(Date.parse(next_attempt_at) - now.getTime()).toBe(120_000);
  });

  test("end when the server itself has failed at the delivery twenty times, so that none is pending forever", async () => {
    const { _id: id } = await create();
    const unreadable = { sealed: Buffer.from("not sealed by this server") };
    await server.deps.db
      .updateTable("webhook_secrets")
      .set(unreadable)
      .where("webhook_id", "=", id)
      .execute();
    await call("POST", `/${id}/test`);
    const pending = await eventually(async () => {
      const [one] = (await call("GET", `/${id}/deliveries`)).body.docs;
      return Date.parse(one.next_attempt_at) > now.getTime() && one;
    });
    expect(pending).toMatchObject({ status: "pending", attempts: [] });
    await server.deps.db
      .updateTable("webhook_deliveries")
      .set({ recoveries: 20 })
      .where("id", "=", pending._id)
      .execute();
    await goOn(new Date(pending.next_attempt_at));
    const error = expect.stringMatching(/^This server failed to make the delivery/);
    const ended = await attempted(id, 1);
    expect(ended).toMatchObject({ _id: pending._id, status: "failed", attempts: [{ error }] });
    expect(ended).not.toHaveProperty("next_attempt_at");
    expect(receiver.receipts).toHaveLength(0);
  });

  test("are cancelled if the webhook was disabled, and deleted with the webhook", async () => {
    receiver.answer((response) => {
      response.statusCode = 500;
      response.end();
    });
    const [disabled, deleted] = [await create(), await create()];
    for (const { _id: id } of [disabled, deleted]) await call("POST", `/${id}/test`);
    const { next_attempt_at } = await attempted(disabled._id, 1);
    const gone = await attempted(deleted._id, 1);
    await call("PUT", `/${disabled._id}`, { is_enabled: false });
    await call("DELETE", `/${deleted._id}`);
    await goOn(new Date(next_attempt_at));
    await eventually(async () => {
      const [delivery] = (await call("GET", `/${disabled._id}/deliveries`)).body.docs;
      return delivery.status === "cancelled" && delivery.attempts.length === 1;
    });
    const { rows } = await sql`select id from webhook_deliveries where id = ${gone._id}
      union all select id from webhook_attempts where delivery_id = ${gone._id}`.execute(server.deps.db);
    expect(rows).toEqual([]);
    expect(receiver.receipts).toHaveLength(2);
  });
});

describe("a replaced secret", () => {
  test("no longer signs if other secrets are ended, whenever they were replaced", async () => {
    now = new Date();
    const { _id: id } = await create();
    await call("POST", `/${id}/secret/rotate`);
    const { secret } = (await call("POST", `/${id}/secret/rotate`, { end_others: true })).body;
    await call("POST", `/${id}/test`);
    const [receipt] = await eventually(async () =>
      receiver.receipts.length > 0 ? receiver.receipts : undefined,
    );
    new Webhook(secret).verify(receipt?.body ?? "", receipt?.headers ?? {});
    expect(receipt?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  });

  test("keeps signing beside the new one for 24 hours, and no longer", async () => {
    now = new Date();
    const { _id: id, secret: old } = await create();
    const { secret } = (await call("POST", `/${id}/secret/rotate`)).body;
    await call("POST", `/${id}/test`);
    await attempted(id, 1);
    now = new Date(now.getTime() + 24 * HOUR_MS);
    await call("POST", `/${id}/test`);
    await eventually(async () => receiver.receipts[1]);
    const [during, after] = receiver.receipts;
    for (const one of [old, secret]) new Webhook(one).verify(during?.body ?? "", during?.headers ?? {});
    expect(during?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    expect(after?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  });
});
