import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../test/test-server.ts";
import { insertTestWorkflow } from "../configs/test-workflow.ts";
import { createCodeNode, createTestAccount, startTestRun } from "../runs/start/test-run.ts";
import { publishTestWorkflow } from "../schedules/test-workflow.ts";
import { createTestWebhook, sendTestEvents } from "../webhooks/test-deliveries.ts";

let server: TestServer;
let other: TestOrganization;
let workflow: string;

beforeAll(async () => {
  server = await startTestServer();
  other = await server.organization();
  workflow = await publishTestWorkflow(server, { alias: "acme-orders" });
  await put({ linked_account_id: "acme", name: "Acme Company" });
  await put({ linked_account_id: "globex", name: "Not acme" });
  await createTestWebhook(server, server.testKey, {
    webhook_url: "https://acme.example/hook",
    description: "All",
  });
  await server.request({
    method: "POST",
    url: "/api/v2/public/mcp-servers",
    key: server.testKey,
    account: "acme",
    body: { name: "Acme helper", description: "Helps." },
  });
});
afterAll(() => server.close());

const put = (body: object) =>
  server.request({ method: "PUT", url: "/api/v2/public/linked-account", key: server.testKey, body });

async function search(q: string, { kinds = "", key = server.testKey } = {}) {
  const url = `/api/v2/public/search?q=${encodeURIComponent(q)}&kinds=${kinds}`;
  const reply = await server.request({ url, key });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.docs;
}
const places = (docs: { kind: string; id: string }[]) => docs.map(({ kind, id }) => `${kind} ${id}`);

test("finds records of all kinds by words of their names, exact matches first", async () => {
  const docs = await search("acme");
  expect(places(docs).slice(0, 3)).toEqual([
    "linked_account acme",
    `workflow ${workflow}`,
    "linked_account globex",
  ]);
  expect(docs.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(["webhook", "mcp_server"]),
  );
  expect(docs[1]).toMatchObject({ name: "Test workflow", detail: "acme-orders" });
  expect(places(await search("workflow orders"))).toEqual([`workflow ${workflow}`]);
});

test("finds applications by name, slug and tag, with their icons", async () => {
  const [first] = await search("stri", { kinds: "application" });
  expect(first).toMatchObject({ id: "stripe", icon_url: "/api/v2/public/application/stripe/icon" });
});

test("finds an execution, a delivery, a schedule and a workflow by its id, or part of it", async () => {
  const scope = await createTestAccount(server, "runner");
  const id = await startTestRun(server, { nodes: [createCodeNode("a", "return 1")], scope });
  expect((await search(id))[0]).toMatchObject({ kind: "execution", id, linked_account_id: "runner" });
  expect(places(await search(id.slice(0, 20).toUpperCase()))).toContain(`execution ${id}`);
  expect(places(await search(id.slice(-8)))).toEqual([`execution ${id}`]);
  expect(places(await search(`…${id.slice(-8)}`))).toEqual([`execution ${id}`]);
  expect(await search(id.slice(-8), { key: other.testKey })).toEqual([]);
  expect(places(await search(workflow))).toEqual([`workflow ${workflow}`]);
  await sendTestEvents(server, server);
  const { body } = await server.request({ url: "/api/v2/public/webhook-deliveries", key: server.testKey });
  const [{ _id: delivery }] = body.docs;
  expect(places(await search(delivery))).toEqual([`delivery ${delivery}`]);
  expect(places(await search(delivery.slice(-8)))).toEqual([`delivery ${delivery}`]);
  const schedule = await server.request({
    method: "POST",
    url: "/api/v1/workflow/public/scheduled",
    key: server.testKey,
    account: "acme",
    headers: { workflow_id_alias: workflow },
    body: { trigger_type: "cron", regex: "0 9 * * *" },
  });
  expect(await search(schedule.body._id)).toMatchObject([{ kind: "schedule", detail: "0 9 * * *" }]);
});

test("shows nothing of another environment or organization", async () => {
  for (const key of [server.productionKey, other.testKey])
    for (const q of ["acme", workflow]) expect(await search(q, { key })).toEqual([]);
});

test("returns at most 20, and accepts any text", async () => {
  for (let n = 0; n < 25; n++) await put({ linked_account_id: `many-${n}`, name: "Many" });
  expect(await search("many-")).toHaveLength(5);
  expect(await search("many-", { kinds: "linked_account" })).toHaveLength(20);
  for (const q of ["%", "_", "\\", "'", "&|!", "a".repeat(200), "漢"]) expect(await search(q)).toEqual([]);
  expect(await search("   ")).toEqual([]);
});

test("400: an unknown kind, or no text; 401 with a session token", async () => {
  const status = async (query: string) =>
    (await server.request({ url: `/api/v2/public/search?${query}`, key: server.testKey })).status;
  expect(await status("q=a&kinds=workflow,car")).toBe(400);
  expect(await status("kinds=workflow")).toBe(400);
  const token = await server.account("acme");
  expect((await server.request({ url: "/api/v2/public/search?q=a", token })).status).toBe(401);
});

test("shows no workflow and no MCP server that is a customer's own", async () => {
  const { deps, test: scope } = server;
  const { account } = await createTestAccount(server, "owner");
  const content = { account_id: account.id, name: "Privately built" };
  await insertTestWorkflow(deps, scope, content);
  await server.request({
    method: "POST",
    url: "/api/v2/public/mcp-servers",
    key: server.testKey,
    body: { name: "Privately served", description: "Helps." },
  });
  expect(await search("privately")).toMatchObject([{ kind: "mcp_server" }]);
  const own = deps.db.updateTable("mcp_servers").set({ account_id: account.id });
  await own.where("name", "=", "Privately served").execute();
  expect(await search("privately")).toEqual([]);
});

test("an id finds nothing in another environment or organization, whatever it is of", async () => {
  const { db } = server.deps;
  const { account } = await createTestAccount(server, "elsewhere");
  const run = await startTestRun(server, { nodes: [], scope: { ...server.test, account } });
  await server.request({
    method: "POST",
    url: "/api/v1/workflow/public/scheduled",
    key: server.testKey,
    account: "elsewhere",
    headers: { workflow_id_alias: workflow },
    body: { trigger_type: "cron", regex: "0 9 * * *" },
  });
  await sendTestEvents(server, server);
  await server.request({
    method: "POST",
    url: "/api/v2/public/application/event",
    key: server.testKey,
    body: { name: "Order placed" },
  });
  await server.request({
    method: "POST",
    url: "/api/v1/event/trigger",
    key: server.testKey,
    account: "elsewhere",
    body: { event: "Order placed" },
  });
  const schedule = await db.selectFrom("schedules").select("id").executeTakeFirstOrThrow();
  const event = await db.selectFrom("received_events").select("id").executeTakeFirstOrThrow();
  const delivery = await db.selectFrom("webhook_deliveries").select("id").executeTakeFirstOrThrow();
  for (const id of [run, schedule.id, event.id, delivery.id]) {
    expect(await search(id)).toHaveLength(1);
    for (const key of [server.productionKey, other.testKey]) expect(await search(id, { key })).toEqual([]);
  }
});

test("the exact alias of a workflow comes first, as an account's own id does", async () => {
  await publishTestWorkflow(server, { alias: "north" });
  const exact = await publishTestWorkflow(server, { alias: "nor" });
  await put({ linked_account_id: "nor", name: "Somebody" });
  const docs = await search("nor");
  expect(places(docs).slice(0, 2)).toEqual([`workflow ${exact}`, "linked_account nor"]);
});

test("applications that begin with the text come first, and say if they are disabled", async () => {
  const url = "/api/v2/public/application/mailchimp/settings";
  await server.request({ method: "PUT", url, key: server.testKey, body: { enabled: false } });
  const docs = await search("mail", { kinds: "application" });
  expect(docs[0]).toMatchObject({ id: "mailchimp", detail: "not enabled" });
  expect(docs.map(({ id }: { id: string }) => id)).toContain("gmail");
});

test("applications of the directory are found until they are added", async () => {
  const kinds = "directory_application";
  const [first] = await search("xero", { kinds });
  expect(first).toEqual({
    kind: "directory_application",
    id: "xero",
    name: "Xero",
    icon_url: "/api/v2/public/application/xero/icon",
  });
  expect(places(await search("Xero"))).toEqual(["directory_application xero"]);
  const url = "/api/v2/public/application/directory/xero";
  const added = await server.request({ method: "POST", url, key: server.testKey, body: {} });
  expect(added.status, added.text).toBe(200);
  expect(places(await search("Xero"))).toEqual(["application xero"]);
  expect(places(await search("Xero", { key: other.testKey }))).toEqual(["directory_application xero"]);
});

test("several kinds together give at most 20 as well", async () => {
  for (let n = 0; n < 5; n++) {
    await insertTestWorkflow(server.deps, server.test, { name: `Largest ${n}` });
    await createTestWebhook(server, server.testKey, {
      webhook_url: `https://large.example/${n}`,
      description: "Large",
    });
    const url = "/api/v2/public/mcp-servers";
    const body = { name: `Large ${n}`, description: "Helps." };
    await server.request({ method: "POST", url, key: server.testKey, body });
    await put({ linked_account_id: `large-${n}`, name: "Large" });
  }
  const kinds = new Set((await search("a")).map(({ kind }: { kind: string }) => kind));
  expect(kinds).toContain("application");
  expect(await search("a")).toHaveLength(20);
});
