import type { Db } from "../../platform/database/database.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { subFlowNode } from "../nodes/sub-flow.ts";
import { findExistingWorkflows, type WorkflowViewer } from "../store.ts";
import { createNodeProblem, type WorkflowProblem } from "../validation/problem.ts";
import type { Fields, WorkflowNode } from "./graph.ts";

/** What may name other workflows, by id or alias. */
interface ReferenceHolder {
  readonly nodes: WorkflowNode[];
  readonly data_slots: Fields[];
}

/** The content with other names for the workflows that its nodes and data sources name; expressions stay. */
export function renameWorkflows(
  { nodes, data_slots }: ReferenceHolder,
  rename: (name: string) => string,
): ReferenceHolder {
  return {
    nodes: nodes.map((node) => ({ ...node, data: node.data && renameIn(node, node.data, rename) })),
    data_slots: data_slots.map((slot) => renameSources(slot, rename) as Fields), // an object stays one
  };
}

/** The names of the workflows that nodes call, with the node. */
function calledWorkflows(nodes: readonly WorkflowNode[]): { node: WorkflowNode; name: string }[] {
  return nodes.flatMap((node) => {
    const name = node.type === subFlowNode.type ? node.data?.workflow : undefined;
    return typeof name === "string" && !name.includes("{{") ? [{ node, name }] : [];
  });
}

/** The nodes that call a workflow that does not exist, as far as the caller may know. */
export async function findCallProblems(
  db: Db,
  asker: WorkflowViewer,
  nodes: readonly WorkflowNode[],
): Promise<WorkflowProblem[]> {
  const called = calledWorkflows(nodes);
  const known = await findExistingWorkflows(
    db,
    asker,
    called.map(({ name }) => name),
  );
  return called
    .filter(({ name }) => !known.has(name))
    .map(({ node, name }) => {
      const text = `data.workflow: there is no workflow "${name}"; give the id or the alias of one.`;
      return createNodeProblem(node, "data.workflow", text, { kind: "workflow", id: name });
    });
}

function renameIn({ type }: WorkflowNode, data: Fields, rename: (name: string) => string): Fields {
  const { workflow } = data;
  if (type !== subFlowNode.type || typeof workflow !== "string") return data;
  return { ...data, workflow: rename(workflow) };
}

function renameSources(value: Json, rename: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((item) => renameSources(item, rename));
  if (!isObject(value)) return value;
  const { type, workflow_id: name } = value;
  if (type === "workflow" && typeof name === "string") return { ...value, workflow_id: rename(name) };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renameSources(item, rename)]));
}
