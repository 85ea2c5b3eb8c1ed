import type { Body } from "@junctor/sdk";
import { START } from "../../../../parts/workflow-graph/graph.ts";
import type { NodeTypes } from "../../../../parts/workflow-graph/node-types.ts";
import type { Workflow, WorkflowEdge, WorkflowNode } from "../../workflow.ts";
import { followBranches } from "./branches.ts";

/** What is drawn of a workflow. */
export interface WorkflowDrawing {
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
}

/** A field that customers fill in, as it is declared. */
export type CustomerField = Workflow["data_slots"][number];

/** A drawing with the types of its nodes. */
export interface TypedDrawing extends WorkflowDrawing {
  readonly types: NodeTypes;
}

/** The part of a workflow that the editor changes. Every change creates a new document; the types stay. */
export interface WorkflowDocument extends TypedDrawing {
  readonly fields: readonly CustomerField[];
}

/** A point of the canvas. */
export interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

/** One end of a new edge: a node, and the branch that it leaves from. */
export interface EdgeSource {
  readonly source: string;
  readonly sourceHandle: string | null;
}

/** A step to be added. */
export interface NewStep {
  readonly type: string;
  readonly name: string;
  /** The action of an action node, such as `slack/post_message`. */
  readonly action?: string;
}

// Fields that the server computes for display; it stores none of them.
const DERIVED = ["status", "attempts_made", "incoming_nodes", "outgoing_nodes"] as const;
const DISTANCE = 106;
const MOST_ID_LENGTH = 100;

type Save = Required<Pick<Body<"put", "/api/v2/public/workflow/{id}">, "nodes" | "edges">>;

/** What is sent for saving: the stored fields of nodes and edges. */
export function toBody({ nodes, edges }: WorkflowDrawing): Save {
  return { nodes: nodes.map(withoutDerived) as Save["nodes"], edges: [...edges] };
}

/** A node with only its stored fields. */
export function withoutDerived(node: WorkflowNode): Omit<WorkflowNode, (typeof DERIVED)[number]> {
  const {
    status: _,
    attempts_made: _made,
    incoming_nodes: _before,
    outgoing_nodes: _after,
    ...stored
  } = node;
  return stored;
}

/** The node with an id. */
export function getNode({ nodes }: WorkflowDocument, id: string | undefined): WorkflowNode | undefined {
  return nodes.find((node) => node.id === id);
}

/** An unused node id with this prefix: `http`, `http_2`. */
export function freeId(taken: ReadonlySet<string>, wish: string, otherwise = "step"): string {
  const base =
    wish
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, MOST_ID_LENGTH - 8) || otherwise;
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}_${count}`;
    if (!taken.has(id)) return id;
  }
}

/** A node as it is when it is new, with nothing set. */
export function newNode(document: WorkflowDocument, step: NewStep, position: CanvasPoint): WorkflowNode {
  const { type, name, action } = step;
  const taken = new Set(document.nodes.map(({ id }) => id));
  const id = freeId(taken, action?.split("/").at(-1) ?? (type === "ai_code_executor" ? "code" : type));
  return {
    id,
    type,
    name,
    position,
    status: "Ready",
    configurable: false,
    maximum_attempts: 1,
    attempts_made: 0,
    on_error: "fail",
    is_batch: false,
    trigger_cron: null,
    data: null,
    ...(type === START ? { triggers: [], event_to_dynamic_var_map: [] } : { action: action ?? "no_action" }),
    incoming_nodes: [],
    outgoing_nodes: [],
    parsed_response: {},
    request: {},
    input_data: {},
    style: {},
  };
}

/** Adds a node and, with a source, the edge from there to it. */
export function addNode(document: WorkflowDocument, node: WorkflowNode, from?: EdgeSource): WorkflowDocument {
  const added = { ...document, nodes: [...document.nodes, node] };
  return from === undefined ? added : connect(added, { ...from, target: node.id });
}

/** The position of a node after another one: below it, to the right of those already there. */
export function placeAfter(
  { nodes }: WorkflowDocument,
  source: WorkflowNode | undefined,
  width: number,
): CanvasPoint {
  if (!source) return { x: 0, y: Math.max(0, ...nodes.map(({ position }) => position.y + DISTANCE)) };
  const y = source.position.y + DISTANCE;
  let { x } = source.position;
  const isTaken = ({ position }: WorkflowNode) =>
    Math.abs(position.x - x) < width && Math.abs(position.y - y) < DISTANCE / 2;
  while (nodes.some(isTaken)) x += width + DISTANCE / 2;
  return { x, y };
}

/**
 * Inserts a node into an edge: what comes after it moves down to make room; `onward` is the branch that continues.
 */
export function insertInto(
  document: WorkflowDocument,
  edgeId: string,
  node: WorkflowNode,
  onward: string | null,
): WorkflowDocument {
  const edge = document.edges.find(({ id }) => id === edgeId);
  const target = getNode(document, edge?.target);
  if (!edge || !target) return addNode(document, node);
  const after = reachableFrom(document, target.id);
  const nodes = document.nodes.map((one) =>
    after.has(one.id) && one.position.y >= target.position.y
      ? { ...one, position: { x: one.position.x, y: one.position.y + DISTANCE } }
      : one,
  );
  const placed = { ...node, position: target.position };
  const cut = {
    ...document,
    nodes: [...nodes, placed],
    edges: document.edges.filter(({ id }) => id !== edgeId),
  };
  const led = connect(cut, { source: edge.source, sourceHandle: edge.sourceHandle, target: node.id });
  return connect(led, { source: node.id, sourceHandle: onward, target: edge.target });
}

function reachableFrom({ edges }: WorkflowDocument, first: string): ReadonlySet<string> {
  const found = new Set([first]);
  for (const id of found) for (const { source, target } of edges) if (source === id) found.add(target);
  return found;
}

/** Adds an edge. Duplicates, edges to the same node and edges to the start are ignored. */
export function connect(
  document: WorkflowDocument,
  { source, sourceHandle, target }: EdgeSource & { readonly target: string },
): WorkflowDocument {
  if (!canConnect(document, { source, sourceHandle, target })) return document;
  const taken = new Set(document.edges.map(({ id }) => id));
  const wish = [source, sourceHandle, target].filter((part) => part !== null).join("_to_");
  const edge = {
    id: freeId(taken, wish),
    source,
    target,
    sourceHandle,
    targetHandle: null,
    type: "smoothstep",
  };
  return { ...document, edges: [...document.edges, edge] };
}

/** Whether an edge may be added there. */
export function canConnect(
  document: WorkflowDocument,
  { source, sourceHandle, target }: EdgeSource & { readonly target: string },
): boolean {
  const to = getNode(document, target);
  if (source === target || !to || to.type === START || !getNode(document, source)) return false;
  return !document.edges.some(
    (edge) => edge.source === source && edge.target === target && edge.sourceHandle === sourceHandle,
  );
}

/**
 * Removes nodes with their edges, and edges. Removing a single node between two others leaves an edge in its place.
 */
export function remove(document: WorkflowDocument, ids: ReadonlySet<string>): WorkflowDocument {
  const gone = document.nodes.filter(({ id }) => ids.has(id));
  const [only] = gone;
  const [before, after] = only && gone.length === 1 ? passage(document, only.id) : [];
  const left = {
    ...document,
    nodes: document.nodes.filter(({ id }) => !ids.has(id)),
    edges: document.edges.filter(
      ({ id, source, target }) => ![id, source, target].some((one) => ids.has(one)),
    ),
  };
  if (!before || !after) return left;
  return connect(left, { source: before.source, sourceHandle: before.sourceHandle, target: after.target });
}

/** The one edge to a node and the one plain edge from it, if it has no others. */
function passage({ edges }: WorkflowDocument, id: string): [before?: WorkflowEdge, after?: WorkflowEdge] {
  const [before, ...moreBefore] = edges.filter(({ target }) => target === id);
  const [after, ...moreAfter] = edges.filter(({ source }) => source === id);
  const isPlain = moreBefore.length + moreAfter.length === 0 && after?.sourceHandle === null;
  return isPlain ? [before, after] : [];
}

/** Moves nodes to these positions. */
export function move(
  document: WorkflowDocument,
  positions: ReadonlyMap<string, CanvasPoint>,
): WorkflowDocument {
  const moved = document.nodes.map((node) => {
    const to = positions.get(node.id);
    if (!to) return node;
    const position = { x: Math.round(to.x), y: Math.round(to.y) };
    return position.x === node.position.x && position.y === node.position.y ? node : { ...node, position };
  });
  return moved.every((node, index) => node === document.nodes[index])
    ? document
    : { ...document, nodes: moved };
}

/** Replaces the node with the same id. */
export function replaceNode(document: WorkflowDocument, changed: WorkflowNode): WorkflowDocument {
  const before = getNode(document, changed.id);
  if (!before) return document;
  return {
    ...document,
    nodes: document.nodes.map((node) => (node === before ? changed : node)),
    edges: followBranches(document, before, changed),
  };
}

/** Whether all nodes are at the server's default position, so that nobody has placed them yet. */
export function isUnplaced({ nodes }: Pick<WorkflowDocument, "nodes">): boolean {
  const places = new Set(nodes.map(({ position: { x, y } }) => `${x} ${y}`));
  const isListed = nodes.every(({ position: { x, y } }, index) => x === 0 && y === index * 160);
  return nodes.length > 1 && (isListed || places.size < nodes.length);
}
