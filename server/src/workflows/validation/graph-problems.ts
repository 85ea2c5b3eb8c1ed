import {
  describeEdge,
  describeNode,
  ERROR,
  ITEM,
  START,
  type WorkflowEdge,
  type WorkflowNode,
} from "../definition/graph.ts";
import { findPlanProblems } from "../definition/plan.ts";
import { REPEATING_TYPES } from "../nodes/list.ts";
import { listBranches } from "../nodes/node.ts";
import {
  createEdgeProblem,
  createNodeProblem,
  createWorkflowProblem,
  type NodeTypes,
  type Stage,
  type WorkflowProblem,
} from "./problem.ts";

const MAX_ID_LENGTH = 100;

interface Graph {
  readonly nodes: WorkflowNode[];
  readonly edges: WorkflowEdge[];
}

/** Problems of ids; if there are any, nothing else can be checked. */
export function findIdProblems({ nodes, edges }: Graph): WorkflowProblem[] {
  return [
    ...badIds(nodes, "Node").map((bad): WorkflowProblem => ({ ...bad, node_id: bad.id, edge_id: null })),
    ...badIds(edges, "Edge").map((bad): WorkflowProblem => ({ ...bad, node_id: null, edge_id: bad.id })),
  ].map(({ node_id, edge_id, field, message }) => ({ node_id, edge_id, field, message }));
}

function badIds(items: readonly { id: string }[], what: "Node" | "Edge") {
  const seen = new Set<string>();
  return items.flatMap(({ id }, index) => {
    const message =
      badId(id, `${what} ${index + 1}`) ??
      (seen.has(id) ? `${what} "${id}": id is used more than once.` : undefined);
    seen.add(id);
    return message === undefined ? [] : [{ id, field: "id", message }];
  });
}

function badId(id: string, of: string): string | undefined {
  if (id === "") return `${of}: id must not be empty.`;
  if (id.length > MAX_ID_LENGTH) return `${of}: id must have at most ${MAX_ID_LENGTH} characters.`;
  return undefined;
}

/**
 * Problems of the start node, of the ends and branches of edges, and of the paths that they form. Ids must be valid.
 */
export function findGraphProblems(
  { nodes, edges }: Graph,
  nodeTypes: NodeTypes,
  stage: Stage,
): WorkflowProblem[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const sound = edges.filter(({ source, target }) => byId.has(source) && byId.has(target));
  const wrongWays = findPlanProblems({ nodes, edges: sound, settings: {} });
  return [
    ...startProblems(nodes, stage),
    ...edges.flatMap((edge) => endProblem(edge, byId) ?? []),
    ...sound.flatMap((edge) => branchProblem(edge, byId, nodeTypes) ?? []),
    ...doubleEdges(edges),
    ...wrongWays.map(
      ({ message, node, edge }): WorkflowProblem =>
        edge === undefined
          ? { node_id: node, edge_id: null, field: "edges", message }
          : { node_id: null, edge_id: edge, field: "target", message },
    ),
    ...(stage === "publish" ? emptyLoops(nodes, sound) : []),
  ];
}

function startProblems(nodes: readonly WorkflowNode[], stage: Stage): WorkflowProblem[] {
  const [first, ...others] = nodes.filter(({ type }) => type === START);
  if (!first && stage === "publish")
    return [
      createWorkflowProblem("nodes", "nodes: a workflow needs a start node before it can be published."),
    ];
  return others.map((node) =>
    createNodeProblem(node, "type", "type start is already used; a workflow has one start node."),
  );
}

function endProblem(
  edge: WorkflowEdge,
  byId: ReadonlyMap<string, WorkflowNode>,
): WorkflowProblem | undefined {
  const { source, target } = edge;
  const [from, to] = [byId.get(source), byId.get(target)];
  if (!from) return danglingEnd(edge, "source", to && `leads to node ${describeNode(to)}`);
  if (!to) return danglingEnd(edge, "target", `leaves node ${describeNode(from)}`);
  if (to.type !== START) return undefined;
  return createEdgeProblem(
    edge,
    "target",
    `target "${target}" is the start node, to which no edge can lead.`,
  );
}

function danglingEnd(
  edge: WorkflowEdge,
  end: "source" | "target",
  other: string | undefined,
): WorkflowProblem {
  const where = other === undefined ? "" : `, and the edge ${other}`;
  const text = `${end} "${edge[end]}" is not the id of a node here${where}: name an existing node, or remove the edge.`;
  return createEdgeProblem(edge, end, text);
}

/** Duplicate edges: an author who draws one twice meant something else. */
function doubleEdges(edges: readonly WorkflowEdge[]): WorkflowProblem[] {
  const firsts = new Map<string, WorkflowEdge>();
  return edges.flatMap((edge) => {
    const { source, target, sourceHandle, targetHandle } = edge;
    const key = JSON.stringify([source, target, sourceHandle, targetHandle]);
    const first = firsts.get(key);
    if (!first) firsts.set(key, edge);
    const text = `it already exists as edge ${first && describeEdge(first)}, with the same source, target and handles; remove one of them.`;
    return first ? [createEdgeProblem(edge, "target", text)] : [];
  });
}

function branchProblem(
  edge: WorkflowEdge,
  byId: ReadonlyMap<string, WorkflowNode>,
  nodeTypes: NodeTypes,
): WorkflowProblem | undefined {
  const { source, sourceHandle } = edge;
  const node = byId.get(source);
  const type = nodeTypes.find((one) => one.type === node?.type);
  if (sourceHandle === null || !node || !type) return undefined;
  const branches = [ERROR, ...listBranches(type, node.data)];
  if (branches.includes(sourceHandle)) return undefined;
  const known = branches.map((branch) => `"${branch}"`).join(", ");
  return createEdgeProblem(
    edge,
    "sourceHandle",
    `sourceHandle "${sourceHandle}" is not a branch of node ${describeNode(node)}; it must be null or one of ${known}.`,
  );
}

function emptyLoops(nodes: readonly WorkflowNode[], edges: readonly WorkflowEdge[]): WorkflowProblem[] {
  const filled = new Set(
    edges.filter(({ sourceHandle }) => sourceHandle === ITEM).map(({ source }) => source),
  );
  return nodes
    .filter(({ id, type }) => REPEATING_TYPES.has(type) && !filled.has(id))
    .map((node) =>
      createNodeProblem(node, "edges", `connect its branch "${ITEM}" to the first step to repeat.`),
    );
}
