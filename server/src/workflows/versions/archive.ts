import type { Db } from "../../platform/database/database.ts";
import { updateWorkflowRow } from "../store.ts";
import type { WorkflowRow } from "../table.ts";
import { type Editor, lockWorkflow, readWorkflowRecord } from "./edit.ts";
import { listOtherArchives, unpublish } from "./publish.ts";

/**
 * Archives a workflow in the editor's environment, or brings it back. An archived workflow is unpublished there and left
 * out of lists; it keeps its versions, draft and executions. Publishing brings it back, too (D469). 404, 403 and 409 as
 * `lockWorkflow`.
 */
export function setWorkflowArchived(
  db: Db,
  editor: Editor,
  id: string,
  archived: boolean,
): Promise<WorkflowRow> {
  const { environment } = editor;
  return db.transaction().execute(async (tx) => {
    const { stored } = await lockWorkflow(tx, editor, id);
    if (stored.archived_in.includes(environment) === archived)
      return readWorkflowRecord(tx, editor, stored, stored.id);
    const others = listOtherArchives(stored, environment);
    const changes = { archived_in: archived ? [...others, environment] : others };
    const updated = archived
      ? await unpublish(tx, editor, stored, changes)
      : await updateWorkflowRow(tx, stored, changes, editor);
    return readWorkflowRecord(tx, editor, updated, updated.id);
  });
}
