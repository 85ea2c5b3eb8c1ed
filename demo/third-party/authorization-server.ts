import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type ClientMetadata, type Configuration, Provider } from "oidc-provider";
import { createOauthStore } from "./oauth-store.ts";
import { escapeHtml, SIGN_IN_PATH } from "./sign-in-pages.ts";

/** The scope that Ledgerly's API requires. */
export const LEDGERLY_SCOPE = "bookkeeping";

/** The OAuth2 client under which the platform is registered at Ledgerly. */
export type OauthClient = {
  id: string;
  secret: string;
  redirectUris: string[];
  tokenAuthMethod?: "client_secret_basic" | "client_secret_post";
};

/** Ledgerly's OAuth2 server: authorization code with PKCE, short-lived access tokens, single-use refresh tokens. */
export type AuthorizationServer = {
  provider: Provider;
  owns(path: string): boolean;
  answer(request: IncomingMessage, response: ServerResponse): void;
  findAccess(accessToken: string): Promise<{ owner: string; mayKeepBooks: boolean } | undefined>;
  refreshes(): number;
  refusedRefreshes(): number;
  /** When the last access token was issued, as given by `Date.now()`; undefined before the first. */
  issuedAt(): number | undefined;
};

type TokenContext = { oidc: { params?: Record<string, unknown> } };

/** Builds the authorization server for one client; `customers` are the ids that may sign in, lifetimes are in seconds. */
export function createAuthorizationServer(options: {
  issuer: string;
  client: OauthClient;
  customers: string[];
  accessTokenSeconds: number;
}): AuthorizationServer {
  const provider = new Provider(options.issuer, configure(options));
  let refreshes = 0;
  let refusedRefreshes = 0;
  let issuedAt: number | undefined;
  provider.on("grant.success", (context: TokenContext) => {
    issuedAt = Date.now();
    refreshes += isRefresh(context) ? 1 : 0;
  });
  provider.on("grant.error", (context: TokenContext) => {
    refusedRefreshes += isRefresh(context) ? 1 : 0;
  });
  provider.on("server_error", (_context: unknown, error: Error) => {
    console.error("Ledgerly's authorization server failed:", error);
  });
  return {
    provider,
    owns: (path) => path.startsWith("/oauth/") || path.startsWith("/.well-known/"),
    answer: provider.callback(),
    async findAccess(accessToken) {
      const token = await provider.AccessToken.find(accessToken);
      return token && { owner: token.accountId, mayKeepBooks: token.scopes.has(LEDGERLY_SCOPE) };
    },
    refreshes: () => refreshes,
    refusedRefreshes: () => refusedRefreshes,
    issuedAt: () => issuedAt,
  };
}

function isRefresh(context: TokenContext): boolean {
  return context.oidc.params?.grant_type === "refresh_token";
}

function configure(options: {
  client: OauthClient;
  customers: string[];
  accessTokenSeconds: number;
}): Configuration {
  return {
    adapter: createOauthStore(),
    clients: [describeClient(options.client)],
    clientBasedCORS: () => false,
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    // Refresh tokens must outlive the browser session in which the customer gave consent.
    expiresWithSession: () => false,
    features: FEATURES,
    findAccount: (_context, id) =>
      options.customers.includes(id) ? { accountId: id, claims: async () => ({ sub: id }) } : undefined,
    interactions: { url: (_context, { uid }) => `${SIGN_IN_PATH}/${uid}` },
    issueRefreshToken: async () => true,
    jwks: { keys: [createSigningKey()] },
    pkce: { required: () => true },
    renderError,
    rotateRefreshToken: true,
    routes: ROUTES,
    scopes: ["openid", "offline_access", LEDGERLY_SCOPE],
    ttl: { ...LIFETIMES_IN_SECONDS, AccessToken: options.accessTokenSeconds },
  };
}

const FEATURES: Configuration["features"] = {
  devInteractions: { enabled: false },
  revocation: { enabled: true, allowedPolicy: async () => true },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
};

const ROUTES = {
  authorization: "/oauth/authorize",
  jwks: "/oauth/jwks",
  revocation: "/oauth/revoke",
  token: "/oauth/token",
};

const DAY_SECONDS = 24 * 60 * 60;

const LIFETIMES_IN_SECONDS = {
  AuthorizationCode: 60,
  Grant: DAY_SECONDS,
  IdToken: 60,
  Interaction: 600,
  RefreshToken: DAY_SECONDS,
  Session: DAY_SECONDS,
};

const renderError: Configuration["renderError"] = (context, out) => {
  context.type = "html";
  const reason = escapeHtml(String(out.error_description ?? out.error));
  context.body = `<!doctype html><title>Ledgerly</title><h1>This did not work</h1><p>${reason}</p>`;
};

function describeClient(client: OauthClient): ClientMetadata {
  return {
    client_id: client.id,
    client_secret: client.secret,
    client_name: "The shop's integrations",
    redirect_uris: client.redirectUris,
    response_types: ["code"],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: client.tokenAuthMethod ?? "client_secret_post",
  };
}

function createSigningKey(): object {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig" };
}
