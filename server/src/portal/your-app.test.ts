import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnectLink } from "../apps/connections/connect-link.ts";
import { buildOAuthDefinition } from "../apps/connections/fake-provider.ts";
import { startTestPortal, type TestPortal } from "./test-portal.ts";

const PUBLIC = "/api/v2/public";
let portal: TestPortal;
let workflow: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const apply = { headers: { "x-key": "{{ linked_account.auth_credentials.key }}" } };
  const { check: _check, ...rest } = buildOAuthDefinition("own", portal.provider.url);
  await send("POST", "application", { ...rest, auth: { your_app: { apply } } });
  const nodes = [{ id: "start", type: "start", name: "Start" }];
  const data_slots = [{ id: "title", name: "Title", field_type: "text", required: true }];
  const made = await send("POST", "workflow", { slug: "own", name: "Flow", nodes, edges: [], data_slots });
  workflow = made._id;
  await send("PUT", `workflow/${workflow}/publish`, { published: true });
});
afterAll(() => portal.close());

async function send(method: "POST" | "PUT", path: string, body: object) {
  const { request, testKey: key } = portal.server;
  const reply = await request({ method, url: `${PUBLIC}/${path}`, key, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

test("an application without credentials of customers is listed as ready, and can be set up at once", async () => {
  const path = await portal.link("sets-up");
  const { text: list } = await portal.get(path);
  expect(list.indexOf(`${path}/apps/own`)).toBeGreaterThan(list.indexOf("Connected</h2>"));
  expect(list.indexOf(`${path}/apps/own`)).toBeLessThan(list.indexOf("CRM and marketing</h2>"));
  const page = `${path}/apps/own`;
  const { status, text } = await portal.get(page);
  expect(status).toBe(200);
  expect(text).toContain("App own is ready");
  expect(text).toContain("there is nothing to connect");
  expect(text).not.toContain(`${page}/connect"`);
  expect(text).not.toContain(">Connect</button>");
  const fields = { [`on.${workflow}`]: "true", [`workflow.${workflow}.title`]: "Hello" };
  expect((await portal.send(page, "settings", fields)).status).toBe(303);
  expect((await portal.get(page)).text).toContain(`value="Hello"`);
});

test("a form that connects it is rejected, and a link to it offers none", async () => {
  const path = await portal.link("refused");
  const types = ["keybased", "oauth2"];
  for (const auth_type of types) {
    const { text } = await portal.get(`${path}/apps/own`);
    const form = /name="form" value="([^"]+)"/.exec(text)?.[1] ?? "";
    const reply = await portal.post(`${path}/apps/own/connect`, { form, auth_type, "field.key": "mine" });
    expect(reply.status, reply.text).toBe(400);
  }
  const scope = await portal.scopeOf("refused");
  const { url } = await createConnectLink(portal.server.deps, scope, { slug: "own" });
  const { status, text } = await portal.get(new URL(url).pathname);
  expect(status).toBe(200);
  expect(text).toContain("there is nothing to connect");
  expect(text).not.toContain("is not connected");
  expect(text).not.toContain("<button");
});

test("an application that needs no sign-in says so, has nothing to connect, and can be set up at once", async () => {
  const { check: _check, ...rest } = buildOAuthDefinition("math", portal.provider.url);
  await send("POST", "application", { ...rest, auth: { keybased: { fields: [] } } });
  const nodes = [{ id: "start", type: "start", name: "Start" }];
  const data_slots = [{ id: "title", name: "Title", field_type: "text", required: true }];
  const made = await send("POST", "workflow", { slug: "math", name: "Sum", nodes, edges: [], data_slots });
  await send("PUT", `workflow/${made._id}/publish`, { published: true });
  const path = await portal.link("counts");
  const { text: list } = await portal.get(path);
  expect(list).toContain("No sign-in needed");
  expect(list.indexOf(`${path}/apps/math`)).toBeLessThan(list.indexOf("CRM and marketing</h2>"));
  const page = `${path}/apps/math`;
  const { text } = await portal.get(page);
  expect(text).toContain("App math needs no sign-in: there is nothing to connect.");
  expect(text).not.toMatch(/>Connect<|Disconnect|Another account/);
  const fields = { [`on.${made._id}`]: "true", [`workflow.${made._id}.title`]: "Hello" };
  expect((await portal.send(page, "settings", fields)).status).toBe(303);
  const scope = await portal.scopeOf("counts");
  const { url } = await createConnectLink(portal.server.deps, scope, { slug: "math" });
  const link = await portal.get(new URL(url).pathname);
  expect(link.text).toContain("App math needs no sign-in: there is nothing to connect.");
  expect(link.text).not.toMatch(/<button|is not connected/);
});

test("a connection that an application without sign-in still has is not shown", async () => {
  const { request, testKey: key } = portal.server;
  const path = await portal.link("keeps");
  const url = `${PUBLIC}/linked-account/integration/save-key-credentials/math`;
  await request({ method: "PUT", url, key, account: "keeps", body: {} });
  const { text } = await portal.get(`${path}/apps/math`);
  expect(text).toContain("there is nothing to connect");
  expect(text).not.toMatch(/>Connect<|Disconnect|Another account/);
});
