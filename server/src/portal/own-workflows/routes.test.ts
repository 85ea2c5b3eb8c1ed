import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "../test-portal.ts";

const START = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };

let portal: TestPortal;
let path: string;
beforeAll(async () => {
  portal = await startTestPortal();
  await permit("portal");
  path = await portal.link("acme");
});
afterAll(() => portal?.close());

async function permit(building: string, node_types = ["log"]) {
  const body = { building, node_types };
  const url = "/api/v2/public/portal-workflows";
  const reply = await portal.server.request({ method: "PUT", url, key: portal.server.testKey, body });
  expect(reply.status).toBe(200);
}

/** Creates one with the portal's own form and returns its id. */
async function make(name: string): Promise<string> {
  const { status, headers } = await portal.post(`${path}/workflows`, { form: await formToken(), name });
  expect(status).toBe(303);
  return /workflows\/([0-9a-f]{24})\/edit$/.exec(String(headers.location))?.[1] ?? "";
}

async function read(id: string) {
  const token = await portal.server.account("acme");
  return portal.server.request({ url: `/api/v2/public/workflow/${id}`, token });
}

/** The proof that forms of the link's pages carry. */
async function formToken(of = path): Promise<string> {
  return /name="form" value="([^"]+)"/.exec((await portal.get(`${of}/workflows`)).text)?.[1] ?? "";
}

test("workflows are created, renamed, switched on and off and deleted with plain forms", async () => {
  expect((await portal.get(path)).text).toContain(`href="${path}/workflows"`);
  expect((await portal.get(`${path}/workflows`)).text).toContain("You have no workflows yet.");
  const id = await make("  Orders <b>in</b>  ");
  expect((await read(id)).body).toMatchObject({ name: "Orders <b>in</b>", published: false });
  const listed = (await portal.get(`${path}/workflows`)).text;
  expect(listed).toContain("Orders &lt;b&gt;in&lt;/b&gt;");
  const manage = `${path}/workflows/${id}`;
  const renamed = await portal.send(manage, "rename", { name: "Orders" });
  expect(renamed.headers.location).toBe(`${path}/workflows?done=renamed`);
  const one = await portal.server.request({
    method: "PUT",
    url: `/api/v2/public/workflow/${id}`,
    token: await portal.server.account("acme"),
    body: { nodes: [START], edges: [] },
  });
  expect(one.status, one.text).toBe(200);
  const form = await formToken();
  const on = await portal.post(`${manage}/publish`, { form, published: "true" });
  expect(on.headers.location).toBe(`${path}/workflows?done=on`);
  expect((await read(id)).body).toMatchObject({ name: "Orders", published: true });
  expect((await portal.get(`${path}/workflows?done=on`)).text).toContain("The workflow is on.");
  await portal.post(`${manage}/publish`, { form, published: "false" });
  expect((await read(id)).body.published).toBe(false);
  expect((await portal.send(manage, "delete", {})).headers.location).toBe(`${path}/workflows?done=deleted`);
  expect((await read(id)).status).toBe(404);
});

test("a workflow that cannot run is not switched on, and the page links to the fix", async () => {
  const id = await make("No longer permitted");
  const log = { id: "note", type: "log", data: { message: "Hello" } };
  await portal.server.request({
    method: "PUT",
    url: `/api/v2/public/workflow/${id}`,
    token: await portal.server.account("acme"),
    body: { nodes: [START, log], edges: [{ source: "start", target: "note" }] },
  });
  await permit("portal", []);
  const form = await formToken();
  const refused = await portal.post(`${path}/workflows/${id}/publish`, { form, published: "true" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("It cannot be switched on yet.");
  expect(refused.text).toContain(`href="${path}/workflows/${id}/edit"`);
  expect((await read(id)).body.published).toBe(false);
  await permit("portal");
});

test.each([
  ["nothing", ""],
  ["spaces", "  "],
  ["too much", "x".repeat(201)],
])("a name of %s is rejected with a sentence, and nothing is created", async (_what, name) => {
  const count = async () =>
    ((await portal.get(`${path}/workflows`)).text.match(/class="flow"/g) ?? []).length;
  const before = await count();
  const form = await formToken();
  const { status, text } = await portal.post(`${path}/workflows`, { form, name });
  expect(status).toBe(200);
  expect(text).toContain("Please enter a name of at most 200 characters.");
  expect(await count()).toBe(before);
});

test("the editor's page runs only this server's scripts, and contains no credential", async () => {
  const id = await make("Edited");
  const { status, headers, text } = await portal.get(`${path}/workflows/${id}/edit`);
  expect(status).toBe(200);
  expect(headers["content-security-policy"]).toMatch(
    /script-src 'self';.*connect-src 'self';.*frame-ancestors 'self'$/,
  );
  expect(headers["cache-control"]).toBe("no-store");
  expect(text).not.toMatch(/eyJ|<script(?![^>]* src=)/);
  expect(text).toContain("<title>Edited</title>");
});

test("the framed editor reports its height to the company's page, and to no other", async () => {
  const id = await make("Framed");
  const headers = { "sec-fetch-dest": "iframe" };
  const page = await portal.get(`${path}/workflows/${id}/edit`, headers);
  const nonce = /<script nonce="([^"]+)" data-facts/.exec(page.text)?.[1];
  expect(page.headers["content-security-policy"]).toContain(`script-src 'self' 'nonce-${nonce}'`);
  expect(page.text).toContain(`&quot;path&quot;:&quot;${path}/workflows/${id}/edit&quot;`);
});

test("every framed page reports its own path, and a returned form that of its application", async () => {
  const headers = { "sec-fetch-dest": "iframe" };
  const told = (text: string) => /&quot;path&quot;:&quot;([^&]*)&quot;/.exec(text)?.[1];
  for (const place of ["", "/workflows", `/workflows/${await make("Told")}`])
    expect(told((await portal.get(`${path}${place}?lang=`, headers)).text)).toBe(path + place);
  const refused = await portal.send(`${path}/apps/desk`, "connect", { "field.key": "wrong" }, headers);
  expect(refused.status, refused.text).toBe(400);
  expect(told(refused.text)).toBe(`${path}/apps/desk`);
});

test("session tokens are issued only to the link's own pages", async () => {
  const form = await formToken();
  const good = await portal.post(`${path}/editor-session`, { form });
  expect(good.status).toBe(200);
  expect(good.headers["cache-control"]).toBe("no-store");
  const me = await portal.server.request({
    url: "/api/v2/public/session/active-linked-account",
    token: JSON.parse(good.text).token,
  });
  expect(me.body.account_id).toBe("acme");
  expect((await portal.post(`${path}/editor-session`, { form: "x" })).status).toBe(403);
  const elsewhere = { "sec-fetch-site": "cross-site" };
  expect((await portal.post(`${path}/editor-session`, { form }, elsewhere)).status).toBe(403);
  expect((await portal.get(`${path}/editor-session`)).status).not.toBe(200);
});

test("another customer's and the organization's workflows do not exist", async () => {
  const id = await make("Mine");
  const other = await portal.link("other");
  const ofOrganization = await portal.server.request({
    method: "POST",
    url: "/api/v2/public/workflow",
    key: portal.server.testKey,
    body: { name: "Theirs", nodes: [START], edges: [] },
  });
  const form = await formToken(other);
  for (const one of [id, ofOrganization.body._id]) {
    const manage = `${other}/workflows/${one}`;
    expect((await portal.get(manage)).status).toBe(404);
    expect((await portal.get(`${manage}/edit`)).status).toBe(404);
    for (const action of ["rename", "delete", "publish"])
      expect((await portal.post(`${manage}/${action}`, { form, name: "x", published: "false" })).status).toBe(
        404,
      );
  }
  expect((await portal.get(`${other}/workflows`)).text).not.toContain("Mine");
  expect((await read(id)).body.name).toBe("Mine");
});

test("if building is turned off, existing workflows can only be switched off and deleted", async () => {
  const [running, idle] = [await make("Running"), await make("Idle")];
  const token = await portal.server.account("acme");
  await portal.server.request({
    method: "PUT",
    url: `/api/v2/public/workflow/${running}`,
    token,
    body: { nodes: [START], edges: [] },
  });
  const form = await formToken();
  await portal.post(`${path}/workflows/${running}/publish`, { form, published: "true" });
  await permit("off");
  const hosted: Record<string, string> = {};
  for (const headers of [hosted, { "sec-fetch-dest": "iframe" }]) {
    expect((await portal.get(path, headers)).text).toContain("Switch off or delete your workflows");
    const { text } = await portal.get(`${path}/workflows`, headers);
    expect(text).toContain("New workflows can no longer be built here.");
    expect(text).toContain(`${running}/publish`);
    expect(text).not.toMatch(new RegExp(`${idle}/publish|/edit"|Switch on|Create and edit`));
    expect((await portal.get(`${path}/workflows/${idle}`, headers)).text).not.toContain("Rename");
  }
  const at = (id: string, action: string, sent: Record<string, string>) =>
    portal.post(`${path}/workflows/${id}/${action}`, { form, ...sent });
  expect((await portal.post(`${path}/workflows`, { form, name: "x" })).status).toBe(404);
  expect((await portal.post(`${path}/editor-session`, { form })).status).toBe(404);
  expect((await portal.get(`${path}/workflows/${idle}/edit`)).status).toBe(404);
  expect((await at(idle, "rename", { name: "x" })).status).toBe(404);
  expect((await at(idle, "publish", { published: "true" })).status).toBe(404);
  expect((await read(idle)).body).toMatchObject({ name: "Idle", published: false });
  const off = await at(running, "publish", { published: "false" });
  expect(off.headers.location).toBe(`${path}/workflows?done=off`);
  expect((await read(running)).body.published).toBe(false);
  const deleted = await at(running, "delete", {});
  expect(deleted.headers.location).toBe(`${path}/workflows?done=deleted`);
  expect((await read(running)).status).toBe(404);
  // No link leads there for customers who have none.
  expect((await portal.get(await portal.link("builds-nothing"))).text).not.toContain("/workflows");
  await permit("portal");
});

test("the pages do not exist if customers build elsewhere, nor in links created by support or an agent", async () => {
  const form = await formToken();
  await permit("api");
  expect((await portal.get(path)).text).not.toContain("/workflows");
  expect((await portal.get(`${path}/workflows`)).status).toBe(404);
  expect((await portal.post(`${path}/workflows`, { form, name: "x" })).status).toBe(404);
  expect((await portal.post(`${path}/editor-session`, { form })).status).toBe(404);
  await permit("portal");
  const scope = await portal.scopeOf("acme");
  const { createConnectLink } = await import("../../apps/connections/connect-link.ts");
  const { deps } = portal.server;
  const bySupport = await createConnectLink(deps, scope, { withoutAssistants: true });
  const alone = await createConnectLink(deps, scope, { slug: "desk" });
  const byAgent = await createConnectLink(deps, scope, { askedBy: { client: null, server: "Support" } });
  for (const { url } of [bySupport, alone, byAgent]) {
    const { pathname } = new URL(url);
    expect((await portal.get(`${pathname}/workflows`)).status).toBe(404);
    expect((await portal.get(pathname)).text).not.toContain("/workflows");
  }
});

test("many workflows are listed page by page, newest first", async () => {
  const many = await portal.link("many");
  const { createCustomerEditor } = await import("../../workflows/route-context.ts");
  const { createWorkflow } = await import("../../workflows/versions/change.ts");
  const { deps } = portal.server;
  const editor = createCustomerEditor(deps, await portal.scopeOf("many"));
  for (let index = 1; index <= 51; index++) await createWorkflow(deps, editor, { name: `Flow ${index}` });
  const first = (await portal.get(`${many}/workflows`)).text;
  expect(first.match(/class="flow"/g)).toHaveLength(50);
  expect(first).toContain("Flow 51<");
  expect(first).toContain(`href="${many}/workflows?page=2"`);
  const second = (await portal.get(`${many}/workflows?page=2`)).text;
  expect(second.match(/class="flow"/g)).toHaveLength(1);
  expect(second).toContain("Newer workflows");
});
