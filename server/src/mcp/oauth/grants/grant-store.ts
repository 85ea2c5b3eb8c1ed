import { type SqlBool, sql } from "kysely";
import type { AccountScope, Scope } from "../../../auth/scope.ts";
import type { Deps } from "../../../deps.ts";
import type { Database, Db, Statement } from "../../../platform/database/database.ts";
import type { LongPage } from "../../../platform/database/long-list.ts";
import { notFound } from "../../../platform/errors.ts";
import type { Page } from "../../../platform/page.ts";
import { type AccessFilter, type AccessRow, deleteAccess, listAccess } from "../../access-store.ts";
import { clearAccessCache } from "../provider/access-token.ts";

/** What an account has allowed an assistant. */
export interface GrantRow extends AccessRow {
  readonly client_id: string;
  readonly client_name: string | null;
}

const NAME: Statement = {
  name: "mcp-oauth-name-grant",
  text: "update mcp_oauth_grants set client_name = $2 where id = $1",
};

/** Stores the name under which the customer saw the assistant. */
export async function updateGrantName(database: Database, id: string, name: string): Promise<void> {
  await database.query(NAME, [id, name]);
}

const FIND_ID: Statement = {
  name: "mcp-oauth-find-grant-id",
  text: "select id from mcp_oauth_grants where account_id = $1 and server_id = $2 and client_id = $3",
};

/** The earlier grant of an account to a client for a server; undefined if there is none. */
export async function findGrantId(
  database: Database,
  { accountId, serverId, clientId }: { accountId: string; serverId: string; clientId: string },
): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(FIND_ID, [accountId, serverId, clientId]);
  return row?.id;
}

/**
 * One page of grants, newest first: of the account that the scope names, or of the whole environment. Grants that
 * were never redeemed, or not used for so long that their tokens have expired, are left out.
 */
export function listGrants(
  db: Db,
  scope: Scope | AccountScope,
  { filter, page }: { filter: AccessFilter; page: Page },
): Promise<LongPage<GrantRow>> {
  const columns = sql`, mcp_oauth_grants.client_id, mcp_oauth_grants.client_name`;
  const further = sql<SqlBool>`exists (select from mcp_oauth_tokens t where t.grant_id = mcp_oauth_grants.id
    and t.kind in ('AccessToken', 'RefreshToken') and t.expires_at > ${filter.now} and t.consumed_at is null)`;
  return listAccess<GrantRow>(db, "mcp_oauth_grants", scope, { filter, page, kind: { columns, further } });
}

/** Revokes access with all its tokens; 404 if the scope has no grant with this id. */
export async function revokeGrant(
  deps: Pick<Deps, "db" | "accessCache">,
  scope: Scope | AccountScope,
  id: string,
): Promise<void> {
  const one = deleteAccess(deps.db, "mcp_oauth_grants", scope).where("id", "=", id);
  if ((await one.executeTakeFirst()).numDeletedRows === 0n) throw notFound("MCP grant");
  clearAccessCache(deps);
}
