import { type Db, runStatement, type Statement, type Tx } from "../../platform/database/database.ts";
import { START } from "../definition/graph.ts";
import { findWebhookSignature } from "../definition/webhook-trigger.ts";
import type { StoredWorkflow, VersionContent, Viewer } from "../table.ts";
import { createNodeProblem, requireNoProblems, type WorkflowProblem } from "./problem.ts";

const FIND: Statement = {
  name: "workflows-find-webhook-secret",
  text: `select id from workflow_webhook_secrets
    where workflow_id = $1 and org_id = $2 and environment = $3 and expires_at is null`,
};

/**
 * Refuses (400) to publish a workflow that accepts unchecked webhooks while a secret is set for them: its owner
 * relies on it. Call it with the workflow's row locked, which setting a secret locks as well.
 */
export async function requireCheckedSecret(
  tx: Tx,
  viewer: Pick<Viewer, "orgId" | "environment">,
  stored: Pick<StoredWorkflow, "id">,
  content: Pick<VersionContent, "nodes">,
): Promise<void> {
  requireNoProblems(await findUncheckedSecret(tx, viewer, stored, content));
}

/** The problem that a secret is set which nothing would check, if so. */
export async function findUncheckedSecret(
  db: Db,
  { orgId, environment }: Pick<Viewer, "orgId" | "environment">,
  { id }: Pick<StoredWorkflow, "id">,
  { nodes }: Pick<VersionContent, "nodes">,
): Promise<WorkflowProblem[]> {
  const start = nodes.find(({ type }) => type === START);
  if (!start || findWebhookSignature({ nodes })?.kind !== "none") return [];
  const [secret] = await runStatement<{ id: string }>(db, FIND, [id, orgId, environment]);
  if (!secret) return [];
  const field = "triggers.input.signature";
  const text = `${field} is missing, but the workflow's webhook secret in ${environment} would then not be checked: declare how webhooks are signed, or delete the secret first.`;
  return [createNodeProblem(start, field, text)];
}
