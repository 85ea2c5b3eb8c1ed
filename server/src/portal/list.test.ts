import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordHealth } from "../apps/health/health.ts";
import { findConnections } from "../apps/store.ts";
import { insertTestWorkflow } from "../configs/test-workflow.ts";
import type { RunTest } from "../runs/table.ts";
import { connectDesk, startTestPortal, type TestPortal } from "./test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  portal.provider.accepted.add("good-key");
});
afterAll(() => portal.close());

async function offer(applications: string[], others = "none") {
  const { request, testKey: key } = portal.server;
  const body = { applications, others };
  const reply = await request({ method: "PUT", url: "/api/v2/public/portal-applications", key, body });
  expect(reply.status, reply.text).toBe(200);
}

const headings = (text: string) =>
  [...text.matchAll(/<h2 class="section-title">([^<]+)</g)].map(([, heading]) => heading);

test("a long list is grouped by what applications are for, after those that are connected", async () => {
  await offer([], "all");
  await connectDesk(portal, "many");
  const { text } = await portal.get(await portal.link("many"));
  expect(headings(text)).toEqual([
    ...["Connected", "CRM and marketing", "Commerce and payments", "Support", "Projects and development"],
    ...["Messaging", "Documents and data", "AI", "Other applications"],
  ]);
  expect(text.indexOf("/apps/stripe")).toBeGreaterThan(text.indexOf("Commerce and payments"));
  expect(text.indexOf("/apps/stripe")).toBeLessThan(text.indexOf("Projects and development"));
  expect(text).toContain('name="search"');
  expect(text).toMatch(/data-find="stripe [^"]+"/);
});

test("what can be connected comes first while nothing is, and last after that", async () => {
  await offer(["desk", "stripe"]);
  const { deps, test: scope, testKey: key, request } = portal.server;
  const list = await portal.link("fresh");
  const workflow = await insertTestWorkflow(deps, scope, { name: "Count", slug: "desk" });
  const url = `/api/v2/public/workflow/${workflow}/execute`;
  const started = await request({ method: "POST", url, key, account: "fresh", body: {} });
  expect(started.status, started.text).toBeLessThan(300);
  expect(headings((await portal.get(list)).text)).toEqual(["Available", "Activity"]);
  await connectDesk(portal, "fresh");
  expect(headings((await portal.get(list)).text)).toEqual(["Connected", "Activity", "Available"]);
});

test("an order that the organization chose is not broken up by groups", async () => {
  await offer(["stripe", "desk"], "all");
  const { text } = await portal.get(await portal.link("sorted"));
  expect(headings(text)).toEqual([]);
  expect(text.indexOf("/apps/stripe")).toBeLessThan(text.indexOf("/apps/desk"));
});

test("a short list has neither groups nor a search", async () => {
  await offer(["desk", "stripe"]);
  const { text } = await portal.get(await portal.link("few"));
  expect(headings(text)).toEqual([]);
  expect(text).not.toMatch(/name="search"|<script/);
});

test("a connection that fails for now says that we keep trying, until it works again", async () => {
  await offer(["desk"]);
  const { page } = await connectDesk(portal, "troubled");
  const list = page.replace("/apps/desk", "");
  const { deps } = portal.server;
  const [connection] = await findConnections(deps.database, await portal.scopeOf("troubled"), "desk");
  if (!connection) throw new Error("The connection is missing.");
  const note = (kind: "refused" | "checked") =>
    recordHealth(deps, connection.id, { kind, message: "Answered 500.", status: 500 });
  await note("refused");
  expect((await portal.get(list)).text).toContain("Not working just now: we keep trying");
  const { text } = await portal.get(page);
  expect(text).toContain("did not respond as expected. We keep trying");
  // The cause is for the operator.
  expect(text).not.toContain("Answered 500");
  await note("checked");
  for (const path of [list, page]) expect((await portal.get(path)).text).not.toContain("we keep trying");
});

test("a connection whose key is refused and that nothing tests asks for the key again, until it works", async () => {
  await offer(["desk"]);
  const { page } = await connectDesk(portal, "refused");
  const list = page.replace("/apps/desk", "");
  const { deps } = portal.server;
  const [connection] = await findConnections(deps.database, await portal.scopeOf("refused"), "desk");
  if (!connection) throw new Error("The connection is missing.");
  const note = (kind: "refused" | "answered" | "checked", status: number) =>
    recordHealth(deps, connection.id, { kind, message: "Answered.", status, where: "action" });
  const unchecked = () => deps.db.updateTable("connection_health").set({ last_check_at: null }).execute();
  await unchecked();
  await note("refused", 403);
  expect((await portal.get(list)).text).toContain("we keep trying");
  await note("refused", 401);
  expect((await portal.get(list)).text).toContain("Not accepted: connect again");
  const { text } = await portal.get(page);
  expect(text).toContain("does not accept what you entered. Enter the key again");
  expect(text).not.toContain("we keep trying");
  // The form is open.
  expect(text).toContain('id="connect"');
  await note("answered", 200);
  for (const path of [list, page]) expect((await portal.get(path)).text).not.toContain("Not accepted");
  // A check that passed knows better.
  await note("checked", 200);
  await note("refused", 401);
  expect((await portal.get(list)).text).toContain("we keep trying");
});

test("the last run of an application's workflows is on the list and its page, unless executions are not shown", async () => {
  await offer(["desk"]);
  const { page } = await connectDesk(portal, "active");
  const list = page.replace("/apps/desk", "");
  const { deps, test: scope, testKey: key, request } = portal.server;
  const workflow = await insertTestWorkflow(deps, scope, { name: "Flow", slug: "desk" });
  expect((await portal.get(list)).text).not.toContain("Last run");
  // An address that was kept from before it was connected again.
  expect((await portal.get(`${list}?disconnected=desk`)).text).not.toContain("is disconnected.");
  const url = `/api/v2/public/workflow/${workflow}/execute`;
  const started = await request({ method: "POST", url, key, account: "active", body: {} });
  expect(started.status, started.text).toBeLessThan(300);
  for (const path of [list, page])
    expect((await portal.get(path)).text).toMatch(/Last run <time datetime="[^"]+">/);
  const run = deps.db.updateTable("runs").where("id", "=", started.body.execution_id);
  for (const status of ["ERRORED", "TIMED_OUT"] as const) {
    await run.set({ status }).execute();
    for (const path of [list, page])
      expect((await portal.get(path)).text).toMatch(
        /<span class="failed">Last run failed <time datetime="[^"]+">/,
      );
  }
  const shown = (value: string) =>
    request({ method: "PUT", url: "/api/v2/public/portal-executions", key, body: { shown: value } });
  await shown("off");
  for (const path of [list, page]) expect((await portal.get(path)).text).not.toContain("Last run");
  await shown("results");
  await run.set({ test: sql<RunTest>`${JSON.stringify({ calls: false, pins: {}, isOwn: true })}` }).execute();
  for (const path of [list, page]) expect((await portal.get(path)).text).not.toContain("Last run");
  await run.set({ test: null }).execute();
  // Another customer's run says nothing.
  const other = await connectDesk(portal, "idle");
  expect((await portal.get(other.page)).text).not.toContain("Last run");
});

test("before it is connected, an application's page says what it does and what access it asks for", async () => {
  const { deps, test: scope } = portal.server;
  await offer(["books"]);
  await insertTestWorkflow(deps, scope, {
    name: "Copy invoices",
    description: "Every night.",
    slug: "books",
  });
  const { text } = await portal.get(`${await portal.link("curious")}/apps/books`);
  expect(text).toMatch(/What it does.*<b>Copy invoices<\/b><p class="muted">Every night\.<\/p>/s);
  expect(text).toMatch(/will ask you to allow<\/summary><ul class="plain"><li><code>/);
});

test("the account is named with its id behind it", async () => {
  await offer(["desk"]);
  const { request, testKey: key } = portal.server;
  const url = "/api/v2/public/linked-account";
  const body = { linked_account_id: "acme", name: "Acme Ltd" };
  await request({ method: "PUT", url, key, body });
  const { text } = await portal.get(`${await portal.link("acme")}/apps/desk`);
  expect(text).toContain("<dd><bdi>Acme Ltd</bdi> (<bdi>acme</bdi>)</dd>");
});

test("assistants are offered only to customers who have a server to connect them to", async () => {
  const { deps, testKey: key, request } = portal.server;
  const { account } = await portal.scopeOf("served");
  const [own, other] = [await portal.link("served"), await portal.link("unserved")];
  const url = "/api/v2/public/mcp-servers";
  await request({ method: "POST", url, key, body: { name: "Helper", description: "Helps." } });
  const offers = async (path: string) => (await portal.get(path)).text.includes(`href="${path}/assistants"`);
  expect([await offers(own), await offers(other)]).toEqual([true, true]);
  await deps.db.updateTable("mcp_servers").set({ account_id: account.id }).execute();
  expect([await offers(own), await offers(other)]).toEqual([true, false]);
});
