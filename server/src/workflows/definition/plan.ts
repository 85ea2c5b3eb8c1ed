import { REPEATING_TYPES } from "../nodes/list.ts";
import {
  type Definition,
  describeEdge,
  describeNode,
  ERROR,
  ITEM,
  START,
  type WorkflowEdge,
  type WorkflowNode,
} from "./graph.ts";

/** A node in its region. `incoming` and `outgoing` are edges inside the region only, in definition order. */
export interface PlanNode {
  readonly node: WorkflowNode;
  readonly incoming: readonly PlanEdge[];
  readonly outgoing: readonly PlanEdge[];
  /** The body of a loop node; empty if no edge leaves its handle `item`. */
  readonly body?: Region;
  readonly hasErrorEdge: boolean;
}

export interface PlanEdge {
  readonly source: string;
  readonly target: string;
  readonly handle: string | null;
}

/** What runs together: a whole workflow, or the body of a loop. It contains no cycle. */
export interface Region {
  readonly nodes: ReadonlyMap<string, PlanNode>;
  /** The first nodes: the start node, or those that the loop's `item` edges lead to. */
  readonly entries: readonly string[];
  /** The last nodes when they succeed, in definition order: their outputs are the region's result. */
  readonly exits: readonly string[];
  /** Whether at most one node at a time can be under way in it: no edges fork. */
  readonly isSequential: boolean;
}

/** A definition as it runs: everything that the start node leads to, loops with their bodies. */
export type Plan = Region;

/** Why edges cannot run, as a sentence that names the node or the edge. */
export class PlanError extends Error {
  override readonly name = "PlanError";
  /** The edge to remove; undefined for a cycle that contains `node`. */
  readonly edge: string | undefined;
  readonly node: string;
  constructor(message: string, node: string, edge?: string) {
    super(message);
    this.node = node;
    this.edge = edge;
  }
}

/**
 * The plan of a definition with unique ids and edges that end at nodes, in time linear in its size. Nodes that cannot
 * be reached from the start node are left out. Throws PlanError for a cycle without a loop node's `item` edge, and
 * for an edge that enters or leaves the body of a loop except through the loop node.
 */
export function compilePlan(definition: Definition): Plan {
  const { problems, division } = examine(definition);
  if (problems[0]) throw problems[0];
  return connect(definition, division);
}

/** All problems for which `compilePlan` would throw. */
export function findPlanProblems(definition: Definition): readonly PlanError[] {
  return examine(definition).problems;
}

interface DraftNode extends PlanNode {
  incoming: PlanEdge[];
  outgoing: PlanEdge[];
  body?: Region;
  hasErrorEdge: boolean;
}

interface DraftRegion extends Region {
  nodes: Map<string, DraftNode>;
  entries: string[];
  exits: string[];
  isSequential: boolean;
}

/** The region of each reached node, and the regions by their loop node; undefined stands for the whole workflow. */
interface Division {
  readonly regionOf: Map<string, DraftRegion>;
  readonly regions: Map<string | undefined, DraftRegion>;
}

/** What following edges requires. */
interface Graph {
  readonly from: ReadonlyMap<string, readonly WorkflowEdge[]>;
  /** Ids of the loop nodes. */
  readonly loops: ReadonlySet<string>;
}

function examine(definition: Definition): { problems: readonly PlanError[]; division: Division } {
  const from = Map.groupBy(definition.edges, ({ source }) => source);
  const loops = new Set(definition.nodes.filter(({ type }) => REPEATING_TYPES.has(type)).map(({ id }) => id));
  const cycle = findCycle(definition, loops);
  const { division, problems } = divide(definition, { from, loops });
  if (!cycle) return { division, problems };
  const [entry = ""] = cycle;
  const way = [...cycle, entry].join(" → ");
  const name = describeNode(definition.nodes.find(({ id }) => id === entry) ?? { id: entry });
  const text = `its edges lead back to it (${way}); remove one of them, or repeat nodes with a loop node.`;
  const problem = new PlanError(`Node ${name}: ${text}`, entry);
  return { division, problems: [problem, ...problems] };
}

/** Assigns each reached node to the outermost region that reaches it. */
function divide({ nodes }: Definition, graph: Graph): { division: Division; problems: PlanError[] } {
  const division: Division = { regionOf: new Map(), regions: new Map() };
  const problems: PlanError[] = [];
  const start = nodes.find(({ type }) => type === START);
  // Bodies are appended during the loop, so outer regions come before inner ones.
  const open: (string | undefined)[] = [undefined];
  for (const loop of open) {
    const items = loop === undefined ? [] : itemEdges(graph, loop);
    problems.push(...items.filter(({ target }) => division.regionOf.has(target)).map(notABody));
    const begins = loop === undefined && start ? [start.id] : items.map(({ target }) => target);
    const entries = [...new Set(begins)].filter((id) => !division.regionOf.has(id));
    const region: DraftRegion = { nodes: new Map(), entries, exits: [], isSequential: true };
    division.regions.set(loop, region);
    for (const id of entries) division.regionOf.set(id, region);
    const found = fill(region, loop, { ...graph, ...division });
    problems.push(...found.problems);
    open.push(...found.loops);
  }
  return { division, problems };
}

function itemEdges({ from }: Graph, loop: string): WorkflowEdge[] {
  return (from.get(loop) ?? []).filter(({ sourceHandle }) => sourceHandle === ITEM);
}

/** Follows the edges from a region's entries to its end; returns the loops on the way and the edges that leave it. */
function fill(
  region: DraftRegion,
  loop: string | undefined,
  { from, loops, regionOf }: Graph & Division,
): { loops: string[]; problems: PlanError[] } {
  const found = { loops: [] as string[], problems: [] as PlanError[] };
  const open = [...region.entries];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (loops.has(id)) found.loops.push(id);
    for (const edge of from.get(id) ?? []) {
      if (edge.target === loop || (loops.has(id) && edge.sourceHandle === ITEM)) continue;
      const known = regionOf.get(edge.target);
      if (known === undefined) {
        regionOf.set(edge.target, region);
        open.push(edge.target);
      } else if (known !== region) found.problems.push(leavesLoop(edge, loop));
    }
  }
  return found;
}

function leavesLoop(edge: WorkflowEdge, loop: string | undefined): PlanError {
  const { id, source, target } = edge;
  return new PlanError(
    `Edge ${describeEdge(edge)}: it leads from inside the loop "${loop}" to node "${target}", which is reached from outside of it too; only an edge back to "${loop}" leads out of the loop.`,
    source,
    id,
  );
}

function notABody(edge: WorkflowEdge): PlanError {
  const { id, source, target } = edge;
  return new PlanError(
    `Edge ${describeEdge(edge)}: the body of the loop "${source}" cannot begin with node "${target}", which is reached from outside of the loop too.`,
    source,
    id,
  );
}

/** Fills the regions with their nodes and edges, and loop nodes with their bodies; returns the outermost. */
function connect({ nodes, edges }: Definition, { regionOf, regions }: Division): Plan {
  for (const node of nodes) {
    const body = regions.get(node.id);
    const planned: DraftNode = {
      node,
      incoming: [],
      outgoing: [],
      hasErrorEdge: false,
      ...(body && { body }),
    };
    regionOf.get(node.id)?.nodes.set(node.id, planned);
  }
  for (const { source, target, sourceHandle: handle } of edges) {
    const region = regionOf.get(source);
    const [before, after] = [region?.nodes.get(source), region?.nodes.get(target)];
    if (!before || !after || (before.body && handle === ITEM)) continue;
    const edge = { source, target, handle };
    before.outgoing.push(edge);
    after.incoming.push(edge);
    if (handle === ERROR) before.hasErrorEdge = true;
  }
  for (const region of regions.values()) {
    const { nodes: members, entries, exits } = region;
    for (const [id, { outgoing }] of members)
      if (outgoing.every(({ handle }) => handle === ERROR)) exits.push(id);
    region.isSequential = entries.length <= 1 && ![...members.values()].some(isFork);
  }
  return regions.get(undefined) ?? { nodes: new Map(), entries: [], exits: [], isSequential: true };
}

/** Whether more than one edge may be taken when the node ends: edges without a handle always are when it ends well. */
function isFork({ outgoing }: PlanNode): boolean {
  const handles = new Set(outgoing.map(({ handle }) => handle));
  if (handles.size < outgoing.length) return true;
  handles.delete(ERROR);
  return handles.has(null) && handles.size > 1;
}

/**
 * Some cycle, as node ids in the direction of the edges. Each iteration of a loop begins with an `item` edge, so a
 * cycle through one does not count.
 */
function findCycle({ nodes, edges }: Definition, loops: ReadonlySet<string>): string[] | undefined {
  const followed = edges.filter(({ source, sourceHandle }) => !(sourceHandle === ITEM && loops.has(source)));
  const from = Map.groupBy(followed, ({ source }) => source);
  // Nodes without a predecessor are removed repeatedly: what is left depends on a cycle.
  const open = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { target } of followed) open.set(target, (open.get(target) ?? 0) + 1);
  const free = nodes.filter(({ id }) => open.get(id) === 0).map(({ id }) => id);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    open.delete(id);
    for (const { target } of from.get(id) ?? []) {
      const count = (open.get(target) ?? 0) - 1;
      open.set(target, count);
      if (count === 0) free.push(target);
    }
  }
  return open.size === 0 ? undefined : walkBack(open, followed);
}

/** One cycle among nodes that all have a predecessor in `left`, in the direction of the edges. */
function walkBack(left: ReadonlyMap<string, number>, edges: readonly WorkflowEdge[]): string[] {
  const before = new Map(
    edges.flatMap(({ source, target }) => (left.has(source) ? [[target, source] as const] : [])),
  );
  const [start = ""] = left.keys();
  const met = new Map<string, number>();
  const path: string[] = [];
  for (let here = start; ; here = before.get(here) ?? "") {
    const first = met.get(here);
    if (first !== undefined) return path.slice(first).reverse();
    met.set(here, path.length);
    path.push(here);
  }
}
