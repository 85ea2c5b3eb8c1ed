import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { Json } from "../../platform/json/json.ts";
import { deleteUnusedPayloads } from "../../runs/results/payload-store.ts";
import { publishWebhook, sendWebhook } from "../receive/test-webhook.ts";
import { deleteOldEvents } from "./delete-old-events.ts";

let server: TestServer;
let workflow: string;
beforeAll(async () => {
  server = await startTestServer();
  await server.account("acme");
  workflow = await publishWebhook(server);
});
afterAll(() => server.close());

/** About 400 KB of JSON next to a small member. */
const large = (seed: string) => ({ order: 7, items: Array.from({ length: 40_000 }, () => `${seed} item`) });

async function send(body: Json): Promise<string> {
  const reply = await sendWebhook(server, workflow, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.event_id;
}

async function shown(id: string): Promise<{ payload: Json; payload_size: number }> {
  return (await server.request({ url: `/api/v2/public/event/received/${id}`, key: server.testKey })).body;
}

/** The size of each stored value in bytes, and whether anything refers to it. */
async function stored(): Promise<{ size: number; isUsed: boolean }[]> {
  const { rows } = await sql<{
    size: number;
    isUsed: boolean;
  }>`select size, unused_since is null as "isUsed" from payloads`.execute(server.deps.db);
  return rows;
}

async function sweep(): Promise<void> {
  const { db, database } = server.deps;
  await sql`update payloads set unused_since = unused_since - interval '2 minutes'`.execute(db);
  await deleteUnusedPayloads(database, new Date(), 500);
}

test("a large payload is stored once for the event and its executions, and is shown whole while either exists", async () => {
  const body = large("one");
  const id = await send(body);
  const again = await send(body);
  const list = (await server.request({ url: "/api/v2/public/event/received", key: server.testKey })).body;
  // The excerpt distinguishes events of the same name in the list, however large they are.
  expect(list.docs[0].excerpt).toMatch(/^\{"order":7,/);
  expect(list.docs[0].excerpt.length).toBeLessThanOrEqual(160);
  const { db, database } = server.deps;
  const size = JSON.stringify(body.items).length;
  expect(await stored()).toEqual([{ size, isUsed: true }]);
  const { rows } = await sql<{
    bytes: number;
  }>`select octet_length(payload::text) as bytes from received_events`.execute(db);
  expect(rows).toEqual([{ bytes: 24 }, { bytes: 24 }]);
  const whole = { payload: body, payload_size: JSON.stringify(body).length };
  expect(await shown(id)).toMatchObject(whole);

  await db.deleteFrom("runs").execute();
  await sweep();
  expect(await shown(again)).toMatchObject(whole);

  await deleteOldEvents(database, new Date(Date.now() + 1000), 500);
  expect(await stored()).toEqual([{ size, isUsed: false }]);
  await sweep();
  expect(await stored()).toEqual([]);
});

test("small payloads stay in their rows", async () => {
  const [small, big] = await Promise.all([send({ order: 8 }), send(large("two"))]);
  expect(await shown(small)).toMatchObject({ payload: { order: 8 }, payload_size: 11 });
  expect(await shown(big)).toMatchObject({ payload: large("two") });
  expect(await stored()).toHaveLength(1);
});

test("deleting an account deletes its events' payloads", async () => {
  const { db } = server.deps;
  await send(large("three"));
  await db.deleteFrom("linked_accounts").execute();
  expect((await stored()).filter(({ isUsed }) => isUsed)).toEqual([]);
  await sweep();
  expect(await stored()).toEqual([]);
});
