import type { AccountScope, Environment } from "../../../auth/scope.ts";
import type { Deps } from "../../../deps.ts";
import type { Database, Statement } from "../../../platform/database/database.ts";
import { createNewestCache, type NewestCache } from "../../../platform/newest-cache.ts";
import { hashToken } from "../../../platform/secret-text.ts";
import { SCOPE } from "../address.ts";

// How long another process may still accept a revoked token.
const REMEMBERED_MS = 3000;
const MOST_REMEMBERED = 10_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What an access token opens: one MCP server, for one linked account. */
export interface McpAccess {
  readonly scope: AccountScope;
  readonly serverId: string;
  readonly clientId: string;
  /** The client's own name for itself; somebody vouches for it only if its id is a URL. */
  readonly clientName: string | undefined;
  /** What the customer has allowed, as `GET /mcp-grants` lists it. */
  readonly grantId: string;
  readonly expiresAt: Date;
  readonly scopes: string[];
}

interface CachedAccess {
  readonly access: McpAccess;
  readonly untilMs: number;
}

/** What tokens open, by their hash, as this process remembers it for three seconds. */
export interface AccessCache {
  entries: NewestCache<CachedAccess>;
}

declare module "../../../deps.ts" {
  interface Features {
    readonly accessCache: AccessCache;
  }
}

/** Creates an empty cache. */
export function createAccessCache(): AccessCache {
  return { entries: createNewestCache(MOST_REMEMBERED) };
}

// The precision of a grant's last use.
const USE_MS = 60_000;

// Revoking a grant, and deleting an account or server, ends their tokens.
const FIND: Statement = {
  name: "mcp-oauth-find-access",
  text: `select g.org_id, g.environment, g.server_id, g.client_id, g.client_name, g.id as grant_id, g.last_used_at, a.id as account_row, a.account_id,
      t.payload->>'scope' as scope, least(t.expires_at, g.expires_at) as expires_at
    from mcp_oauth_tokens t join mcp_oauth_grants g on g.id = t.grant_id join linked_accounts a on a.id = g.account_id
    where t.token_hash = $1 and t.kind = 'AccessToken' and t.expires_at > $2 and g.expires_at > $2`,
};

const TOUCH: Statement = {
  name: "mcp-oauth-touch-grant",
  text: "update mcp_oauth_grants set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at <= $3)",
};

interface AccessRow {
  org_id: string;
  environment: Environment;
  server_id: string;
  client_id: string;
  client_name: string | null;
  grant_id: string;
  last_used_at: Date | null;
  account_row: string;
  account_id: string;
  scope: string | null;
  expires_at: Date;
}

/**
 * What `token` opens; undefined if it is unknown, has expired, was revoked, or is not for the scope of MCP servers.
 * One query, cached for three seconds; once a minute it also records that the grant was used. The caller must compare
 * `serverId` with the requested server.
 */
export async function verifyAccessToken(
  { database, accessCache, clock }: Pick<Deps, "database" | "accessCache" | "clock">,
  token: string,
): Promise<McpAccess | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const now = clock.now();
  const hash = hashToken(token);
  const key = hash.toString("base64");
  const { entries } = accessCache;
  const known = entries.get(key);
  if (known && known.untilMs > now.getTime()) return known.access;
  const [row] = await database.query<AccessRow>(FIND, [hash, now]);
  const access = row && accessOf(row);
  if (row === undefined || !access?.scopes.includes(SCOPE)) {
    entries.delete(key);
    return undefined;
  }
  await noteUse(database, row, now);
  const untilMs = Math.min(now.getTime() + REMEMBERED_MS, access.expiresAt.getTime());
  entries.set(key, { access, untilMs });
  return access;
}

async function noteUse(database: Database, { grant_id, last_used_at }: AccessRow, now: Date): Promise<void> {
  const before = new Date(now.getTime() - USE_MS);
  if (last_used_at === null || last_used_at <= before) await database.query(TOUCH, [grant_id, now, before]);
}

/** Clears this process's cache of tokens; other processes follow within three seconds. */
export function clearAccessCache({ accessCache }: Pick<Deps, "accessCache">): void {
  // Not emptied but replaced: a look-up under way must not remember what was withdrawn meanwhile.
  accessCache.entries = createNewestCache(MOST_REMEMBERED);
}

function accessOf(row: AccessRow): McpAccess {
  return {
    scope: {
      orgId: row.org_id,
      environment: row.environment,
      account: { id: row.account_row, accountId: row.account_id },
    },
    serverId: row.server_id,
    clientId: row.client_id,
    clientName: row.client_name ?? undefined,
    grantId: row.grant_id,
    expiresAt: row.expires_at,
    scopes: (row.scope ?? "").split(" ").filter(Boolean),
  };
}
