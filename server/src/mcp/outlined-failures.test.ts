import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertTestWorkflow } from "../configs/test-workflow.ts";
import {
  createCodeNode,
  createTestAccount,
  insertTestVersion,
  startRunsOf,
  type TestRun,
  waitForRunEnd,
} from "../runs/start/test-run.ts";
import { publishTestWorkflow } from "../schedules/test-workflow.ts";
import { applyEdgeDefaults, applyNodeDefaults, type NodeInput } from "../workflows/definition/graph.ts";
import { startTestApprovals, type TestApprovals } from "./approvals/test-asking.ts";

// It stands in what nodes are set to, and nowhere else.
const SALT = "n0t4customers";
const THROWS = `console.log("log of ${SALT}"); throw new Error("it was ${SALT}");`;

let shop: TestApprovals;
let client: Awaited<ReturnType<TestApprovals["server"]["connect"]>>;
beforeAll(async () => {
  shop = await startTestApprovals();
  shop.server.work();
  shop.api.answer = ({ url, headers, body }) =>
    url.includes("whoami")
      ? undefined
      : { status: 422, body: JSON.stringify({ message: url + JSON.stringify(headers) + body }) };
  client = await shop.server.connect(shop.record, shop.token);
});
afterAll(() => shop.close());

/** Nodes that fail, or speak, each with its salt; what their data name is theirs to make up. */
const NODES: Record<string, () => NodeInput["data"] | Promise<NodeInput["data"]>> = {
  "http: the answer repeats the address": () => ({ url: `${shop.api.url}/${SALT}` }),
  "http: the answer repeats a header": () => ({ url: shop.api.url, headers: { "x-internal": SALT } }),
  "http: the answer repeats the body": () => ({ url: shop.api.url, method: "POST", body: { of: SALT } }),
  "http: no address": () => ({ url: `{{ "${SALT}" }}` }),
  "http: an expression without a value": () => ({ url: `${shop.api.url}/{{ input.${SALT} }}` }),
  "ai_code_executor: throws": () => ({ code: THROWS }),
  "ai_code_executor: does not parse": () => ({ code: `${SALT} ${SALT}` }),
  "transform: an expression that throws": () => ({ output: `{{ ${SALT}() }}` }),
  "sub_flow: no such workflow": () => ({ workflow: SALT }),
  "sub_flow: the workflow fails": async () => ({ workflow: await published(createCodeNode("bad", THROWS)) }),
  "datastore: no such config": () => ({ operation: "list", name: "orders", slug: SALT }),
  "delay: no time": () => ({ until: `{{ "${SALT}" }}` }),
  "response: no header": () => ({ headers: { [`x-${SALT}`]: `{{ "\\u4e16" }}` } }),
  "approval: two fields of a name": () => ({ title: "Pay?", fields: [FIELD, FIELD] }),
  "action: the provider repeats the values": () => ({ name: SALT, board: 1 }),
};
const FIELD = { name: SALT, type: "text" };

/** Publishes a workflow of one node; its id. */
function published(node: NodeInput): Promise<string> {
  const nodes = applyNodeDefaults([{ id: "start", type: "start" }, node]);
  const edges = applyEdgeDefaults([{ source: "start", target: node.id }]);
  return insertTestWorkflow(shop.server.deps, shop.server.test, { nodes, edges, slug: null });
}

/** The id of an execution of the organization's workflow, once it has ended. */
async function ran(run: TestRun, input: object = {}): Promise<string> {
  const { server } = shop;
  const workflow = await insertTestVersion(server, server, run);
  const [id = ""] = await startRunsOf(server, await createTestAccount(server, "acme"), workflow, {
    inputs: [input as never],
  });
  await waitForRunEnd(server, id);
  return id;
}

/** All that is told of an execution over the API, with a session token or an API key. */
async function overApi(
  id: string,
  paths: readonly string[],
  by: { token?: string; key?: string },
): Promise<string> {
  const execution = `/api/v2/public/execution/${id}`;
  const urls = [
    execution,
    ...paths.flatMap((path) =>
      ["attempts", "batches"].map((part) => `${execution}/nodes/${encodeURIComponent(path)}/${part}`),
    ),
    `/api/v2/public/execution?execution_id=${id}`,
    `/api/v1/execution/${id}/response`,
    "/api/v2/public/approval",
  ];
  const replies = await Promise.all(urls.map((url) => shop.server.request({ url, ...by })));
  for (const [index, { status, text }] of replies.entries())
    expect([urls[index], status, text]).toEqual([urls[index], 200, text]);
  return replies.map(({ text }) => text).join("\n");
}

/** The same as an agent of the account reads it. */
async function overMcp(id: string): Promise<string> {
  const tool = await client.callTool({ name: "get_execution", arguments: { execution_id: id } });
  const uris = ["junctor://executions", `junctor://executions/${id}`];
  const resources = await Promise.all(uris.map((uri) => client.readResource({ uri })));
  return JSON.stringify([tool, resources]);
}

async function expectHidden(id: string, paths: readonly string[]): Promise<void> {
  expect(await overApi(id, paths, { key: shop.server.testKey })).toContain(SALT);
  expect(await overApi(id, paths, { token: shop.token })).not.toContain(SALT);
  expect(await overMcp(id)).not.toContain(SALT);
}

const shown = async (id: string, by: object = { token: shop.token }) =>
  (await shop.server.request({ url: `/api/v2/public/execution/${id}`, ...by })).body;

function nodeOf(name: string, data: NodeInput["data"]): NodeInput {
  const type = name.split(":")[0] ?? "";
  return { id: "node", type, ...(type === "action" && { action: "things/make_thing" }), data };
}

describe("an account learns why an execution of the organization's workflow failed without the workflow's settings", () => {
  test.each(Object.entries(NODES))("%s", async (name, dataOf) => {
    const node = nodeOf(name, await dataOf());
    const failed = await ran({ nodes: [node] });
    await expectHidden(failed, ["node"]);
    const whole = (await shown(failed, { key: shop.server.testKey })).execution_error;
    const { message, ...rest } = (await shown(failed)).execution_error;
    expect({ ...rest, message: whole.message }).toEqual(whole);
    expect(message).toMatch(/^[A-Z][^"{}]+\.$/);
    await expectHidden(await ran({ nodes: [{ ...node, on_error: "continue" }] }), ["node"]);
    await expectHidden(
      await ran({
        nodes: [
          { id: "loop", type: "loop", data: { items: [1, 2] } },
          { ...node, on_error: "continue" },
          { ...node, id: "last" },
        ],
        edges: ["start>loop", "loop:item>node", "node>last", "last>loop"],
      }),
      ["loop", "loop[0]/node", "loop[0]/last"],
    );
  });

  test("in the items of a loop", async () => {
    const { server } = shop;
    const nodes: NodeInput[] = [
      { id: "loop", type: "loop", data: { items: [SALT] } },
      { id: "wait", type: "wait_for_webhook" },
    ];
    const workflow = await insertTestVersion(server, server, {
      nodes,
      edges: ["start>loop", "loop:item>wait", "wait>loop"],
    });
    const [id = ""] = await startRunsOf(server, await createTestAccount(server, "acme"), workflow, {
      inputs: [{}],
    });
    await expect.poll(async () => (await shown(id)).waiting_for[0]?.kind).toBe("webhook");
    await expectHidden(id, ["loop"]);
  });

  test("including what was logged, but not what the workflow tells its caller", async () => {
    const log: NodeInput = { id: "log", type: "log", data: { message: SALT } };
    const id = await ran({
      nodes: [log, { id: "end", type: "terminate", data: { status: "failed", message: "Out of stock." } }],
    });
    await expectHidden(id, ["log"]);
    expect((await shown(id)).execution_error).toMatchObject({ code: "TERMINATED", message: "Out of stock." });
    const answer: NodeInput = {
      id: "answer",
      type: "response",
      data: { body: { error: { code: "CODE_ERROR", message: "For you" } } },
    };
    const answered = await ran({ nodes: [answer, createCodeNode("bad", THROWS)] });
    await expectHidden(answered, ["bad"]);
    const { body } = await shop.server.request({
      url: `/api/v1/execution/${answered}/response`,
      token: shop.token,
    });
    expect(body.response).toEqual({ error: { code: "CODE_ERROR", message: "For you" } });
  });

  test("data that looks like a failure is data", async () => {
    const id = await ran(
      { nodes: [createCodeNode("data", "return { error: { code: 'CODE_ERROR', message: input.text } }")] },
      { text: "mine" },
    );
    expect((await shown(id)).nodes[1].latest_output).toEqual({
      body: { error: { code: "CODE_ERROR", message: "mine" } },
    });
  });

  test("in the answer to a synchronous call, to an agent's call, and in its log", async () => {
    const { server, token } = shop;
    const id = await publishTestWorkflow(server, { code: THROWS });
    const record = await server.record({
      associated_apps: [{ slug: "things", workflows: [{ id, tool_name: "bad" }] }],
    });
    const execute = {
      method: "POST",
      url: `/api/v2/public/workflow/${id}/execute`,
      headers: { sync_execution: "true" },
      body: {},
    } as const;
    const called = await server.request({ ...execute, token });
    expect(called.body).toMatchObject({
      errored: true,
      execution_error: { code: "CODE_THROWN", message: "The code of this step failed." },
    });
    expect(called.text).not.toContain(SALT);
    expect((await server.request({ ...execute, key: server.testKey, account: "acme" })).text).toContain(SALT);
    const agent = await server.connect(record, token);
    const result = await agent.callTool({ name: "bad", arguments: {} });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).not.toContain(SALT);
    const url = `/api/v2/public/mcp-servers/${record}/calls`;
    const [logged] = (await server.request({ url, token })).body.docs;
    expect(logged).toMatchObject({
      status: "ERRORED",
      error: expect.stringMatching(/The code of this step failed\.$/),
      execution_id: expect.any(String),
    });
    for (const at of [url, `${url}/${logged._id}`]) {
      expect((await server.request({ url: at, token })).text).not.toContain(SALT);
      expect((await server.request({ url: at, key: server.testKey })).text).toContain(SALT);
    }
    await server.deps.db
      .updateTable("mcp_calls")
      .set({ status: "COMPLETED", error: null })
      .where("id", "=", logged._id)
      .execute();
    for (const at of [url, `${url}/${logged._id}`]) {
      expect((await server.request({ url: at, token })).text).not.toContain(SALT);
      expect((await server.request({ url: at, key: server.testKey })).text).toContain(SALT);
    }
  });

  test("to a workflow of its own that calls it", async () => {
    const { server, token } = shop;
    const workflow = await published(createCodeNode("bad", THROWS));
    const nodes = [
      { id: "call", type: "sub_flow", data: { workflow }, on_error: "continue" },
      {
        id: "spell",
        type: "ai_code_executor",
        data: { code: "return [...node.call.error.message].join('-')" },
      },
    ];
    const own = await publishTestWorkflow(server, { account: "acme", nodes });
    const url = `/api/v2/public/workflow/${own}/execute`;
    const { body } = await server.request({
      method: "POST",
      url,
      token,
      headers: { sync_execution: "true" },
      body: {},
    });
    const told = (body.return_value as string).split("-").join("");
    expect(told).toMatch(/^Execution [0-9a-f]{24} of the workflow failed: The code of this step failed\.$/);
    const [{ message }] = (await shown(body.execution_id)).nodes.flatMap(
      ({ error }: { error?: object }) => error ?? [],
    );
    expect(message).toBe(told);
  });

  test("fully for its own workflows, and if the organization opens its workflows", async () => {
    const { server, token } = shop;
    const own = await publishTestWorkflow(server, { account: "acme", code: THROWS });
    const url = `/api/v2/public/workflow/${own}/execute`;
    const { text } = await server.request({
      method: "POST",
      url,
      token,
      headers: { sync_execution: "true" },
      body: {},
    });
    expect(text).toContain(SALT);
    const id = await ran({ nodes: [createCodeNode("bad", THROWS)] });
    const open = (whole_workflows: boolean) =>
      server.request({
        method: "PUT",
        url: "/api/v2/public/organization",
        key: server.productionKey,
        body: { whole_workflows },
      });
    await open(true);
    expect(await overApi(id, ["bad"], { token })).toContain(SALT);
    expect(await overMcp(id)).toContain(SALT);
    await open(false);
    await expectHidden(await ran({ nodes: [createCodeNode("bad", THROWS)] }), ["bad"]);
  });
});
