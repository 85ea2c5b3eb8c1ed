import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jsonb } from "../../platform/database/database.ts";
import { startTestApprovals, type TestApprovals } from "../approvals/test-asking.ts";
import type { AssociatedApp } from "../table.ts";
import { findOptionFields } from "./option-fields.ts";

const MAKE = { id: "make_thing", tool_name: "make" };
const LIST = { id: "list_things", tool_name: "list" };
let shop: TestApprovals;
let count = 0;

beforeAll(async () => {
  shop = await startTestApprovals();
  shop.api.answer = ({ headers, url }) => {
    const { pathname, searchParams } = new URL(url, "http://things");
    if (headers["x-app-key"] === "dead") return { status: 401 };
    const lists = Array.from({ length: count }, (_, n) => ({
      id: n,
      label: `List ${n} of ${searchParams.get("board")}`,
    }));
    const body = JSON.stringify(pathname === "/api/lists" ? lists : { things: [] });
    return { headers: { "content-type": "application/json" }, body };
  };
});
afterAll(() => shop.close());
beforeEach(() => {
  count = 3;
  shop.api.requests.length = 0;
});

async function connect(
  actions: object[],
  era: "modern" | "legacy" = "modern",
  token = shop.token,
): Promise<Client> {
  const record = await shop.server.record({
    safe_mode: true,
    associated_apps: [{ slug: "things", actions }],
  });
  return shop.server.connect(record, token, { era });
}

async function ask(client: Client, args: object) {
  const { content, isError = false } = await client.callTool({
    name: "list_options",
    arguments: { ...args },
  });
  const [{ text = "" } = {}] = content as { text?: string }[];
  return isError ? text : JSON.parse(text);
}

describe.each(["modern", "legacy"] as const)("in the %s era", (era) => {
  test("an agent finds the values of an argument, as the account's connection sees them, without an approval", async () => {
    const client = await connect([MAKE], era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["make", "get_execution", "list_options"]);
    const [make, , listOptions] = tools;
    expect(make?.inputSchema.properties?.list).toEqual({
      type: "integer",
      description: "Find values with list_options.",
    });
    expect(JSON.stringify(tools)).not.toContain("x-options");
    expect(listOptions?.annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    });
    expect(await ask(client, { tool: "make", field: "list", arguments: { board: 7 } })).toEqual({
      options: [0, 1, 2].map((value) => ({ value, label: `List ${value} of 7` })),
      total: 3,
    });
    expect(shop.api.requests.map(({ headers }) => headers["x-app-key"])).toEqual(["good"]);
  });
});

test("a stored tool that has the name list_options gets the name of its action", async () => {
  const record = await shop.server.record({ associated_apps: [{ slug: "things", actions: [MAKE, LIST] }] });
  const named = { name: "", description: "" };
  const actions = [
    { ...MAKE, ...named },
    { ...LIST, ...named, tool_name: "list_options" },
  ];
  const apps: AssociatedApp[] = [{ slug: "things", workflows: [], actions }];
  await shop.server.deps.db
    .updateTable("mcp_servers")
    .set({ associated_apps: jsonb(apps) })
    .where("id", "=", record)
    .execute();
  const client = await shop.server.connect(record, shop.token);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    "make",
    "things_list_things_action",
    "get_execution",
    "list_options",
  ]);
  expect(await ask(client, { tool: "make", field: "list", arguments: { board: 1 } })).toMatchObject({
    total: 3,
  });
});

test("a server without such arguments has no such tool", async () => {
  const client = await connect([LIST]);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["list", "get_execution"]);
});

test("values are searched by words of their labels, and come in pages", async () => {
  count = 230;
  const client = await connect([MAKE]);
  const asked = { tool: "make", field: "list", arguments: { board: 1 } };
  const pages = [await ask(client, asked)];
  while (pages.at(-1).next_cursor)
    pages.push(await ask(client, { ...asked, cursor: pages.at(-1).next_cursor }));
  expect(pages.map(({ options, total }) => [options.length, total])).toEqual([
    [100, 230],
    [100, 230],
    [30, 230],
  ]);
  expect(pages.flatMap(({ options }) => options.map(({ value }: { value: number }) => value))).toEqual(
    Array.from({ length: 230 }, (_, n) => n),
  );
  expect(await ask(client, { ...asked, search: "LIST 229" })).toMatchObject({
    options: [{ value: 229 }],
    total: 1,
  });
  expect(await ask(client, { ...asked, search: "nothing" })).toEqual({ options: [], total: 0 });
  for (const cursor of ["x", "-100", "7", "300"])
    await expect(ask(client, { ...asked, cursor })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("next_cursor of another page"),
    });
});

test("an error says what to do: which argument comes first, what the field or the tool is called", async () => {
  const client = await connect([MAKE, LIST]);
  expect(await ask(client, { tool: "make", field: "list" })).toBe(
    "The values of list depend on board: pass it in arguments.",
  );
  expect(await ask(client, { tool: "make", field: "lists" })).toBe(
    "make cannot list values of lists. Did you mean list?",
  );
  expect(await ask(client, { tool: "make", field: "board" })).toBe(
    "make cannot list values of board. It lists those of list.",
  );
  expect(await ask(client, { tool: "list", field: "list" })).toBe(
    "list has no argument whose values can be listed.",
  );
  expect(await ask(client, { tool: "make_thing", field: "list" })).toBe("There is no tool make_thing.");
  expect(shop.api.requests).toEqual([]);
});

test("the values of a tool that is denied stay hidden", async () => {
  const client = await connect([
    { ...MAKE, policy: "deny" },
    { ...MAKE, tool_name: "other" },
  ]);
  expect(await ask(client, { tool: "make", field: "list", arguments: { board: 1 } })).toBe(
    "There is no tool make.",
  );
});

test("without a connection the user is asked to connect", async () => {
  const client = await connect([MAKE], "modern", await shop.server.account("unconnected"));
  const asked = { tool: "make", field: "list", arguments: { board: 1 } };
  expect(await ask(client, asked)).toMatch(/^Things is not connected yet\. Ask the user to open http/);
});

test("with several connections, the one that the arguments name is used", async () => {
  const { server } = shop;
  const token = await server.account("several");
  const url = "/api/v2/public/linked-account/integration/save-key-credentials/things";
  for (const [key, query] of [
    ["good", ""],
    ["second", "?connection_id=new"],
  ])
    await server.request({
      method: "PUT",
      url: `${url}${query}`,
      key: server.testKey,
      account: "several",
      body: { key },
    });
  const client = await connect([MAKE], "modern", token);
  const { tools } = await client.listTools();
  const { enum: names = [] } = (tools[0]?.inputSchema.properties?.connection ?? {}) as { enum?: string[] };
  expect(names).toHaveLength(2);
  for (const connection of names)
    await ask(client, { tool: "make", field: "list", arguments: { board: 1, connection } });
  expect(shop.api.requests.map(({ headers }) => headers["x-app-key"]).toSorted()).toEqual(["good", "second"]);
  expect(
    await ask(client, { tool: "make", field: "list", arguments: { board: 1, connection: "third" } }),
  ).toContain("must name one of the Things accounts");
});

test("arguments are found at any depth, in lists, maps and references", () => {
  const { lists, schema } = findOptionFields({
    type: "object",
    properties: {
      channel: { type: "string", description: "Where to post", "x-options": "channels" },
      followers: { type: "array", items: { type: "string", "x-options": "users" } },
      task: { $ref: "#/$defs/task" },
      fields: { type: "object", propertyNames: { "x-options": "columns" } },
      "x-options": { type: "string" },
    },
    $defs: {
      task: {
        type: "object",
        properties: { assignee: { "x-options": "users" }, parent: { $ref: "#/$defs/task" } },
      },
    },
  });
  expect([...lists]).toEqual([
    ["channel", "channels"],
    ["followers", "users"],
    ["task.assignee", "users"],
    ["fields", "columns"],
  ]);
  expect(schema.properties).toMatchObject({
    channel: { type: "string", description: "Where to post. Find values with list_options." },
    "x-options": { type: "string" },
  });
});
