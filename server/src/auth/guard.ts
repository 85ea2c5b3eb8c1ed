import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database, Statement } from "../platform/database/database.ts";
import { ApiError, badField, badRequest } from "../platform/errors.ts";
import { decodeHeaders } from "../platform/http/decode-headers.ts";
import { validateText } from "../platform/http/json-body.ts";
import { isUnreadable, UNREADABLE } from "../platform/http/readable-url.ts";
import { findText } from "../platform/json/find-text.ts";
import { findAgentPrincipal } from "./agent.ts";
import type { Principal } from "./credentials.ts";
import { createRateLimitError, type RateLimit, type RateLimitKind } from "./limits/rate-limit.ts";
import { type Role, requireRole } from "./roles.ts";
import type { AccountRef, AccountScope, Scope } from "./scope.ts";
import {
  type CookieDeps,
  findOperatorPrincipal,
  findOperatorScope,
  requireOperator,
} from "./sessions/operator-cookie.ts";
import type { OperatorSession } from "./sessions/operator-sessions.ts";

/**
 * Which credential a route takes; a route that does not say stops the server from starting.
 * - `apiKey`: API key only (`x-api-key`)
 * - `session`: session token only (`Authorization: Bearer`)
 * - `either`: API key or session token
 * - `account`: a session token, or an API key with the header (or query) `linked_account_id`
 * - `keyForAccount`: an API key with `linked_account_id`
 * - `operator`: the cookie of a signed-in operator, for no particular environment
 * - `none`: open to everybody
 * Wherever an API key is accepted, so is an operator's cookie with the environment in a header; `least` says which role
 * both need.
 */
export type AuthKind = "apiKey" | "session" | "either" | "account" | "keyForAccount" | "operator" | "none";

declare module "fastify" {
  interface FastifyContextConfig {
    auth?: AuthKind;
    /** The least role that may call it with an API key or as an operator; wherever a key is accepted. */
    least?: Role;
    /** Path parameter that names a linked account, for the rate limit. */
    accountParam?: string;
    /**
     * For the rate limit, if the body may name the linked account: whether it counts before header and query or
     * after them.
     */
    accountInBody?: "first" | "last";
    /** Whether a route of the kind `apiKey` acts on the linked account that a request names, or on all of them. */
    mayNameAccount?: true;
    /** Set to false if the route finds the account of `getAccountId` itself, along with much else in one query. */
    resolvesAccount?: false;
    /** Whether the route checks its address itself (`findAddressProblem`), after its credential. */
    checksAddress?: true;
    /** Whether replies hold a secret, so that nothing on the way may cache them. */
    hasSecret?: true;
    /** Whether it grants access that outlasts a portal link: session tokens from such links are refused. */
    outlastsLink?: true;
    /** Set to false where published clients poll (platform-surface 4.7), to `triggers` where workflows are started. */
    rateLimit?: false | "triggers";
  }
  interface FastifyRequest {
    principal: Principal | undefined;
    /** On routes of the kind `operator`. */
    operator: OperatorSession | undefined;
    account: AccountRef | undefined;
  }
}

export interface GuardDeps extends CookieDeps {
  readonly database: Database;
  readonly rateLimit: RateLimit | undefined;
}

const TOKEN_MISSING = "Authorization Token Missing";
const KEY_FOR_TOKEN = `${TOKEN_MISSING}: this route takes the session token of a linked account (authorization: Bearer …), not an API key. With your API key, POST /api/v2/public/session-token with {"linked_account_id":"…"} issues one.`;

const BEARER = /^Bearer +(\S+)$/i;

const FIND_ACCOUNT: Statement = {
  name: "auth-find-account",
  text: "select id from linked_accounts where org_id = $1 and environment = $2 and account_id = $3",
};

/** Checks credential, rate limit and account of every request before its handler sees it. */
export function useGuard(app: FastifyInstance, deps: GuardDeps): void {
  app.decorateRequest("principal", undefined);
  app.decorateRequest("operator", undefined);
  app.decorateRequest("account", undefined);
  app.addHook("onRoute", ({ config, method, url }) => {
    if (!config?.auth)
      throw new Error(`${String(method)} ${url} does not say which credential it takes (config.auth).`);
    if (takesKey(config.auth) && config.least === undefined)
      throw new Error(`${String(method)} ${url} does not say which role it requires (config.least).`);
  });
  app.addHook("onRequest", async (request, reply) => {
    decodeHeaders(request, ["linked_account_id"]);
    const { config } = request.routeOptions;
    const kind = config.auth;
    if (kind === "operator") request.operator = await requireOperator(deps, request, reply);
    else if (kind !== undefined && kind !== "none") {
      request.principal = await authenticate(deps, kind, request, reply);
      if (config.outlastsLink) refuseTokenOfLink(request.principal);
      if (config.least !== undefined) requireAtLeast(request, config.least);
    }
    const problem = findAddressProblem(request);
    if (problem === undefined || config.checksAddress) return;
    // An unknown route, whatever is wrong with its address; only callers with a credential learn what that is.
    if (request.is404 && takesCredential(request) && !(await findRequestScope(deps, request)))
      throw new ApiError("unauthorized", "INVALID_TOKEN", "API key or session token missing");
    throw badRequest(problem);
  });
  // After the body is parsed, because the body may name the account; before it is validated.
  app.addHook("preValidation", async (request, reply) => {
    if (!request.principal) return;
    const { rateLimit } = request.routeOptions.config;
    const accountId = namedAccount(request);
    const counts = rateLimit !== false && !isLookingOn(request);
    if (accountId !== undefined && counts)
      await limit(deps.rateLimit, request.principal, { accountId, kind: rateLimit ?? "requests" }, reply);
    request.account = await resolveAccount(deps.database, request);
  });
}

/**
 * An operator who looks after a customer, or an agent that looks for a fault, must not use up what the customer's own
 * requests need.
 */
function isLookingOn({ principal, method }: FastifyRequest): boolean {
  if (principal?.kind === "operator") return true;
  return principal?.kind === "apiKey" && principal.agent !== undefined && method === "GET";
}

/** Describes what is wrong with an address; undefined if nothing is. */
export function findAddressProblem({
  originalUrl,
  url,
}: Pick<FastifyRequest, "originalUrl" | "url">): string | undefined {
  if (isUnreadable(originalUrl)) return UNREADABLE;
  return /%00/.test(url) ? "A NUL character is not allowed." : undefined;
}

function takesCredential({ originalUrl }: FastifyRequest): boolean {
  return /^\/(api|mcp)\//.test(originalUrl);
}

/** The caller's organization and environment on a route open to everybody; undefined without a valid credential. */
export async function findRequestScope(
  deps: Pick<CookieDeps, "config" | "credentials">,
  request: FastifyRequest,
): Promise<Scope | undefined> {
  const { credentials } = deps;
  const { headers } = request;
  const key = headers["x-api-key"];
  const bearer = BEARER.exec(headers.authorization ?? "")?.[1];
  if (typeof key === "string" && key !== "") return (await credentials.apiKey(key, request))?.scope;
  if (bearer !== undefined) return (await credentials.sessionToken(bearer))?.scope;
  return findOperatorScope(deps, request);
}

/** Organization and environment of an authenticated request. */
export function getScope(request: FastifyRequest): Scope {
  if (!request.principal) throw new Error("This route takes no credential, so it has no scope.");
  return request.principal.scope;
}

/** The principal of an authenticated request. */
export function getPrincipal({ principal }: FastifyRequest): Principal {
  if (!principal) throw new Error("This route takes no credential, so its caller is unknown.");
  return principal;
}

/** The session of the calling operator, on a route of the kind `operator`. */
export function getOperatorSession({ operator }: FastifyRequest): OperatorSession {
  if (!operator) throw new Error("This route takes no operator's session.");
  return operator;
}

/** The scope of a request on a route that always names an account (`session`, `account`, `keyForAccount`). */
export function getAccountScope(request: FastifyRequest): AccountScope {
  const scope = findAccountScope(request);
  if (!scope)
    throw badField("linked_account_id", "linked_account_id is required", "INVALID_LINKED_ACCOUNT_ID");
  return scope;
}

/** The same where naming an account is optional; undefined if the request names none. */
export function findAccountScope(request: FastifyRequest): AccountScope | undefined {
  return request.account && { ...getScope(request), account: request.account };
}

/** Whether the request came with a session token, that is, from the linked account itself. */
export function isSession(request: FastifyRequest): boolean {
  return request.principal?.kind === "session";
}

function takesKey(kind: AuthKind): boolean {
  return kind !== "session" && kind !== "operator" && kind !== "none";
}

/** Throws a 403 unless the caller's role is at least `least`; session tokens are exempt. */
export function requireAtLeast({ principal }: FastifyRequest, least: Role): void {
  if (principal && principal.kind !== "session")
    requireRole(principal.role, least, principal.scope.environment);
}

function refuseTokenOfLink(principal: Principal): void {
  if (principal.kind !== "session" || !principal.ofLink) return;
  throw new ApiError(
    "forbidden",
    "FORBIDDEN",
    "A session token from a portal link cannot create links or tokens, because they could outlast the link.",
  );
}

async function authenticate(
  deps: CookieDeps,
  kind: AuthKind,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  const agent = takesKey(kind) ? findAgentPrincipal() : undefined;
  if (agent) return agent;
  const { credentials } = deps;
  const key = request.headers["x-api-key"];
  const bearer = BEARER.exec(request.headers.authorization ?? "")?.[1];
  const takesSession = kind === "session" || kind === "either" || kind === "account";
  if (takesKey(kind) && typeof key === "string" && key !== "") {
    const principal = await credentials.apiKey(key, request);
    if (principal) return principal;
    throw new ApiError("unauthorized", "INVALID_TOKEN", "Invalid Credentials");
  }
  if (takesSession && bearer) {
    const principal = await credentials.sessionToken(bearer);
    if (principal) return principal;
    throw new ApiError("unauthorized", "INVALID_TOKEN", "Invalid Credentials");
  }
  const operator = takesKey(kind) ? await findOperatorPrincipal(deps, request, reply) : undefined;
  if (operator) return operator;
  if (!takesKey(kind))
    throw new ApiError("unauthorized", "INVALID_TOKEN", key ? KEY_FOR_TOKEN : TOKEN_MISSING);
  throw new ApiError(
    "unauthorized",
    "INVALID_TOKEN",
    takesSession ? "API key or session token missing" : "API key missing",
  );
}

/**
 * The organization's id of the account that a request names, for routes that look it up themselves; 400 if it names
 * none.
 */
export function getAccountId(request: FastifyRequest): string {
  const accountId = namedAccount(request);
  if (accountId === undefined)
    throw badField("linked_account_id", "linked_account_id is required", "INVALID_LINKED_ACCOUNT_ID");
  validateText(accountId);
  return accountId;
}

/** The row of the account whose session token a request came with; undefined with an API key. */
export function findSessionAccountRow({ principal }: FastifyRequest): string | undefined {
  return principal?.kind === "session" ? principal.account.id : undefined;
}

/** The account that a request acts on, read where the route reads it, so that no caller can charge another account. */
function namedAccount(request: FastifyRequest): string | undefined {
  if (request.principal?.kind === "session") return request.principal.account.accountId;
  const { accountInBody, accountParam } = request.routeOptions.config;
  return (
    (accountInBody === "first" ? bodyAccount(request.body) : undefined) ??
    (accountParam ? findText(request.params, accountParam) : undefined) ??
    headerOrQueryAccount(request) ??
    (accountInBody === "last" ? findText(request.body, "linked_account_id") : undefined)
  );
}

/** In the order in which the upsert of linked accounts reads its body, so that the account it changes is charged. */
function bodyAccount(body: unknown): string | undefined {
  const payload: unknown =
    typeof body === "object" && body !== null ? Reflect.get(body, "payload") : undefined;
  return (
    findText(payload, "linked_account_id") ??
    findText(body, "linked_account_id") ??
    findText(body, "account_id")
  );
}

function headerOrQueryAccount(request: FastifyRequest): string | undefined {
  return findText(request.headers, "linked_account_id") ?? findText(request.query, "linked_account_id");
}

async function limit(
  rateLimit: RateLimit | undefined,
  { scope, limits }: Principal,
  { accountId, kind }: { accountId: string; kind: RateLimitKind },
  reply: FastifyReply,
): Promise<void> {
  if (!rateLimit) return;
  const state = await rateLimit.consume(scope, accountId, { kind, limits });
  const policy = state.kind === "triggers" ? "account-triggers" : "account";
  reply.header("ratelimit-policy", `"${policy}";q=${state.limit};w=60`);
  reply.header("ratelimit", `"${policy}";r=${state.remaining};t=${state.resetS}`);
  if (state.allowed) return;
  reply.header("retry-after", state.resetS);
  throw createRateLimitError(state);
}

async function resolveAccount(database: Database, request: FastifyRequest): Promise<AccountRef | undefined> {
  const { principal } = request;
  const { auth, accountInBody, resolvesAccount, mayNameAccount } = request.routeOptions.config;
  if (resolvesAccount === false) return undefined;
  if (principal?.kind === "session") return principal.account;
  // An account that the body names may not exist yet: header and query are ignored.
  const isOptional = auth === "either" || mayNameAccount === true;
  if (!principal || (auth === "apiKey" && !isOptional) || accountInBody === "first") return undefined;
  const accountId = headerOrQueryAccount(request);
  if (accountId === undefined) {
    if (isOptional) return undefined;
    throw badField("linked_account_id", "linked_account_id is required", "INVALID_LINKED_ACCOUNT_ID");
  }
  validateText(accountId);
  const account = await findAccount(database, principal.scope, accountId);
  if (!account)
    throw badField(
      "linked_account_id",
      "There is no linked account with this linked_account_id.",
      "INVALID_LINKED_ACCOUNT_ID",
    );
  return account;
}

/** The linked account with the organization's id `accountId` in `scope`; one prepared query. */
export async function findAccount(
  database: Database,
  { orgId, environment }: Scope,
  accountId: string,
): Promise<AccountRef | undefined> {
  const [row] = await database.query<{ id: string }>(FIND_ACCOUNT, [orgId, environment, accountId]);
  return row && { id: row.id, accountId };
}
