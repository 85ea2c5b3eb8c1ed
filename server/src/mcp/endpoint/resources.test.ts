import { afterAll, beforeAll, expect, test } from "vitest";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import { json } from "../../platform/database/database.ts";
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

async function read(record: string, uri: string): Promise<string> {
  const client = await server.connect(record, token);
  const { contents } = await client.readResource({ uri });
  const [first] = contents;
  const text = first && "text" in first ? first.text : "";
  expect(JSON.stringify({ contents }).length).toBeLessThan(100_000);
  return text;
}

test.each([
  ["letters", "a".repeat(150_000)],
  ["characters that are long in JSON", "\u001b".repeat(90_000)],
])("a text that is too long is cut and says so: %s", async (_, text) => {
  const record = await server.record({ resources: [{ uri: "doc://long", text }] });
  expect(await read(record, "doc://long")).toMatch(new RegExp(` … \\[${text.length} characters\\]$`));
});

test("JSON that is too long is left out as a whole, so that the rest can be read", async () => {
  const content = Array.from({ length: 30_000 }, (_, n) => n);
  const record = await server.record({ resources: [{ uri: "doc://list", content }] });
  expect(JSON.parse(await read(record, "doc://list")).left_out).toContain("too long");
});

test("an execution with a response that is too long still shows everything else", async () => {
  const id = await publishTestWorkflow(server, { code: "return { text: 'a'.repeat(150000) }" });
  const workflows = [{ id, tool_name: "long" }];
  const record = await server.record({ associated_apps: [{ slug: "things", workflows }] });
  const client = await server.connect(record, token);
  await client.callTool({ name: "long", arguments: {} });
  const [newest] = JSON.parse(await read(record, "junctor://executions"));
  const execution = JSON.parse(await read(record, `junctor://executions/${newest.execution_id}`));
  expect(execution).toMatchObject({ status: "COMPLETED", response: { left_out: expect.any(String) } });
});

test("configs are shown as by the API: without values set before their field became a password, and with workflows", async () => {
  const slots = (field_type: string) => ({ data_slots: [{ id: "secret", name: "Secret", field_type }] });
  const id = await insertTestWorkflow(server.deps, server.test, { name: "Sync", ...slots("text") });
  await server.request({
    method: "POST",
    url: "/api/v2/public/config",
    token,
    body: { slug: "stripe" },
  });
  const workflows = [{ id, enabled: true, fields: { secret: "of the workflow" } }];
  const saved = await server.request({
    method: "PUT",
    url: "/api/v2/public/config",
    token,
    body: { slug: "stripe", fields: { signing_key: "of the application", region: "EU" }, workflows },
  });
  expect(saved.status).toBe(200);
  const fields = [
    { id: "signing_key", name: "Key", field_type: "password" },
    { id: "region", name: "Region", field_type: "text" },
  ];
  const url = "/api/v2/public/application/stripe/fields";
  const declared = await server.request({ method: "PUT", url, key: server.testKey, body: { fields } });
  expect(declared.status).toBe(200);
  const { data_slots } = slots("password");
  await server.deps.db
    .updateTable("workflow_publications")
    .set({ data_slots: json(data_slots) })
    .where("workflow_id", "=", id)
    .execute();
  const text = await read(await server.record({}), "junctor://configs");
  expect(text).not.toContain("of the");
  expect(JSON.parse(text)).toEqual([
    {
      application: "stripe",
      config_id: "acme",
      fields: { signing_key: "********", region: "EU" },
      workflows: [{ id, name: "Sync", enabled: true, fields: { secret: "********" } }],
    },
  ]);
});
