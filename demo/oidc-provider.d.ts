// oidc-provider ships no types; these are the parts of its interface that the demo uses.
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

  export type Configuration = {
    adapter: (model: string) => StoreForModel;
    clients: ClientMetadata[];
    clientBasedCORS: () => boolean;
    cookies: { keys: string[] };
    expiresWithSession: () => boolean;
    features: Record<string, { enabled: boolean; allowedPolicy?: () => Promise<boolean> }>;
    findAccount: (context: unknown, id: string) => Account | undefined;
    interactions: { url: (context: unknown, interaction: { uid: string }) => string };
    issueRefreshToken: () => Promise<boolean>;
    jwks: { keys: object[] };
    pkce: { required: () => boolean };
    renderError: (context: { type: string; body: unknown }, out: Record<string, unknown>) => void;
    rotateRefreshToken: boolean;
    routes: Record<string, string>;
    scopes: string[];
    ttl: Record<string, number>;
  };

  export type InteractionDetails = {
    uid: string;
    prompt: { name: string; details: Record<string, unknown> };
    params: Record<string, unknown>;
    session?: { accountId: string };
    grantId?: string;
  };

  export type InteractionResult = {
    login?: { accountId: string };
    consent?: { grantId: string };
    error?: string;
    error_description?: string;
  };

  export class Grant {
    constructor(properties: { accountId: string; clientId: string });
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export class Provider extends EventEmitter {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: typeof Grant;
    readonly AccessToken: {
      find(token: string): Promise<{ accountId: string; scopes: Set<string> } | undefined>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<InteractionDetails>;
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
    ): Promise<string>;
  }
}
