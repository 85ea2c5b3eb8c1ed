import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import { badRequest } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { CheckDeps } from "./definition-problems.ts";
import { checkDefinition, type Editor, editWorkflow, lockForChange } from "./edit.ts";
import { completeEdges, completeNodes, type EdgeInput, emptyDefinition, type NodeInput } from "./graph.ts";
import { deleteWorkflow, insertWorkflow, type Pair, updateWorkflow } from "./store.ts";
import type { Content, WorkflowRow } from "./table.ts";
import { writeMissingCode } from "./write-code.ts";

/** What saving nodes needs: their checks, and who writes the code of prompts. */
export type SaveDeps = CheckDeps & Pick<Deps, "outbound">;

/** What a request says about a workflow; absent fields stay as they are. */
export type Changes = Partial<Omit<Content, "nodes" | "edges">> & {
  nodes?: NodeInput[];
  edges?: EdgeInput[];
};

// What runs of a published workflow depend on is changed in its draft, everything else at once.
const DRAFTED = ["nodes", "edges", "settings", "data_slots", "slug"] as const;

/** Makes a workflow of the organization, or of the editor's account alone; 400 for what cannot be saved. */
export async function createWorkflow(
  deps: SaveDeps,
  editor: Editor,
  given: Changes & { name: string },
): Promise<WorkflowRow> {
  const content = newContent(editor, given);
  checkEnvironments(editor, editor.account?.id ?? null, content.environments);
  await checkDefinition(deps, editor, content, "save");
  return insertNew(deps, editor, content);
}

/** The content of a new workflow, with a default for everything but its name. */
export function newContent(
  { environment }: Editor,
  { nodes, edges, ...given }: Changes & { name: string },
): Content {
  const definition = emptyDefinition();
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
    nodes: nodes ? completeNodes(nodes) : definition.nodes,
    edges: edges ? completeEdges(edges) : definition.edges,
  };
}

/** Stores content that was checked as a new workflow, with the code of its prompts; 400 when its alias is taken. */
export async function insertNew(deps: SaveDeps, editor: Editor, content: Content): Promise<WorkflowRow> {
  const { orgId: org_id, account, now } = editor;
  const nodes = await writeMissingCode(deps, content.nodes);
  const place = { id: newId(now.getTime()), org_id, account_id: account?.id ?? null, draft_of: null };
  return insertWorkflow(deps.db, place, { ...content, nodes }, now);
}

/**
 * Changes a workflow and answers with the changed row: the draft, when nodes, edges, settings, data slots or the
 * application of a published one are given. 404 and 403 as `lockForChange`, 400 for what cannot be saved.
 */
export function changeWorkflow(
  deps: SaveDeps,
  editor: Editor,
  id: string,
  { nodes, edges, ...given }: Changes,
): Promise<WorkflowRow> {
  const changes: Partial<Content> = {
    ...given,
    ...(nodes && { nodes: completeNodes(nodes) }),
    ...(edges && { edges: completeEdges(edges) }),
  };
  return editWorkflow(deps.db, editor, id, async (pair) => {
    const { main, draft, asked } = pair;
    // Whoever writes back what was read changes nothing by it.
    if (changes.slug === ((main.published ? draft : undefined) ?? main).slug) delete changes.slug;
    if (Object.keys(changes).length === 0) return async () => asked;
    checkEnvironments(editor, main.account_id, changes.environments);
    const drafted = DRAFTED.some((field) => changes[field] !== undefined);
    const toDraft = asked !== main || (main.published && drafted);
    const before = (toDraft ? draft : undefined) ?? main;
    if (drafted) await checkDefinition(deps, editor, { ...before, ...changes }, "save");
    // What was written is kept where this begins anew.
    if (changes.nodes) changes.nodes = await writeMissingCode(deps, changes.nodes, before.nodes);
    return (tx) => carryOut(tx, editor, { pair, changes, toDraft });
  });
}

async function carryOut(
  tx: Tx,
  { now }: Editor,
  { pair, changes, toDraft }: { pair: Pair; changes: Partial<Content>; toDraft: boolean },
): Promise<WorkflowRow> {
  const { main, draft, asked } = pair;
  const target = toDraft ? (draft ?? (await insertDraft(tx, main, now))) : main;
  // Nothing that is changed in place may come back when the draft is published.
  if (target === main && draft) await updateWorkflow(tx, draft, changes, now);
  if (target !== main) {
    const { environments } = changes;
    // Both are seen in the same places, whichever of them was asked for.
    const atOnce = asked === main ? withoutDrafted(changes) : { ...(environments && { environments }) };
    if (Object.keys(atOnce).length > 0) await updateWorkflow(tx, main, atOnce, now);
  }
  return updateWorkflow(tx, target, changes, now);
}

function withoutDrafted(changes: Partial<Content>): Partial<Content> {
  const { nodes, edges, settings, data_slots, slug, ...atOnce } = changes;
  return atOnce;
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
