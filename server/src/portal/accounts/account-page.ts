import type { Application } from "../../apps/catalog/application.ts";
import { type ChoiceSecrets, isSame } from "../../apps/connections/accounts/connect-account.ts";
import type { PageContent } from "../../pages/document.ts";
import { renderNotice } from "../../pages/notice.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { renderApplicationHead } from "../pages/pieces.ts";
import { getScriptPath } from "../pages/script-route.ts";

// From this length, a list is easier to search than to read.
const SEARCHED_FROM = 9;

export interface AccountPageView {
  readonly application: Application;
  readonly choice: Pick<ChoiceSecrets, "accounts" | "previous">;
  /** The company that connects the account. */
  readonly company: string;
  /** The company's name for its customer. */
  readonly customer: string;
  /** Path of the page. */
  readonly path: string;
  /** The language in the address. */
  readonly lang: string | undefined;
  readonly search: string;
  readonly formToken: string;
  /** Whether the form named no account of the list. */
  readonly isRefused?: boolean;
}

/** The page on which a customer chooses which account of an application is connected. */
export function renderAccountPage(words: Words, view: AccountPageView): PageContent {
  const { application, choice, company, customer, path, lang, search, formToken, isRefused = false } = view;
  const { name } = application.connector.info;
  const { t } = words;
  const isLong = choice.accounts.length >= SEARCHED_FROM;
  const wanted = search.trim().toLowerCase();
  const found = choice.accounts
    .map((account, index) => ({
      account,
      index,
      text: `${account.name} ${account.detail ?? ""}`.toLowerCase(),
    }))
    .filter(({ text }) => text.includes(wanted));
  const rows = found.map(({ account, index, text }) => {
    const isCurrent = choice.previous !== undefined && isSame(account, choice.previous);
    return html`<li data-find="${text}"><button class="choice" name="account" value="${index}"><b><bdi>${account.name}</bdi></b>${isCurrent && html`<span class="state good">${t("account.current")}</span>`}${account.detail !== undefined && html`<span class="muted"><bdi>${account.detail}</bdi></span>`}</button></li>`;
  });
  const title = t("account.title", { name });
  return {
    status: isRefused ? 400 : 200,
    // A click on a surrounding page must not choose anything.
    alone: true,
    scripts: isLong ? [getScriptPath("live-list")] : [],
    title: isRefused ? t("page.error", { title }) : title,
    body: html`${renderApplicationHead(application, title, t("account.intro", { company }))}
${isRefused && renderNotice("bad", t("account.refused"), t("account.refusedText"))}
${renderLost(words, view)}
<dl class="whose"><dt>${t("whose.company")}</dt><dd><bdi>${company}</bdi></dd><dt>${t("whose.account")}</dt><dd><bdi>${customer}</bdi></dd></dl>
${isLong && renderSearch(words, view)}
<form method="post" action="${lang === undefined ? path : `${path}?lang=${lang}`}"><input type="hidden" name="form" value="${formToken}"><ul class="choices">${rows}</ul>
${isLong && html`<p role="status" data-none${found.length > 0 && html` hidden`}>${t("account.none")}</p>`}
<div class="actions"><button class="quiet" name="account" value="none">${t("account.cancel")}</button></div></form>`,
  };
}

/** That the account of the connection which is made again is no longer there. */
function renderLost({ t }: Words, { choice: { accounts, previous }, application }: AccountPageView): Html {
  if (previous === undefined || accounts.some((account) => isSame(account, previous))) return html``;
  const { name } = application.connector.info;
  const text = t("account.lostText", { name });
  const title =
    previous.name === undefined ? t("account.lost") : t("account.lostNamed", { account: previous.name });
  return renderNotice("warn", title, text);
}

function renderSearch({ t }: Words, { path, search, lang }: AccountPageView): Html {
  // A form sent by GET drops the query of its action.
  const kept = lang !== undefined && html`<input type="hidden" name="lang" value="${lang}">`;
  return html`<form class="search" method="get" action="${path}" role="search">${kept}<label class="sr" for="search">${t("account.search")}</label><input type="search" id="search" name="search" value="${search}" placeholder="${t("list.searchHint")}"><button class="quiet unscripted">${t("list.searchButton")}</button></form>`;
}
