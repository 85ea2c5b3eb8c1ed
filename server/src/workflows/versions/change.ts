import { isDeepStrictEqual } from "node:util";
import { createProductionOnlyError } from "../../auth/production-only.ts";
import type { Deps } from "../../deps.ts";
import type { Tx } from "../../platform/database/database.ts";
import { badField } from "../../platform/errors.ts";
import { createId } from "../../platform/id.ts";
import {
  applyEdgeDefaults,
  applyNodeDefaults,
  createEmptyDefinition,
  type EdgeInput,
  type NodeInput,
} from "../definition/graph.ts";
import {
  deleteWorkflow,
  findVersion,
  insertWorkflow,
  toVersionContent,
  updateWorkflowRow,
  VERSION_COLUMNS,
} from "../store.ts";
import type { StoredWorkflow, WorkflowContent, WorkflowRow } from "../table.ts";
import type { CheckDeps } from "../validation/problem.ts";
import {
  type EditedWorkflow,
  type Editor,
  lockWorkflow,
  readDraft,
  readWorkflowRecord,
  updatePreparedWorkflow,
  validateDefinition,
} from "./edit.ts";
import { unpublishIn, updatePublicationRevisions } from "./publications.ts";
import { generateMissingCode } from "./write-code.ts";

/** What saving nodes requires: their checks, and who writes the code for prompts. */
export type SaveDeps = CheckDeps & Pick<Deps, "outbound" | "config">;

/** What a request sets in a workflow; absent fields stay as they are. */
export type Changes = Partial<Omit<WorkflowContent, "nodes" | "edges">> & {
  nodes?: NodeInput[];
  edges?: EdgeInput[];
};

const DEFINITION = ["nodes", "edges", "settings", "data_slots"] as const;

/** Creates a workflow of the organization, or of the editor's account; 400 for what cannot be saved. */
export async function createWorkflow(
  deps: SaveDeps,
  editor: Editor,
  given: Changes & { name: string },
): Promise<WorkflowRow> {
  const content = createContent(editor, given);
  checkEnvironments(editor, { account_id: editor.account?.id ?? null, environments: [] }, content);
  await validateDefinition(deps, editor, content, "save");
  return insertNew(deps, editor, content);
}

/** The content of a new workflow, with a default for everything but its name. */
export function createContent(
  { environment }: Editor,
  { nodes, edges, ...given }: Changes & { name: string },
): WorkflowContent {
  const definition = createEmptyDefinition();
  return {
    environments: [environment],
    slug: null,
    alias: null,
    description: "",
    icon: "",
    index_order: 0,
    auto_enable: false,
    hide_in_config: false,
    data_slots: [],
    test_instance_meta_data: null,
    settings: definition.settings,
    ...given,
    nodes: nodes ? applyNodeDefaults(nodes) : definition.nodes,
    edges: edges ? applyEdgeDefaults(edges) : definition.edges,
  };
}

/** Inserts checked content as a new workflow, with the code for its prompts; 400 if its alias is taken. */
export async function insertNew(
  deps: SaveDeps,
  editor: Editor,
  content: WorkflowContent,
): Promise<WorkflowRow> {
  const { orgId: org_id, account, now } = editor;
  const nodes = await generateMissingCode(deps, content.nodes);
  const place = { id: createId(now.getTime()), org_id, account_id: account?.id ?? null };
  return deps.db.transaction().execute(async (tx) => {
    const stored = await insertWorkflow(tx, place, { ...content, nodes }, now);
    return readWorkflowRecord(tx, editor, stored, stored.id);
  });
}

/**
 * Changes a workflow and returns the changed record: the draft, unless only the alias or the environments change.
 * 404, 403 and 409 as `lockWorkflow`, 403 for what requires a production key, 400 for what cannot be saved.
 */
export function updateWorkflow(
  deps: SaveDeps,
  editor: Editor,
  id: string,
  given: Changes,
): Promise<WorkflowRow> {
  const changes = applyChangeDefaults(given);
  return updatePreparedWorkflow(deps.db, editor, id, async ({ asked, stored }) => {
    dropUnchanged(changes, stored);
    if (Object.keys(changes).length === 0) return async () => asked;
    checkEnvironments(editor, stored, changes);
    if (changes.slug !== undefined || DEFINITION.some((field) => changes[field]))
      await validateDefinition(deps, editor, { ...stored, ...changes }, "save");
    // Generated code is kept if this starts again.
    if (changes.nodes) changes.nodes = await generateMissingCode(deps, changes.nodes, stored.nodes);
    return (tx) => carryOut(tx, editor, { asked, stored }, changes);
  });
}

/** Changes with all defaults of their nodes and edges. */
export function applyChangeDefaults({ nodes, edges, ...given }: Changes): Partial<WorkflowContent> {
  return {
    ...given,
    ...(nodes && { nodes: applyNodeDefaults(nodes) }),
    ...(edges && { edges: applyEdgeDefaults(edges) }),
  };
}

/** Writing back what was read must not move the workflow. */
function dropUnchanged(changes: Partial<WorkflowContent>, stored: StoredWorkflow): void {
  for (const field of ["slug", "alias", "environments"] as const)
    if (isDeepStrictEqual(changes[field], stored[field])) delete changes[field];
}

async function carryOut(
  tx: Tx,
  editor: Editor,
  { asked, stored }: EditedWorkflow,
  changes: Partial<WorkflowContent>,
): Promise<WorkflowRow> {
  const { environments = stored.environments, alias: _alias, ...content } = changes;
  const isDrafted = VERSION_COLUMNS.some((column) => content[column] !== undefined);
  const left = stored.environments.filter((one) => !environments.includes(one));
  await unpublishIn(tx, stored, left);
  const draft = isDrafted ? getDraftId(stored, editor) : {};
  const updated = await updateWorkflowRow(tx, stored, { ...changes, ...draft }, editor);
  if (changes.alias !== undefined || changes.environments) await updatePublicationRevisions(tx, updated);
  return isDrafted ? readDraft(tx, editor, updated) : readWorkflowRecord(tx, editor, updated, asked.id);
}

/** The draft's own id, created now if some environment publishes something and there is none yet. */
export function getDraftId(
  { draft_id, publishedIn }: StoredWorkflow,
  { now }: Editor,
): { draft_id: string | null } {
  const isNeeded = Object.keys(publishedIn).length > 0;
  return { draft_id: draft_id ?? (isNeeded ? createId(now.getTime()) : null) };
}

/** The record in which a workflow is edited: its draft, or itself if the editor's environment publishes nothing. */
export async function readEditableWorkflow(tx: Tx, editor: Editor, id: string): Promise<WorkflowRow> {
  const { stored } = await lockWorkflow(tx, editor, id);
  const isPublished = stored.publishedIn[editor.environment] !== undefined;
  if (!isPublished || stored.draft_id !== null) return readDraft(tx, editor, stored);
  return readDraft(tx, editor, await updateWorkflowRow(tx, stored, getDraftId(stored, editor), editor));
}

/**
 * Removes a workflow from the editor's environment, and deletes it if that was its last; given the draft's id,
 * replaces the draft by what the environment has published. 404, 403 and 409 as `lockWorkflow`.
 */
export async function removeWorkflow(tx: Tx, editor: Editor, id: string): Promise<void> {
  const { environment } = editor;
  const { asked, stored } = await lockWorkflow(tx, editor, id);
  if (asked.draft_of !== null) {
    const published = await findVersion(tx, stored.id, asked.version);
    await updateWorkflowRow(tx, stored, { ...published, draft_id: null }, editor);
    return;
  }
  const environments = stored.environments.filter((one) => one !== environment);
  if (environments.length === 0) return deleteWorkflow(tx, stored);
  await unpublishIn(tx, stored, [environment]);
  await updatePublicationRevisions(tx, await updateWorkflowRow(tx, stored, { environments }, editor));
}

/** What a caller may set, without the row's internal columns. */
export function toWorkflowContent(row: WorkflowContent): WorkflowContent {
  const { environments, alias } = row;
  return { environments, alias, ...toVersionContent(row) };
}

/**
 * Refuses to change where an account's own workflow is available (400), and what a test key would change in
 * production (403).
 */
function checkEnvironments(
  { environment }: Editor,
  before: Pick<StoredWorkflow, "account_id" | "environments">,
  { environments = before.environments, alias }: Partial<WorkflowContent>,
): void {
  if (before.account_id !== null && environments.some((one) => one !== environment))
    throw badField(
      "workflow_environment",
      `workflow_environment must be ["${environment}"]: a linked account's own workflow is available where the account is.`,
    );
  if (environment === "production") return;
  const wasInProduction = before.environments.includes("production");
  if (wasInProduction !== environments.includes("production"))
    throw createProductionOnlyError(
      'workflow_environment: a test key can neither add nor remove "production". To add it, publish the workflow with a production key; to remove it, send this with one.',
    );
  if (wasInProduction && alias !== undefined)
    throw createProductionOnlyError(
      "workflow_alias: the workflow is available in production, too, where it has the same alias. Send this with a production key.",
    );
}
