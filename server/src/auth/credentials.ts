import { createSecretKey, type KeyObject } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import type { Database, Statement } from "../platform/database/database.ts";
import { deriveKey } from "../platform/derive-key.ts";
import type { Logger } from "../platform/log.ts";
import { createNewestCache, type NewestCache } from "../platform/newest-cache.ts";
import { createKeyUseRecorder, type RequestOrigin } from "./keys/key-use.ts";
import { hashCredential } from "./keys/keys.ts";
import type { OrganizationLimits } from "./limits/rate-limit.ts";
import type { Role } from "./roles.ts";
import type { AccountRef, Environment, Scope } from "./scope.ts";
import { findOperatorSession, getRenewalTime, type OperatorSession } from "./sessions/operator-sessions.ts";
import { type SessionClaims, verifySessionToken } from "./sessions/sessions.ts";

const CHANNEL = "junctor_credentials";
const MAX_ENTRIES = 10_000;
const TTL_MS = 60_000;

/** What a credential stands for. */
export type Principal =
  | KeyPrincipal
  | {
      readonly kind: "operator";
      readonly scope: Scope;
      readonly limits: OrganizationLimits;
      readonly role: Role;
      readonly operatorId: string;
      readonly email: string;
    }
  | {
      readonly kind: "session";
      readonly scope: Scope;
      readonly limits: OrganizationLimits;
      readonly account: AccountRef;
      readonly tokenId: string;
      /** The token came from a portal link. */
      readonly ofLink: boolean;
    };

/** An agent that acts with an API key (mcp/management/). */
export interface Agent {
  /** What its client calls itself. */
  readonly name: string | undefined;
  /** The tool that it has called. */
  readonly tool: string;
  /** Where it called from. */
  readonly address: string;
}

/** An API key. */
export interface KeyPrincipal {
  readonly kind: "apiKey";
  readonly scope: Scope;
  readonly limits: OrganizationLimits;
  readonly role: Role;
  readonly keyId: string;
  readonly expiresAt: Date | null;
  /** The agent that acts with the key, if one does. */
  readonly agent?: Agent;
}

/**
 * Looks up credentials. Answers are kept in memory (D4) for at most a minute, and forgotten in every process when a
 * credential is revoked or an organization changes. A process that lost its subscription to revocations asks the
 * database each time.
 */
export interface Credentials {
  readonly sessionSecret: Buffer;
  /** A separate key for one purpose, derived from the session secret: signatures are valid for that purpose only. */
  keyFor(purpose: string): KeyObject;
  /** Finds the key; with `origin`, records it as used from there. */
  apiKey(key: string, origin?: RequestOrigin): Promise<KeyPrincipal | undefined>;
  sessionToken(token: string): Promise<Principal | undefined>;
  /** The session of an operator whose cookie holds `token`. */
  operatorSession(token: string): Promise<OperatorSession | undefined>;
  /** Forgets all answers, in every process; call it after the revocation has committed. */
  forget(): Promise<void>;
  /** Calls `listener` in every process when answers are forgotten, so that it can drop what it derived from them. */
  onForget(listener: () => void): void;
  close(): Promise<void>;
}

declare module "../deps.ts" {
  interface Features {
    readonly credentials: Credentials;
  }
}

interface LimitColumns {
  readonly rate_limit_requests: number | null;
  readonly rate_limit_triggers: number | null;
}

interface CachedCredential<Holder> {
  readonly holder: Holder;
  readonly expiresAtMs: number;
}

/** The holder of a credential, and until when it may be cached if the credential ends by itself. */
interface CredentialLookup<Holder> {
  readonly holder: Holder;
  readonly untilMs?: number | undefined;
}

const FIND_KEY: Statement = {
  name: "auth-find-key",
  text: `select k.id, k.org_id, k.environment, k.role, k.expires_at, o.rate_limit_requests, o.rate_limit_triggers
    from api_keys k join organizations o on o.id = k.org_id
    where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)`,
};

const FIND_SESSION: Statement = {
  name: "auth-find-session",
  text: `select a.id, a.account_id, o.rate_limit_requests, o.rate_limit_triggers
    from session_tokens s join linked_accounts a on a.id = s.account_id join organizations o on o.id = s.org_id
    where s.id = $1 and s.org_id = $2 and s.environment = $3 and s.revoked_at is null and a.org_id = $2 and a.environment = $3`,
};

/** Derives each key once: deriving costs more than signing. Purposes are constants in the code. */
export function deriveKeys(secret: Buffer): (purpose: string) => KeyObject {
  const keys = new Map<string, KeyObject>();
  return (purpose) => {
    const key = keys.get(purpose) ?? createSecretKey(deriveKey(secret, purpose));
    keys.set(purpose, key);
    return key;
  };
}

/** Opens the lookup of credentials in `database`. */
export async function openCredentials(
  database: Database,
  clock: Clock,
  sessionSecret: Buffer,
  log: Pick<Logger, "warn">,
): Promise<Credentials> {
  const memories: Pick<NewestCache<unknown>, "clear">[] = [];
  const listeners: (() => void)[] = [];
  let listening = false;
  // Counts how often the cache was cleared: an answer found before a clear must not be cached after it.
  let generation = 0;
  const clear = () => {
    generation += 1;
    for (const memory of memories) memory.clear();
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

  // One cache per kind: a credential of one kind must not be accepted as another.
  const remembering = <Holder>(
    find: (credential: string) => Promise<CredentialLookup<Holder> | undefined>,
  ) => {
    const memory = createNewestCache<CachedCredential<Holder>>(MAX_ENTRIES);
    memories.push(memory);
    return async (credential: string): Promise<Holder | undefined> => {
      const hash = hashCredential(credential);
      const nowMs = clock.now().getTime();
      const known = memory.get(hash);
      if (known && known.expiresAtMs > nowMs) return known.holder;
      const before = generation;
      const found = await find(credential);
      if (!found) return undefined;
      if (listening && generation === before) {
        const untilMs = found.untilMs ?? Number.POSITIVE_INFINITY;
        memory.set(hash, { holder: found.holder, expiresAtMs: Math.min(nowMs + TTL_MS, untilMs) });
      }
      return found.holder;
    };
  };

  const rememberedKey = remembering((key) => findKey(database, key, clock.now()));
  const noteUse = createKeyUseRecorder(database, clock, log);
  return {
    sessionSecret,
    keyFor: deriveKeys(sessionSecret),
    apiKey: async (key, origin) => {
      const principal = await rememberedKey(key);
      if (principal && origin) noteUse(principal.keyId, origin);
      return principal;
    },
    sessionToken: remembering(async (token) => {
      const claims = await verifySessionToken(sessionSecret, token, clock.now());
      return claims && findSession(database, claims);
    }),
    operatorSession: remembering(async (token) => {
      const holder = await findOperatorSession(database, token, clock.now());
      // The request that finds a renewal due renews the session, so a cached copy would be stale for the next one.
      return (
        holder && { holder, untilMs: Math.min(getRenewalTime(holder).getTime(), holder.expiresAt.getTime()) }
      );
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

interface KeyRow extends LimitColumns {
  readonly id: string;
  readonly org_id: string;
  readonly environment: Environment;
  readonly role: Role;
  readonly expires_at: Date | null;
}

async function findKey(
  database: Database,
  key: string,
  now: Date,
): Promise<CredentialLookup<KeyPrincipal> | undefined> {
  const [row] = await database.query<KeyRow>(FIND_KEY, [hashCredential(key), now]);
  if (!row) return undefined;
  const { id: keyId, org_id: orgId, environment, role, expires_at: expiresAt } = row;
  return {
    holder: { kind: "apiKey", scope: { orgId, environment }, limits: limitsOf(row), role, keyId, expiresAt },
    untilMs: expiresAt?.getTime(),
  };
}

async function findSession(
  database: Database,
  claims: SessionClaims,
): Promise<CredentialLookup<Principal> | undefined> {
  const { id, orgId, environment, expiresAt, ofLink } = claims;
  const [row] = await database.query<{ id: string; account_id: string } & LimitColumns>(FIND_SESSION, [
    id,
    orgId,
    environment,
  ]);
  if (!row) return undefined;
  const account = { id: row.id, accountId: row.account_id };
  return {
    holder: {
      kind: "session",
      scope: { orgId, environment },
      limits: limitsOf(row),
      account,
      tokenId: id,
      ofLink,
    },
    untilMs: expiresAt.getTime(),
  };
}

function limitsOf(row: LimitColumns): OrganizationLimits {
  return { requests: row.rate_limit_requests, triggers: row.rate_limit_triggers };
}
