import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { brokenAnswers, oddAnswers, randomAnswers } from "../../../test/strange-answers.ts";
import { eventually, type TestReply } from "../../../test/test-server.ts";
import { findApplication } from "../../apps/catalog/application.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../apps/catalog/test-things-api.ts";
import { type FakeMcp, startFakeMcp } from "../../apps/providers/mcp/fake-mcp-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { createCodeNode, createTestAccount, startTestRun, waitForRunEnd } from "../start/test-run.ts";

const ANSWERS = [...oddAnswers(), ...brokenAnswers(), ...randomAnswers(15)];

let server: ListeningServer;
let api: ThingsApi;
let fake: FakeMcp;
let front: Server;
let scope: AccountScope;
let places = 0;
/** What is answered at each place, and how often it was asked for. */
const answers = new Map<string, Buffer>();
const asked = new Map<string, number>();

beforeAll(async () => {
  api = await startThingsApi();
  api.answer = ({ url }) => {
    const raw = take(new URL(url, api.url).pathname.split("/").at(-1) ?? "");
    return raw && { raw };
  };
  fake = await startFakeMcp({
    tools: [{ name: "ask", inputSchema: { type: "object" }, answer: () => ({ content: [] }) }],
  });
  front = await startFront();
  server = await startListeningServer({ rateLimitPerMinute: 0 });
  server.work();
  scope = await createTestAccount(server, "acme");
  await addApplications();
});
afterAll(async () => {
  await server.close();
  await api.close();
  await fake.close();
  front.close().closeAllConnections();
});

function take(place: string): Buffer | undefined {
  const raw = answers.get(place);
  if (raw !== undefined) asked.set(place, (asked.get(place) ?? 0) + 1);
  return raw;
}

/** Stands before the remote MCP server and answers the calls of its tool itself. */
async function startFront(): Promise<Server> {
  const proxy = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    if (body.includes('"tools/call"')) {
      reply.socket?.end(take(JSON.parse(body).params.arguments.place) ?? "");
      return;
    }
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    const passed = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const method = request.method ?? "GET";
    const answer = await fetch(fake.url, {
      method,
      headers: Object.fromEntries(passed),
      ...(body !== "" && { body }),
    });
    const type = answer.headers.get("content-type") ?? "application/json";
    reply.writeHead(answer.status, { "content-type": type }).end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  return proxy;
}

async function addApplications(): Promise<void> {
  const send = async (url: string, body: object): Promise<void> => {
    const reply = await server.request({ method: "POST", url, key: server.testKey, account: "acme", body });
    expect(reply.status, reply.text).toBe(200);
  };
  const connect = async (slug: string, body: object) => {
    const url = `/api/v2/public/linked-account/integration/save-key-credentials/${slug}`;
    const reply = await server.request({ method: "PUT", url, key: server.testKey, account: "acme", body });
    expect(reply.status, reply.text).toBe(200);
  };
  const { options: _options, ...definition } = buildThingsDefinition("things", api.url);
  const ask = {
    title: "Ask",
    description: "Asks.",
    hints: { read_only: false },
    input: { type: "object", required: ["place"], properties: { place: { type: "string" } } },
    request: { method: "POST", path: "/ask/{{ input.place }}" },
  };
  await send("/api/v2/public/application", { ...definition, actions: { ask } });
  await send("/api/v2/public/application/openapi", {
    slug: "documented",
    document: {
      openapi: "3.1.0",
      info: { title: "Things", version: "1.0.0" },
      servers: [{ url: `${api.url}/api` }],
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-App-Key" } } },
      security: [{ key: [] }],
      paths: {
        "/ask/{place}": {
          parameters: [{ name: "place", in: "path", required: true, schema: { type: "string" } }],
          post: { operationId: "ask" },
        },
      },
    },
  });
  const { port } = front.address() as AddressInfo;
  await send("/api/v2/public/application/mcp", { slug: "remote", url: `http://127.0.0.1:${port}/mcp` });
  await connect("things", { key: "good" });
  await connect("documented", { x_app_key: "good" });
  await connect("remote", {});
  await eventually(async () => {
    const application = await findApplication(server.deps, server.test, "remote");
    return application?.connector.info.actions.length === 1;
  });
}

/** Asks for each answer at a place of its own, all at the same time; what came of it. Each was asked for once. */
async function askForAll<Result>(ask: (place: string) => Promise<Result>): Promise<[string, Result][]> {
  const all = ANSWERS.map(([name, answer]) => {
    const place = `place-${++places}`;
    answers.set(place, answer);
    return { name, place };
  });
  const results = await Promise.all(all.map(({ place }) => ask(place)));
  for (const { name, place } of all) expect(asked.get(place), name).toBe(1);
  return all.map(({ name }, index) => [name, results[index] as Result]); // there is one of each
}

async function endOf(node: NodeInput): Promise<TestReply["body"]> {
  const look = { id: "look", type: "transform", data: { output: "{{ node.send.body }}" } };
  return waitForRunEnd(server, await startTestRun(server, { scope, nodes: [{ ...node, id: "send" }, look] }));
}

const fetching = (place: string, read: string) =>
  createCodeNode(
    "send",
    `return await (await fetch("${api.url}/api/${place}", { method: "POST" })).${read}()`,
  );

test.each([
  [
    "an action of a connector",
    (place: string) => ({ type: "action", action: "things/ask", data: { place } }),
  ],
  [
    "an operation of an OpenAPI document",
    (place: string) => ({ type: "action", action: "documented/ask", data: { place } }),
  ],
  [
    "a tool of a remote MCP server",
    (place: string) => ({ type: "action", action: "remote/ask", data: { place } }),
  ],
  ["code that reads a text", (place: string) => fetching(place, "text")],
  ["code that reads JSON", (place: string) => fetching(place, "json")],
] as [string, (place: string) => NodeInput][])(
  "a step by %s asks once, whatever the answer, and ends in a clear state",
  async (_, nodeAt) => {
    for (const [name, { status, execution_error: error }] of await askForAll((place) =>
      endOf(nodeAt(place)),
    )) {
      expect(["COMPLETED", "ERRORED"], name).toContain(status);
      if (status === "ERRORED") expect(error, name).toMatchObject({ node_id: "send", attempts: 1 });
      expect(error?.code, name).not.toBe("INTERNAL_ERROR");
    }
  },
);

test.each([
  [
    "an action by API",
    (place: string) => ({ url: "/api/v2/integration-schema/things/actions/ask/execute", body: { place } }),
  ],
  ["a raw request", (place: string) => ({ url: `/api/v2/public/proxy/things/ask/${place}`, body: {} })],
])("%s asks once, whatever the answer, and is answered clearly", async (_, requestAt) => {
  const ask = async (place: string) => {
    const { url, body } = requestAt(place);
    const reply = await fetch(server.baseUrl + url, {
      method: "POST",
      headers: { "x-api-key": server.testKey, linked_account_id: "acme", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: reply.status, text: await reply.text() };
  };
  for (const [name, { status, text }] of await askForAll(ask)) {
    expect(status, `${name}: ${text.slice(0, 300)}`).not.toBe(500);
    if (status !== 200)
      expect(JSON.parse(text), name).toMatchObject({ message: expect.stringMatching(/\w/) });
  }
});
