import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../platform/database/database.ts";
import { badRequest, notFound } from "../platform/errors.ts";
import { checkDefinition, contentOf, type Editor, insertDraft, lockForChange } from "./change.ts";
import { deleteWorkflow, findVersion, insertVersion, updateWorkflow } from "./store.ts";
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
export async function publishWorkflow(
  tx: Tx,
  editor: Editor,
  id: string,
  { published, version }: Publication,
): Promise<WorkflowRow> {
  const pair = await lockForChange(tx, editor, id);
  if (version === undefined) return published ? publishNext(tx, editor, pair) : unpublish(tx, editor, pair);
  if (!published) throw badRequest("version can be given only together with published: true.");
  return publishAgain(tx, editor, pair, version);
}

type Pair = Awaited<ReturnType<typeof lockForChange>>;

async function publishNext(tx: Tx, editor: Editor, { main, draft }: Pair): Promise<WorkflowRow> {
  if (main.published && !draft) return main;
  const content = contentOf(draft ?? main);
  checkDefinition(editor, content, "publish");
  const version = await insertVersion(tx, { ...main, ...content }, editor.now);
  if (draft) await deleteWorkflow(tx, draft);
  return updateWorkflow(tx, main, { ...content, published: true, version }, editor.now);
}

/** The draft's work is kept: an unpublished workflow is its own draft. */
async function unpublish(tx: Tx, editor: Editor, { main, draft }: Pair): Promise<WorkflowRow> {
  if (!main.published) return main;
  if (draft) await deleteWorkflow(tx, draft);
  return updateWorkflow(tx, main, { ...(draft && contentOf(draft)), published: false }, editor.now);
}

async function publishAgain(
  tx: Tx,
  editor: Editor,
  { main, draft }: Pair,
  version: number,
): Promise<WorkflowRow> {
  const earlier = await findVersion(tx, main.id, version);
  if (!earlier) throw notFound("Workflow version");
  if (main.published && main.version === version) return main;
  checkDefinition(editor, { ...contentOf(main), ...earlier }, "publish");
  const { nodes, edges, settings, data_slots } = main;
  const unpublishedWork =
    !main.published && !isDeepStrictEqual(earlier, { nodes, edges, settings, data_slots });
  const updated = await updateWorkflow(tx, main, { ...earlier, published: true, version }, editor.now);
  if (unpublishedWork && !draft) await insertDraft(tx, main, editor.now);
  return updated;
}
