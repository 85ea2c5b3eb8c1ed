import { afterAll, beforeAll, expect, test } from "vitest";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../apps/catalog/test-things-api.ts";
import { type McpTestServer, startMcpTestServer } from "./test-mcp-server.ts";

// What an API key does that names no account, as a team does that looks after all of them.

const URL = "/api/v2/public/mcp-servers";
const TOKENS = "/api/v2/public/mcp-tokens";

let server: McpTestServer;
let api: ThingsApi;
let acme: string;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startMcpTestServer();
  acme = await server.account("acme");
  await server.account("globex");
  await ask("POST", "/api/v2/public/application", buildThingsDefinition("things", api.url));
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const ask = (method: string, url: string, body?: object, account?: string, key = server.testKey) =>
  server.request({ method: method as "POST", url, key, ...(account && { account }), body });
const idsOf = (docs: { _id: string }[]) => docs.map(({ _id }) => _id);

test("it creates, changes and deletes servers offered to all, and drops no customer's changes", async () => {
  const made = await ask("POST", URL, { name: "Desk", description: "Helps.", safe_mode: true });
  expect(made.status).toBe(201);
  const url = `${URL}/${made.body._id}`;
  await server.request({ method: "PUT", url, token: acme, body: { description: "Ours." } });
  const { status, body } = await ask("PUT", url, { name: "Front desk", description: "Helps more." });
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: "Front desk", description: "Helps more.", safe_mode: true, __v: 1 });
  expect(body).not.toHaveProperty("linked_account_id");
  expect((await ask("GET", url, undefined, "acme")).body).toMatchObject({
    name: "Front desk",
    description: "Ours.",
    linked_account_changes: ["description"],
  });
  const other = await server.organization();
  for (const key of [other.testKey, server.productionKey])
    for (const method of ["PUT", "DELETE"])
      expect((await ask(method, url, method === "PUT" ? {} : undefined, undefined, key)).status).toBe(404);
  expect((await ask("DELETE", url)).status).toBe(204);
  expect((await ask("GET", url)).status).toBe(404);
});

test("a server for one account belongs to that account, and is shown with its owner to a key that names it", async () => {
  const own = { name: "Acme's", description: "", linked_account_only: true };
  const { body } = await ask("POST", URL, own, "acme");
  const url = `${URL}/${body._id}`;
  for (const account of [undefined, "globex"]) {
    expect((await ask("GET", url, undefined, account)).status).toBe(404);
    expect((await ask("PUT", url, { name: "Taken" }, account)).status).toBe(404);
    expect((await ask("DELETE", url, undefined, account)).status).toBe(404);
  }
  expect((await ask("GET", url, undefined, "acme")).body).toMatchObject({ linked_account_id: "acme" });
  expect((await server.request({ url, token: acme })).body).not.toHaveProperty("linked_account_id");
  const changed = await ask("PUT", url, { name: "Acme's own" }, "acme");
  expect(changed.body).toMatchObject({ name: "Acme's own", linked_account_id: "acme" });
  expect((await ask("DELETE", url, undefined, "acme")).status).toBe(204);
});

test("a preview estimates the cost of tools without storing them, and lists problems", async () => {
  const apps = [
    { slug: "things", actions: [{ id: "make_thing" }, { id: "list_things" }, { id: "no_such" }] },
  ];
  const preview = (body: object, account?: string) => ask("POST", `${URL}/preview`, body, account);
  const before = (await ask("GET", URL)).body.totalDocs;
  for (const account of [undefined, "acme"]) {
    const { status, body } = await preview({ associated_apps: apps, safe_mode: true }, account);
    expect(status).toBe(200);
    expect(body.docs).toMatchObject([
      { action_id: "make_thing", policy: "ask" },
      { action_id: "list_things", policy: "allow" },
      { kind: "built_in", name: "get_execution" },
      { kind: "built_in", name: "list_options" },
    ]);
    const costs = body.docs.map(({ tokens }: { tokens: number }) => tokens);
    expect(costs.reduce((sum: number, one: number) => sum + one)).toBe(body.tool_tokens);
    expect(body.unavailable_tools).toMatchObject([{ id: "no_such" }]);
  }
  const twice = {
    slug: "things",
    actions: [
      { id: "a", tool_name: "same" },
      { id: "b", tool_name: "same" },
    ],
  };
  expect(await preview({ associated_apps: [twice] })).toMatchObject({
    status: 400,
    body: { errors: [{ field: "associated_apps" }] },
  });
  expect((await preview({})).body.docs).toHaveLength(1);
  expect((await ask("GET", URL)).body.totalDocs).toBe(before);
});

test("tokens of all accounts are listed, newest first, by server and account, and revoked", async () => {
  const servers = [await server.record({ name: "One" }), await server.record({ name: "Two" })];
  const make = async (account: string, id = "") =>
    (await ask("POST", `${URL}/${id}/token`, {}, account)).body._id as string;
  const [one, two] = servers;
  const tokens = [await make("acme", one), await make("globex", one), await make("globex", two)];
  const list = async (query = "", account?: string, key?: string) =>
    (await ask("GET", `${TOKENS}?${query}`, undefined, account, key)).body;
  const all = await list();
  expect(idsOf(all.docs)).toEqual(tokens.toReversed());
  expect(all).toMatchObject({
    totalDocs: 3,
    docs: [{ linked_account_id: "globex", mcp_server_name: "Two" }, {}, {}],
  });
  expect(idsOf((await list(`mcp_server_id=${one}`)).docs)).toEqual([tokens[1], tokens[0]]);
  expect(idsOf((await list(`mcp_server_id=${one}`, "acme")).docs)).toEqual([tokens[0]]);
  const first = await list("limit=2");
  expect(idsOf((await list(`limit=2&after=${first.nextCursor}`)).docs)).toEqual([tokens[0]]);
  const other = await server.organization();
  for (const key of [other.testKey, server.productionKey]) {
    expect((await list("", undefined, key)).docs).toEqual([]);
    expect((await ask("DELETE", `${TOKENS}/${tokens[1]}`, undefined, undefined, key)).status).toBe(404);
  }
  expect((await ask("DELETE", `${TOKENS}/${tokens[1]}`, undefined, "acme")).status).toBe(404);
  expect((await ask("DELETE", `${TOKENS}/${tokens[1]}`)).status).toBe(200);
  expect(idsOf((await list()).docs)).toEqual([tokens[2], tokens[0]]);
});
