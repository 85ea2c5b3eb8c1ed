import { afterAll, beforeAll, expect, test } from "vitest";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";
import { connectAgent } from "./test-management.ts";

let server: McpTestServer;
beforeAll(async () => {
  server = await startMcpTestServer();
});
afterAll(() => server.close());

test("a developer's agent sees the calls of customers' agents, but not their approval links", async () => {
  const token = await server.account("acme");
  const id = await publishTestWorkflow(server, { code: "return {}" });
  const workflows = [{ id, tool_name: "pay", policy: "ask" }];
  const record = await server.record({ associated_apps: [{ slug: "things", workflows }] });
  const customer = await server.connect(record, token);
  await customer.callTool({ name: "pay", arguments: { amount: 7, password: "hush" } });
  await expect(customer.callTool({ name: "none", arguments: {} })).rejects.toThrow("There is no tool none.");
  const agent = await connectAgent(server, server.testKey);
  const waiting = await agent.call("list_mcp_calls", { status: "WAITING", linked_account_id: "acme" });
  expect(waiting.docs).toMatchObject([
    { mcp_server_id: record, tool: "pay", arguments: { amount: 7, password: "[redacted]" } },
  ]);
  expect(JSON.stringify(waiting)).not.toMatch(/approval_url|\/mcp\/approve\//);
  await expect
    .poll(async () => (await agent.call("list_mcp_calls", { status: "REFUSED" })).docs)
    .toMatchObject([{ tool: "none", error: "There is no tool none." }]);
  expect(await agent.refusal("list_mcp_calls", { linked_account_id: "nobody" })).toContain(
    "no linked account",
  );
  expect(await agent.refusal("list_mcp_calls", { start_date: "soon" })).toContain("start_date");
});
