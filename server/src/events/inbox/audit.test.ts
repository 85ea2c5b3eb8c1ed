import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createLog } from "../../platform/log.ts";
import { type LocalServer, startLocalServer } from "../../platform/outbound/local-server.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { auditIntake } from "./audit.ts";

const EVENT = "order.placed";

// The audit skips whatever is younger than a minute, so only its clock runs ahead.
let lookAheadMs = 0;
let logged = "";
let server: TestServer;
let receiver: LocalServer;
let workflow: string;
beforeAll(async () => {
  const log = createLog("warn", {
    write: (line) => {
      logged += line;
    },
  });
  server = await startTestServer({}, { log });
  receiver = await startLocalServer((_request, response) => response.end());
  await server.account("acme");
  await server.account("other");
  await post("/api/v2/public/application/event", { name: EVENT });
  await post("/api/v2/public/webhook", {
    webhook_url: receiver.origin,
    webhook_events: ["Workflow Completed"],
  });
  workflow = await publishTestWorkflow(server, { event: EVENT });
  await publishTestWorkflow(server, { event: EVENT });
  // Pretends that the webhook has existed for long.
  await server.deps.db
    .updateTable("webhooks")
    .set({ updated_at: new Date(0) })
    .execute();
  server.work();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

async function post(url: string, body: unknown, account?: string) {
  const reply = await server.request({ method: "POST", url, key: server.testKey, account, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

async function get(path: string) {
  const reply = await server.request({ url: `/api/v2/public/${path}`, key: server.testKey });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

/** Audits everything up to now. */
function auditAll() {
  lookAheadMs += 120_000;
  return auditIntake({ ...server.deps, clock: { now: () => new Date(Date.now() + lookAheadMs) } });
}

const toldOf = ({ pending = 0, delivered = 0 }: Record<string, number>) => pending + delivered;

/** An event whose runs have ended and been delivered. */
async function completed(account = "acme") {
  const { event_id } = await post("/api/v2/public/event", { event: EVENT, payload: { n: 1 } }, account);
  return eventually(async () => {
    const event = await get(`event/received/${event_id}`);
    const isTold = ({ status, deliveries }: { status: string; deliveries: Record<string, number> }) =>
      status === "COMPLETED" && toldOf(deliveries) === 1;
    return event.executions.every(isTold) && event;
  });
}

describe("a balanced event", () => {
  test("shows its matches, executions and deliveries, and no audit finds anything", async () => {
    const event = await completed();
    expect(event).toMatchObject({ matched: 2, repeated: 0, balanced: true });
    expect(event.executions).toHaveLength(2);
    const [{ workflow_id, deliveries }] = event.executions;
    expect(workflow_id).toBe(workflow);
    expect(Object.keys(deliveries)).toEqual(["pending", "delivered", "failed", "cancelled"]);
    expect(event).not.toHaveProperty("imbalance");
    expect(await auditAll()).toEqual([]);
    expect(logged).not.toContain("audit.imbalance");
  });
});

describe("a planted inconsistency", () => {
  test("a deleted run is found once, stored and logged", async () => {
    const event = await completed();
    const [{ _id: runId }] = event.executions;
    await server.deps.db.deleteFrom("runs").where("id", "=", runId).execute();
    const message = "The event matched 2 workflows, but has 1 execution.";
    expect(await get(`event/received/${event._id}`)).toMatchObject({ balanced: false, imbalance: [message] });
    expect(await auditAll()).toMatchObject([
      { kind: "executions", event_id: event._id, run_id: null, message },
    ]);
    expect(await auditAll()).toEqual([]);
    const { docs } = await get("audit/findings");
    expect(docs[0]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      kind: "executions",
      event_id: event._id,
      linked_account_id: "acme",
      message,
      org_id: server.orgId,
      environment: "test",
      found_at: expect.any(String),
    });
    const line = logged.split("\n").find((one) => one.includes("audit.imbalance"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({
      eventId: event._id,
      kind: "executions",
      reason: message,
    });
    // A finding still applies to the event when its runs are too old to be counted.
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    await server.deps.db
      .updateTable("received_events")
      .set({ received_at: longAgo })
      .where("id", "=", event._id)
      .execute();
    expect(await get(`event/received/${event._id}`)).toMatchObject({ balanced: false, imbalance: [message] });
  });

  test("an extra run is found", async () => {
    const event = await completed();
    const spare = await post(`/api/v2/public/workflow/${workflow}/execute`, {}, "acme");
    await server.deps.db
      .updateTable("runs")
      .set({ event_id: event._id })
      .where("id", "=", spare.execution_id)
      .execute();
    const [found] = await auditAll();
    expect(found?.message).toBe("The event matched 2 workflows, but has 3 executions.");
  });

  test("an open run missing from every queue is found; one that waits for an answer is not", async () => {
    const event = await completed();
    const [{ _id: lost }, { _id: waiting }] = event.executions;
    await server.deps.db
      .updateTable("runs")
      .set({ status: "RUNNING", finished_at: null })
      .where("id", "in", [lost, waiting])
      .execute();
    await server.deps.db
      .updateTable("run_steps")
      .set({ status: "Waiting" })
      .where("run_id", "=", waiting)
      .execute();
    const found = await auditAll();
    expect(found).toMatchObject([{ kind: "queue", event_id: event._id, run_id: lost }]);
    expect(await get(`event/received/${event._id}`)).toMatchObject({
      balanced: false,
      imbalance: [`The execution ${lost} is open, but is in no queue.`],
    });
    // The inbox says the same as the list of executions.
    const { executions } = await get(`event/received/${event._id}`);
    expect(executions.map((one: { _id: string; waits?: boolean }) => [one._id, one.waits])).toEqual([
      [lost, undefined],
      [waiting, true],
    ]);
    const { docs } = await get("execution?limit=100");
    const listed = docs.find(({ _id }: { _id: string }) => _id === waiting);
    expect(listed).toMatchObject({ status: "RUNNING", waits_for: expect.anything() });
  });

  test("a pending delivery missing from every queue is found, also without an execution", async () => {
    const event = await completed();
    const [{ _id: runId }] = event.executions;
    const { database } = server.deps;
    const plant = {
      name: "test-lose-delivery",
      text: `update webhook_deliveries set status = 'pending', next_attempt_at = null
        where run_id = $1 and status = 'delivered' returning id`,
    };
    const [{ id: deliveryId } = { id: "" }] = await eventually(async () => {
      const lost = await database.query<{ id: string }>(plant, [runId]);
      return lost.length > 0 && lost;
    });
    const other = {
      name: "test-lose-other",
      text: `insert into webhook_deliveries (id, org_id, environment, webhook_id, account_id, event, payload, created_at, updated_at)
        select repeat('f', 24), org_id, environment, webhook_id, account_id, 'Connection Created', '{}', created_at, updated_at
        from webhook_deliveries where id = $1`,
    };
    await database.query(other, [deliveryId]);
    const message = `The delivery ${deliveryId} is pending, but is in no queue.`;
    expect(await get(`event/received/${event._id}`)).toMatchObject({ balanced: false, imbalance: [message] });
    expect(await auditAll()).toMatchObject([
      { kind: "queue", event_id: event._id, run_id: runId, message },
      { kind: "queue", event_id: null, run_id: null },
    ]);
    expect(await auditAll()).toEqual([]);
  });

  test("deliveries kept for a webhook that this server disabled are accepted; a missing one is found", async () => {
    const { db } = server.deps;
    const set = (disabled: object) => db.updateTable("webhooks").set(disabled).execute();
    await set({ is_enabled: false, disabled_at: new Date() });
    const { event_id } = await post("/api/v2/public/event", { event: EVENT, payload: {} }, "acme");
    const kept = await eventually(async () => {
      const event = await get(`event/received/${event_id}`);
      return event.executions.every(({ status }: { status: string }) => status === "COMPLETED") && event;
    });
    expect(kept).toMatchObject({
      balanced: true,
      executions: [{ deliveries: { cancelled: 1 } }, { deliveries: { cancelled: 1 } }],
    });
    const deletion = {
      name: "test-delete-kept",
      text: "delete from webhook_deliveries where run_id = $1",
    };
    await server.deps.database.query(deletion, [kept.executions[0]._id]);
    expect(await auditAll()).toMatchObject([{ kind: "deliveries", run_id: kept.executions[0]._id }]);
    await set({ is_enabled: true, disabled_at: null });
  });

  test("a delivery is not missed if the webhook changed within a minute before the end", async () => {
    const { db } = server.deps;
    const event = await completed();
    await db.deleteFrom("webhook_deliveries").where("account_id", "is not", null).execute();
    const since = sql<Date>`(select min(finished_at) from runs where event_id = ${event._id}) - interval '59 s'`;
    await db.updateTable("webhooks").set({ updated_at: since }).execute();
    expect((await auditAll()).filter(({ event_id }) => event_id === event._id)).toEqual([]);
    await db
      .updateTable("webhooks")
      .set({ updated_at: new Date(0) })
      .execute();
  });

  test("a delivery that was never created is found; a webhook created or changed since is not", async () => {
    const event = await completed();
    const [{ _id: runId }] = event.executions;
    await server.deps.db.deleteFrom("webhook_deliveries").where("account_id", "is not", null).execute();
    await post("/api/v2/public/webhook", {
      webhook_url: receiver.origin,
      webhook_events: ["Workflow Completed"],
    });
    const found = await auditAll();
    // Runs are audited in the order in which they ended.
    const ofEvent = found.filter(({ event_id }) => event_id === event._id);
    const told = ofEvent.map(({ kind, run_id }) => `${kind} ${run_id}`).sort();
    expect(told).toEqual(event.executions.map(({ _id }: { _id: string }) => `deliveries ${_id}`).sort());
    expect(ofEvent.find(({ run_id }) => run_id === runId)?.message).toBe(
      `The execution ${runId} has ended, but 1 of the webhooks that listened for it got no delivery.`,
    );
  });
});

describe("the lists", () => {
  test("of events are newest first, without payloads, filtered by name, account, date and balance", async () => {
    const { testKey: key } = await server.organization();
    const call = async (method: "PUT" | "POST", url: string, body: unknown, account?: string) =>
      (await server.request({ method, url: `/api/v2/public/${url}`, key, account, body })).body;
    for (const linked_account_id of ["one", "two"])
      await call("PUT", "linked-account", { linked_account_id });
    for (const name of ["a", "b"]) await call("POST", "application/event", { name });
    await publishTestWorkflow(server, { key, event: "b" });
    const send = async (event: string, account: string) =>
      (await call("POST", "event", { event, payload: { n: 1 } }, account)).event_id;
    const [first, second, third] = [await send("a", "one"), await send("b", "two"), await send("b", "one")];
    const list = async (query = "", path = "event/received", who: object = { key }) => {
      const reply = await server.request({ url: `/api/v2/public/${path}${query}`, ...who });
      expect(reply.status, reply.text).toBe(200);
      return reply.body;
    };
    const idsOf = async (...args: Parameters<typeof list>) =>
      (await list(...args)).docs.map(({ _id }: { _id: string }) => _id);
    const all = await list();
    expect(all).toMatchObject({ totalDocs: 3, page: 1 });
    expect(all.docs[0]).toMatchObject({ _id: third, event: "b", linked_account_id: "one", matched: 1 });
    expect(all.docs[0]).not.toHaveProperty("payload");
    expect(await idsOf("", "audit/event-received")).toEqual([third, second, first]);
    expect(await idsOf("?event=b")).toEqual([third, second]);
    expect(await idsOf("?account=one")).toEqual([third, first]);
    expect(await idsOf("?limit=1&page=2")).toEqual([second]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await idsOf(`?start_date=${today}&end_date=${today}`)).toHaveLength(3);
    expect(await idsOf("?end_date=2026-01-01")).toEqual([]);
    expect(await idsOf("", "event/received", { key, account: "two" })).toEqual([second]);
    const token = (await call("POST", "session-token", { linked_account_id: "two" })).token;
    expect(await idsOf("?account=one", "event/received", { token })).toEqual([]);
    await server.deps.db.deleteFrom("runs").where("event_id", "=", second).execute();
    await auditAll();
    expect(await idsOf("?balanced=false")).toEqual([second]);
    expect(await idsOf("?balanced=true")).toEqual([third, first]);
    expect((await list("?balanced=false")).docs[0]).toMatchObject({ balanced: false, executions: [] });
  });

  test("of findings are filtered by kind and date; strangers see none, and bad queries are a 400", async () => {
    const kinds = async (query: string) =>
      (await get(`audit/findings${query}`)).docs.map(({ kind }: { kind: string }) => kind);
    expect(new Set(await kinds("?limit=100"))).toEqual(new Set(["executions", "queue", "deliveries"]));
    expect(new Set(await kinds("?kind=queue"))).toEqual(new Set(["queue"]));
    expect(await kinds("?end_date=2026-01-01")).toEqual([]);
    const stranger = await server.organization();
    for (const key of [stranger.testKey, server.productionKey]) {
      const reply = await server.request({ url: "/api/v2/public/audit/findings", key });
      expect(reply.body).toMatchObject({ docs: [], totalDocs: 0 });
    }
    for (const url of [
      "audit/findings?kind=x",
      "audit/findings?start_date=x",
      "event/received?balanced=maybe",
    ])
      expect((await server.request({ url: `/api/v2/public/${url}`, key: server.testKey })).status, url).toBe(
        400,
      );
  });
});
