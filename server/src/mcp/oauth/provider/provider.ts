import type { Client, Configuration, Context, Provider, ResourceServer } from "oidc-provider";
import type { Deps } from "../../../deps.ts";
import { renderDocument } from "../../../pages/document.ts";
import { getRequestWords } from "../../../pages/words/request-words.ts";
import type { Statement } from "../../../platform/database/database.ts";
import { deriveKey } from "../../../platform/derive-key.ts";
import { findServerId, getIssuer, SCOPE } from "../address.ts";
import { createClientDocumentFetch, DOCUMENT_LIFE_S } from "../clients/fetch-client.ts";
import { getAssistantTitle, renderRefusedPage } from "../consent/pages.ts";
import { createSigningKey } from "../keys.ts";
import { createProviderStore } from "./provider-store.ts";

type Library = typeof import("oidc-provider");

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** Lifetimes in seconds. A refresh token counts from its last use; after a year the customer is asked again. */
export const LIVES_S = {
  AccessToken: HOUR_S,
  AuthorizationCode: 60,
  Grant: 365 * DAY_S,
  IdToken: 60,
  Interaction: HOUR_S / 2,
  RefreshToken: 30 * DAY_S,
  Session: HOUR_S / 2,
};

/** Where the library answers, within the issuer. */
export const ROUTES = {
  authorization: "/authorize",
  end_session: "/unused/end-session",
  jwks: "/jwks",
  revocation: "/revoke",
  token: "/token",
};

/** The authorization server (D138), created on first use: most installations never need its code in memory. */
export function createLazyProvider(deps: Deps): () => Promise<Provider> {
  let made: Promise<Provider> | undefined;
  return () => {
    made ??= makeProvider(deps);
    return made;
  };
}

async function makeProvider(deps: Deps): Promise<Provider> {
  const library = await import("oidc-provider");
  const provider = new library.Provider(getIssuer(deps.config), configure(library, deps));
  // TLS ends before this process: the public address says how browsers reach it, see provider-routes.
  provider.proxy = true;
  // Anybody can register a client: before a customer has decided, no error redirects a browser to a client's address.
  const stay = ({ oidc }: Context, error: Error) => {
    if (oidc.route === "authorization") Object.assign(error, { allow_redirect: false });
  };
  provider.on("authorization.error", stay);
  provider.on("error", (error: Error) => deps.log.warn({ err: error }, "mcp-oauth.response-broken"));
  provider.on("server_error", (context: Context, error: Error) => {
    stay(context, error);
    deps.log.error({ err: error }, "mcp-oauth.failed");
  });
  return provider;
}

function configure(library: Library, deps: Deps): Configuration {
  const { config, credentials } = deps;
  return {
    adapter: createProviderStore(deps, storeLibrary(library)),
    claims: { openid: ["sub"] },
    clientAuthMethods: ["none"],
    // Tokens are requested with the code and its verifier; cookies do not count there.
    clientBasedCORS: () => true,
    clientDefaults: { id_token_signed_response_alg: "EdDSA", token_endpoint_auth_method: "none" },
    cookies: cookies(deps),
    enabledJWA: { idTokenSigningAlgValues: ["EdDSA"] },
    expiresWithSession: () => false,
    features: features(library, deps),
    fetch: createClientDocumentFetch(deps, () => library.Provider.ctx?.req.caller),
    fetchResponseBodyLimits: { "client_id metadata document": 64 * 1024 },
    // Deleting an account deletes its grants, codes and tokens: if there is a token, there is its account.
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    interactions: {
      policy: alwaysAsk(library),
      url: (_context, { uid }) => `${getIssuer(config)}/interaction/${uid}`,
    },
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed("refresh_token"),
    jwks: { keys: [createSigningKey(credentials.sessionSecret)] },
    pkce: { required: () => true },
    renderError: renderError(config),
    responseTypes: ["code"],
    // Revoking the grant ends all of its tokens. An access token that its client gives back ends nothing else (RFC
    // 7009, 2.1).
    revokeGrantPolicy: ({ oidc }) => oidc.route !== "revocation" || oidc.entities.AccessToken === undefined,
    rotateRefreshToken: true,
    routes: ROUTES,
    scopes: [],
    ttl: LIVES_S,
  };
}

function cookies({ config, credentials }: Pick<Deps, "config" | "credentials">): Configuration["cookies"] {
  const options = {
    httpOnly: true,
    sameSite: "lax",
    secure: config.publicUrl.startsWith("https:"),
  } as const;
  return {
    keys: [deriveKey(credentials.sessionSecret, "mcp oauth cookies").toString("base64url")],
    names: {
      session: "junctor_mcp_session",
      interaction: "junctor_mcp_sign_in",
      resume: "junctor_mcp_resume",
    },
    long: { ...options, path: new URL(getIssuer(config)).pathname },
    // Each sign-in has cookies of its own, at its own path, so that several can run in one browser.
    short: options,
  };
}

function renderError(config: Deps["config"]): Configuration["renderError"] {
  return (context, out) => {
    const client = context.oidc?.client;
    const words = getRequestWords({ headers: context.req.headers, query: undefined });
    const title =
      client && getAssistantTitle(words, { name: client.clientName, host: findVouchedHost(client) });
    const { headers, text } = renderDocument(config, { words }, renderRefusedPage(words, out, title));
    // Only the page is left of what would have been a redirect.
    context.status = Math.max(context.status, 400);
    context.type = "html";
    context.set(headers);
    context.body = text;
  };
}

function features(library: Library, deps: Deps): Configuration["features"] {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: "draft-02",
      cacheDuration: DOCUMENT_LIFE_S,
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => {
        throw new library.errors.InvalidTarget("resource is required: the address of one MCP server");
      },
      useGrantedResource: async () => true,
      getResourceServerInfo: (context, resource) => describeServer(library, deps, { context, resource }),
    },
  };
}

const FIND_SERVER: Statement = {
  name: "mcp-oauth-find-server",
  text: "select id from mcp_servers where id = $1",
};

async function describeServer(
  { errors }: Library,
  { config, database }: Pick<Deps, "config" | "database">,
  { context, resource }: { context: Context; resource: string },
): Promise<ResourceServer> {
  if (Array.isArray(context.oidc.params?.resource))
    throw new errors.InvalidTarget("resource must be the address of one MCP server, not of several");
  const serverId = findServerId(config, resource);
  const rows = serverId === undefined ? [] : await database.query(FIND_SERVER, [serverId]);
  // A client that refreshes a deleted grant can only start over, and this is the error on which clients do.
  if (rows.length === 0 && context.oidc.params?.grant_type === "refresh_token")
    throw new errors.InvalidGrant("the MCP server is no longer at this address");
  if (rows.length === 0) throw new errors.InvalidTarget("resource must be the address of an MCP server");
  return {
    scope: SCOPE,
    audience: resource,
    accessTokenTTL: LIVES_S.AccessToken,
    accessTokenFormat: "opaque",
  };
}

/** Everybody signs in and is asked, each time: no browser stays signed in, and no assistant gets access silently. */
function alwaysAsk({ interactionPolicy: { Check, Prompt } }: Library) {
  const login = new Check(
    "not_signed_in",
    "the customer must sign in",
    ({ oidc }) => oidc.result?.login === undefined,
  );
  const consent = new Check(
    "not_asked",
    "the customer must consent",
    ({ oidc }) => oidc.result?.consent === undefined,
  );
  return [
    new Prompt({ name: "login", requestable: true }, login),
    new Prompt({ name: "consent", requestable: true }, consent),
  ];
}

function storeLibrary({ errors, Provider }: Library) {
  return {
    rotated: () => Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti,
    used: (detail: string) => new errors.InvalidGrant(detail),
    busy: () =>
      Object.assign(new errors.OIDCProviderError(503, "temporarily_unavailable"), {
        error_description: "the server is unavailable, please try again",
        expose: true,
      }),
  };
}

/** How a client is displayed: by the host that vouches for it, or as unverified. */
export function findVouchedHost(client: Client): string | undefined {
  return client.clientIdMetadataDocument === true ? new URL(client.clientId).host : undefined;
}
