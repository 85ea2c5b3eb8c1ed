import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildThingsDefinition } from "../../apps/catalog/test-things-api.ts";
import type { Action, JsonObject } from "../../apps/connector.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";
import { findIdFinders } from "./id-finders.ts";

let server: McpTestServer;
let token: string;
beforeAll(async () => {
  server = await startMcpTestServer();
  token = await server.account("acme");
  const definition = buildThingsDefinition("things", "https://things.example");
  const { delete_thing, list_things } = definition.actions as Record<string, JsonObject>;
  const input = {
    type: "object",
    required: ["thing_id", "id"],
    properties: { thing_id: { type: "string", description: "Such as t-1" }, id: { type: "string" } },
  };
  const moved = { ...input, properties: { ...input.properties, shelf: { "x-options": "shelves" } } };
  const shelves = {
    request: { method: "GET", path: "/shelves/{{ input.thing_id }}" },
    items: "body",
    name: "{{ item.name }}",
    value: "{{ item.id }}",
  };
  const actions = {
    move_thing: { ...delete_thing, input: moved },
    delete_thing: { ...delete_thing, input },
    list_things,
    search_things: list_things,
  };
  await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body: { ...definition, options: { shelves }, actions },
  });
});
afterAll(() => server.close());

async function readArguments(actions: object[]) {
  const record = await server.record({ associated_apps: [{ slug: "things", actions }] });
  const { tools } = await (await server.connect(record, token)).listTools();
  return tools.find(({ name }) => name === "delete")?.inputSchema.properties;
}

const DELETE = { id: "delete_thing", tool_name: "delete" };
const LIST = { id: "list_things", tool_name: "all_things" };

describe("an argument that takes an id names the tool that lists such ids", () => {
  test("by the name that it has on this server", async () => {
    expect(await readArguments([DELETE, LIST])).toMatchObject({
      thing_id: { type: "string", description: "Such as t-1. Find it with all_things." },
      id: { type: "string", description: "Find it with all_things." },
    });
  });

  test("unless the server does not offer it, or denies it; then the next best takes its place", async () => {
    const plain = { thing_id: { type: "string", description: "Such as t-1" }, id: { type: "string" } };
    expect(await readArguments([DELETE])).toEqual(plain);
    expect(await readArguments([DELETE, { ...LIST, policy: "deny" }])).toEqual(plain);
    expect(await readArguments([DELETE, { ...LIST, policy: "deny" }, { id: "search_things" }])).toMatchObject(
      {
        id: { description: "Find it with things_search_things_action." },
      },
    );
  });
});

test("list_options names that tool for an id, and for an argument that values depend on", async () => {
  const actions = [{ id: "move_thing", tool_name: "move" }, LIST];
  const record = await server.record({ associated_apps: [{ slug: "things", actions }] });
  const client = await server.connect(record, token);
  const ask = async (field: string) => {
    const asked = { name: "list_options", arguments: { tool: "move", field } };
    return (await client.callTool(asked)).content;
  };
  const told = (text: string) => [{ type: "text", text }];
  expect(await ask("shelf")).toEqual(
    told("The values of shelf depend on thing_id: pass it in arguments. Find thing_id with all_things."),
  );
  expect(await ask("thing_id")).toEqual(told("Find thing_id of move with all_things."));
});

function actionOf(id: string, properties: JsonObject, readOnly = false): Action {
  const hints = { readOnly, idempotent: true, destructive: false, openWorld: true };
  return { id, title: id, description: "", audience: "both", hints, input: { type: "object", properties } };
}

test.each([
  [
    "the action's own object",
    "get_merge_request_comment",
    "note_id",
    { title: "Comment" },
    "list_merge_request_comments",
  ],
  ["the argument", "reply", "category_id", {}, "list_categories"],
  ["the argument without a word before it", "link", "related_issue_id", {}, "search_issues"],
  ["several of them", "close", "issue_ids", {}, "search_issues"],
  ["its title", "close", "number_key", { title: "Issue" }, "search_issues"],
  ["nothing that is listed", "get_thing", "thing_id", {}, undefined],
  ["what its caller makes up", "create_issue", "issue_id", {}, undefined],
  ["a value that has an option list", "close", "issue_id", { "x-options": "issues" }, undefined],
  ["no id", "close", "issue", {}, undefined],
  ["an object that is only a part of another's name", "get_issue_link", "issue_link_id", {}, undefined],
])("what an id is of is told by its names: %s", (_, id, field, schema, expected) => {
  const actions = [
    actionOf("list_issue_comments", {}, true),
    actionOf("list_merge_request_comments", {}, true),
    actionOf("list_categories", {}, true),
    actionOf("search_issues", {}, true),
    actionOf("list_web_links", {}, true),
    actionOf("list_things", {}),
    actionOf(id, { [field]: { type: "string", ...schema } }),
  ];
  expect(findIdFinders(actions).get(id)?.get(field)?.[0]).toBe(expected);
});
