import type { Static } from "typebox";
import type { Deps } from "../../deps.ts";
import { checkApplication } from "../definition/applications.ts";
import { findWorkflow } from "../store.ts";
import type { WorkflowRow } from "../table.ts";
import { checkSources } from "../validation/check-sources.ts";
import { findProblems } from "../validation/definition-problems.ts";
import type { WorkflowProblem } from "../validation/problem.ts";
import { type NewWorkflow, readChanges, type WorkflowBody } from "./body.ts";
import { type Changes, changeWorkflow, completeChanges, createWorkflow, type SaveDeps } from "./change.ts";
import { type Editor, findEdited } from "./edit.ts";

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
  return changeWorkflow(deps, editor, id, await readChecked(deps, editor, id, body));
}

/**
 * Everything for which a workflow could not be published once it was changed as a body says; nothing is stored. 404 and
 * 403 as `lockForChange`, 400 for a body that no change can have.
 */
export async function findProblemsOfBody(
  deps: Deps,
  editor: Editor,
  id: string,
  body: WorkflowBody,
): Promise<WorkflowProblem[]> {
  const changes = await readChecked(deps, editor, id, body);
  const { stored } = await findEdited(deps.db, editor, id, findWorkflow);
  const candidate = { ...stored, ...completeChanges(changes) };
  const { inside, ofApplications } = await findProblems(deps, editor, candidate, "publish");
  return [...inside, ...ofApplications];
}

/** The changes that a body describes, with its application and its data sources looked up. */
async function readChecked(deps: Deps, editor: Editor, id: string, body: WorkflowBody): Promise<Changes> {
  await checkApplication(deps, editor, body.slug);
  const changes = readChanges(body);
  if (changes.data_slots) {
    const { slug } = { ...(await findWorkflow(deps.db, editor, id)), ...changes };
    await checkSources(deps, editor, { slug, slots: changes.data_slots, where: "data_slots" });
  }
  return changes;
}
