import { afterAll, beforeAll, expect, test } from "vitest";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../apps/catalog/test-things-api.ts";
import { publishTestWorkflow } from "../schedules/test-workflow.ts";
import { type McpTestServer, startMcpTestServer } from "./test-mcp-server.ts";

let server: McpTestServer;
let api: ThingsApi;
let token: string;
let workflow: string;
let id: string;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startMcpTestServer({ logLevel: "silent" });
  token = await server.account("acme");
  const body = buildThingsDefinition("things", api.url);
  await server.request({ method: "POST", url: "/api/v2/public/application", key: server.testKey, body });
  workflow = await publishTestWorkflow(server, { slug: "things" });
  const app = {
    slug: "things",
    workflows: [{ id: workflow, name: "Run it" }],
    actions: [{ id: "make_thing", policy: "ask" }, { id: "no_such_action" }],
  };
  id = await server.record({ associated_apps: [app] });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const tools = (as: object, server_id = id) =>
  server.request({ url: `/api/v2/public/mcp-servers/${server_id}/tools`, ...as });

test("shows each tool with its cost, and entries that are not tools, also without a linked account", async () => {
  for (const as of [{ key: server.testKey }, { key: server.testKey, account: "acme" }, { token }]) {
    const { status, body, text } = await tools(as);
    expect(status, text).toBe(200);
    expect(body.docs).toMatchObject([
      { kind: "workflow", workflow_id: workflow, title: "Run it", policy: "allow", is_listed: true },
      { kind: "action", slug: "things", action_id: "make_thing", policy: "ask", is_listed: true },
      { kind: "built_in", name: "get_execution" },
      { kind: "built_in", name: "list_options" },
    ]);
    const costs = body.docs.map((one: { tokens: number }) => one.tokens);
    expect(Math.min(...costs)).toBeGreaterThan(10);
    expect(costs.reduce((sum: number, cost: number) => sum + cost)).toBe(body.tool_tokens);
    expect(body).toMatchObject({ tool_mode: "all", token_budget: expect.any(Number) });
    expect(body.unavailable_tools).toMatchObject([{ slug: "things", id: "no_such_action" }]);
  }
});

test("shows an account its own changes, and nobody else's servers", async () => {
  await server.request({
    method: "PUT",
    url: `/api/v2/public/mcp-servers/${id}`,
    token,
    body: { associated_apps: [{ slug: "things", workflows: [], actions: [{ id: "make_thing" }] }] },
  });
  expect((await tools({ token })).body.docs).toHaveLength(3);
  expect((await tools({ key: server.testKey })).body.docs).toHaveLength(4);
  const other = await server.organization();
  expect((await tools({ key: other.testKey })).status).toBe(404);
  expect((await tools({ key: server.productionKey })).status).toBe(404);
  expect((await tools({ key: server.testKey }, "missing")).status).toBe(404);
});
