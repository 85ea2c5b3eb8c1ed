import { setCustomerActor } from "../../audit-log/actor.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { StoredLanguages } from "../../pages/words/request-words.ts";
import { ApiError } from "../../platform/errors.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import { isSameText } from "../../platform/secret-text.ts";
import { findApplication } from "../catalog/application.ts";
import { ConnectorError } from "../connector.ts";
import { type ExpectedIssuer, findIssuer, isFromIssuer } from "../oauth2/issuer.ts";
import { isOwnState, parseStateId } from "../oauth2/state.ts";
import { exchangeCode } from "../oauth2/token-endpoint.ts";
import { TokenError } from "../oauth2/token-error.ts";
import { claimState, type OAuthStateRow } from "../store.ts";
import { type AccountQuestion, connectAccount, NoAccountError } from "./accounts/connect-account.ts";
import { findBrowserMark } from "./browser-mark.ts";
import { CallbackError, readCallbackValues } from "./callback-values.ts";
import {
  buildCallbackUrl,
  buildTokenRequest,
  type ConnectDeps,
  type ConnectRequest,
  readOAuthClient,
} from "./connect.ts";
import { LinkUsedError } from "./connect-link.ts";
import { type ReturnTarget, STATE_COLUMN, type StateSecrets } from "./start-consent.ts";

/** What the provider sent along with the customer. */
export interface Callback {
  slug: string;
  state?: string;
  code?: string;
  error?: string;
  iss?: string;
  /** All parameters, among them those that applications keep. */
  parameters: URLSearchParams;
  /** The `cookie` header, in which the browser that started the flow has its mark. */
  cookies?: string;
}

/** The possible outcomes of a connect; all but `connected` change nothing. */
export const OUTCOMES = [
  "connected",
  "declined",
  "refused",
  "misconfigured",
  "unexpected",
  "unreachable",
  "disabled",
  "noAccount",
  "stale",
  "elsewhere",
] as const;

/**
 * The outcome of a connect: `declined` by the customer; `refused`: the provider rejects its own code or token;
 * `misconfigured`: the provider does not accept the client or the request; `unexpected`: the response is not the
 * expected provider's, or lacks what the connection needs; `unreachable`: it gives no usable response; `disabled`: the application is no longer offered;
 * `noAccount`: the consent gives access to no account; `stale`: the flow is unknown, used or too old;
 * `elsewhere`: it was started in another browser.
 */
export type OutcomeKind = (typeof OUTCOMES)[number];

/** The end of a connect; without an application if the flow is `stale` or of another browser. */
export interface ConnectOutcome {
  kind: OutcomeKind;
  /** The application's name. */
  application?: string;
  back?: ReturnTarget;
  /** What is stored about the languages of its readers. */
  languages?: StoredLanguages;
}

// What providers send when the customer declined; the first is the standard's word.
const DECLINED = /^(access_denied|user_denied|user_cancel\w*|consent_declined)$/i;
const UNREACHABLE = /^(server_error|temporarily_unavailable)$/i;

/**
 * Finishes an OAuth2 connect, unless the customer must first choose an account: the state is used up whatever happens,
 * and only tokens issued by the provider are stored.
 */
export async function finishOAuth(
  deps: ConnectDeps,
  callback: Callback,
): Promise<ConnectOutcome | AccountQuestion> {
  const flow = await takeFlow(deps, callback);
  if (typeof flow === "string") return { kind: flow };
  const { scope, secrets, languages } = flow;
  const { back } = secrets;
  const application = await findApplication(deps, scope, callback.slug);
  const name = application?.connector.info.name ?? callback.slug;
  if (application?.enabled !== true) return { kind: "disabled", application: name, back, languages };
  const connecting = { scope, application, link: back?.link, target: secrets.target };
  let question: AccountQuestion | undefined;
  const kind = await finishConnect(deps, connecting, async () => {
    const { oauth2 } = application.connector.info.auth;
    checkIssuer(oauth2 ? findIssuer(oauth2, secrets.settings) : null, callback, secrets);
    const refusal = refusalOf(callback);
    if (refusal === undefined) question = await trade(deps, connecting, callback, secrets);
    return refusal;
  });
  return question ?? { kind, application: name, back, languages };
}

interface Flow {
  scope: AccountScope;
  secrets: StateSecrets;
  languages: StoredLanguages;
}

/**
 * The flow that a callback belongs to: started here, by this browser, and not finished yet; otherwise what is wrong.
 */
async function takeFlow(
  deps: ConnectDeps,
  { slug, state = "", cookies }: Callback,
): Promise<Flow | "stale" | "elsewhere"> {
  const id = parseStateId(state);
  const taken = id === undefined ? undefined : await claimState(deps.db, id);
  if (id === undefined || taken === undefined) return "stale";
  const { row, accountId, languages } = taken;
  const binding = { orgId: row.org_id, environment: row.environment, accountRowId: row.account_id, slug };
  const isOurs = isOwnState(deps.credentials.sessionSecret, state, binding);
  if (!isOurs || row.slug !== slug || row.expires_at <= deps.clock.now()) return "stale";
  const secrets = openState(deps, row);
  const { mark } = secrets;
  if (mark !== null && !isSame(mark, findBrowserMark(deps.config, cookies, id))) return "elsewhere";
  const account = { id: row.account_id, accountId };
  setCustomerActor({ ...binding, environment: row.environment, account });
  return { scope: { orgId: row.org_id, environment: row.environment, account }, secrets, languages };
}

function openState({ vault }: ConnectDeps, row: OAuthStateRow): StateSecrets {
  return parseJson(vault.open(row.secrets, STATE_COLUMN.identityOf(row.id)));
}

/** Deleted is the same as never there: states of older versions have no mark. */
function isSame(expected: string | undefined, given: string | undefined): boolean {
  return expected !== undefined && given !== undefined && isSameText(given, expected);
}

/**
 * Refuses a response of another server than the one to which the customer was sent, which must still be the
 * application's: the code of one server must never be sent to another (RFC 9207, D449).
 */
function checkIssuer(current: ExpectedIssuer | null, { iss }: Callback, { issuer }: StateSecrets): void {
  const expected = issuer === undefined ? current : issuer;
  if (expected?.id === current?.id && isFromIssuer(expected, iss)) return;
  throw new CallbackError("iss", "The callback is not from the server to which the customer was sent.");
}

/** The error that the callback itself reports. */
function refusalOf({ code, error }: Callback): OutcomeKind | undefined {
  if (error === undefined) return code === undefined ? "refused" : undefined;
  if (DECLINED.test(error)) return "declined";
  return UNREACHABLE.test(error) ? "unreachable" : "misconfigured";
}

/** The outcome of the work that ends a connect: `connected` unless it returns another one, or fails for a known reason. */
export async function finishConnect(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  work: () => Promise<OutcomeKind | undefined>,
): Promise<OutcomeKind> {
  try {
    return (await work()) ?? "connected";
  } catch (failure) {
    // The application lost its client, or its account or the connection to renew was deleted, while the customer was
    // giving consent.
    if (failure instanceof ApiError) return connecting.target === undefined ? "disabled" : "stale";
    if (failure instanceof LinkUsedError) return "stale";
    const kind = kindOf(failure);
    if (kind === undefined) throw failure;
    const reason = failure instanceof Error ? failure.message : "";
    const { slug } = connecting.application.connector.info;
    deps.log.warn({ slug, reason }, "connection.failed");
    return kind;
  }
}

async function trade(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  { slug, code = "", parameters }: Callback,
  { verifier, settings, back }: StateSecrets,
): Promise<AccountQuestion | undefined> {
  const { application } = connecting;
  const oauth = readOAuthClient(deps, application);
  const callback = readCallbackValues(oauth.spec.callback, (name) => parameters.getAll(name));
  const request = buildTokenRequest(deps, connecting, { ...oauth, settings, callback });
  const tokens = await exchangeCode(request, code, { redirectUri: buildCallbackUrl(deps, slug), verifier });
  return connectAccount(deps, connecting, { places: { settings, callback }, tokens, back });
}

function kindOf(failure: unknown): OutcomeKind | undefined {
  if (failure instanceof CallbackError) return "unexpected";
  if (failure instanceof NoAccountError) return "noAccount";
  if (failure instanceof TokenError) {
    const kinds = {
      dead: "refused",
      refused: "misconfigured",
      unavailable: "unreachable",
      incomplete: "unexpected",
    } as const;
    return kinds[failure.kind];
  }
  if (!(failure instanceof ConnectorError)) return undefined;
  if (failure.code === "auth") return "refused";
  return failure.code === "input" || failure.code === "blocked" ? "misconfigured" : "unreachable";
}
