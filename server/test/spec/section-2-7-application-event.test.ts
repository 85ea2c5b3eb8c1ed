import { afterAll, beforeAll, expect, test } from "vitest";
import { HEX_ID, UNKNOWN_ID } from "./shapes.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const BASE = "/api/v2/public/application/event";
const ALIAS = "/api/v2/public/event";

let server: SpecServer;
let key: string;
let count = 0;
beforeAll(async () => {
  server = await startSpecServer();
  key = server.testKey;
  await server.account("acme");
});
afterAll(() => server.close());

const post = (body: unknown) => server.call({ method: "POST", path: BASE, key, body });
const define = async (more: object = {}) => expectOk(post({ name: `event ${++count}`, ...more }));
const read = (id: string, base = BASE) => server.call({ path: `${base}/${id}`, key });
const remove = (id: string, base = BASE, who = key) =>
  server.call({ method: "DELETE", path: `${base}/${id}`, key: who });
const size = async () => (await expectOk(server.call({ path: BASE, key }))).length;

test("2.7: an application event is identified by event_id, a string", async () => {
  const { event_id, name } = await define();
  expect(event_id).toEqual(HEX_ID);
  expect((await read(event_id)).body).toMatchObject({ event_id, name });
});

test("4.6: deleting returns exactly the message 'event deleted successfully'", async () => {
  const { event_id } = await define();
  const reply = await remove(event_id);
  expect(reply.status).toBe(200);
  expect(reply.text).toBe('{"message":"event deleted successfully"}');
});

test("4.6: a deleted event is a 404, not in the list, and no event of its name is accepted", async () => {
  const { event_id, name } = await define();
  await expectOk(remove(event_id));
  expect((await read(event_id)).status).toBe(404);
  expect((await remove(event_id)).status).toBe(404);
  const list = await expectOk(server.call({ path: BASE, key }));
  expect(list.map(({ event_id: one }: { event_id: string }) => one)).not.toContain(event_id);
  const trigger = { method: "POST", path: `${ALIAS}/trigger`, key, account: "acme", body: { event: name } };
  expect(await server.call(trigger)).toMatchObject({ status: 404, body: { error_code: "INVALID_EVENT" } });
});

test("4.6: deleting keeps the other events", async () => {
  const [gone, stays] = [await define(), await define()];
  await expectOk(remove(gone.event_id));
  expect((await read(stays.event_id)).status).toBe(200);
});

test("4.6: an unknown id and another tenant's are the same 404, and nothing is deleted", async () => {
  const { event_id } = await define();
  const { testKey } = await server.organization();
  const replies = [
    await remove(UNKNOWN_ID),
    await remove(event_id, BASE, testKey),
    await remove(event_id, BASE, server.productionKey),
  ];
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(404);
  expect((await read(event_id)).status).toBe(200);
});

test("platform-surface C4: one record has the names of both published forms", async () => {
  const event = await define({ model: { "order.id": "number", paid: "boolean" } });
  expect(event).toMatchObject({ event_name: event.name, _id: event.event_id });
  expect(event.event_model).toEqual({ "order.id": "number", paid: "boolean" });
  expect(event.response).toEqual([
    { key: "order.id", type: "number" },
    { key: "paid", type: "boolean" },
  ]);
});

test("platform-surface 1.2: an example as JSON text defines the fields", async () => {
  const { response } = await define({ response: '{"order":{"id":7},"tags":["a"]}' });
  expect(response).toEqual(
    expect.arrayContaining([
      { key: "order.id", type: "number" },
      { key: "tags", type: "array" },
    ]),
  );
});

test("platform-surface 1.2: /event is another address of the same records", async () => {
  const { event_id } = await define();
  expect((await read(event_id, ALIAS)).body).toEqual((await read(event_id)).body);
  const path = `${ALIAS}/${event_id}`;
  const body = { event_id, name: `renamed ${count}`, response: "{}" };
  expect((await server.call({ method: "PUT", path, key, body })).body.name).toBe(body.name);
  expect((await remove(event_id, ALIAS)).body).toEqual({ message: "event deleted successfully" });
  expect((await read(event_id)).status).toBe(404);
});

test.each([
  [{}],
  [{ name: "" }],
  [{ name: 7 }],
  [{ name: null }],
  [{ name: "x".repeat(300) }],
  [{ name: "x", model: "text" }],
  [{ name: "x", model: { a: 1 } }],
  [{ name: "x", response: "{not json" }],
  [{ name: "x", json_schema: "[1" }],
  [{ name: "API Call" }],
])("platform-surface 1.2: defining %j is a 400, nothing stored", async (body) => {
  const before = await size();
  expect((await post(body)).status).toBe(400);
  expect(await size()).toBe(before);
});

test("platform-surface 1.2: a second event of the same name is rejected, nothing stored", async () => {
  const { name } = await define();
  const before = await size();
  expect((await post({ name })).status).toBe(400);
  expect(await size()).toBe(before);
});
