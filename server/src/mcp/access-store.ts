import type { AccountScope } from "../auth/scope.ts";
import type { Db } from "../platform/database/database.ts";
import { SEEN_NAME } from "./account-view.ts";

/** What lets in at a server as an account: tokens that it made itself, and what it has allowed assistants. */
type AccessTable = "mcp_tokens" | "mcp_oauth_grants";

/** What lists of either show. */
export interface AccessRow {
  readonly id: string;
  readonly server_id: string;
  readonly server_name: string;
  readonly created_at: Date;
  /** To the minute; null until it is used. */
  readonly last_used_at: Date | null;
  readonly expires_at: Date;
}

/** Query: what of the account's lasts beyond `now`, as `t`, newest first, each with its server's name as the account sees it. */
export function ownAccess(
  db: Db,
  table: AccessTable,
  { orgId, environment, account }: AccountScope,
  now: Date,
) {
  return db
    .selectFrom(db.dynamic.table(table).as("t"))
    .innerJoin("mcp_servers as s", "s.id", "t.server_id")
    .leftJoin("mcp_server_changes as c", (join) =>
      join.onRef("c.server_id", "=", "s.id").onRef("c.account_id", "=", "t.account_id"),
    )
    .select(["t.id", "t.server_id", SEEN_NAME.as("server_name")])
    .select(["t.created_at", "t.last_used_at", "t.expires_at"])
    .where("t.org_id", "=", orgId)
    .where("t.environment", "=", environment)
    .where("t.account_id", "=", account.id)
    .where("t.expires_at", ">", now)
    .orderBy("t.id", "desc");
}

/** Statement: deletes what of the account's its caller says. */
export function deleteOwnAccess(db: Db, table: AccessTable, { orgId, environment, account }: AccountScope) {
  return db
    .deleteFrom(table)
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("account_id", "=", account.id);
}
