import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { buildLinkPath } from "../approvals/test-asked.ts";
import { loadSteps } from "../engine/load-steps.ts";
import {
  createCodeNode,
  readRun,
  startTestRun,
  waitForRestingRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";

const KIB = 1024;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ runResultBytes: 1024 * KIB });
  server.work();
});
afterAll(() => server.close());

/** A node that gives a text of so many KiB. */
const big = (id: string, kib: number, more: Partial<NodeInput> = {}) =>
  createCodeNode(id, `return "x".repeat(${kib * KIB})`, more);
const loop = (items: number, data: NodeInput["data"] = {}): NodeInput => ({
  id: "loop",
  type: "loop",
  data: { items: Array.from({ length: items }, (_, index) => index), ...data },
});

describe("an execution whose results exceed its limit", () => {
  test("fails at the step that exceeds it, with the sizes; others continue beside it", async () => {
    const other = await startTestRun(server, { nodes: [big("a", 900), createCodeNode("end", "return 1")] });
    const id = await startTestRun(server, { nodes: [big("a", 400), big("b", 400), big("c", 400)] });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: {
        code: "RESULTS_TOO_LARGE",
        node_id: "c",
        attempts: 1,
        message: expect.stringContaining(
          "The result of the node has 0.4 MiB, and the execution holds 0.8 MiB of results already: the limit is 1.0 MiB",
        ),
      },
      nodes: [{}, { node_status: "Success" }, { node_status: "Success" }, { node_status: "Errored" }],
    });
    expect(await waitForRunResponse(server, other)).toBe(1);
  });

  test("continues if the node allows it, without that result", async () => {
    const nodes = [
      big("a", 800),
      big("b", 800, { on_error: "continue" }),
      createCodeNode("end", "return node.b.error.code"),
    ];
    expect(await waitForRunResponse(server, await startTestRun(server, { nodes }))).toBe("RESULTS_TOO_LARGE");
  });

  test("fails at a response node, which then answers nothing", async () => {
    const answer: NodeInput = { id: "answer", type: "response", data: { body: "{{ node.a.body }}" } };
    const id = await startTestRun(server, { nodes: [big("a", 600), answer] });
    expect((await waitForRunEnd(server, id)).execution_error).toMatchObject({
      code: "RESULTS_TOO_LARGE",
      node_id: "answer",
    });
    const run = server.deps.db.selectFrom("runs").select(["responded_at", "response"]).where("id", "=", id);
    expect(await run.executeTakeFirst()).toEqual({ responded_at: null, response: null });
  });

  test("fails at the loop's items, or at the item whose result is too large", async () => {
    const items = Array.from({ length: 20 }, () => "x".repeat(100 * KIB));
    const edges = ["start>loop", "loop:item>each"];
    const given = await startTestRun(server, { nodes: [loop(0, { items }), big("each", 0)], edges });
    const { execution_error: error } = await waitForRunEnd(server, given);
    expect(error).toMatchObject({ code: "RESULTS_TOO_LARGE", node_id: "loop" });
    // No item begins.
    expect(error).not.toHaveProperty("path");
    const id = await startTestRun(server, { nodes: [loop(20), big("each", 100)], edges });
    expect((await waitForRunEnd(server, id)).execution_error).toMatchObject({
      code: "RESULTS_TOO_LARGE",
      node_id: "loop",
      path: "loop[10]/each",
    });
  });
});

describe("a loop", () => {
  const small = createCodeNode("small", "return node.each.body.length");

  test("keeps only the outcome of each item, and after its end only that", async () => {
    const edges = ["start>loop", "loop:item>each", "each>small", "loop:done>after", "after>end"];
    const nodes = [loop(30, { concurrency: 3 }), big("each", 100), small, big("after", 900)];
    const end = createCodeNode("end", "return [node.loop.body.length, node.loop.body[29]]");
    const id = await startTestRun(server, { nodes: [...nodes, end], edges });
    expect(await waitForRunResponse(server, id)).toEqual([30, 100 * KIB]);
  });

  test("that sleeps repeatedly resumes without its finished items, and ends with all of them", async () => {
    // The last one pauses for so long that it does so alone, even where the machine is slow.
    const ms = "{{ loop.index === 15 ? 3000 : 600 }}";
    const pause: NodeInput = { id: "pause", type: "delay", data: { for_ms: ms } };
    const edges = ["start>loop", "loop:item>each", "each>pause", "pause>small", "loop:done>end"];
    const nodes = [loop(16, { concurrency: 4 }), big("each", 200), pause, small];
    const end = createCodeNode("end", "return node.loop.body");
    const id = await startTestRun(server, { nodes: [...nodes, end], edges });
    expect(await waitForRunResponse(server, id)).toEqual(Array.from({ length: 16 }, () => 200 * KIB));
    const { claim } = await server.deps.db
      .selectFrom("runs")
      .select("claim")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(claim).toBeGreaterThan(1);
  });

  test("inside another that sleeps has the same outcome as without sleeping, even if items fail", async () => {
    const pause: NodeInput = { id: "pause", type: "delay", data: { for_ms: 400 } };
    const inner: NodeInput = {
      id: "inner",
      type: "loop",
      on_error: "continue",
      data: { items: "{{ loop.item }}", concurrency: 2 },
    };
    const each = createCodeNode(
      "each",
      "if (loop.item === 5) throw new Error('five'); return [loop.parent.index, loop.item]",
    );
    const after = createCodeNode("after", "return [node.inner.error?.path ?? 'well', node.inner.body]");
    const body = ["outer:item>inner", "inner:item>pause", "pause>each", "inner>after"];
    const outer: NodeInput = { id: "outer", type: "loop", data: { items: "{{ input }}", concurrency: 2 } };
    const input = [[1, 2, 3], [4, 5, 6], [], [7]];
    const nodes = [outer, inner, pause, each, after, createCodeNode("end", "return node.outer.body")];
    const id = await startTestRun(server, {
      nodes,
      edges: ["start>outer", ...body, "outer:done>end"],
      input,
    });
    expect(await waitForRunResponse(server, id)).toEqual([
      ["well", [1, 2, 3].map((n) => [0, n])],
      ["outer[1]/inner[1]/each", null],
      ["well", []],
      ["well", [[3, 7]]],
    ]);
  });

  test("that resumes reads no item results until all are ready; then an excess fails the loop", async () => {
    const items = Array.from({ length: 12 }, (_, index) => index);
    const rule: NodeInput = {
      id: "last",
      type: "rule",
      data: { conditions: [{ lhs: "{{ loop.index }}", operator: "eq", rhs: 11 }] },
    };
    const hook: NodeInput = { id: "hook", type: "wait_for_webhook" };
    const nodes = [loop(0, { items, concurrency: 12 }), rule, hook, big("each", 80)];
    const edges = ["start>loop", "loop:item>last", "last:true>hook", "last:false>each", "hook>each"];
    const id = await startTestRun(server, { nodes, edges });
    await eventually(async () => {
      const { nodes: shown } = await readRun(server, id);
      return shown[4].item_statuses?.Success === 11;
    });
    const { db, plans } = server.deps;
    const run = await waitForRestingRun(server, id);
    const version = await plans.get(db, run.workflow_id, run.workflow_version);
    if (!version) throw new Error("The version is gone.");
    const { steps, loops } = await loadSteps(db, run, version.plan);
    expect([...steps.keys()].sort()).toEqual(["loop", "loop[11]/hook", "loop[11]/last", "start"]);
    const stored = [...(loops.get("loop")?.stored ?? [])].sort(([one], [other]) => one - other);
    expect(stored).toEqual(items.slice(0, 11).map((index) => [index, ["each"]]));
    Object.assign(server.deps.config, { runResultBytes: 500 * KIB });
    const url = buildLinkPath(server, "hook", id, "loop[11]/hook");
    expect((await server.request({ method: "POST", url, body: {} })).status).toBe(200);
    const { execution_error: error } = await waitForRunEnd(server, id);
    Object.assign(server.deps.config, { runResultBytes: 1024 * KIB });
    expect(error).toMatchObject({
      code: "RESULTS_TOO_LARGE",
      node_id: "loop",
      message: expect.stringContaining("The result of the node has 0.9 MiB"),
    });
  });
});
