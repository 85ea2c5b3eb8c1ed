import { sql } from "kysely";
import type { Environment } from "../../auth/scope.ts";
import { type Db, getSqlState } from "../../platform/database/database.ts";
import { type ApiError, badField } from "../../platform/errors.ts";
import type { StoredWorkflow, Viewer } from "../table.ts";

/** Whether the organization, or the viewer's account, has given the alias to a workflow, in either environment. */
export async function isAliasTaken(db: Db, { orgId, account }: Viewer, alias: string): Promise<boolean> {
  const owner = { org_id: orgId, account_id: account?.id ?? null };
  return (await aliased(db, owner, alias).executeTakeFirst()) !== undefined;
}

/**
 * An alias is the same in both environments, so no other workflow may take it in either: promotion would find it
 * taken. Indexes only cover one environment, because there are pairs from before a workflow could be in both.
 */
export async function requireFreeAlias(
  db: Db,
  { id, ...owner }: Pick<StoredWorkflow, "id" | "org_id" | "account_id">,
  alias: string | null | undefined,
): Promise<void> {
  if (!alias) return;
  // Two transactions that take it at the same moment are serialized.
  const name = `workflow-alias/${owner.org_id}/${alias}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
  const other = await aliased(db, owner, alias).where("id", "!=", id).executeTakeFirst();
  if (other) throw aliasTaken(alias, other.environments);
}

function aliased(
  db: Db,
  { org_id, account_id }: Pick<StoredWorkflow, "org_id" | "account_id">,
  alias: string,
) {
  return db
    .selectFrom("workflows")
    .select("environments")
    .where("org_id", "=", org_id)
    .where("alias", "=", alias)
    .where("account_id", account_id === null ? "is" : "=", account_id);
}

function aliasTaken(alias: string, environments: readonly Environment[]): ApiError {
  const where = environments.join(" and ");
  return badField(
    "workflow_alias",
    `workflow_alias "${alias}" is the alias of another workflow, in ${where}: an alias belongs to one workflow in both environments.`,
  );
}

/** The result of `write`; 400 if the index of aliases refuses it. */
export async function runWithAliasCheck<Result>(
  alias: string | null | undefined,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!alias || getSqlState(error) !== "23505") throw error;
    throw badField("workflow_alias", `workflow_alias "${alias}" is the alias of another workflow.`);
  }
}
