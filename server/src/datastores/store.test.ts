import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { findAccount } from "../auth/guard.ts";
import {
  deleteRecord,
  findConfigOf,
  findRecord,
  listDatastoreRecords,
  listDatastores,
  saveRecord,
} from "./store.ts";
import type { RecordFields } from "./table.ts";

const ID = "0b8f2f0e-52f3-4b7c-9b0e-0d6a3c1f7a11";
let server: TestServer;
let configs = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Row id of a new config. */
async function config(): Promise<string> {
  const config_id = `config-${++configs}`;
  const token = await server.account("acme");
  const body = { slug: "stripe", config_id };
  await server.request({ method: "POST", url: "/api/v2/public/config", token, body });
  const query = server.deps.db.selectFrom("configs").select("id").where("config_id", "=", config_id);
  return (await query.executeTakeFirstOrThrow()).id;
}

const put = (id: string, name: string, fields: RecordFields, recordId?: string) =>
  server.deps.queue.transaction((tx) =>
    saveRecord(tx, id, name, { fields, recordId, now: server.deps.clock.now() }),
  );
const remove = (id: string, name: string, recordId: string) =>
  server.deps.queue.transaction((tx) => deleteRecord(tx, id, name, recordId));

describe("records of a datastore", () => {
  test("are kept in insertion order, each with an id; the first one creates the datastore", async () => {
    const { db } = server.deps;
    const id = await config();
    expect(await listDatastoreRecords(db, id, "leads")).toBeUndefined();
    const first = await put(id, "leads", { name: "Ada" });
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    await put(id, "leads", { name: "Bob" }, ID.toUpperCase());
    await put(id, "orders", {});
    expect(await listDatastoreRecords(db, id, "leads")).toEqual([
      { record_id: first, fields: { name: "Ada" } },
      { record_id: ID, fields: { name: "Bob" } },
    ]);
    expect(await findRecord(db, id, "leads", ID.toUpperCase())).toEqual({
      record_id: ID,
      fields: { name: "Bob" },
    });
    for (const [name, recordId] of [
      ["orders", ID],
      ["leads", "no uuid"],
    ] as const)
      expect(await findRecord(db, id, name, recordId)).toBeUndefined();
    expect(await listDatastores(db, id)).toEqual(["leads", "orders"]);
    expect(await listDatastores(db, await config())).toEqual([]);
  });

  test("are replaced under the same id, and deleted; the counts follow", async () => {
    const { db } = server.deps;
    const id = await config();
    await put(id, "leads", { name: "Ada", more: "x".repeat(100) }, ID);
    await put(id, "leads", { name: "ü" }, ID);
    const counts = () =>
      db
        .selectFrom("datastores")
        .select(["records", "bytes"])
        .where("config", "=", id)
        .executeTakeFirstOrThrow();
    expect(await listDatastoreRecords(db, id, "leads")).toEqual([{ record_id: ID, fields: { name: "ü" } }]);
    expect(Object.values(await counts()).map(Number)).toEqual([1, 13]);
    expect(await remove(id, "leads", "no uuid")).toBe(false);
    expect(await remove(id, "others", ID)).toBe(false);
    expect(await remove(id, "leads", ID)).toBe(true);
    expect(await remove(id, "leads", ID)).toBe(false);
    expect(Object.values(await counts()).map(Number)).toEqual([0, 0]);
    expect(await listDatastoreRecords(db, id, "leads")).toEqual([]);
  });

  test("are deleted and counted without any other record, nor one with the same id elsewhere", async () => {
    const { db } = server.deps;
    const id = await config();
    for (const name of ["leads", "orders"]) await put(id, name, { name: "Ada" }, ID);
    const other = await put(id, "leads", { name: "Bob" });
    expect(await remove(id, "leads", ID)).toBe(true);
    expect(await listDatastoreRecords(db, id, "leads")).toEqual([
      { record_id: other, fields: { name: "Bob" } },
    ]);
    expect(await findRecord(db, id, "orders", ID)).toBeDefined();
    await put(id, "leads", {});
    const counts = db
      .selectFrom("datastores")
      .select(["name", "records"])
      .where("config", "=", id)
      .orderBy("id");
    expect(await counts.execute()).toEqual([
      { name: "leads", records: 2 },
      { name: "orders", records: 1 },
    ]);
  });

  test("are all stored and counted when inserted concurrently", async () => {
    const id = await config();
    await Promise.all(Array.from({ length: 10 }, (_, n) => put(id, "busy", { n })));
    expect(await listDatastoreRecords(server.deps.db, id, "busy")).toHaveLength(10);
    const row = await server.deps.db
      .selectFrom("datastores")
      .select("records")
      .where("config", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.records).toBe(10);
  });

  test("are deleted with their config", async () => {
    const id = await config();
    await put(id, "leads", {}, ID);
    await server.deps.db.deleteFrom("configs").where("id", "=", id).execute();
    const rows = await server.deps.db.selectFrom("datastore_records").select("record_id").execute();
    expect(rows).not.toContainEqual({ record_id: ID, datastore: id });
    expect(await listDatastores(server.deps.db, id)).toEqual([]);
  });
});

test("a config is found by its id only for its own account, environment and application", async () => {
  const { db } = server.deps;
  const shared = { slug: "stripe", config_id: "shared" };
  const create = async (body: typeof shared, accountId: string, key = server.testKey) => {
    const token = await server.account(accountId, key);
    await server.request({ method: "POST", url: "/api/v2/public/config", token, body });
  };
  await create({ ...shared, slug: "github" }, "finder");
  await create(shared, "another");
  await create(shared, "finder", server.productionKey);
  const account = await findAccount(server.deps.database, server.test, "finder");
  if (!account) throw new Error("There is such an account.");
  const scope = { ...server.test, account };
  expect(await findConfigOf(db, scope, "stripe", "shared")).toBeUndefined();
  await create(shared, "finder");
  const found = await findConfigOf(db, scope, "stripe", "shared");
  const rows = db
    .selectFrom("configs")
    .select("id")
    .where("account_id", "=", account.id)
    .where("slug", "=", "stripe");
  expect(await rows.execute()).toEqual([{ id: found }]);
  const stranger = await server.organization();
  expect(await findConfigOf(db, { ...scope, ...stranger.test }, "stripe", "shared")).toBeUndefined();
  expect(await findConfigOf(db, { ...scope, environment: "production" }, "stripe", "shared")).toBeUndefined();
});

test("a datastore may have exactly 8 MiB", async () => {
  const id = await config();
  const fields = { text: "x".repeat(8 * 2 ** 20 - JSON.stringify({ text: "" }).length) };
  await put(id, "leads", fields, ID);
  await expect(put(id, "leads", {})).rejects.toThrow("at most 8 MiB");
});

test("400: beyond the limits, or with invalid names and ids; nothing is stored", async () => {
  const { db } = server.deps;
  const id = await config();
  for (const name of ["", "x".repeat(101)])
    await expect(put(id, name, {})).rejects.toThrow("1 to 100 characters");
  await expect(put(id, "leads", {}, "7")).rejects.toThrow("record_id must be a UUID.");
  expect(await listDatastores(db, id)).toEqual([]);
  const big = { text: "x".repeat(5 * 2 ** 20) };
  await put(id, "leads", big, ID);
  await expect(put(id, "leads", big)).rejects.toThrow("at most 8 MiB");
  await put(id, "leads", { text: "smaller" }, ID);
  await db.updateTable("datastores").set({ records: 10_000 }).where("config", "=", id).execute();
  await expect(put(id, "leads", {})).rejects.toThrow("has 10000 records");
  for (let count = 1; count < 100; count++) await put(id, `store-${count}`, {});
  await expect(put(id, "one-more", {})).rejects.toThrow("at most 100 datastores");
});
