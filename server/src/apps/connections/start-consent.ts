import { readOrganization } from "../../auth/organizations/organizations.ts";
import { badRequest } from "../../platform/errors.ts";
import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import { hasCustomerClients, listScopes } from "../catalog/application.ts";
import type { JsonObject } from "../connector.ts";
import type { OAuth2Spec, OAuthClient } from "../connector-auth.ts";
import { buildConsentUrl } from "../oauth2/authorize.ts";
import { type ExpectedIssuer, findIssuer } from "../oauth2/issuer.ts";
import { createPkce, createStateId, STATE_TTL_MS, signState } from "../oauth2/state.ts";
import { insertState } from "../store.ts";
import { createBrowserMark } from "./browser-mark.ts";
import {
  buildCallbackUrl,
  type ConnectDeps,
  type ConnectRequest,
  readConnectSettings,
  readOAuthClient,
  type TypedValues,
} from "./connect.ts";
import { createConnectLink } from "./connect-link.ts";
import { toProviderApiError } from "./provider-error.ts";

export const STATE_COLUMN = describeSealed("oauth_states", "secrets");

/** Where the callback sends the customer: the page of a connect link. */
export interface ReturnTarget {
  /** The link's token. */
  link: string;
  /** Consent has a window of its own and ends there. */
  window?: "new";
  /** The language that was requested for the page. */
  lang?: string;
  /**
   * The company's page to which the portal finally leads back, already checked. Flows have no target of their own,
   * which would be an open redirect.
   */
  returnTo?: string;
}

/** Where a state keeps what the callback will need. */
export interface StateSecrets {
  verifier?: string;
  settings: JsonObject;
  /** Whose response is expected; null if that is not known. Absent in states of older versions. */
  issuer?: ExpectedIssuer | null;
  /** `new`, or the id of the connection to connect again. */
  target?: string;
  /** The mark that the starting browser must show; null if the organization vouches for that itself. */
  mark: string | null;
  /** Absent if the callback ends with a page of its own. */
  back?: ReturnTarget;
}

const LINK_MS = 60 * 60_000;

/**
 * The URL at which the customer's browser starts an OAuth2 connect: a page of ours that names the account, valid for
 * an hour and one connect (platform-surface 4.1), which asks for the client if customers bring their own. 400 if the
 * organization's client connects without consent.
 */
export async function createConsentLink(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  typed: TypedValues,
): Promise<string> {
  const { scope, target } = connecting;
  const { slug } = connecting.application.connector.info;
  const linkTo = async (settings: JsonObject) =>
    (await createConnectLink(deps, scope, { slug, target, settings, ttlMs: LINK_MS })).url;
  // Nothing was entered yet: a secret does not belong in a URL, so the page asks for everything.
  if (hasCustomerClients(connecting.application)) return linkTo({});
  const consent = readConsent(deps, connecting, typed);
  // Problems of the URL are for the caller, not for the customer.
  addressFor(deps, connecting, consent, { state: createStateId() });
  return linkTo(consent.settings);
}

/** The same for API keys: the provider's own URL if the organization wants that. */
export async function createConsentLinkByKey(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  typed: TypedValues,
): Promise<string> {
  const { provider_oauth_url: leadsToProvider } = await readOrganization(deps.db, connecting.scope.orgId);
  if (!leadsToProvider || hasCustomerClients(connecting.application))
    return createConsentLink(deps, connecting, typed);
  return beginFlow(deps, connecting, readConsent(deps, connecting, typed), {
    id: createStateId(),
    mark: null,
  });
}

/** Starts an OAuth2 connect in the browser that gets the cookie: no other one can finish it. */
export async function startConsent(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  typed: TypedValues,
  back: ReturnTarget,
): Promise<{ address: string; cookie: string }> {
  const id = createStateId();
  const { mark, cookie } = createBrowserMark(deps.config, id);
  const consent = readConsent(deps, connecting, typed);
  return { address: await beginFlow(deps, connecting, consent, { id, mark, back }), cookie };
}

interface ConsentContext {
  spec: OAuth2Spec;
  client: OAuthClient;
  settings: JsonObject;
}

function readConsent(deps: ConnectDeps, { application }: ConnectRequest, typed: TypedValues): ConsentContext {
  const { spec, client } = readOAuthClient(deps, application);
  if (spec.grant !== "authorization_code") {
    throw badRequest("This application is connected without consent: send POST to its integrate address.");
  }
  return { spec, client, settings: readConnectSettings(deps, application, "oauth2", typed) };
}

function addressFor(
  deps: ConnectDeps,
  { application }: ConnectRequest,
  consent: ConsentContext,
  { state, challenge }: { state: string; challenge?: string },
): string {
  const redirectUri = buildCallbackUrl(deps, application.connector.info.slug);
  const { refusal, browserUrl } = deps.outbound;
  const scopes = listScopes(application);
  try {
    return browserUrl(buildConsentUrl({ ...consent, scopes, redirectUri, state, challenge, refusal }));
  } catch (error) {
    throw toProviderApiError(application, error);
  }
}

async function beginFlow(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  consent: ConsentContext,
  { id, ...begun }: { id: string } & Pick<StateSecrets, "mark" | "back">,
): Promise<string> {
  const { scope, target } = connecting;
  const { orgId, environment, account } = scope;
  const { slug } = connecting.application.connector.info;
  const now = deps.clock.now();
  const pkce = consent.spec.pkce ? createPkce() : undefined;
  const binding = { orgId, environment, accountRowId: account.id, slug };
  const state = signState(deps.credentials.sessionSecret, id, binding);
  const url = addressFor(deps, connecting, consent, { state, challenge: pkce?.challenge });
  const { spec, settings } = consent;
  const issuer = findIssuer(spec, settings);
  const secrets: StateSecrets = { verifier: pkce?.verifier, settings, issuer, target, ...begun };
  await insertState(
    deps.db,
    {
      id,
      org_id: orgId,
      environment,
      account_id: account.id,
      slug,
      secrets: deps.vault.seal(JSON.stringify(secrets), STATE_COLUMN.identityOf(id)),
      expires_at: new Date(now.getTime() + STATE_TTL_MS),
    },
    now,
  );
  return url;
}
