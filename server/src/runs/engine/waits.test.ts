import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { WORK } from "../../api/app.ts";
import type { Json } from "../../platform/json/json.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { findStepStatus } from "../approvals/test-asked.ts";
import { RUNS } from "../name.ts";
import { buildSignalStatement } from "../signals/wake.ts";
import {
  createCodeNode,
  createHttpNode,
  readRun,
  readRunRow,
  startTestRun,
  waitForRestingRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";
import { useThirdParty } from "./test-third-party.ts";

const { server, third } = useThirdParty();

// Time enough to see on a busy machine that a run rests.
const REST_MS = 4000;

const delay = (data: NodeInput["data"]): NodeInput => ({ id: "rest", type: "delay", data });
const hook = (id = "hook", data: NodeInput["data"] = {}): NodeInput => ({
  id,
  type: "wait_for_webhook",
  data,
});

/** Answers a step; false when the answer came to nothing. */
async function answer(runId: string, path: string, body: Json): Promise<boolean> {
  const statement = buildSignalStatement([{ runId, path, kind: "answer", body }], new Date());
  const [kept] = await server.deps.database.batch([statement]);
  server.deps.work.wake(RUNS);
  return (kept ?? []).length > 0;
}

describe("a delay", () => {
  test("takes no worker meanwhile, and goes on when it is time", async () => {
    const startedAt = Date.now();
    const id = await startTestRun(server, {
      nodes: [delay({ for_ms: REST_MS }), createCodeNode("after", "return 'after'")],
    });
    const { wake_at: wakeAt, claim } = await waitForRestingRun(server, id);
    expect(wakeAt?.getTime()).toBeGreaterThan(startedAt + REST_MS - 100);
    expect(claim).toBe(1);
    expect((await readRun(server, id)).nodes[1].node_status).toBe("Waiting");
    expect(await waitForRunResponse(server, id)).toBe("after");
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(REST_MS);
    expect((await readRunRow(server, id)).claim).toBe(2);
    expect((await readRun(server, id)).nodes[1].execution_time).toBeGreaterThanOrEqual(REST_MS - 100);
  });

  test("outlives the process, and is not begun anew", async () => {
    const id = await startTestRun(server, {
      nodes: [delay({ for_ms: REST_MS }), createCodeNode("after", "return 1")],
    });
    const { wake_at: wakeAt } = await waitForRestingRun(server, id);
    await server.deps.work.stop(60_000);
    expect(await readRunRow(server, id)).toMatchObject({ wake_at: wakeAt, claim: 1 });
    await server.deps.work.start(WORK, server.deps);
    expect(await waitForRunResponse(server, id)).toBe(1);
  });

  test("of a moment is waited for without putting the run down", async () => {
    const id = await startTestRun(server, {
      nodes: [delay({ for_ms: 100 }), createCodeNode("after", "return 1")],
    });
    expect(await waitForRunResponse(server, id)).toBe(1);
    expect((await readRunRow(server, id)).claim).toBe(1);
  });

  test("does not hold up other branches; with two of them the first one wakes the run", async () => {
    const nodes = [
      delay({ for: { hours: 1 } }),
      { ...delay({ for_ms: REST_MS }), id: "short" },
      createCodeNode("quick", "return 'quick'"),
      createCodeNode("after", "return 'after'"),
    ];
    const edges = ["start>rest", "start>short", "start>quick", "short>after"];
    const id = await startTestRun(server, { nodes, edges });
    const { created_at: at, wake_at: wakeAt } = await waitForRestingRun(server, id);
    expect(Number(wakeAt) - Number(at)).toBeLessThan(3_000_000);
    await eventually(async () => (await readRun(server, id)).nodes[4].node_status === "Success");
    const { nodes: shown } = await readRun(server, id);
    const statuses = shown.map((node: { node_status: string }) => node.node_status);
    expect(statuses).toEqual(["Success", "Waiting", "Success", "Success", "Success"]);
  });
});

describe("a node that waits for an answer", () => {
  test("keeps what its log said before", async () => {
    const node = hook("hook", { wait_ms: "{{ input.limit }}" });
    const id = await startTestRun(server, { nodes: [node], input: {} });
    await waitForRestingRun(server, id);
    await answer(id, "hook", 1);
    await waitForRunResponse(server, id);
    const { logs } = (await readRun(server, id)).nodes[1];
    expect(logs).toEqual([expect.stringContaining("input.limit")]);
  });

  test("rests without a claim, and goes on with what came", async () => {
    const id = await startTestRun(server, {
      nodes: [hook(), createCodeNode("after", "return node.hook.body")],
    });
    await waitForRestingRun(server, id);
    expect(await answer(id, "hook", { paid: 20 })).toBe(true);
    expect(await waitForRunResponse(server, id)).toEqual({ paid: 20 });
  });

  test("takes what came before it was reached", async () => {
    const id = await startTestRun(server, { nodes: [delay({ for_ms: REST_MS }), hook()] });
    await waitForRestingRun(server, id);
    expect(await answer(id, "hook", "early")).toBe(true);
    expect(await waitForRunResponse(server, id)).toBe("early");
    // The answer is no reason to end the delay.
    const { nodes } = await readRun(server, id);
    expect(nodes[1].execution_time).toBeGreaterThanOrEqual(REST_MS - 100);
  });

  test("takes the first answer, and none once it has ended", async () => {
    const id = await startTestRun(server, {
      nodes: [hook(), delay({ for_ms: 900 }), createCodeNode("say", "return node.hook")],
    });
    await waitForRestingRun(server, id);
    const kept = await Promise.all([answer(id, "hook", 1), answer(id, "hook", 1), answer(id, "hook", 1)]);
    expect(kept.filter(Boolean)).toHaveLength(1);
    await eventually(async () => (await readRun(server, id)).nodes[1].node_status === "Success");
    expect(await answer(id, "hook", 2)).toBe(false);
    expect(await waitForRunResponse(server, id)).toEqual({ body: 1 });
    expect(await answer(id, "hook", 3)).toBe(false);
  });

  test("fails when nothing comes in time", async () => {
    const id = await startTestRun(server, { nodes: [hook("hook", { wait_ms: 1000 })] });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "WAIT_TIMEOUT", node_id: "hook" },
      nodes: [{}, { node_status: "Timed_Out" }],
    });
  });

  test("is noticed by a run that is busy elsewhere", async () => {
    let id = "";
    // Busy until the other branch has gone on.
    const hasGoneOn = async () => (await findStepStatus(server, id, "after")) === "Success";
    third.answers.push({ status: 200, after: eventually(hasGoneOn) });
    const nodes = [
      hook(),
      createCodeNode("after", "return 1"),
      createHttpNode("busy", `${third.url}/busy`),
      createCodeNode("end", "return 2"),
    ];
    const edges = ["start>hook", "hook>after", "start>busy", "busy>end"];
    id = await startTestRun(server, { nodes, edges });
    await eventually(async () => (await readRun(server, id)).nodes[1].node_status === "Waiting");
    await answer(id, "hook", null);
    expect(await waitForRunResponse(server, id)).toEqual({ after: 1, end: 2 });
  });

  test("that is noticed while others are busy does not keep the run awake later", async () => {
    let id = "";
    const hasGoneOn = async () => (await findStepStatus(server, id, "second")) === "Waiting";
    third.answers.push({ status: 200, after: eventually(hasGoneOn) });
    const nodes = [hook(), hook("second"), createHttpNode("busy", `${third.url}/busy`)];
    id = await startTestRun(server, { nodes, edges: ["start>hook", "hook>second", "start>busy"] });
    await eventually(async () => (await findStepStatus(server, id, "hook")) === "Waiting");
    await answer(id, "hook", null);
    expect(await waitForRestingRun(server, id)).toMatchObject({ signals: 1 });
  });

  test("is noticed in an item of a loop while another loop, in which one waits too, is busy", async () => {
    let id = "";
    // Busy until the other loop has gone on.
    const hasGoneOn = async () => (await findStepStatus(server, id, "one[0]/after")) === "Success";
    third.answers.push({ status: 200, after: eventually(hasGoneOn) });
    const nodes: NodeInput[] = [
      { id: "one", type: "loop", data: { items: [1] } },
      hook("first"),
      createCodeNode("after", "return 1"),
      { id: "two", type: "loop", data: { items: [1] } },
      hook("second"),
      createHttpNode("busy", `${third.url}/busy`),
    ];
    const edges = ["start>one", "one:item>first", "first>after", "after>one"];
    edges.push("start>two", "two:item>second", "two:item>busy", "second>two", "busy>two");
    id = await startTestRun(server, { nodes, edges });
    await eventually(async () => (await readRun(server, id)).waiting_for.length === 2);
    await answer(id, "one[0]/first", null);
    await eventually(async () => (await findStepStatus(server, id, "two[0]/busy")) === "Success");
    await answer(id, "two[0]/second", null);
    expect((await waitForRunEnd(server, id)).status).toBe("COMPLETED");
  });

  test("is noticed in an item of a loop while other items of it end one after the other", async () => {
    const count = 60;
    let id = "";
    // The last one is busy until the item that waited has gone on.
    const hasGoneOn = async () => (await findStepStatus(server, id, "loop[0]/each")) === "Success";
    third.answer = ({ path }) =>
      path === `/${count - 1}` ? { status: 200, after: eventually(hasGoneOn) } : { status: 200, delayMs: 50 };
    const nodes: NodeInput[] = [
      { id: "loop", type: "loop", data: { items: Array.from({ length: count }, () => 0), concurrency: 5 } },
      { id: "which", type: "switch", data: { value: "{{ loop.index }}", cases: [{ value: 0 }] } },
      hook(),
      createHttpNode("each", `${third.url}/{{ loop.index }}`),
    ];
    const edges = ["start>loop", "loop:item>which", "which:case_1>hook", "which:default>each", "hook>each"];
    edges.push("each>loop");
    id = await startTestRun(server, { nodes, edges });
    await eventually(async () => (await readRun(server, id)).waiting_for.length === 1);
    await answer(id, "loop[0]/hook", null);
    expect((await waitForRunEnd(server, id)).status).toBe("COMPLETED");
    expect(third.received).toHaveLength(count);
  });

  test("waits on its own in each item of a loop", async () => {
    const nodes: NodeInput[] = [
      { id: "loop", type: "loop", data: { items: "{{ input }}", concurrency: 3 } },
      hook(),
    ];
    const edges = ["start>loop", "loop:item>hook", "hook>loop"];
    const id = await startTestRun(server, { nodes, edges, input: ["a", "b", "c"] });
    await waitForRestingRun(server, id);
    for (const index of [2, 0, 1]) expect(await answer(id, `loop[${index}]/hook`, index)).toBe(true);
    expect(await waitForRunResponse(server, id)).toEqual([0, 1, 2]);
  });

  test("loses no answer of many that come at the same moment", async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `hook${index}`);
    const id = await startTestRun(server, {
      nodes: ids.map((one) => hook(one)),
      edges: ids.map((one) => `start>${one}`),
    });
    await waitForRestingRun(server, id);
    await Promise.all(ids.map((one) => answer(id, one, one)));
    expect(await waitForRunResponse(server, id)).toEqual(Object.fromEntries(ids.map((one) => [one, one])));
  });
});

test.each([
  ["time", delay({ for: { hours: 1 } })],
  ["answer", hook()],
])("a list says that an execution waits for its %s", async (kind, node) => {
  const id = await startTestRun(server, { nodes: [node] });
  await waitForRestingRun(server, id);
  const url = `/api/v2/public/execution?execution_id=${id}`;
  const { body } = await server.request({ url, key: server.testKey });
  expect(body.docs[0]).toMatchObject({ status: "RUNNING", waits_for: { kind } });
});
