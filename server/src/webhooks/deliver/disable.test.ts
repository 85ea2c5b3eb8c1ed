import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createTestWebhook, sendTestEvents } from "../test-deliveries.ts";
import { startTestReceiver, type TestReceiver } from "../test-receiver.ts";

const HOUR_MS = 3_600_000;
const START_MS = Date.parse("2100-01-01T00:00:00.000Z");

// Far in the future, so that no retry comes due before the test says so.
let now = new Date(START_MS);
let server: TestServer;
let receiver: TestReceiver;
let id: string;
beforeAll(async () => {
  server = await startTestServer({ logLevel: "silent" }, { clock: { now: () => now } });
  server.work();
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date(START_MS);
  receiver = await startTestReceiver();
  ({ _id: id } = await createTestWebhook(server, server.testKey, { webhook_url: receiver.url }));
  return () => receiver.close();
});

function call(method: "GET" | "POST" | "PUT", path = "", body?: object) {
  const url = `/api/v2/public/webhook/${id}${path}`;
  return server.request({ method, url, key: server.testKey, body });
}

/** Sends a delivery `hours` after the start, which the endpoint answers with `status`. */
async function sendAt(hours: number, status: number) {
  now = new Date(START_MS + hours * HOUR_MS);
  receiver.answer((response) => {
    response.statusCode = status;
    response.end();
  });
  const { body } = await call("POST", "/test");
  await eventually(async () => {
    const { docs } = (await call("GET", "/deliveries")).body;
    return docs.find(({ _id }: { _id: string }) => _id === body._id)?.attempts.length === 1;
  });
}

/** Lets the deliveries that wait be tried again `hours` after the start, until one of them disables the webhook. */
async function failAt(hours: number, status: number) {
  now = new Date(START_MS + hours * HOUR_MS);
  receiver.answer((response) => {
    response.statusCode = status;
    response.end();
  });
  await eventually(async () => !(await webhook()).is_enabled);
}

async function sendDaily(days: number, status: number, fromHour = 0) {
  for (let day = 0; day <= days; day++) await sendAt(fromHour + day * 24, status);
}

const webhook = async () => (await call("GET")).body;

/** Sends a delivery; while its attempt is under way the webhook moves, then the old address answers with `status`. */
async function moveDuringAttempt(status: number) {
  receiver.answer(async (response) => {
    await call("PUT", "", { webhook_url: `${receiver.url}/new` });
    response.statusCode = status;
    response.end();
  });
  const { body } = await call("POST", "/test");
  await eventually(async () => {
    const { docs } = (await call("GET", "/deliveries")).body;
    return docs.find(({ _id }: { _id: string }) => _id === body._id)?.attempts[0]?.status_code === status;
  });
}

test("from its first failed attempt on, an endpoint says since when it fails, until it accepts one", async () => {
  expect(await webhook()).not.toHaveProperty("failing_since");
  await sendAt(0, 500);
  await eventually(async () => (await webhook()).failing_since !== undefined);
  expect(await webhook()).toMatchObject({ is_enabled: true, failing_since: "2100-01-01T00:00:00.000Z" });
  await sendAt(1, 500);
  expect((await webhook()).failing_since).toBe("2100-01-01T00:00:00.000Z");
  await sendAt(2, 200);
  await eventually(async () => (await webhook()).failing_since === undefined);
});

test("a disabled endpoint says when it was disabled, not since when it failed", async () => {
  await sendAt(0, 500);
  await eventually(async () => (await webhook()).failing_since !== undefined);
  expect((await call("PUT", "", { is_enabled: false })).body).not.toHaveProperty("failing_since");
});

describe("an endpoint that fails for five days", () => {
  test("is disabled, and its record shows the time and the reason; enabling it clears them", async () => {
    await sendDaily(4, 500);
    expect(await webhook()).toMatchObject({ is_enabled: true, __v: 0 });
    await sendAt(119, 500);
    expect((await webhook()).is_enabled).toBe(true);
    await failAt(120, 404);
    expect(await webhook()).toMatchObject({
      is_enabled: false,
      disabled_at: now.toISOString(),
      disabled_reason: "Every attempt has failed for five days.",
      __v: 1,
    });
    expect((await call("POST", "/test")).status).toBe(400);
    const enabled = await call("PUT", "", { is_enabled: true });
    expect(enabled.body).toMatchObject({ is_enabled: true, __v: 2 });
    for (const field of ["disabled_at", "disabled_reason"]) expect(enabled.body).not.toHaveProperty(field);
    await sendAt(121, 500);
    expect((await webhook()).is_enabled).toBe(true);
  });

  test("is not disabled if one attempt in between succeeded", async () => {
    await sendDaily(3, 500);
    await sendAt(80, 204);
    await sendDaily(3, 500, 96);
    expect((await webhook()).is_enabled).toBe(true);
    await sendAt(192, 500);
    await failAt(216, 500);
  });

  test("is not disabled by a few failures of a rarely used webhook: a gap of more than a day starts over", async () => {
    await sendAt(0, 500);
    await sendAt(130, 500);
    await sendAt(300, 500);
    expect((await webhook()).is_enabled).toBe(true);
  });

  test("is not disabled if its address has changed meanwhile", async () => {
    await sendDaily(4, 500);
    await call("PUT", "", { webhook_url: `${receiver.url}/new` });
    await sendAt(120, 500);
    expect((await webhook()).is_enabled).toBe(true);
  });

  test("does not count failures of a previous address", async () => {
    await moveDuringAttempt(500);
    const { failing_since, failed_at } = await server.deps.db
      .selectFrom("webhooks")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect({ failing_since, failed_at }).toEqual({ failing_since: null, failed_at: null });
  });
});

describe("an endpoint that answers 410", () => {
  test("is disabled at once, and its record shows the reason", async () => {
    await sendAt(0, 410);
    expect(await webhook()).toMatchObject({
      is_enabled: false,
      disabled_at: now.toISOString(),
      disabled_reason: "The endpoint responded with 410 (gone).",
    });
  });

  test("disables nothing if the address changed during the request", async () => {
    await moveDuringAttempt(410);
    expect(await webhook()).toMatchObject({ is_enabled: true, webhook_url: `${receiver.url}/new` });
  });

  test("keeps deliveries in the meantime as cancelled, and a resend sends them", async () => {
    await sendAt(0, 410);
    await sendTestEvents(server, server, 2);
    const kept = (await call("GET", "/deliveries?status=cancelled")).body.docs;
    expect(kept).toMatchObject([
      { attempts: [], payload: { n: 1 } },
      { attempts: [], payload: { n: 0 } },
    ]);
    for (const delivery of kept) expect(delivery).not.toHaveProperty("next_attempt_at");
    await call("PUT", "", { is_enabled: true });
    receiver.answer((response) => response.end());
    // Ids never go back, also not to the start of this test.
    now = new Date(START_MS + 1000 * HOUR_MS);
    expect((await call("POST", "/resend", { since: "2100-01-01" })).body).toEqual({ resent: 3 });
    await eventually(async () => (await call("GET", "/deliveries?status=delivered")).body.totalDocs === 3);
    expect(receiver.receipts).toHaveLength(4);
  });

  test("a manually disabled webhook keeps nothing", async () => {
    await call("PUT", "", { is_enabled: false });
    await sendTestEvents(server, server, 2);
    expect((await call("GET", "/deliveries")).body.totalDocs).toBe(0);
  });

  test("a manually disabled webhook has no reason", async () => {
    await sendAt(0, 410);
    await call("PUT", "", { is_enabled: true });
    await call("PUT", "", { is_enabled: false });
    expect(await webhook()).not.toHaveProperty("disabled_reason");
  });
});
