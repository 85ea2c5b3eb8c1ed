import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { ApiError, badRequest } from "../platform/errors.ts";
import { isCallersMistake } from "./action-error.ts";
import { type Application, clientOf, scopesOf } from "./application.ts";
import {
  type CheckResult,
  ConnectorError,
  type JsonObject,
  type OAuth2Spec,
  type OAuthClient,
} from "./connector.ts";
import { type ConnectionSecrets, readFields } from "./credential.ts";
import { consentUrl } from "./oauth2/authorize.ts";
import { mintToken } from "./oauth2/minted-token.ts";
import { newPkce, newStateId, STATE_TTL_MS, signState } from "./oauth2/state.ts";
import { obtainClientToken, type TokenRequest, type Tokens } from "./oauth2/token-endpoint.ts";
import { TokenError } from "./oauth2/token-error.ts";
import { compileAddress, renderAddress } from "./providers/manifest/address.ts";
import { insertState } from "./store.ts";
import { checkCredential, storeConnection } from "./store-connection.ts";

export type ConnectDeps = Pick<
  Deps,
  "config" | "database" | "db" | "vault" | "queue" | "clock" | "outbound" | "log" | "credentials"
>;

/** Who connects what. */
export interface Connecting {
  scope: AccountScope;
  application: Application;
  /** Token of the connect link on whose page it is done. */
  link?: string;
}

/** What a customer typed in, by field. */
export type Typed = Readonly<Record<string, unknown>>;

/** Where the callback sends the customer back to: the page of a connect link. */
export interface WayBack {
  /** The link's token. */
  link: string;
  /** What the browser that began must show: a consent given in another one connects nothing here. */
  browser: string;
  /** The page stays open elsewhere, and consent has a window of its own: it ends there. */
  window?: "new";
}

/** Where a state keeps what the callback will need. */
export interface StateSecrets {
  verifier?: string;
  settings: JsonObject;
  /** Absent where the callback ends with a page of its own. */
  back?: WayBack;
}

/** What the vault binds the secrets of a state to. */
export function stateIdentity(id: string): string {
  return `oauth_states/${id}/secrets`;
}

/** The address to which the provider sends the customer back; it must be registered with the provider. */
export function callbackUrl({ config }: Pick<Deps, "config">, slug: string): string {
  return `${config.publicUrl}/api/v1/${slug}/callback`;
}

/** Begins an OAuth2 connect and returns the consent address; 400 where the application is not connected by consent (platform-surface 4.1). */
export async function startConsent(
  deps: ConnectDeps,
  connecting: Connecting,
  typed: Typed,
  back?: WayBack,
): Promise<string> {
  const { spec, client } = oauthOf(deps, connecting.application);
  if (spec.grant !== "authorization_code") {
    throw badRequest("This application is connected without consent: send POST to its integrate address.");
  }
  const settings = readSettings(deps, connecting.application, typed);
  return beginFlow(deps, connecting, { spec, client, settings, back });
}

/** Whether an application is connected by the organization's client alone, without anybody's consent. */
export function needsNoConsent({ connector }: Application): boolean {
  return connector.info.auth.oauth2?.grant === "client_credentials";
}

/** Connects with a token for the organization's client; 400 when the provider refuses it. */
export async function connectClient(deps: ConnectDeps, connecting: Connecting, typed: Typed): Promise<void> {
  const { application } = connecting;
  const { spec, client } = oauthOf(deps, application);
  const settings = readSettings(deps, application, typed);
  const request = tokenRequest(deps, application, { spec, client, settings });
  try {
    await storeTokens(deps, connecting, settings, await obtainClientToken(request, scopesOf(application)));
  } catch (error) {
    throw asApiError(application, error);
  }
}

/** The OAuth2 description and client of an application; 400 where it has none. */
export function oauthOf(
  deps: Pick<Deps, "vault">,
  application: Application,
): { spec: OAuth2Spec; client: OAuthClient } {
  const { auth, name } = application.connector.info;
  if (auth.oauth2 === undefined) throw badRequest(`${name} is connected with a key, not with OAuth2.`);
  const client = clientOf(deps, application);
  if (client === undefined) {
    throw badRequest(`${name} has no OAuth2 client: set client_id and client_secret in its settings.`);
  }
  return { spec: auth.oauth2, client };
}

/** The settings that a customer typed in; 400 names what is wrong with them before anybody is asked or gives consent. */
function readSettings({ outbound }: ConnectDeps, { connector }: Application, typed: Typed): JsonObject {
  const { settings: fields, oauth2 } = connector.info.auth;
  const settings = readFields(fields, typed);
  // Addresses that are the same for everybody are not the customer's mistake.
  if (fields.length === 0) return settings;
  try {
    const base = connector.baseAddress?.(settings);
    const token = oauth2 && renderAddress(compileAddress(oauth2.tokenUrl), { settings });
    for (const address of [base, token]) {
      const problem = address && outbound.refusal(address);
      if (problem) throw badRequest(problem);
    }
  } catch (error) {
    if (error instanceof ConnectorError) throw badRequest(error.message);
    throw error;
  }
  return settings;
}

interface Consent {
  spec: OAuth2Spec;
  client: OAuthClient;
  settings: JsonObject;
  back: WayBack | undefined;
}

async function beginFlow(
  deps: ConnectDeps,
  { scope, application }: Connecting,
  { spec, client, settings, back }: Consent,
): Promise<string> {
  const { slug } = application.connector.info;
  const id = newStateId();
  const now = deps.clock.now();
  const pkce = spec.pkce ? newPkce() : undefined;
  const binding = {
    orgId: scope.orgId,
    environment: scope.environment,
    accountRowId: scope.account.id,
    slug,
  };
  const state = signState(deps.credentials.sessionSecret, id, binding);
  const redirectUri = callbackUrl(deps, slug);
  const challenge = pkce?.challenge;
  const { refusal } = deps.outbound;
  let url: string;
  try {
    url = consentUrl({
      spec,
      client,
      settings,
      scopes: scopesOf(application),
      redirectUri,
      state,
      challenge,
      refusal,
    });
  } catch (error) {
    throw asApiError(application, error);
  }
  const secrets: StateSecrets = { verifier: pkce?.verifier, settings, back };
  await insertState(
    deps.db,
    {
      id,
      org_id: scope.orgId,
      environment: scope.environment,
      account_id: scope.account.id,
      slug,
      secrets: deps.vault.seal(JSON.stringify(secrets), stateIdentity(id)),
      expires_at: new Date(now.getTime() + STATE_TTL_MS),
    },
    now,
  );
  return url;
}

/** What a request for tokens needs to know of an application. */
export function tokenRequest(
  { outbound, clock }: Pick<Deps, "outbound" | "clock">,
  application: Application,
  parts: Pick<TokenRequest, "spec" | "client" | "settings">,
): TokenRequest {
  return { ...parts, outbound, name: application.connector.info.name, nowMs: clock.now().getTime() };
}

/** Checks fresh tokens with the provider and stores them; throws `ConnectorError` when it refuses them. */
export async function storeTokens(
  deps: ConnectDeps,
  connecting: Connecting,
  settings: JsonObject,
  tokens: Tokens,
): Promise<void> {
  const { values, refreshToken, expiresAt } = tokens;
  let checked: CheckResult | undefined;
  try {
    checked = await checkCredential(deps, connecting.application, { type: "oauth2", settings, values });
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code === "auth") throw error;
    // The code is used up: a provider that stumbles over the check must not cost the customer the consent.
    deps.log.info(
      { slug: connecting.application.connector.info.slug, reason: error.message },
      "connection.unchecked",
    );
  }
  const secrets = { settings, values, refreshToken };
  await storeConnection(deps, connecting, { authType: "oauth2", secrets, expiresAt, checked });
}

/** Connects with what the customer typed in, after the provider has accepted it; 400 when it does not, and nothing is stored (platform-surface 4.2). */
export async function saveKey(deps: ConnectDeps, connecting: Connecting, typed: Typed): Promise<void> {
  const { application } = connecting;
  const { auth, name } = application.connector.info;
  if (auth.keybased === undefined) throw badRequest(`${name} is connected with OAuth2, not with a key.`);
  const settings = readSettings(deps, application, typed);
  const fields = readFields(auth.keybased.fields, typed);
  try {
    const minted = await mintFirst(deps, application, { settings, values: fields });
    const values = { ...fields, ...minted?.values };
    const checked = await checkCredential(deps, application, { type: "keybased", settings, values });
    const { expiresAt } = minted ?? {};
    await storeConnection(deps, connecting, {
      authType: "keybased",
      secrets: { settings, values },
      expiresAt,
      checked,
    });
  } catch (error) {
    throw asApiError(application, error);
  }
}

/** The first token of a key-based connection that needs one; undefined for the others. */
async function mintFirst(
  { outbound, clock }: ConnectDeps,
  { connector }: Application,
  typed: Pick<ConnectionSecrets, "settings" | "values">,
): Promise<{ values: JsonObject; expiresAt: Date | undefined } | undefined> {
  const { auth, name } = connector.info;
  const spec = auth.keybased?.token;
  if (spec === undefined) return undefined;
  const nowMs = clock.now().getTime();
  const { values, expiresAt } = await mintToken({ ...typed, spec, outbound, name, nowMs });
  return { values: { access_token: values.access_token ?? null }, expiresAt };
}

/** What a provider said, as the 400 that the caller gets, as are values that were refused before it was asked; any other error as it is. */
export function asApiError({ connector }: Application, error: unknown): unknown {
  const { name } = connector.info;
  if (error instanceof TokenError) return new ApiError("bad_request", "EXTERNAL_API_FAILURE", error.message);
  if (!(error instanceof ConnectorError)) return error;
  if (isCallersMistake(error)) return badRequest(error.message);
  if (error.code === "auth") {
    return new ApiError(
      "bad_request",
      "EXTERNAL_API_FAILURE",
      `${name} does not accept this. ${error.message}`,
    );
  }
  return new ApiError(
    "bad_request",
    "EXTERNAL_API_FAILURE",
    `${name} could not check this. ${error.message}`,
  );
}
