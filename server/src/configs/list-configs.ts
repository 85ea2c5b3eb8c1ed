import { sql } from "kysely";
import type { AccountScope } from "../auth/scope.ts";
import { readCountedPage } from "../platform/database/counted-page.ts";
import type { Db } from "../platform/database/database.ts";
import type { Page } from "../platform/page.ts";

/** A config as the list of all applications shows it. */
export interface ListedConfig {
  readonly slug: string;
  readonly config_id: string;
  readonly enabled_workflows: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A page of the account's configs for all applications, by application and name. */
export function listConfigsOfAccount(
  db: Db,
  { orgId, environment, account }: AccountScope,
  page: Page,
): Promise<{ rows: ListedConfig[]; total: number }> {
  const query = db
    .selectFrom("configs as c")
    .select(["c.slug", "c.config_id", "c.created_at", "c.updated_at"])
    .select((eb) =>
      eb
        .selectFrom("workflow_publications as p")
        .leftJoin("config_workflows as choice", (join) =>
          join.onRef("choice.config", "=", "c.id").onRef("choice.workflow_id", "=", "p.workflow_id"),
        )
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("p.org_id", "=", "c.org_id")
        .whereRef("p.environment", "=", "c.environment")
        .whereRef("p.slug", "=", "c.slug")
        .where(sql<boolean>`(p.account_id is null or p.account_id = c.account_id) and not p.hide_in_config
          and coalesce(choice.enabled, p.auto_enable)`)
        .$asScalar()
        .$notNull()
        .as("enabled_workflows"),
    )
    .where("c.org_id", "=", orgId)
    .where("c.environment", "=", environment)
    .where("c.account_id", "=", account.id)
    .orderBy("c.slug")
    .orderBy("c.config_id");
  return readCountedPage(db, query, page);
}
