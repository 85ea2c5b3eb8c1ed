import { expect, test } from "vitest";
import { TYPES } from "../../../../parts/workflow-graph/test-node-types.ts";
import type { WorkflowNode } from "../../workflow.ts";
import {
  earlierSteps,
  getRoots,
  getSample,
  namedRoots,
  type RanExecution,
  stepsOfItem,
} from "./step-data.ts";

const node = (id: string, type = "transform") => ({ id, type, name: id }) as WorkflowNode;
const edge = (source: string, target: string, sourceHandle: string | null = null) => ({
  id: `${source}-${target}`,
  source,
  target,
  sourceHandle,
  targetHandle: null,
  type: "",
});
const workflow = {
  _id: "1",
  types: TYPES,
  data_slots: [{ id: "channel" }],
  nodes: [
    node("start", "start"),
    node("get"),
    node("each", "loop"),
    node("line"),
    node("after"),
    node("ask", "approval"),
  ],
  edges: [
    edge("start", "get"),
    edge("get", "each"),
    edge("each", "line", "item"),
    edge("line", "each"),
    edge("each", "after", "done"),
    edge("after", "ask"),
  ],
};

test("earlier steps are those that lead to a step, also around a loop, but not the step itself", () => {
  expect(
    earlierSteps(workflow, "after")
      .map(({ id }) => id)
      .sort(),
  ).toEqual(["each", "get", "line", "start"]);
  expect(earlierSteps(workflow, "start")).toEqual([]);
});

test("expressions see only earlier steps' data, the item inside a loop, and declared fields without a value", () => {
  const sample = { input: { total: 7 }, nodes: { get: { body: 1 }, ask: { body: 2 } } };
  const roots = getRoots(workflow, "line", sample, { config: { own: 1 }, items: ["a", "b"] });
  expect(roots).toMatchObject({
    input: { total: 7 },
    node: { start: { body: { total: 7 } }, get: { body: 1 } },
    loop: { item: "a", index: 0, total: 2 },
    config: { own: 1, channel: null },
  });
  expect(roots.node).not.toHaveProperty("ask");
  expect(Object.keys(roots.links as object)).toEqual(["ask"]);
  expect(getRoots(workflow, "after", sample, {})).not.toHaveProperty("loop");
});

test("only data that the settings name is sent for evaluation, and nothing too large", () => {
  const roots = { input: { a: 1 }, node: { get: { body: 1 }, other: { body: 2 } }, config: {} };
  expect(namedRoots(roots, { text: "{{ node.get.body }}" })).toEqual({ node: { get: { body: 1 } } });
  expect(namedRoots(roots, { text: "nothing" })).toBeUndefined();
  expect(namedRoots({ input: "x".repeat(800_000) }, { text: "{{ input }}" })).toBeUndefined();
});

test("of an execution that failed for an item of a loop, that item is the data", () => {
  const ran = (node_id: string, node_type: string, latest_output: unknown, path?: string) => ({
    node_id,
    node_type,
    latest_output,
    ...(path !== undefined && { path }),
  });
  const execution = {
    _id: "e1",
    linked_account_id: "acme",
    execution_error: { code: "X", message: "refused", node_id: "each", path: "each[1]/line" },
    nodes: [
      ran("start", "start", { body: {} }),
      ran("line", "transform", null, "each[1]/line"),
      ran("price", "http", { body: 10 }, "each[0]/price"),
    ],
  } as unknown as RanExecution;
  const sample = getSample(execution);
  const known = { items: ["a", "b", "c"] };
  expect(getRoots(workflow, "line", sample, known).loop).toEqual({ item: "b", index: 1, total: 3 });
  expect([...stepsOfItem(execution)]).toEqual([["price", "each[1]/price"]]);
  // The list has become shorter.
  expect(getRoots(workflow, "line", sample, { items: ["a"] }).loop).toEqual({
    item: "a",
    index: 0,
    total: 1,
  });
});
