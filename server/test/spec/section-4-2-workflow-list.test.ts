import { afterAll, beforeAll, expect, test } from "vitest";
import { echoWorkflow, publish } from "./records.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const BASE = "/api/v2/public/workflow";
const COUNT = 23;

let server: SpecServer;
let token: string;
beforeAll(async () => {
  server = await startSpecServer();
  token = await server.account("acme");
  const slugs = ["sendgrid", "stripe", undefined];
  for (let index = 0; index < COUNT; index += 1) {
    const body = echoWorkflow("order.placed", { name: `Workflow ${index}`, slug: slugs[index % 3] });
    await publish(server, { key: server.testKey }, { ...body, index_order: index });
  }
  const hidden = echoWorkflow("order.placed", { name: "Hidden", hide_in_config: true });
  await publish(server, { key: server.testKey }, hidden);
  await server.call({
    method: "POST",
    path: BASE,
    key: server.testKey,
    body: echoWorkflow("order.placed", { name: "Never published" }),
  });
});
afterAll(() => server.close());

const list = (query = "") => server.call({ path: `${BASE}${query}`, token });
const names = async (query: string): Promise<string[]> =>
  (await expectOk(list(query))).workflows.map(({ name }: { name: string }) => name);

test.each([
  [
    "",
    { totalDocs: COUNT, limit: 10, totalPages: 3, page: 1, pagingCounter: 1, prevPage: null, nextPage: 2 },
  ],
  ["", { hasPrevPage: false, hasNextPage: true }],
  ["?page=2", { page: 2, pagingCounter: 11, hasPrevPage: true, hasNextPage: true, prevPage: 1, nextPage: 3 }],
  [
    "?page=3",
    { page: 3, pagingCounter: 21, hasPrevPage: true, hasNextPage: false, prevPage: 2, nextPage: null },
  ],
  ["?limit=5", { limit: 5, totalPages: 5 }],
  ["?limit=23", { limit: 23, totalPages: 1, nextPage: null }],
  ["?limit=1000", { limit: 100, totalPages: 1 }],
  ["?slug=no-such-app", { totalDocs: 0, page: 1, prevPage: null, nextPage: null, hasNextPage: false }],
])("2.6: the page envelope of %s is %j", async (query, expected) => {
  expect(await expectOk(list(query))).toMatchObject(expected);
});

test("2.6: the pages contain every workflow once", async () => {
  const found = await Promise.all([1, 2, 3].map((page) => names(`?page=${page}`)));
  expect(found.map(({ length }) => length)).toEqual([10, 10, 3]);
  expect(new Set(found.flat()).size).toBe(COUNT);
});

test("2.6: a page after the last is empty", async () => {
  const reply = await expectOk(list("?page=9"));
  expect(reply).toMatchObject({
    workflows: [],
    page: 9,
    totalDocs: COUNT,
    hasNextPage: false,
    hasPrevPage: true,
  });
});

test.each([
  "?page=0",
  "?page=-1",
  "?page=x",
  "?page=1.5",
  "?limit=0",
  "?limit=-5",
  "?limit=ten",
  "?page=1e99",
])("2.6: %s is a 400", async (query) => {
  expect((await list(query)).status).toBe(400);
});

test("4.2: the response is the workflows beside the page envelope", async () => {
  const reply = await expectOk(list());
  expect(reply.workflows).toHaveLength(10);
  // Newer clients read docs (platform-surface C1).
  expect(reply.docs).toEqual(reply.workflows);
});

test("4.2: slug filters by application, and may be omitted or empty", async () => {
  expect(await names("?slug=stripe&limit=100")).toHaveLength(8);
  expect((await expectOk(list("?slug=stripe"))).workflows[0].associated_application.slug).toBe("stripe");
  expect(await names("?slug=&limit=100")).toHaveLength(COUNT);
  expect(await names("?slug='%20or%201=1")).toEqual([]);
});

test("4.2: published and visible workflows are listed, in the order of index_order", async () => {
  expect(await names("?limit=100")).toEqual(Array.from({ length: COUNT }, (_, index) => `Workflow ${index}`));
});

test("4.2: an unpublished workflow leaves the list", async () => {
  const [first] = (await expectOk(list("?name=Workflow%2022"))).workflows;
  const path = `${BASE}/${first._id}/publish`;
  const put = (published: boolean) =>
    expectOk(server.call({ method: "PUT", path, key: server.testKey, body: { published } }));
  await put(false);
  expect(await names("?limit=100")).toHaveLength(COUNT - 1);
  await put(true);
  expect(await names("?limit=100")).toHaveLength(COUNT);
});

test("4.2: an account sees its own workflows, not those of others", async () => {
  const other = await server.account("other");
  await expectOk(server.call({ method: "POST", path: BASE, token: other, body: { name: "Own" } }));
  const { workflows } = await expectOk(server.call({ path: `${BASE}?name=Own`, token: other }));
  expect(workflows).toHaveLength(1);
  expect(await names("?name=Own")).toEqual([]);
});

test("4.2: an API key is rejected, also with linked_account_id", async () => {
  const key = server.testKey;
  expect((await server.call({ path: BASE, key })).status).toBe(401);
  expect((await server.call({ path: BASE, key, account: "acme" })).status).toBe(401);
});

test("platform-surface 1.1: name, published, start_date and end_date filter too", async () => {
  expect(await names("?name=workflow%202&limit=100")).toHaveLength(4);
  expect(await names("?published=true&limit=100")).toHaveLength(COUNT);
  expect(await names("?published=false")).toEqual([]);
  expect(await names("?start_date=2020-01-01&limit=100")).toHaveLength(COUNT);
  expect(await names("?end_date=2020-01-01")).toEqual([]);
  expect((await list("?start_date=yesterday")).status).toBe(400);
  expect((await list("?published=maybe")).status).toBe(400);
});

test("issue 2, item 5: /workflow/all shows an API key everything", async () => {
  const { docs } = await expectOk(server.call({ path: `${BASE}/all?limit=100`, key: server.testKey }));
  const all = docs.map(({ name }: { name: string }) => name);
  expect(all).toEqual(expect.arrayContaining(["Hidden", "Never published", "Workflow 0"]));
  expect((await server.call({ path: `${BASE}/all`, token })).status).toBe(401);
});
