import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { eventually } from "../../../test/test-server.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { connectAgent, type TestAgent } from "./test-management.ts";
import { TOOLS } from "./tools.ts";

let server: ListeningServer;
let agent: TestAgent;
let failing: string;
beforeAll(async () => {
  server = await startListeningServer();
  await server.account("acme");
  failing = await publishTestWorkflow(server, {
    nodes: [
      { id: "before", type: "ai_code_executor", data: { code: "return { kept: input.n }" } },
      { id: "breaks", type: "ai_code_executor", data: { code: "throw new Error('no luck')" } },
    ],
  });
  server.work();
  agent = await connectAgent(server, server.testKey);
});
afterAll(() => server.close());

/** Runs a workflow to its end, and gives the execution's id. */
async function execute(workflow: string, input: object, account = "acme"): Promise<string> {
  await server.request({
    method: "POST",
    url: `/api/v2/public/workflow/${workflow}/execute`,
    key: server.testKey,
    account,
    headers: { sync_execution: "true" },
    body: input,
  });
  const { docs } = await agent.call("list_executions", { workflow_id: workflow, limit: 1 });
  return docs[0]._id;
}

const ended = (id: string) =>
  eventually(async () => {
    const execution = await agent.call("get_execution", { execution_id: id });
    return execution.status !== "RUNNING" && execution.status !== "STOPPING" && execution;
  });

const NODES = [
  { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
  { id: "double", type: "ai_code_executor", data: { code: "return { doubled: input.n * 2 }" } },
];
const EDGES = [{ source: "start", target: "double" }];

test("the guide names every tool", () => {
  const guide = readFileSync(new URL("../../../../docs/mcp-management.md", import.meta.url), "utf8");
  expect(TOOLS.map(({ name }) => name).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

describe.each(["modern", "legacy"] as const)("an agent of the %s era", (era) => {
  let own: TestAgent;
  beforeAll(async () => {
    own = await connectAgent(server, server.testKey, era);
  });

  test("lists every tool with input and output schemas, and all four hints", async () => {
    const { tools } = await own.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...["list_accounts", "get_account", "list_connections"],
      ...["list_applications", "get_application", "search_actions", "get_action", "import_openapi"],
      ...["list_workflows", "get_workflow", "list_node_types", "validate_workflow", "draft_workflow"],
      "test_workflow",
      ...["list_executions", "get_execution", "replay_execution", "stop_execution", "list_mcp_calls"],
      ...["list_webhooks", "list_webhook_deliveries"],
    ]);
    for (const { inputSchema, outputSchema, annotations, description } of tools) {
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: "object", properties: expect.anything() });
      expect(Object.keys(annotations ?? {}).length).toBe(4);
      expect(description).toMatch(/\.$/);
      // Agents have no session tokens, and read no guides.
      expect(description).not.toMatch(/session token|\/guides\//i);
    }
    const acting = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name);
    expect(acting).toEqual([
      ...["import_openapi", "draft_workflow", "test_workflow"],
      ...["replay_execution", "stop_execution"],
    ]);
  });

  test("reads accounts, applications and node types", async () => {
    const { docs, totalDocs } = await own.call("list_accounts");
    expect([docs[0].account_id, totalDocs]).toEqual(["acme", 1]);
    expect(await own.call("get_account", { linked_account_id: "acme" })).toMatchObject({ integrations: [] });
    const applications = await own.call("list_applications");
    expect(applications.docs.length).toBeGreaterThan(5);
    const { actions, triggers } = await own.call("get_application", { slug: "github" });
    expect([actions.length > 0, triggers.length > 0]).toEqual([true, true]);
    const { docs: found } = await own.call("search_actions", { search: "open a github issue", limit: 1 });
    expect(found).toMatchObject([{ action_id: "create_issue", application: { slug: "github" } }]);
    const action = await own.call("get_action", { slug: "github", action_id: "create_issue" });
    expect(action.docs.map(({ name }: { name: string }) => name)).toContain("title");
    const types = await own.call("list_node_types");
    expect(types.docs[0]).toEqual({
      type: "start",
      title: "Start",
      description: expect.stringContaining("Starts"),
    });
    const [loop] = (await own.call("list_node_types", { type: "loop" })).docs;
    expect(loop).toMatchObject({ type: "loop", settings: { type: "object" }, example: { type: "loop" } });
    expect(Object.keys(loop.branches)).toEqual(["item", "done"]);
    const { resources } = await own.client.listResources();
    const { contents } = await own.client.readResource({ uri: String(resources[0]?.uri) });
    expect(JSON.parse(String(contents[0] && "text" in contents[0] && contents[0].text)).type).toBe("start");
    await expect(own.client.readResource({ uri: "junctor://node-types/none" })).rejects.toThrow(
      "There is no resource",
    );
  });

  test("imports a document, is told that it lacks a credential, and says which", async () => {
    const document = {
      openapi: "3.1.0",
      info: { title: "Notes", version: "1.0.0" },
      servers: [{ url: "https://notes.example/api" }],
      paths: { "/notes": { get: { operationId: "listNotes" } } },
    };
    const slug = `notes-${era}`;
    const asks = await own.call("import_openapi", { document, slug });
    expect(asks).toMatchObject({ slug, enabled: false, needs_credential: true });
    const scheme = { type: "apiKey", in: "header", name: "X-Key" };
    const told = await own.call("import_openapi", { document, slug, security_scheme: scheme });
    expect(told).toMatchObject({ enabled: true, needs_credential: false, warnings: [] });
    expect(told.actions.map(({ action_id }: { action_id: string }) => action_id)).toEqual(["list_notes"]);
    expect(await own.refusal("import_openapi", { document: "swagger: '1.2'" })).toMatch(/Swagger 1\.2/);
  });

  test("finds out why an execution failed, and replays it from there", async () => {
    const id = await execute(failing, { n: 7 });
    const { docs } = await own.call("list_executions", {
      status: "ERRORED",
      linked_account_id: "acme",
      failed_node: "breaks",
    });
    expect(docs[0]).toMatchObject({ _id: id, status: "ERRORED", execution_error: { node_id: "breaks" } });
    const { nodes } = await own.call("get_execution", { execution_id: id });
    expect(nodes[2]).toMatchObject({
      node_id: "breaks",
      node_status: "Errored",
      error: { message: expect.stringContaining("no luck") },
    });
    expect(nodes[1]).toMatchObject({ input_data: null, latest_output: null });
    const one = await own.call("get_execution", { execution_id: id, node_id: "before" });
    expect(one.nodes).toMatchObject([{ node_id: "before", latest_output: { body: { kept: 7 } } }]);
    const replay = await own.call("replay_execution", { execution_id: id, from_node: "failed" });
    expect(replay.already).toBe(false);
    const again = await ended(replay.id);
    expect(again).toMatchObject({ status: "ERRORED", replay_of: id });
    expect(again.nodes[1]).toMatchObject({ node_id: "before", is_copied: true });
    expect(await own.refusal("stop_execution", { execution_id: id })).toBe(
      "This execution has already ended: it is ERRORED.",
    );
  });

  test("tests a draft, and reads its nodes' outputs", async () => {
    const draft = await own.call("draft_workflow", { name: "Tried", nodes: NODES, edges: EDGES });
    const asked = { workflow_id: draft.workflow_id, linked_account_id: "acme", input: { n: 21 } };
    const { execution_id } = await own.call("test_workflow", asked);
    const execution = await ended(execution_id);
    expect(execution).toMatchObject({ status: "COMPLETED", is_test: true, workflow_version: 0 });
    const { nodes } = await own.call("get_execution", { execution_id, node_id: "double" });
    expect(nodes[0].latest_output).toEqual({ body: { doubled: 42 } });
    expect(await own.call("list_executions", { workflow_id: draft.workflow_id })).toMatchObject({ docs: [] });
    expect(await own.refusal("test_workflow", { workflow_id: draft.workflow_id })).toContain(
      "linked_account_id is required",
    );
    expect(await own.refusal("test_workflow", { ...asked, until: "nothing" })).toContain('no node "nothing"');
  });

  test("offers prompts for common questions, with their arguments filled in", async () => {
    const { prompts } = await own.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["explain_failure", "check_account", "draft_workflow"]);
    const { messages } = await own.client.getPrompt({
      name: "draft_workflow",
      arguments: { goal: "Tell the team of each new order." },
    });
    const text = JSON.stringify(messages);
    expect(text).toContain("Tell the team of each new order.");
    expect(text).not.toMatch(/undefined|application undefined/);
    await expect(own.client.getPrompt({ name: "check_account" })).rejects.toThrow(
      "The argument linked_account_id is missing.",
    );
    await expect(own.client.getPrompt({ name: "none" })).rejects.toThrow("There is no prompt none.");
  });

  test("a repeated replay is not started twice, unless requested", async () => {
    const id = await execute(failing, { n: 8 });
    await ended(id);
    const replays = await Promise.all(
      [1, 2, 3].map(() => own.call("replay_execution", { execution_id: id, from_node: "failed" })),
    );
    expect(new Set(replays.map((replay) => replay.id)).size).toBe(1);
    expect(replays.filter(({ already }) => !already)).toHaveLength(1);
    const other = await own.call("replay_execution", { execution_id: id, again: true });
    expect(other).toMatchObject({ already: false });
    expect(other.id).not.toBe(replays[0].id);
    expect(await own.call("replay_execution", { execution_id: id })).toEqual({ id: other.id, already: true });
  });

  test("a draft based on an old revision is rejected with the changes, and agents are named as such", async () => {
    const made = await own.call("draft_workflow", { name: "Shared", nodes: NODES, edges: EDGES });
    const { workflow_id, revision: base_revision } = made;
    const changed = await own.call("draft_workflow", { workflow_id, base_revision, name: "Renamed" });
    expect(changed.revision).toBe(base_revision + 1);
    const reason = await own.refusal("draft_workflow", { workflow_id, base_revision, description: "Late" });
    // Only clients of the modern era name themselves with each call.
    expect(reason).toMatch(/Agent (test-agent|[0-9a-f]{24}) changed name\./);
    expect(await own.call("get_workflow", { workflow_id })).toMatchObject({
      name: "Renamed",
      description: "",
      __v: changed.revision,
    });
  });

  test("validates a definition without saving it, saves drafts, and never publishes", async () => {
    const before = (await own.call("list_workflows")).totalDocs;
    const broken = [{ ...NODES[0] }, { ...NODES[1], data: { code: "return (" } }];
    const told = await own.call("validate_workflow", { nodes: broken, edges: EDGES });
    expect(told).toMatchObject({ publishable: false, problems: [{ node_id: "double", field: "data.code" }] });
    const misspelt = [{ ...NODES[0] }, { ...NODES[1], maximum_attempt: 3 }];
    const { problems } = await own.call("validate_workflow", { nodes: misspelt, edges: EDGES });
    expect(problems[0]).toMatchObject({ node_id: "double", field: "maximum_attempt" });
    expect(await own.call("validate_workflow", { nodes: NODES, edges: EDGES })).toEqual({
      publishable: true,
      problems: [],
    });
    expect((await own.call("list_workflows")).totalDocs).toBe(before);
    expect(await own.refusal("draft_workflow", { nodes: NODES })).toContain("name is required");
    expect(await own.refusal("draft_workflow", { name: "Broken", nodes: broken })).toContain("double");
    const made = await own.call("draft_workflow", { name: "Double", nodes: NODES, edges: EDGES });
    expect(made).toMatchObject({ draft_of: "", problems: [] });
    const shown = await own.call("get_workflow", { workflow_id: made.workflow_id });
    expect(shown).toMatchObject({ name: "Double", published: false, version: 0 });
    const { workflow_id, revision } = made;
    expect(revision).toBe(shown.__v);
    const unfinished = [NODES[0], { id: "double", type: "ai_code_executor" }];
    const changed = await own.call("draft_workflow", { workflow_id, nodes: unfinished });
    expect(changed).toMatchObject({ workflow_id, problems: [{ node_id: "double" }] });
    expect((await own.call("validate_workflow", { workflow_id })).publishable).toBe(false);
    expect((await own.call("validate_workflow", { workflow_id, nodes: NODES })).publishable).toBe(true);
    expect((await own.call("get_workflow", { workflow_id })).published).toBe(false);
  });

  test("changes only the draft of a published workflow", async () => {
    const published = await publishTestWorkflow(server);
    const { workflow_id, draft_of } = await own.call("draft_workflow", {
      workflow_id: published,
      nodes: NODES,
      edges: EDGES,
    });
    expect(draft_of).toBe(published);
    const live = await own.call("get_workflow", { workflow_id: published });
    expect([live.published, live.version, live.nodes[1].id]).toEqual([true, 1, "code"]);
    await own.call("draft_workflow", { workflow_id: published, name: "Other" });
    expect((await own.call("get_workflow", { workflow_id: published })).name).toBe("Test workflow");
    expect((await own.call("get_workflow", { workflow_id })).name).toBe("Other");
  });

  test("gets errors for invalid calls and unknown tools", async () => {
    expect(await own.refusal("get_execution", { execution: "x" })).toContain("execution_id");
    expect(await own.refusal("get_execution", { execution_id: "a\0" })).toBe(
      "A NUL character is not allowed.",
    );
    expect(await own.refusal("list_executions", { linked_account_id: "nobody" })).toBe(
      "There is no linked account with this linked_account_id.",
    );
    await expect(own.client.callTool({ name: "publish_workflow", arguments: {} })).rejects.toThrow(
      "There is no tool publish_workflow.",
    );
  });
});

test("stops a running execution", async () => {
  const waiting = await publishTestWorkflow(server, {
    nodes: [{ id: "wait", type: "delay", data: { for_ms: 3_600_000 } }],
  });
  await server.request({
    method: "POST",
    url: `/api/v2/public/workflow/${waiting}/execute`,
    key: server.testKey,
    account: "acme",
    body: {},
  });
  const { docs } = await agent.call("list_executions", { workflow_id: waiting });
  await agent.call("stop_execution", { execution_id: docs[0]._id });
  expect((await ended(docs[0]._id)).status).toBe("STOPPED");
});

test("an account's own workflow is found if the account is named", async () => {
  const own = await publishTestWorkflow(server, { account: "acme" });
  expect(await agent.refusal("get_workflow", { workflow_id: own })).toBe("Workflow not found");
  const asked = { workflow_id: own, linked_account_id: "acme" };
  expect((await agent.call("get_workflow", asked)).linked_account_id).toBe("acme");
  expect((await agent.call("validate_workflow", asked)).publishable).toBe(true);
});

test("failed deliveries of a webhook are listed", async () => {
  const { body } = await server.request({
    method: "POST",
    url: "/api/v2/public/webhook",
    key: server.testKey,
    body: { webhook_url: "https://hooks.example.com/in", webhook_events: ["Workflow Completed"] },
  });
  const { docs } = await agent.call("list_webhooks");
  expect(docs[0]).toMatchObject({ _id: body._id, is_enabled: true });
  expect(JSON.stringify(docs)).not.toContain(body.secret);
  const deliveries = await agent.call("list_webhook_deliveries", { webhook_id: body._id });
  expect(deliveries).toMatchObject({ docs: [], totalDocs: 0 });
});

test("a result that is too long is read in parts", async () => {
  const long = await publishTestWorkflow(server, { code: "return { text: 'é\"'.repeat(60_000) }" });
  const id = await execute(long, {});
  const parts: string[] = [];
  for (let part = 1, last = 1; part <= last; part++) {
    const result = await agent.result("get_execution", { execution_id: id, node_id: "code", part });
    expect(JSON.stringify(result).length).toBeLessThan(100_000);
    const [first] = result.content;
    parts.push(first?.type === "text" ? first.text : "");
    expect(result.structuredContent).toMatchObject({ part_text: parts.at(-1) });
    last = Number((result.structuredContent as { parts: number }).parts);
  }
  expect(JSON.parse(parts.join("")).nodes[0].latest_output.body.text.length).toBe(120_000);
  const beyond = { execution_id: id, node_id: "code", part: 99 };
  expect(await agent.refusal("get_execution", beyond)).toContain("part must be at most");
});
