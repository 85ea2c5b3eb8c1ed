import type { ClientAuth, Configuration, CustomFetch, CustomFetchOptions } from "openid-client";
import { decodeText } from "../../platform/decode-text.ts";
import { parseRetryAfterMs } from "../../platform/http/retry-after.ts";
import { loadOpenidClient } from "../../platform/memory/late-packages.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { redact } from "../../platform/redact/redact-known.ts";
import { ConnectorError, type JsonObject } from "../connector.ts";
import type { OAuth2Spec, OAuthClient, RefusalMeaning } from "../connector-auth.ts";
import { compileAddress, renderAddress } from "../providers/manifest/request/address.ts";
import { buildBasicAuthorization } from "./client-basic.ts";
import { type NormalizedAnswer, normalizeTokenAnswer } from "./normalize.ts";
import { describeRefusal } from "./refusal.ts";
import { judgeRefusal } from "./refusal-meaning.ts";
import { TokenError, type TokenErrorKind } from "./token-error.ts";

/** What a token request must know about how an application issues tokens. */
export type TokenEndpoint = Pick<
  OAuth2Spec,
  | "tokenUrl"
  | "choices"
  | "clientAuth"
  | "scopeSeparator"
  | "tokenPath"
  | "renewalTokenPath"
  | "tokenParams"
  | "refusals"
>;

/** Everything that one token request requires. */
export interface TokenRequest {
  outbound: Pick<Outbound, "fetch">;
  spec: TokenEndpoint;
  /** Absent if the grant itself authenticates the client (RFC 7523). */
  client?: OAuthClient;
  /** What the customer entered, for URLs that contain it. */
  settings: JsonObject;
  /** What the provider added to the callback, likewise. */
  callback?: JsonObject;
  /** The name of the application, for messages. */
  name: string;
  nowMs: number;
  signal?: AbortSignal;
}

/** A token as stored: the provider's whole response (without the refresh token), and when it expires. */
export interface Tokens {
  values: JsonObject;
  refreshToken: string | undefined;
  expiresAt: Date | undefined;
}

/** Longest exchange with a token endpoint; a lease outlives it (see `fresh-connection.ts`). */
export const TOKEN_TIMEOUT_MS = 30_000;

// For a client's own tokens, without a customer's grant: the client itself is refused.
const CLIENT_REFUSED = /^(invalid_client|unauthorized_client|access_denied)$/i;

const SECRET_PARAMETERS = ["client_secret", "refresh_token", "code", "code_verifier", "assertion"];
const WHOLE_RESPONSE = ".";
const KINDS: Record<RefusalMeaning, TokenErrorKind> = {
  expired: "dead",
  setup: "refused",
  temporary: "unavailable",
};
const WITHOUT_BODY = [204, 205, 304];
// The library requires a name even if none is sent.
const NOBODY = "-";
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** Exchanges a code for tokens (RFC 6749 4.1, RFC 7636); throws `TokenError`. */
export function exchangeCode(
  request: TokenRequest,
  code: string,
  { redirectUri, verifier }: { redirectUri: string; verifier: string | undefined },
): Promise<Tokens> {
  return exchange(request, (config) => {
    // Only the code: the other parameters of the callback are not for the token endpoint.
    const callback = new URL(redirectUri);
    callback.searchParams.set("code", code);
    return loadOpenidClient().authorizationCodeGrant(
      config,
      callback,
      { pkceCodeVerifier: verifier },
      { ...request.spec.tokenParams, redirect_uri: redirectUri },
    );
  });
}

/**
 * Renews an access token (RFC 6749 6); throws `TokenError`, of kind `dead` if the refresh token is no longer valid.
 */
export function refreshTokens(request: TokenRequest, refreshToken: string): Promise<Tokens> {
  const { renewalTokenPath, ...spec } = request.spec;
  const tokenPath = renewalTokenPath === WHOLE_RESPONSE ? undefined : (renewalTokenPath ?? spec.tokenPath);
  return exchange({ ...request, spec: { ...spec, tokenPath } }, (config) =>
    loadOpenidClient().refreshTokenGrant(config, refreshToken, spec.tokenParams),
  );
}

/** Obtains a token for the client itself (RFC 6749 4.4); throws `TokenError`. */
export function fetchClientToken(request: TokenRequest, scopes: readonly string[]): Promise<Tokens> {
  return exchange(request, (config) =>
    loadOpenidClient().clientCredentialsGrant(config, parametersOf(request, scopes)),
  );
}

/** Exchanges a signed assertion for a token (RFC 7523 2.1); throws `TokenError`. */
export function exchangeAssertion(
  request: TokenRequest,
  scopes: readonly string[],
  assertion: string,
): Promise<Tokens> {
  const parameters = { ...parametersOf(request, scopes), assertion };
  return exchange(request, (config) =>
    loadOpenidClient().genericGrantRequest(config, JWT_BEARER, parameters),
  );
}

/**
 * Whether a refusal means that the client of a client's own token is no longer known, and not that this installation
 * is misconfigured.
 */
export function isClientRejected(error: TokenError): boolean {
  // A known passing fault, whatever its status.
  if (error.kind === "unavailable" && error.code !== undefined) return false;
  return error.status === 401 || CLIENT_REFUSED.test(error.code ?? "");
}

function parametersOf({ spec }: TokenRequest, scopes: readonly string[]): Record<string, string> {
  const scope = scopes.join(spec.scopeSeparator);
  return { ...spec.tokenParams, ...(scope !== "" && { scope }) };
}

interface Exchange {
  /** The secret values of the request, by name: providers often repeat what they refuse. */
  sent?: Record<string, string>;
  /** The provider's own status and text, and what the library gets instead. */
  status?: number;
  text?: string;
  answer?: NormalizedAnswer;
  retryAfter?: string | null;
  failure?: unknown;
}

async function exchange(
  request: TokenRequest,
  grant: (config: Configuration) => Promise<unknown>,
): Promise<Tokens> {
  const seen: Exchange = {};
  try {
    await grant(configure(request, seen));
  } catch (error) {
    throw explain(request, seen, error);
  }
  return tokensOf(request, seen);
}

function configure(request: TokenRequest, seen: Exchange): Configuration {
  const { spec, client } = request;
  const endpoint = renderAddress(compileAddress(spec.tokenUrl, spec.choices), {
    settings: request.settings,
    callback: request.callback,
  });
  const metadata = { issuer: new URL(endpoint).origin, token_endpoint: endpoint };
  const library = loadOpenidClient();
  const config = new library.Configuration(
    metadata,
    client?.id ?? NOBODY,
    undefined,
    clientAuthOf(spec, client),
  );
  config.timeout = TOKEN_TIMEOUT_MS / 1000;
  const send: CustomFetch = (url, options) => fetchToken(request, seen, url, options);
  Object.assign(config, { [library.customFetch]: send });
  // Plain http is refused by the outbound guard unless the operator has allowed the host.
  if (endpoint.startsWith("http:")) library.allowInsecureRequests(config);
  return config;
}

function clientAuthOf({ clientAuth }: TokenEndpoint, client: OAuthClient | undefined): ClientAuth {
  // The assertion identifies the client, so none is named.
  if (client === undefined) return () => {};
  const { id, secret } = client;
  const { ClientSecretPost, None } = loadOpenidClient();
  if (secret === undefined) return None();
  if (clientAuth === "post") return ClientSecretPost(secret);
  // The library's own encoding also covers `-`, `.`, `_` and `*`, which servers that do not decode refuse.
  return (_server, _client, _body, headers) =>
    headers.set("authorization", buildBasicAuthorization(id, secret));
}

/** The library's request, through the guard; its response is normalized to the standard's form. */
async function fetchToken(
  request: TokenRequest,
  seen: Exchange,
  url: string,
  { method, headers, body, signal }: CustomFetchOptions,
): Promise<Response> {
  const form = new URLSearchParams(String(body ?? ""));
  seen.sent = Object.fromEntries([...form].filter(([name]) => SECRET_PARAMETERS.includes(name)));
  const signals = [signal, request.signal].filter((one) => one !== undefined);
  try {
    const response = await request.outbound.fetch(url, {
      method,
      headers: { ...headers, accept: "application/json" },
      body: body as RequestInit["body"], // the same thing under the names of two libraries
      redirect: "manual",
      signal: AbortSignal.any(signals),
    });
    seen.status = response.status;
    const bytes = new Uint8Array(await response.arrayBuffer());
    seen.text = decodeText(bytes, response.headers.get("content-type") ?? "");
    const answer = normalizeTokenAnswer(seen.status, seen.text, request.spec.tokenPath);
    seen.answer = answer;
    seen.retryAfter = response.headers.get("retry-after");
    return new Response(JSON.stringify(answer.body ?? null), {
      status: WITHOUT_BODY.includes(answer.status) ? 502 : answer.status,
      headers: { "content-type": "application/json" },
    });
  } catch (error) {
    seen.failure = error;
    throw error;
  }
}

function tokensOf({ nowMs }: TokenRequest, { answer }: Exchange): Tokens {
  const { refresh_token, ...values } = answer?.body ?? {};
  const seconds = values.expires_in;
  return {
    values,
    refreshToken: typeof refresh_token === "string" ? refresh_token : undefined,
    expiresAt: typeof seconds === "number" ? new Date(nowMs + seconds * 1000) : undefined,
  };
}

function explain(request: TokenRequest, seen: Exchange, cause: unknown): unknown {
  if (cause instanceof ConnectorError) return cause;
  const { name, nowMs, spec } = request;
  if (seen.failure !== undefined) {
    const reason = seen.failure instanceof Error ? seen.failure.cause : undefined;
    const said = reason instanceof OutboundError ? ` ${reason.message}` : "";
    return new TokenError("unavailable", `${name} could not be reached to get a token.${said}`, { cause });
  }
  const { answer, status = 0 } = seen;
  if (answer === undefined) return cause;
  const retryAfterMs = parseRetryAfterMs(seen.retryAfter, nowMs);
  const found = findRefusal(request, seen);
  if (found === undefined && spec.tokenPath !== undefined && answer.body !== undefined && status < 300) {
    const message = `${name} issued no token at ${spec.tokenPath}: the customer may not have allowed it.`;
    return new TokenError("incomplete", message, { status, cause });
  }
  const said = redact(found?.said ?? "", { ...seen.sent, client: request.client?.secret ?? "" });
  const code = redact(answer.refusal?.code ?? "", seen.sent ?? {}) || undefined;
  const details = { status, code, retryAfterMs, cause };
  const words = said === "" ? "" : `: ${said}`;
  if (found !== undefined && found.kind !== "unavailable")
    return new TokenError(found.kind, `${name} refused to issue a token${words}.`, details);
  return new TokenError(
    "unavailable",
    `${name} issued no token; it responded with ${status}${words}.`,
    details,
  );
}

/** What the provider said and what it means; undefined if it said nothing. */
function findRefusal(
  { spec }: TokenRequest,
  { status = 0, text = "", answer }: Exchange,
): { said: string; kind: TokenErrorKind } | undefined {
  if (answer?.refusal === undefined) return undefined;
  const { raw: body = null, refusal } = answer;
  const said = describeRefusal(refusal);
  const meaning = judgeRefusal({ status, text, scope: { status, body }, refusal }, spec.refusals);
  return said === "" && meaning === "temporary" ? undefined : { said, kind: KINDS[meaning] };
}
