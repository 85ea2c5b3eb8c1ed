import { afterAll, beforeAll, expect, test } from "vitest";
import {
  eventually,
  startTestServer,
  type TestOrganization,
  type TestServer,
} from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import { buildWorkflowPayload } from "../notify.ts";
import { createTestWebhook, sendTestEvents } from "../test-deliveries.ts";
import { startTestReceiver, type TestReceiver } from "../test-receiver.ts";

const ALL = "/api/v2/public/webhook-deliveries";
const RUNS = ["a".repeat(24), "b".repeat(24)] as const;

let server: TestServer;
let receiver: TestReceiver;
let other: TestOrganization;
let webhooks: readonly string[];

beforeAll(async () => {
  server = await startTestServer();
  receiver = await startTestReceiver();
  other = await server.organization();
  const made = [];
  for (const webhook_events of [["Workflow Completed"], ["Workflow Completed", "Workflow Errored"]])
    made.push(
      (await createTestWebhook(server, server.testKey, { webhook_url: receiver.url, webhook_events }))._id,
    );
  webhooks = made;
  for (const [index, executionId] of RUNS.entries()) {
    const accountId = `customer-${index}`;
    await server.account(accountId);
    const account = await findAccount(server.deps.database, server.test, accountId);
    if (!account) throw new Error("The account is missing.");
    const event = index === 0 ? "Workflow Completed" : "Workflow Errored";
    const facts = {
      event,
      linkedAccountId: accountId,
      executionId,
      workflowId: "w",
      workflowName: "W",
    } as const;
    const payload = buildWorkflowPayload(server.test, { ...facts, configId: accountId });
    await sendTestEvents(server, server, 1, { event, payload, scope: { ...server.test, account } });
  }
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

async function list(query = "", key = server.testKey) {
  const reply = await server.request({ url: `${ALL}?${query}`, key });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

test("lists the deliveries of all webhooks of the environment, newest first, and no others", async () => {
  const { docs, totalDocs } = await list();
  expect(totalDocs).toBe(3);
  expect(docs.map((one: { event: string }) => one.event)).toEqual([
    "Workflow Errored",
    "Workflow Completed",
    "Workflow Completed",
  ]);
  expect(new Set(docs.map((one: { webhook_id: string }) => one.webhook_id))).toEqual(new Set(webhooks));
  expect((await list("", other.testKey)).docs).toEqual([]);
  expect((await list("", server.productionKey)).docs).toEqual([]);
});

test("shows a delivery's account and execution, and can be filtered by them", async () => {
  const { docs } = await list(`execution_id=${RUNS[1]}`);
  expect(docs).toMatchObject([{ execution_id: RUNS[1], linked_account_id: "customer-1" }]);
  expect((await list("linked_account_id=customer-0")).docs).toHaveLength(2);
  expect((await list("linked_account_id=nobody")).docs).toEqual([]);
  expect((await list(`webhook_id=${webhooks[0]}`)).docs).toHaveLength(1);
  expect((await list(`webhook_id=${webhooks[0]}`, other.testKey)).docs).toEqual([]);
  expect((await list(`execution_id=${RUNS[1]}`, other.testKey)).docs).toEqual([]);
  expect((await list(`webhook_id=${webhooks[1]}&event=Workflow Errored&status=pending`)).docs).toHaveLength(
    1,
  );
  expect((await list("status=failed")).docs).toEqual([]);
});

test("is paged by cursor", async () => {
  const first = await list("limit=2");
  const second = await list(`limit=2&after=${first.nextCursor}`);
  const ids = [...first.docs, ...second.docs].map((one: { _id: string }) => one._id);
  expect(new Set(ids).size).toBe(3);
  expect(second.nextCursor).toBeNull();
});

test("a delivery is read by its id, in its own environment only", async () => {
  const [{ _id: id }] = (await list()).docs;
  expect((await server.request({ url: `${ALL}/${id}`, key: server.testKey })).body).toMatchObject({
    _id: id,
  });
  for (const key of [server.productionKey, other.testKey])
    expect((await server.request({ url: `${ALL}/${id}`, key })).status).toBe(404);
  expect((await server.request({ url: ALL, token: await server.account("customer-0") })).status).toBe(401);
});

test("a failed attempt keeps the answer's headers, except cookies", async () => {
  receiver.answer((response) => {
    response.writeHead(503, { "retry-after": "60", "set-cookie": "session=secret" }).end("Later.");
  });
  server.work();
  const [{ _id: id }] = (await list("event=Workflow Errored")).docs;
  const attempt = await eventually(async () => {
    const { body } = await server.request({ url: `${ALL}/${id}`, key: server.testKey });
    return body.attempts[0];
  });
  expect(attempt).toMatchObject({
    status_code: 503,
    response: "Later.",
    response_headers: { "retry-after": "60" },
  });
  expect(attempt.response_headers).not.toHaveProperty("set-cookie");
});
