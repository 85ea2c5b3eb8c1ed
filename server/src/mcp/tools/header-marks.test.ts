import { afterAll, beforeAll, expect, test } from "vitest";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

let server: McpTestServer;
let token: string;
beforeAll(async () => {
  server = await startMcpTestServer();
  token = await server.account("acme");
});
afterAll(() => server.close());

const schemaOf = (mark: unknown) => ({
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": mark } },
});
const saveWorkflow = (json_schema: object) =>
  server.request({
    method: "POST",
    url: "/api/v2/public/workflow",
    key: server.testKey,
    body: { name: "Marked", nodes: [{ id: "start", type: "start" }], edges: [], settings: { json_schema } },
  });

test("a workflow cannot be saved with an annotation that makes clients drop its tool", async () => {
  const refused = await saveWorkflow(schemaOf("Bad Name"));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("settings.json_schema has an x-mcp-header that is not a header name");
  expect((await saveWorkflow(schemaOf("Region"))).status).toBe(200);
});

test("an action with such an annotation is not a tool, and the record says so; the others are present", async () => {
  const { testKey: key } = server;
  const action = (mark: unknown) => ({
    title: "T",
    description: "D",
    hints: { read_only: true },
    input: schemaOf(mark),
    request: { method: "GET", path: "/things" },
  });
  const body = {
    slug: "marked",
    name: "Marked",
    description: "D",
    version: "1.0.0",
    base_url: "https://example.com",
    auth: { keybased: { fields: [{ name: "key", label: "Key" }], apply: {} } },
    actions: { good: action("Region"), bad: action("") },
  };
  const made = await server.request({ method: "POST", url: "/api/v2/public/application", key, body });
  expect(made.status).toBe(200);
  const actions = [{ id: "good" }, { id: "bad" }];
  const id = await server.record({ associated_apps: [{ slug: "marked", actions }] });
  const { tools } = await (await server.connect(id, token)).listTools();
  expect(tools.map(({ name }) => name)).toEqual(["marked_good_action", "get_execution"]);
  const record = await server.request({ url: `/api/v2/public/mcp-servers/${id}`, token });
  expect(record.body).toMatchObject({
    tool_count: 2,
    unavailable_tools: [{ id: "bad", message: expect.stringContaining("x-mcp-header") }],
  });
});
