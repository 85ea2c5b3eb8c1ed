import type { Static } from "typebox";
import type { Deps } from "../../deps.ts";
import { validateApplication } from "../definition/applications.ts";
import { findWorkflow } from "../store.ts";
import type { WorkflowRow } from "../table.ts";
import { validateSources } from "../validation/check-sources.ts";
import { findProblems } from "../validation/definition-problems.ts";
import type { WorkflowProblem } from "../validation/problem.ts";
import { type NewWorkflow, readChanges, type WorkflowBody } from "./body.ts";
import {
  applyChangeDefaults,
  type Changes,
  createWorkflow,
  type SaveDeps,
  updateWorkflow,
} from "./change.ts";
import { type Editor, readEditedWorkflow } from "./edit.ts";

/** Creates the workflow that a body describes; 400 for what cannot be saved. */
export async function createFromBody(
  deps: Deps & SaveDeps,
  editor: Editor,
  body: Static<typeof NewWorkflow>,
): Promise<WorkflowRow> {
  const { name, slug, data_slots: slots = [] } = body;
  await validateApplication(deps, editor, slug);
  const changes = { ...readChanges(body), name };
  await validateSources(deps, editor, { slug, slots, where: "data_slots" });
  return createWorkflow(deps, editor, changes);
}

/** Changes a workflow as a body says; 404 and 403 as `lockWorkflow`, 400 for what cannot be saved. */
export async function updateWorkflowFromBody(
  deps: Deps & SaveDeps,
  editor: Editor,
  id: string,
  body: WorkflowBody,
): Promise<WorkflowRow> {
  return updateWorkflow(deps, editor, id, await readChecked(deps, editor, id, body));
}

/**
 * Everything that would prevent publishing a workflow after the change that a body describes; nothing is stored. 404
 * and 403 as `lockWorkflow`, 400 for an invalid body.
 */
export async function findProblemsOfBody(
  deps: Deps,
  editor: Editor,
  id: string,
  body: WorkflowBody,
): Promise<WorkflowProblem[]> {
  const changes = await readChecked(deps, editor, id, body);
  const { stored } = await readEditedWorkflow(deps.db, editor, id, findWorkflow);
  const candidate = { ...stored, ...applyChangeDefaults(changes) };
  const { inside, ofApplications } = await findProblems(deps, editor, candidate, "publish");
  return [...inside, ...ofApplications];
}

/** The changes that a body describes, with its application and its data sources looked up. */
async function readChecked(deps: Deps, editor: Editor, id: string, body: WorkflowBody): Promise<Changes> {
  await validateApplication(deps, editor, body.slug);
  const changes = readChanges(body);
  if (changes.data_slots) {
    const { slug } = { ...(await findWorkflow(deps.db, editor, id)), ...changes };
    await validateSources(deps, editor, { slug, slots: changes.data_slots, where: "data_slots" });
  }
  return changes;
}
