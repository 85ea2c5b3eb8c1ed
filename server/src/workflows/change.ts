import type { Db, Tx } from "../platform/database/database.ts";
import { ApiError, badRequest, notFound } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import { completeEdges, completeNodes, type EdgeInput, emptyDefinition, type NodeInput } from "./graph.ts";
import { deleteWorkflow, insertWorkflow, lockWorkflow, updateWorkflow } from "./store.ts";
import type { Content, Viewer, WorkflowRow } from "./table.ts";
import { definitionProblem, type NodeTypes, type Stage } from "./validate.ts";

/** Who changes workflows, when, and with which kinds of nodes. */
export interface Editor extends Viewer {
  /** A session token: it may change its own account's workflows only. */
  readonly ownOnly: boolean;
  readonly nodeTypes: NodeTypes;
  readonly now: Date;
}

/** What a request says about a workflow; absent fields stay as they are. */
export type Changes = Partial<Omit<Content, "nodes" | "edges">> & {
  nodes?: NodeInput[];
  edges?: EdgeInput[];
};

// What runs of a published workflow depend on is changed in its draft, everything else at once.
const DRAFTED = ["nodes", "edges", "settings", "data_slots"] as const;

/** Makes a workflow of the organization, or of the editor's account alone; 400 for what cannot be saved. */
export async function createWorkflow(
  db: Db,
  editor: Editor,
  { nodes, edges, ...given }: Changes & { name: string },
): Promise<WorkflowRow> {
  const definition = emptyDefinition();
  const content: Content = {
    environments: [editor.environment],
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
    nodes: nodes ? completeNodes(nodes) : definition.nodes,
    edges: edges ? completeEdges(edges) : definition.edges,
  };
  const accountId = editor.account?.id ?? null;
  checkEnvironments(editor, accountId, content.environments);
  checkDefinition(editor, content, "save");
  const place = {
    id: newId(editor.now.getTime()),
    org_id: editor.orgId,
    account_id: accountId,
    draft_of: null,
  };
  return insertWorkflow(db, place, content, editor.now);
}

/**
 * Changes a workflow and answers with the changed row: the draft, when nodes, edges, settings or data slots of a
 * published one are given. 404 and 403 as `lockForChange`, 400 for what cannot be saved.
 */
export async function changeWorkflow(
  tx: Tx,
  editor: Editor,
  id: string,
  { nodes, edges, ...given }: Changes,
): Promise<WorkflowRow> {
  const { main, draft, asked } = await lockForChange(tx, editor, id);
  const changes: Partial<Content> = {
    ...given,
    ...(nodes && { nodes: completeNodes(nodes) }),
    ...(edges && { edges: completeEdges(edges) }),
  };
  if (Object.keys(changes).length === 0) return asked;
  checkEnvironments(editor, main.account_id, changes.environments);
  const drafted = DRAFTED.some((field) => changes[field] !== undefined);
  const toDraft = asked !== main || (main.published && drafted);
  const target = toDraft ? (draft ?? (await insertDraft(tx, main, editor.now))) : main;
  if (drafted) checkDefinition(editor, { ...target, ...changes }, "save");
  // Nothing that is changed in place may come back when the draft is published; and both are seen in the same places.
  if (target === main && draft) await updateWorkflow(tx, draft, changes, editor.now);
  if (target !== main && changes.environments)
    await updateWorkflow(tx, main, { environments: changes.environments }, editor.now);
  return updateWorkflow(tx, target, changes, editor.now);
}

/** The row in which a workflow is edited: its draft, made now if need be, or itself while it is not published. */
export async function openDraft(tx: Tx, editor: Editor, id: string): Promise<WorkflowRow> {
  const { main, draft } = await lockForChange(tx, editor, id);
  if (!main.published) return main;
  return draft ?? insertDraft(tx, main, editor.now);
}

/** Deletes a workflow with its draft or, by the draft's id, the draft alone. 404 and 403 as `lockForChange`. */
export async function removeWorkflow(tx: Tx, editor: Editor, id: string): Promise<void> {
  const { asked } = await lockForChange(tx, editor, id);
  await deleteWorkflow(tx, asked);
}

/** A workflow and its draft, locked. 404 when the editor does not see it, 403 when it may only read it. */
export async function lockForChange(tx: Tx, editor: Editor, id: string) {
  const locked = await lockWorkflow(tx, editor, id);
  if (!locked) throw notFound("Workflow");
  if (editor.ownOnly && locked.main.account_id === null) {
    throw new ApiError(
      "forbidden",
      "FORBIDDEN",
      "This workflow belongs to the organization: a session token may read it, but not change it.",
    );
  }
  return locked;
}

/** Makes the draft of a published workflow: the same in everything but its id and its alias' claim. */
export function insertDraft(tx: Tx, main: WorkflowRow, now: Date): Promise<WorkflowRow> {
  const { org_id, account_id, version } = main;
  const place = { id: newId(now.getTime()), org_id, account_id, draft_of: main.id, version };
  return insertWorkflow(tx, place, contentOf(main), now);
}

/** What a caller may set, without what the platform keeps about the row. */
export function contentOf(row: WorkflowRow): Content {
  const {
    id,
    org_id,
    account_id,
    draft_of,
    published,
    version,
    created_at,
    updated_at,
    revision,
    owner,
    ...content
  } = row;
  return content;
}

/** Refuses (400) a definition that cannot be saved, or published. */
export function checkDefinition(
  { nodeTypes }: Editor,
  { nodes, edges, settings }: Content,
  stage: Stage,
): void {
  const problem = definitionProblem({ nodes, edges, settings }, nodeTypes, stage);
  if (problem) throw badRequest(problem);
}

function checkEnvironments(
  { environment }: Editor,
  accountId: string | null,
  given: Content["environments"] | undefined,
): void {
  if (accountId === null || !given || given.every((one) => one === environment)) return;
  throw badRequest(
    `workflow_environment must be ["${environment}"]: a linked account's own workflow is available where the account is.`,
  );
}
