import { type FieldChange, fieldChanges } from "../../../parts/changes/changes.ts";
import type {
  EdgeMarks,
  GraphEdge,
  NodeMark,
  NodeMarks,
  VersionChange,
} from "../../../parts/workflow-graph/graph.ts";
import type { Workflow, WorkflowNode } from "../workflow.ts";

/** A step that differs. */
export interface StepChange {
  readonly id: string;
  readonly name: string;
  readonly change: VersionChange;
  readonly fields: readonly FieldChange[];
}

/** The differences between two versions of a workflow. */
export interface Difference {
  /** All steps and edges of both. */
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly GraphEdge[];
  readonly marks: NodeMarks;
  readonly edgeMarks: EdgeMarks;
  readonly steps: readonly StepChange[];
  readonly edgesAdded: readonly GraphEdge[];
  readonly edgesRemoved: readonly GraphEdge[];
  /** Of the workflow itself. */
  readonly fields: readonly FieldChange[];
  readonly isNone: boolean;
}

// A node's position has no effect on what it does; its neighbors follow from the edges.
const NOT_COMPARED = ["position", "style", "incoming_nodes", "outgoing_nodes", "status", "attempts_made"];
const OF_WORKFLOW = [
  "name",
  "description",
  "slug",
  "index_order",
  "autoEnable",
  "hide_in_config",
  "settings",
  "data_slots",
] as const;

/** Compares two versions of a workflow, by what they do. */
export function compareWorkflows(before: Workflow, after: Workflow): Difference {
  const steps = compareSteps(before.nodes, after.nodes);
  const removed = before.nodes.filter(({ id }) => !after.nodes.some((node) => node.id === id));
  const [edgesAdded, edgesRemoved] = [lacking(after.edges, before.edges), lacking(before.edges, after.edges)];
  const fields = OF_WORKFLOW.flatMap((name) => fieldChanges(name, before[name], after[name]));
  return {
    nodes: [...after.nodes, ...removed],
    edges: [...after.edges, ...edgesRemoved.map((edge) => ({ ...edge, id: `${edge.id} before` }))],
    marks: new Map(steps.map(({ id, change }): [string, NodeMark] => [id, { change }])),
    edgeMarks: new Map<string, VersionChange>([
      ...edgesAdded.map(({ id }): [string, VersionChange] => [id, "added"]),
      ...edgesRemoved.map(({ id }): [string, VersionChange] => [`${id} before`, "removed"]),
    ]),
    steps,
    edgesAdded,
    edgesRemoved,
    fields,
    isNone: steps.length + edgesAdded.length + edgesRemoved.length + fields.length === 0,
  };
}

function compareSteps(before: readonly WorkflowNode[], after: readonly WorkflowNode[]): StepChange[] {
  const earlier = new Map(before.map((node) => [node.id, node]));
  const later = new Set(after.map(({ id }) => id));
  const steps = after.flatMap((node): StepChange[] => {
    const { id, name } = node;
    const old = earlier.get(id);
    if (!old) return [{ id, name, change: "added", fields: [] }];
    const fields = fieldChanges("", comparedOf(old), comparedOf(node));
    return fields.length === 0 ? [] : [{ id, name, change: "changed", fields }];
  });
  const gone = before.filter(({ id }) => !later.has(id));
  return [...steps, ...gone.map(({ id, name }): StepChange => ({ id, name, change: "removed", fields: [] }))];
}

function comparedOf({ triggers, ...node }: WorkflowNode): object {
  const compared = Object.entries(node).filter(([name]) => !NOT_COMPARED.includes(name));
  // Triggers get new ids if a change omits them.
  return { ...Object.fromEntries(compared), triggers: triggers?.map(({ _id, ...trigger }) => trigger) };
}

/** The edges without a counterpart between the same steps and branches among `others`. */
function lacking(edges: readonly GraphEdge[], others: readonly GraphEdge[]): GraphEdge[] {
  const endsOf = ({ source, target, sourceHandle }: GraphEdge) =>
    JSON.stringify([source, target, sourceHandle]);
  const known = new Set(others.map(endsOf));
  return edges.filter((edge) => !known.has(endsOf(edge)));
}
