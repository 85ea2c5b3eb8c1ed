import type { Mood } from "../values/state.tsx";

/** A node of a workflow, as far as it is drawn. */
export interface GraphNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** What an app action runs, such as `slack/post_message`. */
  readonly action?: string;
  /** What a start begins with. */
  readonly triggers?: readonly { readonly application: string; readonly event: string }[];
}

/** An edge of a workflow, as far as it is drawn. */
export interface GraphEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** The branch of a node that has several. */
  readonly sourceHandle: string | null;
}

/** How a node or an edge differs from another version. */
export type Change = "added" | "removed" | "changed";

/** What is said of a node on top of what it is. */
export interface NodeMark {
  /** Its state: mood and word belong together. */
  readonly mood?: Mood;
  readonly word?: string;
  readonly durationMs?: number | null;
  /** Shown from the second attempt on. */
  readonly attempts?: number;
  readonly change?: Change;
  /** How many problems it has. */
  readonly problems?: number;
}

/** What is said of nodes, by their ids. */
export type NodeMarks = ReadonlyMap<string, NodeMark>;

/** How edges differ, by their ids. */
export type EdgeMarks = ReadonlyMap<string, Change>;

const START = "start";
const LOOP = "loop";
const ITEM = "item";

/** The branch that is taken when a node has failed for good. */
export const ERROR = "error";
/** The branch of a loop that is taken after all items. */
export const DONE = "done";

/** The loop in whose body each node is carried out; nodes outside of every loop are not in it. */
export function findLoops(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Map<string, string> {
  const from = Map.groupBy(edges, ({ source }) => source);
  const loops = new Set(nodes.filter(({ type }) => type === LOOP).map(({ id }) => id));
  const regionOf = new Map<string, string | undefined>();
  const regions: (string | undefined)[] = [undefined];
  const isItem = ({ source, sourceHandle }: GraphEdge) => loops.has(source) && sourceHandle === ITEM;
  // Bodies are appended while this goes on: a node belongs to the outermost region that reaches it.
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

/** Whether an edge leads from the body of a loop back to it: the frame around the body says that already. */
export function isWayBack(edge: GraphEdge, loopOf: ReadonlyMap<string, string>): boolean {
  for (let loop = loopOf.get(edge.source); loop !== undefined; loop = loopOf.get(loop))
    if (loop === edge.target) return true;
  return false;
}

/** The name of an edge's branch, where it is worth a label: that of a loop's body stands on its frame. */
export function branchOf({ sourceHandle }: GraphEdge): string | undefined {
  return sourceHandle === null || sourceHandle === ITEM ? undefined : sourceHandle;
}
