import type { Db } from "../../platform/database/database.ts";
import { isId } from "../../platform/id.ts";
import { applyNodeDefaults, type WorkflowNode } from "../definition/graph.ts";
import { renameWorkflows } from "../definition/references.ts";
import { readAliases } from "../store.ts";
import type { Viewer, WorkflowRow } from "../table.ts";
import { type ExportedWorkflow, FORMAT, FORMAT_VERSION } from "./transfer-schema.ts";

/**
 * The document of a workflow. It names other workflows by their alias, if they have one, because ids are known only
 * here.
 */
export async function exportWorkflow(db: Db, viewer: Viewer, row: WorkflowRow): Promise<ExportedWorkflow> {
  const named = new Set<string>();
  renameWorkflows(row, (name) => {
    if (isId(name)) named.add(name);
    return name;
  });
  const aliases = await readAliases(db, viewer, [...named]);
  const { nodes, data_slots } = renameWorkflows(row, (name) => aliases.get(name) ?? name);
  return {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    name: row.name,
    description: row.description,
    icon: row.icon,
    slug: row.slug,
    alias: row.alias,
    index_order: row.index_order,
    autoEnable: row.auto_enable,
    hide_in_config: row.hide_in_config,
    settings: row.settings,
    nodes: applyNodeDefaults(nodes).map(withoutTriggerIds),
    edges: row.edges.map((edge) => ({ ...edge })),
    data_slots,
  };
}

function withoutTriggerIds({ triggers, ...node }: WorkflowNode): ExportedWorkflow["nodes"][number] {
  const named = triggers?.map(({ _id, ...trigger }) => trigger);
  return { ...node, ...(named && { triggers: named }) };
}
