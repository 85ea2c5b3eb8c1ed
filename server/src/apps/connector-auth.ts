import type { Json } from "../platform/json/json.ts";

/** How a customer connects: `oauth2` sends them to the provider or takes a client of their own, `keybased` asks them for values. */
export const AUTH_TYPES = ["oauth2", "keybased"] as const;
export type AuthType = (typeof AUTH_TYPES)[number];

/** One value that a customer enters when connecting; `secret` ones are never shown again. */
export interface AuthField {
  name: string;
  label: string;
  type: "text" | "password" | "number" | "boolean" | "select";
  required: boolean;
  secret: boolean;
  placeholder?: string;
  helpText?: string;
  /** Used if nothing is entered. */
  default?: string;
  options?: { name: string; value: string }[];
}

/** An OAuth2 client registered with the provider; a public client has no secret. */
export interface OAuthClient {
  id: string;
  secret?: string;
}

/**
 * What it means that a token endpoint issues no token: `expired` only the customer can help, `setup` the client or the
 * request is wrong, `temporary` it may work later.
 */
export const REFUSAL_MEANINGS = ["expired", "setup", "temporary"] as const;
export type RefusalMeaning = (typeof REFUSAL_MEANINGS)[number];

/** A provider's own way to refuse a token: the value at `body`, a dotted path, is one of `equals` or contains one of `contains`. */
export interface RefusalRule {
  status?: number[];
  body?: string;
  equals?: Json[];
  contains?: string[];
  means: RefusalMeaning;
}

/** A parameter that the provider adds to the callback; `values` are the only ones allowed, if it determines a host. */
export interface CallbackField {
  name: string;
  required: boolean;
  values?: string[];
}

/** The values of each setting that is chosen from a list; only these may have dots where a URL contains the setting. */
export type SettingChoices = Readonly<Record<string, readonly string[]>>;

/** How to obtain tokens; the two URLs may contain `{{ settings.x }}` within the host or path. */
export interface OAuth2Spec {
  grant: "authorization_code" | "client_credentials";
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl?: string;
  choices?: SettingChoices;
  scopes: string[];
  scopeSeparator: string;
  pkce: boolean;
  clientAuth: "basic" | "post";
  authorizeParams: Record<string, string>;
  /** Additional parameters of every token request, such as `resource` (RFC 8707). */
  tokenParams?: Record<string, string>;
  /** Dotted path to the object with the token, if the provider nests it. */
  tokenPath?: string;
  /** The same for renewals, if they differ; `.` for the whole response. */
  renewalTokenPath?: string;
  refusals?: RefusalRule[];
  /** Parameters of the callback that are kept with the connection, for templates. */
  callback?: CallbackField[];
  /** The settings that the account which a consent gives access to fills in; customers do not enter them. */
  accountSettings?: string[];
  /** The authorization server's issuer identifier (RFC 9207), if known; it may contain `{{ settings.x }}`. */
  issuer?: string;
  /** Whether every callback of that server names its issuer. */
  issuerRequired?: boolean;
  /** The operator's own client, used by every organization that has not set one. */
  client?: OAuthClient;
  /** For client credentials: each customer brings a client of their own, and no other is used. */
  customerClient?: TypedCredential;
}

/** What a customer enters to connect, and how it becomes a token if it is not one itself. */
export interface TypedCredential {
  fields: AuthField[];
  token?: TokenSpec;
  /** Alternatives, if there are several: a customer fills in all that one of them `needs`. */
  ways?: { label: string; needs: string[] }[];
}

/**
 * How a connection gets short-lived tokens from what the customer entered, renewed like any other token:
 * `client_credentials` with the customer's own client, `jwt_bearer` exchanges a signed JWT for a token (RFC 7523,
 * service accounts), `jwt` sends the signed JWT itself. Texts may contain `{{ credentials.x }}` and `{{ settings.x
 * }}`. The result joins `credentials` as `access_token`.
 */
export interface TokenSpec {
  grant: "client_credentials" | "jwt_bearer" | "jwt";
  /** The token endpoint; absent for `jwt` alone. */
  url?: string;
  choices?: SettingChoices;
  scopes: string[];
  scopeSeparator: string;
  clientAuth: "basic" | "post";
  clientId?: string;
  clientSecret?: string;
  params: Record<string, string>;
  /** Dotted path to the object with the token, if the provider nests it. */
  tokenPath?: string;
  refusals?: RefusalRule[];
  jwt?: {
    algorithm: "RS256" | "RS384" | "RS512" | "ES256" | "ES384" | "HS256" | "EdDSA";
    /** PKCS#8 or PKCS#1 PEM, or for HS256 the secret. */
    key: string;
    keyId?: string;
    /** In addition to `iat` and `exp`, which are set automatically. */
    claims: Record<string, string>;
    lifeSeconds: number;
  };
}

/** Everything that offering a connection requires: the kinds, what each asks for, and the default kind. */
export interface AuthInfo {
  defaultType: AuthType;
  /** Fields of every kind: they shape URLs (a subdomain, a self-hosted base URL). */
  settings: AuthField[];
  keybased?: TypedCredential;
  oauth2?: OAuth2Spec;
  /**
   * Nobody connects: requests carry these credentials of the linked account's `your_app.auth_credentials`, by their
   * paths.
   */
  yourApp?: readonly (readonly string[])[];
}

/**
 * Whether an account has to connect before it can be called for: not if requests carry its `your_app`, nor if there is
 * nothing to sign in with and nothing to fill in (D515).
 */
export function needsConnection({ oauth2, keybased, settings, yourApp }: AuthInfo): boolean {
  if (yourApp !== undefined) return false;
  const isOpen = oauth2 === undefined && keybased?.fields.length === 0 && keybased.token === undefined;
  return !isOpen || settings.length > 0;
}
