import { expect, test } from "vitest";
import { findLoops, type GraphEdge, type GraphNode } from "./graph.ts";
import { type Box, drawWorkflow } from "./layout.ts";
import { TYPES } from "./test-node-types.ts";

const node = (id: string, type = "transform"): GraphNode => ({ id, type, name: id });
const edge = (source: string, target: string, sourceHandle: string | null = null): GraphEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  sourceHandle,
});

const NODES = [
  node("start", "start"),
  node("orders", "loop"),
  node("order"),
  node("lines", "loop"),
  node("line"),
  node("sum"),
];
const EDGES = [
  edge("start", "orders"),
  edge("orders", "order", "item"),
  edge("order", "lines"),
  edge("lines", "line", "item"),
  edge("line", "lines"),
  edge("lines", "orders", "done"),
  edge("orders", "sum", "done"),
];

const typed = (nodes: readonly GraphNode[], edges: readonly GraphEdge[]) => ({ nodes, edges, types: TYPES });

function isInside(inner: Box | undefined, outer: Box | undefined): boolean {
  if (!inner || !outer) return false;
  const fitsAcross = inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
  return fitsAcross && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}

test("a step belongs to its innermost loop", () => {
  const loops = findLoops(typed(NODES, EDGES));
  expect(Object.fromEntries(loops)).toEqual({ order: "orders", lines: "orders", line: "lines" });
});

test("only steps that repeat have a body, whatever the branches of others are called", () => {
  const nodes = [node("start", "start"), node("rule", "rule"), node("sum")];
  const edges = [edge("start", "rule"), edge("rule", "sum", "item")];
  expect(findLoops(typed(nodes, edges)).size).toBe(0);
});

test("a loop's body is in its frame, and its continuation below", () => {
  const { steps, frames } = drawWorkflow(typed(NODES, EDGES));
  const outer = frames.get("orders");
  expect(isInside(frames.get("lines"), outer)).toBe(true);
  expect(["order", "lines", "line"].every((id) => isInside(steps.get(id), outer))).toBe(true);
  expect(isInside(steps.get("orders"), outer)).toBe(false);
  const after = steps.get("sum");
  expect(after && outer && after.y >= outer.y + outer.height).toBe(true);
});

test("edges back to a loop, also an outer one, and dangling edges are not drawn", () => {
  const { ways } = drawWorkflow(typed(NODES, [...EDGES, edge("line", "orders"), edge("sum", "gone")]));
  expect(ways.map((way) => way.edge.id).sort()).toEqual([
    "lines-line",
    "order-lines",
    "orders-order",
    "orders-sum",
    "start-orders",
  ]);
});

test("edges end in the middle of steps", () => {
  const { steps, ways } = drawWorkflow(typed(NODES, EDGES));
  for (const { edge: drawn, points } of ways) {
    const target = steps.get(drawn.target);
    expect(points.at(-1)).toEqual({ x: (target?.x ?? 0) + (target?.width ?? 0) / 2, y: target?.y });
  }
});

test("a workflow with a cycle is still drawn", () => {
  const { steps } = drawWorkflow(typed(NODES, [edge("start", "sum"), edge("sum", "start")]));
  expect(steps.size).toBe(NODES.length);
});

test("targets of branches are ordered like the branches, in any order of edges", () => {
  const cases = ["error", "default", "germany", "france"];
  const nodes = [node("start", "start"), node("ask", "switch"), ...cases.map((id) => node(id)), node("end")];
  const edges = [
    edge("start", "ask"),
    ...cases.map((id) => edge("ask", id, id)),
    ...cases.map((id) => edge(id, "end")),
  ];
  const { steps } = drawWorkflow(typed(nodes, edges));
  const across = cases.toSorted((one, other) => (steps.get(one)?.x ?? 0) - (steps.get(other)?.x ?? 0));
  expect(across).toEqual(["germany", "france", "default", "error"]);
  const rule = [edge("start", "rule"), edge("rule", "no", "false"), edge("rule", "yes", "true")];
  const drawn = drawWorkflow(
    typed([node("start", "start"), node("rule", "rule"), node("no"), node("yes")], rule),
  ).steps;
  expect(drawn.get("yes")?.x).toBeLessThan(drawn.get("no")?.x ?? 0);
});
