import type { Scope } from "../auth/scope.ts";
import { type Db, runStatement } from "../platform/database/database.ts";

const COUNT_ENABLED = {
  text: `select count(distinct a.id)::int as count from workflow_publications p
    join linked_accounts a on a.org_id = p.org_id and a.environment = p.environment
      and (p.account_id is null or p.account_id = a.id)
    left join configs c on c.account_id = a.id and c.slug = p.slug
    left join config_workflows choice on choice.config = c.id and choice.workflow_id = p.workflow_id
    where p.org_id = $1 and p.environment = $2 and p.workflow_id = $3
      and (p.slug is null or (c.id is not null and coalesce(choice.enabled, p.auto_enable)))`,
};

/**
 * For how many linked accounts a workflow is on in the environment, in one config or more; 0 if it is not published.
 * A workflow without an application has no switch and is on for all.
 */
export async function countEnabledAccounts(
  db: Db,
  { orgId, environment }: Scope,
  workflowId: string,
): Promise<number> {
  const [row] = await runStatement<{ count: number }>(db, COUNT_ENABLED, [orgId, environment, workflowId]);
  return row?.count ?? 0;
}
