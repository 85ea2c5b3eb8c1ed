import type { OwnTexts } from "../../pages/words/own-texts.ts";
import { type Db, json, type Tx } from "../../platform/database/database.ts";
import { createId } from "../../platform/id.ts";
import type { OrganizationLimits } from "../limits/rate-limit.ts";
import { ENVIRONMENTS, type Environment, type Scope } from "../scope.ts";
import type { OrganizationRow } from "../table.ts";
import type { Branding } from "./branding.ts";
import type { CustomerExecutions } from "./customer-executions.ts";
import type { CustomerWorkflows } from "./customer-workflows.ts";
import { OFFERED_BY_NEW, type PortalOffer } from "./offered.ts";

/** What an organization may change about itself; absent fields stay unchanged. */
export interface OrganizationChange extends Branding {
  sessionTokenTtlS?: number;
  frameOrigins?: string[];
  wholeWorkflows?: boolean;
  rateLimits?: Partial<OrganizationLimits>;
  /** In days; null: as long as the server keeps it. */
  retention?: Partial<Record<Environment, number | null>>;
  auditRetention?: Partial<Record<Environment, number | null>>;
  providerOauthUrl?: boolean;
  /** The complete texts, not a change to them. */
  texts?: OwnTexts;
}

export async function insertOrganization(db: Db, name: string, now: Date): Promise<OrganizationRow> {
  return db
    .insertInto("organizations")
    .values({
      id: createId(now.getTime()),
      name,
      logo: null,
      offered_test: json(OFFERED_BY_NEW),
      offered_production: json(OFFERED_BY_NEW),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function listOrganizations(db: Db): Promise<OrganizationRow[]> {
  return db.selectFrom("organizations").selectAll().orderBy("id").execute();
}

/** The organization `orgId`, which exists because one of its credentials was accepted. */
export function readOrganization(db: Db, orgId: string): Promise<OrganizationRow> {
  return db.selectFrom("organizations").selectAll().where("id", "=", orgId).executeTakeFirstOrThrow();
}

/** Changes an organization and increments its revision. */
export function updateOrganization(
  db: Db,
  orgId: string,
  change: OrganizationChange,
  now: Date,
): Promise<OrganizationRow> {
  return db
    .updateTable("organizations")
    .set((eb) => ({
      name: change.name,
      logo: change.logo,
      color: change.color,
      background_color: change.background_color,
      support: change.support,
      font: change.font,
      language: change.language,
      portal_texts: change.texts && json(change.texts),
      session_token_ttl_s: change.sessionTokenTtlS,
      frame_origins: change.frameOrigins,
      whole_workflows: change.wholeWorkflows,
      rate_limit_requests: change.rateLimits?.requests,
      rate_limit_triggers: change.rateLimits?.triggers,
      provider_oauth_url: change.providerOauthUrl,
      retention_test_days: change.retention?.test,
      retention_production_days: change.retention?.production,
      audit_test_days: change.auditRetention?.test,
      audit_production_days: change.auditRetention?.production,
      updated_at: now,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "=", orgId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The organization's own texts, locked until `tx` ends so that concurrent changes are not lost. */
export async function lockTexts(tx: Tx, orgId: string): Promise<OwnTexts> {
  const rows = tx.selectFrom("organizations").select("portal_texts").where("id", "=", orgId).forUpdate();
  return (await rows.executeTakeFirstOrThrow()).portal_texts;
}

/**
 * Sets which applications the portal offers in an environment, without touching the record that both environments
 * share.
 */
export async function updateOffered(
  db: Db,
  { orgId, environment }: Scope,
  offered: PortalOffer,
): Promise<void> {
  const column = environment === "test" ? "offered_test" : "offered_production";
  await db
    .updateTable("organizations")
    .set({ [column]: json(offered) })
    .where("id", "=", orgId)
    .execute();
}

/** Sets what customers may build in an environment, without touching the record that both environments share. */
export async function updateCustomerWorkflows(
  db: Db,
  { orgId, environment }: Scope,
  chosen: CustomerWorkflows,
): Promise<void> {
  const column = environment === "test" ? "customer_workflows_test" : "customer_workflows_production";
  await db
    .updateTable("organizations")
    .set({ [column]: json(chosen) })
    .where("id", "=", orgId)
    .execute();
}

/** Sets what the portal of an environment shows of executions, without touching the record that both share. */
export async function updateCustomerExecutions(
  db: Db,
  { orgId, environment }: Scope,
  shown: CustomerExecutions,
): Promise<void> {
  const column = environment === "test" ? "customer_executions_test" : "customer_executions_production";
  await db
    .updateTable("organizations")
    .set({ [column]: shown })
    .where("id", "=", orgId)
    .execute();
}

/** How many days an organization keeps history in an environment, at most the server's days; 0: forever. */
export function getRetentionDays(
  row: Pick<OrganizationRow, "retention_test_days" | "retention_production_days">,
  environment: Environment,
  serverDays: number,
): number {
  const own = environment === "test" ? row.retention_test_days : row.retention_production_days;
  if (own === null) return serverDays;
  return serverDays === 0 ? own : Math.min(own, serverDays);
}

/** The environments of organizations that keep history for fewer days than the server does. */
export async function listShorterRetention(
  db: Db,
  serverDays: number,
): Promise<{ scope: Scope; days: number }[]> {
  const rows = await db
    .selectFrom("organizations")
    .select(["id", "retention_test_days", "retention_production_days"])
    .where((eb) =>
      eb.or([eb("retention_test_days", "is not", null), eb("retention_production_days", "is not", null)]),
    )
    .orderBy("id")
    .execute();
  return rows
    .flatMap((row) =>
      ENVIRONMENTS.map((environment) => ({
        scope: { orgId: row.id, environment },
        days: getRetentionDays(row, environment, serverDays),
      })),
    )
    .filter(({ days }) => days !== serverDays);
}
