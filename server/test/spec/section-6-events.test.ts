import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOAuthDefinition, startFakeProvider } from "../../src/apps/connections/fake-provider.ts";
import { openBrowser } from "../test-browser.ts";
import { eventually } from "../test-server.ts";
import { echoWorkflow, ownApplication, publish } from "./records.ts";
import { HEX_ID } from "./shapes.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";
import { type Delivered, startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

const BASE = "/api/v2/public/webhook";
const VALUES = [
  "Connection Created",
  "Connection Deleted",
  "Connection Expired",
  "Workflow Completed",
  "Workflow Errored",
];

let server: SpecServer;
let receiver: WebhookReceiver;
let key: string;
let token: string;
let secret: string;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  server = await startSpecServer();
  server.work();
  key = server.testKey;
  token = await server.account("acme");
  ({ secret } = await create({ webhook_url: `${receiver.url}/all`, webhook_events: VALUES }));
  const body = ownApplication("crm", receiver.url);
  await expectOk(server.call({ method: "POST", path: "/api/v2/public/application", key, body }));
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const create = (body: unknown) => expectOk(server.call({ method: "POST", path: BASE, key, body }));
const connect = () =>
  expectOk(server.call({ method: "POST", path: "/api/v2/app/crm/save", token, body: { key: "k" } }));
const disconnect = () =>
  expectOk(server.call({ method: "DELETE", path: "/api/v1/linked-acc/integration/crm", token }));

/** The first webhook about `event` that arrived at `path` after the first `from` ones. */
function arrival(event: string, { path = "/all", from = 0 } = {}): Promise<Delivered> {
  return eventually(async () =>
    receiver.delivered.slice(from).find((one) => one.path === path && one.body.event === event),
  );
}

async function runWorkflow(code: string): Promise<string> {
  const nodes = [
    { id: "start", type: "start" },
    { id: "code", type: "ai_code_executor", name: "Code", data: { code } },
  ];
  const { _id } = await publish(server, { key }, { ...echoWorkflow("API Call"), nodes });
  const path = `/api/v1/workflow/${_id}/execute`;
  const run = await expectOk(server.call({ method: "POST", path, key, account: "acme", body: { n: 1 } }));
  return run.execution_id;
}

describe("6: webhook_events allows", () => {
  test.each(VALUES)("%s", async (value) => {
    const url = `${receiver.url}/never`;
    const { webhook_events, _id } = await create({ webhook_url: url, webhook_events: [value] });
    expect(webhook_events).toEqual([value]);
    await expectOk(server.call({ method: "DELETE", path: `${BASE}/${_id}`, key }));
  });
});

test.each(["Workflow Started", "", "connection created", "constructor", "Connection Created "])(
  "6: webhook_events does not allow %j: 400 INVALID_EVENT",
  async (value) => {
    const body = { webhook_url: `${receiver.url}/never`, webhook_events: ["Workflow Completed", value] };
    const reply = await server.call({ method: "POST", path: BASE, key, body });
    expect(reply).toMatchObject({ status: 400, body: { error_code: "INVALID_EVENT" } });
  },
);

test("6: Connection Created and Connection Deleted are sent, with the payload of platform-surface 3.7", async () => {
  await connect();
  const created = await arrival("Connection Created");
  expect(created.body).toEqual({
    linked_account_id: "acme",
    org_id: server.orgId,
    environment: "test",
    type: "General",
    event: "Connection Created",
    slug: "crm",
    connection_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    createdAt: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
  });
  await disconnect();
  expect((await arrival("Connection Deleted")).body).toMatchObject({
    linked_account_id: "acme",
    slug: "crm",
  });
});

test("6: Workflow Completed is sent, with the payload of platform-surface 3.7", async () => {
  const id = await runWorkflow("return input.n");
  const { body } = await arrival("Workflow Completed");
  expect(body).toMatchObject({
    linked_account_id: "acme",
    instance_id: id,
    workflow_id: HEX_ID,
    config_id: "acme",
    event: "Workflow Completed",
    workflow_name: "Echo",
    status: "COMPLETED",
    environment: "test",
  });
});

test("6: Workflow Errored is sent, with the node, the attempts and the error", async () => {
  const id = await runWorkflow("throw new Error('boom')");
  const { body } = await arrival("Workflow Errored");
  expect(body).toMatchObject({
    instance_id: id,
    status: "ERRORED",
    failed_node: { node_id: "code", node_name: "Code" },
    attempts: 1,
    error: expect.anything(),
  });
});

test("6: deliveries are signed with the webhook's secret and with the environment's API key", async () => {
  const { headers, raw } = await arrival("Connection Created");
  expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toEqual(JSON.parse(raw));
  expect(headers["x-cobalt-signature"]).toBe(createHmac("sha256", key).update(raw).digest("hex"));
  expect(headers["content-type"]).toContain("application/json");
});

test("6: a webhook receives only the events that it lists, a disabled one none", async () => {
  const from = receiver.delivered.length;
  const deleted = { webhook_url: `${receiver.url}/deleted`, webhook_events: ["Connection Deleted"] };
  const off = { webhook_url: `${receiver.url}/off`, webhook_events: VALUES, is_enabled: false };
  const ids = [(await create(deleted))._id, (await create(off))._id];
  await connect();
  await disconnect();
  await arrival("Connection Deleted", { path: "/deleted", from });
  await arrival("Connection Deleted", { from });
  const others = receiver.delivered.slice(from).filter(({ path }) => path !== "/all");
  expect(others.map(({ path, body }) => [path, body.event])).toEqual([["/deleted", "Connection Deleted"]]);
  for (const id of ids) await expectOk(server.call({ method: "DELETE", path: `${BASE}/${id}`, key }));
});

test("6: the other environment's webhooks receive nothing", async () => {
  const body = { webhook_url: `${receiver.url}/production`, webhook_events: VALUES };
  await expectOk(server.call({ method: "POST", path: BASE, key: server.productionKey, body }));
  const from = receiver.delivered.length;
  await connect();
  await disconnect();
  await arrival("Connection Deleted", { from });
  expect(receiver.delivered.filter(({ path }) => path === "/production")).toEqual([]);
});

test("6: a rejected delivery is retried under the same webhook-id, and the attempts are listed", async () => {
  const body = { webhook_url: `${receiver.url}/retried`, webhook_events: ["Connection Created"] };
  const { _id } = await create(body);
  const path = `${BASE}/${_id}/deliveries`;
  receiver.failNext(500);
  const { _id: id } = await expectOk(server.call({ method: "POST", path: `${BASE}/${_id}/test`, key }));
  const delivery = await eventually(async () => {
    const { docs } = await expectOk(server.call({ path, key }));
    return docs[0]?.attempts.length > 0 && docs[0];
  });
  expect(delivery).toMatchObject({ _id: id, event: "Connection Created", attempts: [{ status_code: 500 }] });
  await expectOk(server.call({ method: "POST", path: `${path}/${id}/resend`, key }));
  const tries = await eventually(async () => {
    const found = receiver.delivered.filter((one) => one.path === "/retried");
    return found.length >= 2 && found;
  });
  expect(tries.map(({ headers }) => headers["webhook-id"])).toEqual([id, id]);
  expect(tries[1]?.raw).toBe(tries[0]?.raw);
});

test("6: Connection Expired is sent when the provider ends the access, and the application asks to reconnect", async () => {
  const provider = await startFakeProvider();
  // One token is issued; the refresh is refused permanently.
  provider.script.push(
    { body: { access_token: "short", refresh_token: "r", token_type: "bearer", expires_in: 3600 } },
    { status: 400, body: { error: "invalid_grant" } },
  );
  provider.accepted.add("short");
  try {
    const base = "/api/v2/public/application";
    const definition = buildOAuthDefinition("expiring", provider.url);
    await expectOk(server.call({ method: "POST", path: base, key, body: definition }));
    const body = { client_id: "shop", client_secret: "secret", enabled: true };
    await expectOk(server.call({ method: "PUT", path: `${base}/expiring/settings`, key, body }));
    const { auth_url } = await expectOk(server.call({ path: "/api/v1/expiring/integrate", token }));
    const browser = openBrowser({ issuer: server.url });
    const page = await browser.go(auth_url);
    const action = `${new URL(auth_url).pathname}/apps/expiring/connect`;
    const { url } = await browser.submit(page, action, {});
    const state = encodeURIComponent(url.searchParams.get("state") ?? "");
    const end = await browser.go(`${server.url}/api/v1/expiring/callback?state=${state}&code=good`);
    expect(end.status, end.text).toBe(200);
    provider.accepted.clear();
    await runAction("expiring");
    const expired = await arrival("Connection Expired");
    expect(expired.body).toMatchObject({ linked_account_id: "acme", slug: "expiring", type: "General" });
    const application = await expectOk(server.call({ path: "/api/v2/f-sdk/application/expiring", token }));
    expect(application).toMatchObject({
      connected: true,
      reauth_required: true,
      connected_accounts: [{ status: "expired" }],
    });
  } finally {
    await provider.close();
  }
});

/** Calls the application's action `read` for the account, and waits for the end. */
async function runAction(slug: string) {
  const nodes = [
    { id: "start", type: "start" },
    { id: "read", type: "action", name: "Read", action: "read", data: {} },
  ];
  const edges = [{ source: "start", target: "read" }];
  const { _id } = await publish(server, { key }, { name: "Reads", slug, nodes, edges });
  const path = `/api/v1/workflow/${_id}/execute`;
  const headers = { sync_execution: "true" };
  return expectOk(server.call({ method: "POST", path, key, account: "acme", headers, body: {} }));
}

test("6: a start node carries triggers of the form {application, event, _id}", async () => {
  const { nodes } = await publish(server, { key }, echoWorkflow("order.placed"));
  expect(nodes[0].triggers).toEqual([{ application: "Junctor", event: "order.placed", _id: HEX_ID }]);
});
