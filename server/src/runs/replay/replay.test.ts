import { describe, expect, test } from "vitest";
import type { TestReply } from "../../../test/test-server.ts";
import { createId } from "../../platform/id.ts";
import type { Json } from "../../platform/json/json.ts";
import { applyEdgeDefaults, applyNodeDefaults, type NodeInput } from "../../workflows/definition/graph.ts";
import { insertVersion } from "../../workflows/store.ts";
import { blankVersion } from "../../workflows/validation/test-definitions.ts";
import { useThirdParty } from "../engine/test-third-party.ts";
import {
  createCodeNode,
  createHttpNode,
  readRun,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";
import { createEndedRun, postRunCommand, replayToEnd } from "./test-replay.ts";

const { server, third } = useThirdParty();

/** Publishes these nodes, in a row, as a new workflow or the next version of one; its id. */
async function publish(nodes: NodeInput[], workflow?: string): Promise<string> {
  const send = (method: "POST" | "PUT", path: string, body: unknown) =>
    server.request({ method, url: `/api/v2/public/workflow${path}`, key: server.testKey, body });
  const start = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };
  const edges = nodes.map(({ id }, index) => ({ source: nodes[index - 1]?.id ?? "start", target: id }));
  const body = { name: "Changes", nodes: [start, ...nodes], edges };
  const made = await (workflow ? send("PUT", `/${workflow}`, body) : send("POST", "", body));
  expect(made.status, made.text).toBe(200);
  const id = workflow ?? made.body._id;
  const published = await send("PUT", `/${id}/publish`, { published: true });
  expect(published.status, published.text).toBe(200);
  return id;
}

/** An execution of a published workflow, once it has ended. */
async function executed(workflow: string): Promise<string> {
  const account = `account-${createId()}`;
  await server.account(account);
  const url = `/api/v2/public/workflow/${workflow}/execute`;
  const reply = await server.request({ method: "POST", url, key: server.testKey, account, body: {} });
  expect(reply.status, reply.text).toBe(200);
  await waitForRunEnd(server, reply.body.execution_id);
  return reply.body.execution_id;
}

const statusesOf = (run: TestReply["body"]) =>
  run.nodes.map((node: { is_copied?: boolean; node_status: string }) =>
    node.is_copied ? "copied" : node.node_status,
  );

const call = (id: string, more: Partial<NodeInput> = {}) => createHttpNode(id, `${third.url}/${id}`, more);

describe("a rerun", () => {
  test("repeats everything with the same input, version and choices", async () => {
    const nodes = [call("a"), createCodeNode("end", "return [input, config.region, config.channel]")];
    const id = await createEndedRun(server, { nodes, input: { n: 1 } });
    const reply = await postRunCommand(server, id, "rerun");
    expect(reply).toMatchObject({ status: 200, body: { status: "success" } });
    const run = await waitForRunEnd(server, reply.body.id);
    expect(run).toMatchObject({
      status: "COMPLETED",
      replay_of: id,
      workflow_version: 1,
      type_of_execution: "ASYNC",
    });
    expect(run.linked_account_id).toBe((await readRun(server, id)).linked_account_id);
    expect(await waitForRunResponse(server, reply.body.id)).toEqual([{ n: 1 }, "eu", "C1"]);
    expect(third.received).toHaveLength(2);
    expect(new Set(third.received.map(({ headers }) => headers["idempotency-key"] ?? "")).size).toBe(1);
  });

  test("409 while it has not ended", async () => {
    const open = await startTestRun(server, { nodes: [{ id: "ask", type: "wait_for_webhook" }] });
    for (const what of ["rerun", "replay"])
      expect((await postRunCommand(server, open, what, {})).status).toBe(409);
  });

  test("404 for an unknown execution, and for those of others", async () => {
    const id = await createEndedRun(server, { nodes: [] });
    const { testKey } = await server.organization();
    for (const what of ["rerun", "replay"]) {
      expect((await postRunCommand(server, "000000000000000000000000", what, {})).status).toBe(404);
      expect((await postRunCommand(server, id, what, {}, testKey)).status).toBe(404);
      expect((await postRunCommand(server, id, what, {}, server.productionKey)).status).toBe(404);
    }
  });
});

describe("a replay from a node", () => {
  test("reuses the steps before and beside it, and runs the rest again", async () => {
    const nodes = [
      call("before"),
      call("beside"),
      call("from"),
      createCodeNode("join", "return [node.before, node.from.body]"),
    ];
    const edges = ["start>before", "start>beside", "before>from", "from>join", "beside>join"];
    third.answers.push({ status: 200, body: "1" }, { status: 200, body: "2" }, { status: 404 });
    const id = await createEndedRun(server, { nodes, edges });
    const first = await readRun(server, id);
    expect(first).toMatchObject({ status: "ERRORED", execution_error: { node_id: "from" } });
    third.reset();
    third.answers.push({ status: 200, body: '"again"' });
    const run = await replayToEnd(server, id, { from_node: "failed" });
    expect(run).toMatchObject({ status: "COMPLETED", replay_of: id });
    expect(statusesOf(run)).toEqual(["Success", "copied", "copied", "Success", "Success"]);
    expect(run.nodes[1].latest_output).toEqual(first.nodes[1].latest_output);
    expect(third.received.map(({ path }) => path)).toEqual(["/from"]);
    expect(await waitForRunResponse(server, run._id)).toEqual([first.nodes[1].latest_output, "again"]);
    expect((await readRun(server, id)).status).toBe("ERRORED");
  });

  test("repeats failed steps beside it", async () => {
    const nodes = [call("a"), call("b")];
    const edges = ["start>a", "start>b"];
    third.answers.push({ status: 404 }, { status: 404 });
    const id = await createEndedRun(server, { nodes, edges });
    third.reset();
    expect(await replayToEnd(server, id, { from_node: "a" })).toMatchObject({ status: "COMPLETED" });
    expect(third.received.map(({ path }) => path).sort()).toEqual(["/a", "/b"]);
  });

  test("accepts other settings for it, which are validated", async () => {
    const nodes = [call("before"), call("from"), createCodeNode("end", "return node.from.body")];
    const id = await createEndedRun(server, { nodes });
    third.reset();
    const node_input = { url: `${third.url}/other`, method: "POST", body: { fixed: true } };
    const { linked_account_id: account } = await readRun(server, id);
    const url = `/api/v2/public/execution/${id}/replay`;
    const own = { from_node: "from", node_input };
    // The account may do it again, but not otherwise than the workflow says.
    const refused = await server.request({
      method: "POST",
      url,
      token: await server.account(account),
      body: own,
    });
    expect([refused.status, third.received.length]).toEqual([403, 0]);
    expect(await replayToEnd(server, id, { from_node: "from", node_input })).toMatchObject({
      status: "COMPLETED",
      nodes: [{}, {}, { input_data: node_input }, {}],
    });
    expect(third.received).toMatchObject([{ path: "/other", body: '{"fixed":true}' }]);
    for (const [bad, text] of [
      [{ url: 5 }, "node_input: data.url"],
      [{}, "node_input: data.url is required"],
      [{ url: third.url, headers: { authorization: "[hidden]" } }, "node_input: it contains a credential"],
      [{ url: third.url, timeout: 5 }, "node_input: data.timeout: unknown setting"],
    ] as const)
      expect(
        await postRunCommand(server, id, "replay", { from_node: "from", node_input: bad }),
      ).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(text) },
      });
  });

  test("accepts settings for it as literal values, but none of its own expressions, which would not be evaluated", async () => {
    const url = `${third.url}/send`;
    const data = { method: "POST", body: { number: "{{ input.number }}", text: "Order {{ input.number }}" } };
    const id = await createEndedRun(server, {
      nodes: [createHttpNode("send", url, { data })],
      input: { number: 7 },
    });
    const given = (body: Json) => ({ from_node: "send", node_input: { url, method: "POST", body } });
    for (const body of [data.body, { number: 8, text: "Order {{ input.number }}" }])
      expect(await postRunCommand(server, id, "replay", given(body))).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("node_input: data.body.") },
      });
    third.reset();
    const body = { number: 8, text: "Dear {{ name }}, {{input.number}} is {{" };
    expect(await replayToEnd(server, id, given(body))).toMatchObject({ status: "COMPLETED" });
    expect(third.received).toMatchObject([{ body: JSON.stringify(body) }]);
  });

  test("accepts code that contains braces", async () => {
    const text = "return [{a: {b: 1}}, `{{ input.n }}`]";
    const id = await createEndedRun(server, { nodes: [createCodeNode("from", text)] });
    const run = await replayToEnd(server, id, { from_node: "from", node_input: { code: text } });
    expect(run.nodes[1].latest_output).toEqual({ body: [{ a: { b: 1 } }, "{{ input.n }}"] });
  });

  test("400 if the execution never reached the node, which is named; nothing is started", async () => {
    const nodes: NodeInput[] = [
      { id: "rule", type: "rule", data: { conditions: [{ lhs: 1, operator: "eq", rhs: 1 }] } },
      call("yes"),
      call("no"),
      createCodeNode("last", "return 1"),
    ];
    const edges = ["start>rule", "rule:true>yes", "rule:false>no", "yes>last"];
    third.answers.push({ status: 404 });
    const id = await createEndedRun(server, { nodes, edges });
    for (const from_node of ["no", "last"]) {
      expect(await postRunCommand(server, id, "replay", { from_node })).toMatchObject({
        status: 400,
        body: {
          message: expect.stringContaining(`from_node: this execution never reached the node "${from_node}"`),
        },
      });
    }
    const runs = server.deps.db.selectFrom("runs").select("id").where("replay_of", "=", id);
    expect(await runs.execute()).toEqual([]);
  });

  test("starts with a node that a newer version has inserted right after the reused ones", async () => {
    const nodes = [call("before"), createCodeNode("end", "return 1")];
    const workflow = await publish(nodes);
    const id = await executed(workflow);
    await publish(
      [call("before"), createCodeNode("new", "return 2"), createCodeNode("end", "return node.new.body")],
      workflow,
    );
    third.reset();
    const run = await replayToEnd(server, id, { from_node: "new", version: "published" });
    expect(statusesOf(run)).toEqual(["Success", "copied", "Success", "Success"]);
    expect(third.received).toHaveLength(0);
    const beyond = await postRunCommand(server, id, "replay", { from_node: "new" });
    expect(beyond).toMatchObject({ status: 400, body: { message: expect.stringContaining('"new"') } });
  });

  test("repeats a loop as a whole, or reuses it as a whole", async () => {
    const nodes: NodeInput[] = [
      { id: "loop", type: "loop", data: { items: "{{ input }}" } },
      call("each"),
      createCodeNode("after", "return node.loop.body.length"),
    ];
    const edges = ["start>loop", "loop:item>each", "each>loop", "loop:done>after"];
    const id = await createEndedRun(server, { nodes, edges, input: [1, 2, 3] });
    third.reset();
    const later = await replayToEnd(server, id, { from_node: "after" });
    expect(statusesOf(later)).toEqual(["Success", "copied", "copied", "Success"]);
    expect(third.received).toHaveLength(0);
    const items = server.deps.db.selectFrom("run_steps").select("path").where("run_id", "=", later._id);
    expect(await items.where("path", "like", "loop[%").execute()).toHaveLength(3);
    await replayToEnd(server, id, { from_node: "loop" });
    expect(third.received).toHaveLength(3);
  });

  test("reuses a step that passed on a large input", async () => {
    const input = { text: "x".repeat(300 * 1024) };
    const nodes = [
      createCodeNode("pass", "return input"),
      createCodeNode("end", "return node.pass.body.text.length"),
    ];
    const id = await createEndedRun(server, { nodes, input });
    const run = await replayToEnd(server, id, { from_node: "end" });
    expect(statusesOf(run)).toEqual(["Success", "copied", "Success"]);
    expect(await waitForRunResponse(server, run._id)).toBe(300 * 1024);
  });

  test("can itself be replayed", async () => {
    const id = await createEndedRun(server, { nodes: [call("a"), call("b"), call("c")] });
    const second = await replayToEnd(server, id, { from_node: "b" });
    third.reset();
    const last = await replayToEnd(server, second._id, { from_node: "c" });
    expect(last).toMatchObject({ status: "COMPLETED", replay_of: second._id });
    expect(statusesOf(last)).toEqual(["Success", "copied", "copied", "Success"]);
    expect(third.received.map(({ path }) => path)).toEqual(["/c"]);
  });
});

describe("a replay from the start", () => {
  test("accepts another payload", async () => {
    const id = await createEndedRun(server, {
      nodes: [createCodeNode("end", "return input")],
      input: { n: 1 },
    });
    expect(
      await waitForRunResponse(server, (await replayToEnd(server, id, { input: { n: 2 } }))._id),
    ).toEqual({
      n: 2,
    });
    expect(
      await waitForRunResponse(
        server,
        (await replayToEnd(server, id, { from_node: "start", input: null }))._id,
      ),
    ).toBeNull();
  });

  test.each([
    [{ from_node: "end", input: 1 }, "input replaces what started the execution"],
    [{ node_input: {} }, "node_input needs a from_node"],
    [{ from_node: "nowhere" }, 'from_node: version 1 has no node "nowhere"'],
    [{ from_node: "failed" }, 'from_node: "failed" is for executions in which a node has failed'],
    [{ version: "published" }, "version: the workflow is not published."],
    [{ version: "newest" }, "version"],
  ])("400: %j", async (body, text) => {
    const id = await createEndedRun(server, { nodes: [createCodeNode("end", "return input")] });
    const reply = await postRunCommand(server, id, "replay", body);
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(text) } });
    const runs = server.deps.db.selectFrom("runs").select("id").where("replay_of", "=", id);
    expect(await runs.execute()).toEqual([]);
  });
});

test("a run of an old version is repeated on that version, even if there is a newer one", async () => {
  const id = await createEndedRun(server, { nodes: [createCodeNode("end", "return 'old'")] });
  const { associated_workflow: workflow, org_id } = await readRun(server, id);
  const nodes = applyNodeDefaults([{ id: "start", type: "start" }, createCodeNode("end", "return 'new'")]);
  const edges = applyEdgeDefaults([{ source: "start", target: "end" }]);
  const row = { id: workflow._id, org_id, account_id: null, ...blankVersion({ nodes, edges }) };
  expect(await insertVersion(server.deps.db, row, new Date())).toBe(2);
  expect(await waitForRunResponse(server, (await replayToEnd(server, id, {}))._id)).toBe("old");
});
