import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import {
  buildThingsDefinition,
  startThingsApi,
  type ThingsApi,
  type ThingsReply,
} from "../../apps/catalog/test-things-api.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

let server: McpTestServer;
let api: ThingsApi;
let record: string;
let token: string;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startMcpTestServer({ mcpAccountConcurrency: 1 });
  const body = buildThingsDefinition("things", api.url);
  const made = await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body,
  });
  expect(made.status, made.text).toBe(200);
  token = await server.account("acme");
  await server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key: "good" } });
  record = await server.record({
    associated_apps: [{ slug: "things", workflows: [], actions: [{ id: "make_thing" }] }],
  });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

function send(method: string, params: object, signal: AbortSignal | null = null): Promise<Response> {
  return fetch(`${server.baseUrl}/mcp/v1/${record}`, {
    method: "POST",
    signal,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
  });
}

test("a writing call whose client disconnects is made to its end and recorded with its result", async () => {
  const provider = Promise.withResolvers<ThingsReply>();
  api.answer = () => provider.promise;
  const client = new AbortController();
  const args = { name: "one", board: 1 };
  const call = send("tools/call", { name: "things_make_thing_action", arguments: args }, client.signal);
  const left = expect(call).rejects.toThrow();
  await eventually(async () => api.requests.length === 1);
  client.abort();
  await left;
  // The account's only place is free again once the server has noticed.
  await eventually(async () => (await send("tools/list", {})).status === 200);
  provider.resolve({ status: 201, headers: { "content-type": "application/json" }, body: '{"made":1}' });
  const { db } = server.deps;
  const ended = await eventually(async () =>
    db
      .selectFrom("mcp_calls")
      .select(["status", "error"])
      .where("status", "<>", "RUNNING")
      .executeTakeFirst(),
  );
  expect(ended).toEqual({ status: "COMPLETED", error: null });
});
