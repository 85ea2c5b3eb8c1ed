import { expect, test } from "vitest";
import { TYPES } from "../../../../parts/workflow-graph/test-node-types.ts";
import type { WorkflowEdge, WorkflowNode } from "../../workflow.ts";
import { type EdgeWay, getSize, placedByLayout, waysByLayout } from "./place.ts";

const node = (id: string, type = "transform") =>
  ({ id, type, name: id, data: {} }) as unknown as WorkflowNode;
const edge = (source: string, target: string, sourceHandle: string | null = null): WorkflowEdge => ({
  id: `${source}→${target}`,
  source,
  target,
  sourceHandle,
  targetHandle: null,
  type: "default",
});

const LOOP = {
  types: TYPES,
  nodes: [node("start", "start"), node("orders", "loop"), node("order"), node("sum")],
  edges: [
    edge("start", "orders"),
    edge("orders", "order", "item"),
    edge("order", "orders"),
    edge("orders", "sum", "done"),
  ],
};

const NESTED = {
  types: TYPES,
  nodes: [
    ...LOOP.nodes,
    node("rule", "rule"),
    node("lines", "loop"),
    node("line"),
    node("total"),
    node("failed"),
  ],
  edges: [
    ...LOOP.edges,
    edge("order", "rule"),
    edge("rule", "lines", "true"),
    edge("rule", "total", "false"),
    edge("lines", "line", "item"),
    edge("lines", "total", "done"),
    edge("orders", "failed", "error"),
  ],
};

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The horizontal positions of a way at every fourth pixel of its height. */
function sample({ from, bends, to }: EdgeWay): Map<number, number> {
  const points: Point[] = [from, ...bends, to];
  const at = new Map<number, number>();
  points.slice(1).forEach((below, index) => {
    const above = points[index] ?? below;
    for (let y = Math.ceil(above.y / 4) * 4; y < below.y; y += 4)
      at.set(y, above.x + ((below.x - above.x) * (y - above.y)) / (below.y - above.y));
  });
  return at;
}

test.each([
  ["the simplest loop", LOOP],
  ["a loop with a rule, a loop and an error branch in it", NESTED],
])("edges of %s neither cross nor pass through steps once they are arranged", (_, drawing) => {
  const ways = [...waysByLayout(drawing)].map(([id, way]) => ({ id, at: sample(way) }));
  expect(ways.length).toBeGreaterThan(2);
  for (const [index, one] of ways.entries())
    for (const other of ways.slice(index + 1)) {
      const sides = [...one.at].flatMap(([y, x]) => {
        const beside = other.at.get(y);
        return beside === undefined || Math.abs(beside - x) < 1 ? [] : [beside > x];
      });
      expect(`${one.id} and ${other.id} change sides: ${new Set(sides).size > 1}`).toMatch("false");
    }
  const places = placedByLayout(drawing);
  for (const step of drawing.nodes)
    for (const { id, at } of ways.filter(({ id }) => !id.split("→").includes(step.id))) {
      const { x: left = 0, y: top = 0 } = places.get(step.id) ?? {};
      const { width, height } = getSize(step, drawing);
      const inside = [...at].filter(([y, x]) => y > top && y < top + height && x > left && x < left + width);
      expect(`${id} through ${step.id}: ${inside.length}`).toBe(`${id} through ${step.id}: 0`);
    }
});

test("the branch after a loop passes on the right of its body", () => {
  const way = waysByLayout(LOOP).get("orders→sum");
  const { x = 0 } = placedByLayout(LOOP).get("order") ?? {};
  expect(way?.bends.length).toBeGreaterThan(0);
  for (const bend of way?.bends ?? []) expect(bend.x).toBeGreaterThan(x + 240);
});
