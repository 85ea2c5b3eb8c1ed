import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { publishWebhook, sendWebhook } from "../receive/test-webhook.ts";
import { insertFindings } from "./audit-store.ts";
import { deleteEndedKeys, deleteOldEvents } from "./delete-old-events.ts";

let server: TestServer;
let workflow: string;
beforeAll(async () => {
  server = await startTestServer();
  await server.account("acme");
  workflow = await publishWebhook(server);
});
afterAll(() => server.close());

async function send(key?: string): Promise<{ status: number; id: string }> {
  const { status, body } = await sendWebhook(
    server,
    workflow,
    {},
    { headers: key ? { "idempotency-key": key } : {} },
  );
  return { status, id: body.event_id };
}

async function ids(table: "received_events" | "audit_findings"): Promise<string[]> {
  const rows = await server.deps.db.selectFrom(table).select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

async function report(eventId: string): Promise<void> {
  const { db } = server.deps;
  const event = db.selectFrom("received_events").select("account_id").where("id", "=", eventId);
  const { account_id } = await event.executeTakeFirstOrThrow();
  const finding = {
    account_id,
    kind: "executions" as const,
    event_id: eventId,
    run_id: null,
    message: "Planted.",
  };
  await insertFindings(db, [{ ...finding, org_id: server.orgId, environment: "test" }], new Date());
}

test("events older than a moment are deleted in batches, with their findings; the rest stays", async () => {
  const old = [await send("old"), await send(), await send(), await send(), await send()];
  await report(old[0]?.id ?? "");
  await sleep(50);
  const before = new Date();
  await sleep(50);
  const young = await send("young");
  await report(young.id);
  expect((await send("old")).status).toBe(409);
  const { database } = server.deps;
  expect(await deleteOldEvents(database, before, 2)).toBe(2);
  expect(await ids("received_events")).toEqual([...old.slice(2).map(({ id }) => id), young.id]);
  expect([
    await deleteOldEvents(database, before, 2),
    await deleteOldEvents(database, before, 2),
    await deleteOldEvents(database, before, 2),
  ]).toEqual([2, 1, 0]);
  expect(await ids("received_events")).toEqual([young.id]);
  expect(await ids("audit_findings")).toHaveLength(1);
  expect((await send("young")).status).toBe(409);
});

test("a key is kept for its whole window, even if its event is deleted earlier", async () => {
  const first = await send("kept");
  await sleep(50);
  const { database } = server.deps;
  await deleteOldEvents(database, new Date(), 500);
  await deleteEndedKeys(database, new Date(), 500);
  expect(await ids("received_events")).not.toContain(first.id);
  expect(await send("kept")).toEqual({ status: 409, id: first.id });
});

test("keys whose window has ended are deleted in batches, however new", async () => {
  const short = await publishWebhook(server, { settings: { idempotency: { header: "x-id", window_ms: 1 } } });
  for (const id of ["1", "2", "3"]) await sendWebhook(server, short, {}, { headers: { "x-id": id } });
  await sleep(50);
  const { database } = server.deps;
  const longAgo = new Date(0);
  expect([
    await deleteEndedKeys(database, longAgo, 2),
    await deleteEndedKeys(database, longAgo, 2),
    await deleteEndedKeys(database, longAgo, 2),
  ]).toEqual([2, 1, 0]);
  expect((await send("kept")).status).toBe(409);
});

test("a key without an end is kept for 90 days, or as long as events", async () => {
  const { database, db } = server.deps;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const { id: account_id } = await db.selectFrom("linked_accounts").select("id").executeTakeFirstOrThrow();
  const ages = [2, 89, 91, 200];
  const keys = ages.map((days) => ({
    account_id,
    scope: "trigger/x",
    key: String(days),
    event_id: null,
    run_id: null,
    fingerprint: null,
    claimed_at: daysAgo(days),
    free_at: null,
  }));
  await db.insertInto("trigger_keys").values(keys).execute();
  const left = async () =>
    (
      await sql<{
        key: string;
      }>`select key from trigger_keys where scope = 'trigger/x' order by claimed_at desc`.execute(db)
    ).rows.map(({ key }) => key);
  await deleteOldEvents(database, daysAgo(120), 500);
  expect(await left()).toEqual(["2", "89", "91"]);
  await deleteOldEvents(database, daysAgo(1), 500);
  expect(await left()).toEqual(["2", "89"]);
});
