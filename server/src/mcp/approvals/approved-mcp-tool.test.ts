import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { type FakeMcp, type FakeTool, startFakeMcp } from "../../apps/providers/mcp/fake-mcp-server.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

const tool = (name: string): FakeTool => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: "object", properties: { name: { type: "string" } } },
  answer: ({ name: whom }) => ({ content: [{ type: "text", text: `${name} ${String(whom)}` }] }),
});
const [greet, wave, bow] = [tool("greet"), tool("wave"), tool("bow")];
/** What the server shows to whoever connects now. */
const tools = [greet, wave];

let server: McpTestServer;
let fake: FakeMcp;
let token: string;
let record: string;
beforeAll(async () => {
  server = await startMcpTestServer();
  server.work();
  fake = await startFakeMcp({ tools });
  const body = { slug: "remote", name: "Remote", url: fake.url };
  const { testKey: key } = server;
  await server.request({ method: "POST", url: "/api/v2/public/application/mcp", key, body });
  token = await connects("acme");
  const actions = [{ id: "greet", tool_name: "greet", policy: "ask" }];
  record = await server.record({ associated_apps: [{ slug: "remote", actions }] });
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

/** An account connects; answers with its token once the tools that it is shown have been read. */
async function connects(account: string): Promise<string> {
  const own = await server.account(account);
  await server.request({ method: "POST", url: "/api/v2/app/remote/save", token: own, body: {} });
  await eventually(async () => {
    const { rows } = await sql`select 1 from pgboss.job where name = 'apps.read-tools'
      and state in ('created', 'active', 'retry')`.execute(server.deps.db);
    return rows.length === 0;
  });
  return own;
}

function stored() {
  return server.deps.db
    .selectFrom("custom_applications")
    .select(["revision", "definition"])
    .where("slug", "=", "remote")
    .executeTakeFirstOrThrow();
}

/** Asks for a call, has `meanwhile` happen, approves it, and answers with what is known of it at its end. */
async function approvedAfter(meanwhile: () => Promise<unknown>) {
  const client = await server.connect(record, token, { era: "legacy" });
  const { structuredContent } = await client.callTool({ name: "greet", arguments: { name: "Fay" } });
  const { execution_id: id = "" } = structuredContent as Record<string, string>;
  await meanwhile();
  const url = `/api/v2/public/mcp-servers/${record}/calls/${id}/approval`;
  await server.request({ method: "PUT", url, key: server.testKey, body: { approved: true } });
  return eventually(async () => {
    const { db } = server.deps;
    const row = await db.selectFrom("mcp_calls").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    return row.finished_at && row;
  });
}

test("approvals stay valid when another customer connects and sees other tools", async () => {
  const call = await approvedAfter(async () => {
    tools.splice(0, 2, wave, bow);
    await connects("other");
    tools.splice(0, 2, greet, wave);
  });
  expect(call).toMatchObject({ status: "COMPLETED", error: null, result: { text: "greet Fay" } });
  const { definition, revision } = await stored();
  expect(definition).toMatchObject({ tools: [{ name: "greet" }, { name: "wave" }, { name: "bow" }] });
  await connects("third");
  expect((await stored()).revision).toBe(revision);
});

test("a tool whose description has changed since its call was requested is not called", async () => {
  const call = await approvedAfter(async () => {
    tools.splice(0, 1, { ...greet, description: "Greets everybody." });
    await connects("fourth");
  });
  expect(call).toMatchObject({
    status: "ERRORED",
    error: expect.stringContaining("was removed or changed after this call was requested"),
  });
});
