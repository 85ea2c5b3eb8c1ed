import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../../test/test-server.ts";
import { createWorkflowCalls, type TestCredential, URL } from "./test-calls.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { create, change, read, publish, define, list } = createWorkflowCalls(() => server);
const BOTH = ["test", "production"];
const START = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };
const codeNodes = (text: string) => [
  START,
  { id: "code", type: "ai_code_executor", data: { code: `return "${text}"` } },
];
const EDGES = [{ source: "start", target: "code" }];

let organization: TestOrganization;
let inTest: TestCredential;
let inProduction: TestCredential;
let id: string;
beforeEach(async () => {
  organization = await server.organization();
  [inTest, inProduction] = [{ key: organization.testKey }, { key: organization.productionKey }];
  const body = { name: "First", icon: "/first.svg", nodes: codeNodes("first"), edges: EDGES };
  id = (await create(inTest, { ...body, workflow_alias: "sync" })).body._id;
  expect((await publish(inTest, id)).status).toBe(200);
});

const second = { name: "Second", icon: "/second.svg", index_order: 7, nodes: codeNodes("second") };
const remove = (as: TestCredential, name: string) =>
  server.request({ method: "DELETE", url: `${URL}/${name}`, ...as });
async function publishSecond() {
  await change(inTest, id, second);
  expect((await publish(inTest, id)).body).toMatchObject({ version: 2, name: "Second" });
}

describe("publishing with a production key", () => {
  test.each(["id", "alias"])("200: by the workflow's %s promotes what test has published", async (by) => {
    await publishSecond();
    await change(inTest, id, { name: "Unfinished" });
    expect((await read(inProduction, id)).status).toBe(404);
    const { status, body } = await publish(inProduction, by === "id" ? id : "sync");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _id: id,
      ...second,
      nodes: [{}, { data: second.nodes[1]?.["data" as never] }],
    });
    expect(body).toMatchObject({ published: true, version: 2, workflow_environment: BOTH });
    expect((await read(inProduction, "sync")).body).toEqual(body);
  });

  test("200: publishes the given version; later publishing in test changes nothing there", async () => {
    await publishSecond();
    const first = (await publish(inProduction, id, { published: true, version: 1 })).body;
    expect(first).toMatchObject({ version: 1, name: "First", icon: "/first.svg" });
    await change(inTest, id, { name: "Third" });
    await publish(inTest, id);
    expect((await read(inProduction, id)).body).toEqual(first);
    expect((await publish(inProduction, id)).body).toMatchObject({ version: 3, name: "Third" });
  });

  test("200: by the draft's id publishes the draft", async () => {
    const draft = (await change(inTest, id, second)).body._id;
    expect((await publish(inProduction, draft)).body).toMatchObject({ _id: id, version: 2, name: "Second" });
    expect((await read(inTest, id)).body).toMatchObject({ version: 1, name: "First" });
    expect((await publish(inTest, id)).body).toMatchObject({ version: 3, name: "Second" });
  });

  test("200: a workflow that only production has is published from its draft, as before", async () => {
    const made = (await create(inProduction, { nodes: codeNodes("live"), edges: EDGES })).body._id;
    expect((await publish(inProduction, made)).body).toMatchObject({ published: true, version: 1 });
    await change(inProduction, made, { name: "Again" });
    expect((await publish(inProduction, made)).body).toMatchObject({ version: 2, name: "Again" });
    expect((await publish(inTest, made)).status).toBe(404);
  });

  test("400: a workflow that test has not published, and dependencies that production lacks; nothing changes", async () => {
    const unfinished = (await create(inTest, {})).body._id;
    expect(await publish(inProduction, unfinished)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("not published in test") },
    });
    await define(inTest, "order.placed");
    const triggers = [{ application: "Junctor", event: "order.placed" }];
    await change(inTest, id, { nodes: [{ ...START, triggers }, second.nodes[1]] });
    const published = (await publish(inTest, id)).body;
    expect(await publish(inProduction, id)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("In production: "), errors: [{ node_id: "start" }] },
    });
    expect((await read(inTest, id)).body).toEqual(published);
    expect((await read(inProduction, id)).status).toBe(404);
  });

  test("200: the preview lists what is missing, each once, and whether test has it; nothing changes", async () => {
    await define(inTest, "order.placed");
    const triggers = ["order.placed", "order.placed"].map((event) => ({ application: "Junctor", event }));
    const body = { slug: "gmail", nodes: [{ ...START, triggers }, second.nodes[1]] };
    const made = (await create(inTest, { ...body, edges: EDGES })).body._id;
    await publish(inTest, made);
    const preview = (as: TestCredential, query = "") =>
      server.request({ url: `${URL}/${made}/publish/preview${query}`, ...as });
    const event = { kind: "event", id: "order.placed", name: "order.placed", refused: true, in_test: true };
    const client = { kind: "oauth_client", id: "gmail", name: "Gmail", refused: false, in_test: false };
    expect(await preview(inProduction)).toMatchObject({
      status: 200,
      body: { version: 1, publishable: false, missing: [event, client], errors: [] },
    });
    expect((await publish(inProduction, made)).status).toBe(400);
    await server.request({
      method: "POST",
      url: "/api/v2/public/application/event/order.placed/promote",
      ...inProduction,
    });
    const settings = { client_id: "live", client_secret: "of-live-1234", enabled: false };
    const put = { method: "PUT", url: "/api/v2/public/application/gmail/settings", ...inProduction } as const;
    await server.request({ ...put, body: settings });
    expect((await preview(inProduction)).body).toEqual({
      version: 1,
      publishable: true,
      errors: [],
      missing: [{ ...client, kind: "enabled" }],
    });
    expect((await preview(inTest)).body).toMatchObject({ version: null, publishable: true });
    const exported = await server.request({ url: `${URL}/${made}/export`, ...inTest });
    expect((await preview(inProduction, "?document=true")).body.document).toEqual(exported.body);
    expect((await preview(inProduction, "?document=false")).body.document).toBeUndefined();
    const named = { name: "Looks on", role: "viewer" };
    const { body: viewer } = await server.request({
      method: "POST",
      url: "/api/v2/public/api-keys",
      ...inProduction,
      body: named,
    });
    expect((await preview({ key: viewer.key })).status).toBe(200);
    expect((await preview({ key: viewer.key }, "?document=true")).body.error_code).toBe("ROLE_TOO_LOW");
    expect((await preview(inProduction, "?version=7")).status).toBe(404);
    expect((await read(inProduction, made)).status).toBe(404);
  });

  test("404: an account's own workflow of test, and another organization's", async () => {
    const own = (await create({ token: await server.account("acme", organization.testKey) }, {})).body._id;
    expect((await publish(inProduction, own)).status).toBe(404);
    const stranger = { key: (await server.organization()).productionKey };
    expect((await publish(stranger, id)).status).toBe(404);
  });
});

describe("a test key", () => {
  let live: unknown;
  beforeEach(async () => {
    live = (await publish(inProduction, id)).body;
  });

  test("403: cannot add or remove production, or change the alias of a workflow there", async () => {
    const only = (await create(inTest, {})).body;
    const refused = [
      await create(inTest, { workflow_environment: BOTH }),
      await create(inTest, { workflow_environment: ["production"] }),
      await change(inTest, only._id, { workflow_environment: BOTH }),
      await change(inTest, id, { workflow_environment: ["test"] }),
      await change(inTest, id, { workflow_alias: "other" }),
      await change(inTest, id, { workflow_alias: null, name: "Not saved" }),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(403);
      expect(body.message).toContain("production");
    }
    expect((await read(inTest, only._id)).body).toEqual(only);
    expect((await read(inProduction, id)).body).toEqual(live);
    expect((await read(inTest, id)).body.name).toBe("First");
  });

  test("200: may send back what it has read", async () => {
    const record = (await read(inTest, id)).body;
    expect((await change(inTest, id, record)).status).toBe(200);
    expect((await read(inProduction, id)).body).toEqual(live);
  });

  test("unpublishes and deletes only in test; a production key only in production", async () => {
    await publish(inTest, id, { published: false });
    expect((await read(inTest, id)).body.published).toBe(false);
    expect((await read(inProduction, id)).body).toEqual(live);
    expect((await remove(inTest, "sync")).status).toBe(200);
    expect((await read(inTest, id)).status).toBe(404);
    expect((await read(inProduction, id)).body).toMatchObject({
      published: true,
      version: 1,
      workflow_environment: ["production"],
    });
    expect((await remove(inProduction, "sync")).status).toBe(200);
    expect((await read(inProduction, id)).status).toBe(404);
    const left = server.deps.db.selectFrom("workflows").select("id").where("id", "=", id);
    expect(await left.execute()).toEqual([]);
  });
});

test("removing an environment unpublishes there; added again, it starts unpublished", async () => {
  await publish(inProduction, id);
  await change(inProduction, id, { workflow_environment: ["production"] });
  expect((await read(inTest, id)).status).toBe(404);
  await change(inProduction, id, { workflow_environment: BOTH });
  expect((await read(inTest, id)).body).toMatchObject({ published: false, name: "First" });
  expect((await read(inProduction, id)).body).toMatchObject({ published: true, version: 1 });
});

test("the draft is shared: both environments edit it, and a rollback in production leaves it alone", async () => {
  await publish(inProduction, id);
  await publishSecond();
  await publish(inProduction, id);
  await publish(inProduction, id, { published: true, version: 1 });
  const draft = (await read(inProduction, `${id}/edit`)).body;
  expect(draft).toMatchObject({ name: "Second", associated_public_worklfow: id });
  expect((await change(inProduction, id, { name: "Third" })).body._id).toBe(draft._id);
  expect((await read(inTest, draft._id)).body.name).toBe("Third");
  expect((await read(inTest, id)).body.name).toBe("Second");
});

test("test_instance_meta_data shows each caller's own environment, whatever was sent", async () => {
  const test_instance_meta_data = { environment: "test", linked_account_id: "acme" };
  await change(inTest, id, { test_instance_meta_data });
  await publish(inTest, id);
  await publish(inProduction, id);
  for (const [as, environment] of [
    [inTest, "test"],
    [inProduction, "production"],
  ] as const) {
    const instances = [
      (await read(as, id)).body,
      (await list(as, "/all")).body.docs[0],
      (await list(as, `/versions/${id}`)).body.docs[0],
      (await read(as, `${id}/edit`)).body,
    ].map((record) => record.test_instance_meta_data);
    for (const instance of instances)
      expect(instance).toMatchObject({ environment, linked_account_id: "acme" });
  }
});

describe("an alias belongs to one workflow in both environments", () => {
  const taken = (alias: string, environment: string) => ({
    status: 400,
    body: {
      message: expect.stringContaining(`"${alias}" is the alias of another workflow, in ${environment}`),
    },
  });

  test("400: an alias used only in production cannot be given to another workflow in test, nor the other way round", async () => {
    await publish(inProduction, id);
    expect((await remove(inTest, id)).status).toBe(200);
    expect(await create(inTest, { workflow_alias: "sync" })).toMatchObject(taken("sync", "production"));
    const other = (await create(inTest, { workflow_alias: "other" })).body._id;
    expect(await change(inTest, other, { workflow_alias: "sync" })).toMatchObject(
      taken("sync", "production"),
    );
    expect(await create(inProduction, { workflow_alias: "other" })).toMatchObject(taken("other", "test"));
    const document = { format: "junctor.workflow", format_version: 1, name: "Imported", alias: "sync" };
    const url = `${URL}/import`;
    const imported = await server.request({ method: "POST", url, ...inTest, body: document });
    expect(imported.body).toMatchObject({
      workflow: { workflow_alias: null },
      warnings: [{ field: "alias" }],
    });
    expect((await remove(inProduction, "sync")).status).toBe(200);
    expect((await create(inTest, { workflow_alias: "sync" })).status).toBe(200);
  });

  test("of two concurrent requests for it one succeeds", async () => {
    const both = await Promise.all(
      [inTest, inProduction].map((as) => create(as, { workflow_alias: "at-once" })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("existing pairs stay, and each can be written back", async () => {
    const { _id: live } = (await create(inProduction, { workflow_alias: "pair" })).body;
    await server.deps.db.updateTable("workflows").set({ alias: "sync" }).where("id", "=", live).execute();
    for (const [as, which] of [
      [inTest, id],
      [inProduction, live],
    ] as const) {
      const record = (await read(as, "sync")).body;
      expect(record._id).toBe(which);
      expect((await change(as, which, record)).status).toBe(200);
    }
    expect(await publish(inProduction, id)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('"sync" is the alias of another workflow') },
    });
  });
});
