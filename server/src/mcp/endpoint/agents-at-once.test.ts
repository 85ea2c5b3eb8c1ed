import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import {
  buildThingsDefinition,
  startThingsApi,
  type ThingsApi,
  type ThingsReply,
} from "../../apps/catalog/test-things-api.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

const MOST = 3;
let server: McpTestServer;
let api: ThingsApi;
let record: string;
let busy: string;
let other: string;
/** Ends the provider's requests that wait for an answer. */
const waiting: ((reply: ThingsReply) => void)[] = [];

beforeAll(async () => {
  api = await startThingsApi();
  server = await startMcpTestServer({ mcpAccountConcurrency: MOST });
  const made = await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body: buildThingsDefinition("things", api.url),
  });
  expect(made.status, made.text).toBe(200);
  busy = await server.account("acme");
  other = await server.account("other");
  for (const token of [busy, other])
    await server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key: "good" } });
  record = await server.record({
    associated_apps: [{ slug: "things", workflows: [], actions: [{ id: "list_things" }] }],
  });
  api.answer = () => new Promise((resolve) => waiting.push(resolve));
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const send = (token: string, method: string, params: object = {}, signal?: AbortSignal) =>
  fetch(`${server.baseUrl}/mcp/v1/${record}`, {
    method: "POST",
    ...(signal && { signal }),
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
const call = (token: string, more: object = {}, signal?: AbortSignal) =>
  send(token, "tools/call", { name: "things_list_things_action", arguments: {}, ...more }, signal);
const answerAll = () => {
  for (const resolve of waiting.splice(0)) resolve({ body: '{"things":[]}' });
};

// A call with a progress token is answered by a stream, which begins before the call has ended.
test.each([
  ["a body", {}],
  ["a stream", { _meta: { progressToken: 1 } }],
])("an account has so many calls answered by %s at once, and others are not held up", async (_, more) => {
  const calls = Array.from({ length: MOST }, () => call(busy, more));
  await eventually(async () => waiting.length === MOST);
  const refused = await call(busy, more);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await refused.json()).toEqual({
    jsonrpc: "2.0",
    id: null,
    error: {
      code: -32000,
      message:
        "Too many requests of this account are in progress. This one had no effect: send it again when another has finished.",
    },
  });
  expect((await send(busy, "ping")).status).toBe(429);
  expect((await send(other, "tools/list")).status).toBe(200);
  answerAll();
  for (const one of await Promise.all(calls)) expect(await one.text()).toContain("result");
  await eventually(async () => (await send(busy, "tools/list")).status === 200);
});

test("a caller that goes away makes room for the next one", async () => {
  for (let round = 0; round < 2; round++) {
    const gone = new AbortController();
    const calls = Array.from({ length: MOST }, () => call(busy, {}, gone.signal).catch(() => undefined));
    await eventually(async () => waiting.length === MOST);
    gone.abort();
    await Promise.all(calls);
    answerAll();
    await eventually(async () => (await send(busy, "tools/list")).status === 200);
  }
});
