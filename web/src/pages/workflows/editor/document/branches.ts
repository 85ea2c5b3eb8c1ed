import { ERROR } from "../../../../parts/workflow-graph/graph.ts";
import type { WorkflowEdge, WorkflowNode } from "../../workflow.ts";

/** The type of the node with which every workflow begins. */
export const START = "start";

const BRANCHES: Readonly<Record<string, readonly string[]>> = {
  rule: ["true", "false"],
  loop: ["item", "done"],
  approval: ["approved", "rejected"],
};
// Nothing comes after it.
const LAST = "terminate";
const DEFAULT = "default";

/** The branches of a node by its type and settings, as the server names them; empty if it has one way on. */
export function branchesOf({ type, data }: Pick<WorkflowNode, "type" | "data">): readonly string[] {
  if (type === "switch") return [...new Set([...casesOf(data), DEFAULT])];
  return BRANCHES[type] ?? [];
}

function casesOf(data: unknown): string[] {
  const { cases } = (data ?? {}) as { readonly cases?: unknown };
  if (!Array.isArray(cases)) return [];
  return cases.map((one: unknown, index) => {
    const handle = typeof one === "object" && one !== null && "handle" in one ? one.handle : undefined;
    return typeof handle === "string" ? handle : `case_${index + 1}`;
  });
}

/** The handles below a node: its branches, or null for the unnamed one. The error branch is separate. */
export function waysFrom(
  node: Pick<WorkflowNode, "id" | "type" | "data">,
  edges: readonly WorkflowEdge[],
): readonly (string | null)[] {
  const branches = branchesOf(node);
  const own: (string | null)[] = node.type === LAST ? [] : branches.length > 0 ? [...branches] : [null];
  // An edge from a branch that no longer exists, or from none next to branches, is drawn until somebody removes it.
  const used = edges.filter(({ source }) => source === node.id).map(({ sourceHandle }) => sourceHandle);
  return [...new Set([...own, ...used])].filter((way) => way !== ERROR);
}

/** Whether a node can fail, and so has an error branch. */
export function canFail({ type }: Pick<WorkflowNode, "type">): boolean {
  return type !== START && type !== LAST;
}

/** The branch of a new edge from a node: its first branch without an edge. */
export function firstWay(
  node: Pick<WorkflowNode, "id" | "type" | "data">,
  edges: readonly WorkflowEdge[],
): string | null | undefined {
  const used = new Set(edges.filter(({ source }) => source === node.id).map((edge) => edge.sourceHandle));
  const ways = waysFrom(node, edges);
  return ways.find((way) => !used.has(way)) ?? ways[0];
}

/** Edges of a node follow its renamed branches. */
export function followBranches(
  edges: readonly WorkflowEdge[],
  before: WorkflowNode,
  after: WorkflowNode,
): readonly WorkflowEdge[] {
  const [old, now] = [branchesOf(before), branchesOf(after)];
  if (old.length !== now.length || old.every((branch, index) => branch === now[index])) return edges;
  return edges.map((edge) => {
    const index =
      edge.source === before.id && edge.sourceHandle !== null ? old.indexOf(edge.sourceHandle) : -1;
    return index < 0 ? edge : { ...edge, sourceHandle: now[index] ?? null };
  });
}
