import { getConnectionName } from "../../apps/schema.ts";
import { type ConnectionRow, MAX_CONNECTIONS, NEW_CONNECTION } from "../../apps/store.ts";
import type { UsedApplication } from "../../configs/used-connections.ts";
import { renderSelectInput } from "../../pages/input.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { getChosenConnection } from "../../workflows/definition/stored-values.ts";
import { buildApplicationPath, buildVisitUrl, type Visit } from "../visit.ts";
import type { SettingsWorkflow } from "./settings-steps.ts";
import { buildAccountName } from "./settings-values.ts";
import type { SettingsView } from "./settings-view.ts";

/**
 * The accounts that all workflows of the config use, by application: a choice where there are several, and where the
 * workflows need another application than the page's own, which account it is and how to connect one.
 */
export function renderSharedAccounts(visit: Visit, view: SettingsView): Html[] {
  const { accounts, slug } = view;
  return accounts.used.map((one) => {
    const { slug: named, name } = one.application.connector.info;
    const { words } = visit;
    const { t } = words;
    const label = accounts.used.length > 1 ? t("setup.accountOf", { application: name }) : t("setup.account");
    const isOther = named !== slug;
    const [only] = one.connections;
    const choice = sharedChoice(words, view, one, label);
    const fact =
      isOther &&
      only &&
      html`<p class="facts"><b>${label}</b> <bdi>${getConnectionName(only, name)}</bdi></p>`;
    const link = isOther && accounts.pages.has(named) && connectLink(visit, one);
    return html`${choice ?? fact}${link}`;
  });
}

/** The choices for one workflow alone, where other workflows use the application too. */
export function renderWorkflowAccounts(
  words: Words,
  view: SettingsView,
  { id, connections }: SettingsWorkflow,
): Html[] {
  const { used } = view.accounts;
  return used.flatMap((one) => {
    const { application, workflows } = one;
    const { slug, name } = application.connector.info;
    const typed = view.filled?.change.workflows?.find((given) => given.id === id)?.connections?.[slug];
    const stored = getChosenConnection(connections, slug);
    const chosen = typed === undefined ? stored : (typed ?? undefined);
    const isAlone = workflows.length < 2 || one.connections.length < 2;
    // A stored choice is shown until it is saved that there is none.
    if (!workflows.includes(id) || (isAlone && stored === undefined)) return [];
    const label =
      used.length > 1 ? words.t("setup.accountOf", { application: name }) : words.t("setup.account");
    const shared = nameOf(words, one, getShared(view, slug));
    const none = shared && words.t("setup.accountShared", { name: shared });
    return [accountSelect(words, one, { label, name: buildAccountName(slug, id), chosen, none })];
  });
}

function sharedChoice(
  words: Words,
  view: SettingsView,
  one: UsedApplication,
  label: string,
): Html | undefined {
  const { slug } = one.application.connector.info;
  const stored = getChosenConnection(view.config.connections, slug);
  if (one.connections.length < 2 && stored === undefined) return undefined;
  const chosen = getShared(view, slug);
  const name = nameOf(words, one, undefined);
  const none = name && words.t("setup.accountDefault", { name });
  return accountSelect(words, one, { label, name: buildAccountName(slug), chosen, none });
}

/** The connection chosen for all workflows, as typed or stored; undefined: the default one. */
function getShared({ config, filled }: SettingsView, slug: string): string | undefined {
  const typed = filled?.change.connections?.[slug];
  return typed === undefined ? getChosenConnection(config.connections, slug) : (typed ?? undefined);
}

/** What a chosen connection is called, or the default one. */
function nameOf(
  { t }: Words,
  { application, connections }: UsedApplication,
  chosen: string | undefined,
): string | undefined {
  const row = connections.find(({ id, is_default: isDefault }) =>
    chosen === undefined ? isDefault : id === chosen,
  );
  if (row === undefined) return chosen && t("setup.accountGone");
  return getConnectionName(row, application.connector.info.name);
}

function accountSelect(
  words: Words,
  { application, connections }: UsedApplication,
  given: { label: string; name: string; chosen: string | undefined; none: string | undefined },
): Html {
  const { label, name, chosen, none } = given;
  const nameFor = (row: ConnectionRow) => getConnectionName(row, application.connector.info.name);
  const choices = connections.map((row) => ({ value: row.id, name: nameFor(row) }));
  const isGone = chosen !== undefined && !connections.some((row) => row.id === chosen);
  const error = isGone ? words.t("setup.accountGoneHelp") : undefined;
  return renderSelectInput(
    { words, id: name, label, required: false, optional: false, error },
    {
      name,
      value: chosen,
      choices: isGone ? [...choices, { value: chosen, name: words.t("setup.accountGone") }] : choices,
      none,
    },
  );
}

function connectLink(visit: Visit, { application, connections }: UsedApplication): Html | undefined {
  const { slug, name } = application.connector.info;
  const { t } = visit.words;
  const path = buildApplicationPath(slug);
  if (connections.length === 0)
    return html`<p><a href="${buildVisitUrl(visit, path)}">${t("app.connect", { name })}</a></p>`;
  if (connections.length >= MAX_CONNECTIONS) return undefined;
  const address = buildVisitUrl(visit, path, { connection: NEW_CONNECTION });
  return html`<p><a href="${address}#connect">${t("app.another")}<span class="sr">: ${name}</span></a></p>`;
}
