import type { AccountScope } from "../../auth/scope.ts";
import { type Db, runStatement } from "../../platform/database/database.ts";
import type { RunnableWorkflow } from "../table.ts";

const RUNNABLES = {
  text: `select g.place::int as place, p.workflow_id as id, p.version, p.slug, p.name
    from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
      as g (org_id, environment, account_id, workflow_id, place)
    join workflow_publications p on p.workflow_id = g.workflow_id and p.environment = g.environment
      and p.org_id = g.org_id and (p.account_id is null or p.account_id = g.account_id)`,
};

/** A workflow by its id, and the account that wants to run it. */
export interface AskedWorkflow {
  readonly scope: AccountScope;
  readonly workflowId: string;
}

/** `findRunnable` for many ids at once: the published workflow of each, in order; undefined if the account may run none. */
export async function findRunnables(
  db: Db,
  asked: readonly AskedWorkflow[],
): Promise<(RunnableWorkflow | undefined)[]> {
  const rows = await runStatement<RunnableWorkflow & { place: number }>(db, RUNNABLES, [
    asked.map(({ scope }) => scope.orgId),
    asked.map(({ scope }) => scope.environment),
    asked.map(({ scope }) => scope.account.id),
    asked.map(({ workflowId }) => workflowId),
  ]);
  const found = new Map(rows.map(({ place, ...workflow }) => [place, workflow]));
  return asked.map((_, index) => found.get(index + 1));
}
