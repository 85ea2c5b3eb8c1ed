import type { Json } from "../platform/json.ts";

/** A JSON object whose members are JSON. */
export type JsonObject = { [key: string]: Json };

/** A JSON Schema (2020-12) as data. */
export type JsonSchema = JsonObject;

/** How a customer connects: `oauth2` sends them to the provider, `keybased` asks them for values. */
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
  /** Dotted path to the object that holds the token, where the provider nests it. */
  tokenPath?: string;
  /** The operator's own client, used by every organization that has not set one. */
  client?: OAuthClient;
}

/** Everything a surface needs to offer connecting: the kinds, what each asks for, and the default kind. */
export interface AuthInfo {
  defaultType: AuthType;
  /** Asked for by every kind: they shape addresses (a subdomain, a self-hosted base URL). */
  settings: AuthField[];
  keybased?: { fields: AuthField[] };
  oauth2?: OAuth2Spec;
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
}

/** A decrypted, fresh credential: `settings` shape addresses, `values` authorise; never a refresh token, never logged. */
export interface Credential {
  type: AuthType;
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
export interface Call {
  credential: Credential;
  input: Json;
  /** Sent as `Idempotency-Key` with actions that change something. */
  idempotencyKey?: string;
  http: Http;
  /** Milliseconds since the epoch. */
  now: () => number;
  signal?: AbortSignal;
}

/** A third party's API as data and two verbs; everything above knows only this. */
export interface Connector {
  readonly info: ConnectorInfo;
  /** Proves a credential with the provider and may name the account behind it; throws `ConnectorError`. Absent where the provider offers nothing to ask. */
  check?(call: Omit<Call, "input" | "idempotencyKey">): Promise<{ identifier?: string }>;
  /** Carries out one action and returns its JSON result; throws `ConnectorError`. */
  run(actionId: string, call: Call): Promise<Json>;
}

/** Why a call failed: `auth` the credential is refused, `input` the caller's values, `rateLimit`, `remote` and `timeout` may be tried again, `blocked` an address that may not be called. */
export type ConnectorErrorCode = "auth" | "rateLimit" | "input" | "remote" | "timeout" | "blocked";

/** A failed call to a third party; its message is safe to show and holds no credential. */
export class ConnectorError extends Error {
  override readonly name = "ConnectorError";
  readonly code: ConnectorErrorCode;
  /** The provider's HTTP status, where there was an answer. */
  readonly status?: number;
  /** How long the provider asked us to wait. */
  readonly retryAfterMs?: number;
  /** The call may have had its effect, which the same call would have again: only the answer could not be read. */
  readonly mayHaveWorked: boolean;

  constructor(
    code: ConnectorErrorCode,
    message: string,
    details: { status?: number; retryAfterMs?: number; mayHaveWorked?: boolean; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.mayHaveWorked = details.mayHaveWorked ?? false;
  }
}

/** Whether trying the same call again later may succeed, and does not repeat what it did. */
export function mayRetry(error: ConnectorError): boolean {
  if (error.mayHaveWorked) return false;
  return error.code === "rateLimit" || error.code === "remote" || error.code === "timeout";
}
