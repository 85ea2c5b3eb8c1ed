import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { stepStatus } from "../signals/test-asked.ts";
import { code, get, readRun, runEnd, runResponse, startTestRun } from "../test-run.ts";
import { workWithThirdParty } from "./test-third-party.ts";

const { server, third } = workWithThirdParty();

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
      ...["a", "b", "c"].map((id) => get(id, `${third.url}/${id}`)),
      code("join", "return Object.keys(node).sort()"),
    ];
    const edges = ["a", "b", "c"].flatMap((id) => [`start>${id}`, `${id}>join`]);
    const id = await startTestRun(server, { nodes, edges });
    expect(await runResponse(server, id)).toEqual(["a", "b", "c", "start"]);
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
        code("large", "return 'large'"),
        code("small", "return 'small'"),
        code("join", "return [node.large?.body ?? node.small?.body, Object.keys(node)]"),
      ];
      const edges = ["start>rule", "rule:true>large", "rule:false>small", "large>join", "small>join"];
      const id = await startTestRun(server, { nodes, edges, input: { total } });
      expect(await runResponse(server, id)).toEqual([way, expect.arrayContaining(seen)]);
      const { nodes: shown } = await readRun(server, id);
      const other = shown.find(
        (node: { node_id: string }) => node.node_id === (way === "large" ? "small" : "large"),
      );
      expect(other).toMatchObject({ node_status: "Ready", attempts_made: 0 });
    },
  );
});

describe("a node that fails for good", () => {
  const failing = (more: Partial<NodeInput> = {}) => get("call", `${third.url}/call`, more);

  test("hands its error to its edge from error, and the run ends well", async () => {
    third.answers.push({ status: 404, body: '"gone"' });
    const nodes = [failing(), code("normal", "return 1"), code("mend", "return node.call.error")];
    const edges = ["start>call", "call>normal", "call:error>mend"];
    const id = await startTestRun(server, { nodes, edges });
    expect(await runResponse(server, id)).toMatchObject({ code: "HTTP_STATUS", status: 404 });
    expect((await readRun(server, id)).nodes[1]).toMatchObject({
      node_status: "Errored_and_Skipped",
      error: { code: "HTTP_STATUS" },
    });
  });

  test("tries again first, then takes its edge from error once", async () => {
    third.answers.push({ status: 503, headers: { "retry-after": "0" } }, { status: 503 });
    const nodes = [failing({ maximum_attempts: 2 }), code("mend", "return node.call.error.status")];
    const edges = ["start>call", "call:error>mend"];
    expect(await runResponse(server, await startTestRun(server, { nodes, edges }))).toBe(503);
    expect(third.received).toHaveLength(2);
  });

  test("with on_error continue, lets the run go on by its normal edges", async () => {
    third.answers.push({ status: 404 });
    const nodes = [failing({ on_error: "continue" }), code("next", "return node.call.error.status")];
    expect(await runResponse(server, await startTestRun(server, { nodes }))).toBe(404);
  });

  test("with on_error skip, skips what only it leads to", async () => {
    third.answers.push({ status: 404 });
    const nodes = [
      failing({ on_error: "skip" }),
      code("next", "return 1"),
      code("beside", "return 'beside'"),
    ];
    const edges = ["start>call", "call>next", "start>beside"];
    const id = await startTestRun(server, { nodes, edges });
    expect(await runResponse(server, id)).toBe("beside");
    expect((await readRun(server, id)).nodes[2].node_status).toBe("Ready");
  });

  test("ends the run once what is under way has ended, and begins nothing more", async () => {
    let id = "";
    const hasFailed = async () => (await stepStatus(server, id, "bad")) === "Errored";
    third.answers.push({ status: 200, after: eventually(hasFailed), body: '"slow"' });
    const nodes = [
      get("slow", `${third.url}/slow`),
      code("after", "return 1"),
      code("bad", "throw new Error('bad')"),
    ];
    const edges = ["start>slow", "slow>after", "start>bad"];
    id = await startTestRun(server, { nodes, edges });
    const run = await runEnd(server, id);
    expect(run).toMatchObject({ status: "ERRORED", execution_error: { node_id: "bad" } });
    const statuses = run.nodes.map((node: { node_status: string }) => node.node_status);
    expect(statuses).toEqual(["Success", "Success", "Ready", "Errored"]);
  });
});

describe("terminate", () => {
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
    // The other branch's request is under way by then, and only cutting it off ends it.
    third.answer = ({ path }) =>
      path === "/slow" ? { status: 200, delayMs: 600_000 } : { status: 200, after: third.asked("/slow") };
    const left = third.nextClosed("/slow");
    const quick = get("quick", `${third.url}/quick`);
    const nodes = [get("slow", `${third.url}/slow`), quick, terminate(data)];
    const edges = ["start>slow", "start>quick", "quick>stop"];
    const id = await startTestRun(server, { nodes, edges });
    expect(await runEnd(server, id)).toMatchObject(expected);
    await left;
    const { rows } = await eventually(async () => {
      const held = server.deps.db.selectFrom("runs").select("id").where("worker", "is not", null);
      const rows = await held.execute();
      return rows.length === 0 && { rows };
    });
    expect(rows).toEqual([]);
  });

  test("returns what it says, and nothing after it runs", async () => {
    const nodes = [terminate({ response: [1] }), code("after", "return 2")];
    expect(await runResponse(server, await startTestRun(server, { nodes }))).toEqual([1]);
  });
});
