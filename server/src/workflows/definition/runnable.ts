import type { AccountScope } from "../../auth/scope.ts";
import type { Db } from "../../platform/database/database.ts";
import { badRequest, notFound } from "../../platform/errors.ts";
import type { AliasOrder, RunnableWorkflow } from "../table.ts";
import { findRunnable } from "../versions/publications.ts";

/**
 * The published workflow with this id or alias that the account may run, enabled or not (platform-surface 4.6); an
 * alias that both have means the organization's unless `ownFirst`. 404 if there is none; 400 if it belongs to a
 * different application than the header `slug` says.
 */
export async function requireRunnable(
  db: Db,
  scope: AccountScope & AliasOrder,
  idOrAlias: string,
  slug: string | undefined,
): Promise<RunnableWorkflow> {
  const workflow = await findRunnable(db, scope, idOrAlias, scope.account);
  if (!workflow) throw notFound("Workflow");
  if (slug && workflow.slug && workflow.slug !== slug)
    throw badRequest(
      `The workflow belongs to the application ${workflow.slug}, not to the one in the header slug.`,
    );
  return workflow;
}
