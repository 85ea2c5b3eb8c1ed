import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../apps/catalog/test-things-api.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";
import { deleteEndedTokens } from "./token-store.ts";

let server: McpTestServer;
let api: ThingsApi;
let token: string;
let other: string;
let record: string;
let workflow: string;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startMcpTestServer();
  token = await server.account("acme");
  other = await server.account("other");
  await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body: buildThingsDefinition("things", api.url),
  });
  await connectThings(token);
  await connectThings(other);
  workflow = await publishTestWorkflow(server, { code: "return { doubled: input.n * 2 }" });
  server.work();
  record = await server.record({
    suggestions: [{ name: "Weather", prompt: "How is the weather in {{ city }}?" }],
    chains: [
      { name: "Escalate", goals: "Move a ticket up.", steps: "find it\nassign it", onError: "Say so." },
    ],
    resources: [{ uri: "doc://handbook", name: "Handbook", text: "Be kind." }, "kept as it is"],
    associated_apps: [
      {
        slug: "things",
        workflows: [{ id: workflow, name: "Double it", description: "Doubles n." }],
        actions: [{ id: "list_things" }, { id: "make_thing", tool_name: "new_thing" }, { id: "no_such" }],
      },
    ],
  });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const connectThings = (as: string) =>
  server.request({ method: "POST", url: "/api/v2/app/things/save", token: as, body: { key: "good" } });

describe.each(["modern", "legacy"] as const)("an agent of the %s era", (era) => {
  test("lists the record's tools in order, with their schemas and all four hints", async () => {
    const client = await server.connect(record, token, { era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "things_Double_it_workflow",
      "things_list_things_action",
      "new_thing",
      "get_execution",
      "list_options",
    ]);
    expect(tools[0]).toMatchObject({ title: "Double it", description: "Doubles n." });
    expect(tools[1]).toMatchObject({
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    });
    for (const { annotations } of tools) expect(Object.keys(annotations ?? {}).length).toBe(4);
  });

  test("runs a workflow and an action, each with its own arguments", async () => {
    const client = await server.connect(record, token, { era });
    const run = await client.callTool({ name: "things_Double_it_workflow", arguments: { n: 21 } });
    expect(run).toMatchObject({
      content: [{ type: "text", text: '{"doubled":42}' }],
      structuredContent: { doubled: 42 },
    });
    const made = await client.callTool({ name: "new_thing", arguments: { name: "lamp", board: 1 } });
    expect(made.isError).toBeFalsy();
    expect(api.requests.at(-1)).toMatchObject({ method: "POST", headers: { "x-app-key": "good" } });
  });

  test("gets errors for invalid arguments and unknown tools", async () => {
    const client = await server.connect(record, token, { era });
    expect(await client.callTool({ name: "new_thing", arguments: { name: 5, board: 1 } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("name must be a string") }],
    });
    await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toThrow(
      "There is no tool nothing.",
    );
  });

  test("reads prompts with their placeholders and rendered chains", async () => {
    const client = await server.connect(record, token, { era });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name, arguments: args }) => [name, args])).toEqual([
      ["weather", [{ name: "city", required: true }]],
      ["escalate", undefined],
    ]);
    const weather = await client.getPrompt({ name: "weather", arguments: { city: "Oslo" } });
    expect(weather.messages).toEqual([
      { role: "user", content: { type: "text", text: "How is the weather in Oslo?" } },
    ]);
    const chain = await client.getPrompt({ name: "escalate" });
    expect(chain.messages[0]?.content).toEqual({
      type: "text",
      text: "# Escalate\n\n## Goal\nMove a ticket up.\n\n## Steps\n1. find it\n2. assign it\n\n## If something goes wrong\nSay so.",
    });
    await expect(client.getPrompt({ name: "weather" })).rejects.toThrow("The argument city is missing.");
    await expect(client.getPrompt({ name: "none" })).rejects.toThrow("There is no prompt none.");
  });

  test("reads the record's resources, recent executions and configs", async () => {
    const client = await server.connect(record, token, { era });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "doc://handbook",
      "junctor://executions",
      "junctor://configs",
    ]);
    const handbook = await client.readResource({ uri: "doc://handbook" });
    expect(handbook.contents).toEqual([{ uri: "doc://handbook", mimeType: "text/plain", text: "Be kind." }]);
    const { contents } = await client.readResource({ uri: "junctor://executions" });
    const [first] = JSON.parse(String(contents[0] && "text" in contents[0] && contents[0].text));
    const one = await client.readResource({ uri: `junctor://executions/${first.execution_id}` });
    expect(String(one.contents[0] && "text" in one.contents[0] && one.contents[0].text)).toContain("doubled");
    await expect(client.readResource({ uri: "junctor://nothing" })).rejects.toThrow("There is no resource");
  });
});

test("an internal error is reported without its text", async () => {
  const client = await server.connect(record, token);
  const { schema } = server.deps.db;
  await schema.alterTable("configs").renameTo("configs_away").execute();
  try {
    await expect(client.readResource({ uri: "junctor://configs" })).rejects.toThrow(
      /Something went wrong\. The server's log has the reason under [0-9a-f]{24}\.$/,
    );
  } finally {
    await schema.alterTable("configs_away").renameTo("configs").execute();
  }
});

describe("access", () => {
  const post = (url: string, headers: Record<string, string> = {}, body: object = LIST) =>
    fetch(server.baseUrl + url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

  test("401 without a token and for a wrong one; 403 for a wrong one in the address; 404 for an unknown server", async () => {
    const without = await post(`/mcp/v1/${record}`);
    expect(without.status).toBe(401);
    expect(without.headers.get("www-authenticate")).toContain(
      `resource_metadata="${server.deps.config.publicUrl}/.well-known/oauth-protected-resource/mcp/v1/${record}"`,
    );
    const wrong = await post(`/mcp/v1/${record}`, bearer("wrong"));
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
    expect((await post(`/mcp/v1/wrong/${record}`)).status).toBe(403);
    expect((await post("/mcp/v1/0123456789abcdef01234567", bearer(token))).status).toBe(404);
    expect((await post(`/mcp/v1/${record}`, bearer(server.testKey))).status).toBe(401);
  });

  test("403 for a foreign Host or Origin; the server's own are accepted", async () => {
    for (const origin of ["https://evil.example", "null"])
      expect((await post(`/mcp/v1/${record}`, { ...bearer(token), origin })).status).toBe(403);
    const fromOrigin = async (origin: string) =>
      (await post(`/mcp/v1/${record}`, { ...bearer(token), origin })).status;
    expect(await fromOrigin(server.deps.config.publicUrl)).toBe(200);
    // This server is one of loopback itself, where tools and their proxies are at any port.
    expect(await fromOrigin("http://localhost:6274")).toBe(200);
    const { status } = await server.request({
      method: "POST",
      url: `/mcp/v1/${record}`,
      token,
      headers: { host: "evil.example" },
      body: LIST,
    });
    expect(status).toBe(403);
  });

  test("the account's own token works for its server only, in the header or the address, until it is revoked", async () => {
    const url = `/api/v2/public/mcp-servers/${record}/token`;
    const { status, body } = await server.request({ method: "POST", url, token });
    expect([status, body.url]).toEqual([201, expect.stringContaining(`/mcp/v1/${record}`)]);
    expect((await post(`/mcp/v1/${record}`, bearer(body.token))).status).toBe(200);
    expect((await post(`/mcp/v1/${body.token}/${record}`)).status).toBe(200);
    const another = await server.record({});
    expect((await post(`/mcp/v1/${another}`, bearer(body.token))).status).toBe(401);
    const next = await server.request({ method: "POST", url, token });
    expect((await post(`/mcp/v1/${record}`, bearer(body.token))).status).toBe(401);
    expect((await server.request({ method: "DELETE", url, token })).status).toBe(200);
    expect((await post(`/mcp/v1/${record}`, bearer(next.body.token))).status).toBe(401);
  });

  test("the account's tokens are listed with their last use, expire after a year or as requested, and can be revoked", async () => {
    const url = `/api/v2/public/mcp-servers/${record}/token`;
    const day = 86_400_000;
    const made = await server.request({ method: "POST", url, token });
    const endsAt = (reply: typeof made) => Math.round((Date.parse(reply.body.expiresAt) - Date.now()) / day);
    expect(endsAt(made)).toBe(365);
    await post(`/mcp/v1/${record}`, bearer(made.body.token));
    const list = async (as: string) =>
      (await server.request({ url: "/api/v2/public/mcp-tokens", token: as })).body.docs;
    expect(await list(token)).toEqual([
      {
        _id: made.body._id,
        linked_account_id: "acme",
        mcp_server_id: record,
        mcp_server_name: "Assistant",
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        expiresAt: made.body.expiresAt,
      },
    ]);
    expect(await list(other)).toEqual([]);
    const withdraw = (as: string) =>
      server.request({ method: "DELETE", url: `/api/v2/public/mcp-tokens/${made.body._id}`, token: as });
    expect([(await withdraw(other)).status, (await withdraw(token)).status]).toEqual([404, 200]);
    expect((await post(`/mcp/v1/${record}`, bearer(made.body.token))).status).toBe(401);
    const short = await server.request({ method: "POST", url, token, body: { expires_in: 10 * 86_400 } });
    expect(endsAt(short)).toBe(10);
    const past = new Date(Date.now() - 1000);
    await server.deps.db.updateTable("mcp_tokens").set({ expires_at: past }).execute();
    expect((await post(`/mcp/v1/${record}`, bearer(short.body.token))).status).toBe(401);
    expect(await deleteEndedTokens(server.deps.database, past, 10)).toBe(1);
  });

  test("405 for other methods with the allowed ones, and 413 in the protocol's format", async () => {
    const url = `${server.baseUrl}/mcp/v1/${record}`;
    for (const method of ["HEAD", "PUT", "PATCH"]) {
      const reply = await fetch(url, { method, headers: bearer(token) });
      expect([method, reply.status, reply.headers.get("allow")]).toEqual([method, 405, "POST"]);
    }
    const headers = { ...bearer(token), "content-type": "application/json" };
    const large = await fetch(url, { method: "POST", headers, body: " ".repeat(1024 * 1024 + 1) });
    expect([large.status, (await large.json()).error.message]).toEqual([413, "The request is too large."]);
  });

  test("invalid JSON is rejected, in a call so that the model can read it", async () => {
    const url = `${server.baseUrl}/mcp/v1/${record}`;
    const send = async (args: string, method = "tools/call") => {
      const headers = {
        ...bearer(token),
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": "2025-11-25",
      };
      const params = `{"name":"things_Double_it_workflow","arguments":${args}}`;
      const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
      const reply = await fetch(url, { method: "POST", headers, body });
      const { result, error } = await reply.json();
      return error ? [reply.status, error.code] : [result.isError ?? false, result.content[0].text];
    };
    expect(await send('{"n":1,"text":"\\u00e9 e123 __pro"}')).toEqual([false, '{"doubled":2}']);
    const deep = "[".repeat(100) + "]".repeat(100);
    for (const [args, text] of [
      ['{"n":1,"__proto__":{}}', "__proto__"],
      ['{"n":1,"\\u005f_proto__":{}}', "__proto__"],
      ['{"n":1e400}', "too large"],
      ['{"n":"\\u0000"}', "NUL"],
      ['{"n":"\\ud800"}', "surrogate"],
      [`{"n":${deep}}`, "deeper"],
    ] as const)
      expect(await send(args)).toEqual([true, expect.stringContaining(text)]);
    expect(await send('{"n":"\\u0000"}', "prompts/get")).toEqual([400, -32600]);
  });

  test("notifications are not supported, and subscribers get an immediate answer", async () => {
    const client = await server.connect(record, token);
    expect(client.getServerCapabilities()).toEqual({
      completions: {},
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
    });
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test-agent", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const method = "subscriptions/listen";
    const reply = await fetch(`${server.baseUrl}/mcp/v1/${record}`, {
      method: "POST",
      headers: {
        ...bearer(token),
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: { notifications: { toolsListChanged: true }, _meta: meta },
      }),
    });
    // The stream has an end.
    expect(await reply.text()).toContain('"resultType":"complete"');
  });

  test("a call of the legacy era is logged with the client name of each request", async () => {
    const client = await server.connect(record, token, { era: "legacy" });
    await client.callTool({ name: "get_execution", arguments: { execution_id: "none" } });
    const url = `/api/v2/public/mcp-servers/${record}/calls`;
    const { body } = await server.request({ url, token });
    expect(body.docs[0].client).toBe("node");
  });

  test("the other environment and other organizations find no server", async () => {
    const stranger = await server.organization();
    for (const key of [server.productionKey, stranger.testKey])
      expect((await post(`/mcp/v1/${record}`, bearer(await server.account("acme", key)))).status).toBe(404);
  });

  test("invalid messages get protocol errors; GET and DELETE are not supported", async () => {
    const broken = await fetch(`${server.baseUrl}/mcp/v1/${record}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...bearer(token),
      },
      body: "{",
    });
    expect([broken.status, (await broken.json()).error.code]).toEqual([400, -32700]);
    for (const method of ["GET", "DELETE"]) {
      const headers = { accept: "text/event-stream", ...bearer(token) };
      expect((await fetch(`${server.baseUrl}/mcp/v1/${record}`, { method, headers })).status).toBe(405);
    }
  });
});

test("two customers' concurrent agents never see or reach anything of each other", async () => {
  const own = await publishTestWorkflow(server, {
    account: "acme",
    code: "return { secret: 'of acme', n: input.n }",
  });
  const shared = await server.record({
    associated_apps: [{ slug: "things", workflows: [{ id: own, name: "Own" }, { id: workflow }] }],
  });
  const [mine, theirs] = await Promise.all([server.connect(shared, token), server.connect(shared, other)]);
  const names = async (client: typeof mine) => (await client.listTools()).tools.map(({ name }) => name);
  expect(await names(mine)).toEqual([
    "things_Own_workflow",
    "things_Test_workflow_workflow",
    "get_execution",
  ]);
  expect(await names(theirs)).toEqual(["things_Test_workflow_workflow", "get_execution"]);
  await expect(theirs.callTool({ name: "things_Own_workflow", arguments: { n: 1 } })).rejects.toThrow(
    "There is no tool",
  );
  const calls = Array.from({ length: 100 }, (_, n) =>
    n % 2 === 0
      ? mine.callTool({ name: "things_Own_workflow", arguments: { n } })
      : theirs.callTool({ name: "things_Test_workflow_workflow", arguments: { n } }),
  );
  for (const [n, result] of (await Promise.all(calls)).entries())
    expect(result.structuredContent).toEqual(n % 2 === 0 ? { secret: "of acme", n } : { doubled: 2 * n });
  const run = await server.deps.db
    .selectFrom("runs")
    .select("id")
    .where("workflow_id", "=", own)
    .executeTakeFirstOrThrow();
  const reached = await theirs.callTool({ name: "get_execution", arguments: { execution_id: run.id } });
  expect(reached).toMatchObject({ isError: true });
  await expect(theirs.readResource({ uri: `junctor://executions/${run.id}` })).rejects.toThrow(
    "There is no resource",
  );
});
