import { describeSealed } from "../../../platform/root-key/sealed-column.ts";
import type { JsonObject, ProviderAccount } from "../../connector.ts";
import { createStateId, STATE_TTL_MS } from "../../oauth2/state.ts";
import type { Tokens } from "../../oauth2/token-endpoint.ts";
import { findConnections } from "../../store.ts";
import { createBrowserMark } from "../browser-mark.ts";
import { buildCheckCall, type ConnectDeps, type ConnectRequest, saveTokens } from "../connect.ts";
import { decryptConnectionSecrets } from "../credential.ts";
import type { ReturnTarget } from "../start-consent.ts";
import { insertChoice } from "./choice-store.ts";

export const CHOICE_COLUMN = describeSealed("account_choices", "secrets");

/** What a customer has consented to. */
export interface Consent {
  readonly places: { readonly settings: JsonObject; readonly callback: JsonObject | undefined };
  readonly tokens: Tokens;
  /** Absent if the connect ends with a page of its own. */
  readonly back: ReturnTarget | undefined;
}

/** Where a choice keeps what connecting the chosen account will need. */
export interface ChoiceSecrets {
  readonly places: Consent["places"];
  readonly tokens: Omit<Tokens, "expiresAt"> & { readonly expiresAt: string | undefined };
  readonly accounts: readonly ProviderAccount[];
  /** The account that is connected so far. */
  readonly previous: PreviousAccount | undefined;
  readonly target: string | undefined;
  readonly back: ReturnTarget | undefined;
  /** The mark of the browser in which the consent was given. */
  readonly mark: string;
}

/** A page on which the customer chooses one of several accounts, for the browser that gets the cookie. */
export interface AccountQuestion {
  readonly choiceId: string;
  readonly cookie: string;
  readonly lang: string | undefined;
}

/** A consent gives access to no account that could be connected. */
export class NoAccountError extends Error {
  override readonly name = "NoAccountError";
}

/**
 * Connects the account that a consent gives access to, or asks which one if that is not certain (D517). Throws
 * `NoAccountError` if there is none, and what the provider's refusal throws.
 */
export async function connectAccount(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  consent: Consent,
): Promise<AccountQuestion | undefined> {
  const { places, tokens } = consent;
  const accounts = await listAccounts(deps, connecting, consent);
  if (accounts === undefined) {
    await saveTokens(deps, connecting, places, tokens);
    return undefined;
  }
  if (accounts.length === 0) throw new NoAccountError("The consent gives access to no account.");
  const previous = await findPrevious(deps, connecting);
  const account = findCertain(accounts, previous);
  if (account === undefined) return ask(deps, connecting, consent, { accounts, previous });
  await saveTokens(deps, connecting, { ...places, account }, tokens);
  return undefined;
}

/** The accounts that fresh tokens give access to; undefined if the application does not ask for them. */
export async function listAccounts(
  deps: ConnectDeps,
  connecting: ConnectRequest,
  { places: { settings, callback }, tokens: { values } }: Omit<Consent, "back">,
): Promise<ProviderAccount[] | undefined> {
  const credential = { type: "oauth2", settings, callback, values } as const;
  return connecting.application.connector.accounts?.(buildCheckCall(deps, connecting, credential));
}

interface PreviousAccount {
  readonly name: string | undefined;
  readonly settings: JsonObject;
  readonly isExpired: boolean;
}

/** The account of the connection that is made again; none for `new`, which is no connection's id. */
async function findPrevious(
  { database, vault }: ConnectDeps,
  { scope, application, target }: ConnectRequest,
): Promise<PreviousAccount | undefined> {
  const { slug, auth } = application.connector.info;
  const rows = await findConnections(database, scope, slug, target);
  const row = rows.find(({ auth_type: type }) => type === "oauth2");
  if (row === undefined) return undefined;
  const { settings } = decryptConnectionSecrets(vault, row);
  const isKnown = (auth.oauth2?.accountSettings ?? []).every((name) => Object.hasOwn(settings, name));
  if (!isKnown) return undefined;
  return { name: row.name ?? row.identifier ?? undefined, settings, isExpired: row.status === "expired" };
}

/** The one account that there is, or that an expired connection had; never another one than it had (D513). */
function findCertain(
  accounts: readonly ProviderAccount[],
  previous: PreviousAccount | undefined,
): ProviderAccount | undefined {
  const [only] = accounts.length === 1 ? accounts : [];
  if (previous === undefined) return only;
  const same = accounts.find((account) => isSame(account, previous));
  return previous.isExpired || only === same ? same : undefined;
}

/** Whether an account is the one of a connection. */
export function isSame(account: ProviderAccount, { settings }: Pick<PreviousAccount, "settings">): boolean {
  return Object.entries(account.settings).every(([name, value]) => settings[name] === value);
}

async function ask(
  deps: ConnectDeps,
  { scope, application, target }: ConnectRequest,
  { places, tokens, back }: Consent,
  known: Pick<ChoiceSecrets, "accounts" | "previous">,
): Promise<AccountQuestion> {
  const id = createStateId();
  const { mark, cookie } = createBrowserMark(deps.config, id);
  const sealed = { ...tokens, expiresAt: tokens.expiresAt?.toISOString() };
  const secrets: ChoiceSecrets = { places, tokens: sealed, ...known, target, back, mark };
  await insertChoice(deps.db, {
    id,
    org_id: scope.orgId,
    environment: scope.environment,
    account_id: scope.account.id,
    slug: application.connector.info.slug,
    secrets: deps.vault.seal(JSON.stringify(secrets), CHOICE_COLUMN.identityOf(id)),
    expires_at: new Date(deps.clock.now().getTime() + STATE_TTL_MS),
  });
  return { choiceId: id, cookie, lang: back?.lang };
}
