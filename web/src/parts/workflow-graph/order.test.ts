import fc from "fast-check";
import { expect, test } from "vitest";
import { findLoops, type GraphEdge, type GraphNode } from "./graph.ts";
import { type Box, type Drawing, drawWorkflow } from "./layout.ts";
import { TYPES } from "./test-node-types.ts";

/** A part of a workflow; parts follow each other. */
type Part =
  | { readonly kind: "step" }
  | { readonly kind: "loop"; readonly body: readonly Part[]; readonly isClosed: boolean }
  | { readonly kind: "rule"; readonly yes: readonly Part[]; readonly no: readonly Part[] }
  | { readonly kind: "switch"; readonly cases: readonly (readonly Part[])[] };

const { parts } = fc.letrec<{ part: Part; parts: readonly Part[] }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({ kind: fc.constant("step" as const) }),
    fc.record({ kind: fc.constant("loop" as const), body: tie("parts"), isClosed: fc.boolean() }),
    fc.record({ kind: fc.constant("rule" as const), yes: tie("parts"), no: tie("parts") }),
    fc.record({
      kind: fc.constant("switch" as const),
      cases: fc.array(tie("parts"), { minLength: 1, maxLength: 4 }),
    }),
  ),
  parts: fc.array(tie("part"), { maxLength: 3 }),
}));

interface Open {
  readonly source: string;
  readonly handle: string | null;
}

/** Builds a workflow of parts; with `joins`, branches come together again before the next part. */
function buildWorkflow(whole: readonly Part[], joins: boolean) {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  const add = (type: string, from: readonly Open[]): string => {
    const id = `${type}${nodes.length}`;
    nodes.push({ id, type, name: id });
    for (const { source, handle } of from)
      edges.push({ id: `e${edges.length}`, source, target: id, sourceHandle: handle });
    return id;
  };
  const addAll = (list: readonly Part[], from: readonly Open[]): readonly Open[] =>
    list.reduce((open, part) => addPart(part, open), from);
  const onward = (branches: readonly (readonly Open[])[]): readonly Open[] =>
    joins ? branches.flat() : (branches[0] ?? []);
  const addPart = (part: Part, from: readonly Open[]): readonly Open[] => {
    const id = add(part.kind, from);
    if (part.kind === "rule")
      return onward([
        addAll(part.yes, [{ source: id, handle: "true" }]),
        addAll(part.no, [{ source: id, handle: "false" }]),
      ]);
    if (part.kind === "switch")
      return onward(part.cases.map((list, index) => addAll(list, [{ source: id, handle: `case_${index}` }])));
    if (part.kind === "loop") {
      const first = add("step", [{ source: id, handle: "item" }]);
      const ends = addAll(part.body, [{ source: first, handle: null }]);
      if (part.isClosed)
        for (const { source, handle } of ends)
          edges.push({ id: `e${edges.length}`, source, target: id, sourceHandle: handle });
      return [{ source: id, handle: "done" }];
    }
    return [{ source: id, handle: null }];
  };
  addAll(whole, [{ source: add("start", []), handle: null }]);
  return { nodes, edges };
}

interface Line {
  readonly edge: GraphEdge;
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

/** The ways as straight lines; beyond its bends, a way is drawn as a curve between the same ends. */
function linesOf({ ways }: Drawing): Line[] {
  return ways.flatMap(({ edge, points }) =>
    points.slice(1).flatMap((to, index) => {
      const from = points[index];
      return from ? [{ edge, from, to }] : [];
    }),
  );
}

function overlaps(one: Box, other: Box): boolean {
  const across = one.x < other.x + other.width && other.x < one.x + one.width;
  return across && one.y < other.y + other.height && other.y < one.y + one.height;
}

function passesThrough({ from, to }: Line, box: Box): boolean {
  const [top, bottom] = [Math.max(from.y, box.y + 1), Math.min(to.y, box.y + box.height - 1)];
  if (top >= bottom) return false;
  const at = (y: number) => from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y);
  const [left, right] = [Math.min(at(top), at(bottom)), Math.max(at(top), at(bottom))];
  return left < box.x + box.width && right > box.x;
}

function crosses(one: Line, other: Line): boolean {
  if (one.edge.id === other.edge.id) return false;
  const top = Math.max(one.from.y, other.from.y);
  const bottom = Math.min(one.to.y, other.to.y);
  if (top >= bottom) return false;
  const at = ({ from, to }: Line, y: number) => from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y);
  return (at(one, top) - at(other, top)) * (at(one, bottom) - at(other, bottom)) < -1;
}

function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other): [Item, Item] => [one, other]));
}

function checkNothingCovered(drawing: Drawing): void {
  const steps = [...drawing.steps];
  expect(pairsOf(steps).filter(([[, one], [, other]]) => overlaps(one, other))).toEqual([]);
  const covered = linesOf(drawing).flatMap((line) =>
    steps.filter(
      ([id, box]) => id !== line.edge.source && id !== line.edge.target && passesThrough(line, box),
    ),
  );
  expect(covered.map(([id]) => id)).toEqual([]);
}

function crossingsOf(drawing: Drawing): string[] {
  return pairsOf(linesOf(drawing))
    .filter(([one, other]) => crosses(one, other))
    .map(
      ([one, other]) => `${one.edge.source}→${one.edge.target} × ${other.edge.source}→${other.edge.target}`,
    );
}

const RUNS = { numRuns: 60, seed: 31 };

test("in trees and loops no steps overlap, no edge passes through a step, and no edges cross", () => {
  fc.assert(
    fc.property(parts, (whole) => {
      const { nodes, edges } = buildWorkflow(whole, false);
      const drawing = drawWorkflow({ nodes, edges, types: TYPES });
      checkNothingCovered(drawing);
      expect(crossingsOf(drawing)).toEqual([]);
    }),
    RUNS,
  );
});

test("branches that come together again do not cross either", () => {
  fc.assert(
    fc.property(parts, (whole) => {
      const { nodes, edges } = buildWorkflow(whole, true);
      const drawing = drawWorkflow({ nodes, edges, types: TYPES });
      checkNothingCovered(drawing);
      expect(crossingsOf(drawing)).toEqual([]);
    }),
    RUNS,
  );
});

test("frames hold the steps of their loops alone", () => {
  fc.assert(
    fc.property(parts, fc.boolean(), (whole, joins) => {
      const { nodes, edges } = buildWorkflow(whole, joins);
      const { steps, frames } = drawWorkflow({ nodes, edges, types: TYPES });
      const loopOf = findLoops({ nodes, edges, types: TYPES });
      for (const [loop, frame] of frames)
        for (const [id, box] of steps) {
          let around = loopOf.get(id);
          while (around !== undefined && around !== loop) around = loopOf.get(around);
          expect(`${id} in ${loop}: ${overlaps(box, frame)}`).toBe(`${id} in ${loop}: ${around === loop}`);
        }
    }),
    RUNS,
  );
});

test("of any graph no steps overlap", () => {
  const graph = fc.array(
    fc.tuple(fc.nat(11), fc.nat(11), fc.constantFrom(null, "true", "false", "item", "done")),
    {
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(graph, (pairs) => {
      const nodes = Array.from({ length: 12 }, (_, index): GraphNode => {
        const type = index === 0 ? "start" : index % 4 === 0 ? "loop" : "step";
        return { id: `${index}`, type, name: `${index}` };
      });
      const edges = pairs.map(([source, target, sourceHandle], index) => ({
        id: `e${index}`,
        source: `${source}`,
        target: `${target}`,
        sourceHandle,
      }));
      const steps = [...drawWorkflow({ nodes, edges, types: TYPES }).steps.values()];
      expect(pairsOf(steps).filter(([one, other]) => overlaps(one, other))).toEqual([]);
    }),
    RUNS,
  );
});
