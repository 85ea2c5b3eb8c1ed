import type { Mood } from "../values/state.tsx";
import type { NodeTypes } from "./node-types.ts";

/** The part of a workflow's node that is drawn. */
export interface GraphNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** The action of an action node, such as `slack/post_message`. */
  readonly action?: string;
  /** What a start begins with. */
  readonly triggers?: readonly { readonly application: string; readonly event: string }[];
}

/** The part of a workflow's edge that is drawn. */
export interface GraphEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** The branch of a node that has several. */
  readonly sourceHandle: string | null;
}

/** A workflow as far as it is drawn, and the types of its nodes. */
export interface TypedGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly types: NodeTypes;
}

/** How a node or an edge differs from another version. */
export type VersionChange = "added" | "removed" | "changed";

/** Additional information about a node. */
export interface NodeMark {
  /** Its state: mood and word belong together. */
  readonly mood?: Mood;
  readonly word?: string;
  readonly durationMs?: number | null;
  /** Shown from the second attempt on. */
  readonly attempts?: number;
  readonly change?: VersionChange;
  /** The number of its problems. */
  readonly problems?: number;
}

/** Information about nodes, by their ids. */
export type NodeMarks = ReadonlyMap<string, NodeMark>;

/** The differences of edges, by their ids. */
export type EdgeMarks = ReadonlyMap<string, VersionChange>;

/** The type of the one node with which every workflow begins. */
export const START = "start";
const ITEM = "item";

/** The branch for a node that has failed for good. */
export const ERROR = "error";
/** The branch of a loop after all items. */
export const DONE = "done";

/** The loop whose body contains each node; nodes outside loops are left out. */
export function findLoops({ nodes, edges, types }: TypedGraph): Map<string, string> {
  const from = Map.groupBy(edges, ({ source }) => source);
  const loops = new Set(nodes.filter(({ type }) => types.get(type)?.repeats).map(({ id }) => id));
  const regionOf = new Map<string, string | undefined>();
  const regions: (string | undefined)[] = [undefined];
  const isItem = ({ source, sourceHandle }: GraphEdge) => loops.has(source) && sourceHandle === ITEM;
  // Bodies are appended during the loop: a node belongs to the outermost region that reaches it.
  for (const region of regions) {
    const open =
      region === undefined
        ? nodes.filter(({ type }) => type === START).map(({ id }) => id)
        : (from.get(region) ?? []).filter(isItem).map(({ target }) => target);
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (regionOf.has(id)) continue;
      regionOf.set(id, region);
      if (loops.has(id)) regions.push(id);
      for (const edge of from.get(id) ?? []) if (!isItem(edge)) open.push(edge.target);
    }
  }
  return new Map([...regionOf].filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Whether an edge leads from the body of a loop back to it, which the frame around the body already shows. */
export function isWayBack(edge: GraphEdge, loopOf: ReadonlyMap<string, string>): boolean {
  for (let loop = loopOf.get(edge.source); loop !== undefined; loop = loopOf.get(loop))
    if (loop === edge.target) return true;
  return false;
}

/** The label of an edge's branch, if it needs one: that of a loop's body is on its frame. */
export function getBranch({ sourceHandle }: GraphEdge): string | undefined {
  return sourceHandle === null || sourceHandle === ITEM ? undefined : sourceHandle;
}
