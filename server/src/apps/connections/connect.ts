import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { type ApiError, badRequest } from "../../platform/errors.ts";
import { type Application, findOAuthClient, hasCustomerClients, listScopes } from "../catalog/application.ts";
import { lockCustomApplication } from "../catalog/custom-application.ts";
import {
  type BareCall,
  type CheckResult,
  ConnectorError,
  type Credential,
  type JsonObject,
  type ProviderAccount,
} from "../connector.ts";
import type { AuthType, OAuth2Spec, OAuthClient } from "../connector-auth.ts";
import { parseGrantedScopes } from "../health/health.ts";
import { insertNote } from "../health/health-store.ts";
import { fetchCustomerClientToken, fetchMintedToken } from "../oauth2/minted-token.ts";
import { fetchClientToken, type TokenRequest, type Tokens } from "../oauth2/token-endpoint.ts";
import { findTypedCredential, listSecrets, listTypedSettings } from "../providers/list-secrets.ts";
import { compileAddress, renderAddress } from "../providers/manifest/request/address.ts";
import { createLoggedHttp, createTokenFetch, type RequestLogDeps } from "../request-log/logged-http.ts";
import { saveConnection } from "../store.ts";
import { notifyOfConnection } from "./announce.ts";
import { claimConnectLink } from "./connect-link.ts";
import { enqueueConnectionChange, readToolsTopic } from "./connection-changed.ts";
import {
  type ConnectionSecrets,
  createSecretEncrypter,
  readFields,
  readTypedCredential,
} from "./credential.ts";
import { BlockedAddressError, toInputError, toProviderApiError } from "./provider-error.ts";
import { getRenewalTime } from "./renew.ts";

export type ConnectDeps = Pick<
  Deps,
  | "catalog"
  | "config"
  | "database"
  | "db"
  | "vault"
  | "queue"
  | "clock"
  | "outbound"
  | "log"
  | "credentials"
  | "requestLog"
  | "redaction"
  | "takeUsage"
>;

/** Who connects what. */
export interface ConnectRequest {
  scope: AccountScope;
  application: Application;
  /** Token of the connect link on whose page it happens. */
  link?: string;
  /** `new`, or the id of the connection to connect again; undefined: the default connection. */
  target?: string;
}

/** What a customer entered, by field. */
export type TypedValues = Readonly<Record<string, unknown>>;

/** The address to which the provider sends the customer back; it must be registered with the provider. */
export function buildCallbackUrl({ config }: Pick<Deps, "config">, slug: string): string {
  return `${config.publicUrl}/api/v1/${slug}/callback`;
}

/**
 * Whether an application is connected with a client alone, the organization's or a customer's, without anybody's
 * consent.
 */
export function isConnectedWithoutConsent({ connector }: Application): boolean {
  return connector.info.auth.oauth2?.grant === "client_credentials";
}

/**
 * Connects with a token for the customer's client or the organization's; 400 if the provider refuses it. A customer may
 * send a `client_id` and `client_secret` also where the organization has a client.
 */
export async function connectClient(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  typed: TypedValues,
): Promise<void> {
  const { application } = connecting;
  if (hasCustomerClients(application)) return connectTyped(deps, connecting, typed, "oauth2");
  const own = readOwnClient(application, typed);
  const { spec, client } = readOAuthClient(deps, application, own);
  const settings = readConnectSettings(deps, application, "oauth2", typed);
  const request = buildTokenRequest(deps, connecting, { spec, client, settings });
  const fetchToken = own ? fetchCustomerClientToken : fetchClientToken;
  try {
    const tokens = await fetchToken(request, listScopes(application));
    await saveTokens(deps, connecting, { settings, client: own }, tokens);
  } catch (error) {
    throw toProviderApiError(application, error);
  }
}

/** The client that a customer sent; undefined without one, or if these names are settings of the application. */
function readOwnClient({ connector }: Application, typed: TypedValues): OAuthClient | undefined {
  const names = ["client_id", "client_secret"] as const;
  if (connector.info.auth.settings.some(({ name }) => names.some((own) => own === name))) return undefined;
  if (names.every((name) => !Object.hasOwn(typed, name))) return undefined;
  const fields = names.map((name) => ({
    name,
    label: name,
    type: "text" as const,
    required: true,
    secret: true,
  }));
  const { client_id: id, client_secret: secret } = readFields(fields, typed);
  return { id: String(id), secret: String(secret) };
}

/** The OAuth2 description of an application, with the customer's `own` client or its own; 400 if it has none. */
export function readOAuthClient(
  deps: Pick<Deps, "vault">,
  application: Application,
  own?: OAuthClient,
): { spec: OAuth2Spec; client: OAuthClient } {
  const { auth, name } = application.connector.info;
  if (auth.yourApp) throw nothingToConnect(name);
  if (auth.oauth2 === undefined && auth.keybased === undefined) throw nobodySaidHow(name);
  if (auth.oauth2 === undefined) throw badRequest(`${name} is connected with a key, not with OAuth2.`);
  if (hasCustomerClients(application))
    throw badRequest(`${name} is connected with a client of the customer's own.`);
  const client = own ?? findOAuthClient(deps, application);
  if (client === undefined) {
    throw badRequest(`${name} has no OAuth2 client: set client_id and client_secret in its settings.`);
  }
  return { spec: auth.oauth2, client };
}

function nobodySaidHow(name: string): ApiError {
  return badRequest(`${name} cannot be connected yet: nobody has said in its setup how customers sign in.`);
}

function nothingToConnect(name: string): ApiError {
  return badRequest(
    `${name} is not connected by customers: it uses your_app.auth_credentials of the linked account.`,
  );
}

/**
 * The settings that a customer entered; 400 names what is wrong with them before anybody is asked or gives consent.
 */
export function readConnectSettings(
  { outbound }: ConnectDeps,
  { connector }: Application,
  type: AuthType,
  typed: TypedValues,
): JsonObject {
  const { oauth2, ...auth } = connector.info.auth;
  const fields = listTypedSettings({ ...auth, oauth2 }, type);
  const settings = readFields(fields, typed);
  // URLs that are the same for everybody are not the customer's mistake.
  if (fields.length === 0) return settings;
  try {
    // The account that is chosen after the consent may be part of it.
    const isLater = type === "oauth2" && oauth2?.accountSettings !== undefined;
    const base = isLater ? undefined : connector.baseAddress?.(settings);
    const isKnown = oauth2 !== undefined && !/\{\{\s*callback\./.test(oauth2.tokenUrl);
    const token = isKnown && renderAddress(compileAddress(oauth2.tokenUrl, oauth2.choices), { settings });
    for (const address of [base, token]) {
      const problem = address && outbound.refusal(address);
      if (problem) throw new BlockedAddressError(problem);
    }
  } catch (error) {
    if (error instanceof ConnectorError) throw toInputError(error);
    throw error;
  }
  return settings;
}

/** What a token request must know about an application that is being connected. */
export function buildTokenRequest(
  deps: RequestLogDeps & Pick<Deps, "outbound">,
  { scope, application }: ConnectRequest,
  parts: Pick<TokenRequest, "spec" | "client" | "settings" | "callback">,
): TokenRequest {
  const { slug, name } = application.connector.info;
  const fetch = createTokenFetch(deps, { scope, slug, connectionId: undefined });
  return { ...parts, outbound: { fetch }, name, nowMs: deps.clock.now().getTime() };
}

/** What belongs to tokens beside themselves: where they are used, and what the customer chose to connect with them. */
export interface TokenPlaces extends Pick<ConnectionSecrets, "settings" | "callback" | "client"> {
  account?: ProviderAccount;
}

/** Checks fresh tokens with the provider and stores them; throws `ConnectorError` when it refuses them. */
export async function saveTokens(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  { account, ...given }: TokenPlaces,
  tokens: Tokens,
): Promise<void> {
  const { values, refreshToken, expiresAt } = tokens;
  const places = { ...given, settings: { ...given.settings, ...account?.settings } };
  let checked: CheckResult | undefined;
  try {
    const { settings, callback } = places;
    const credential: Credential = { type: "oauth2", settings, callback, values };
    checked = await verifyCredential(deps, connecting, credential);
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code === "auth") throw error;
    // The code is used up: a provider that fails the check must not cost the customer the consent.
    deps.log.info(
      { slug: connecting.application.connector.info.slug, reason: error.message },
      "connection.unchecked",
    );
  }
  const secrets = { ...places, values, refreshToken };
  const identifier = account?.name;
  await createConnection(deps, connecting, { authType: "oauth2", secrets, expiresAt, checked, identifier });
}

/**
 * Connects with what the customer entered, a key or a client of their own, once the provider has accepted it; 400 if
 * it does not, and nothing is stored (platform-surface 4.2). `wanted` says which of the two is meant.
 */
export async function saveKeyConnection(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  typed: TypedValues,
  wanted?: AuthType,
): Promise<void> {
  const { auth, name } = connecting.application.connector.info;
  if (auth.yourApp) throw nothingToConnect(name);
  const kinds = (["keybased", "oauth2"] as const).filter(
    (type) => findTypedCredential(auth, type) !== undefined,
  );
  const type = wanted === undefined ? kinds[0] : kinds.find((kind) => kind === wanted);
  if (type !== undefined) return connectTyped(deps, connecting, typed, type);
  if (auth.keybased === undefined && auth.oauth2 === undefined) throw nobodySaidHow(name);
  throw badRequest(
    auth.keybased === undefined
      ? `${name} is connected with OAuth2, not with a key.`
      : `${name} is connected with a key, not with OAuth2.`,
  );
}

async function connectTyped(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  typed: TypedValues,
  type: AuthType,
): Promise<void> {
  const { application } = connecting;
  const credential = findTypedCredential(application.connector.info.auth, type);
  const settings = readConnectSettings(deps, application, type, typed);
  const fields = readTypedCredential(credential ?? { fields: [] }, typed);
  try {
    const minted = await mintFirst(deps, connecting, { type, settings, values: fields });
    const values = { ...fields, ...minted?.values };
    const checked = await verifyCredential(deps, connecting, { type, settings, values });
    const { expiresAt } = minted ?? {};
    const secrets = { settings, values };
    await createConnection(deps, connecting, { authType: type, secrets, expiresAt, checked });
  } catch (error) {
    throw toProviderApiError(application, error);
  }
}

/** The first token of a connection that gets one for what was entered; undefined for the others. */
async function mintFirst(
  deps: ConnectDeps,
  { scope, application }: ConnectRequest,
  { type, ...typed }: Pick<ConnectionSecrets, "settings" | "values"> & { type: AuthType },
): Promise<{ values: JsonObject; expiresAt: Date | undefined } | undefined> {
  const { auth, name, slug } = application.connector.info;
  const spec = findTypedCredential(auth, type)?.token;
  if (spec === undefined) return undefined;
  const nowMs = deps.clock.now().getTime();
  const outbound = { fetch: createTokenFetch(deps, { scope, slug, connectionId: undefined }) };
  const scopes = type === "oauth2" ? listScopes(application) : undefined;
  const { values, expiresAt } = await fetchMintedToken({ ...typed, spec, scopes, outbound, name, nowMs });
  return { values: { access_token: values.access_token ?? null }, expiresAt };
}

/** What a customer has just connected with. */
export interface NewConnection {
  authType: AuthType;
  secrets: ConnectionSecrets;
  expiresAt?: Date;
  /** The provider's response about the credential; absent if it could not be asked. */
  checked?: CheckResult;
  /** What the provider calls the account, if that is not what `checked` says. */
  identifier?: string;
}

/** Verifies a credential with the provider; undefined if it offers nothing to ask. Throws `ConnectorError`. */
async function verifyCredential(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  credential: Credential,
): Promise<CheckResult | undefined> {
  return connecting.application.connector.check?.(buildCheckCall(deps, connecting, credential));
}

/** A call that asks the provider about a credential before there is a connection. */
export function buildCheckCall(
  deps: ConnectDeps,
  { scope, application }: ConnectRequest,
  credential: Credential,
): BareCall {
  const { info } = application.connector;
  const cause = { kind: "check" } as const;
  const origin = { scope, slug: info.slug, connectionId: undefined, cause };
  const http = createLoggedHttp(deps, origin, () => listSecrets(info, credential), deps.outbound.request);
  return { credential, http, now: () => deps.clock.now().getTime() };
}

/**
 * Stores a connection, announces it and notifies what waits for it, all in one transaction. Throws LinkUsedError if
 * the link by which it is made was already used.
 */
export async function createConnection(
  deps: ConnectDeps,
  { scope, application, link, target }: ConnectRequest,
  { authType, secrets, expiresAt, checked, identifier = checked?.identifier }: NewConnection,
): Promise<void> {
  const { slug, name } = application.connector.info;
  const now = deps.clock.now();
  const refreshAt = getRenewalTime(now, expiresAt);
  const seal = createSecretEncrypter(deps.vault, secrets);
  const credential = { seal, identifier, expiresAt, refreshAt };
  const { id } = await deps.queue.transaction(async (tx) => {
    if (link !== undefined) await claimConnectLink(tx, link, now);
    await lockCustomApplication(tx, scope, application);
    const row = await saveConnection(tx, scope, { slug, authType, credential, now, target });
    const again = row.revision > 0;
    await insertNote(tx, row.id, {
      kind: again ? "reconnected" : "connected",
      at: now,
      message: again ? `${name} was connected again.` : `${name} was connected.`,
      scopes: checked?.scopes ?? parseGrantedScopes(secrets.values.scope),
      checked: checked !== undefined,
    });
    await notifyOfConnection(deps, tx, scope, { event: "Connection Created", slug, connectionId: row.id });
    await enqueueConnectionChange(deps, tx, scope, slug);
    if (application.connector.info.provider === "mcp")
      await deps.queue.enqueue(tx, readToolsTopic, { scope, slug });
    return row;
  });
  deps.log.info({ connection: id, slug, auth_type: authType }, "connection.created");
}
