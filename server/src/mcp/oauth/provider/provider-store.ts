import type { StoredPayload, StoreForModel } from "oidc-provider";
import type { Deps } from "../../../deps.ts";
import {
  getSqlState,
  isStatementCanceled,
  isTransient,
  type Statement,
} from "../../../platform/database/database.ts";
import { hashToken } from "../../../platform/secret-text.ts";
import { findServerId } from "../address.ts";
import { CLIENT_STATEMENTS, isOwnClientId } from "../clients/client-store.ts";
import { clearAccessCache } from "./access-token.ts";

type ProviderStoreDeps = Pick<Deps, "config" | "database" | "accessCache" | "clock">;

/** What the store needs of the library, which is loaded late, so it is passed in. */
export interface StoreLibrary {
  /** `invalid_grant`: it is used up or revoked. */
  used(detail: string): Error;
  /** The database is unreachable; the caller may retry. */
  busy(): Error;
  /** The refresh token that the current request exchanges. */
  rotated(): string | undefined;
}

// A client whose response was lost, or that asks in two places at once, reuses a refresh token within a minute; later
// reuse counts as theft.
const GRACE_MS = 60_000;

const NO_SUCH_ROW = "23503";

/**
 * The library's storage in our tables. The value of a token, a code or a cookie is the key, of which only the hash is
 * stored; nobody stays signed in, so sessions are not stored at all.
 */
export function createProviderStore(
  deps: ProviderStoreDeps,
  library: StoreLibrary,
): (model: string) => StoreForModel {
  return (model) => {
    const own = storeFor(model, deps, library);
    return guarded({ ...NOTHING, ...own }, library);
  };
}

function storeFor(model: string, deps: ProviderStoreDeps, library: StoreLibrary): Partial<StoreForModel> {
  switch (model) {
    case "AccessToken":
    case "AuthorizationCode":
    case "RefreshToken":
      return tokenStore(model, deps, library);
    case "Grant":
      return grantStore(deps, library);
    case "Interaction":
      return interactionStore(deps);
    case "Client":
      return clientStore(deps);
    default:
      return {};
  }
}

const NOTHING: StoreForModel = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

/** A temporary database error is reported as such, without its text. */
function guarded(store: StoreForModel, library: StoreLibrary): StoreForModel {
  const entries = Object.entries(store).map(([name, act]) => [
    name,
    async (...args: never[]) => {
      try {
        return await Reflect.apply(act, store, args);
      } catch (error) {
        if (isTransient(error) || isStatementCanceled(error)) throw library.busy();
        throw error;
      }
    },
  ]);
  return Object.fromEntries(entries);
}

interface PayloadRow {
  payload: StoredPayload;
  consumed_at?: Date | null;
}

const TOKENS = {
  // The access token is the last thing that a refresh makes: only with it the refresh token is used up, so that whatever
  // fails before leaves a client with one that works.
  insert: {
    name: "mcp-oauth-insert-token",
    text: `with rotated as (
        update mcp_oauth_tokens set consumed_at = coalesce(consumed_at, $6::timestamptz),
            expires_at = least(expires_at, $6::timestamptz + interval '7 days')
          where token_hash = $7 and kind = 'RefreshToken')
      insert into mcp_oauth_tokens (token_hash, kind, grant_id, payload, expires_at) values ($1, $2, $3, $4::json, $5)`,
  },
  find: {
    name: "mcp-oauth-find-token",
    text: "select payload, consumed_at from mcp_oauth_tokens where token_hash = $1 and kind = $2",
  },
  // A used code is kept for a while, to be recognized when it is shown again.
  consumeCode: {
    name: "mcp-oauth-consume-code",
    text: `update mcp_oauth_tokens set consumed_at = $2::timestamptz, expires_at = $2::timestamptz + interval '1 hour'
      where token_hash = $1 and kind = 'AuthorizationCode' and consumed_at is null returning grant_id`,
  },
  destroy: {
    name: "mcp-oauth-delete-token",
    text: "delete from mcp_oauth_tokens where token_hash = $1 and kind = $2",
  },
  withdraw: {
    name: "mcp-oauth-withdraw-by-token",
    text: `delete from mcp_oauth_grants where id = (select grant_id from mcp_oauth_tokens where token_hash = $1)`,
  },
} satisfies Record<string, Statement>;

function tokenStore(kind: string, deps: ProviderStoreDeps, library: StoreLibrary): Partial<StoreForModel> {
  const { config, database, clock } = deps;
  return {
    upsert: async (id, payload, lifeS = 0) => {
      const now = clock.now();
      const rotated = kind === "AccessToken" ? library.rotated() : undefined;
      const values = [hashToken(id), kind, payload.grantId, withoutId(payload), endOf(now, lifeS), now];
      try {
        await database.query(TOKENS.insert, [...values, rotated === undefined ? null : hashToken(rotated)]);
      } catch (error) {
        // It was revoked, or its account deleted, while the token was being created.
        if (getSqlState(error) === NO_SUCH_ROW) throw library.used("the grant was revoked");
        throw error;
      }
    },
    find: async (id) => {
      const [row] = await database.query<PayloadRow>(TOKENS.find, [hashToken(id), kind]);
      if (!row) return undefined;
      if (kind !== "RefreshToken") return { ...row.payload, ...consumedBefore(row, clock.now()), jti: id };
      // Issued under another public address, of which nothing is left: the customer is asked again.
      if (findServerId(config, row.payload.resource) === undefined) return undefined;
      const graceBegan = new Date(clock.now().getTime() - GRACE_MS);
      return { ...row.payload, ...consumedBefore(row, graceBegan), jti: id };
    },
    // A refresh token is used up with the access token that it yields.
    consume: async (id) => {
      if (kind === "AuthorizationCode" && !(await consumeCode(deps, id)))
        throw library.used("it was already used");
    },
    destroy: async (id) => {
      await database.query(TOKENS.destroy, [hashToken(id), kind]);
      clearAccessCache(deps);
    },
  };
}

function consumedBefore({ consumed_at: at }: PayloadRow, moment: Date): { consumed?: number } {
  return at && at <= moment ? { consumed: seconds(at) } : {};
}

/** If the same code is shown twice at the same moment, one caller is a thief: everything ends (RFC 6749, 4.1.2). */
async function consumeCode(deps: ProviderStoreDeps, id: string): Promise<boolean> {
  const { database, clock } = deps;
  const rows = await database.query(TOKENS.consumeCode, [hashToken(id), clock.now()]);
  if (rows.length > 0) return true;
  await database.query(TOKENS.withdraw, [hashToken(id)]);
  clearAccessCache(deps);
  return false;
}

const GRANTS = {
  // The account must be offered the server: no row otherwise. A client that was allowed
  // the same before has the same grant, now for another year.
  upsert: {
    name: "mcp-oauth-upsert-grant",
    text: `insert into mcp_oauth_grants (id, org_id, environment, account_id, server_id, client_id, payload, created_at, expires_at)
      select $1, a.org_id, a.environment, a.id, s.id, $4, $5::json, $7, $6::timestamptz
        from linked_accounts a join mcp_servers s on s.org_id = a.org_id and s.environment = a.environment
        where a.id = $2 and s.id = $3 and (s.account_id is null or s.account_id = a.id)
      on conflict (account_id, server_id, client_id) do update
        set payload = excluded.payload, expires_at = excluded.expires_at where mcp_oauth_grants.id = excluded.id
      returning id`,
  },
  find: { name: "mcp-oauth-find-grant", text: "select payload from mcp_oauth_grants where id = $1" },
  destroy: { name: "mcp-oauth-delete-grant", text: "delete from mcp_oauth_grants where id = $1" },
} satisfies Record<string, Statement>;

function grantStore(deps: ProviderStoreDeps, library: StoreLibrary): Partial<StoreForModel> {
  const { config, database, clock } = deps;
  return {
    upsert: async (id, payload, lifeS = 0) => {
      const now = clock.now();
      const serverId = findServerId(config, Object.keys(payload.resources ?? {})[0]);
      const { accountId, clientId } = payload;
      const values = [id, accountId, serverId, clientId, withoutId(payload), endOf(now, lifeS), now];
      const rows = await database.query(GRANTS.upsert, values);
      if (rows.length === 0) throw library.used("there is no such account or server");
    },
    find: async (id) => {
      const [row] = await database.query<PayloadRow>(GRANTS.find, [id]);
      return row && { ...row.payload, jti: id };
    },
    destroy: async (id) => {
      await database.query(GRANTS.destroy, [id]);
      clearAccessCache(deps);
    },
  };
}

const INTERACTIONS = {
  upsert: {
    name: "mcp-oauth-upsert-interaction",
    text: `insert into mcp_oauth_interactions (uid_hash, server_id, payload, expires_at) values ($1, $2, $3::json, $4)
      on conflict (uid_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
  },
  find: {
    name: "mcp-oauth-find-interaction",
    text: "select payload from mcp_oauth_interactions where uid_hash = $1 and expires_at > $2",
  },
  destroy: {
    name: "mcp-oauth-delete-interaction",
    text: "delete from mcp_oauth_interactions where uid_hash = $1",
  },
} satisfies Record<string, Statement>;

function interactionStore({ config, database, clock }: ProviderStoreDeps): Partial<StoreForModel> {
  return {
    upsert: async (uid, payload, lifeS = 0) => {
      const params = payload.params as { resource?: unknown };
      const serverId = findServerId(config, params.resource);
      const values = [hashToken(uid), serverId, withoutId(payload), endOf(clock.now(), lifeS)];
      await database.query(INTERACTIONS.upsert, values);
    },
    find: async (uid) => {
      const [row] = await database.query<PayloadRow>(INTERACTIONS.find, [hashToken(uid), clock.now()]);
      return row && { ...row.payload, jti: uid };
    },
    destroy: async (uid) => {
      await database.query(INTERACTIONS.destroy, [hashToken(uid)]);
    },
  };
}

function clientStore({ database, clock }: ProviderStoreDeps): Partial<StoreForModel> {
  return {
    find: async (id) => {
      if (!isOwnClientId(id)) return undefined;
      const values = [id, clock.now()];
      const [row] = await database.query<{ metadata: StoredPayload }>(CLIENT_STATEMENTS.find, values);
      return row?.metadata;
    },
  };
}

function withoutId({ jti: _jti, ...payload }: StoredPayload): string {
  return JSON.stringify(payload);
}

function endOf(now: Date, lifeS: number): Date {
  return new Date(now.getTime() + lifeS * 1000);
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
