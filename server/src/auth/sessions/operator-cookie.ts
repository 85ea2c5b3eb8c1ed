import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/database/database.ts";
import { ApiError, badRequest } from "../../platform/errors.ts";
import { buildCookieHeader, findCookie } from "../../platform/http/cookie.ts";
import type { Credentials, Principal } from "../credentials.ts";
import { requireRole } from "../roles.ts";
import { ENVIRONMENTS, type Environment, type Scope } from "../scope.ts";
import {
  getRenewalTime,
  type OperatorSession,
  renewOperatorSession,
  SESSION_LIFE_MS,
} from "./operator-sessions.ts";

const NAME = "junctor_session";
/**
 * Names the environment that an operator works in; on requests that change something it also proves that they come
 * from our own pages (D272).
 */
const ENVIRONMENT_HEADER = "x-junctor-environment";

export interface CookieDeps {
  readonly config: Pick<Config, "publicUrl">;
  readonly db: Db;
  readonly clock: Clock;
  readonly credentials: Credentials;
}

/** The session token in a request's cookie. */
export function findSessionToken(
  config: Pick<Config, "publicUrl">,
  { headers }: FastifyRequest,
): string | undefined {
  return findCookie(config, headers.cookie, NAME) || undefined;
}

/** Sets the cookie for the session's lifetime; undefined clears it. */
export function setSessionCookie(
  config: Pick<Config, "publicUrl">,
  reply: FastifyReply,
  token: string | undefined,
): void {
  const maxAgeS = token === undefined ? 0 : SESSION_LIFE_MS / 1000;
  reply.header("set-cookie", buildCookieHeader(config, { name: NAME, value: token ?? "", maxAgeS }));
}

/**
 * The operator whose cookie a request carries, in the environment that its header names; undefined without a valid
 * one.
 */
export async function findOperatorPrincipal(
  deps: CookieDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal | undefined> {
  const session = await findSession(deps, request, reply);
  if (!session) return undefined;
  const environment = environmentOf(request);
  const { orgId, operatorId, email, limits, roles } = session;
  const role = roles[environment];
  requireRole(role, "viewer", environment);
  return { kind: "operator", scope: { orgId, environment }, limits, role, operatorId, email };
}

/**
 * The scope of an operator's cookie on a route open to everybody; undefined unless the operator has a role in the
 * environment that the header names. Pages of other sites cannot send that header.
 */
export async function findOperatorScope(
  { config, credentials }: Pick<CookieDeps, "config" | "credentials">,
  request: FastifyRequest,
): Promise<Scope | undefined> {
  const token = findSessionToken(config, request);
  const environment = environmentIfNamed(request);
  if (token === undefined || environment === undefined) return undefined;
  const session = await credentials.operatorSession(token);
  return session?.roles[environment] ? { orgId: session.orgId, environment } : undefined;
}

/** The caller's session; 401 without a valid one. */
export async function requireOperator(
  deps: CookieDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OperatorSession> {
  const session = await findSession(deps, request, reply);
  if (session) return session;
  throw new ApiError(
    "unauthorized",
    "INVALID_TOKEN",
    "You are not signed in, or your session has ended: sign in.",
  );
}

async function findSession(
  deps: CookieDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OperatorSession | undefined> {
  const token = findSessionToken(deps.config, request);
  const session = token === undefined ? undefined : await deps.credentials.operatorSession(token);
  if (token === undefined || !session) return undefined;
  requireOwnPage(deps.config, request);
  if (!isRead(request)) environmentOf(request);
  const now = deps.clock.now();
  if (getRenewalTime(session) <= now) {
    await renewOperatorSession(deps.db, session.id, now);
    setSessionCookie(deps.config, reply, token);
  }
  return session;
}

function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * The environment that a request names. Pages of other sites cannot send the header: browsers send a preflight
 * request, which never allows credentials.
 */
function environmentOf(request: FastifyRequest): Environment {
  const environment = environmentIfNamed(request);
  if (environment) return environment;
  throw badRequest(`The header ${ENVIRONMENT_HEADER} must be test or production.`);
}

function environmentIfNamed({ headers }: FastifyRequest): Environment | undefined {
  return ENVIRONMENTS.find((one) => one === headers[ENVIRONMENT_HEADER]);
}

/** Throws a 403 if a page of another site made the browser send the request; other programs send neither header. */
export function requireOwnPage({ publicUrl }: Pick<Config, "publicUrl">, { headers }: FastifyRequest): void {
  const site = headers["sec-fetch-site"];
  const { origin } = headers;
  const isForeign =
    (site !== undefined && site !== "same-origin" && site !== "none") ||
    // Behind a proxy, the host may differ from the browser's; then the configured address is the right one.
    (origin !== undefined && origin !== new URL(publicUrl).origin && hostOf(origin) !== headers.host);
  if (isForeign)
    throw new ApiError(
      "forbidden",
      "FORBIDDEN",
      "An operator's session is accepted only from pages of this server.",
    );
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
