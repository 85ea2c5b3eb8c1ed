import type { Clock } from "../platform/clock.ts";
import type { Database, Statement } from "../platform/database/database.ts";
import { hashCredential } from "./keys.ts";
import type { OrganizationLimits } from "./rate-limit.ts";
import type { AccountRef, Environment, Scope } from "./scope.ts";
import { type SessionClaims, verifySessionToken } from "./sessions.ts";

const CHANNEL = "junctor_credentials";
const MAX_ENTRIES = 10_000;
const TTL_MS = 60_000;

/** Whoever a credential stands for. */
export type Principal =
  | { readonly kind: "apiKey"; readonly scope: Scope; readonly limits: OrganizationLimits }
  | {
      readonly kind: "session";
      readonly scope: Scope;
      readonly limits: OrganizationLimits;
      readonly account: AccountRef;
      readonly tokenId: string;
    };

/**
 * Looks credentials up. Answers are kept in memory for at most a minute and forgotten in every process as soon
 * as any credential is revoked or an organization changed: a process whose subscription to revocations is broken asks the database each time.
 */
export interface Credentials {
  readonly sessionSecret: Buffer;
  apiKey(key: string): Promise<Principal | undefined>;
  sessionToken(token: string): Promise<Principal | undefined>;
  /** Forgets all answers, here and in the other processes; call it after the revocation has committed. */
  forget(): Promise<void>;
  /** Has `listener` called in every process when answers are forgotten: what else it keeps of who is let in goes with them. */
  onForget(listener: () => void): void;
  close(): Promise<void>;
}

interface LimitColumns {
  readonly rate_limit_requests: number | null;
  readonly rate_limit_triggers: number | null;
}

interface Entry {
  readonly principal: Principal;
  readonly expiresAtMs: number;
}

const FIND_KEY: Statement = {
  name: "auth-find-key",
  text: `select k.org_id, k.environment, o.rate_limit_requests, o.rate_limit_triggers
    from api_keys k join organizations o on o.id = k.org_id where k.hash = $1 and k.revoked_at is null`,
};

const FIND_SESSION: Statement = {
  name: "auth-find-session",
  text: `select a.id, a.account_id, o.rate_limit_requests, o.rate_limit_triggers
    from session_tokens s join linked_accounts a on a.id = s.account_id join organizations o on o.id = s.org_id
    where s.id = $1 and s.org_id = $2 and s.environment = $3 and s.revoked_at is null and a.org_id = $2 and a.environment = $3`,
};

/** Opens the look-up of credentials on `database`. */
export async function openCredentials(
  database: Database,
  clock: Clock,
  sessionSecret: Buffer,
): Promise<Credentials> {
  const cache = new Map<string, Entry>();
  const listeners: (() => void)[] = [];
  let listening = false;
  // Counts the times the cache was emptied: an answer found before that must not be kept after it.
  let generation = 0;
  const clear = () => {
    generation += 1;
    cache.clear();
    for (const listener of listeners) listener();
  };
  const subscription = await database.listen(CHANNEL, {
    onMessage: clear,
    onConnect: () => {
      clear();
      listening = true;
    },
    onLost: () => {
      listening = false;
      clear();
    },
  });

  const remember = async (
    kind: Principal["kind"],
    credential: string,
    find: () => Promise<{ principal: Principal; untilMs?: number } | undefined>,
  ) => {
    // A credential of one kind must not be found at the door of the other.
    const hash = `${kind}:${hashCredential(credential)}`;
    const nowMs = clock.now().getTime();
    const known = cache.get(hash);
    if (known && known.expiresAtMs > nowMs) return known.principal;
    const before = generation;
    const found = await find();
    if (!found) return undefined;
    if (listening && generation === before) {
      if (cache.size >= MAX_ENTRIES) cache.clear();
      cache.set(hash, {
        principal: found.principal,
        expiresAtMs: Math.min(nowMs + TTL_MS, found.untilMs ?? Number.POSITIVE_INFINITY),
      });
    }
    return found.principal;
  };

  return {
    sessionSecret,
    apiKey: (key) => remember("apiKey", key, () => findKey(database, key)),
    sessionToken: (token) =>
      remember("session", token, async () => {
        const claims = await verifySessionToken(sessionSecret, token, clock.now());
        return claims && findSession(database, claims);
      }),
    forget: async () => {
      clear();
      await database.notify(CHANNEL, "revoked");
    },
    onForget: (listener) => {
      listeners.push(listener);
    },
    close: () => subscription.close(),
  };
}

async function findKey(database: Database, key: string): Promise<{ principal: Principal } | undefined> {
  const [row] = await database.query<{ org_id: string; environment: Environment } & LimitColumns>(FIND_KEY, [
    hashCredential(key),
  ]);
  if (!row) return undefined;
  const scope = { orgId: row.org_id, environment: row.environment };
  return { principal: { kind: "apiKey", scope, limits: limitsOf(row) } };
}

async function findSession(
  database: Database,
  claims: SessionClaims,
): Promise<{ principal: Principal; untilMs: number } | undefined> {
  const { id, orgId, environment, expiresAt } = claims;
  const [row] = await database.query<{ id: string; account_id: string } & LimitColumns>(FIND_SESSION, [
    id,
    orgId,
    environment,
  ]);
  if (!row) return undefined;
  const account = { id: row.id, accountId: row.account_id };
  return {
    principal: {
      kind: "session",
      scope: { orgId, environment },
      limits: limitsOf(row),
      account,
      tokenId: id,
    },
    untilMs: expiresAt.getTime(),
  };
}

function limitsOf(row: LimitColumns): OrganizationLimits {
  return { requests: row.rate_limit_requests, triggers: row.rate_limit_triggers };
}
