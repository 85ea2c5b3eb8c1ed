import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestReply, type TestServer } from "../../test/test-server.ts";

const BASE = "/api/v2/public/dataref";
let server: TestServer;
let name = "";
let names = 0;
beforeAll(async () => {
  server = await startTestServer();
  for (const account of ["acme", "globex"]) await server.account(account);
});
afterAll(() => server.close());
beforeEach(() => {
  name = `contacts-${++names}`;
});

type Method = "GET" | "POST" | "PUT" | "DELETE";
async function call(
  method: Method,
  path: string,
  body?: object,
  account: string | undefined = "acme",
): Promise<TestReply> {
  return server.request({ method, url: `${BASE}${path}`, key: server.testKey, account, body });
}

const save = (refs: readonly (readonly [string, string, string])[], account?: string) =>
  call(
    "PUT",
    `/${name}/records`,
    { refs: refs.map(([record_id, slug, external_id]) => ({ record_id, slug, external_id })) },
    account,
  );
const read = async (query = "", account?: string) =>
  (await call("GET", `/${name}?${query}`, undefined, account)).body;

describe("a data reference", () => {
  test("is created once for a name, and has what was stored in it", async () => {
    const made = await call("POST", "", { refName: name });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      name,
      linked_account_id: "acme",
      environment: "test",
      data: {},
      external_ids: 0,
      group: null,
    });
    await save([["7", "hubspot", "701"]]);
    const again = await call("POST", "", { refName: name });
    expect(again.body).toMatchObject({
      _id: made.body._id,
      data: { 7: [{ slug: "hubspot", value: "701" }] },
      external_ids: 1,
    });
    expect((await call("POST", "", {})).status).toBe(400);
    expect((await call("POST", "", { refName: "" })).status).toBe(400);
  });

  test("is listed for all accounts or one, newest first, or once for each name", async () => {
    await save([["1", "hubspot", "a"]]);
    await save([["1", "hubspot", "b"]], "globex");
    const list = async (query: string, account?: string) =>
      (await server.request({ url: `${BASE}?${query}`, key: server.testKey, account })).body;
    const [newest, oldest] = (await list("")).docs;
    expect([newest, oldest]).toMatchObject([
      { name, linked_account_id: "globex", data: { 1: [{ value: "b" }] } },
      { name, linked_account_id: "acme", data: { 1: [{ value: "a" }] } },
    ]);
    expect((await list("linked_account_id=acme")).docs[0]).toEqual(oldest);
    expect((await list("", "acme")).docs[0]).toEqual(oldest);
    const ofAll = await list("limit=1");
    expect(ofAll).toMatchObject({ limit: 1, page: 1, hasNextPage: true, docs: [newest] });
    const unique = (await list("unique=true&limit=100")).docs.filter(
      (one: { name: string }) => one.name === name,
    );
    expect(unique).toEqual([newest]);
    const unknown = await server.request({ url: `${BASE}?linked_account_id=nobody`, key: server.testKey });
    expect([unknown.status, unknown.body.error_code]).toEqual([400, "INVALID_LINKED_ACCOUNT_ID"]);
    const production = await server.request({ url: BASE, key: server.productionKey });
    expect(production.body.totalDocs).toBe(0);
    const other = await server.organization();
    expect((await server.request({ url: BASE, key: other.testKey })).body.totalDocs).toBe(0);
  });

  test("is cleared and deleted for its account alone", async () => {
    for (const account of ["acme", "globex"]) await save([["1", "hubspot", account]], account);
    const cleared = await call("PUT", `/${name}/clear-records`);
    expect(cleared.body).toMatchObject({ name, data: {}, external_ids: 0 });
    expect((await read()).rows).toEqual([]);
    expect((await read("", "globex")).rows).toEqual([{ record_id: "1", hubspot: "globex" }]);
    await save([["1", "hubspot", "again"]]);
    expect((await call("DELETE", `/${name}`)).body).toEqual({ acknowledged: true, deletedCount: 1 });
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["PUT", "/clear-records"],
    ] as const)
      expect((await call(method, `/${name}${path}`)).status, method).toBe(404);
    expect((await read("", "globex")).rows).toHaveLength(1);
  });

  test("is filed under a group by its name: of one account, or of all", async () => {
    for (const account of ["acme", "globex"]) await save([["1", "hubspot", "1"]], account);
    const file = async (group: string | undefined, account?: string) => {
      const url = "/api/v2/public/datarefs/group";
      const body = { refNames: [name], ...(group !== undefined && { group }) };
      expect((await server.request({ method: "PUT", url, key: server.testKey, account, body })).status).toBe(
        204,
      );
      const { docs } = (await server.request({ url: `${BASE}?limit=2`, key: server.testKey })).body;
      return docs.map((one: { group: string | null }) => one.group);
    };
    expect(await file("CRM", "acme")).toEqual([null, "CRM"]);
    expect(await file("Sales")).toEqual(["Sales", "Sales"]);
    expect(await file("")).toEqual([null, null]);
    const url = "/api/v2/public/datarefs/group";
    const put = async (refNames: string[]) =>
      (await server.request({ method: "PUT", url, key: server.testKey, body: { refNames, group: "CRM" } }))
        .status;
    expect([await put([]), await put([name, "unknown"])]).toEqual([400, 404]);
    expect(await file("")).toEqual([null, null]);
  });
});

describe("the records of a data reference", () => {
  test("are a table with a column for each application, found from either side", async () => {
    await save([
      ["10", "hubspot", "h10"],
      ["9", "hubspot", "h9"],
      ["9", "salesforce", "s9"],
    ]);
    const whole = await read();
    expect(whole).toMatchObject({
      headers: ["record_id", "hubspot", "salesforce"],
      rows: [
        { record_id: "10", hubspot: "h10" },
        { record_id: "9", hubspot: "h9", salesforce: "s9" },
      ],
      totalDocs: 2,
      limit: 100,
    });
    const nine = [{ record_id: "9", hubspot: "h9", salesforce: "s9" }];
    for (const query of [
      "record_id=9",
      "external_id=s9",
      "external_id=h9&slug=hubspot",
      "slug=salesforce",
      "search=9",
      "search=s9",
      "limit=1&page=2",
    ])
      expect((await read(query)).rows, query).toEqual(nine);
    for (const query of ["record_id=11", "external_id=9", "search=1", "external_id=h9&slug=salesforce"])
      expect(await read(query), query).toMatchObject({ rows: [], totalDocs: 0 });
  });

  test("have one id in an application: the last one that was stored; repeating a call changes nothing", async () => {
    const refs = [
      ["1", "hubspot", "a"],
      ["1", "hubspot", "b"],
      ["2", "hubspot", "b"],
    ] as const;
    for (const _ of [1, 2]) {
      expect((await save(refs)).status).toBe(200);
      expect((await read("external_id=b")).rows).toEqual([
        { record_id: "1", hubspot: "b" },
        { record_id: "2", hubspot: "b" },
      ]);
      expect((await call("POST", "", { refName: name })).body.external_ids).toBe(2);
    }
  });

  test("are deleted one by one, as a whole or in one application", async () => {
    await save([
      ["1", "hubspot", "a"],
      ["1", "salesforce", "b"],
    ]);
    const remove = (path: string, account?: string) =>
      call("DELETE", `/${name}/records/${path}`, undefined, account);
    expect((await remove("1?slug=jira")).status).toBe(404);
    expect((await remove("1", "globex")).status).toBe(404);
    expect((await remove("1?slug=hubspot")).status).toBe(200);
    expect((await read()).rows).toEqual([{ record_id: "1", salesforce: "b" }]);
    expect((await remove("1")).status).toBe(200);
    expect(await read()).toMatchObject({ headers: ["record_id"], rows: [] });
    expect((await call("POST", "", { refName: name })).body.external_ids).toBe(0);
    expect((await remove("1")).status).toBe(404);
  });

  test("400: what is wrong or too much stores nothing", async () => {
    for (const body of [{}, { refs: [] }, { refs: [{ record_id: "1", slug: "hubspot" }] }])
      expect((await call("PUT", `/${name}/records`, body)).status).toBe(400);
    expect((await save([["x".repeat(256), "hubspot", "1"]])).status).toBe(400);
    expect((await call("GET", `/${name}`)).status).toBe(404);
    await save([["1", "hubspot", "1"]]);
    const { db } = server.deps;
    await db.updateTable("data_references").set({ external_ids: 99_999 }).where("name", "=", name).execute();
    const full = await save([
      ["1", "hubspot", "other"],
      ["2", "hubspot", "2"],
      ["3", "hubspot", "3"],
    ]);
    expect([full.status, full.body.message]).toEqual([
      400,
      `The data reference ${name} has at most 100000 external ids.`,
    ]);
    expect((await read()).rows).toEqual([{ record_id: "1", hubspot: "1" }]);
  });

  test("are stored and counted once when many store them at the same time", async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        save([
          ["1", "hubspot", `${n}`],
          [`r${n}`, "hubspot", "x"],
        ]),
      ),
    );
    expect((await read()).totalDocs).toBe(9);
    expect((await call("POST", "", { refName: name })).body.external_ids).toBe(9);
  });
});

test("records that are stored, forgotten and cleared at the same time are counted as they are left", async () => {
  const refs = Array.from({ length: 20 }, (_, n) => [`r${n}`, "hubspot", "x"] as const);
  await save(refs);
  const changes = refs.flatMap(([record], n) => [
    save(refs.slice(n)),
    call("DELETE", `/${name}/records/${record}`),
    ...(n % 5 === 0 ? [call("PUT", `/${name}/clear-records`)] : []),
  ]);
  for (const { status, text } of await Promise.all(changes)) expect([200, 404], text).toContain(status);
  const { body } = await call("POST", "", { refName: name });
  expect((await read()).totalDocs).toBe(body.external_ids);
});

test("an account has at most 100 data references, and they are deleted with it", async () => {
  await server.account("many");
  const { db } = server.deps;
  for (let n = 0; n < 100; n++) await call("POST", "", { refName: `kind-${n}` }, "many");
  const more = await call("POST", "", { refName: name }, "many");
  expect([more.status, more.body.message]).toEqual([
    400,
    "A linked account has at most 100 data references.",
  ]);
  expect((await call("POST", "", { refName: "kind-1" }, "many")).status).toBe(200);
  await db.deleteFrom("linked_accounts").where("account_id", "=", "many").execute();
  const left = await db.selectFrom("data_references").select("id").where("name", "=", "kind-1").execute();
  expect(left).toEqual([]);
});
