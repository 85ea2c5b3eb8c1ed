import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { saveRecord } from "../datastores/store.ts";
import type { RecordFields } from "../datastores/table.ts";

const BASE = "/api/v2/public/datastore/config";
const IDS = [1, 2, 3].map((n) => `0b8f2f0e-52f3-4b7c-9b0e-0d6a3c1f7a1${n}`);
const RECORDS: RecordFields[] = [
  { name: "Ada Lovelace", born: 1815, tags: ["maths"] },
  { name: "Grace Hopper", born: 1906, note: null },
  { name: "a".repeat(40), born: 1900 },
];
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.account("acme");
  for (const config_id of [undefined, "eu"]) {
    const body = { slug: "stripe", config_id };
    await server.request({ method: "POST", url: "/api/v2/public/config", token, body });
  }
  const query = server.deps.db.selectFrom("configs").select("id").where("config_id", "=", "acme");
  const { id } = await query.executeTakeFirstOrThrow();
  for (const [index, fields] of RECORDS.entries()) {
    const record = { recordId: IDS[index], fields, now: new Date(1000 * index) };
    await server.deps.queue.transaction((tx) => saveRecord(tx, id, "people", record));
  }
});
afterAll(() => server.close());

const SURFACES = [
  ["a session token", () => ({ token })],
  ["an API key", () => ({ key: server.testKey, account: "acme" })],
] as const;

async function search(body?: unknown) {
  const url = `${BASE}/stripe/people/search`;
  return server.request({ method: "POST", url, token, body });
}

async function found(body: unknown): Promise<string[]> {
  const reply = await search(body);
  expect(reply.status).toBe(200);
  return reply.body.map(({ name }: { name: string }) => name);
}

describe.each(SURFACES)("datastores with %s (platform-surface 3.8)", (_name, as) => {
  test("200: names, and records with their ids, oldest first", async () => {
    expect((await server.request({ url: `${BASE}/stripe`, ...as() })).body).toEqual(["people"]);
    expect((await server.request({ url: `${BASE}/stripe?config_id=eu`, ...as() })).body).toEqual([]);
    const { body } = await server.request({ url: `${BASE}/stripe/people/records`, ...as() });
    expect(body).toEqual(RECORDS.map((fields, index) => ({ record_id: IDS[index], ...fields })));
  });

  test("404: unknown configs, datastores and applications", async () => {
    const get = async (path: string) => (await server.request({ url: BASE + path, ...as() })).body.message;
    expect(await get("/stripe?config_id=us")).toBe("Config not found");
    expect(await get("/stripe/people/records?config_id=us")).toBe("Config not found");
    expect(await get("/stripe/people/records?config_id=eu")).toBe("Datastore not found");
    expect(await get("/stripe/__proto__/records")).toBe("Datastore not found");
    expect(await get("/unknown")).toBe("Application not found");
  });
});

describe("the search", () => {
  test("200: every pattern must match, ignoring case; numbers are searched as written", async () => {
    expect(await found({ name: "LOVE" })).toEqual(["Ada Lovelace"]);
    expect(await found({ name: "^(ada|grace) ", born: "^19" })).toEqual(["Grace Hopper"]);
    expect(await found({ tags: '"maths"' })).toEqual(["Ada Lovelace"]);
    expect(await found({ record_id: "12$" })).toEqual(["Grace Hopper"]);
    expect(await found({ note: ".*" })).toEqual([]);
    expect(await found({ constructor: ".*" })).toEqual([]);
  });

  test("200: an empty search finds nothing", async () => {
    expect(await found({})).toEqual([]);
    expect(await search()).toMatchObject({ status: 200, body: [] });
  });

  test("400: an invalid regular expression", async () => {
    expect(await search({ name: "(" })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^This is not a regular expression: /) },
    });
    expect((await search({ name: 5 })).status).toBe(400);
    expect((await search({ name: "x".repeat(501) })).status).toBe(400);
    expect((await search([])).status).toBe(400);
  });

  test("400: a pattern that would run forever is stopped, and the server keeps answering others", async () => {
    const slow = search({ name: "^(a+)+b$" });
    const others = await server.request({ url: `${BASE}/stripe`, token });
    expect(others.status).toBe(200);
    const reply = await slow;
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining("took too long") } });
  });

  test("another account's records are not found", async () => {
    const other = await server.account("other");
    await server.request({
      method: "POST",
      url: "/api/v2/public/config",
      token: other,
      body: { slug: "stripe" },
    });
    const url = `${BASE}/stripe/people/records`;
    expect((await server.request({ url, token: other })).status).toBe(404);
    expect((await server.request({ url: `${url}?config_id=acme`, token: other })).status).toBe(404);
  });
});
