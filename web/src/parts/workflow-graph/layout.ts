import { type EdgeLabel, Graph, type GraphLabel, layout, type NodeLabel, type Point } from "@dagrejs/dagre";
import { DONE, ERROR, findLoops, type GraphEdge, getBranch, isWayBack, type TypedGraph } from "./graph.ts";
import { orderRanks } from "./order.ts";

/** The size of a step, in pixels. */
export const STEP = { width: 240, height: 54 };

const GAP = { nodesep: 48, edgesep: 24, ranksep: 52 };
const FRAME = { side: 18, top: 34, bottom: 18 };
const LABEL_HEIGHT = 18;
const LETTER_WIDTH = 7;

/** A rectangle of the drawing, from its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The path of an edge: points from the lower edge of one step to the upper edge of another. */
export interface Way {
  readonly edge: GraphEdge;
  readonly points: readonly Point[];
  /** The points between its ends. */
  readonly bends: readonly Point[];
  readonly label: Point | undefined;
}

/** The layout of a workflow. */
export interface Drawing {
  readonly steps: ReadonlyMap<string, Box>;
  /** Frames around the bodies of loops, by loop, outermost first. */
  readonly frames: ReadonlyMap<string, Box>;
  readonly ways: readonly Way[];
  readonly width: number;
  readonly height: number;
}

type Draft = Graph<GraphLabel, NodeLabel, EdgeLabel>;

/** Lays out a workflow from top to bottom, keeping bodies of loops together; steps may be wider than usual. */
export function drawWorkflow(graph: TypedGraph, widths: ReadonlyMap<string, number> = new Map()): Drawing {
  const { nodes, edges } = graph;
  const known = new Set(nodes.map(({ id }) => id));
  const loopOf = findLoops(graph);
  const drawn = edges.filter(
    (edge) => known.has(edge.source) && known.has(edge.target) && !isWayBack(edge, loopOf),
  );
  const draft: Draft = new Graph({ compound: true, multigraph: true });
  draft.setGraph({ rankdir: "TB", ...GAP });
  for (const { id } of nodes) draft.setNode(id, { ...STEP, width: widths.get(id) ?? STEP.width });
  frameBodies(draft, loopOf);
  for (const edge of drawn) draft.setEdge(edge.source, edge.target, labelOf(edge), edge.id);
  for (const [exit, next] of afterBodies(drawn, loopOf)) draft.setEdge(exit, next, { weight: 0 }, "after");
  const places = placesOf({ ...graph, edges: drawn });
  const placeOf = (edge: string | undefined) => (edge === undefined ? undefined : places.get(edge));
  layout(draft, { customOrder: (ranked, order) => orderRanks(ranked, placeOf, () => order(ranked)) });
  const steps = new Map(nodes.map(({ id }) => [id, cornerOf(draft.node(id))]));
  const frames = framesAround(steps, loopOf);
  const ways = drawn.map((edge) => wayOf(edge, steps, draft.edge(edge.source, edge.target, edge.id)));
  const boxes = [...steps.values(), ...frames.values()];
  const width = Math.max(0, ...boxes.map((box) => box.x + box.width));
  const height = Math.max(0, ...boxes.map((box) => box.y + box.height));
  return { steps, frames, ways, width, height };
}

function frameBodies(draft: Draft, loopOf: ReadonlyMap<string, string>): void {
  for (const loop of new Set(loopOf.values())) draft.setNode(frameOf(loop), { ...STEP });
  for (const [id, loop] of loopOf) draft.setParent(id, frameOf(loop));
  for (const loop of new Set(loopOf.values())) {
    const outer = loopOf.get(loop);
    if (outer !== undefined) draft.setParent(frameOf(loop), frameOf(outer));
  }
}

function frameOf(loop: string): string {
  return `frame of ${loop}`;
}

/** What follows a loop is below its body: pairs of a body's last steps and the loop's next ones. */
function afterBodies(edges: readonly GraphEdge[], loopOf: ReadonlyMap<string, string>): [string, string][] {
  const goesOn = new Set(edges.map(({ source }) => source));
  const next = Map.groupBy(
    edges.filter(({ sourceHandle }) => sourceHandle === DONE),
    ({ source }) => source,
  );
  const pairs: [string, string][] = [];
  for (const exit of loopOf.keys()) {
    if (goesOn.has(exit)) continue;
    for (let loop = loopOf.get(exit); loop !== undefined; loop = loopOf.get(loop))
      pairs.push(...(next.get(loop) ?? []).map(({ target }): [string, string] => [exit, target]));
  }
  return pairs;
}

/** The places of edges among those of the same step, from left to right, by their ids. */
function placesOf({ nodes, edges, types }: TypedGraph): Map<string, number> {
  const typeOf = new Map(nodes.map(({ id, type }) => [id, types.get(type)]));
  // Branches that settings decide come first, in the order of their edges.
  const branchOf = ({ source, sourceHandle }: GraphEdge) => {
    const { handles = [] } = typeOf.get(source) ?? {};
    return sourceHandle === ERROR ? handles.length : handles.indexOf(sourceHandle ?? "");
  };
  const sorted = edges.toSorted((one, other) => branchOf(one) - branchOf(other));
  return new Map(sorted.map(({ id }, place) => [id, place]));
}

function labelOf(edge: GraphEdge): EdgeLabel {
  const branch = getBranch(edge);
  if (branch === undefined) return {};
  return { width: branch.length * LETTER_WIDTH + 12, height: LABEL_HEIGHT, labelpos: "c" };
}

function cornerOf({ x = 0, y = 0, width = STEP.width }: NodeLabel): Box {
  return { x: x - width / 2, y: y - STEP.height / 2, width, height: STEP.height };
}

/** The frames around the bodies of loops at these positions. */
export function framesAround(
  steps: ReadonlyMap<string, Box>,
  loopOf: ReadonlyMap<string, string>,
): Map<string, Box> {
  const depthOf = (loop: string): number => {
    const outer = loopOf.get(loop);
    return outer === undefined ? 0 : 1 + depthOf(outer);
  };
  const loops = [...new Set(loopOf.values())].sort((one, other) => depthOf(other) - depthOf(one));
  const frames = new Map<string, Box>();
  for (const loop of loops) {
    const members = [...loopOf].filter(([, of]) => of === loop).map(([id]) => id);
    const inside = members
      .flatMap((id) => [steps.get(id), frames.get(id)])
      .filter((box) => box !== undefined);
    const x = Math.min(...inside.map((box) => box.x)) - FRAME.side;
    const y = Math.min(...inside.map((box) => box.y)) - FRAME.top;
    const right = Math.max(...inside.map((box) => box.x + box.width)) + FRAME.side;
    const bottom = Math.max(...inside.map((box) => box.y + box.height)) + FRAME.bottom;
    frames.set(loop, { x, y, width: right - x, height: bottom - y });
  }
  return new Map([...frames].reverse());
}

function wayOf(edge: GraphEdge, steps: ReadonlyMap<string, Box>, label: EdgeLabel): Way {
  const [from, to] = [steps.get(edge.source), steps.get(edge.target)];
  const bends = bendsOf(label.points ?? [], steps);
  const start = from && { x: from.x + from.width / 2, y: from.y + from.height };
  const end = to && { x: to.x + to.width / 2, y: to.y };
  const points = [...(start ? [start] : []), ...bends, ...(end ? [end] : [])];
  return { edge, points, bends, label: label.y === undefined ? undefined : pointAt(points, label.y) };
}

/** Where a way passes other steps, it goes straight down beside them. A way that passes none has no bends. */
function bendsOf(points: readonly Point[], steps: ReadonlyMap<string, Box>): Point[] {
  const rows = new Set([...steps.values()].map((box) => box.y + box.height / 2));
  // The first and the last point are where the straight line meets the steps; edges leave and arrive in the middle.
  return points
    .slice(1, -1)
    .filter(({ y }) => rows.has(y))
    .flatMap(({ x, y }) => [
      { x, y: y - STEP.height / 2 },
      { x, y: y + STEP.height / 2 },
    ]);
}

/** The point of a way at a height. */
function pointAt(points: readonly Point[], y: number): Point | undefined {
  const next = points.findIndex((point) => point.y >= y);
  const [above, below] = [points[next - 1], points[next]];
  if (!above || !below) return below;
  const share = (y - above.y) / (below.y - above.y);
  return { x: above.x + (below.x - above.x) * share, y };
}
