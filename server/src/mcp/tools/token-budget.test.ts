import { afterAll, expect, test } from "vitest";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

const servers: McpTestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

test.each([
  [10, "search", 4],
  [25_000, "all", 1],
])("beyond a budget of %i tokens tools are found by search: %s", async (mcpTokenBudget, mode, count) => {
  const server = await startMcpTestServer({ mcpTokenBudget });
  servers.push(server);
  const token = await server.account("acme");
  const id = await server.record({});
  const { body } = await server.request({ url: `/api/v2/public/mcp-servers/${id}`, token });
  expect(body).toMatchObject({ tool_mode: mode, tool_count: count });
});
