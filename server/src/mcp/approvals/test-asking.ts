import { expect } from "vitest";
import { sendDecision } from "../../../test/send-decision.ts";
import { eventually } from "../../../test/test-server.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../apps/catalog/test-things-api.ts";
import type { Config } from "../../config.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

interface TestCaller {
  readonly key?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

/** A customer with a server in safe mode: it lists things at once, asks before it makes one, and deletes none. */
export type TestApprovals = Awaited<ReturnType<typeof startTestApprovals>>;

/** A call of the tool that asks. */
export function buildToolCall(more: object = {}) {
  return { name: "make", arguments: { name: "lamp", board: 1, ...more } };
}

/** The path of an address. */
export function getUrlPath(url: string): string {
  return new URL(url).pathname;
}

/** Starts it for one test file, with nobody at work; `close` it in `afterAll`. */
export async function startTestApprovals(
  changes: Partial<Config> = {},
  options: Parameters<typeof startMcpTestServer>[1] = {},
) {
  const api = await startThingsApi();
  const server = await startMcpTestServer(changes, options);
  const token = await server.account("acme");
  const { testKey: key } = server;
  const definition = buildThingsDefinition("things", api.url);
  await server.request({ method: "POST", url: "/api/v2/public/application", key, body: definition });
  await connectThings(server, token);
  const record = await server.record({ name: "Shop assistant", safe_mode: true, associated_apps: [THINGS] });
  const calls = `/api/v2/public/mcp-servers/${record}/calls`;
  const rowOf = (id: string) =>
    server.deps.db.selectFrom("mcp_calls").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return {
    server,
    api,
    token,
    record,
    rowOf,
    connectThings: (as: string) => connectThings(server, as),
    /** An agent of the legacy era asks; answers with the call's id and the page's address. */
    ask: (more: object = {}) => ask(server, { record, token }, more),
    /** What was made at the third party. */
    made: () => made(api),
    /** A call as the log has it. */
    logged: async (id: string, by: TestCaller = { key }) => {
      const { body } = await server.request({ url: calls, ...by });
      return body.docs.find(({ _id }: { _id: string }) => _id === id) ?? expect.fail("It is not in the log.");
    },
    decide: (id: string, approved: boolean, by: TestCaller = { key }, more: object = {}) =>
      server.request({ method: "PUT", url: `${calls}/${id}/approval`, ...by, body: { approved, ...more } }),
    /** Presses a button of the page. */
    post: (url: string, decision: string) => post(server, url, decision),
    /** Resolves when the call has come to its end. */
    ended: (id: string) => eventually(async () => (await rowOf(id)).finished_at),
    close: async () => {
      await server.close();
      await api.close();
    },
  };
}

const THINGS = {
  slug: "things",
  actions: [
    { id: "list_things" },
    { id: "make_thing", tool_name: "make" },
    { id: "delete_thing", tool_name: "delete", policy: "deny" },
  ],
};

function connectThings(server: McpTestServer, token: string) {
  return server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key: "good" } });
}

function made({ requests }: ThingsApi) {
  return requests.filter(({ method }) => method === "POST");
}

function post(server: McpTestServer, url: string, decision: string) {
  return sendDecision(server, getUrlPath(url), { decision });
}

let asked = 0;

async function ask(
  server: McpTestServer,
  { record, token }: { record: string; token: string },
  more: object,
) {
  const client = await server.connect(record, token, { era: "legacy" });
  // Two equal calls would be one.
  asked += 1;
  const waiting = await client.callTool(buildToolCall({ note: `call ${asked}`, ...more }));
  expect(waiting.isError).toBeFalsy();
  const { execution_id: id = "", approval_url: url = "" } = waiting.structuredContent as Record<
    string,
    string
  >;
  const progress = async () => {
    const result = await client.callTool({ name: "get_execution", arguments: { execution_id: id } });
    return (result.structuredContent ?? result) as Record<string, unknown>;
  };
  return { id, url, progress };
}
