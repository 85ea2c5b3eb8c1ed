import type { Static } from "typebox";
import type { Deps } from "../deps.ts";
import { checkApplication } from "./applications.ts";
import { type NewWorkflow, readChanges, type WorkflowBody } from "./body.ts";
import { changeWorkflow, createWorkflow, type SaveDeps } from "./change.ts";
import { checkSources } from "./check-sources.ts";
import type { Editor } from "./edit.ts";
import { findWorkflow } from "./store.ts";
import type { WorkflowRow } from "./table.ts";

/** Makes the workflow that a body describes; 400 for what cannot be saved. */
export async function createFromBody(
  deps: Deps & SaveDeps,
  editor: Editor,
  body: Static<typeof NewWorkflow>,
): Promise<WorkflowRow> {
  const { name, slug, data_slots: slots = [] } = body;
  await checkApplication(deps, editor, slug);
  const changes = { ...readChanges(body), name };
  await checkSources(deps, editor, { slug, slots, where: "data_slots" });
  return createWorkflow(deps, editor, changes);
}

/** Changes a workflow as a body says; 404 and 403 as `lockForChange`, 400 for what cannot be saved. */
export async function changeFromBody(
  deps: Deps & SaveDeps,
  editor: Editor,
  id: string,
  body: WorkflowBody,
): Promise<WorkflowRow> {
  await checkApplication(deps, editor, body.slug);
  const changes = readChanges(body);
  if (changes.data_slots) {
    const { slug } = { ...(await findWorkflow(deps.db, editor, id)), ...changes };
    await checkSources(deps, editor, { slug, slots: changes.data_slots, where: "data_slots" });
  }
  return changeWorkflow(deps, editor, id, changes);
}
