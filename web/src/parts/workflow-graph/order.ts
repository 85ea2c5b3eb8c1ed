import type { Edge, EdgeLabel, Graph, GraphLabel, NodeLabel } from "@dagrejs/dagre";

/** What dagre orders: every node has a rank, and long edges are chains of nodes. */
type RankedGraph = Graph<GraphLabel, NodeLabel, EdgeLabel>;

/** The place of an edge among those of its source, from left to right; undefined if it is not drawn. */
type PlaceOf = (edge: string | undefined) => number | undefined;

/**
 * Orders the nodes of each rank as somebody meets them who follows the branches from left to right. In trees and
 * loops no edges cross then. Where the order that dagre finds has fewer crossings, that one is taken.
 */
export function orderRanks(graph: RankedGraph, placeOf: PlaceOf, orderByDagre: () => void): void {
  const ranks = ranksOf(graph, meetNodes(graph, placeOf));
  setOrder(graph, ranks);
  const crossings = countCrossings(graph, placeOf);
  if (crossings === 0) return;
  orderByDagre();
  if (countCrossings(graph, placeOf) >= crossings) setOrder(graph, ranks);
}

function setOrder(graph: RankedGraph, ranks: readonly (readonly string[])[]): void {
  for (const rank of ranks)
    rank.forEach((id, order) => {
      graph.node(id).order = order;
    });
}

/** The number at which each node is met on a walk along the branches, depth first. */
function meetNodes(graph: RankedGraph, placeOf: PlaceOf): Map<string, number> {
  const met = new Map<string, number>();
  const leaves = graph.nodes().filter((id) => graph.children(id).length === 0);
  for (const root of leaves.toSorted((one, other) => rankOf(graph, one) - rankOf(graph, other))) {
    const open = [root];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (met.has(id)) continue;
      met.set(id, met.size);
      open.push(...nextOf(graph, id, placeOf).reverse());
    }
  }
  return met;
}

function nextOf(graph: RankedGraph, id: string, placeOf: PlaceOf): string[] {
  const place = ({ name }: Edge) => placeOf(name) ?? Number.POSITIVE_INFINITY;
  const edges = graph.outEdges(id) ?? [];
  // Infinity less Infinity is no number: a comparison, not a difference.
  return edges.toSorted((one, other) => (place(one) < place(other) ? -1 : 1)).map(({ w }) => w);
}

/** The nodes of each rank in order; those of a loop's body stay together, between the sides of its frame. */
function ranksOf(graph: RankedGraph, met: ReadonlyMap<string, number>): string[][] {
  const framesOf = (id: string): string[] => {
    const frame = graph.parent(id);
    return typeof frame === "string" ? [...framesOf(frame), frame] : [];
  };
  const sides = findSides(graph);
  const firstIn = new Map<string, number>();
  for (const [id, number] of met)
    for (const frame of sides.has(id) ? [] : framesOf(id))
      firstIn.set(frame, Math.min(number, firstIn.get(frame) ?? number));
  const keyOf = (id: string, number: number) => [
    ...framesOf(id).map((frame) => firstIn.get(frame) ?? 0),
    sides.get(id) ?? number,
  ];
  const keys = new Map([...met].map(([id, number]) => [id, keyOf(id, number)]));
  const ranks = Map.groupBy(met.keys(), (id) => rankOf(graph, id));
  return [...ranks.values()].map((ids) =>
    ids.toSorted((one, other) => compareKeys(keys.get(one) ?? [], keys.get(other) ?? [])),
  );
}

/** The nodes that stand for the left and the right side of a frame. */
function findSides(graph: RankedGraph): Map<string, number> {
  const sides = new Map<string, number>();
  for (const id of graph.nodes()) {
    const { borderLeft = [], borderRight = [] } = graph.node(id);
    for (const side of Object.values(borderLeft)) sides.set(side, -1);
    for (const side of Object.values(borderRight)) sides.set(side, Number.MAX_SAFE_INTEGER);
  }
  return sides;
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  for (const [index, key] of one.entries()) {
    const difference = key - (other[index] ?? key);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** How many edges cross; those of a step also cross if they leave it in the order of its branches. */
function countCrossings(graph: RankedGraph, placeOf: PlaceOf): number {
  const byRank = new Map<number, { readonly from: number; readonly place: number; readonly to: number }[]>();
  for (const { v, w, name } of graph.edges()) {
    const place = placeOf(name);
    if (place === undefined) continue;
    const drawn = { from: graph.node(v).order ?? 0, place, to: graph.node(w).order ?? 0 };
    byRank.set(rankOf(graph, v), [...(byRank.get(rankOf(graph, v)) ?? []), drawn]);
  }
  let crossings = 0;
  for (const rank of byRank.values())
    for (const [index, one] of rank.entries())
      for (const other of rank.slice(index + 1))
        if ((one.from - other.from || one.place - other.place) * (one.to - other.to) < 0) crossings++;
  return crossings;
}

function rankOf(graph: RankedGraph, id: string): number {
  return graph.node(id).rank ?? 0;
}
