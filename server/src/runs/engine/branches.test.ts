import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { findStepStatus } from "../approvals/test-asked.ts";
import {
  createCodeNode,
  createHttpNode,
  readRun,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";
import { useThirdParty } from "./test-third-party.ts";

const { server, third } = useThirdParty();

const rule = (id: string, lhs: string): NodeInput => ({
  id,
  type: "rule",
  data: { conditions: [{ lhs, operator: "gte", rhs: 10 }] },
});

describe("branches", () => {
  test("go on side by side, and a join waits for all that were taken", async () => {
    const together = eventually(async () => third.received.length === 3);
    third.answer = () => ({ status: 200, after: together });
    const nodes = [
      ...["a", "b", "c"].map((id) => createHttpNode(id, `${third.url}/${id}`)),
      createCodeNode("join", "return Object.keys(node).sort()"),
    ];
    const edges = ["a", "b", "c"].flatMap((id) => [`start>${id}`, `${id}>join`]);
    const id = await startTestRun(server, { nodes, edges });
    expect(await waitForRunResponse(server, id)).toEqual(["a", "b", "c", "start"]);
    expect(third.mostAtOnce).toBe(3);
  });

  test.each([
    [25, "large", ["rule", "start", "large"]],
    [5, "small", ["rule", "start", "small"]],
  ])(
    "of a rule: %i goes by %s, the others are never reached, and the join runs once",
    async (total, way, seen) => {
      const nodes = [
        rule("rule", "{{ input.total }}"),
        createCodeNode("large", "return 'large'"),
        createCodeNode("small", "return 'small'"),
        createCodeNode("join", "return [node.large?.body ?? node.small?.body, Object.keys(node)]"),
      ];
      const edges = ["start>rule", "rule:true>large", "rule:false>small", "large>join", "small>join"];
      const id = await startTestRun(server, { nodes, edges, input: { total } });
      expect(await waitForRunResponse(server, id)).toEqual([way, expect.arrayContaining(seen)]);
      const { nodes: shown } = await readRun(server, id);
      const other = shown.find(
        (node: { node_id: string }) => node.node_id === (way === "large" ? "small" : "large"),
      );
      expect(other).toMatchObject({ node_status: "Ready", attempts_made: 0 });
    },
  );
});

describe("a node that fails for good", () => {
  const failing = (more: Partial<NodeInput> = {}) => createHttpNode("call", `${third.url}/call`, more);

  test("hands its error to its edge from error, and the run ends well", async () => {
    third.answers.push({ status: 404, body: '"gone"' });
    const nodes = [
      failing(),
      createCodeNode("normal", "return 1"),
      createCodeNode("mend", "return node.call.error"),
    ];
    const edges = ["start>call", "call>normal", "call:error>mend"];
    const id = await startTestRun(server, { nodes, edges });
    expect(await waitForRunResponse(server, id)).toMatchObject({ code: "HTTP_STATUS", status: 404 });
    expect((await readRun(server, id)).nodes[1]).toMatchObject({
      node_status: "Errored_and_Skipped",
      error: { code: "HTTP_STATUS" },
    });
  });

  test("tries again first, then takes its edge from error once", async () => {
    third.answers.push({ status: 503, headers: { "retry-after": "0" } }, { status: 503 });
    const nodes = [failing({ maximum_attempts: 2 }), createCodeNode("mend", "return node.call.error.status")];
    const edges = ["start>call", "call:error>mend"];
    expect(await waitForRunResponse(server, await startTestRun(server, { nodes, edges }))).toBe(503);
    expect(third.received).toHaveLength(2);
  });

  test("with on_error continue, lets the run go on by its normal edges", async () => {
    third.answers.push({ status: 404 });
    const nodes = [
      failing({ on_error: "continue" }),
      createCodeNode("next", "return node.call.error.status"),
    ];
    expect(await waitForRunResponse(server, await startTestRun(server, { nodes }))).toBe(404);
  });

  test("with on_error skip, skips what only it leads to", async () => {
    third.answers.push({ status: 404 });
    const nodes = [
      failing({ on_error: "skip" }),
      createCodeNode("next", "return 1"),
      createCodeNode("beside", "return 'beside'"),
    ];
    const edges = ["start>call", "call>next", "start>beside"];
    const id = await startTestRun(server, { nodes, edges });
    expect(await waitForRunResponse(server, id)).toBe("beside");
    expect((await readRun(server, id)).nodes[2].node_status).toBe("Ready");
  });

  test("ends the run once what is under way has ended, and begins nothing more", async () => {
    let id = "";
    const hasFailed = async () => (await findStepStatus(server, id, "bad")) === "Errored";
    third.answers.push({ status: 200, after: eventually(hasFailed), body: '"slow"' });
    const nodes = [
      createHttpNode("slow", `${third.url}/slow`),
      createCodeNode("after", "return 1"),
      createCodeNode("bad", "throw new Error('bad')"),
    ];
    const edges = ["start>slow", "slow>after", "start>bad"];
    id = await startTestRun(server, { nodes, edges });
    const run = await waitForRunEnd(server, id);
    expect(run).toMatchObject({ status: "ERRORED", execution_error: { node_id: "bad" } });
    const statuses = run.nodes.map((node: { node_status: string }) => node.node_status);
    expect(statuses).toEqual(["Success", "Success", "Ready", "Errored"]);
  });
});

describe("terminate", { timeout: 60_000 }, () => {
  const terminate = (data: NodeInput["data"]): NodeInput => ({ id: "stop", type: "terminate", data });

  test.each([
    ["well", { response: { early: true } }, { status: "COMPLETED" }],
    [
      "as failed",
      { status: "failed", message: "Out of stock." },
      {
        status: "ERRORED",
        execution_error: { code: "TERMINATED", message: "Out of stock.", node_id: "stop" },
      },
    ],
  ])("ends the run at once, %s, and cuts off what runs beside it", async (_how, data, expected) => {
    // The other branch's request is under way by then, and only cutting it off ends it within the time of this test.
    third.answer = ({ path }) =>
      path === "/slow" ? { status: 200, delayMs: 600_000 } : { status: 200, after: third.asked("/slow") };
    const left = third.nextClosed("/slow");
    const quick = createHttpNode("quick", `${third.url}/quick`);
    const slow = createHttpNode("slow", `${third.url}/slow`, { data: { timeout_ms: 120_000 } });
    const nodes = [slow, quick, terminate(data)];
    const edges = ["start>slow", "start>quick", "quick>stop"];
    const id = await startTestRun(server, { nodes, edges });
    expect(await waitForRunEnd(server, id)).toMatchObject(expected);
    await left;
    const { rows } = await eventually(async () => {
      const held = server.deps.db.selectFrom("runs").select("id").where("worker", "is not", null);
      const rows = await held.execute();
      return rows.length === 0 && { rows };
    });
    expect(rows).toEqual([]);
  });

  test("returns what it says, and nothing after it runs", async () => {
    const nodes = [terminate({ response: [1] }), createCodeNode("after", "return 2")];
    expect(await waitForRunResponse(server, await startTestRun(server, { nodes }))).toEqual([1]);
  });

  test("names its path only inside a loop", async () => {
    const failed = terminate({ status: "failed" });
    const loop: NodeInput = { id: "loop", type: "loop", data: { items: [0, 1] } };
    const inside = await startTestRun(server, {
      nodes: [loop, failed],
      edges: ["start>loop", "loop:item>stop"],
    });
    const alone = await startTestRun(server, { nodes: [failed] });
    const errorOf = async (id: string) => (await waitForRunEnd(server, id)).execution_error;
    expect(await errorOf(inside)).toMatchObject({
      code: "TERMINATED",
      node_id: "stop",
      path: "loop[0]/stop",
    });
    expect(await errorOf(alone)).not.toHaveProperty("path");
  });

  test("keeps its response when it ends the run as failed", async () => {
    const nodes = [terminate({ status: "failed", response: { left: 0 } })];
    const id = await startTestRun(server, { nodes });
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "ERRORED" });
    const url = `/api/v1/execution/${id}/response`;
    const reply = await server.request({ url, key: server.testKey });
    expect(reply.body).toMatchObject({ response: { left: 0 } });
  });
});
