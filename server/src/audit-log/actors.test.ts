import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { startTestServer, type TestRequest, type TestServer } from "../../test/test-server.ts";
import { addPendingRecords } from "./write.ts";

const PUBLIC = "/api/v2/public";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function ok(request: TestRequest) {
  const reply = await server.request(request);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

async function log(query: string) {
  await addPendingRecords(server.deps);
  const url = `${PUBLIC}/audit-log?limit=100&${query}`;
  return (await ok({ url, key: server.testKey })).docs;
}

test("an operator is named by id and name", async () => {
  const { id, email, headers } = await signInOperator(server, "owner");
  const url = `${PUBLIC}/application/event`;
  await ok({ method: "POST", url, headers, body: { name: "by an operator" } });
  const [made] = await log("search=by an operator");
  expect(made.actor).toEqual({ kind: "operator", id, name: email });
});

test("a customer is named by the organization's own id, even on a reused database connection", async () => {
  const token = await server.account("acme");
  const put = (who: Partial<TestRequest>, body: object) =>
    ok({ method: "PUT", url: `${PUBLIC}/linked-account`, ...who, body });
  // Many of both at once, so that they share database sessions.
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      i % 2 === 0
        ? put({ token }, { name: `own ${i}` })
        : put({ key: server.testKey }, { linked_account_id: "other", name: `server's ${i}` }),
    ),
  );
  const updates = await log("action=linked_account.updated");
  const own = updates.filter((one: { linked_account_id: string }) => one.linked_account_id === "acme");
  const other = updates.filter((one: { linked_account_id: string }) => one.linked_account_id === "other");
  expect(own.length).toBeGreaterThan(10);
  expect(other.length).toBeGreaterThan(10);
  for (const { actor } of own) expect(actor).toMatchObject({ kind: "linked_account", id: "acme" });
  for (const { actor } of other) expect(actor).toMatchObject({ kind: "api_key" });
});

test("a rolled-back transaction leaves no actor behind", async () => {
  const { testKey: key } = server;
  const url = `${PUBLIC}/linked-account`;
  await ok({ method: "POST", url, key, body: { linked_account_id: "twice" } });
  for (let i = 0; i < 20; i++)
    expect(
      (await server.request({ method: "POST", url, key, body: { linked_account_id: "twice" } })).status,
    ).toBe(400);
  const token = await server.account("twice");
  await ok({ method: "PUT", url, token, body: { name: "Itself" } });
  const [updated] = await log("action=linked_account.updated&linked_account_id=twice");
  expect(updated.actor).toMatchObject({ kind: "linked_account", id: "twice" });
});

test("a change outside a request is attributed to the system", async () => {
  await server.deps.db
    .updateTable("linked_accounts")
    .set({ name: "By itself" })
    .where("account_id", "=", "twice")
    .execute();
  const [updated] = await log("action=linked_account.updated&search=By itself");
  expect(updated).toMatchObject({ actor: { kind: "system", id: null }, operation: null, address: null });
});

test("a sign-in is attributed to its operator, and a failed one is recorded with its address", async () => {
  const { id, email } = await signInOperator(server, "owner");
  const reply = await server.request({
    method: "POST",
    url: `${PUBLIC}/operator-session`,
    headers: { "x-forwarded-for": "203.0.113.9" },
    body: { email, password: "not the password" },
  });
  expect(reply.status).toBe(401);
  const [refused] = await log("action=operator.sign_in_refused");
  expect(refused).toMatchObject({
    object: { type: "operator", id, name: email },
    actor: { kind: "visitor" },
    address: "203.0.113.9",
    environment: null,
  });
  const [signedIn] = await log(`action=operator_session.signed_in&actor_id=${id}`);
  expect(signedIn.actor).toEqual({ kind: "operator", id, name: email });
});

test("reading a secret is recorded, refused reads are not", async () => {
  const { testKey: key } = server;
  const body = { webhook_url: "https://example.com/h", webhook_events: ["Workflow Completed"] };
  const made = await ok({ method: "POST", url: `${PUBLIC}/webhook`, key, body });
  await ok({ url: `${PUBLIC}/webhook/${made._id}/secret`, key });
  await server.request({ url: `${PUBLIC}/webhook/${"0".repeat(24)}/secret`, key });
  const read = await log("action=webhook.secret_read");
  expect(read).toHaveLength(1);
  expect(read[0]).toMatchObject({ operation: "getWebhookSecret", object: { type: "webhook", id: made._id } });
  // A moment that ends the list is still part of it, and the one after is not.
  const until = (ms: number) => log(`action=webhook.secret_read&end_date=${new Date(ms).toISOString()}`);
  const atMs = Date.parse(read[0].at);
  expect([await until(atMs - 1), await until(atMs)]).toMatchObject([[], [{ _id: read[0]._id }]]);
});

test("the address of a webhook names it without its query, where secrets have any name", async () => {
  const { testKey: key } = server;
  for (const query of ["?token=SECRET-1234567", "?sig=SECRET-1234567#SECRET-1234567", "?SECRET-1234567"]) {
    const body = { webhook_url: `https://example.com/named${query}`, webhook_events: ["Workflow Completed"] };
    const made = await ok({ method: "POST", url: `${PUBLIC}/webhook`, key, body });
    await ok({ method: "DELETE", url: `${PUBLIC}/webhook/${made._id}`, key });
    const records = await log(`object_id=${made._id}`);
    expect(records.length).toBeGreaterThanOrEqual(2);
    for (const { object } of records) expect(object.name).toBe("https://example.com/named");
  }
});

test("a sign-in code for an assistant is recorded as made by whoever asked for it", async () => {
  const { testKey: key } = server;
  const token = await server.account("acme");
  const body = { name: "Assistant", description: "Helps." };
  const { body: made } = await server.request({ method: "POST", url: `${PUBLIC}/mcp-servers`, key, body });
  const url = `${PUBLIC}/mcp-servers/${made._id}/code`;
  const byKey = await server.request({ method: "POST", url, key, account: "acme" });
  const itself = await server.request({ method: "POST", url, token });
  expect([byKey.status, itself.status]).toEqual([201, 201]);
  const codes = await log("action=mcp_server.code_created");
  expect(codes).toMatchObject([
    { actor: { kind: "linked_account", id: "acme" }, linked_account_id: "acme" },
    { actor: { kind: "api_key" }, linked_account_id: "acme", object: { id: made._id } },
  ]);
  expect(JSON.stringify(codes)).not.toContain(byKey.body.code);
});

test("secrets entered in visible fields are left out", async () => {
  const { testKey: key } = server;
  const body = {
    name: "With a secret sk_live_SECRET1234567",
    nodes: [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      {
        id: "call",
        type: "http",
        data: {
          method: "GET",
          url: "https://example.com/?api_key=SECRET-1234567",
          headers: { authorization: "Bearer SECRET-1234567", "x-tenant": "{{ config.tenant }}" },
        },
      },
    ],
    edges: [{ source: "start", target: "call" }],
  };
  await ok({ method: "POST", url: `${PUBLIC}/workflow`, key, body });
  const [made] = await log("search=With a secret");
  expect(made.object.name).toBe("With a secret [redacted]");
  const { after } = await ok({ url: `${PUBLIC}/audit-log/${made._id}`, key });
  expect(JSON.stringify(after)).not.toContain("SECRET-1234567");
  expect(JSON.stringify(after)).toContain("{{ config.tenant }}");
});

test("the log is for developers and owners, and shows nothing of other organizations", async () => {
  for (const role of ["viewer", "support"] as const) {
    const { headers } = await signInOperator(server, role);
    for (const path of ["", "/export", `/${"0".repeat(24)}`])
      expect((await server.request({ url: `${PUBLIC}/audit-log${path}`, headers })).status).toBe(403);
  }
  const [one] = await log("");
  const { testKey: key } = await server.organization();
  expect((await server.request({ url: `${PUBLIC}/audit-log/${one._id}`, key })).status).toBe(404);
});
