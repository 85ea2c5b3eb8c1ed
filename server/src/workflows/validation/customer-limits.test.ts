import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const PATH = "/api/v2/public/portal-workflows";
const WORKFLOWS = "/api/v2/public/workflow";
const START = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };
const LOG = { id: "note", type: "log", name: "Note", data: { message: "Hello" } };
const HTTP = { id: "call", type: "http", name: "Call <b>home</b>", data: { url: "https://example.com/" } };
const STRIPE = { id: "pay", type: "action", name: "Pay", action: "stripe/list_customers" };

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.account("acme");
});
afterAll(() => server.close());

function permit(building: string, node_types: string[] = []) {
  const body = { building, node_types };
  return server.request({ method: "PUT", url: PATH, key: server.testKey, body });
}

function offer(applications: string[]) {
  const url = "/api/v2/public/portal-applications";
  const body = { applications, others: "none" };
  return server.request({ method: "PUT", url, key: server.testKey, body });
}

/** A customer's request. */
function ask(method: "POST" | "PUT" | "DELETE" | "GET", path: string, body?: object, by = token) {
  return server.request({ method, url: `${WORKFLOWS}${path}`, token: by, ...(body && { body }) });
}

function flow(...nodes: { id: string }[]) {
  const edges = nodes.map(({ id }, index) => ({ source: nodes[index - 1]?.id ?? "start", target: id }));
  return { name: "Mine", nodes: [START, ...nodes], edges };
}

async function make(...nodes: { id: string }[]): Promise<string> {
  const { status, body, text } = await ask("POST", "", flow(...nodes));
  expect(status, text).toBe(200);
  return body._id;
}

test("by default session tokens can build with the API as before, and the environments differ", async () => {
  const { body } = await server.request({ url: PATH, key: server.testKey });
  expect(body).toMatchObject({ building: "api", node_types: [] });
  await make(HTTP);
  expect(await permit("portal", ["log"])).toMatchObject({
    status: 200,
    body: { building: "portal", node_types: ["log"] },
  });
  const production = await server.request({ url: PATH, key: server.productionKey });
  expect(production.body.building).toBe("api");
});

test.each([
  ["an unknown mode", { building: "maybe", node_types: [] }],
  ["an unknown type", { building: "portal", node_types: ["nope"] }],
  ["a type twice", { building: "portal", node_types: ["log", "log"] }],
  ["no types", { building: "portal" }],
])("400, and nothing changes: %s", async (_what, body) => {
  await permit("portal", ["log"]);
  const reply = await server.request({ method: "PUT", url: PATH, key: server.testKey, body });
  expect(reply.status).toBe(400);
  const after = await server.request({ url: PATH, key: server.testKey });
  expect(after.body).toMatchObject({ building: "portal", node_types: ["log"] });
});

test("a type that is not permitted is rejected wherever it is written or tested, by node and type", async () => {
  await permit("api");
  const before = await make(HTTP);
  expect((await ask("PUT", `/${before}/publish`, { published: true })).status).toBe(200);
  await permit("portal", ["log"]);
  const own = await make(LOG);
  const refused = await Promise.all([
    ask("POST", "", flow(HTTP)),
    ask("PUT", `/${own}`, flow(HTTP)),
    ask("POST", "/import", { format: "junctor.workflow", format_version: 1, ...flow(HTTP) }),
    ask("POST", `/${own}/test`, { nodes: flow(HTTP).nodes, edges: flow(HTTP).edges }),
    ask("POST", `/${before}/test`, {}),
    ask("POST", `/${before}/restore`, { version: 1 }),
  ]);
  for (const { status, body } of refused) {
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.errors).toEqual([
      expect.objectContaining({ node_id: "call", field: "type", message: expect.stringContaining('"http"') }),
    ]);
  }
  expect((await ask("GET", `/${own}`)).body.nodes.map(({ type }: { type: string }) => type)).toEqual([
    "start",
    "log",
  ]);
  // What was published keeps running, can be renamed and taken back, and not be published anew.
  expect((await ask("GET", `/${before}`)).body.published).toBe(true);
  const url = `${WORKFLOWS}/${before}/execute`;
  const run = await server.request({ method: "POST", url, key: server.testKey, account: "acme", body: {} });
  expect(run.status, run.text).toBe(200);
  expect((await ask("PUT", `/${before}/publish`, { published: false })).status).toBe(200);
  expect((await ask("PUT", `/${before}/publish`, { published: true })).status).toBe(400);
  // The organization itself is not limited.
  const named = { key: server.testKey, account: "acme" };
  expect(await server.request({ method: "POST", url: WORKFLOWS, ...named, body: flow(HTTP) })).toMatchObject({
    status: 200,
  });
});

test("an application that the portal does not offer is rejected, as action, as trigger and as the workflow's own", async () => {
  await permit("portal", ["action"]);
  await offer(["stripe"]);
  const stripe = await make(STRIPE);
  await offer(["slack"]);
  const onStripe = { application: "stripe", event: "customer.created" };
  const starts = { ...flow(), nodes: [{ ...START, triggers: [onStripe] }] };
  const owned = { ...flow(), slug: "stripe" };
  const replies = await Promise.all([
    ask("POST", "", flow(STRIPE)),
    ask("POST", "", starts),
    ask("POST", "", owned),
    ask("PUT", `/${stripe}`, { ...flow(STRIPE), name: "Again" }),
  ]);
  const fields = ["action", "triggers.0.application", "slug", "action"];
  for (const [index, { status, body }] of replies.entries()) {
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.errors[0]).toMatchObject({ field: fields[index] });
    expect(body.message).toContain('"stripe" is not offered');
  }
});

test("turned off: 403 for writes, while own workflows can be read, switched off and deleted", async () => {
  await permit("portal", ["log"]);
  const own = await make(LOG);
  expect((await ask("PUT", `/${own}/publish`, { published: true })).status).toBe(200);
  await permit("off");
  const { nodes, edges } = flow(LOG);
  for (const reply of [
    await ask("POST", "", flow(LOG)),
    await ask("PUT", `/${own}`, { nodes, edges }),
    await ask("PUT", `/${own}/publish`, { published: true }),
    await ask("POST", `/${own}/test`, {}),
    await ask("POST", "/import", { format: "junctor.workflow", format_version: 1, ...flow(LOG) }),
  ])
    expect(reply).toMatchObject({ status: 403 });
  expect((await ask("GET", `/${own}`)).status).toBe(200);
  expect((await ask("PUT", `/${own}/publish`, { published: false })).status).toBe(200);
  expect((await ask("DELETE", `/${own}`)).status).toBe(200);
});

test("another customer's workflow does not exist, whatever is permitted", async () => {
  await permit("portal", ["log"]);
  const own = await make(LOG);
  const other = await server.account("other");
  for (const reply of [
    await ask("GET", `/${own}`, undefined, other),
    await ask("PUT", `/${own}`, flow(LOG), other),
    await ask("PUT", `/${own}/publish`, { published: true }, other),
    await ask("POST", `/${own}/test`, {}, other),
    await ask("DELETE", `/${own}`, undefined, other),
  ])
    expect(reply).toMatchObject({ status: 404 });
});
