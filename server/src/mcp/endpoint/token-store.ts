import { randomBytes } from "node:crypto";
import { hashCredential } from "../../auth/keys/keys.ts";
import type { AccountScope, Environment, Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Database, Db, Statement } from "../../platform/database/database.ts";
import type { LongPage } from "../../platform/database/long-list.ts";
import { notFound } from "../../platform/errors.ts";
import { createId } from "../../platform/id.ts";
import type { Page } from "../../platform/page.ts";
import { type AccessFilter, type AccessRow, deleteAccess, listAccess } from "../access-store.ts";

const PREFIX = "mcp_";
const FIND: Statement = {
  name: "mcp-find-token",
  text: `select t.org_id, t.environment, t.server_id, t.account_id as id, a.account_id as name, t.last_used_at
    from mcp_tokens t join linked_accounts a on a.id = t.account_id where t.hash = $1 and t.expires_at > $2`,
};
// The precision of a token's last use.
const USE_MS = 60_000;
const TOUCH: Statement = {
  name: "mcp-touch-token",
  text: "update mcp_tokens set last_used_at = $2 where hash = $1 and (last_used_at is null or last_used_at <= $3)",
};
const ENDED: Statement = {
  name: "mcp-delete-ended-tokens",
  text: "delete from mcp_tokens where id in (select id from mcp_tokens where expires_at < now() limit $1) returning 1 as gone",
};

/** Whom a token gives access, and to what. */
export interface TokenHolder {
  readonly scope: AccountScope;
  readonly serverId: string;
}

/**
 * Creates the account's token for a server and revokes the previous one with its id, so that revoking that id later
 * does not end the new one. Only the hash is stored.
 */
export async function createToken(
  db: Db,
  scope: AccountScope,
  { serverId, now, expiresAt }: { serverId: string; now: Date; expiresAt: Date },
): Promise<{ id: string; token: string }> {
  const token = PREFIX + randomBytes(32).toString("base64url");
  const { orgId: org_id, environment, account } = scope;
  const row = {
    id: createId(now.getTime()),
    hash: hashCredential(token),
    created_at: now,
    expires_at: expiresAt,
    last_used_at: null,
  };
  const key = { org_id, environment, account_id: account.id, server_id: serverId };
  await db
    .insertInto("mcp_tokens")
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(["account_id", "server_id"]).doUpdateSet(row))
    .execute();
  return { id: row.id, token };
}

/** Revokes the account's token for a server, if there is one. */
export async function deleteToken(db: Db, scope: AccountScope, serverId: string): Promise<void> {
  await deleteAccess(db, "mcp_tokens", scope).where("server_id", "=", serverId).execute();
}

/** One page of tokens, newest first: of the account that the scope names, or of the whole environment. */
export function listTokens(
  db: Db,
  scope: Scope | AccountScope,
  asked: { filter: AccessFilter; page: Page },
): Promise<LongPage<AccessRow>> {
  return listAccess(db, "mcp_tokens", scope, asked);
}

/** Revokes a token; 404 if there is none with this id in the scope. */
export async function revokeServerToken(db: Db, scope: Scope | AccountScope, id: string): Promise<void> {
  const one = deleteAccess(db, "mcp_tokens", scope).where("id", "=", id);
  if ((await one.executeTakeFirst()).numDeletedRows === 0n) throw notFound("MCP token");
}

/** Deletes up to `limit` expired tokens. */
export async function deleteEndedTokens(database: Database, _before: Date, limit: number): Promise<number> {
  return (await database.query(ENDED, [limit])).length;
}

/** Whom `token` gives access; undefined for one that was not issued here, or was revoked. */
export async function findTokenHolder(
  { database, clock }: Pick<Deps, "database" | "clock">,
  token: string,
): Promise<TokenHolder | undefined> {
  if (!token.startsWith(PREFIX)) return undefined;
  interface Row {
    org_id: string;
    environment: Environment;
    server_id: string;
    id: string;
    name: string;
    last_used_at: Date | null;
  }
  const now = clock.now();
  const hash = hashCredential(token);
  const [row] = await database.query<Row>(FIND, [hash, now]);
  if (!row) return undefined;
  const before = new Date(now.getTime() - USE_MS);
  if (row.last_used_at === null || row.last_used_at <= before)
    await database.query(TOUCH, [hash, now, before]);
  const account = { id: row.id, accountId: row.name };
  return { scope: { orgId: row.org_id, environment: row.environment, account }, serverId: row.server_id };
}
