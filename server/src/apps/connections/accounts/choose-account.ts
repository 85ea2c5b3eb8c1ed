import { setCustomerActor } from "../../../audit-log/actor.ts";
import type { AccountScope } from "../../../auth/scope.ts";
import type { StoredLanguages } from "../../../pages/words/request-words.ts";
import { parseJson } from "../../../platform/json/parse-json.ts";
import { isSameText } from "../../../platform/secret-text.ts";
import { findApplication } from "../../catalog/application.ts";
import type { ProviderAccount } from "../../connector.ts";
import { findBrowserMark } from "../browser-mark.ts";
import { type ConnectDeps, saveTokens } from "../connect.ts";
import { type ConnectOutcome, finishConnect } from "../finish-connect.ts";
import { claimChoice, findChoiceRow } from "./choice-store.ts";
import { CHOICE_COLUMN, type ChoiceSecrets } from "./connect-account.ts";

const ID = /^[A-Za-z0-9_-]{32}$/;

/** A choice that this browser can make. */
export interface AccountChoice {
  readonly id: string;
  readonly scope: AccountScope;
  readonly slug: string;
  readonly languages: StoredLanguages;
  readonly secrets: ChoiceSecrets;
}

/**
 * The choice of this id, for the browser that gave the consent: `stale` if it is unknown, made or expired, `elsewhere` in
 * another browser (D520).
 */
export async function findChoice(
  deps: ConnectDeps,
  id: string,
  cookies: string | undefined,
): Promise<AccountChoice | "stale" | "elsewhere"> {
  const row = ID.test(id) ? await findChoiceRow(deps.db, id, deps.clock.now()) : undefined;
  if (row === undefined) return "stale";
  const secrets: ChoiceSecrets = parseJson(deps.vault.open(row.secrets, CHOICE_COLUMN.identityOf(id)));
  const given = findBrowserMark(deps.config, cookies, id);
  if (given === undefined || !isSameText(given, secrets.mark)) return "elsewhere";
  const scope = {
    orgId: row.org_id,
    environment: row.environment,
    account: { id: row.account_id, accountId: row.account_name },
  };
  setCustomerActor(scope);
  return { id, scope, slug: row.slug, languages: row.languages, secrets };
}

/**
 * Connects the chosen account, or none; the choice is used up whatever happens, and of concurrent attempts the first
 * counts.
 */
export async function chooseAccount(
  deps: ConnectDeps,
  { id, scope, slug, languages, secrets }: AccountChoice,
  account: ProviderAccount | undefined,
): Promise<ConnectOutcome> {
  const { places, target, back } = secrets;
  if (!(await claimChoice(deps.db, id))) return { kind: "stale", back, languages };
  const application = await findApplication(deps, scope, slug);
  const name = application?.connector.info.name ?? slug;
  const end = { application: name, back, languages };
  if (application?.enabled !== true) return { kind: "disabled", ...end };
  if (account === undefined) return { kind: "declined", ...end };
  const connecting = { scope, application, link: back?.link, target };
  const { expiresAt, ...rest } = secrets.tokens;
  const tokens = { ...rest, expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt) };
  const kind = await finishConnect(deps, connecting, async () => {
    await saveTokens(deps, connecting, { ...places, account }, tokens);
    return undefined;
  });
  return { kind, ...end };
}
