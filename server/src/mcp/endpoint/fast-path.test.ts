import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseJson } from "../../platform/json/parse-json.ts";
import { publishTestWorkflow, setPublished } from "../../schedules/test-workflow.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

let server: McpTestServer;
let token: string;
let record: string;
beforeAll(async () => {
  server = await startMcpTestServer({ logLevel: "silent" });
  token = await server.account("acme");
  server.work();
  const good = await publishTestWorkflow(server, { code: "return { doubled: input.n * 2 }" });
  const bad = await publishTestWorkflow(server, { code: "throw new Error('no')" });
  const nodes = [{ id: "same", type: "transform", data: { output: "{{ input }}" } }];
  const same = await publishTestWorkflow(server, { nodes });
  const composed = await publishTestWorkflow(server);
  const settings = { json_schema: { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] } };
  const url = `/api/v2/public/workflow/${composed}`;
  await server.request({ method: "PUT", url, key: server.testKey, body: { settings } });
  await setPublished(server, composed, true);
  const workflows = [
    { id: good, tool_name: "good" },
    { id: same, tool_name: "same" },
    { id: bad, tool_name: "bad" },
    { id: composed, tool_name: "composed" },
  ];
  record = await server.record({ associated_apps: [{ slug: "things", workflows }] });
});
afterAll(() => server.close());

const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test-agent", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Way {
  readonly era: "modern" | "legacy";
  readonly meta?: object;
}

const call = (tool: string, way: Way) => send("tools/call", { name: tool, arguments: { n: 21 } }, way);

async function send(method: string, params: { name?: string; arguments?: object }, { era, meta = {} }: Way) {
  const _meta = { ...(era === "modern" && MODERN), ...meta };
  const reply = await fetch(`${server.baseUrl}/mcp/v1/${record}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": era === "modern" ? "2026-07-28" : "2025-11-25",
      ...(era === "modern" && { "mcp-method": method, ...(params.name && { "mcp-name": params.name }) }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params: { ...params, _meta } }),
  });
  const text = await reply.text();
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: reply.status, body: parseJson(json) };
}

// A progress token makes a request the library's.
const LIBRARY = { progressToken: "p" };

test.each([
  ["modern", "good"],
  ["modern", "bad"],
  ["modern", "none"],
  ["legacy", "good"],
  ["legacy", "bad"],
  ["legacy", "none"],
] as const)("a %s call of the tool %s has the same answer by both code paths", async (era, tool) => {
  const [short, long] = [await call(tool, { era }), await call(tool, { era, meta: LIBRARY })];
  expect(short).toEqual(long);
  expect(short.body).toMatchObject(tool === "none" ? { error: { code: -32602 } } : { id: 7, result: {} });
});

test.each(["modern", "legacy"] as const)(
  "a %s call takes and returns numbers with all digits by both code paths",
  async (era) => {
    const text = '{"id":9007199254740993,"rate":0.1234567890123456789}';
    const args: object = parseJson(text);
    for (const meta of [{}, LIBRARY]) {
      const { body } = await send("tools/call", { name: "same", arguments: args }, { era, meta });
      expect(JSON.stringify(body.result.structuredContent)).toBe(text);
      expect(body.result.content[0].text).toBe(text);
    }
  },
);

test.each(["modern", "legacy"] as const)(
  "a %s client's tool list is the same by both code paths",
  async (era) => {
    const [short, long] = [
      await send("tools/list", {}, { era }),
      await send("tools/list", {}, { era, meta: LIBRARY }),
    ];
    expect(short).toEqual(long);
    const { tools } = short.body.result;
    expect(tools).toHaveLength(5);
    // Only the newer protocol has clients take alternatives at the root.
    const { inputSchema } = tools.find(({ name }: { name: string }) => name === "composed");
    expect(Object.hasOwn(inputSchema, "anyOf")).toBe(era === "modern");
  },
);

test("an incomplete envelope is rejected by both code paths", async () => {
  const meta = { "io.modelcontextprotocol/clientCapabilities": undefined };
  const [short, long] = [
    await call("good", { era: "modern", meta }),
    await call("good", { era: "modern", meta: { ...meta, ...LIBRARY } }),
  ];
  expect([short.status, short.body.error.code]).toEqual([400, -32602]);
  expect(short).toEqual(long);
});

test.each(["modern", "legacy"] as const)(
  "an internal error in a %s call is reported the same, without its text",
  async (era) => {
    await sql`alter table mcp_calls rename to hidden_calls`.execute(server.deps.db);
    const [short, long] = [await call("good", { era }), await call("good", { era, meta: LIBRARY })];
    await sql`alter table hidden_calls rename to mcp_calls`.execute(server.deps.db);
    const told = { error: { code: -32603, message: expect.stringMatching(/^Something went wrong\./) } };
    expect([short.body, long.body]).toMatchObject([told, told]);
    expect(short.status).toBe(long.status);
  },
);
