import { afterAll, beforeAll, expect, test } from "vitest";
import { createMcpConnector } from "../../src/apps/providers/mcp/mcp-connector.ts";
import {
  call as buildCall,
  closeMcp,
  listToolsOf,
  sendRequest,
  startMcp,
} from "../../src/apps/providers/mcp/test-connector.ts";
import { type McpTestServer, startMcpTestServer } from "../../src/mcp/test-mcp-server.ts";
import { runInSpan } from "../../src/platform/tracing/tracing.ts";
import { publishTestWorkflow } from "../../src/schedules/test-workflow.ts";
import { type Collector, startCollector } from "./collector.ts";

const CALLER = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", id: "00f067aa0ba902b7" };
const traceparent = `00-${CALLER.traceId}-${CALLER.id}-01`;

let collector: Collector;
let server: McpTestServer;
let token: string;
let record: string;
beforeAll(async () => {
  collector = await startCollector();
  server = await startMcpTestServer({ tracing: collector.settings });
  token = await server.account("acme");
  server.work();
  const good = await publishTestWorkflow(server, { code: "return { doubled: input.n * 2 }" });
  const bad = await publishTestWorkflow(server, { code: "throw new Error('no')" });
  const workflows = [
    { id: good, tool_name: "good" },
    { id: bad, tool_name: "bad" },
  ];
  record = await server.record({ associated_apps: [{ slug: "things", workflows }] });
});
afterAll(async () => {
  await closeMcp();
  await server.close();
  await collector.close();
});

interface Sent {
  readonly headers?: Record<string, string>;
  readonly meta?: object;
}

/** Calls a tool by a plain request, or by one that is the library's. */
async function call(name: string, { headers, meta = {} }: Sent): Promise<string> {
  const reply = await fetch(`${server.baseUrl}/mcp/v1/${record}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": "2025-11-25",
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: { name, arguments: { n: 21 }, _meta: meta },
    }),
  });
  return reply.text();
}

test.each([
  ["a plain call", {}],
  ["a call by the library", { progressToken: "p" }],
])(
  "%s continues the trace of its message, with what it starts, and links to its request",
  async (_, more) => {
    collector.spans.length = 0;
    expect(await call("good", { meta: { ...more, traceparent } })).toContain('"doubled":42');
    const tool = await collector.find("tools/call good");
    const request = await collector.find("POST /mcp/v1/:server_id");
    expect(tool).toMatchObject({
      traceId: CALLER.traceId,
      parentId: CALLER.id,
      kind: "SPAN_KIND_SERVER",
      links: [{ traceId: request.traceId, id: request.id }],
      hasFailed: false,
      attributes: {
        "mcp.method.name": "tools/call",
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "good",
        "network.transport": "tcp",
      },
    });
    // The token was not yet known where the request began.
    expect(request).toMatchObject({ parentId: "" });
    expect(await collector.find("execute Test workflow")).toMatchObject({
      traceId: CALLER.traceId,
      parentId: tool.id,
    });
  },
);

test("a header counts where the message says nothing; the message comes first", async () => {
  collector.spans.length = 0;
  await call("good", { headers: { traceparent }, meta: { traceparent: "none" } });
  expect(await collector.find("tools/call good")).toMatchObject({ parentId: CALLER.id });
  collector.spans.length = 0;
  const other = traceparent.replaceAll("4", "5");
  await call("good", { headers: { traceparent: other }, meta: { traceparent } });
  expect(await collector.find("tools/call good")).toMatchObject({ traceId: CALLER.traceId });
});

test("without a caller's trace, a call belongs to its request; a failed tool fails it", async () => {
  collector.spans.length = 0;
  await call("bad", {});
  const request = await collector.find("POST /mcp/v1/:server_id");
  expect(await collector.find("tools/call bad")).toMatchObject({
    parentId: request.id,
    hasFailed: true,
    attributes: { "error.type": "tool_error" },
  });
  // Names that callers make up name no spans.
  await call("unknown", {});
  expect(await collector.find("tools/call")).toMatchObject({
    hasFailed: true,
    attributes: { "error.type": "-32602", "gen_ai.tool.name": "unknown" },
  });
});

test("a tool of another server gets the trace in its message", async () => {
  const { definition } = await startMcp();
  const connector = createMcpConnector({ ...definition, tools: await listToolsOf(definition) });
  const bodies: string[] = [];
  const http: typeof sendRequest = (request) => {
    bodies.push(String(request.body));
    return sendRequest(request);
  };
  const around = server.deps.tracer?.begin({ name: "around", kind: "internal", attributes: {} }, traceparent);
  if (!around) throw new Error("Tracing is on.");
  expect(await runInSpan(around, () => connector.run("say", { ...buildCall({}), http }))).toEqual({
    text: "hello",
  });
  const sent = await collector.find("tools/call say");
  expect(sent).toMatchObject({
    traceId: CALLER.traceId,
    kind: "SPAN_KIND_CLIENT",
    attributes: { "mcp.method.name": "tools/call", "gen_ai.tool.name": "say" },
  });
  const message = bodies.find((body) => body.includes('"tools/call"'));
  expect(JSON.parse(message ?? "").params._meta).toMatchObject({
    traceparent: `00-${CALLER.traceId}-${sent.id}-01`,
  });
});
