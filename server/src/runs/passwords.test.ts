import { beforeAll, describe, expect, test } from "vitest";
import { dumpDatabase, findSecrets } from "../../test/find-secrets.ts";
import type { TestReply } from "../../test/test-server.ts";
import type { EdgeInput, NodeInput } from "../workflows/definition/graph.ts";
import { useThirdParty } from "./engine/test-third-party.ts";
import { createCodeNode, waitForRunEnd } from "./start/test-run.ts";

const PUBLIC = "/api/v2/public";
// It looks different in an address, in a form, in JSON and in base64.
const PASSWORD = 'S3cret+ö/"pass word"=&1';
// Long enough for the run to be released: it goes on from what the database holds of its steps.
const PUT_DOWN: NodeInput = { id: "pause", type: "delay", data: { for_ms: 600 } };

const { server, third } = useThirdParty();
let session: string;
beforeAll(async () => {
  session = await server.account("one");
});

const send = (method: "GET" | "POST" | "PUT", path: string, body?: unknown) =>
  server.request({ method, url: PUBLIC + path, key: server.testKey, account: "one", body });

/** Publishes a workflow with a password that the account has set; its id. */
async function publish(nodes: NodeInput[], edges?: EdgeInput[], password = PASSWORD): Promise<string> {
  const start = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };
  const row = nodes.map(({ id }, index) => ({ source: nodes[index - 1]?.id ?? "start", target: id }));
  const data_slots = [{ id: "pw", name: "Password", field_type: "password" }];
  const made = await send("POST", "/workflow", {
    name: "Knows a password",
    slug: "stripe",
    data_slots,
    nodes: [start, ...nodes],
    edges: edges ?? row,
  });
  expect(made.status, made.text).toBe(200);
  const id: string = made.body._id;
  await send("PUT", `/workflow/${id}/publish`, { published: true });
  await setPassword(id, password);
  return id;
}

async function setPassword(workflow: string, pw: string): Promise<void> {
  const workflows = [{ id: workflow, enabled: true, fields: { pw } }];
  expect((await send("POST", "/config", { slug: "stripe", workflows })).status).toBe(200);
}

async function execute(workflow: string): Promise<TestReply["body"]> {
  const { body } = await send("POST", `/workflow/${workflow}/execute`, { payload: {} });
  return waitForRunEnd(server, body.execution_id);
}

async function responseOf(id: string): Promise<unknown> {
  return (await server.request({ url: `/api/v1/execution/${id}/response`, key: server.testKey })).body
    .response;
}

/** Where the password stands in what is shown of executions, or in any table. */
async function leaks(ids: readonly string[], ...passwords: string[]): Promise<string[]> {
  const texts = await dumpDatabase(server.deps);
  const read = async (url: string, token?: string) => {
    const reply = await server.request({ url, ...(token ? { token } : { key: server.testKey }) });
    expect(reply.status, url).toBe(200);
    texts.set(url, reply.text);
    return reply.body;
  };
  await read(`${PUBLIC}/execution`);
  for (const id of ids) {
    await read(`${PUBLIC}/execution/${id}`, session);
    await read(`/api/v1/execution/${id}/response`);
    const { nodes } = await read(`${PUBLIC}/execution/${id}`);
    for (const { node_id, path } of nodes.filter((one: { attempts_made: number }) => one.attempts_made > 0)) {
      const node = encodeURIComponent(path ?? node_id);
      await read(`${PUBLIC}/execution/${id}/nodes/${node}/attempts`);
      await read(`${PUBLIC}/execution/${id}/nodes/${node}/batches`);
    }
  }
  return findSecrets(Object.fromEntries([PASSWORD, ...passwords].map((one) => [one, one])), texts);
}

const nodeOf = (run: TestReply["body"], id: string) =>
  run.nodes.find(({ node_id: one }: { node_id: string }) => one === id);

describe("a password among the settings of a run", () => {
  test("reads [hidden] in nodes' inputs and outputs, and reaches third parties as plain text", async () => {
    third.answers.push({ status: 200, body: JSON.stringify({ you: { sent: [PASSWORD, 4] } }) });
    const data = {
      method: "POST",
      url: `${third.url}/?api_key={{ config.pw }}&a=1`,
      query: { pw: "{{ config.pw }}", page: "2" },
      body: { password: "{{ config.pw }}", n: 5 },
    };
    const output = { same: "{{ config.pw }}", basic: "Basic {{ node.basic.body }}", n: "{{ 1 + 1 }}" };

    const workflow = await publish([
      createCodeNode(
        "basic",
        "return btoa(String.fromCharCode(...new TextEncoder().encode(`me:${config.pw}`)))",
      ),
      { id: "post", type: "http", data },
      { id: "pass", type: "transform", data: { output } },
    ]);
    const run = await execute(workflow);
    expect(run.status, JSON.stringify(run)).toBe("COMPLETED");
    expect(third.received[0]?.body).toBe(JSON.stringify({ password: PASSWORD, n: 5 }));
    const asked = new URL(third.received[0]?.path ?? "", third.url).searchParams;
    expect(asked.get("pw")).toBe(PASSWORD);
    expect(nodeOf(run, "post").input_data).toEqual({
      ...data,
      url: `${third.url}/?api_key=[hidden]&a=1`,
      query: { pw: "[hidden]", page: "2" },
      body: { password: "[hidden]", n: 5 },
    });
    expect(nodeOf(run, "post").latest_output.body).toEqual({ you: { sent: ["[hidden]", 4] } });
    const passed = { same: "[hidden]", basic: "Basic [hidden]", n: 2 };
    expect(nodeOf(run, "pass").latest_output).toEqual({ body: passed });
    expect(await responseOf(run._id)).toEqual(passed);
    expect(await leaks([run._id])).toEqual([]);
  });

  test("reads [hidden] in logs, in errors, and in the webhooks about them", async () => {
    await send("POST", "/webhook", {
      webhook_url: third.url,
      webhook_events: ["Workflow Errored", "Workflow Completed"],
    });
    const workflow = await publish([
      createCodeNode(
        "log",
        "console.log('with', config.pw); throw new Error(`no ${encodeURIComponent(config.pw)}`)",
        {
          on_error: "continue",
        },
      ),
      createCodeNode("seen", "return node.log.error.message"),
      { id: "end", type: "terminate", data: { status: "failed", message: "bad {{ config.pw }}" } },
    ]);
    const run = await execute(workflow);
    expect(nodeOf(run, "log").logs.join()).toContain("with [hidden]");
    expect(nodeOf(run, "log").error.message).toContain("no [hidden]");
    expect(nodeOf(run, "seen").latest_output.body).toContain("no [hidden]");
    expect(run).toMatchObject({ status: "ERRORED", execution_error: { message: "bad [hidden]" } });
    const thrown = await execute(await publish([createCodeNode("bad", "throw new Error(config.pw)")]));
    expect(thrown.execution_error.message).toContain("[hidden]");
    expect(await leaks([run._id, thrown._id])).toEqual([]);
  });

  test("is still available to later steps after the run resumes from the database", async () => {
    const loop = [
      createCodeNode("make", "return { token: config.pw, [config.pw]: 1, list: [config.pw, 'b'] }"),
      { id: "loop", type: "loop", data: { items: "{{ node.make.body.list }}" } },
      PUT_DOWN,
      { id: "post", type: "http", data: { method: "POST", url: third.url, body: { it: "{{ loop.item }}" } } },
      createCodeNode("after", "return [node.make.body.token === config.pw, config.pw in node.make.body]"),
    ];
    const edges = [
      ["start", "make"],
      ["make", "loop"],
      ["loop", "pause", "item"],
      ["pause", "post"],
      ["post", "loop"],
      ["loop", "after", "done"],
    ].map(([source = "", target = "", sourceHandle = null]) => ({ source, target, sourceHandle }));
    const run = await execute(await publish(loop, edges));
    expect(run.status, JSON.stringify(run)).toBe("COMPLETED");
    expect(
      third.received.filter(({ body }) => body.includes("it")).map(({ body }) => JSON.parse(body).it),
    ).toEqual([PASSWORD, "b"]);
    expect(await responseOf(run._id)).toEqual([true, true]);
    expect(nodeOf(run, "make").latest_output.body).toEqual({
      token: "[hidden]",
      "[hidden]": 1,
      list: ["[hidden]", "b"],
    });
    expect(await leaks([run._id])).toEqual([]);
  });

  test("among the items of a loop makes a replay start with the whole loop, because it is not stored", async () => {
    const nodes: NodeInput[] = [
      { id: "loop", type: "loop", data: { items: ["a", "{{ config.pw }}"] } },
      createCodeNode("each", "if (loop.index === 1) throw new Error('no')"),
    ];
    const edges = [
      { source: "start", target: "loop" },
      { source: "loop", target: "each", sourceHandle: "item" },
    ];
    const run = await execute(await publish(nodes, edges));
    expect(run.execution_error.path).toBe("loop[1]/each");
    const replay = (from_node: string) => send("POST", `/execution/${run._id}/replay`, { from_node });
    expect(await replay("failed")).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('items of the loop "loop" contain a password') },
    });
    const whole = await replay("loop");
    expect(whole.status, whole.text).toBe(200);
    expect((await waitForRunEnd(server, whole.body.id)).execution_error.path).toBe("loop[1]/each");
    expect(await leaks([run._id, whole.body.id])).toEqual([]);
  });

  test("stays hidden and usable in a replay after it has changed", async () => {
    const workflow = await publish([
      createCodeNode("make", "return config.pw"),
      { id: "post", type: "http", data: { method: "POST", url: third.url, body: "{{ node.make.body }}" } },
    ]);
    const run = await execute(workflow);
    await setPassword(workflow, "another password");
    const url = `/execution/${run._id}/replay`;
    const { body, text } = await send("POST", url, { from_node: "post", settings: "current" });
    const again = await waitForRunEnd(server, body.id ?? expect.fail(text));
    expect(again.status).toBe("COMPLETED");
    expect(third.received.map((one) => one.body).filter((one) => one.includes("S3cret"))).toHaveLength(2);
    expect(nodeOf(again, "post").input_data.body).toBe("[hidden]");
    expect(await leaks([run._id, again._id], "another password")).toEqual([]);
    const given = { method: "POST", url: `${third.url}?key=[hidden]` };
    expect((await send("POST", url, { from_node: "post", node_input: given })).text).toContain("node_input");
  });

  test("is passed to a called workflow and hidden there too; the response hides it as well", async () => {
    const called = await publish(
      [
        PUT_DOWN,
        { id: "post", type: "http", data: { method: "POST", url: third.url, body: "{{ input.pw }}" } },
        createCodeNode("back", "return { pw: input.pw }"),
      ],
      undefined,
      "other password",
    );
    const data = { workflow: called, input: { pw: "{{ config.pw }}" } };
    const run = await execute(await publish([{ id: "call", type: "sub_flow", data }]));
    expect(run.status, JSON.stringify(run)).toBe("COMPLETED");
    expect(third.received.map(({ body }) => body)).toContain(PASSWORD);
    const { execution_id: child, body } = nodeOf(run, "call").latest_output;
    expect(body).toEqual({ pw: "[hidden]" });
    expect(nodeOf(await waitForRunEnd(server, child), "start").input_data).toEqual({ pw: "[hidden]" });
    const again = await send("POST", `/execution/${child}/replay`, { settings: "current" });
    await waitForRunEnd(server, again.body.id ?? expect.fail(again.text));
    expect(third.received.map((one) => one.body).filter((one) => one === PASSWORD)).toHaveLength(2);
    expect(await leaks([run._id, child, again.body.id])).toEqual([]);
  });

  test("reads [hidden] in a response node's answer to a waiting caller", async () => {
    const data = { headers: { "x-pw": "is {{ config.pw }}" }, body: { pw: "{{ config.pw }}" } };
    const workflow = await publish([{ id: "answer", type: "response", data }], undefined, "plain password");
    const reply = await server.request({
      method: "POST",
      url: `${PUBLIC}/workflow/${workflow}/execute`,
      key: server.testKey,
      account: "one",
      headers: { sync_execution: "true" },
      body: { payload: {} },
    });
    expect(reply.text).toContain("[hidden]");
    expect(reply.headers["x-pw"]).toBe("is [hidden]");
    expect(reply.text + JSON.stringify(reply.headers)).not.toContain("plain password");
    expect(await leaks([], "plain password")).toEqual([]);
  });

  test("of fewer than four characters is not hidden, and nothing is encrypted if nothing is hidden", async () => {
    const run = await execute(
      await publish([createCodeNode("make", "return config.pw + 'def'")], undefined, "abc"),
    );
    expect(nodeOf(run, "make").latest_output).toEqual({ body: "abcdef" });
    const steps = server.deps.db.selectFrom("run_steps").select("sealed").where("run_id", "=", run._id);
    expect((await steps.execute()).every(({ sealed }) => sealed === null)).toBe(true);
  });
});
