// oidc-provider ships no types; these are the parts of its interface that the server and the demo use.
declare module "oidc-provider" {
  import type { EventEmitter } from "node:events";
  import type { IncomingMessage, ServerResponse } from "node:http";

  export type StoredPayload = Record<string, unknown>;

  export type StoreForModel = {
    upsert(id: string, payload: StoredPayload, expiresInSeconds?: number): Promise<void>;
    find(id: string): Promise<StoredPayload | undefined>;
    findByUid(uid: string): Promise<StoredPayload | undefined>;
    findByUserCode(userCode: string): Promise<StoredPayload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  };

  export type ClientMetadata = {
    client_id: string;
    client_secret: string;
    client_name: string;
    redirect_uris: string[];
    response_types: string[];
    grant_types: string[];
    token_endpoint_auth_method: string;
  };

  export type Account = { accountId: string; claims(): Promise<{ sub: string }> };

  /** A client, as it was registered or describes itself. */
  export type Client = {
    readonly clientId: string;
    readonly clientName?: string;
    readonly redirectUris: readonly string[];
    /** Set for one that is known by its metadata document. */
    readonly clientIdMetadataDocument?: boolean;
    grantTypeAllowed(type: string): boolean;
  };

  export type Context = {
    /** With whom it counts for, see provider-routes. */
    readonly req: IncomingMessage & { readonly caller?: string };
    readonly oidc: {
      readonly params?: Readonly<Record<string, unknown>>;
      readonly result?: InteractionResult;
      readonly route?: string;
      readonly client?: Client;
      readonly entities: { readonly AccessToken?: unknown; readonly RotatedRefreshToken?: { jti: string } };
    };
  };

  export type ResourceServer = {
    scope: string;
    audience: string;
    accessTokenTTL: number;
    accessTokenFormat: "opaque";
  };

  export type Feature = {
    enabled: boolean;
    ack?: string;
    allowedPolicy?: (
      context: Context,
      client: Client,
      token: { clientId?: string },
    ) => boolean | Promise<boolean>;
    cacheDuration?: { min: number; max: number };
    defaultResource?: (context: Context, client: Client, oneOf?: string[]) => Promise<string>;
    useGrantedResource?: () => Promise<boolean>;
    getResourceServerInfo?: (context: Context, resource: string, client: Client) => Promise<ResourceServer>;
  };

  export type Configuration = {
    adapter: (model: string) => StoreForModel;
    clients?: ClientMetadata[];
    claims?: Record<string, unknown>;
    clientAuthMethods?: string[];
    clientBasedCORS: () => boolean;
    clientDefaults?: Record<string, unknown>;
    cookies: {
      keys: string[];
      names?: Record<string, string>;
      long?: CookieOptions;
      short?: CookieOptions;
    };
    enabledJWA?: Record<string, string[]>;
    expiresWithSession: () => boolean;
    features: Record<string, Feature>;
    fetch?: (url: string | URL, options?: RequestInit) => Promise<Response>;
    fetchResponseBodyLimits?: Record<string, number>;
    findAccount: (context: unknown, id: string) => Account | undefined;
    interactions: {
      policy?: interactionPolicy.Prompt[];
      url: (context: unknown, interaction: { uid: string }) => string;
    };
    issueRefreshToken: (context: Context, client: Client) => Promise<boolean>;
    jwks: { keys: object[] };
    pkce: { required: () => boolean };
    renderError: (
      context: {
        readonly req: Context["req"];
        status: number;
        type: string;
        body: unknown;
        readonly oidc?: Context["oidc"];
        set(headers: Readonly<Record<string, string>>): void;
      },
      out: Record<string, unknown>,
    ) => void;
    responseTypes?: string[];
    revokeGrantPolicy?: (context: Context) => boolean;
    rotateRefreshToken: boolean;
    routes: Record<string, string>;
    scopes: string[];
    ttl: Record<string, number>;
  };

  export type CookieOptions = { httpOnly: boolean; sameSite: "lax"; secure: boolean; path?: string };

  export type InteractionDetails = {
    uid: string;
    prompt: { name: string; details: Record<string, unknown> };
    params: Record<string, unknown>;
    session?: { accountId: string };
    grantId?: string;
  };

  export type InteractionResult = {
    login?: { accountId: string; remember?: boolean };
    consent?: { grantId: string };
    error?: string;
    error_description?: string;
  };

  export class Grant {
    constructor(properties: { accountId: string; clientId: string; jti?: string });
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  export class Provider extends EventEmitter {
    constructor(issuer: string, configuration: Configuration);
    /** The request at hand. */
    static readonly ctx: Context | undefined;
    /** Whether `x-forwarded-proto` says how the browser reached the server. */
    proxy: boolean;
    readonly Client: { find(id: string): Promise<Client | undefined> };
    readonly Grant: typeof Grant;
    readonly AccessToken: {
      find(token: string): Promise<{ accountId: string; scopes: Set<string> } | undefined>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<InteractionDetails>;
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<string>;
  }

  export namespace interactionPolicy {
    class Check {
      constructor(reason: string, description: string, check: (context: Context) => boolean);
    }
    class Prompt {
      constructor(about: { name: string; requestable: boolean }, ...checks: Check[]);
    }
  }

  export namespace errors {
    class OIDCProviderError extends Error {
      constructor(status: number, message: string);
      readonly error: string;
      error_description?: string;
      readonly statusCode: number;
      allow_redirect: boolean;
      expose: boolean;
    }
    class InvalidClient extends OIDCProviderError {
      constructor(description: string);
    }
    class InvalidGrant extends OIDCProviderError {
      constructor(detail: string);
    }
    class InvalidTarget extends OIDCProviderError {
      constructor(description: string);
    }
    class SessionNotFound extends OIDCProviderError {
      constructor(description: string);
    }
  }
}
