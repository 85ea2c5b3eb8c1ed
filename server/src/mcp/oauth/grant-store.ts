import { sql } from "kysely";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Database, Db, Statement } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import type { Page } from "../../platform/page.ts";
import { SEEN_NAME } from "../account-view.ts";
import { forgetAccess } from "./access-token.ts";

/** What an account has allowed an assistant. */
export interface GrantRow {
  readonly id: string;
  readonly client_id: string;
  readonly client_name: string | null;
  readonly server_id: string;
  readonly server_name: string;
  readonly created_at: Date;
  /** To the minute; null until the assistant has come with its token. */
  readonly last_used_at: Date | null;
  readonly expires_at: Date;
}

const NAME: Statement = {
  name: "mcp-oauth-name-grant",
  text: "update mcp_oauth_grants set client_name = $2 where id = $1",
};

/** Keeps the name under which the customer saw the assistant. */
export async function nameGrant(database: Database, id: string, name: string): Promise<void> {
  await database.query(NAME, [id, name]);
}

const FIND_ID: Statement = {
  name: "mcp-oauth-find-grant-id",
  text: "select id from mcp_oauth_grants where account_id = $1 and server_id = $2 and client_id = $3",
};

/** The grant that an account has given a client for a server before; undefined where it has given none. */
export async function findGrantId(
  database: Database,
  { accountId, serverId, clientId }: { accountId: string; serverId: string; clientId: string },
): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(FIND_ID, [accountId, serverId, clientId]);
  return row?.id;
}

/**
 * One page of what this account has allowed, newest first, and how much there is. What was never redeemed, or not used
 * for so long that its tokens have ended, is not there.
 */
export async function listGrants(
  db: Db,
  scope: AccountScope,
  { now, page }: { now: Date; page: Page },
): Promise<{ rows: GrantRow[]; total: number }> {
  const rows = await own(db, scope, now)
    .innerJoin("mcp_servers as s", "s.id", "mcp_oauth_grants.server_id")
    .leftJoin("mcp_server_changes as c", (join) =>
      join.onRef("c.server_id", "=", "s.id").onRef("c.account_id", "=", "mcp_oauth_grants.account_id"),
    )
    .select([
      "mcp_oauth_grants.id",
      "client_id",
      "client_name",
      "mcp_oauth_grants.server_id",
      SEEN_NAME.as("server_name"),
      "mcp_oauth_grants.created_at",
      "last_used_at",
      "mcp_oauth_grants.expires_at",
    ])
    .orderBy("mcp_oauth_grants.id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await own(db, scope, now)
    .select(sql<number>`count(*)::int`.as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Takes access back, with every token that it gave; 404 when this account has allowed nothing of this id. */
export async function withdrawGrant(
  { database, db }: Pick<Deps, "database" | "db">,
  { orgId, environment, account }: AccountScope,
  id: string,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("mcp_oauth_grants")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("account_id", "=", account.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("MCP grant");
  forgetAccess(database);
}

function own(db: Db, { orgId, environment, account }: AccountScope, now: Date) {
  return db
    .selectFrom("mcp_oauth_grants")
    .where("mcp_oauth_grants.org_id", "=", orgId)
    .where("mcp_oauth_grants.environment", "=", environment)
    .where("mcp_oauth_grants.account_id", "=", account.id)
    .where("mcp_oauth_grants.expires_at", ">", now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("mcp_oauth_tokens")
          .select("grant_id")
          .whereRef("grant_id", "=", "mcp_oauth_grants.id")
          .where("kind", "in", ["AccessToken", "RefreshToken"])
          .where("mcp_oauth_tokens.expires_at", ">", now)
          .where("consumed_at", "is", null),
      ),
    );
}
