import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseAllowList } from "../../src/platform/outbound/address-guard.ts";
import { HEX_ID, INTEGER, TIMESTAMP, UNKNOWN_ID } from "./shapes.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const BASE = "/api/v2/public/webhook";
const EVENTS = [
  "Connection Created",
  "Connection Deleted",
  "Connection Expired",
  "Workflow Completed",
  "Workflow Errored",
];
const BODY = { webhook_url: "https://example.com/hook?a=b", webhook_events: EVENTS };

let server: SpecServer;
// Each test has its own organization, so that the contents of lists are known.
let key: string;
let otherEnvironment: string;
beforeAll(async () => {
  // As for an operator who allows only public https.
  server = await startSpecServer({ outboundAllow: parseAllowList("") });
});
beforeEach(async () => {
  const organization = await server.organization();
  key = organization.testKey;
  otherEnvironment = organization.productionKey;
});
afterAll(() => server.close());

const create = (more: object = {}) =>
  server.call({ method: "POST", path: BASE, key, body: { ...BODY, ...more } });
const list = () => expectOk(server.call({ path: BASE, key }));
const remove = (id: string, who = key) => server.call({ method: "DELETE", path: `${BASE}/${id}`, key: who });

test.each([
  ["_id", HEX_ID],
  ["is_enabled", true],
  ["webhook_events", EVENTS],
  ["webhook_url", BODY.webhook_url],
  ["webhook_type", "default"],
  ["createdAt", TIMESTAMP],
])("2.5: a webhook has the field %s", async (field, expected) => {
  await expectOk(create());
  const [record] = await list();
  expect(record[field]).toEqual(expected);
});

test("2.5: is_enabled may be false initially, and be changed", async () => {
  const { _id, is_enabled } = await expectOk(create({ is_enabled: false }));
  expect(is_enabled).toBe(false);
  const path = `${BASE}/${_id}`;
  const on = await expectOk(server.call({ method: "PUT", path, key, body: { is_enabled: true } }));
  expect(on).toMatchObject({ is_enabled: true, webhook_url: BODY.webhook_url, webhook_events: EVENTS });
});

test("2.5: webhook_type is default, or that of a team chat", async () => {
  const webhook_url = "https://hooks.slack.com/services/T000/B000/secret";
  const chat = await expectOk(create({ webhook_type: "slack", webhook_url }));
  expect(chat.webhook_type).toBe("slack");
  expect((await create({ webhook_type: "carrier pigeon" })).status).toBe(400);
});

test.each([
  [{ webhook_url: undefined }],
  [{ webhook_url: "" }],
  [{ webhook_url: "no url" }],
  [{ webhook_url: 5 }],
  [{ webhook_url: "ftp://example.com/" }],
  [{ webhook_url: "http://example.com/" }],
  [{ webhook_url: "https://10.0.0.1/" }],
  [{ webhook_url: "https://[::1]/" }],
  [{ webhook_url: "javascript:alert(1)" }],
  [{ webhook_events: undefined }],
  [{ webhook_events: [] }],
  [{ webhook_events: "Workflow Completed" }],
  [{ webhook_events: ["Workflow Started"] }],
  [{ webhook_events: ["workflow completed"] }],
  [{ webhook_events: [1] }],
  [{ is_enabled: "yes" }],
])("2.5: creating with %j is a 400, nothing stored", async (wrong) => {
  expect((await create(wrong)).status).toBe(400);
  expect(await list()).toEqual([]);
});

test("4.5: deleting returns the array of the remaining webhooks", async () => {
  const [first, second, third] = [await create(), await create(), await create()].map(({ body }) => body._id);
  const reply = await remove(second);
  expect(reply.status).toBe(200);
  expect(reply.body.map(({ _id }: { _id: string }) => _id)).toEqual([third, first]);
  expect(await list()).toEqual(reply.body);
});

test("4.5: deleting the last one returns an empty array", async () => {
  const { _id } = await expectOk(create());
  expect(await remove(_id)).toMatchObject({ status: 200, body: [] });
});

test("4.5: an unknown id, a deleted one and another tenant's are the same 404", async () => {
  const { _id } = await expectOk(create());
  const { testKey } = await server.organization();
  const replies = [await remove(UNKNOWN_ID), await remove(_id, testKey), await remove(_id, otherEnvironment)];
  expect(await list()).toHaveLength(1);
  await expectOk(remove(_id));
  replies.push(await remove(_id));
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(404);
});

test("4.5: a JSON content type without a body, as clients send it, makes no difference", async () => {
  const { _id } = await expectOk(create());
  const headers = { "content-type": "application/json" };
  const reply = await server.call({ method: "DELETE", path: `${BASE}/${_id}`, key, headers });
  expect(reply.status).toBe(200);
});

test("platform-surface 1.2: only the reply to the creation contains the secret", async () => {
  const { _id, secret } = await expectOk(create());
  expect(secret).toMatch(/^whsec_/);
  const shown = await server.call({ path: `${BASE}/${_id}`, key });
  expect(shown.text + JSON.stringify(await list())).not.toContain(secret);
  expect(shown.body.__v).toEqual(INTEGER);
});

test("platform-surface 5: DELETE without an id deletes the only webhook; several are a 400, none a 404", async () => {
  const removeOnly = () => server.call({ method: "DELETE", path: BASE, key });
  expect((await removeOnly()).status).toBe(404);
  const { _id } = await expectOk(create());
  expect(await removeOnly()).toMatchObject({ status: 200, body: { _id } });
  await expectOk(create());
  await expectOk(create());
  expect((await removeOnly()).status).toBe(400);
  expect(await list()).toHaveLength(2);
});

test("platform-surface 1.2: subscribe and unsubscribe change the only webhook's events, slugs allowed", async () => {
  const post = (path: string, body: object) =>
    expectOk(server.call({ method: "POST", path: `${BASE}/${path}`, key, body }));
  await expectOk(create({ webhook_events: ["Connection Created"] }));
  const added = await post("subscribe", { webhook_events: ["workflow-errored"] });
  expect(added.webhook_events).toEqual(["Connection Created", "Workflow Errored"]);
  const left = await post("unsubscribe", { webhook_event: "Connection Created" });
  expect(left.webhook_events).toEqual(["Workflow Errored"]);
});
