import { isAliasTaken } from "../definition/alias.ts";
import { findCallProblems } from "../definition/references.ts";
import type { WorkflowRow } from "../table.ts";
import { findProblems } from "../validation/definition-problems.ts";
import { findMissingApplication, findMissingSources } from "../validation/missing-here.ts";
import {
  createWorkflowProblem,
  MOST_PROBLEMS,
  requireNoProblems,
  type WorkflowProblem,
} from "../validation/problem.ts";
import { removeUnknownSettings } from "../validation/settings-problems.ts";
import { readChanges } from "./body.ts";
import { createContent, insertNew, type SaveDeps } from "./change.ts";
import type { Editor } from "./edit.ts";
import { type ImportBody, removeUncheckedMembers } from "./transfer-schema.ts";

/**
 * Creates an unpublished workflow from a document, for the organization or the editor's account. A reference to
 * something that does not exist here is a warning, and so is an alias that is taken, which is dropped; 400 for a
 * definition that can never work.
 */
export async function importWorkflow(
  deps: SaveDeps,
  editor: Editor,
  body: ImportBody,
): Promise<{ row: WorkflowRow; warnings: WorkflowProblem[] }> {
  const { name, alias, ...document } = removeUncheckedMembers(body);
  const { settings, warnings: left } = removeUnknownSettings(document.settings ?? {});
  const given = readChanges({ ...document, settings, workflow_alias: alias });
  const content = createContent(editor, { ...given, name });
  const { inside, ofApplications } = await findProblems(deps, editor, content, "save");
  requireNoProblems(inside);
  const free = content.alias === null || !(await isAliasTaken(deps.db, editor, content.alias));
  const warnings = [
    ...left.slice(0, MOST_PROBLEMS),
    ...(await findMissingApplication(deps, editor, content)),
    ...(await findCallProblems(deps.db, editor, content.nodes)),
    ...(await findMissingSources(deps, editor, content)),
    ...ofApplications,
  ];
  if (!free) {
    const text = `alias "${content.alias}" is the alias of another workflow; the imported one has none.`;
    warnings.push(createWorkflowProblem("alias", text));
  }
  const row = await insertNew(deps, editor, { ...content, alias: free ? content.alias : null });
  return { row, warnings };
}
