import type { ValueReason } from "../platform/errors.ts";
import type { Json } from "../platform/json.ts";
import type { IncomingRequest, IncomingResult, PollResult, Subscription } from "./connector-events.ts";

/** A JSON object whose members are JSON. */
export type JsonObject = { [key: string]: Json };

/** A JSON Schema (2020-12) as data. */
export type JsonSchema = JsonObject;

/** How a customer connects: `oauth2` sends them to the provider or takes a client of their own, `keybased` asks them for values. */
export type AuthType = "oauth2" | "keybased";

/** One value that a customer types in when connecting; `secret` ones are never shown again. */
export interface AuthField {
  name: string;
  label: string;
  type: "text" | "password" | "number" | "boolean" | "select";
  required: boolean;
  secret: boolean;
  placeholder?: string;
  helpText?: string;
  /** Taken where nothing is typed in. */
  default?: string;
  options?: { name: string; value: string }[];
}

/** An OAuth2 client registered with the provider; a public client has no secret. */
export interface OAuthClient {
  id: string;
  secret?: string;
}

/** How to obtain tokens; the two addresses may hold `{{ settings.x }}` within the host or path. */
export interface OAuth2Spec {
  grant: "authorization_code" | "client_credentials";
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl?: string;
  scopes: string[];
  scopeSeparator: string;
  pkce: boolean;
  clientAuth: "basic" | "post";
  authorizeParams: Record<string, string>;
  /** Further parameters of every token request, such as `resource` (RFC 8707). */
  tokenParams?: Record<string, string>;
  /** Dotted path to the object that holds the token, where the provider nests it. */
  tokenPath?: string;
  /** The operator's own client, used by every organization that has not set one. */
  client?: OAuthClient;
  /** For client credentials: each customer brings a client of their own, and nobody else's is used. */
  customerClient?: TypedCredential;
}

/** What a customer types in to connect, and how it becomes a token where it is none itself. */
export interface TypedCredential {
  fields: AuthField[];
  token?: TokenSpec;
}

/**
 * How a connection gets short-lived tokens from what the customer typed in, renewed like any other token:
 * `client_credentials` with the customer's own client, `jwt_bearer` trades a signed JWT for a token (RFC 7523, service
 * accounts), `jwt` sends the signed JWT itself. Texts may hold `{{ credentials.x }}` and `{{ settings.x }}`. What comes
 * back joins `credentials` as `access_token`.
 */
export interface TokenSpec {
  grant: "client_credentials" | "jwt_bearer" | "jwt";
  /** The token endpoint; absent for `jwt` alone. */
  url?: string;
  scopes: string[];
  scopeSeparator: string;
  clientAuth: "basic" | "post";
  clientId?: string;
  clientSecret?: string;
  params: Record<string, string>;
  /** Dotted path to the object that holds the token, where the provider nests it. */
  tokenPath?: string;
  jwt?: {
    algorithm: "RS256" | "RS384" | "RS512" | "ES256" | "ES384" | "HS256" | "EdDSA";
    /** PKCS#8 or PKCS#1 PEM, or for HS256 the secret. */
    key: string;
    keyId?: string;
    /** Beside `iat` and `exp`, which are set. */
    claims: Record<string, string>;
    lifeSeconds: number;
  };
}

/** Everything a surface needs to offer connecting: the kinds, what each asks for, and the default kind. */
export interface AuthInfo {
  defaultType: AuthType;
  /** Asked for by every kind: they shape addresses (a subdomain, a self-hosted base URL). */
  settings: AuthField[];
  keybased?: TypedCredential;
  oauth2?: OAuth2Spec;
  /** Nobody connects: requests carry these of the linked account's `your_app.auth_credentials`, by their paths. */
  yourApp?: readonly (readonly string[])[];
}

/** What an operation does to the world, in the sense of the MCP tool annotations. */
export interface OperationHints {
  readOnly: boolean;
  idempotent: boolean;
  destructive: boolean;
  openWorld: boolean;
}

/** One action: `input` and `output` are JSON Schemas; `audience` says whether people, agents or both are offered it. */
export interface Action {
  id: string;
  title: string;
  description: string;
  input: JsonSchema;
  output?: JsonSchema;
  audience: "human" | "ai" | "both";
  hints: OperationHints;
  /** Another one for another action under the same id, where actions come and go while their application stays. */
  version?: string;
}

/**
 * One trigger: something that happens at the provider. `input` is what a workflow says about it, `output` one event.
 * `poll` asks every `everySeconds`; `webhook` is told, after `subscribe` where the provider offers that (`automatic`),
 * or after the customer has entered our address there.
 */
export interface ConnectorTrigger {
  id: string;
  title: string;
  description: string;
  input: JsonSchema;
  output?: JsonSchema;
  delivery: { kind: "poll"; everySeconds: number } | { kind: "webhook"; automatic: boolean };
}

/** A list of choices that the provider knows; fields name it as `x-options` in an input schema. `needs` are the inputs that must be chosen before. */
export interface OptionList {
  id: string;
  needs: string[];
}

/** The provider's own limit for one connection; calls beyond it are refused here, before the provider is asked. */
export interface ProviderLimit {
  requests: number;
  perSeconds: number;
}

/** What is known of a connector without calling anybody; static and JSON. */
export interface ConnectorInfo {
  slug: string;
  name: string;
  description: string;
  version: string;
  provider: "manifest" | "openapi" | "mcp" | "piece";
  tags: string[];
  /** A data URL, or empty. */
  icon: string;
  documentationUrl?: string;
  auth: AuthInfo;
  actions: Action[];
  triggers: ConnectorTrigger[];
  options: OptionList[];
  limit?: ProviderLimit;
}

/** A decrypted, fresh credential: `settings` shape addresses, `values` authorise; never a refresh token, never logged. */
export interface Credential {
  type: AuthType | "your_app";
  settings: JsonObject;
  values: JsonObject;
}

/** One outgoing request; the outbound client's own shape, narrowed to what connectors use. */
export interface HttpRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs?: number;
  maxResponseBytes?: number;
  signal?: AbortSignal;
}

/** What came back; header names are lower case. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The only way out for a connector: guarded, limited in time and size. */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

/** What a connector is given for one call. */
export interface ConnectorCall {
  credential: Credential;
  input: Json;
  /** Sent as `Idempotency-Key` with actions that change something. */
  idempotencyKey?: string;
  http: Http;
  /** Milliseconds since the epoch. */
  now: () => number;
  signal?: AbortSignal;
}

/** A call without the parts that only actions have. */
export type BareCall = Omit<ConnectorCall, "input" | "idempotencyKey">;

/** What a check found; `scopes` are those that the provider says were granted. */
export interface CheckResult {
  identifier?: string;
  scopes?: string[];
}

/** One choice of a dynamic option list. */
export type ProviderOption = { name: string; value: Json };

/** A raw request in the connection's name: `path` begins with a slash and is relative to the connection's base address. */
export interface RawRequest {
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  body?: string;
}

/** A third party's API as data and verbs; everything above knows only this. Every verb throws `ConnectorError`. */
export interface Connector {
  readonly info: ConnectorInfo;
  /** Proves a credential with the provider and may name the account behind it. Absent where the provider offers nothing to ask. */
  check?(call: BareCall): Promise<CheckResult>;
  /** Where requests go with these settings, without calling anybody; throws `ConnectorError` (`input`) naming the field that is wrong. */
  baseAddress?(settings: JsonObject): string;
  /** Carries out one action and returns its JSON result. */
  run(actionId: string, call: ConnectorCall): Promise<Json>;
  /** Sends a raw request with the connection's credential, to its own hosts only. Any answer is a result. */
  request?(request: RawRequest, call: BareCall): Promise<HttpResponse>;
  /** The choices of a list; `input` holds what is filled in so far. */
  options?(listId: string, call: ConnectorCall): Promise<ProviderOption[]>;
  /** Asks for what has happened since `cursor`; null the first time, which only finds out where to begin. */
  poll?(triggerId: string, call: ConnectorCall & { cursor: Json }): Promise<PollResult>;
  /** Has the provider send to `url`; returns what `unsubscribe` and `receive` need to know. */
  subscribe?(triggerId: string, call: ConnectorCall & { url: string; secret: string }): Promise<Json>;
  unsubscribe?(triggerId: string, call: ConnectorCall & Subscription): Promise<void>;
  /** Reads an incoming request; throws `ConnectorError` (`auth`) unless it is proven to come from the provider. */
  receive?(
    triggerId: string,
    request: IncomingRequest,
    call: ConnectorCall & Subscription,
  ): Promise<IncomingResult>;
}

/** Why a call failed: `auth` the credential is refused, `input` the caller's values, `rateLimit`, `remote` and `timeout` may be tried again, `blocked` an address that may not be called. */
export type ConnectorErrorCode = "auth" | "rateLimit" | "input" | "remote" | "timeout" | "blocked";

/** A value that somebody typed in, by the name of its field. */
export interface WrongValue {
  readonly field: string;
  readonly reason: ValueReason;
}

/** A failed call to a third party; its message is safe to show and holds no credential. */
export class ConnectorError extends Error {
  override readonly name = "ConnectorError";
  readonly code: ConnectorErrorCode;
  /** The provider's HTTP status, where there was an answer. */
  readonly status?: number;
  /** How long the provider asked us to wait. */
  readonly retryAfterMs?: number;
  /** Which value was refused before the provider was asked, and why. */
  readonly wrong?: WrongValue;
  /** The call may have had its effect, which the same call would have again: only the answer could not be read. */
  readonly mayHaveWorked: boolean;

  constructor(
    code: ConnectorErrorCode,
    message: string,
    details: {
      status?: number;
      retryAfterMs?: number;
      mayHaveWorked?: boolean;
      wrong?: WrongValue;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.wrong = details.wrong;
    this.mayHaveWorked = details.mayHaveWorked ?? false;
  }
}

/** Whether trying the same call again later may succeed, and does not repeat what it did. */
export function canRetry(error: ConnectorError): boolean {
  if (error.mayHaveWorked) return false;
  return error.code === "rateLimit" || error.code === "remote" || error.code === "timeout";
}
