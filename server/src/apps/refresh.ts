import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import { announceConnection } from "./announce.ts";
import { type Application, clientOf, scopesOf } from "./application.ts";
import { ConnectorError } from "./connector.ts";
import { type ConnectionSecrets, openSecrets, sealer } from "./credential.ts";
import { coolDown, markExpired, readConnection, storeRenewed, takeLease } from "./lease-store.ts";
import { obtainClientToken, refreshTokens, TOKEN_TIMEOUT_MS, type Tokens } from "./oauth2/token-endpoint.ts";
import { TokenError } from "./oauth2/token-error.ts";
import type { ConnectionRow } from "./store.ts";

export type RefreshDeps = Pick<Deps, "db" | "vault" | "queue" | "clock" | "outbound" | "log">;

/** A connection in use, with the application it belongs to. */
export interface Use {
  scope: AccountScope;
  application: Application;
  signal?: AbortSignal;
}

// The lease outlives the longest exchange, so that nobody takes over while the provider is still thinking.
const LEASE_MS = 2 * TOKEN_TIMEOUT_MS;
const LONGEST_WAIT_MS = LEASE_MS + TOKEN_TIMEOUT_MS;
const COOL_DOWN_MS = 30_000;
const EARLIEST_MS = 5 * 60_000;
const EARLY_SHARE = 0.2;
const STORE_ATTEMPTS = 5;
const renewals = new WeakMap<Outbound, Set<Promise<unknown>>>();

/** When to renew a token: five minutes before it ends, or for short lives in their last fifth. */
export function refreshTime(now: Date, expiresAt: Date | undefined): Date | undefined {
  if (expiresAt === undefined) return undefined;
  const lifeMs = expiresAt.getTime() - now.getTime();
  return new Date(expiresAt.getTime() - Math.min(EARLIEST_MS, lifeMs * EARLY_SHARE));
}

/**
 * The connection with a token that is good now, renewed if it is due, or if `refused` says that the provider
 * refused the token of that revision. Of all callers in all processes one renews, under a lease; the others wait
 * for it. Throws `ConnectorError`: `auth` when the customer must connect again, `remote` when it may work later.
 */
export async function usableConnection(
  deps: RefreshDeps,
  use: Use,
  start: ConnectionRow,
  refused?: { revision: number },
): Promise<ConnectionRow> {
  const giveUpAtMs = Date.now() + LONGEST_WAIT_MS;
  let row = start;
  for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 2, 500)) {
    const step = await renewIfDue(deps, use, row, refused);
    if (step !== "wait") return step;
    if (Date.now() > giveUpAtMs) {
      throw new ConnectorError("timeout", `The token for ${nameOf(use)} was not renewed in time.`);
    }
    if (use.signal?.aborted) throw new ConnectorError("timeout", `The call to ${nameOf(use)} was stopped.`);
    await sleep(pauseMs);
    const current = await readConnection(deps.db, row.id);
    if (current === undefined) throw new ConnectorError("auth", `${nameOf(use)} is no longer connected.`);
    row = current;
  }
}

async function renewIfDue(
  deps: RefreshDeps,
  use: Use,
  row: ConnectionRow,
  refused: { revision: number } | undefined,
): Promise<ConnectionRow | "wait"> {
  if (row.status === "expired") throw expiredError(use);
  const now = deps.clock.now();
  const wasRefused = refused?.revision === row.revision;
  if (row.auth_type === "keybased" || !(wasRefused || isDue(row, now))) return row;
  if (!isRenewable(deps, use, row)) {
    if (wasRefused || !hasEnded(row, now)) return row;
    await expireConnection(deps, use, row, "The access token has ended and there is no refresh token.");
    throw expiredError(use);
  }
  if (row.retry_at !== null && row.retry_at > now) {
    return afterFailure(use, row, { wasRefused, now, reason: row.last_error ?? "" });
  }
  const lease = randomUUID();
  const held = await takeLease(deps.db, { id: row.id, revision: row.revision, lease, leaseMs: LEASE_MS });
  if (held !== undefined) return underWay(deps, renew(deps, use, held, { lease, wasRefused }));
  // Somebody else renews it right now: a token that is still good need not wait for that.
  return wasRefused || hasEnded(row, now) ? "wait" : row;
}

function underWay<Result>({ outbound }: RefreshDeps, renewal: Promise<Result>): Promise<Result> {
  const others = renewals.get(outbound) ?? new Set();
  renewals.set(outbound, others.add(renewal));
  return renewal.finally(() => others.delete(renewal));
}

/** Resolves when the renewals that this process is in are done: to end before that would lose rotated refresh tokens. */
export async function renewalsUnderWay({ outbound }: Pick<Deps, "outbound">): Promise<void> {
  await Promise.allSettled(renewals.get(outbound) ?? []);
}

async function renew(
  deps: RefreshDeps,
  use: Use,
  row: ConnectionRow,
  { lease, wasRefused }: { lease: string; wasRefused: boolean },
): Promise<ConnectionRow | "wait"> {
  const secrets = openSecrets(deps.vault, row);
  let tokens: Tokens;
  try {
    tokens = await requestTokens(deps, use, secrets);
  } catch (error) {
    if (error instanceof TokenError && error.kind === "dead") {
      await expireConnection(deps, use, row, error.message);
      throw expiredError(use);
    }
    return failRenewal(deps, use, row, { lease, wasRefused, error });
  }
  const merged: ConnectionSecrets = {
    settings: secrets.settings,
    values: { ...secrets.values, ...tokens.values },
    // Providers that do not rotate leave it out: the old one stays good.
    refreshToken: tokens.refreshToken ?? secrets.refreshToken,
  };
  return (await store(deps, row, lease, { secrets: merged, expiresAt: tokens.expiresAt })) ?? "wait";
}

function requestTokens(deps: RefreshDeps, use: Use, secrets: ConnectionSecrets): Promise<Tokens> {
  const { application } = use;
  const spec = application.connector.info.auth.oauth2;
  const client = clientOf(deps, application);
  if (spec === undefined || client === undefined) {
    throw new TokenError("refused", `${nameOf(use)} has no OAuth2 client any more.`);
  }
  // Not the caller's signal: a renewal that has begun is finished, or its new refresh token would be lost.
  const request = {
    outbound: deps.outbound,
    spec,
    client,
    settings: secrets.settings,
    name: nameOf(use),
    nowMs: deps.clock.now().getTime(),
  };
  if (spec.grant === "client_credentials") return obtainClientToken(request, scopesOf(application));
  return refreshTokens(request, secrets.refreshToken ?? "");
}

async function failRenewal(
  deps: RefreshDeps,
  use: Use,
  row: ConnectionRow,
  { lease, wasRefused, error }: { lease: string; wasRefused: boolean; error: unknown },
): Promise<ConnectionRow> {
  const now = deps.clock.now();
  const known = error instanceof TokenError;
  const reason = known ? error.message : "The token could not be renewed.";
  const waitMs = Math.max(COOL_DOWN_MS, (known ? error.retryAfterMs : undefined) ?? 0);
  const retryAt = new Date(now.getTime() + waitMs);
  await coolDown(deps.db, { id: row.id, lease }, { retryAt, reason });
  deps.log.warn({ connection: row.id, slug: row.slug, reason }, "connection.refresh-failed");
  if (!known && !(error instanceof ConnectorError)) throw error;
  return afterFailure(use, { ...row, retry_at: retryAt }, { wasRefused, now, reason });
}

/** A token that is still good is used although it could not be renewed; one that was refused may be renewed later. */
function afterFailure(
  use: Use,
  row: ConnectionRow,
  { wasRefused, now, reason }: { wasRefused: boolean; now: Date; reason: string },
): ConnectionRow {
  if (!wasRefused && row.expires_at !== null && !hasEnded(row, now)) return row;
  const retryAfterMs =
    row.retry_at === null ? undefined : Math.max(0, row.retry_at.getTime() - now.getTime());
  throw new ConnectorError("remote", `The token for ${nameOf(use)} could not be renewed. ${reason}`, {
    retryAfterMs,
  });
}

/** The old refresh token may be burnt by now: a database that is away for a moment must not cost the new one. */
async function store(
  deps: RefreshDeps,
  row: ConnectionRow,
  lease: string,
  { secrets, expiresAt }: { secrets: ConnectionSecrets; expiresAt: Date | undefined },
): Promise<ConnectionRow | undefined> {
  const now = deps.clock.now();
  const renewed = {
    secrets: sealer(deps.vault, secrets)(row.id),
    expiresAt: expiresAt ?? null,
    refreshAt: refreshTime(now, expiresAt) ?? null,
    now,
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await storeRenewed(deps.db, { id: row.id, lease }, renewed);
    } catch (error) {
      if (attempt === STORE_ATTEMPTS) throw error;
      deps.log.warn({ err: error, connection: row.id }, "connection.store-failed");
      await sleep(200 * 2 ** attempt);
    }
  }
}

/** Marks a connection as expired and announces it, once for a credential however many notice it. */
export async function expireConnection(
  deps: RefreshDeps,
  { scope }: Use,
  row: ConnectionRow,
  reason: string,
): Promise<void> {
  const expired = await deps.queue.transaction(async (tx) => {
    const { id, revision, slug } = row;
    if (!(await markExpired(tx, { id, revision, reason, now: deps.clock.now() }))) return false;
    await announceConnection(deps, tx, scope, { event: "Connection Expired", slug });
    return true;
  });
  if (expired) deps.log.info({ connection: row.id, slug: row.slug, reason }, "connection.expired");
}

/** What whoever uses an expired connection is told. */
export function expiredError(use: Use): ConnectorError {
  return new ConnectorError(
    "auth",
    `The connection to ${nameOf(use)} has expired: the customer must connect again.`,
  );
}

function isDue(row: ConnectionRow, now: Date): boolean {
  return row.refresh_at !== null && row.refresh_at <= now;
}

function hasEnded(row: ConnectionRow, now: Date): boolean {
  return row.expires_at !== null && row.expires_at <= now;
}

/** Whether a new access token can be had without the customer. */
function isRenewable({ vault }: Pick<Deps, "vault">, use: Use, row: ConnectionRow): boolean {
  if (row.auth_type === "keybased") return false;
  if (use.application.connector.info.auth.oauth2?.grant === "client_credentials") return true;
  return openSecrets(vault, row).refreshToken !== undefined;
}

function nameOf({ application }: Use): string {
  return application.connector.info.name;
}
