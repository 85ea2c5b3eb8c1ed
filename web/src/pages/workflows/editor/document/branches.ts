import { ERROR } from "../../../../parts/workflow-graph/graph.ts";
import type { NodeTypes } from "../../../../parts/workflow-graph/node-types.ts";
import type { WorkflowEdge, WorkflowNode } from "../../workflow.ts";

/** The branches of a node by its type and settings, as the server names them; empty if it has one way on. */
export function branchesOf({ type, data }: BranchingNode, { types }: Typed): readonly string[] {
  const { handles = [], handles_from: list } = types.get(type) ?? {};
  const items = list ? (data as Readonly<Record<string, unknown>> | null)?.[list] : undefined;
  return [...new Set([...(Array.isArray(items) ? items.map(branchOf) : []), ...handles])];
}

function branchOf(item: unknown, index: number): string {
  const handle = typeof item === "object" && item !== null && "handle" in item ? item.handle : undefined;
  return typeof handle === "string" ? handle : `case_${index + 1}`;
}

type BranchingNode = Pick<WorkflowNode, "type" | "data">;

interface Typed {
  readonly types: NodeTypes;
}

interface WaysDrawing extends Typed {
  readonly edges: readonly WorkflowEdge[];
}

/** The handles below a node: its branches, or null for the unnamed one. The error branch is separate. */
export function waysFrom(
  node: BranchingNode & Pick<WorkflowNode, "id">,
  { edges, types }: WaysDrawing,
): readonly (string | null)[] {
  const branches = branchesOf(node, { types });
  const isLast = types.get(node.type)?.ends;
  const own: (string | null)[] = isLast ? [] : branches.length > 0 ? [...branches] : [null];
  // An edge from a branch that no longer exists, or from none next to branches, is drawn until somebody removes it.
  const used = edges.filter(({ source }) => source === node.id).map(({ sourceHandle }) => sourceHandle);
  return [...new Set([...own, ...used])].filter((way) => way !== ERROR);
}

/** Whether a node can fail, and so has an error branch. */
export function canFail({ type }: Pick<WorkflowNode, "type">, { types }: Typed): boolean {
  const nodeType = types.get(type);
  return nodeType?.fields.includes("on_error") === true && !nodeType.ends;
}

/** The branch of a new edge from a node: its first branch without an edge. */
export function firstWay(
  node: BranchingNode & Pick<WorkflowNode, "id">,
  drawing: WaysDrawing,
): string | null | undefined {
  const used = new Set(
    drawing.edges.filter(({ source }) => source === node.id).map((edge) => edge.sourceHandle),
  );
  const ways = waysFrom(node, drawing);
  return ways.find((way) => !used.has(way)) ?? ways[0];
}

/** Edges of a node follow its renamed branches. */
export function followBranches(
  { edges, types }: WaysDrawing,
  before: WorkflowNode,
  after: WorkflowNode,
): readonly WorkflowEdge[] {
  const [old, now] = [branchesOf(before, { types }), branchesOf(after, { types })];
  if (old.length !== now.length || old.every((branch, index) => branch === now[index])) return edges;
  return edges.map((edge) => {
    const index =
      edge.source === before.id && edge.sourceHandle !== null ? old.indexOf(edge.sourceHandle) : -1;
    return index < 0 ? edge : { ...edge, sourceHandle: now[index] ?? null };
  });
}
