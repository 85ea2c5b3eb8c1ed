import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../test/test-server.ts";
import { createWorkflowCalls } from "./versions/test-calls.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { create, change, publish, list } = createWorkflowCalls(() => server);
const names = (body: { docs: { name: string }[] }) => body.docs.map(({ name }) => name);

const START = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "order.created" }] };

describe("GET /api/v2/public/workflow (spec 4.2)", () => {
  let organization: TestOrganization;
  let token: string;
  let key: string;
  beforeAll(async () => {
    organization = await server.organization();
    key = organization.testKey;
    token = await server.account("viewer", key);
    const other = await server.account("other", key);
    const offer = async (name: string, body: object = {}) => {
      const { body: made } = await create({ key }, { name, ...body });
      await publish({ key }, made._id);
      return made._id;
    };
    await offer("Third", { index_order: 3, slug: "slack" });
    await offer("Second, older", { index_order: 2 });
    await offer("Second, newer", { index_order: 2 });
    const first = await offer("First", { index_order: 1, slug: "github" });
    await change({ key }, first, { nodes: [START] });
    await offer("Hidden", { hide_in_config: true });
    await create({ key: organization.productionKey }, { name: "Elsewhere" });
    await create({ key }, { name: "Unpublished" });
    await create({ token }, { name: "Own, unpublished", index_order: 9 });
    await create({ token: other }, { name: "Of another account" });
  });

  test("200: the organization's published workflows in their order, and the account's own; under both names", async () => {
    const { status, body } = await list({ token });
    expect(status).toBe(200);
    expect(names(body)).toEqual(["First", "Second, newer", "Second, older", "Third", "Own, unpublished"]);
    expect(body.workflows).toEqual(body.docs);
    expect(body).toMatchObject({ totalDocs: 5, limit: 10, totalPages: 1, page: 1, pagingCounter: 1 });
    expect(body).toMatchObject({ hasPrevPage: false, hasNextPage: false, prevPage: null, nextPage: null });
  });

  test("200: a page, and an empty one after the last", async () => {
    const { body } = await list({ token }, "?page=2&limit=2");
    expect(names(body)).toEqual(["Second, older", "Third"]);
    expect(body).toMatchObject({ totalDocs: 5, totalPages: 3, pagingCounter: 3, prevPage: 1, nextPage: 3 });
    expect(names((await list({ token }, "?page=9")).body)).toEqual([]);
  });

  test.each([
    ["slug=slack", ["Third"]],
    ["slug=unknown", []],
    ["slug=", ["First", "Second, newer", "Second, older", "Third", "Own, unpublished"]],
    ["scope=private", ["Own, unpublished"]],
    ["scope=public", ["First", "Second, newer", "Second, older", "Third"]],
    ["application_id=6a1f0c2e9b3d4f5a6b7c8d9e", []],
    ["name=SECOND", ["Second, newer", "Second, older"]],
    ["name=%25", []],
    ["published=false", ["Own, unpublished"]],
    ["published=true&limit=1", ["First"]],
    ["end_date=2020-01-31", []],
    ["start_date=2020-01-31T09:30:00.000Z&name=third", ["Third"]],
    ["start_date=0001-01-01&end_date=9999-12-31&slug=github", ["First"]],
  ])("200: only what %s filters for", async (query, expected) => {
    expect(names((await list({ token }, `?${query}`)).body)).toEqual(expected);
  });

  test.each([
    "page=0",
    "limit=x",
    "published=maybe",
    "scope=mine",
    "start_date=yesterday",
    "end_date=2026-02-31",
    "start_date=0000-01-01",
    "start_date=-000001-01-01T00:00:00Z",
    "end_date=%2B200000-01-01T00:00:00Z",
  ])("400: %s", async (query) => {
    expect((await list({ token }, `?${query}`)).status).toBe(400);
  });

  test("200: only those of the application with an id", async () => {
    const url = "/api/v2/public/application/slack";
    const { _id } = (await server.request({ url, key, account: "viewer" })).body;
    expect(names((await list({ token }, `?application_id=${_id}`)).body)).toEqual(["Third"]);
    expect(names((await list({ token }, `?application_id=${_id}&slug=github`)).body)).toEqual([]);
    expect(names((await list({ key }, `/all?application_id=${_id}&scope=public`)).body)).toEqual(["Third"]);
    expect(names((await list({ key }, "/all?scope=private")).body)).toEqual([
      "Of another account",
      "Own, unpublished",
    ]);
  });

  test("401: an API key, also one that names an account", async () => {
    expect((await list({ key })).status).toBe(401);
    expect((await list({ key, account: "viewer" })).status).toBe(401);
    expect(await list({})).toMatchObject({ status: 401, body: { message: "Authorization Token Missing" } });
  });

  test("/all, 200: everything of the environment for the API key, including drafts; 401 for a token", async () => {
    const { body } = await list({ key }, "/all");
    expect(names(body)).toEqual([
      "Of another account",
      "Own, unpublished",
      "Unpublished",
      "Hidden",
      "First",
      "First",
      "Second, newer",
      "Second, older",
      "Third",
    ]);
    expect(body.workflows).toEqual(body.docs);
    const elsewhere = await list({ key: organization.productionKey }, "/all");
    expect(names(elsewhere.body)).toEqual(["Elsewhere"]);
    expect((await list({ token }, "/all")).status).toBe(401);
  });

  test("200: of the graph, only what starts a workflow", async () => {
    for (const reply of [await list({ token }, "?nodes=false"), await list({ key }, "/all?nodes=false")])
      for (const docs of [reply.body.docs, reply.body.workflows]) {
        expect(docs.length).toBeGreaterThan(0);
        for (const { nodes, edges } of docs) {
          expect(nodes.every(({ type }: { type: string }) => type === "start")).toBe(true);
          expect(edges).toEqual([]);
        }
        expect(docs[0].nodes[0].triggers).toMatchObject([{ application: "Junctor" }]);
        expect(docs[0].test_instance_meta_data.trigger).toMatchObject({ application: "Junctor" });
      }
  });

  test("200: those with the given ids", async () => {
    const all = (await list({ key }, "/all?draft_of=none")).body.docs;
    const idOf = (name: string) => all.find((one: { name: string }) => one.name === name)._id;
    const query = `workflow_id=${idOf("First")}, ${idOf("Third")},${idOf("Unpublished")},${"0".repeat(24)}`;
    expect(names((await list({ key }, `/all?${query}`)).body)).toEqual(["Unpublished", "First", "Third"]);
    expect(names((await list({ token }, `?${query}`)).body)).toEqual(["First", "Third"]);
    expect(names((await list({ key }, `/all?${query}&published=false`)).body)).toEqual(["Unpublished"]);
  });

  test("/all, 200: without drafts, or the drafts of some workflows", async () => {
    const { body } = await list({ key }, "/all?draft_of=none&name=First");
    expect(body).toMatchObject({ totalDocs: 1, docs: [{ published: true }] });
    const drafts = await list({ key }, `/all?draft_of=${body.docs[0]._id}`);
    expect(drafts.body).toMatchObject({
      totalDocs: 1,
      docs: [{ published: false, associated_public_worklfow: body.docs[0]._id }],
    });
    const all = (await list({ key }, "/all?published=true&nodes=false")).body.docs;
    const ids = all.map(({ _id }: { _id: string }) => _id).join(",");
    expect((await list({ key }, `/all?draft_of=${ids}&nodes=false`)).body.docs).toMatchObject([
      { name: "First", associated_public_worklfow: body.docs[0]._id, edges: [] },
    ]);
  });
});
