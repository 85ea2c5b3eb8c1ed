import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { startTestApprovals, type TestApprovals } from "../approvals/test-asking.ts";
import { withConnectionChoice } from "./connection-choice.ts";
import { createToolOutput } from "./output.ts";

const PUBLIC = "/api/v2/public";
const INTEGRATION = `${PUBLIC}/linked-account/integration`;
const ONE = { slug: "things", actions: [{ id: "list_things", tool_name: "list" }] };
let shop: TestApprovals;
let record: string;
let accounts = 0;

beforeAll(async () => {
  shop = await startTestApprovals();
  shop.server.work();
  shop.api.answer = ({ headers, url }) =>
    headers["x-app-key"] === "dead"
      ? { status: 401 }
      : {
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ things: [], key: headers["x-app-key"], url }),
        };
  record = await shop.server.record({ associated_apps: [ONE] });
});
afterAll(() => shop.close());

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
async function request(method: Method, url: string, account?: string, body?: object) {
  const reply = await shop.server.request({ method, url, key: shop.server.testKey, account, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

/** A new account with a connection for each key, named like it; the first is the default. */
async function connect(...keys: string[]) {
  const account = `choosing-${++accounts}`;
  const token = await shop.server.account(account);
  const ids: string[] = [];
  for (const key of keys) ids.push(await add(account, key));
  return { account, token, ids };
}

async function add(account: string, key: string): Promise<string> {
  const known = await list(account);
  await request("PUT", `${INTEGRATION}/save-key-credentials/things?connection_id=new`, account, { key });
  const id = (await list(account)).find((one) => !known.includes(one)) ?? "";
  await request("PATCH", `${INTEGRATION}/things/connections/${id}`, account, { name: key });
  return id;
}

async function list(account: string): Promise<string[]> {
  const { connections } = await request("GET", `${PUBLIC}/application/things`, account);
  return connections.map((one: { connection_id: string }) => one.connection_id);
}

const remove = (account: string, id: string | undefined) =>
  request("DELETE", `${INTEGRATION}/things?connection_id=${id}`, account);

/** How agents call a connection. */
const labelOf = (name: string, id = "") => `${name} (${id.slice(-6)})`;

const argumentOf = async (client: Client, tool: string, argument = "connection") => {
  const { tools } = await client.listTools({}, { cacheMode: "bypass" });
  const found = tools.find(({ name }) => name === tool);
  return (found?.inputSchema.properties as Record<string, { enum?: string[] }> | undefined)?.[argument];
};

const keysOf = () => shop.api.requests.map(({ headers }) => headers["x-app-key"]);
const call = (client: Client, args: object, name = "list") => {
  shop.api.requests.length = 0;
  return client.callTool({ name, arguments: { ...args } });
};

describe.each(["modern", "legacy"] as const)("in the %s era", (era) => {
  test("tools of an application have no further argument while one connection exists", async () => {
    const { account, token } = await connect("first");
    const client = await shop.server.connect(record, token, { era });
    const { tools: before } = await client.listTools({}, { cacheMode: "bypass" });
    expect(JSON.stringify(before)).not.toContain("connection");
    const unconnected = await shop.server.connect(record, (await connect()).token, { era });
    expect((await unconnected.listTools({}, { cacheMode: "bypass" })).tools).toEqual(before);

    const second = await add(account, "second");
    await eventually(async () => (await argumentOf(client, "list")) !== undefined);
    await remove(account, second);
    await eventually(async () => (await argumentOf(client, "list")) === undefined);
    expect((await client.listTools({}, { cacheMode: "bypass" })).tools).toEqual(before);
  });

  test("with several, a call names one of them, else it uses the default one", async () => {
    const { account, token, ids } = await connect("first", "second");
    const client = await shop.server.connect(record, token, { era });
    const [first, second] = [labelOf("first", ids[0]), labelOf("second", ids[1])];
    expect(await argumentOf(client, "list")).toEqual({
      type: "string",
      enum: [first, second],
      description: `Which of the Things accounts to use. Default: ${first}.`,
    });
    expect((await call(client, { connection: second })).isError).toBeFalsy();
    expect(keysOf()).toEqual(["second"]);
    expect(shop.api.requests[0]?.url).not.toContain("connection");
    await call(client, {});
    expect(keysOf()).toEqual(["first"]);

    await request("PATCH", `${INTEGRATION}/things/connections/${ids[1]}`, account, { is_default: true });
    await eventually(async () => JSON.stringify(await argumentOf(client, "list")).includes(`: ${second}.`));
    await call(client, {});
    expect(keysOf()).toEqual(["second"]);
  });
});

test("a connection of another account, and one that is unknown or renamed, is refused and nothing is called", async () => {
  const stranger = await connect("first", "theirs");
  const { account, token, ids } = await connect("first", "second");
  const client = await shop.server.connect(record, token);
  const [first, second] = [labelOf("first", ids[0]), labelOf("second", ids[1])];
  for (const connection of [labelOf("theirs", stranger.ids[1]), ids[1], "second", "", 7]) {
    const { isError, content } = await call(client, { connection });
    expect([isError, content]).toEqual([
      true,
      [
        {
          type: "text",
          text: `connection must name one of the Things accounts: "${first}", "${second}".`,
        },
      ],
    ]);
    expect(keysOf()).toEqual([]);
  }
  await request("PATCH", `${INTEGRATION}/things/connections/${ids[1]}`, account, { name: "renamed" });
  await eventually(async () =>
    (await argumentOf(client, "list"))?.enum?.includes(labelOf("renamed", ids[1])),
  );
  expect((await call(client, { connection: second })).isError).toBe(true);
  expect(keysOf()).toEqual([]);
});

test("a connection that was removed is not replaced by the one that is left", async () => {
  const { account, token, ids } = await connect("first", "second");
  const client = await shop.server.connect(record, token);
  expect(await argumentOf(client, "list")).toBeDefined();
  await remove(account, ids[1]);
  await eventually(async () => (await argumentOf(client, "list")) === undefined);
  expect(await call(client, { connection: labelOf("second", ids[1]) })).toMatchObject({
    isError: true,
    content: [{ text: `connection must name one of the Things accounts: "${labelOf("first", ids[0])}".` }],
  });
  expect(keysOf()).toEqual([]);
  expect((await call(client, { connection: labelOf("first", ids[0]) })).isError).toBeFalsy();
  expect(keysOf()).toEqual(["first"]);
});

test("an approved call uses the connection that was approved, and none if it was removed", async () => {
  const { account, token, ids } = await connect("first", "second");
  const connection = labelOf("second", ids[1]);
  const kept = await askAndApprove(token, { connection, note: "kept" });
  expect(await shop.rowOf(kept)).toMatchObject({ status: "COMPLETED", arguments: { connection } });
  expect(keysOf()).toEqual(["second"]);

  const gone = await askAndApprove(token, { connection, note: "gone" }, () => remove(account, ids[1]));
  expect(await shop.rowOf(gone)).toMatchObject({
    status: "ERRORED",
    error: expect.stringContaining("connection must name one of the Things accounts"),
  });
  expect(keysOf()).toEqual([]);
});

/** Approves a call, after what happens meanwhile; returns its id once it has ended. */
async function askAndApprove(token: string, args: object, meanwhile = async () => {}): Promise<string> {
  const client = await shop.server.connect(shop.record, token, { era: "legacy" });
  const asked = await call(client, { name: "lamp", board: 1, ...args }, "make");
  const { execution_id: id = "" } = asked.structuredContent as Record<string, string>;
  await meanwhile();
  shop.api.requests.length = 0;
  expect((await shop.decide(id, true)).status).toBe(200);
  await shop.ended(id);
  return id;
}

test("a named connection that has expired is made again by the link, whatever the default one does", async () => {
  const { account, token, ids } = await connect("first", "second");
  const client = await shop.server.connect(record, token);
  await shop.server.deps.db
    .updateTable("connections")
    .set({ status: "expired" })
    .where("id", "=", ids[1] ?? "")
    .execute();
  const { isError, content } = await call(client, { connection: labelOf("second", ids[1]) });
  expect(isError).toBe(true);
  const path = /\/connect\/[\w-]{43}/.exec(JSON.stringify(content))?.[0] ?? "";
  const { text } = await shop.server.request({ url: path });
  expect(text).toContain("Access to Things has ended");
  const form = Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const sent = await shop.server.request({
    method: "POST",
    url: `${path}/apps/things/connect`,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ ...form, "field.key": "new-key" }).toString(),
  });
  expect(sent.status, sent.text).toBe(303);
  expect(await list(account)).toHaveLength(2);
  await call(client, { connection: labelOf("second", ids[1]) });
  expect(keysOf()).toEqual(["new-key"]);
});

test("a tool that has an argument of that name gets another name for the connection", async () => {
  const { inputSchema, run } = await chooseIn({ connection: { type: "string" } });
  expect(Object.keys(inputSchema.properties ?? {})).toEqual(["connection", "junctor_connection"]);
  expect(await run({ connection: "mine", junctor_connection: "Two (222222)" })).toEqual([
    { connection: "mine" },
    "2".repeat(24),
  ]);
});

async function chooseIn(properties: object) {
  const seen: unknown[] = [];
  const rows = ["One", "Two"].map((name, at) => ({
    id: String(at + 1).repeat(24),
    name,
    identifier: null,
    place: at + 1,
    is_default: at === 0,
  }));
  const tool = withConnectionChoice(
    {
      definition: {
        name: "tool",
        title: "Tool",
        description: "Does.",
        inputSchema: { type: "object", properties: { ...properties } },
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: true,
        },
      },
      acts: true,
      output: createToolOutput(undefined),
      check: async () => undefined,
      run: async ({ args, connectionId }) => {
        seen.push(args, connectionId);
        return { kind: "value", value: null };
      },
    },
    { application: "App", connections: rows },
  );
  return {
    inputSchema: tool.definition.inputSchema as { properties?: object },
    run: async (args: Record<string, string>) => {
      const account = { id: "1", accountId: "acme" };
      const scope = { orgId: "org", environment: "test", account } as const;
      await tool.run({ id: "call", scope, args, gone: () => new AbortController().signal });
      return seen;
    },
  };
}

test("a workflow's tool works with the connections of the config, and asks for the one that it uses", async () => {
  const { account, token, ids } = await connect("first", "second");
  const { _id: id } = await request("POST", `${PUBLIC}/workflow`, undefined, {
    name: "Listing",
    slug: "things",
    nodes: [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      { id: "list", type: "action", action: "list_things", data: {} },
    ],
    edges: [{ source: "start", target: "list" }],
  });
  await request("PUT", `${PUBLIC}/workflow/${id}/publish`, undefined, { published: true });
  await request("POST", `${PUBLIC}/config`, account, { slug: "things", connections: { things: ids[1] } });
  const workflows = [{ id, tool_name: "flow" }];
  const server = await shop.server.record({ associated_apps: [{ slug: "things", actions: [], workflows }] });
  const client = await shop.server.connect(server, token);
  const expire = (which: string | undefined, status: "expired" | "active") =>
    shop.server.deps.db
      .updateTable("connections")
      .set({ status })
      .where("id", "=", which ?? "")
      .execute();
  await expire(ids[0], "expired");
  expect((await call(client, {}, "flow")).isError).toBeFalsy();
  expect(keysOf()).toEqual(["second"]);
  await expire(ids[0], "active");
  await expire(ids[1], "expired");
  expect(await call(client, {}, "flow")).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/Things is not connected yet\. .*\/connect\//) }],
  });
  expect(keysOf()).toEqual([]);
});
