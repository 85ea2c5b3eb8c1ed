import { afterAll, beforeAll, expect, test } from "vitest";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

let server: McpTestServer;
let token: string;
beforeAll(async () => {
  server = await startMcpTestServer();
  token = await server.account("acme");
  server.work();
});
afterAll(() => server.close());

test("a key identifies a call of one tool of one server, even if several start the same workflow", async () => {
  const id = await publishTestWorkflow(server, { code: "return { n: input.n }" });
  const workflows = [
    { id, tool_name: "one" },
    { id, tool_name: "two" },
  ];
  const record = () => server.record({ associated_apps: [{ slug: "x", workflows }] });
  const clients = [await server.connect(await record(), token), await server.connect(await record(), token)];
  const key = { _meta: { "junctor/idempotency-key": "k1" } };
  for (const client of clients)
    for (const [n, name] of ["one", "two"].entries())
      for (const _ of ["first", "again"])
        expect((await client.callTool({ name, arguments: { n }, ...key })).structuredContent).toEqual({ n });
  // By the API, it is another one, too.
  const execute = { method: "POST", url: `/api/v2/public/workflow/${id}/execute`, body: { n: 5 } } as const;
  const by = { key: server.testKey, account: "acme", headers: { "idempotency-key": "k1" } };
  expect((await server.request({ ...execute, ...by })).status).toBe(200);
  const runs = await server.deps.db.selectFrom("runs").select("id").where("workflow_id", "=", id).execute();
  expect(runs).toHaveLength(5);
});
