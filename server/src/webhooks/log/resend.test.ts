import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../../test/test-server.ts";
import { json } from "../../platform/database/database.ts";
import { createFirstId } from "../../platform/id.ts";
import type { DeliveryStatus } from "../table.ts";
import { createTestWebhook, sendTestEvents } from "../test-deliveries.ts";
import { deleteOldDeliveries } from "./delivery-store.ts";

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse("2026-03-01T12:00:00.000Z");

let server: TestServer;
let organization: TestOrganization;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.deleteFrom("webhooks").execute();
  organization = await server.organization();
  const webhook_events = ["Workflow Completed", "Connection Created"];
  ({ _id: id } = await createTestWebhook(server, organization.testKey, {
    webhook_url: "https://a.example/",
    webhook_events,
  }));
});

/** `count` deliveries of the given day of March that have come to `status`, ids oldest first. */
async function make(day: number, status: DeliveryStatus, count = 1): Promise<string[]> {
  const at = new Date(FIRST_DAY + (day - 1) * DAY_MS);
  const ids = Array.from(
    { length: count },
    (_, n) => createFirstId(at).slice(0, -8) + String(n).padStart(8, "0"),
  );
  const { test: scope } = organization;
  const rows = ids.map((delivery) => ({
    id: delivery,
    org_id: scope.orgId,
    environment: scope.environment,
    webhook_id: id,
    account_id: null,
    event: "Workflow Completed" as const,
    payload: json({}),
    status,
    tries: 8,
    next_attempt_at: null,
    created_at: at,
    updated_at: at,
  }));
  for (let i = 0; i < count; i += 1000)
    await server.deps.db
      .insertInto("webhook_deliveries")
      .values(rows.slice(i, i + 1000))
      .execute();
  return ids;
}

function call(method: "GET" | "POST", path: string, body?: object, key = organization.testKey) {
  return server.request({ method, url: `/api/v2/public/webhook/${id}/${path}`, key, body });
}

async function pending(): Promise<string[]> {
  const rows = await server.deps.db
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("webhook_id", "=", id)
    .where("status", "=", "pending")
    .where("ready_at", "is not", null)
    .where("turn", "=", 1)
    .where("tries", "=", 0)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

describe("POST /api/v2/public/webhook/:id/resend", () => {
  test("200: restarts failed and cancelled deliveries since then, and returns their number", async () => {
    await make(1, "failed");
    const [failed, cancelled] = [await make(2, "failed", 2), await make(3, "cancelled")];
    await make(4, "delivered");
    expect((await call("POST", "resend", { since: "2026-03-02" })).body).toEqual({ resent: 3 });
    expect(await pending()).toEqual([...failed, ...cancelled]);
    expect((await call("POST", "resend", { since: "2026-03-02", status: "failed" })).body).toEqual({
      resent: 0,
    });
  });

  test("200: with all, successful ones too; pending ones and those in progress are sent only once", async () => {
    const delivered = await make(2, "delivered");
    await sendTestEvents(server, organization, 2);
    await server.deps.db
      .updateTable("webhook_deliveries")
      .set({ ready_at: null, worker: "w" })
      .where("webhook_id", "=", id)
      .where("id", "=", (eb) => eb.selectFrom("webhook_deliveries").select((m) => m.fn.max("id").as("id")))
      .execute();
    const since = "2026-03-01T00:00:00.000Z";
    expect((await call("POST", "resend", { since, status: "all" })).body).toEqual({ resent: 1 });
    expect(await pending()).toEqual(delivered);
  });

  test("200: regardless of their number", async () => {
    await make(2, "failed", 2345);
    expect((await call("POST", "resend", { since: "2026-03-01" })).body).toEqual({ resent: 2345 });
    expect(await pending()).toHaveLength(2345);
  });

  test("400 for a bad date or status, or a webhook that is disabled; nothing is sent", async () => {
    await make(2, "failed");
    for (const body of [
      undefined,
      {},
      { since: "" },
      { since: "yesterday" },
      { since: "2026-03-01", status: "pending" },
    ])
      expect((await call("POST", "resend", body)).status).toBe(400);
    const url = `/api/v2/public/webhook/${id}`;
    await server.request({ method: "PUT", url, key: organization.testKey, body: { is_enabled: false } });
    expect((await call("POST", "resend", { since: "2026-03-01" })).status).toBe(400);
    expect(await pending()).toEqual([]);
  });
});

describe("GET /api/v2/public/webhook/:id/deliveries", () => {
  test("200: is paged, newest first; 400 for a bad page", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await call("POST", "test")).body._id);
    const { body } = await call("GET", "deliveries?limit=2&page=2");
    expect(body.docs.map(({ _id }: { _id: string }) => _id)).toEqual([ids[0]]);
    expect(body).toMatchObject({ totalDocs: 3, limit: 2, totalPages: 2, page: 2, hasPrevPage: true });
    expect((await call("GET", "deliveries?page=0")).status).toBe(400);
  });

  test("200: filters by status, event and date", async () => {
    const [first] = await make(1, "failed");
    const [second] = await make(2, "delivered");
    await sendTestEvents(server, organization, 1, { event: "Connection Created" });
    const list = async (query: string) => {
      const { body } = await call("GET", `deliveries?${query}`);
      return [body.totalDocs, ...body.docs.map(({ _id }: { _id: string }) => _id)];
    };
    expect(await list("status=failed")).toEqual([1, first]);
    expect(await list("event=Workflow%20Completed")).toEqual([2, second, first]);
    expect(await list("start_date=2026-03-02&end_date=2026-03-02")).toEqual([1, second]);
    expect(await list("start_date=2026-03-01T12:00:00.000Z&end_date=2026-03-01T12:00:00.000Z")).toEqual([
      1,
      first,
    ]);
    expect(await list("event=Connection%20Created&status=delivered")).toEqual([0]);
    for (const bad of ["status=open", "event=Nothing", "start_date=soon", "end_date=2026-02-31"])
      expect((await call("GET", `deliveries?${bad}`)).status).toBe(400);
  });
});

describe("deleteOldDeliveries", () => {
  test("deletes older deliveries with their attempts, in batches, except those still to be sent", async () => {
    const old = await make(1, "delivered", 3);
    const [waiting] = await make(2, "pending");
    const [young] = await make(3, "failed");
    const { db, database, clock } = server.deps;
    const attempts = [...old, young].map((delivery = "") => ({
      id: delivery,
      delivery_id: delivery,
      attempted_at: clock.now(),
      duration_ms: 1,
      status_code: null,
      answer: null,
      error: null,
      url: null,
      method: null,
      headers: null,
      body: null,
    }));
    await db.insertInto("webhook_attempts").values(attempts).execute();
    const before = new Date(FIRST_DAY + 2 * DAY_MS);
    expect(await deleteOldDeliveries(database, before, 2)).toBe(2);
    expect(await deleteOldDeliveries(database, before, 2)).toBe(1);
    expect(await deleteOldDeliveries(database, before, 2)).toBe(0);
    const left = await db
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("webhook_id", "=", id)
      .execute();
    expect(left.map((row) => row.id).sort()).toEqual([waiting, young]);
    const logged = await db
      .selectFrom("webhook_attempts")
      .select("id")
      .where("id", "in", [...old, young ?? ""])
      .execute();
    expect(logged).toEqual([{ id: young }]);
  });
});
