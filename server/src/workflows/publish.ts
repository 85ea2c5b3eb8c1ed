import { isDeepStrictEqual } from "node:util";
import type { Db, Tx } from "../platform/database/database.ts";
import { badRequest, notFound } from "../platform/errors.ts";
import { contentOf, insertDraft } from "./change.ts";
import type { CheckDeps } from "./definition-problems.ts";
import { checkDefinition, type Editor, editWorkflow, lockForChange } from "./edit.ts";
import { deleteWorkflow, findVersion, insertVersion, type Pair, updateWorkflow } from "./store.ts";
import type { WorkflowRow } from "./table.ts";

/** What is asked for: to publish, to publish an earlier version again, or to unpublish. */
export interface Publication {
  readonly published: boolean;
  readonly version?: number;
}

/**
 * Publishes or unpublishes a workflow, by its own id or its draft's, and answers with the workflow. A draft's
 * content becomes the workflow's, as its next version; 400 when it cannot run yet, 404 for an unknown version.
 */
export function publishWorkflow(
  deps: CheckDeps,
  editor: Editor,
  id: string,
  { published, version }: Publication,
): Promise<WorkflowRow> {
  if (version !== undefined && !published)
    throw badRequest("version can be given only together with published: true.");
  return editWorkflow(deps.db, editor, id, async (pair) => {
    if (!published) return (tx) => unpublish(tx, editor, pair);
    if (version !== undefined) return publishAgain(deps, editor, pair, version);
    return publishNext(deps, editor, pair);
  });
}

/** Makes what an earlier version published the content of the draft, or of the workflow while it is not published. 404 for an unknown version. */
export function restoreVersion(db: Db, editor: Editor, id: string, version: number): Promise<WorkflowRow> {
  return db.transaction().execute(async (tx) => {
    const { main, draft } = await lockForChange(tx, editor, id);
    const earlier = await findVersion(tx, main.id, version);
    if (!earlier) throw notFound("Workflow version");
    const target = main.published ? (draft ?? (await insertDraft(tx, main, editor.now))) : main;
    return updateWorkflow(tx, target, earlier, editor.now);
  });
}

async function publishNext(deps: CheckDeps, editor: Editor, { main, draft }: Pair) {
  if (main.published && !draft) return async () => main;
  const content = contentOf(draft ?? main);
  await checkDefinition(deps, editor, content, "publish");
  return async (tx: Tx) => {
    const version = await insertVersion(tx, { ...main, ...content }, editor.now);
    if (draft) await deleteWorkflow(tx, draft);
    return updateWorkflow(tx, main, { ...content, published: true, version }, editor.now);
  };
}

/** The draft's work is kept: an unpublished workflow is its own draft. */
async function unpublish(tx: Tx, editor: Editor, { main, draft }: Pair): Promise<WorkflowRow> {
  if (!main.published) return main;
  if (draft) await deleteWorkflow(tx, draft);
  return updateWorkflow(tx, main, { ...(draft && contentOf(draft)), published: false }, editor.now);
}

async function publishAgain(deps: CheckDeps, editor: Editor, { main, draft }: Pair, version: number) {
  const earlier = await findVersion(deps.db, main.id, version);
  if (!earlier) throw notFound("Workflow version");
  if (main.published && main.version === version) return async () => main;
  await checkDefinition(deps, editor, { ...main, ...earlier }, "publish");
  const { nodes, edges, settings, data_slots } = main;
  const unpublishedWork =
    !main.published && !isDeepStrictEqual(earlier, { nodes, edges, settings, data_slots });
  return async (tx: Tx) => {
    const updated = await updateWorkflow(tx, main, { ...earlier, published: true, version }, editor.now);
    if (unpublishedWork && !draft) await insertDraft(tx, main, editor.now);
    return updated;
  };
}
