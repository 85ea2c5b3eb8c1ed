import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../test/test-server.ts";
import { startTestShop, type TestShop } from "./test-shop.ts";

const INTEGRATION = "/api/v2/public/linked-account/integration";
const CONFIG = "/api/v2/public/config";
let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
  shop.server.work();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.keys.clear();
  shop.keys.add("good").add("other");
});

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
const call = (method: Method, url: string, account: string, body?: object) =>
  shop.server.request({ method, url, key: shop.server.testKey, account, body });

/** Adds a connection with the key `other`; returns its id. */
async function addConnection(account: string): Promise<string> {
  const url = `${INTEGRATION}/save-key-credentials/shop?connection_id=new`;
  expect((await call("PUT", url, account, { key: "other" })).status).toBe(200);
  const { body } = await call("GET", "/api/v2/public/application/shop", account);
  return body.connections.find((one: { is_default: boolean }) => !one.is_default).connection_id;
}

/** What the config says when the workflow is told to use these connections. */
const choose = (account: string, id: string, connections: object) =>
  call("PUT", CONFIG, account, { slug: "shop", workflows: [{ id, enabled: true, connections }] });

const removeConnection = (account: string, id: string) =>
  call("DELETE", `${INTEGRATION}/shop?connection_id=${id}`, account);

const keysFor = (path: string) =>
  shop.api.requests
    .filter(({ url }) => url.startsWith(path))
    .map(({ method, headers }) => `${method} ${headers["x-app-key"]}`);

/** A published workflow that reads from the shop, on in the config of a new account with two connections. */
async function reading(content: object = {}) {
  const account = await shop.account();
  const workflow = await shop.publish(
    { event: "new_thing", input: { list: account } },
    {
      nodes: [
        { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
        { id: "read", type: "action", action: "read" },
      ],
      edges: [{ source: "start", target: "read" }],
      ...content,
    },
  );
  await shop.connect(account);
  await shop.configure(account, [{ id: workflow, enabled: true }]);
  return { account, workflow, other: await addConnection(account) };
}

const execute = (account: string, workflow: string) =>
  shop.server.request({
    method: "POST",
    url: `/api/v1/workflow/${workflow}/execute`,
    key: shop.server.testKey,
    account,
    headers: { slug: "shop" },
    body: {},
  });

/** The execution of a step that reads, once it has ended or waits for its customer. */
async function read(account: string, workflow: string) {
  shop.api.requests.length = 0;
  const { body } = await execute(account, workflow);
  const url = `/api/v2/public/execution/${body.execution_id}`;
  return eventually(async () => {
    const { body: run } = await shop.server.request({ url, key: shop.server.testKey, account });
    const { nodes = [] } = run;
    const isWaiting = nodes.some((one: { node_status: string }) => one.node_status === "Waiting");
    return (run.status !== "RUNNING" || isWaiting) && run;
  });
}

test("a config shows the connection that was chosen for a workflow, and forgets it with null", async () => {
  const { account, workflow, other } = await reading();
  const shown = (reply: { body: { workflows: { id: string; connections?: object }[] } }) =>
    reply.body.workflows.find(({ id }) => id === workflow)?.connections;
  expect(shown(await call("GET", "/api/v2/public/slug/shop/config", account))).toBeUndefined();
  expect(shown(await choose(account, workflow, { shop: other }))).toEqual({ shop: other });
  await call("PUT", CONFIG, account, { slug: "shop", workflows: [{ id: workflow, enabled: true }] });
  expect(shown(await call("GET", "/api/v2/public/slug/shop/config", account))).toEqual({ shop: other });
  expect(shown(await choose(account, workflow, { shop: null }))).toBeUndefined();
});

test("400 for a connection of another account or application, and for an unknown one", async () => {
  const { account, workflow, other } = await reading();
  const stranger = await reading();
  for (const connections of [{ shop: stranger.other }, { others: other }, { shop: "0".repeat(24) }]) {
    const reply = await choose(account, workflow, connections);
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field: "workflows" }] } });
  }
  await read(account, workflow);
  expect(keysFor("/me")).toEqual(["GET good"]);
});

test("steps use the chosen connection, and the default one again without a choice", async () => {
  const { account, workflow, other } = await reading();
  await choose(account, workflow, { shop: other });
  expect((await read(account, workflow)).status).toBe("COMPLETED");
  expect(keysFor("/me")).toEqual(["GET other"]);
  await choose(account, workflow, { shop: null });
  expect((await read(account, workflow)).status).toBe("COMPLETED");
  expect(keysFor("/me")).toEqual(["GET good"]);
});

test("a step whose chosen connection was removed fails and says so; no other one takes its place", async () => {
  const { account, workflow, other } = await reading();
  await choose(account, workflow, { shop: other });
  await removeConnection(account, other);
  const run = await read(account, workflow);
  const message = "The connection to Shop that was chosen here has been removed.";
  expect(run).toMatchObject({ status: "ERRORED", execution_error: { code: "CONNECTION_REMOVED", message } });
  expect(keysFor("/")).toEqual([]);
});

test("a step waits until its own connection works again, whatever the default one does", async () => {
  const { account, workflow, other } = await reading();
  await choose(account, workflow, { shop: other });
  shop.keys.delete("other");
  const run = await read(account, workflow);
  expect(run.status).toBe("RUNNING");
  await shop.connect(account);
  shop.keys.add("other");
  const url = `${INTEGRATION}/save-key-credentials/shop?connection_id=${other}`;
  expect((await call("PUT", url, account, { key: "other" })).status).toBe(200);
  await eventually(async () => {
    const reply = await shop.server.request({
      url: `/api/v2/public/execution/${run._id}`,
      key: shop.server.testKey,
      account,
    });
    return reply.body.status === "COMPLETED";
  });
});

test("a trigger listens to the chosen connection, begins anew there, and ends with it", async () => {
  const account = await shop.account();
  const workflow = await shop.publish({ event: "new_thing", input: { list: "chosen" } });
  await shop.connect(account);
  await shop.configure(account, [{ id: workflow, enabled: true }]);
  await shop.pass();
  const other = await addConnection(account);
  shop.add("chosen", 1);
  await choose(account, workflow, { shop: other });
  shop.api.requests.length = 0;
  await shop.pass();
  shop.add("chosen", 2);
  await shop.pass();
  expect(await shop.idsSeen({ account, workflow })).toEqual([2]);
  expect(new Set(keysFor("/things?list=chosen"))).toEqual(new Set(["GET other"]));

  await removeConnection(account, other);
  shop.add("chosen", 3);
  shop.api.requests.length = 0;
  await shop.pass();
  await shop.pass();
  expect(keysFor("/things?list=chosen")).toEqual([]);
  expect(await shop.subscription(workflow)).toBeUndefined();

  await choose(account, workflow, { shop: null });
  await shop.pass();
  shop.add("chosen", 4);
  await shop.pass();
  expect(await shop.idsSeen({ account, workflow })).toEqual([2, 4]);
});

test("examples for a workflow come from its chosen connection; 400, and from no other, once it was removed", async () => {
  const { account, workflow, other } = await reading();
  shop.add(account, 1);
  await choose(account, workflow, { shop: other });
  const url = "/api/v2/public/triggers/shop/new_thing/examples";
  const examples = (more: object) => call("POST", url, account, { input: { list: account }, ...more });
  shop.api.requests.length = 0;
  expect(await examples({ workflow_id: workflow })).toMatchObject({
    status: 200,
    body: { docs: [{ id: 1 }] },
  });
  expect((await examples({})).status).toBe(200);
  expect(keysFor("/things")).toEqual(["GET other", "GET good"]);
  await removeConnection(account, other);
  shop.api.requests.length = 0;
  const { status, body } = await examples({ workflow_id: workflow });
  expect([status, body.message]).toEqual([400, expect.stringContaining("has been removed")]);
  expect(keysFor("/")).toEqual([]);
});

test("webhooks of providers are made with the chosen connection and verified as its own", async () => {
  const account = await shop.account();
  const workflow = await shop.publish({ event: "changed", input: { list: "made" } });
  await shop.connect(account);
  const other = await addConnection(account);
  await shop.configure(account, []);
  await choose(account, workflow, { shop: other });
  shop.api.requests.length = 0;
  await shop.pass();
  expect(keysFor("/hooks")).toEqual(["POST other"]);
  await choose(account, workflow, { shop: null });
  shop.api.requests.length = 0;
  await shop.pass();
  expect(keysFor("/hooks").toSorted()).toEqual(["DELETE other", "POST good"]);
});

test("a step that waits for the default connection resumes with another one that becomes the default", async () => {
  const { account, workflow, other } = await reading();
  shop.keys.delete("good");
  const run = await read(account, workflow);
  expect(run.status).toBe("RUNNING");
  const url = `${INTEGRATION}/shop/connections/${other}`;
  expect((await call("PATCH", url, account, { is_default: true })).status).toBe(200);
  await eventually(async () => {
    const { body } = await shop.server.request({
      url: `/api/v2/public/execution/${run._id}`,
      key: shop.server.testKey,
      account,
    });
    return body.status === "COMPLETED";
  });
  expect(keysFor("/me").at(-1)).toBe("GET other");
});
