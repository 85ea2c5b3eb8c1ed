import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createConstant } from "../../platform/memory/computed-once.ts";
import type { WorkflowNode } from "../definition/graph.ts";
import { collectApplications } from "../validation/application-problems.ts";
import type { ExportedWorkflow, ImportBody } from "./transfer-schema.ts";

/** The folder of the workflow templates: one exported workflow per file, named after the template's id. */
export const TEMPLATES = fileURLToPath(new URL("../../../templates", import.meta.url));

/** A workflow template. */
export interface WorkflowTemplate {
  /** The name of its file. */
  readonly id: string;
  readonly document: ExportedWorkflow;
  /** Slugs of the applications that its triggers and actions use, in the order of its nodes. */
  readonly applications: readonly string[];
}

/** All templates, by name. Read on first use: most processes never show one. */
export const readTemplates = createConstant(loadTemplates);

async function loadTemplates(): Promise<readonly WorkflowTemplate[]> {
  const files = (await readdir(TEMPLATES)).filter((file) => file.endsWith(".yaml"));
  const found = await Promise.all(files.map((file) => loadTemplate(join(TEMPLATES, file))));
  return found.sort((a, b) => a.document.name.localeCompare(b.document.name, "en"));
}

async function loadTemplate(file: string): Promise<WorkflowTemplate> {
  const { parse } = await import("yaml");
  // The files are ours: a test imports every one of them.
  const {
    description = "",
    icon = "",
    slug = null,
    nodes = [],
    ...given
  }: ImportBody = parse(await readFile(file, "utf8"));
  const document: ExportedWorkflow = {
    index_order: 0,
    autoEnable: false,
    hide_in_config: false,
    settings: {},
    edges: [],
    data_slots: [],
    ...given,
    description,
    icon,
    slug,
    alias: null,
    nodes,
  };
  const applications = [...collectApplications({ nodes: nodes as WorkflowNode[], slug })];
  return { id: basename(file, ".yaml"), document, applications };
}
