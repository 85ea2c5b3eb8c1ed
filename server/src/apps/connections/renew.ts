import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { writeAgain } from "../../platform/database/write-again.ts";
import type { Application } from "../catalog/application.ts";
import { findOAuthClient, listScopes } from "../catalog/application.ts";
import { ConnectorError, type JsonObject } from "../connector.ts";
import type { TokenSpec } from "../connector-auth.ts";
import { parseGrantedScopes, recordHealth } from "../health/health.ts";
import { TOKEN_RENEWALS } from "../metrics.ts";
import { fetchCustomerClientToken, fetchMintedToken } from "../oauth2/minted-token.ts";
import { fetchClientToken, refreshTokens, type Tokens } from "../oauth2/token-endpoint.ts";
import { TokenError } from "../oauth2/token-error.ts";
import { findTypedCredential } from "../providers/list-secrets.ts";
import { createTokenFetch, type RequestLogDeps } from "../request-log/logged-http.ts";
import type { ConnectionRow } from "../store.ts";
import { type ConnectionSecrets, createSecretEncrypter, decryptConnectionSecrets } from "./credential.ts";
import { releaseLeaseAfterFailure, saveRenewedCredential } from "./lease-store.ts";

/** An application in use by an account. */
export interface ApplicationUse {
  scope: AccountScope;
  application: Application;
  /** The connection to use; undefined: the default one. */
  connectionId?: string;
  signal?: AbortSignal;
}

export type RenewalDeps = Pick<Deps, "db" | "vault" | "queue" | "outbound" | "metrics" | "renewals"> &
  RequestLogDeps;

/**
 * The outcome of a renewal: `dead`: only the customer can help; `failed`: not before `retryAt`; `lost`: another
 * process has the lease.
 */
export type Renewal =
  | { kind: "renewed"; row: ConnectionRow }
  | { kind: "dead"; reason: string; status?: number }
  | { kind: "failed"; reason: string; retryAt: Date }
  | { kind: "lost" };

const COOL_DOWN_MS = 30_000;
const EARLIEST_MS = 5 * 60_000;
const EARLY_SHARE = 0.2;
const LONGEST_STORE_MS = 10_000;

/** When to renew a token: five minutes before it expires, or in the last fifth of a short life. */
export function getRenewalTime(now: Date, expiresAt: Date | undefined): Date | undefined {
  if (expiresAt === undefined) return undefined;
  const lifeMs = expiresAt.getTime() - now.getTime();
  return new Date(expiresAt.getTime() - Math.min(EARLIEST_MS, lifeMs * EARLY_SHARE));
}

/** How a token is made from what the customer entered; undefined if it comes from the provider, or is never renewed. */
function findTokenSpec({ application }: ApplicationUse, { auth_type }: ConnectionRow): TokenSpec | undefined {
  return findTypedCredential(application.connector.info.auth, auth_type)?.token;
}

/** Whether a new access token can be obtained without the customer. */
export function isRenewable(
  { vault }: Pick<RenewalDeps, "vault">,
  use: ApplicationUse,
  row: ConnectionRow,
): boolean {
  if (findTokenSpec(use, row) !== undefined) return true;
  const { auth } = use.application.connector.info;
  if (row.auth_type === "keybased") return false;
  if (auth.oauth2?.grant === "client_credentials") return true;
  return decryptConnectionSecrets(vault, row).refreshToken !== undefined;
}

/** Renews the token of a connection under its lease, which it releases, and stores it before anybody uses it. */
export async function renew(deps: RenewalDeps, use: ApplicationUse, row: ConnectionRow): Promise<Renewal> {
  const secrets = decryptConnectionSecrets(deps.vault, row);
  const measure = (outcome: string) => deps.metrics.count(TOKEN_RENEWALS, { application: row.slug, outcome });
  let tokens: Tokens;
  try {
    tokens = await requestTokens(deps, use, row, secrets);
  } catch (error) {
    const isDead = error instanceof TokenError && error.kind === "dead";
    measure(isDead ? "refused" : "failed");
    if (isDead) {
      return { kind: "dead", reason: error.message, status: error.status };
    }
    return fail(deps, row, error);
  }
  const renewed = await store(deps, row, { secrets: merge(use, row, secrets, tokens), tokens });
  measure("renewed");
  if (renewed === undefined) return { kind: "lost" };
  await recordHealth(deps, row.id, {
    kind: "refreshed",
    message: "Access was renewed.",
    status: 200,
    where: "token",
    scopes: parseGrantedScopes(tokens.values.scope),
  });
  return { kind: "renewed", row: renewed };
}

function merge(
  use: ApplicationUse,
  row: ConnectionRow,
  old: ConnectionSecrets,
  tokens: Tokens,
): ConnectionSecrets {
  const isMinted = findTokenSpec(use, row) !== undefined;
  // Only the minted token itself is stored: the rest must not replace what the customer entered.
  const fresh: JsonObject = isMinted ? { access_token: tokens.values.access_token ?? null } : tokens.values;
  return {
    settings: old.settings,
    callback: old.callback,
    values: { ...old.values, ...fresh },
    // Providers that do not rotate omit it: the old one stays valid.
    refreshToken: tokens.refreshToken ?? old.refreshToken,
    client: old.client,
  };
}

function requestTokens(
  deps: RenewalDeps,
  use: ApplicationUse,
  row: ConnectionRow,
  { settings, callback, values, refreshToken, client: own }: ConnectionSecrets,
): Promise<Tokens> {
  const { application } = use;
  const { auth, name, slug } = application.connector.info;
  const fetch = createTokenFetch(deps, { scope: use.scope, slug, connectionId: row.id });
  // Not the caller's signal: a renewal that has begun must finish, or its new refresh token would be lost.
  const common = { outbound: { fetch }, settings, name, nowMs: deps.clock.now().getTime() };
  const spec = findTokenSpec(use, row);
  if (spec !== undefined) {
    const scopes = row.auth_type === "oauth2" ? listScopes(application) : undefined;
    return fetchMintedToken({ ...common, spec, values, scopes });
  }
  if (row.auth_type === "keybased") {
    throw new TokenError("refused", `${name} no longer issues tokens for keys.`);
  }
  const client = own ?? findOAuthClient(deps, application);
  if (auth.oauth2 === undefined || client === undefined) {
    throw new TokenError("refused", `${name} no longer has an OAuth2 client.`);
  }
  const request = { ...common, callback, spec: auth.oauth2, client };
  if (auth.oauth2.grant === "client_credentials") {
    const fetchToken = own ? fetchCustomerClientToken : fetchClientToken;
    return fetchToken(request, listScopes(application));
  }
  return refreshTokens(request, refreshToken ?? "");
}

async function fail(deps: RenewalDeps, row: ConnectionRow, error: unknown): Promise<Renewal> {
  const known = error instanceof TokenError ? error : undefined;
  const isExpected = known !== undefined || error instanceof ConnectorError;
  const reason = isExpected && error instanceof Error ? error.message : "The token could not be renewed.";
  const retryAt = new Date(deps.clock.now().getTime() + Math.max(COOL_DOWN_MS, known?.retryAfterMs ?? 0));
  await releaseLeaseAfterFailure(deps.db, row, { retryAt, reason });
  deps.log.warn({ connection: row.id, slug: row.slug, reason }, "connection.refresh-failed");
  await recordHealth(deps, row.id, {
    kind: "refresh_failed",
    message: reason,
    status: known?.status,
    where: "token",
  });
  if (!isExpected) throw error;
  return { kind: "failed", reason, retryAt };
}

/** The old refresh token may already be invalid: a brief database outage must not lose the new one. */
async function store(
  deps: RenewalDeps,
  row: ConnectionRow,
  { secrets, tokens: { expiresAt } }: { secrets: ConnectionSecrets; tokens: Tokens },
): Promise<ConnectionRow | undefined> {
  const now = deps.clock.now();
  const renewed = {
    secrets: createSecretEncrypter(deps.vault, secrets)(row.id),
    expiresAt: expiresAt ?? null,
    refreshAt: getRenewalTime(now, expiresAt) ?? null,
    now,
  };
  return writeAgain(
    () => saveRenewedCredential(deps.db, row, renewed),
    AbortSignal.timeout(LONGEST_STORE_MS),
  );
}
