import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../apps/catalog/test-things-api.ts";
import { jsonb } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";
import { buildOtherToolName, buildToolName } from "./name.ts";

let server: McpTestServer;
let api: ThingsApi;
let token: string;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startMcpTestServer({ logLevel: "silent" });
  token = await server.account("acme");
  server.work();
  const definition = buildThingsDefinition("things", api.url);
  const { make_thing } = definition.actions as Record<string, object>;
  const typed = {
    ...make_thing,
    output: {
      type: "object",
      required: ["made"],
      properties: { made: { type: "object" }, status: { type: "string" } },
    },
  };
  const actions = { ...(definition.actions as object), typed_thing: typed };
  const url = "/api/v2/public/application";
  const body = { ...definition, actions };
  await server.request({ method: "POST", url, key: server.testKey, body });
  await server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key: "good" } });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const callsOf = async (id: string) =>
  (await server.request({ url: `/api/v2/public/mcp-servers/${id}/calls`, key: server.testKey })).body;

function textOf(result: { content?: unknown }): string {
  const [first] = result.content as { text: string }[];
  return first?.text ?? "";
}

describe("names", () => {
  test("consist of letters, digits, - and _, at most 64 of them, and are stable", () => {
    expect(buildToolName("hubspot", "Onboard a client!", "workflow")).toBe(
      "hubspot_Onboard_a_client_workflow",
    );
    expect(buildToolName("café", "Ünïcode", "action")).toBe("cafe_Unicode_action");
    const long = buildToolName("things", "x".repeat(100), "action");
    expect(long).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(long).toMatch(/_[0-9a-f]{6}_action$/);
    expect(buildToolName("things", "x".repeat(100), "action")).toBe(long);
    expect(buildToolName("things", "x".repeat(101), "action")).not.toBe(long);
    expect(buildToolName("日本", "語", "action")).toMatch(/^[A-Za-z0-9_-]+_action$/);
    expect(buildOtherToolName("a".repeat(64), "id").length).toBe(64);
  });

  test("that two entries share are made distinct, and a duplicate entry is one tool", async () => {
    const [first, second] = [await publishTestWorkflow(server), await publishTestWorkflow(server)];
    const workflows = [first, second, first].map((id) => ({ id, name: "Same" }));
    const id = await server.record({ associated_apps: [{ slug: "things", workflows }] });
    const client = await server.connect(id, token);
    const namesNow = async () => (await client.listTools()).tools.map(({ name }) => name);
    const hashed = expect.stringMatching(/^things_Same_workflow_[0-9a-f]{6}$/);
    const names = await namesNow();
    expect(names).toEqual([hashed, hashed, "get_execution"]);
    // Whoever has allowed one of them by its name has not allowed the other.
    const url = `/api/v2/public/workflow/${first}/publish`;
    await server.request({ method: "PUT", url, key: server.testKey, body: { published: false } });
    await eventually(async () => (await namesNow()).length === 2);
    expect(await namesNow()).toEqual(names.slice(1));
  });

  test("that are given are used by no other tool, in any order", async () => {
    const [first, second] = [await publishTestWorkflow(server), await publishTestWorkflow(server)];
    const workflows = [
      { id: first, name: "Made" },
      { id: second, tool_name: "things_Made_workflow" },
    ];
    const id = await server.record({ associated_apps: [{ slug: "things", workflows }] });
    const { tools } = await (await server.connect(id, token)).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^things_Made_workflow_[0-9a-f]{6}$/),
      "things_Made_workflow",
      "get_execution",
    ]);
  });
});

describe("a schema of a workflow's input", () => {
  const stored = async (schema: Record<string, Json>) => {
    const id = await publishTestWorkflow(server, { code: "return 1" });
    await server.deps.db
      .updateTable("workflow_publications")
      .set({ settings: jsonb({ json_schema: schema }) })
      .where("workflow_id", "=", id)
      .execute();
    return id;
  };
  const withA = (a: Json) => ({ type: "object", properties: { a } });

  test("that could block the server or cannot be applied removes its tool; one with an anchor does not", async () => {
    const workflows = [
      { id: await stored(withA({ type: "string", pattern: "^(a+)+$" })), tool_name: "slow" },
      { id: await stored(withA({ nullable: true })), tool_name: "broken" },
      { id: await stored({ type: "object", $async: true, required: ["a"] }), tool_name: "async" },
      {
        id: await stored({
          type: "object",
          $defs: { x: { $anchor: "xx", type: "string" } },
          properties: { a: { $ref: "#xx" } },
        }),
        tool_name: "anchored",
      },
    ];
    const id = await server.record({ associated_apps: [{ slug: "things", workflows }] });
    const client = await server.connect(id, token);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["anchored", "get_execution"]);
    const refused = await client.callTool({ name: "anchored", arguments: { a: 1 } });
    expect([refused.isError, textOf(refused)]).toEqual([true, "a must be a string, but is 1."]);
    const shown = await server.request({ url: `/api/v2/public/mcp-servers/${id}`, token });
    expect(shown.body.unavailable_tools.map(({ message }: { message: string }) => message)).toEqual([
      "The schema of its input may not use pattern, patternProperties or uniqueItems.",
      expect.stringContaining('The schema of its input cannot be applied: "nullable"'),
      "The schema of its input may not use $async.",
    ]);
  });
});

describe("results", () => {
  test("long ones are read by page, and no answer is longer than 100,000 characters", async () => {
    const code = "return { lines: Array.from({ length: 20000 }, (_, n) => `line ${n}`) }";
    const workflow = await publishTestWorkflow(server, { code });
    const id = await server.record({
      associated_apps: [{ slug: "things", workflows: [{ id: workflow, tool_name: "lines" }] }],
    });
    const client = await server.connect(id, token);
    const first = await client.callTool({ name: "lines", arguments: {} });
    expect(JSON.stringify(first).length).toBeLessThan(100_000);
    const [, note] = first.content as { text: string }[];
    const executionId = /"execution_id": "(\w+)"/.exec(note?.text ?? "")?.[1];
    const pages = Number(/of (\d+)/.exec(note?.text ?? "")?.[1]);
    expect(pages).toBeGreaterThan(3);
    let whole = textOf(first);
    for (let page = 2; page <= pages; page++) {
      const next = await client.callTool({
        name: "get_execution",
        arguments: { execution_id: executionId, page },
      });
      expect(JSON.stringify(next).length).toBeLessThan(100_000);
      whole += textOf(next).replace(/\n\nThis is page [\s\S]*$/, "");
    }
    expect(JSON.parse(whole).lines).toHaveLength(20_000);
    const beyond = await client.callTool({
      name: "get_execution",
      arguments: { execution_id: executionId, page: 99 },
    });
    expect(beyond.isError).toBe(true);
    const elsewhere = await server.connect(await server.record({}), token);
    const asked = { name: "get_execution", arguments: { execution_id: executionId } };
    expect((await elsewhere.callTool(asked)).isError).toBe(true);
  });

  test("have structured content that matches the schema, whatever the third party sends", async () => {
    const id = await server.record({
      associated_apps: [{ slug: "things", actions: [{ id: "typed_thing" }] }],
    });
    const client = await server.connect(id, token);
    const { tools } = await client.listTools();
    expect(tools[0]?.outputSchema).toEqual({
      type: "object",
      properties: { made: { type: ["object", "null"] }, status: { type: ["string", "null"] } },
    });
    const call = { name: "things_typed_thing_action", arguments: { name: "lamp", board: 1 } };
    expect((await client.callTool(call)).structuredContent).toEqual({ made: { name: "lamp", board: 1 } });
    api.answer = () => ({
      status: 201,
      headers: { "content-type": "application/json" },
      body: '{"made":{"a":1},"status":5}',
    });
    const odd = await client.callTool(call);
    api.answer = undefined;
    // Many clients show the model the structured content alone.
    expect([odd.isError ?? false, odd.structuredContent]).toEqual([
      false,
      { made: { a: 1 }, not_as_declared: { status: 5 } },
    ]);
    expect(textOf(odd)).toBe('{"made":{"a":1},"status":5}');
  });

  test("an internal error shows no details, and affects no other tool", async () => {
    const workflow = await publishTestWorkflow(server, { code: "return 1" });
    const id = await server.record({
      associated_apps: [
        { slug: "things", actions: [{ id: "list_things" }], workflows: [{ id: workflow, tool_name: "one" }] },
      ],
    });
    const client = await server.connect(id, token);
    await sql`alter table connections rename to hidden_connections`.execute(server.deps.db);
    const failed = await client.callTool({ name: "things_list_things_action", arguments: {} });
    await sql`alter table hidden_connections rename to connections`.execute(server.deps.db);
    expect(failed.isError).toBe(true);
    expect(textOf(failed)).toMatch(
      /^The tool failed\. The server's log has the reason under [0-9a-f]{24}\.$/,
    );
    expect(textOf(await client.callTool({ name: "one", arguments: {} }))).toBe("1");
  });
});

describe("a list that is too long", () => {
  test("is searched, described and called by three tools; every tool can still be called by its name", async () => {
    const workflow = await publishTestWorkflow(server, { code: "return { got: input }" });
    const workflows = Array.from({ length: 150 }, (_, n) => ({
      id: workflow,
      tool_name: `tool_${n}`,
      name: n === 77 ? "Refund an order" : `Tool ${n}`,
      description: "What it does, told at great length. ".repeat(20),
    }));
    const id = await server.record({ associated_apps: [{ slug: "things", workflows }] });
    const shown = await server.request({ url: `/api/v2/public/mcp-servers/${id}`, token });
    expect(shown.body).toMatchObject({ tool_mode: "search", tool_count: 154 });
    expect(shown.body.tool_tokens).toBeGreaterThan(25_000);
    const client = await server.connect(id, token);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search_tools",
      "describe_tool",
      "call_tool",
      "get_execution",
    ]);
    const found = await client.callTool({ name: "search_tools", arguments: { query: "refund order" } });
    expect(found.structuredContent).toMatchObject({ tools: [{ name: "tool_77", title: "Refund an order" }] });
    const described = await client.callTool({ name: "describe_tool", arguments: { name: "tool_77" } });
    expect(described.structuredContent).toMatchObject({ inputSchema: { type: "object" } });
    const args = { name: "tool_77", arguments: { order: 5 } };
    expect((await client.callTool({ name: "call_tool", arguments: args })).structuredContent).toEqual({
      got: { order: 5 },
    });
    expect((await client.callTool({ name: "tool_3", arguments: {} })).isError).toBeFalsy();
    const none = await client.callTool({ name: "call_tool", arguments: { name: "none" } });
    expect([none.isError, textOf(none)]).toEqual([true, expect.stringContaining("There is no tool none.")]);
    const log = await callsOf(id);
    expect(log.docs.map(({ tool }: { tool: string }) => tool)).toContain("tool_77");
  });
});

describe("the log of calls", () => {
  test("has every call with its end, without secrets, for the organization and for the account", async () => {
    const workflow = await publishTestWorkflow(server, {
      code: "if (input.fail) throw new Error('no stock'); return 1",
    });
    const id = await server.record({
      associated_apps: [{ slug: "things", workflows: [{ id: workflow, tool_name: "order" }] }],
    });
    const client = await server.connect(id, token);
    const secrets = { apiKey: "sk-1234567890", nested: [{ password: "hunter22" }], long: "y".repeat(5000) };
    await client.callTool({ name: "order", arguments: { item: "lamp", ...secrets } });
    await client.callTool({ name: "order", arguments: { fail: true } });
    await client.callTool({ name: "get_execution", arguments: { execution_id: "none" } });
    const log = await eventually(async () => {
      const found = await callsOf(id);
      return found.docs.length === 3 && found;
    });
    expect(log.docs).toMatchObject([
      { tool: "get_execution", status: "ERRORED", client: "test-agent" },
      { tool: "order", status: "ERRORED", error: expect.stringContaining("no stock") },
      { tool: "order", status: "COMPLETED", error: null, linked_account_id: "acme" },
    ]);
    expect(log.docs[2].arguments).toEqual({
      item: "lamp",
      apiKey: "[redacted]",
      nested: [{ password: "[redacted]" }],
      long: expect.stringMatching(/^y{1000} … \[5000 characters\]$/),
    });
    const other = await server.account("other");
    const url = `/api/v2/public/mcp-servers/${id}/calls`;
    expect((await server.request({ url, token: other })).body.docs).toEqual([]);
    expect((await server.request({ url, token })).body.docs).toHaveLength(3);
    expect((await server.request({ url, key: server.productionKey })).status).toBe(404);
  });
});
