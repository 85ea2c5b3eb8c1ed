import { sql } from "kysely";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { readCountedPage } from "../../platform/database/counted-page.ts";
import type { Database, Db, Statement } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import type { Page } from "../../platform/page.ts";
import { type AccessRow, deleteOwnAccess, ownAccess } from "../access-store.ts";
import { forgetAccess } from "./access-token.ts";

/** What an account has allowed an assistant. */
export interface GrantRow extends AccessRow {
  readonly client_id: string;
  readonly client_name: string | null;
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
export function listGrants(
  db: Db,
  scope: AccountScope,
  { now, page }: { now: Date; page: Page },
): Promise<{ rows: GrantRow[]; total: number }> {
  const own = ownAccess(db, "mcp_oauth_grants", scope, now)
    .select(sql<string>`t.client_id`.as("client_id"))
    .select(sql<string | null>`t.client_name`.as("client_name"))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("mcp_oauth_tokens")
          .select("grant_id")
          .whereRef("grant_id", "=", "t.id")
          .where("kind", "in", ["AccessToken", "RefreshToken"])
          .where("mcp_oauth_tokens.expires_at", ">", now)
          .where("consumed_at", "is", null),
      ),
    );
  return readCountedPage(db, own, page);
}

/** Takes access back, with every token that it gave; 404 when this account has allowed nothing of this id. */
export async function withdrawGrant(
  { database, db }: Pick<Deps, "database" | "db">,
  scope: AccountScope,
  id: string,
): Promise<void> {
  const own = deleteOwnAccess(db, "mcp_oauth_grants", scope).where("id", "=", id);
  if ((await own.executeTakeFirst()).numDeletedRows === 0n) throw notFound("MCP grant");
  forgetAccess(database);
}
