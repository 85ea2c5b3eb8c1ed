import { afterAll, describe, expect, it } from "vitest";
import { parseJson } from "../../../platform/json/parse-json.ts";
import { parseAllowList } from "../../../platform/outbound/address-guard.ts";
import { createOutbound } from "../../../platform/outbound/outbound.ts";
import type { BareCall } from "../../connector.ts";
import { type McpDefinition, selectTools } from "./definition.ts";
import { type FakeTool, GOOD_BEARER } from "./fake-mcp-server.ts";
import { createMcpConnector, readTools } from "./mcp-connector.ts";
import {
  call,
  callWith,
  closeMcp,
  closers,
  FAKE_TOOLS,
  getFailure,
  listToolsOf,
  sendRequest,
  startMcp,
  text,
} from "./test-connector.ts";

afterAll(closeMcp);

it("needs no required argument that has a default, and gets that", async () => {
  const kind = { type: "string", default: "plain" };
  const seen: unknown[] = [];
  const tool: FakeTool = {
    name: "send",
    inputSchema: { type: "object", required: ["kind"], properties: { kind, size: { default: 5 } } },
    answer: (input) => {
      seen.push(input);
      return text("sent");
    },
  };
  const { definition } = await startMcp({ tools: [tool] });
  const connector = createMcpConnector({ ...definition, tools: await listToolsOf(definition) });
  expect(connector.info.actions[0]?.input.required).toEqual([]);
  await connector.run("send", call({}));
  expect(seen).toEqual([{ kind: "plain" }]);
});

it("may answer in any encoding that it declares", async () => {
  const { definition } = await startMcp();
  const http: BareCall["http"] = async (request) => {
    const { headers, body, ...rest } = await sendRequest(request);
    const type = headers["content-type"]?.replace(/;.*/, "") ?? "";
    if (type !== "application/json") return { headers, body, ...rest };
    const coded = { ...headers, "content-type": `${type}; charset=utf-16le` };
    return { ...rest, headers: coded, body: Buffer.from(body.toString("utf8"), "utf16le") };
  };
  const { tools } = selectTools(await readTools(definition, { ...callWith(), http }));
  expect(tools.map(({ name }) => name)).toEqual(["weather.today", "say", "fail"]);
  const connector = createMcpConnector({ ...definition, tools });
  expect(await connector.run("say", { ...call({}), http })).toEqual({ text: "hello" });
});

describe.for([
  { era: "legacy" as const, stream: false },
  { era: "modern" as const, stream: false },
  { era: "modern" as const, stream: true },
])("a server of the $era era (streaming: $stream)", ({ era, stream }) => {
  it("has its tools listed over several pages and called as actions", async () => {
    const { definition } = await startMcp({ era, stream, pageSize: 2 });
    const tools = await listToolsOf(definition);
    expect(tools.map(({ name }) => name)).toEqual(["weather.today", "say", "fail"]);
    const connector = createMcpConnector({ ...definition, tools });
    expect(connector.info.actions[0]).toMatchObject({
      id: "weather_today",
      title: "Weather today",
      input: { required: ["city"] },
      hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    });
    expect(connector.info.actions[1]?.hints).toEqual({
      readOnly: false,
      destructive: true,
      idempotent: false,
      openWorld: true,
    });
    expect(await connector.run("weather_today", call({ city: "Oslo" }))).toEqual({ degrees: 7 });
    expect(await connector.run("say", call({}))).toEqual({ text: "hello" });
    const wrong = await getFailure(connector.run("weather_today", call({ city: 5 })));
    expect([wrong.code, wrong.status]).toEqual(["input", undefined]);
  });

  it("refuses in its own words, without the credential in them", async () => {
    const { definition } = await startMcp({ era, stream });
    const connector = createMcpConnector({ ...definition, tools: await listToolsOf(definition) });
    const failure = await getFailure(connector.run("fail", call({})));
    expect([failure.code, failure.message]).toEqual([
      "input",
      "Fake could not do this: no room for [redacted]",
    ]);
  });
});

it("tells a refused credential from a good one", async () => {
  const { definition } = await startMcp({ guard: "bearer" });
  const connector = createMcpConnector(definition);
  expect(await connector.check?.(callWith())).toEqual({});
  const failure = await getFailure(connector.check?.(callWith("wrong-token-value")) ?? Promise.resolve());
  expect([failure.code, failure.status]).toEqual(["auth", 401]);
  expect(failure.message).not.toContain("wrong-token-value");
});

it("tells why a server refuses", async () => {
  const { definition } = await startMcp();
  const body = Buffer.from(`{"error":{"message":"No seat for ${GOOD_BEARER} left"}}`);
  const headers = { "content-type": "application/json" };
  const refused = { ...callWith(), http: async () => ({ status: 403, headers, body }) };
  const { message } = await getFailure(
    createMcpConnector({
      ...definition,
      tools: selectTools(await readTools(definition, callWith())).tools,
    }).run("say", { ...refused, input: {} }),
  );
  expect(message).toBe("Fake responded with 403: No seat for [redacted] left");
});

it("leaves a tool out whose description is nonsense, and names it", async () => {
  const nonsense = { name: "odd", inputSchema: { type: "nonsense" }, answer: () => text("") };
  const { definition } = await startMcp({ tools: [...FAKE_TOOLS, nonsense as unknown as FakeTool] });
  const { tools, warnings } = selectTools(await readTools(definition, callWith()));
  expect(tools).toHaveLength(3);
  expect(warnings).toEqual([expect.stringMatching(/^The tool odd is left out: /)]);
});

describe.each([
  ["one cursor for ever", ["x"], "x"],
  ["cursors in a circle", ["a", "b", "a"], "a"],
] as const)("a server that lists tools with %s", (_what, cursors, repeated) => {
  it("ends with an error that names the cursor, after as few requests as that takes", async () => {
    const {
      definition,
      asked,
      call: own,
    } = createScriptedServer((page) => ({
      tools: [plainTool(`tool-${page}`)],
      nextCursor: cursors[page % cursors.length],
    }));
    const { code, message } = await getFailure(readTools(definition, own));
    expect([code, message]).toEqual([
      "remote",
      `The provider's list leads back to the page "${repeated}", which was already read.`,
    ]);
    expect(asked.length).toBeLessThanOrEqual(4);
    const checked = createMcpConnector(definition).check?.(own) ?? Promise.resolve();
    expect((await getFailure(checked)).message).toBe(message);
  });
});

it("takes an empty cursor as a cursor, and null as none", async () => {
  const {
    definition,
    asked,
    call: own,
  } = createScriptedServer((page) => ({
    tools: [plainTool(`tool-${page}`)],
    nextCursor: page === 0 ? "" : null,
  }));
  expect(selectTools(await readTools(definition, own)).tools.map(({ name }) => name)).toEqual([
    "tool-0",
    "tool-1",
  ]);
  expect(asked).toEqual([undefined, ""]);
});

it("keeps a tool whose output schema cannot be used, without it, and names what is left out", async () => {
  const { definition, call: own } = createScriptedServer(() => ({
    tools: [
      { ...plainTool("described"), outputSchema: { description: "Whatever." } },
      { ...plainTool("listed"), outputSchema: ["nonsense"] },
      { ...plainTool("wrong"), outputSchema: { type: "nonsense" } },
      { ...plainTool("good"), outputSchema: { type: "object" } },
      { name: "bad", inputSchema: { type: "array" }, outputSchema: 5 },
      { name: 7 },
      plainTool("last"),
    ],
  }));
  const { tools, warnings } = selectTools(await readTools(definition, own));
  expect(tools.map(({ name, outputSchema }) => [name, outputSchema])).toEqual([
    ["described", { description: "Whatever." }],
    ["listed", undefined],
    ["wrong", undefined],
    ["good", { type: "object" }],
    ["last", undefined],
  ]);
  expect(warnings).toEqual([
    "The output schema of the tool listed is left out: it is not an object.",
    expect.stringMatching(/^The output schema of the tool wrong is left out: its output schema /),
    expect.stringMatching(/^The tool bad is left out: /),
    expect.stringMatching(/^The tool without a name is left out: /),
  ]);
  expect(await createMcpConnector(definition).check?.(own)).toEqual({});
});

const plainTool = (name: string) => ({ name, inputSchema: { type: "object" } });

/** A server whose pages of tools are as given, whatever the protocol says of them; `asked` are the cursors it got. */
function createScriptedServer(pageOf: (page: number) => object) {
  const asked: (string | undefined)[] = [];
  const http: BareCall["http"] = async ({ body }) => {
    const { id, method, params } = JSON.parse(String(body || "{}"));
    const answer = (result: object) => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result })),
    });
    if (id === undefined) return { status: 202, headers: {}, body: Buffer.alloc(0) };
    if (method === "initialize") {
      const serverInfo = { name: "scripted", version: "1" };
      return answer({ protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo });
    }
    if (method !== "tools/list") {
      const error = { code: -32601, message: "Method not found" };
      return { ...answer({}), body: Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, error })) };
    }
    if (params?.cursor === undefined) asked.length = 0;
    asked.push(params?.cursor);
    return answer(pageOf(asked.length - 1));
  };
  const definition: McpDefinition = {
    slug: "scripted",
    name: "Scripted",
    description: "",
    url: "https://scripted.example/mcp",
    auth: { kind: "none" },
    tools: [],
  };
  return { definition, asked, call: { ...callWith(), http } };
}

it("does not go on listing tools when their pages together are larger than 10 MiB", async () => {
  const tools = Array.from({ length: 5 }, (_, i) => ({
    name: `tool-${i}`,
    description: "x".repeat(3 * 1024 * 1024),
    inputSchema: { type: "object" as const },
    answer: () => text(""),
  }));
  const { definition } = await startMcp({ era: "modern", tools, pageSize: 1 });
  expect((await getFailure(readTools(definition, callWith()))).message).toMatch(/larger than \d+ bytes/);
  const few = await startMcp({ era: "modern", tools: tools.slice(0, 3), pageSize: 1 });
  expect(await readTools(few.definition, callWith())).toHaveLength(3);
});

it("calls no address that the guard refuses", async () => {
  const { definition, fake } = await startMcp();
  const strict = createOutbound({ allow: parseAllowList("") });
  closers.push(() => strict.close());
  const failure = await getFailure(readTools(definition, { ...callWith(), http: strict.request }));
  expect(failure.code).toBe("blocked");
  expect(fake.requests).toEqual([]);
});

it("says so when a server is away", async () => {
  const { definition, fake } = await startMcp();
  await fake.close();
  closers.pop();
  expect((await getFailure(readTools(definition, callWith()))).code).toBe("remote");
});

it("stops a call whose caller has gone", async () => {
  const { definition } = await startMcp();
  const connector = createMcpConnector({ ...definition, tools: await listToolsOf(definition) });
  const failure = await getFailure(connector.run("say", { ...call({}), signal: AbortSignal.abort() }));
  expect(failure.code).toBe("timeout");
});

it.each([
  { era: "legacy" as const, stream: false },
  { era: "modern" as const, stream: false },
  { era: "modern" as const, stream: true },
])("passes numbers with all digits to a tool and back ($era, streaming: $stream)", async (options) => {
  let sent = "";
  const answer = (input: Record<string, unknown>) => {
    sent = JSON.stringify(input);
    return { ...text("done"), structuredContent: { id: parseJson("9007199254740993") } };
  };
  const schema = { type: "object" as const, properties: { id: { type: "integer" } } };
  const { fake, definition } = await startMcp({
    ...options,
    tools: [{ name: "get", inputSchema: schema, answer }],
  });
  const connector = createMcpConnector({ ...definition, tools: await listToolsOf(definition) });
  const bodies: string[] = [];
  const http: BareCall["http"] = (request) => {
    bodies.push(String(request.body ?? ""));
    return sendRequest(request);
  };
  const result = await connector.run("get", { ...call(parseJson('{"id":9007199254740993}')), http });
  expect(JSON.stringify(result)).toBe('{"id":9007199254740993}');
  // The fake server's own library reads it as a double.
  expect(sent).toBe('{"id":9007199254740992}');
  expect(bodies.some((body) => body.includes('"arguments":{"id":9007199254740993}'))).toBe(true);
  expect(fake.requests.length).toBeGreaterThan(0);
});
