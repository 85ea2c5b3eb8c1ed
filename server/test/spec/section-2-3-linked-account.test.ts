import { afterAll, beforeAll, expect, test } from "vitest";
import { HEX_ID, INTEGER, TIMESTAMP, UNKNOWN_ID } from "./shapes.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const BASE = "/api/v2/public/linked-account";
const UDF = { text: "a", count: 3, share: 0.25, negative: -1e-9, is_big: true, gone: null };

let server: SpecServer;
let key: string;
let record: Record<string, unknown>;
beforeAll(async () => {
  server = await startSpecServer();
  key = server.testKey;
  record = await expectOk(put({ linked_account_id: "acme", name: "Acme", udf: UDF }));
});
afterAll(() => server.close());

const put = (body: unknown, who: { key?: string; token?: string } = { key }) =>
  server.call({ method: "PUT", path: BASE, body, ...who });
const read = (id: string) => server.call({ path: `${BASE}/${id}`, key });
const count = async () => (await expectOk(server.call({ path: BASE, key }))).totalDocs;

const field = (name: string, value: unknown) => ({
  key_name: name,
  key_value: value,
  _id: HEX_ID,
  createdAt: TIMESTAMP,
  updatedAt: TIMESTAMP,
});

test.each([
  ["_id", HEX_ID],
  ["associated_org", HEX_ID],
  ["account_id", "acme"],
  ["environment", "test"],
  ["name", "Acme"],
  ["udf", Object.entries(UDF).map(([name, value]) => field(name, value))],
  ["createdAt", TIMESTAMP],
  ["updatedAt", TIMESTAMP],
  ["__v", INTEGER],
])("2.3: a linked account has the field %s", (name, expected) => {
  expect(record[name]).toEqual(expected);
});

test("2.3: environment is the one in which the account was created, and each has its own accounts", async () => {
  const body = { linked_account_id: "acme", name: "In production" };
  const reply = await put(body, { key: server.productionKey });
  expect(reply.body).toMatchObject({ environment: "production", name: "In production" });
  expect(reply.body._id).not.toBe(record._id);
  expect((await read("acme")).body.environment).toBe("test");
});

test("2.3: associated_org is the organization of the key", () => {
  expect(record.associated_org).toBe(server.orgId);
});

test("4.3 rule 1: an unknown linked_account_id creates an account", async () => {
  const before = await count();
  const { status, body } = await put({ linked_account_id: "fresh" });
  expect(status).toBe(200);
  expect(body.account_id).toBe("fresh");
  expect(await count()).toBe(before + 1);
});

test("4.3 rule 1: a known linked_account_id updates that account", async () => {
  const first = await expectOk(put({ linked_account_id: "known", name: "First" }));
  const before = await count();
  const second = await expectOk(put({ linked_account_id: "known", name: "Second" }));
  expect(second).toMatchObject({ _id: first._id, createdAt: first.createdAt, name: "Second" });
  expect(second.__v).toBe(first.__v + 1);
  expect(await count()).toBe(before);
});

test("4.3: twenty concurrent upserts of one new account create one account", async () => {
  const before = await count();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => put({ linked_account_id: "raced", name: `Name ${index}` })),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(replies.map(({ body }) => body._id)).size).toBe(1);
  expect(await count()).toBe(before + 1);
});

test.each([
  ["an empty one", {}],
  ["one without auth_credentials", { app_id: "a" }],
  ["one with empty auth_credentials", { auth_credentials: {} }],
])("4.3 rule 2: your_app as %s is a 400, nothing stored", async (_what, yourApp) => {
  const reply = await put({ linked_account_id: "refused", name: "Refused", your_app: yourApp });
  expect(reply.status).toBe(400);
  expect(reply.body.message).toContain("auth_credentials");
  expect((await read("refused")).status).toBe(404);
});

test("4.3 rule 2: an existing account stays unchanged when your_app is rejected", async () => {
  const before = (await expectOk(put({ linked_account_id: "kept", name: "Kept" }))).updatedAt;
  expect((await put({ linked_account_id: "kept", name: "Changed", your_app: {} })).status).toBe(400);
  expect((await read("kept")).body).toMatchObject({ name: "Kept", updatedAt: before });
});

test("4.3 rule 2: your_app may be omitted, or sent with auth_credentials, which no reply shows", async () => {
  const your_app = { auth_credentials: { token: "a-very-secret-value" } };
  const reply = await put({ linked_account_id: "with-app", your_app });
  expect(reply.status).toBe(200);
  expect(reply.text + (await read("with-app")).text).not.toContain("a-very-secret-value");
});

test("4.3: linked_account_id is required", async () => {
  const before = await count();
  expect((await put({ name: "Nobody" })).status).toBe(400);
  expect((await put({ linked_account_id: "" })).status).toBe(400);
  expect((await put({ linked_account_id: null })).status).toBe(400);
  expect((await put({ linked_account_id: 5 })).status).toBe(400);
  expect((await server.call({ method: "PUT", path: BASE, key })).status).toBe(400);
  expect(await count()).toBe(before);
});

test("4.3: name, your_app and udf are not required", async () => {
  expect((await put({ linked_account_id: "bare" })).body).toMatchObject({ account_id: "bare", udf: [] });
});

test.each([
  ["name", 5],
  ["name", ["a"]],
  ["your_app", "text"],
  ["your_app", []],
  ["your_app", { auth_credentials: "text" }],
  ["udf", [{ key_name: "a", key_value: 1 }]],
  ["udf", "text"],
  ["udf", { nested: { a: 1 } }],
  ["udf", { list: [1] }],
  ["udf", { "": "no name" }],
  ["udf", { "line\nbreak": { a: 1 } }],
])("4.3: %s = %j is a 400, nothing stored", async (name, value) => {
  expect((await put({ linked_account_id: "mistyped", [name]: value })).status).toBe(400);
  expect((await read("mistyped")).status).toBe(404);
});

test("4.3: udf is sent as an object and returned as an array of entries", async () => {
  const { body } = await put({ linked_account_id: "fields", udf: { plan: "gold" } });
  expect(body.udf).toEqual([field("plan", "gold")]);
});

test("4.3: given user-defined fields are set and keep their _id, others stay", async () => {
  const first = await expectOk(put({ linked_account_id: "merged", udf: { a: 1, b: 2 } }));
  const second = await expectOk(put({ linked_account_id: "merged", udf: { b: 3, c: 4 } }));
  expect(second.udf).toEqual([field("a", 1), field("b", 3), field("c", 4)]);
  expect(second.udf.slice(0, 2).map(({ _id }: { _id: string }) => _id)).toEqual(
    first.udf.map(({ _id }: { _id: string }) => _id),
  );
});

test("4.3: fields of the response cannot be set", async () => {
  const sent = { _id: UNKNOWN_ID, associated_org: UNKNOWN_ID, environment: "production", __v: 50 };
  const { body } = await put({ linked_account_id: "forged", ...sent });
  expect(body).toMatchObject({ associated_org: server.orgId, environment: "test" });
  expect(body._id).not.toBe(UNKNOWN_ID);
  expect(body.__v).toBeLessThan(50);
});

test("4.3: a session token upserts its own account, whatever id the body names (issue 2, item 4)", async () => {
  const token = await server.account("own");
  await server.account("victim");
  const { body } = await put({ linked_account_id: "victim", name: "By token" }, { token });
  expect(body).toMatchObject({ account_id: "own", name: "By token" });
  expect((await read("victim")).body).not.toHaveProperty("name");
});

test("platform-surface 1.2: POST creates, and rejects an existing account", async () => {
  const post = () => server.call({ method: "POST", path: BASE, key, body: { linked_account_id: "posted" } });
  expect((await post()).status).toBe(200);
  const again = await post();
  expect(again.status).toBe(400);
  expect(again.body.message).toContain("PUT");
});

test("platform-surface 1.2: a read shows integrations, the list has docs and the page envelope", async () => {
  expect((await read("acme")).body.integrations).toEqual([]);
  const { body } = await server.call({ path: `${BASE}?limit=2&page=2`, key });
  expect(body).toMatchObject({ limit: 2, page: 2, pagingCounter: 3, hasPrevPage: true, prevPage: 1 });
  expect(body.docs).toHaveLength(2);
});

test("platform-surface 1.2: DELETE returns the message, then 404, and its tokens are invalid", async () => {
  const token = await server.account("leaving");
  const remove = () => server.call({ method: "DELETE", path: `${BASE}/leaving`, key });
  expect(await remove()).toMatchObject({ status: 200, body: { message: "User deleted successfully" } });
  expect((await remove()).status).toBe(404);
  expect((await read("leaving")).status).toBe(404);
  expect((await server.call({ path: "/api/v2/public/session/active-linked-account", token })).status).toBe(
    401,
  );
});

test.each(["user@example.com", "a/b", "ünï", "%", "a b", "..", "null", "constructor", "__proto__", "🔑"])(
  "4.3: the customer id %s is opaque: it can be written, read and deleted",
  async (id) => {
    expect((await put({ linked_account_id: id })).body.account_id).toBe(id);
    const path = encodeURIComponent(id).replace("..", "%2e%2e");
    expect((await read(path)).body.account_id).toBe(id);
    expect((await server.call({ method: "DELETE", path: `${BASE}/${path}`, key })).status).toBe(200);
  },
);
