import { createHash, randomUUID } from "node:crypto";
import type { HandedOut } from "../../../../connectors/mock-oauth.ts";
import type { MockAnswer, MockRequest } from "../../../../connectors/mock-vendor.ts";
import { FIRST_ACCOUNT, toAccountKey } from "../application.ts";
import { type CredentialMark, readMark, type TokenBook } from "../token-book.ts";
import { renderBrokenRequestPage, renderConsentPage } from "./consent-page.ts";
import { findClientProblem, readForm } from "./token-request.ts";

/** How an application issues tokens. */
export interface ConsentSpec {
  readonly slug: string;
  readonly name: string;
  readonly scopeSeparator: string;
  readonly clientAuth: readonly ("post" | "basic")[];
  /** What its access tokens begin with. */
  readonly accessToken: string;
  /** Seconds; without it, access tokens have no end. */
  readonly lastsS: number | undefined;
  /** `keep` and `rotate`: what a renewal does with the refresh token. */
  readonly refresh: "none" | "keep" | "rotate";
  /** The body of a token response. */
  granted(tokens: HandedOut): object;
  readonly codeRefused: MockAnswer;
  readonly refreshRefused: MockAnswer;
}

/** The authorization server of an application, with consent by whoever opens its page. */
export interface ConsentServer {
  /** The page (GET) and its form (POST), RFC 6749 4.1.1. */
  authorize(request: MockRequest): MockAnswer;
  /** Tokens for a code, a refresh token, a client or an assertion. */
  token(request: MockRequest): MockAnswer;
  /** Ends the grant of a token (RFC 7009). */
  revoke(request: MockRequest): MockAnswer;
  /** Whether it issued the code or refresh token that a request names. */
  hasIssued(request: MockRequest): boolean;
}

interface Consented {
  readonly account: string;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly endsAt: number;
}

const CODE_MS = 10 * 60_000;
const CLIENT_TOKEN_S = 3600;
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** Opens an authorization server whose tokens are in `book`; `now` is in milliseconds. */
export function createConsentServer(spec: ConsentSpec, book: TokenBook, now: () => number): ConsentServer {
  const codes = new Map<string, Consented>();
  const refreshToken = `${spec.slug}.refresh`;
  const issue = (account: string, grant: number, replaced?: CredentialMark): MockAnswer => {
    const access = spec.accessToken + book.issue(account, grant, spec.lastsS);
    if (spec.refresh === "none" || (replaced && spec.refresh === "keep"))
      return { status: 200, body: spec.granted({ access }) };
    if (replaced) book.spend(replaced);
    const refresh = refreshToken + book.issue(account, grant, undefined);
    return { status: 200, body: spec.granted({ access, refresh }) };
  };
  const allow = (account: string, asked: URLSearchParams): string => {
    const code = `${spec.slug}.${randomUUID()}`;
    const redirectUri = asked.get("redirect_uri") ?? "";
    codes.set(code, {
      account,
      redirectUri,
      challenge: asked.get("code_challenge"),
      endsAt: now() + CODE_MS,
    });
    return code;
  };
  const trade = (form: URLSearchParams): MockAnswer => {
    const code = form.get("code") ?? "";
    const consented = codes.get(code);
    codes.delete(code);
    const fits = consented !== undefined && consented.endsAt > now() && isProven(consented, form);
    return fits ? issue(consented.account, book.openGrant(spec.slug)) : spec.codeRefused;
  };
  const renew = (form: URLSearchParams): MockAnswer => {
    const mark = readToken(form.get("refresh_token") ?? "", refreshToken);
    if (mark?.issued === undefined || !book.isValid(mark)) return spec.refreshRefused;
    return issue(mark.account, mark.issued.grant, mark);
  };
  const issueToClient = (): MockAnswer => {
    const access = spec.accessToken + book.issue(FIRST_ACCOUNT, book.openGrant(spec.slug), CLIENT_TOKEN_S);
    return { status: 200, body: { access_token: access, token_type: "Bearer", expires_in: CLIENT_TOKEN_S } };
  };
  const grants: Record<string, (form: URLSearchParams) => MockAnswer> = {
    authorization_code: trade,
    ...(spec.refresh !== "none" && { refresh_token: renew }),
    client_credentials: issueToClient,
    [JWT_BEARER]: issueToClient,
  };
  return {
    authorize: (request) => answerAuthorize(spec, request, allow),
    token: (request) => {
      const form = readForm(request);
      if (form === undefined) return { status: 405, body: { error: "invalid_request" } };
      const type = form.get("grant_type") ?? "";
      const grant = grants[type];
      if (grant === undefined) return { status: 400, body: { error: "unsupported_grant_type" } };
      // An assertion names its client itself.
      const problem = type === JWT_BEARER ? undefined : findClientProblem(spec, request, form);
      return problem ?? grant(form);
    },
    revoke: (request) => {
      const token = readForm(request)?.get("token") ?? "";
      const mark = readToken(token, spec.accessToken) ?? readToken(token, refreshToken);
      if (mark) book.endGrant(mark);
      return { status: 200, body: {} };
    },
    hasIssued: (request) => {
      const form = readForm(request);
      const names = ["code", "refresh_token", "token"];
      return names.some((name) => form?.get(name)?.startsWith(`${spec.slug}.`));
    },
  };
}

function readToken(token: string, start: string): CredentialMark | undefined {
  return token.startsWith(start) ? readMark(token.slice(start.length), FIRST_ACCOUNT)?.mark : undefined;
}

function isProven({ redirectUri, challenge }: Consented, form: URLSearchParams): boolean {
  const verifier = form.get("code_verifier");
  const digest = verifier === null ? null : createHash("sha256").update(verifier).digest("base64url");
  return form.get("redirect_uri") === redirectUri && digest === challenge;
}

function answerAuthorize(
  { name, scopeSeparator }: ConsentSpec,
  request: MockRequest,
  allow: (account: string, asked: URLSearchParams) => string,
): MockAnswer {
  const asked = request.query;
  const problem = findConsentProblem(asked);
  if (problem !== undefined) return renderBrokenRequestPage(name, problem);
  const scopes = (asked.get("scope") ?? "").split(scopeSeparator).filter(Boolean);
  const question = { application: name, clientId: asked.get("client_id") ?? "", scopes };
  if (request.method !== "POST") return renderConsentPage(question);
  const form = new URLSearchParams(request.body);
  if (form.get("decision") === "deny") return redirect(asked, { error: "access_denied" });
  const account = toAccountKey(form.get("account") || form.get("name") || "");
  if (account !== undefined) return redirect(asked, { code: allow(account, asked) });
  return renderConsentPage({
    ...question,
    problem: "Choose an account, or enter a name with letters or digits.",
  });
}

function findConsentProblem(asked: URLSearchParams): string | undefined {
  const missing = ["client_id", "redirect_uri"].find((name) => !asked.get(name));
  if (missing !== undefined) return `The address lacks the parameter ${missing}.`;
  if (asked.get("response_type") !== "code") return "The parameter response_type must be code.";
  if (!/^https?:/.test(asked.get("redirect_uri") ?? "") || !URL.canParse(asked.get("redirect_uri") ?? ""))
    return "The parameter redirect_uri must be a web address.";
  if (asked.has("code_challenge") && asked.get("code_challenge_method") !== "S256")
    return "The parameter code_challenge_method must be S256.";
  return undefined;
}

function redirect(asked: URLSearchParams, answer: Record<string, string>): MockAnswer {
  const url = new URL(asked.get("redirect_uri") ?? "");
  const state = asked.get("state");
  const all = { ...answer, ...(state !== null && { state }) };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return { status: 303, headers: { location: url.href, "cache-control": "no-store" } };
}
