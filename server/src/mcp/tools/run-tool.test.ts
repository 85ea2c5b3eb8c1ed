import { afterAll, beforeAll, expect, test } from "vitest";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

let server: McpTestServer;
beforeAll(async () => {
  server = await startMcpTestServer();
});
afterAll(() => server.close());

test("an address or a password in a workflow's error reaches no agent: not by the call, the execution or the resource", async () => {
  const token = await server.account("acme");
  server.work();
  const thrown =
    "connect ECONNREFUSED postgres://admin:s3cret@10.0.0.5:5432/crm; host=db01 user=app password=s3cret; Server=tcp:db02,1433;User Id=sa;Password=Pw0rd; SG.a1B2a1B2a1B2a1B2a1B2.c3D4c3D4c3D4c3D4c3D4";
  const id = await publishTestWorkflow(server, { code: `throw new Error("${thrown}")` });
  const workflows = [{ id, tool_name: "fails" }];
  // Of a workflow that it may not read, an agent is told nothing of this at all.
  await server.request({
    method: "PUT",
    url: "/api/v2/public/organization",
    key: server.productionKey,
    body: { whole_workflows: true },
  });
  const record = await server.record({ associated_apps: [{ slug: "things", workflows }] });
  const client = await server.connect(record, token);
  const called = await client.callTool({ name: "fails", arguments: {} });
  expect(called).toMatchObject({ isError: true });
  expect(JSON.stringify(called)).toContain("ECONNREFUSED [address]");
  const { contents } = await client.readResource({ uri: "junctor://executions" });
  const [{ execution_id }] = JSON.parse(String(contents[0] && "text" in contents[0] && contents[0].text));
  const later = await client.callTool({ name: "get_execution", arguments: { execution_id } });
  const execution = await client.readResource({ uri: `junctor://executions/${execution_id}` });
  for (const told of [called, later, execution]) {
    expect(JSON.stringify(told)).toContain("[address]");
    expect(JSON.stringify(told)).not.toMatch(/s3cret|10\.0\.0\.5|postgres|db0|Pw0rd|=sa|=app|SG\./);
  }
});
