import type { AccountScope } from "../auth/scope.ts";
import { type Db, run } from "../platform/database/database.ts";
import type { RunnableWorkflow } from "./table.ts";

const RUNNABLES = {
  text: `select g.place::int as place, w.id, w.version, w.slug, w.name
    from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
      as g (org_id, environment, account_id, workflow_id, place)
    join workflows w on w.id = g.workflow_id and w.org_id = g.org_id and g.environment = any (w.environments)
      and w.published and (w.account_id is null or w.account_id = g.account_id)`,
};

/** A workflow by its id, and the account that wants to run it. */
export interface AskedWorkflow {
  readonly scope: AccountScope;
  readonly workflowId: string;
}

/** `findRunnable` for many ids at once: the published workflow of each, in order; undefined where the account may run none. */
export async function findRunnables(
  db: Db,
  asked: readonly AskedWorkflow[],
): Promise<(RunnableWorkflow | undefined)[]> {
  const rows = await run<RunnableWorkflow & { place: number }>(db, RUNNABLES, [
    asked.map(({ scope }) => scope.orgId),
    asked.map(({ scope }) => scope.environment),
    asked.map(({ scope }) => scope.account.id),
    asked.map(({ workflowId }) => workflowId),
  ]);
  const found = new Map(rows.map(({ place, ...workflow }) => [place, workflow]));
  return asked.map((_, index) => found.get(index + 1));
}
