import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApprovalNode, startSignalRun } from "../../runs/approvals/test-asked.ts";
import { buildStepLink } from "../../runs/signals/links.ts";
import {
  createCodeNode,
  createTestAccount,
  insertTestVersion,
  startRunsOf,
  waitForRunEnd,
} from "../../runs/start/test-run.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

let server: McpTestServer;
let token: string;
let client: Awaited<ReturnType<McpTestServer["connect"]>>;
let caller: string;
let parts: string[];
beforeAll(async () => {
  server = await startMcpTestServer();
  server.work();
  token = await server.account("acme");
  client = await server.connect(await server.record({}), token);
  const scope = await createTestAccount(server, "acme");
  const nodes = [createCodeNode("mail", "return links.refund"), createApprovalNode()];
  caller = await startSignalRun(server, { nodes, scope }, "refund");
  const secret = buildStepLink(server.deps, "page", { runId: caller, path: "refund" }).split("/").pop() ?? "";
  parts = [secret.slice(0, 40), secret.slice(40), [...secret].reverse().join("")];
});
afterAll(() => server.close());

/** An ended execution that `parent` has called with the parts of the address at which `caller` is answered. */
async function called(text: string, parent = caller): Promise<string> {
  const scope = await createTestAccount(server, "acme");
  const workflow = await insertTestVersion(server, server, { nodes: [createCodeNode("echo", text)] });
  const [id = ""] = await startRunsOf(server, scope, workflow, { inputs: [{ parts }] });
  const link = { parent_run: parent, parent_path: "call" };
  await server.deps.db.updateTable("runs").set(link).where("id", "=", id).execute();
  await waitForRunEnd(server, id);
  return id;
}

/** What an agent reads of the execution: by the tool, and as a resource. */
async function readings(id: string): Promise<string[]> {
  const tool = await client.callTool({ name: "get_execution", arguments: { execution_id: id } });
  const resource = await client.readResource({ uri: `junctor://executions/${id}` });
  return [JSON.stringify(tool), JSON.stringify(resource)];
}

function expectHidden(text: string): void {
  for (const part of parts) expect(text).not.toContain(part.slice(20));
  expect(text).toContain("[hidden]");
}

describe("an agent reading an execution whose caller waits for an approval", () => {
  test("does not see what it returned", async () => {
    for (const text of await readings(await called("return input"))) expectHidden(text);
  });

  test("does not see its error", async () => {
    const id = await called("throw new Error(input.parts.join(' '))");
    for (const text of await readings(id)) expectHidden(text);
  });
});
