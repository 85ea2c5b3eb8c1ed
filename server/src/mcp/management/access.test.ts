import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { addPendingRecords } from "../../audit-log/write.ts";
import { createLog } from "../../platform/log.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { connectAgent, type TestAgent } from "./test-management.ts";

const LOGGED: string[] = [];
let server: ListeningServer;
let agent: TestAgent;
let workflow_id: string;
let execution_id: string;
let webhook_id: string;
beforeAll(async () => {
  const log = createLog("info", { write: (line) => LOGGED.push(line) });
  server = await startListeningServer({}, { log });
  await server.account("acme");
  workflow_id = await publishTestWorkflow(server);
  server.work();
  agent = await connectAgent(server, server.testKey);
  const key = server.testKey;
  const execute = { method: "POST", key, account: "acme", headers: { sync_execution: "true" } } as const;
  await server.request({ ...execute, url: `/api/v2/public/workflow/${workflow_id}/execute`, body: { n: 1 } });
  execution_id = (await agent.call("list_executions")).docs[0]._id;
  const webhook = { webhook_url: "https://hooks.example.com/in", webhook_events: ["Workflow Completed"] };
  await server.request({ method: "POST", url: "/api/v2/public/webhook", key, body: webhook });
  webhook_id = (await agent.call("list_webhooks")).docs[0]._id;
});
afterAll(() => server.close());

test("tools need the role of the operation that they perform", async () => {
  const keyOf = async (role: string) => {
    const body = { name: role, role };
    const request = { method: "POST", url: "/api/v2/public/api-keys", key: server.testKey, body } as const;
    return (await server.request(request)).body.key;
  };
  const viewer = await connectAgent(server, await keyOf("viewer"));
  expect((await viewer.call("get_execution", { execution_id }))._id).toBe(execution_id);
  const tooLow = (least: string, held: string) =>
    `This requires the role ${least} in the test environment; yours is ${held}.`;
  for (const tool of ["replay_execution", "stop_execution"])
    expect(await viewer.refusal(tool, { execution_id })).toBe(tooLow("support", "viewer"));
  const support = await connectAgent(server, await keyOf("support"));
  const nodeInput = { execution_id, from_node: "failed", node_input: {} };
  expect(await support.refusal("replay_execution", nodeInput)).toBe(tooLow("developer", "support"));
  const draft = { name: "New", nodes: [], edges: [] };
  expect(await support.refusal("draft_workflow", draft)).toBe(tooLow("developer", "support"));
  expect(await support.refusal("test_workflow", { workflow_id })).toBe(tooLow("developer", "support"));
});

test("an id that is no part of an address names no other record", async () => {
  await server.account("-");
  for (const id of [".", ".."])
    expect(await agent.refusal("get_account", { linked_account_id: id })).toBe(
      `The id "${id}" cannot be part of an address.`,
    );
  expect((await agent.call("get_account", { linked_account_id: "-" })).account_id).toBe("-");
});

test("a request beside an agent's calls is not the agent's", async () => {
  const url = `${server.baseUrl}/api/v2/public/execution`;
  const calls = Array.from({ length: 10 }, () => agent.call("list_executions"));
  const others = Array.from({ length: 10 }, async () => (await fetch(url)).status);
  await Promise.all(calls);
  expect(await Promise.all(others)).toEqual(Array(10).fill(401));
});

describe("access", () => {
  const URL = "/mcp/v1/management";
  const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const post = (headers: Record<string, string>) =>
    fetch(server.baseUrl + URL, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify(LIST),
    });

  test("an API key, as bearer token or in x-api-key; no session token", async () => {
    expect((await post({ authorization: `Bearer ${server.testKey}` })).status).toBe(200);
    expect((await post({ "x-api-key": server.testKey })).status).toBe(200);
    const without = await post({});
    expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    const session = await post({ authorization: `Bearer ${await server.account("acme")}` });
    expect([session.status, session.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
    expect((await post({ authorization: "Bearer tk_wrong" })).status).toBe(401);
  });

  test("no foreign page; GET and DELETE are not supported", async () => {
    const authorization = `Bearer ${server.testKey}`;
    expect((await post({ authorization, origin: "https://evil.example" })).status).toBe(403);
    const headers = { host: "evil.example", authorization };
    expect((await server.request({ method: "POST", url: URL, headers, body: LIST })).status).toBe(403);
    for (const method of ["GET", "DELETE"])
      expect((await fetch(server.baseUrl + URL, { method, headers: { authorization } })).status).toBe(405);
  });

  test("nothing of the other environment or of other organizations", async () => {
    const stranger = await server.organization();
    for (const key of [server.productionKey, stranger.testKey]) {
      const other = await connectAgent(server, key);
      for (const list of [
        "list_accounts",
        "list_connections",
        "list_executions",
        "list_mcp_calls",
        "list_webhooks",
      ])
        expect((await other.call(list)).docs).toEqual([]);
      const { docs } = await other.call("list_workflows");
      expect(docs).toEqual([]);
      expect(await other.refusal("get_account", { linked_account_id: "acme" })).toBe(
        "Linked account not found",
      );
      for (const tool of ["get_execution", "replay_execution", "stop_execution"])
        expect(await other.refusal(tool, { execution_id })).toBe("Execution not found");
      for (const tool of ["get_workflow", "validate_workflow", "draft_workflow"])
        expect(await other.refusal(tool, { workflow_id })).toBe("Workflow not found");
      expect(await other.refusal("list_webhook_deliveries", { webhook_id })).toBe("Webhook not found");
    }
  });

  test("other methods and large bodies are rejected in the protocol's format", async () => {
    const send = (method: string, body?: string) =>
      fetch(`${server.baseUrl}/mcp/v1/management`, {
        method,
        headers: { authorization: `Bearer ${server.testKey}`, "content-type": "application/json" },
        ...(body !== undefined && { body }),
      });
    for (const method of ["HEAD", "PUT", "PATCH"]) {
      const reply = await send(method, method === "HEAD" ? undefined : "{}");
      expect([method, reply.status, reply.headers.get("allow")]).toEqual([method, 405, "POST"]);
    }
    const large = await send("POST", JSON.stringify({ padding: "x".repeat(1024 * 1024) }));
    expect([large.status, await large.json()]).toMatchObject([413, { jsonrpc: "2.0", error: {} }]);
  });

  test("calls that change something for a linked account count towards its rate limit, others do not", async () => {
    const limited = await startListeningServer({ rateLimitPerMinute: 3 });
    try {
      const own = await connectAgent(limited, limited.testKey);
      const draft = () => own.refusal("draft_workflow", { linked_account_id: "nobody", name: "New" });
      for (let call = 0; call < 3; call++)
        expect(await draft()).toBe("There is no linked account with this linked_account_id.");
      expect(await draft()).toContain("has used its 3 requests per minute");
      const found = await own.refusal("get_account", { linked_account_id: "nobody" });
      expect(found).toBe("Linked account not found");
      await own.call("list_accounts");
    } finally {
      await limited.close();
    }
  });
});

test("an id that would change the address finds nothing", async () => {
  for (const id of ["", ".", "..", "../execution", "a/b", "%2e", "x".repeat(1001)])
    expect(await agent.refusal("get_execution", { execution_id: id })).toMatch(
      /^(Execution not found|No record has an id|The id ".*" cannot be part of an address)/,
    );
  expect(await agent.refusal("stop_execution", { execution_id: ".." })).toMatch(
    /cannot be part of an address/,
  );
});

test("the audit log names the agent and its tool", async () => {
  const { workflow_id: id } = await agent.call("draft_workflow", { name: "Recorded", nodes: [], edges: [] });
  const { id: replay } = await agent.call("replay_execution", { execution_id, again: true });
  await expect
    .poll(async () => (await agent.call("get_execution", { execution_id: replay })).status)
    .toBe("COMPLETED");
  await addPendingRecords(server.deps);
  const { body } = await server.request({ url: "/api/v2/public/audit-log?limit=100", key: server.testKey });
  const by = (operation: string) =>
    body.docs.find((one: { operation: string }) => one.operation === operation);
  expect(by("draft_workflow")).toMatchObject({
    action: "workflow.created",
    actor: { kind: "agent" },
    object: { id },
    address: expect.stringMatching(/^(127\.0\.0\.1|0:0:0:0|::1)$/),
    user_agent: "test-agent",
    environment: "test",
  });
  expect(by("replay_execution")).toMatchObject({
    action: "execution.replayed",
    actor: { kind: "agent" },
    object: { id: execution_id },
  });
});

describe("the log", () => {
  const lines = (msg: string) => LOGGED.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);

  test("has each acting call with names, ids and choices, but without payloads and definitions", async () => {
    LOGGED.length = 0;
    await agent.call("list_accounts");
    await agent.call("replay_execution", { execution_id, input: { card: "4111 1111" }, version: "same" });
    await agent.refusal("draft_workflow", { name: "Secret", nodes: [{ id: "hush", type: "none" }] });
    const [replay, draft] = lines("mcp.management-call");
    expect(replay).toMatchObject({
      tool: "replay_execution",
      organization: server.orgId,
      environment: "test",
      keyEnding: server.testKey.slice(-4),
      client: "test-agent",
      arguments: { execution_id, input: "[not logged]", version: "same" },
    });
    expect(draft.arguments).toEqual({ name: "Secret", nodes: "[not logged]" });
    const [replayEnd, draftEnd] = lines("mcp.management-call-ended");
    expect(replayEnd).toMatchObject({ call: replay.call, outcome: "done" });
    expect(draftEnd).toMatchObject({ call: draft.call, outcome: "failed", reason: "VALIDATION_ERROR" });
    expect(lines("mcp.management-call").length).toBe(2);
    expect(LOGGED.join("")).not.toMatch(/4111 1111|hush/);
  });

  test("has our internal errors; the agent gets only a reference", async () => {
    const { db } = server.deps;
    await db.schema.alterTable("webhooks").renameTo("webhooks_away").execute();
    try {
      const text = await agent.refusal("list_webhooks");
      expect(text).toMatch(/^The tool failed\. The server's log has the reason under [0-9a-f-]{36}\.$/);
      const [line] = lines("request.failed");
      expect(text).toContain(line.reqId);
    } finally {
      await db.schema.alterTable("webhooks_away").renameTo("webhooks").execute();
    }
  });
});
