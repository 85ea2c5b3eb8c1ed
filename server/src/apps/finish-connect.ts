import { ApiError } from "../platform/errors.ts";
import { enabledApplication } from "./application.ts";
import {
  type ConnectDeps,
  callbackUrl,
  oauthOf,
  type StateSecrets,
  stateIdentity,
  storeTokens,
  tokenRequest,
} from "./connect.ts";
import { ConnectorError } from "./connector.ts";
import { stateId, stateIsOurs } from "./oauth2/state.ts";
import { tradeCode } from "./oauth2/token-endpoint.ts";
import { TokenError } from "./oauth2/token-error.ts";
import { takeState } from "./store.ts";

/** What the provider sent along when it sent the customer back. */
export interface Callback {
  slug: string;
  state?: string;
  code?: string;
  error?: string;
}

/** How a connect ended: `stale` the flow is unknown, used or too old; `failed` the provider did not play along. */
export type ConnectOutcome =
  | { kind: "connected" | "declined" | "failed"; application: string }
  | { kind: "stale" };

/** Ends an OAuth2 connect: the state is used up whatever happens, and only tokens that the provider gave are stored. */
export async function finishOAuth(deps: ConnectDeps, callback: Callback): Promise<ConnectOutcome> {
  const { slug, state = "", code, error } = callback;
  const id = stateId(state);
  const taken = id === undefined ? undefined : await takeState(deps.db, id);
  if (taken === undefined) return { kind: "stale" };
  const { row, accountId } = taken;
  const binding = { orgId: row.org_id, environment: row.environment, accountRowId: row.account_id, slug };
  const isOurs = stateIsOurs(deps.credentials.sessionSecret, state, binding);
  if (!isOurs || row.slug !== slug || row.expires_at <= deps.clock.now()) return { kind: "stale" };

  const scope = {
    orgId: row.org_id,
    environment: row.environment,
    account: { id: row.account_id, accountId },
  };
  try {
    const application = await enabledApplication(deps, scope, slug);
    const { name } = application.connector.info;
    if (error === "access_denied") return { kind: "declined", application: name };
    if (code === undefined || error !== undefined) return { kind: "failed", application: name };
    const secrets: StateSecrets = JSON.parse(deps.vault.open(row.secrets, stateIdentity(row.id)));
    const { verifier, settings } = secrets;
    const request = tokenRequest(deps, application, { ...oauthOf(deps, application), settings });
    const redirectUri = callbackUrl(deps, slug);
    try {
      const tokens = await tradeCode(request, code, { redirectUri, verifier });
      await storeTokens(deps, { scope, application }, settings, tokens);
    } catch (failure) {
      if (!(failure instanceof TokenError) && !(failure instanceof ConnectorError)) throw failure;
      deps.log.warn({ slug, reason: failure.message }, "connection.failed");
      return { kind: "failed", application: name };
    }
    return { kind: "connected", application: name };
  } catch (failure) {
    // The application was disabled, or lost its client, while the customer was giving consent.
    if (failure instanceof ApiError) return { kind: "stale" };
    throw failure;
  }
}
