import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import type { JobContext } from "../../platform/queue/job.ts";
import { applyEdgeDefaults, applyNodeDefaults, type NodeInput } from "../../workflows/definition/graph.ts";
import { createApprovalNode, findStepStatus } from "../approvals/test-asked.ts";
import { saveAnswer } from "../signals/signals.ts";
import {
  createCodeNode,
  createHttpNode,
  readRun,
  startTestRun,
  waitForRestingRun,
  waitForRunEnd,
} from "../start/test-run.ts";
import { startCalledWorkflow } from "./start-called-workflow.ts";
import { useThirdParty } from "./test-third-party.ts";

const { server, third } = useThirdParty();

const rest: NodeInput = { id: "rest", type: "delay", data: { for: { hours: 1 } } };
const call = (workflow: string, id = "call"): NodeInput => ({ id, type: "sub_flow", data: { workflow } });

/** A loop of two items: the first one comes to `node` and rests, the second one fails once it is told to. */
function loopAround(node: NodeInput, more: Partial<NodeInput> = {}) {
  const nodes: NodeInput[] = [
    { id: "loop", type: "loop", data: { items: [0, 1], concurrency: 2 }, ...more },
    { id: "which", type: "switch", data: { value: "{{ loop.index }}", cases: [{ value: 0 }] } },
    node,
    { id: "told", type: "wait_for_webhook" },
    createCodeNode("bad", "throw new Error('no luck')"),
  ];
  const edges = ["start>loop", "loop:item>which", `which:case_1>${node.id}`, "which:default>told"];
  edges.push("told>bad", `${node.id}>loop`, "bad>loop");
  return { nodes, edges };
}

/** Publishes a workflow that takes an hour; its id. */
function publishLong(): Promise<string> {
  const nodes = applyNodeDefaults([{ id: "start", type: "start" }, rest]);
  const edges = applyEdgeDefaults([{ source: "start", target: rest.id }]);
  return insertTestWorkflow(server.deps, server.test, { nodes, edges, slug: null });
}

const calledBy = (id: string) =>
  server.deps.db
    .selectFrom("runs")
    .select(["parent_path", "status"])
    .where("parent_run", "=", id)
    .orderBy("parent_path")
    .execute();

const letFail = (runId: string) => saveAnswer(server.deps, "hook", { runId, path: "loop[1]/told" }, null);

describe("a loop that fails", () => {
  test("with its execution stops what an item that rests has called", async () => {
    const id = await startTestRun(server, loopAround(call(await publishLong())));
    await waitForRestingRun(server, id);
    await eventually(async () => (await calledBy(id)).length === 1);
    await letFail(id);
    expect((await waitForRunEnd(server, id)).status).toBe("ERRORED");
    expect(await calledBy(id)).toEqual([{ parent_path: "loop[0]/call", status: "STOPPED" }]);
  });

  test("in an execution that goes on stops that alone, and nothing is called for it later", async () => {
    const workflow = await publishLong();
    const { nodes, edges } = loopAround(call(workflow), { on_error: "continue" });
    nodes.push({ id: "loops", type: "loop", data: { items: [0] } }, call(workflow, "other"));
    edges.push("start>loops", "loops:item>other", "other>loops");
    const id = await startTestRun(server, { nodes, edges });
    await eventually(async () => (await calledBy(id)).length === 2);
    await letFail(id);
    await eventually(async () => (await findStepStatus(server, id, "loop")) === "Errored_and_Skipped");
    const standing = [
      { parent_path: "loop[0]/call", status: "STOPPED" },
      { parent_path: "loops[0]/other", status: "RUNNING" },
    ];
    expect(await calledBy(id)).toEqual(standing);
    // The call may have been waiting for its turn all the while.
    const asked = { parentRun: id, parentPath: "loop[0]/call", workflow, input: null };
    const job = { settle: async () => {} } as Partial<JobContext> as JobContext;
    await startCalledWorkflow(server.deps, asked, job);
    expect(await calledBy(id)).toEqual(standing);
  });

  test("asks nobody any more, and waits for nothing in it", async () => {
    const { nodes, edges } = loopAround(createApprovalNode({}, "ask"), { on_error: "continue" });
    const id = await startTestRun(server, { nodes: [...nodes, rest], edges: [...edges, "loop>rest"] });
    await waitForRestingRun(server, id);
    expect((await readRun(server, id)).waiting_for).toHaveLength(2);
    await letFail(id);
    await eventually(async () => (await findStepStatus(server, id, "rest")) === "Waiting");
    expect((await readRun(server, id)).waiting_for).toMatchObject([{ kind: "time", node_id: "rest" }]);
    expect(await findStepStatus(server, id, "loop[0]/ask")).toBe("Stopped");
    const items = { url: `/api/v2/public/execution/${id}/nodes/loop/batches`, key: server.testKey };
    expect((await server.request(items)).body.docs).toMatchObject([
      { status: "Stopped", output: { error: { code: "STOPPED", path: "loop[0]/ask" } } },
      { status: "Errored" },
    ]);
    const list = { url: "/api/v2/public/approval", key: server.testKey };
    expect((await server.request(list)).body).toMatchObject({ totalDocs: 0, docs: [] });
    const decide = {
      method: "PUT" as const,
      url: `/api/v2/public/execution/${id}/nodes/${encodeURIComponent("loop[0]/ask")}/approval`,
      key: server.testKey,
      body: { approved: true },
    };
    expect((await server.request(decide)).status).toBe(410);
  });

  test("tries nothing in it again", async () => {
    third.answers.push({ status: 503, headers: { "retry-after": "3600" } });
    const send = createHttpNode("send", `${third.url}/send`, { maximum_attempts: 3 });
    const { nodes, edges } = loopAround(send, { on_error: "continue" });
    const id = await startTestRun(server, { nodes: [...nodes, rest], edges: [...edges, "loop>rest"] });
    await waitForRestingRun(server, id);
    const waits = async () =>
      (await readRun(server, id)).waiting_for.map((one: { node_id: string }) => one.node_id);
    expect(await waits()).toEqual(["told", "send"]);
    await letFail(id);
    await eventually(async () => (await findStepStatus(server, id, "rest")) === "Waiting");
    expect(await waits()).toEqual(["rest"]);
    const { nodes: shown } = await readRun(server, id);
    expect(shown.find(({ node_id }: { node_id: string }) => node_id === "send").node_status).toBe("Errored");
  });
});
