import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { findIgnoredFields } from "./ignored-fields.ts";
import { MapOf } from "./route.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("unknown fields are found at every level, except in open objects", () => {
  const schema = Type.Object({
    name: Type.String(),
    udf: MapOf(Type.String()),
    payload: Type.Unsafe({}),
    rows: Type.Array(Type.Object({ id: Type.String() })),
    fields: Type.Union([MapOf(Type.String()), Type.Array(Type.Object({ id: Type.String() }))]),
  });
  const value = {
    name: "n",
    nmae: "n",
    udf: { any: "x" },
    payload: { any: { thing: 1 } },
    rows: [
      { id: "1", kind: "a" },
      { id: "2", kind: "b" },
    ],
    fields: { f: "1" },
  };
  expect(findIgnoredFields(schema, value)).toEqual(["nmae", "rows.kind"]);
  expect(findIgnoredFields(schema, { fields: [{ id: "1", name: "x" }] })).toEqual(["fields.name"]);
  expect(findIgnoredFields(schema, { name: "n" })).toEqual([]);
});

test("a reply names the ignored body fields; if there are none, it names nothing", async () => {
  const put = (body: object) =>
    server.request({ method: "PUT", url: "/api/v2/public/linked-account", key: server.testKey, body });
  const reply = await put({
    linked_account_id: "a",
    nmae: "typo",
    "é\r\nset-cookie: x": 1,
    udf: { free: 1 },
  });
  expect(reply.status).toBe(200);
  expect(reply.headers["x-junctor-ignored"]).toBe("nmae, %C3%A9%0D%0Aset-cookie%3A%20x");
  expect((await put({ linked_account_id: "a", name: "A" })).headers).not.toHaveProperty("x-junctor-ignored");
});

test("a reply names the ignored parameters of a query", async () => {
  const list = (query: string) =>
    server.request({ url: `/api/v2/public/execution?${query}`, key: server.testKey });
  expect((await list("acount=x&limit=1&so%0Art=a")).headers["x-junctor-ignored"]).toBe(
    "query.acount, query.so%0Art",
  );
  expect((await list("limit=1&status=RUNNING")).headers).not.toHaveProperty("x-junctor-ignored");
});

test("an account in the query is named where the route takes none", async () => {
  await server.account("a");
  const get = (url: string) => server.request({ url: `${url}?linked_account_id=a`, key: server.testKey });
  const [list, all] = [await get("/api/v2/public/execution"), await get("/api/v2/public/workflow/all")];
  expect(list.headers).not.toHaveProperty("x-junctor-ignored");
  expect(all.headers["x-junctor-ignored"]).toBe("query.linked_account_id");
});

test("a hosted page names none: it reads parameters that its schema does not have", async () => {
  const { headers } = await server.request({ url: "/connect/unknown?lang=de&accent=teal" });
  expect(headers["content-type"]).toContain("text/html");
  expect(headers).not.toHaveProperty("x-junctor-ignored");
});

test("at most twenty are named", async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`field_${i}`, i]));
  const { headers } = await server.request({
    method: "PUT",
    url: "/api/v2/public/linked-account",
    key: server.testKey,
    body: { linked_account_id: "a", ...many },
  });
  expect(String(headers["x-junctor-ignored"]).split(", ")).toHaveLength(20);
});
