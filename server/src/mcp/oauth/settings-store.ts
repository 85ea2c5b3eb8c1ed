import type { Selectable } from "kysely";
import type { Scope } from "../../auth/scope.ts";
import type { Db } from "../../platform/database/database.ts";
import type { McpSettingsTable } from "./table.ts";

const FIELDS = ["sign_in_url", "product_name", "logo", "approvals"] as const;

export type McpSettingsRow = Pick<Selectable<McpSettingsTable>, (typeof FIELDS)[number]>;

const UNSET: McpSettingsRow = { sign_in_url: null, product_name: null, logo: null, approvals: null };

/**
 * How customers of this organization and environment sign in to allow an assistant, and how calls are approved; empty
 * if nobody has set it.
 */
export async function readMcpSettings(db: Db, { orgId, environment }: Scope): Promise<McpSettingsRow> {
  const row = await db
    .selectFrom("mcp_settings")
    .select(FIELDS)
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .executeTakeFirst();
  return row ?? UNSET;
}

/** Sets the given fields, null unsets; the others stay. */
export async function saveMcpSettings(
  db: Db,
  { orgId, environment }: Scope,
  change: Partial<McpSettingsRow>,
  now: Date,
): Promise<McpSettingsRow> {
  const { sign_in_url, product_name, logo, approvals } = change;
  return db
    .insertInto("mcp_settings")
    .values({ org_id: orgId, environment, ...UNSET, ...definedOf(change), updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["org_id", "environment"])
        .doUpdateSet({ sign_in_url, product_name, logo, approvals, updated_at: now }),
    )
    .returning(FIELDS)
    .executeTakeFirstOrThrow();
}

function definedOf(change: Partial<McpSettingsRow>): Partial<McpSettingsRow> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
