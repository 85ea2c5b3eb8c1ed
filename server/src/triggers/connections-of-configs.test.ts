import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../test/test-server.ts";
import { startTestShop, type TestShop } from "./test-shop.ts";

const PUBLIC = "/api/v2/public";
const INTEGRATION = `${PUBLIC}/linked-account/integration`;
let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
  shop.server.work();
  await shop.define("depot");
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.keys.clear();
  shop.keys.add("good").add("other");
});

type Method = "GET" | "POST" | "PUT" | "DELETE";
const call = (method: Method, url: string, account: string, body?: object) =>
  shop.server.request({ method, url, key: shop.server.testKey, account, body });

/** A config of a new account, whose workflow reads from the shop and from the depot. */
async function reading() {
  const account = await shop.account();
  const workflow = await shop.publish(
    { event: "new_thing", input: { list: account } },
    {
      nodes: [
        { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
        { id: "read", type: "action", action: "read" },
        { id: "store", type: "action", action: "depot/read" },
      ],
      edges: [
        { source: "start", target: "read" },
        { source: "read", target: "store" },
      ],
    },
  );
  for (const slug of ["shop", "depot"]) await shop.connect(account, "good", slug);
  await shop.configure(account, [{ id: workflow, enabled: true }]);
  return {
    account,
    workflow,
    other: await addConnection(account, "shop"),
    store: await addConnection(account, "depot"),
  };
}

/** Adds a connection with the key `other`; returns its id. */
async function addConnection(account: string, slug: string): Promise<string> {
  const url = `${INTEGRATION}/save-key-credentials/${slug}?connection_id=new`;
  expect((await call("PUT", url, account, { key: "other" })).status).toBe(200);
  const { body } = await call("GET", `${PUBLIC}/application/${slug}`, account);
  return body.connections.find((one: { is_default: boolean }) => !one.is_default).connection_id;
}

const define = (name: string) =>
  shop.server.request({
    method: "POST",
    url: `${PUBLIC}/application/event`,
    key: shop.server.testKey,
    body: { name, response: {} },
  });

const choose = (account: string, body: object) =>
  call("PUT", `${PUBLIC}/config`, account, { slug: "shop", ...body });

/** How an execution of the workflow ended, and the keys with which it read. */
async function run(account: string, workflow: string, headers: Record<string, string> = {}) {
  shop.api.requests.length = 0;
  const started = await shop.server.request({
    method: "POST",
    url: `/api/v1/workflow/${workflow}/execute`,
    key: shop.server.testKey,
    account,
    headers: { slug: "shop", ...headers },
    body: {},
  });
  const url = `${PUBLIC}/execution/${started.body.execution_id}`;
  const ended = await eventually(async () => {
    const { body } = await call("GET", url, account);
    return body.status !== "RUNNING" && body;
  });
  const keys = shop.api.requests.map(({ headers: sent }) => sent["x-app-key"]);
  return { status: ended.status, code: ended.execution_error?.code, keys };
}

test("all workflows of a config use its connections, a workflow's own choice comes first, and null ends both", async () => {
  const { account, workflow, other, store } = await reading();
  const chosen = await choose(account, { connections: { shop: other, depot: store } });
  expect(chosen.body.connections).toEqual({ shop: other, depot: store });
  expect(await run(account, workflow)).toMatchObject({ status: "COMPLETED", keys: ["other", "other"] });

  const { body } = await call("GET", `${PUBLIC}/application/shop`, account);
  const first = body.connections.find((one: { is_default: boolean }) => one.is_default).connection_id;
  const only = (id: string | null) => [{ id: workflow, enabled: true, connections: { shop: id } }];
  await choose(account, { workflows: only(first) });
  expect((await run(account, workflow)).keys).toEqual(["good", "other"]);
  await choose(account, { workflows: only(null) });
  expect((await run(account, workflow)).keys).toEqual(["other", "other"]);

  const again = await choose(account, { connections: { shop: null } });
  expect(again.body.connections).toEqual({ depot: store });
  expect((await run(account, workflow)).keys).toEqual(["good", "other"]);
});

test("another config of the account keeps the default connections", async () => {
  const { account, workflow, other } = await reading();
  await choose(account, { connections: { shop: other } });
  await call("POST", `${PUBLIC}/config`, account, { slug: "shop", config_id: "second" });
  expect((await run(account, workflow, { config_id: "second" })).keys).toEqual(["good", "good"]);
  const reply = await call("GET", `${PUBLIC}/slug/shop/config/second`, account);
  expect(reply.body.connections).toBeUndefined();
});

test("an event starts workflows with the connections of the config, too", async () => {
  const { account, other } = await reading();
  await define(`Ordered ${account}`);
  const id = await shop.publish(
    { event: "new_thing" },
    {
      nodes: [
        { id: "start", type: "start", triggers: [{ application: "Junctor", event: `Ordered ${account}` }] },
        { id: "read", type: "action", action: "read" },
      ],
      edges: [{ source: "start", target: "read" }],
    },
  );
  await choose(account, { connections: { shop: other }, workflows: [{ id, enabled: true }] });
  shop.api.requests.length = 0;
  const body = { event: `Ordered ${account}`, payload: {} };
  expect((await call("POST", `${PUBLIC}/event`, account, body)).status).toBe(200);
  await eventually(async () => shop.api.requests.length > 0);
  expect(shop.api.requests.map(({ headers }) => headers["x-app-key"])).toEqual(["other"]);
});

test("a connection that was removed is not replaced, and steps fail until another one is chosen", async () => {
  const { account, workflow, other } = await reading();
  await choose(account, { connections: { shop: other } });
  await call("DELETE", `${INTEGRATION}/shop?connection_id=${other}`, account);
  expect(await run(account, workflow)).toEqual({ status: "ERRORED", code: "CONNECTION_REMOVED", keys: [] });
  expect((await choose(account, { connections: { shop: other } })).status).toBe(200);
  await choose(account, { connections: { shop: null } });
  expect((await run(account, workflow)).status).toBe("COMPLETED");
});

test("400 for a connection of another account or application, and nothing changes", async () => {
  const { account, other, store } = await reading();
  const stranger = await reading();
  for (const connections of [{ shop: stranger.other }, { shop: store }, { none: other }, { shop: "" }]) {
    const reply = await choose(account, { connections, workflows: [] });
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field: "connections" }] } });
  }
  expect((await call("GET", `${PUBLIC}/slug/shop/config`, account)).body.connections).toBeUndefined();
});

test("triggers listen to the connection of the config and begin anew with another one", async () => {
  const account = await shop.account();
  const workflow = await shop.publish({ event: "new_thing", input: { list: "config" } });
  await shop.connect(account);
  await shop.configure(account, [{ id: workflow, enabled: true }]);
  await shop.pass();
  const other = await addConnection(account, "shop");
  shop.add("config", 1);
  await choose(account, { connections: { shop: other } });
  shop.api.requests.length = 0;
  await shop.pass();
  shop.add("config", 2);
  await shop.pass();
  expect(await shop.idsSeen({ account, workflow })).toEqual([2]);
  const keys = shop.api.requests.filter(({ url }) => url.startsWith("/things?list=config"));
  expect(new Set(keys.map(({ headers }) => headers["x-app-key"]))).toEqual(new Set(["other"]));
});

test("the connections to choose among are those of each application that a workflow uses", async () => {
  const account = await shop.account();
  await shop.define("yard");
  const publish = (action: string, more: object = {}) =>
    shop.publish(
      { event: "new_thing" },
      {
        slug: "yard",
        nodes: [
          { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
          { id: "read", type: "action", action },
        ],
        edges: [{ source: "start", target: "read" }],
        ...more,
      },
    );
  const reads = await publish("depot/read");
  await publish("read", { hide_in_config: true });
  const listens = await shop.publish({ event: "new_thing", input: { list: "x" } }, { slug: "yard" });
  await shop.connect(account, "good", "depot");
  const store = await addConnection(account, "depot");
  const url = `${PUBLIC}/slug/yard/connections`;
  const { status, body } = await call("GET", url, account);
  expect(status).toBe(200);
  expect(body.map((one: { slug: string }) => one.slug)).toEqual(["yard", "depot", "shop"]);
  expect(body).toMatchObject([
    { name: "Shop", workflows: expect.arrayContaining([reads, listens]), connections: [] },
    { workflows: [reads], connections: [{ is_default: true }, { connection_id: store, is_default: false }] },
    { workflows: [listens], connections: [] },
  ]);
  expect(body[0].workflows).toHaveLength(2);
  expect((await call("GET", `${PUBLIC}/slug/nothing/connections`, account)).status).toBe(404);
});
