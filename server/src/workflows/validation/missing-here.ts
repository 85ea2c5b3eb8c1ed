import { findApplication } from "../../apps/catalog/application.ts";
import type { Scope } from "../../auth/scope.ts";
import type { WorkflowViewer } from "../store.ts";
import type { VersionContent } from "../table.ts";
import { findSourceProblems } from "./check-sources.ts";
import { type CheckDeps, createWorkflowProblem, type WorkflowProblem } from "./problem.ts";

/** The problem that the scope lacks the workflow's application, if so. */
export async function findMissingApplication(
  deps: CheckDeps,
  scope: Scope,
  { slug }: Pick<VersionContent, "slug">,
): Promise<WorkflowProblem[]> {
  if (slug === null || (await findApplication(deps, scope, slug))) return [];
  const problem = createWorkflowProblem("slug", `slug: there is no application "${slug}".`);
  return [{ ...problem, lacks: { kind: "application", id: slug } }];
}

/** The data sources of the workflow's fields that the scope lacks. */
export async function findMissingSources(
  deps: CheckDeps,
  asker: WorkflowViewer,
  { slug, data_slots: slots }: Pick<VersionContent, "slug" | "data_slots">,
): Promise<WorkflowProblem[]> {
  const sources = await findSourceProblems(deps, asker, { slug, slots, where: "data_slots" });
  return sources.map((text) => createWorkflowProblem("data_slots", text));
}
