import { type Selectable, sql } from "kysely";
import type { Environment, Scope } from "../auth/scope.ts";
import { type Db, jsonb, type Tx } from "../platform/database/database.ts";
import { createId } from "../platform/id.ts";
import type { RedactionPolicy } from "./policy.ts";
import type { RedactionPolicyTable } from "./table.ts";

export type PolicyRow = Selectable<RedactionPolicyTable>;

/** Whose policy it is: the organization's, an environment's or a workflow's in an environment. */
export interface PolicyPlace {
  readonly orgId: string;
  /** `both`: of the organization. */
  readonly environment: Environment | "both";
  readonly workflowId: string | null;
}

export function listPolicies(db: Db): Promise<PolicyRow[]> {
  return db.selectFrom("redaction_policies").selectAll().orderBy("id").execute();
}

/** The policies of one organization. */
export function listOwnPolicies(db: Db, orgId: string): Promise<PolicyRow[]> {
  return db.selectFrom("redaction_policies").selectAll().where("org_id", "=", orgId).orderBy("id").execute();
}

/** What a row says. */
export function toPolicy({ keep, rules, reveal }: PolicyRow): RedactionPolicy {
  return {
    ...(keep !== null && { keep }),
    ...(rules.length > 0 && { rules }),
    ...(reveal !== null && { reveal: "days" in reveal ? (reveal as RedactionPolicy["reveal"]) : null }),
  };
}

/** Sets the policy of a place; one that says nothing is deleted. */
export async function savePolicy(
  tx: Tx,
  { orgId, environment, workflowId }: PolicyPlace,
  { keep, rules = [], reveal }: RedactionPolicy,
  now: Date,
): Promise<void> {
  // One change at a time.
  await tx.selectFrom("organizations").select("id").where("id", "=", orgId).forNoKeyUpdate().execute();
  const found = await tx
    .selectFrom("redaction_policies")
    .select("id")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("workflow_id", workflowId === null ? "is" : "=", workflowId)
    .executeTakeFirst();
  if (keep === undefined && rules.length === 0 && reveal === undefined) {
    if (found) await tx.deleteFrom("redaction_policies").where("id", "=", found.id).execute();
    return;
  }
  const said = {
    keep: keep ?? null,
    rules: jsonb([...rules]),
    reveal: reveal === undefined ? null : jsonb(reveal ?? {}),
    updated_at: now,
  };
  if (found)
    await tx
      .updateTable("redaction_policies")
      .set((eb) => ({ ...said, revision: eb("revision", "+", 1) }))
      .where("id", "=", found.id)
      .execute();
  else {
    const place = { org_id: orgId, environment, workflow_id: workflowId };
    await tx
      .insertInto("redaction_policies")
      .values({ id: createId(now.getTime()), ...place, created_at: now, ...said })
      .execute();
  }
}

/** The name of a workflow of the environment; undefined if there is none. */
export async function findWorkflowName(
  db: Db,
  { orgId, environment }: Scope,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("workflows")
    .select("name")
    .where("org_id", "=", orgId)
    .where("id", "=", id)
    .where(sql<boolean>`${environment} = any (environments)`)
    .executeTakeFirst();
  return row?.name;
}

/** The names of workflows, in their order. */
export async function readWorkflowNames(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<{ workflow_id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("workflows")
    .select(["id as workflow_id", "name"])
    .where("org_id", "=", orgId)
    .where("id", "in", ids)
    .orderBy("name")
    .execute();
}
