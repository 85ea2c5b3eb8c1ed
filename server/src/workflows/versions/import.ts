import { isAliasTaken } from "../definition/alias.ts";
import { callProblems } from "../definition/references.ts";
import type { WorkflowRow } from "../table.ts";
import { findProblems } from "../validation/definition-problems.ts";
import { missingApplication, missingSources } from "../validation/missing-here.ts";
import { MOST_TOLD, refuseProblems, type WorkflowProblem, workflowProblem } from "../validation/problem.ts";
import { withoutUnknown } from "../validation/settings-problems.ts";
import { readChanges } from "./body.ts";
import { insertNew, newContent, type SaveDeps } from "./change.ts";
import type { Editor } from "./edit.ts";
import { type ImportBody, withoutUnchecked } from "./transfer-schema.ts";

/**
 * Makes an unpublished workflow out of a document, of the organization or of the editor's account alone. What it
 * refers to and is not here is a warning, as is an alias that is taken, which it then does without; 400 for a
 * definition that can never work anywhere.
 */
export async function importWorkflow(
  deps: SaveDeps,
  editor: Editor,
  body: ImportBody,
): Promise<{ row: WorkflowRow; warnings: WorkflowProblem[] }> {
  const { name, alias, ...document } = withoutUnchecked(body);
  const { settings, warnings: left } = withoutUnknown(document.settings ?? {});
  const given = readChanges({ ...document, settings, workflow_alias: alias });
  const content = newContent(editor, { ...given, name });
  const { inside, ofApplications } = await findProblems(deps, editor, content, "save");
  refuseProblems(inside);
  const free = content.alias === null || !(await isAliasTaken(deps.db, editor, content.alias));
  const warnings = [
    ...left.slice(0, MOST_TOLD),
    ...(await missingApplication(deps, editor, content)),
    ...(await callProblems(deps.db, editor, content.nodes)),
    ...(await missingSources(deps, editor, content)),
    ...ofApplications,
  ];
  if (!free) {
    const text = `alias "${content.alias}" is the alias of another workflow; the imported one has none.`;
    warnings.push(workflowProblem("alias", text));
  }
  const row = await insertNew(deps, editor, { ...content, alias: free ? content.alias : null });
  return { row, warnings };
}
