import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { badField } from "../../platform/errors.ts";
import { isId } from "../../platform/id.ts";
import type { WebhookLimits } from "../../webhooks/manage/register.ts";
import { validateApplication } from "../definition/applications.ts";
import { findExistingWorkflows } from "../store.ts";

/**
 * Refuses (400) to limit a webhook to an application or workflows that the scope does not have: it would never
 * receive anything.
 */
export async function validateWebhookLimits(
  deps: Pick<Deps, "db" | "catalog" | "log">,
  scope: Scope,
  { slug, workflowIds }: WebhookLimits,
): Promise<void> {
  await validateApplication(deps, scope, slug);
  const known = await findExistingWorkflows(deps.db, scope, workflowIds.filter(isId));
  const unknown = workflowIds.filter((id) => !known.has(id)).map((id) => `"${id}"`);
  if (unknown.length === 0) return;
  const what = unknown.length === 1 ? "is no workflow with the id" : "are no workflows with the ids";
  throw badField("workflow_ids", `workflow_ids: there ${what} ${unknown.join(", ")} in this environment.`);
}
