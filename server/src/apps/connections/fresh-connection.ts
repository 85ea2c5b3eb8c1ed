import { setTimeout as sleep } from "node:timers/promises";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { runWithoutActor } from "../../platform/acting.ts";
import type { Tx } from "../../platform/database/database.ts";
import { UNLEASED } from "../../platform/work/row-lease.ts";
import { ConnectorError } from "../connector.ts";
import type { AuthType } from "../connector-auth.ts";
import { type HealthNote, insertNote } from "../health/health-store.ts";
import { CONNECTIONS_EXPIRED } from "../metrics.ts";
import { TOKEN_TIMEOUT_MS } from "../oauth2/token-endpoint.ts";
import type { ConnectionRow } from "../store.ts";
import { notifyOfConnection } from "./announce.ts";
import { claimRenewalLease, findConnectionById, markExpired } from "./lease-store.ts";
import { type ApplicationUse, isRenewable, type Renewal, type RenewalDeps, renew } from "./renew.ts";

/** What this process is doing about tokens that are renewed. */
export interface Renewals {
  /** Those that it makes itself. */
  readonly own: Set<Promise<unknown>>;
  /** By connection: the next look at one that others renew. */
  readonly looks: Map<string, Promise<ConnectionRow | undefined>>;
}

declare module "../../deps.ts" {
  interface Features {
    readonly renewals: Renewals;
  }
}

/** The customer must reconnect before the application `slug` can be used for the account. */
export class ConnectionExpiredError extends ConnectorError {
  readonly slug: string;
  /** Set if that one was to be used, and not the default one. */
  readonly connectionId: string | undefined;
  constructor(slug: string, message: string, connectionId?: string) {
    super("auth", message);
    this.slug = slug;
    this.connectionId = connectionId;
  }
}

// The lease outlives the longest exchange, so that nobody takes over while the provider is still working.
const LEASE_MS = 2 * TOKEN_TIMEOUT_MS;
const LONGEST_WAIT_MS = LEASE_MS + TOKEN_TIMEOUT_MS;

/**
 * Returns the connection with a currently valid token: renews it first if that is due, or if `refused` says that the
 * provider refused the token of that revision, and expires the connection if only the customer can help. Of all callers
 * in all processes one renews, under a lease (D19); the others wait for it. Throws `ConnectorError`: `auth` if the
 * customer must reconnect, `remote` if it may work later.
 */
export async function ensureFreshConnection(
  deps: RenewalDeps,
  use: ApplicationUse,
  start: ConnectionRow,
  refused?: { revision: number },
): Promise<ConnectionRow> {
  const giveUpAtMs = performance.now() + LONGEST_WAIT_MS;
  let row = start;
  for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 2, 500)) {
    const step = await renewIfDue(deps, use, row, refused);
    if (step !== "wait") return step;
    if (performance.now() > giveUpAtMs) {
      throw new ConnectorError("timeout", `The token for ${nameOf(use)} was not renewed in time.`);
    }
    if (use.signal?.aborted) throw new ConnectorError("timeout", `The call to ${nameOf(use)} was stopped.`);
    const current = await lookAgain(deps, row.id, pauseMs);
    if (current === undefined) throw new ConnectorError("auth", `${nameOf(use)} is no longer connected.`);
    row = current;
  }
}

/** All waiters for a connection in this process share one query: hundreds of them must not each ask the database. */
function lookAgain(
  { db, renewals: { looks } }: RenewalDeps,
  id: string,
  pauseMs: number,
): Promise<ConnectionRow | undefined> {
  const known = looks.get(id);
  if (known !== undefined) return known;
  const look = sleep(pauseMs).then(() => {
    // Waiters from here on must see what is written from here on.
    looks.delete(id);
    return findConnectionById(db, id);
  });
  looks.set(id, look);
  return look;
}

async function renewIfDue(
  deps: RenewalDeps,
  use: ApplicationUse,
  row: ConnectionRow,
  refused: { revision: number } | undefined,
): Promise<ConnectionRow | "wait"> {
  if (row.status === "expired") throw createExpiredError(use);
  const now = deps.clock.now();
  const isRefused = refused?.revision === row.revision;
  if (!(isRefused || isDue(row, now))) return row;
  if (!isRenewable(deps, use, row)) {
    if (isRefused || !hasEnded(row, now)) return row;
    const reason = "The access token has expired and there is no refresh token.";
    return expireOrWait(deps, use, row, { reason });
  }
  if (row.retry_at !== null && row.retry_at > now) {
    return afterFailure(use, row, { isRefused, now, reason: row.last_error ?? "" });
  }
  const held = await claimRenewalLease(deps.db, row, LEASE_MS);
  if (held !== undefined) {
    const renewal = await underWay(deps, renew(deps, use, held));
    return afterRenewal(deps, use, held, { renewal, isRefused });
  }
  // Another process is renewing it: a token that is still valid need not wait for that.
  return isRefused || hasEnded(row, now) ? "wait" : row;
}

function underWay<Result>({ renewals: { own } }: RenewalDeps, renewal: Promise<Result>): Promise<Result> {
  own.add(renewal);
  return renewal.finally(() => own.delete(renewal));
}

/** Resolves when the renewals that this process is in are done: to end before that would lose rotated refresh tokens. */
export async function waitForRenewals({ renewals }: Pick<Deps, "renewals">): Promise<void> {
  await Promise.allSettled(renewals.own);
}

async function afterRenewal(
  deps: RenewalDeps,
  use: ApplicationUse,
  row: ConnectionRow,
  { renewal, isRefused }: { renewal: Renewal; isRefused: boolean },
): Promise<ConnectionRow | "wait"> {
  if (renewal.kind === "renewed") return renewal.row;
  if (renewal.kind === "lost") return "wait";
  if (renewal.kind === "dead") return expireOrWait(deps, use, row, renewal);
  const now = deps.clock.now();
  return afterFailure(use, { ...row, retry_at: renewal.retryAt }, { isRefused, now, reason: renewal.reason });
}

/**
 * A token that is still valid is used although it could not be renewed; one that was refused may be renewed later.
 */
function afterFailure(
  use: ApplicationUse,
  row: ConnectionRow,
  { isRefused, now, reason }: { isRefused: boolean; now: Date; reason: string },
): ConnectionRow {
  if (!isRefused && row.expires_at !== null && !hasEnded(row, now)) return row;
  const retryAfterMs =
    row.retry_at === null ? undefined : Math.max(0, row.retry_at.getTime() - now.getTime());
  throw new ConnectorError("remote", `The token for ${nameOf(use)} could not be renewed. ${reason}`, {
    retryAfterMs,
  });
}

/** Expires the connection and throws; waits instead if it has changed meanwhile, because the customer reconnected. */
async function expireOrWait(
  deps: RenewalDeps,
  use: ApplicationUse,
  row: ConnectionRow,
  cause: ExpiryCause,
): Promise<"wait"> {
  if (!(await expireConnection(deps, use, row, cause))) return "wait";
  throw createExpiredError(use);
}

/** Why a connection has expired, with the response that showed it, if there was one. */
type ExpiryCause = { readonly reason: string } & Pick<HealthNote, "status" | "where" | "checked">;

/**
 * Marks a connection as expired and announces it, once per credential however many callers notice it; returns whether
 * this call did.
 */
export async function expireConnection(
  deps: RenewalDeps,
  { scope }: Pick<ApplicationUse, "scope">,
  row: ConnectionRow,
  { reason, ...answer }: ExpiryCause,
): Promise<boolean> {
  const { id, revision, lease, slug } = row;
  // Caused by the provider, not by the caller that happened to use the connection.
  const expired = await runWithoutActor(() =>
    deps.queue.transaction(async (tx) => {
      const now = deps.clock.now();
      if (!(await markExpired(tx, { id, revision, lease, reason, now }))) return false;
      await insertNote(tx, id, { ...answer, kind: "expired", at: now, message: reason });
      await notifyOfConnection(deps, tx, scope, { event: "Connection Expired", slug, connectionId: id });
      return true;
    }),
  );
  if (!expired) return false;
  deps.metrics.count(CONNECTIONS_EXPIRED, { environment: scope.environment, application: slug });
  deps.log.info({ connection: id, slug, reason }, "connection.expired");
  return true;
}

/** Connections that can no longer be used, because the application takes other credentials now. */
interface OutdatedConnections {
  readonly slug: string;
  readonly authTypes: readonly AuthType[];
  readonly reason: string;
}

/**
 * Expires all connections of an application that were made in these ways, and announces each: their customers must
 * connect again.
 */
export async function expireConnections(
  deps: Pick<Deps, "queue" | "clock" | "metrics">,
  tx: Tx,
  { orgId, environment }: Scope,
  { slug, authTypes, reason }: OutdatedConnections,
): Promise<void> {
  if (authTypes.length === 0) return;
  const now = deps.clock.now();
  const rows = await tx
    .updateTable("connections as c")
    .from("linked_accounts as a")
    .set((eb) => ({
      status: "expired" as const,
      last_error: reason,
      ...UNLEASED,
      updated_at: now,
      revision: eb("c.revision", "+", 1),
    }))
    .whereRef("a.id", "=", "c.account_id")
    .where("c.org_id", "=", orgId)
    .where("c.environment", "=", environment)
    .where("c.slug", "=", slug)
    .where("c.status", "=", "active")
    .where("c.auth_type", "in", authTypes)
    .returning(["c.id", "a.id as account", "a.account_id as accountId"])
    .execute();
  deps.metrics.count(CONNECTIONS_EXPIRED, { environment, application: slug }, rows.length);
  for (const { id, account, accountId } of rows) {
    const scope = { orgId, environment, account: { id: account, accountId } };
    await insertNote(tx, id, { kind: "expired", at: now, message: reason });
    await notifyOfConnection(deps, tx, scope, { event: "Connection Expired", slug, connectionId: id });
  }
}

/** The error for users of an expired connection. */
export function createExpiredError(use: ApplicationUse): ConnectionExpiredError {
  const message = `The connection to ${nameOf(use)} has expired: the customer must connect again.`;
  return new ConnectionExpiredError(use.application.connector.info.slug, message, use.connectionId);
}

function isDue(row: ConnectionRow, now: Date): boolean {
  return row.refresh_at !== null && row.refresh_at <= now;
}

function hasEnded(row: ConnectionRow, now: Date): boolean {
  return row.expires_at !== null && row.expires_at <= now;
}

function nameOf({ application }: ApplicationUse): string {
  return application.connector.info.name;
}
