import type { Application } from "../../apps/catalog/application.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, type HtmlContent, html } from "../../platform/http/html.ts";
import { buildVisitUrl, type Visit } from "../visit.ts";
import type { LastRun } from "./read-state.ts";

/** The icon of an application, or its initial; hidden from screen readers, because the name says the same. */
export function renderIcon({ connector }: Pick<Application, "connector">, large = false): Html {
  const { icon, name } = connector.info;
  const size = large ? " large" : "";
  if (icon === "")
    return html`<span class="icon letter${size}" aria-hidden="true">${name.slice(0, 1)}</span>`;
  return html`<img class="icon${size}" src="${icon}" alt="">`;
}

/** The link back to the list, above everything else. */
export function renderBackLink(visit: Visit): Html {
  return html`<a class="back" href="${buildVisitUrl(visit)}"><span class="arrow" aria-hidden="true">←</span> ${visit.words.t("page.back")}</a>`;
}

/** The link back to the company's page that the visitor came from. */
export function renderReturnLink({ returnTo, company, words }: Visit): Html {
  if (returnTo === undefined) return html``;
  return html`<p class="actions"><a class="button quiet" href="${returnTo}">${words.t("page.return", { company })}</a></p>`;
}

/** When a workflow of an application last ran, and whether that failed. */
export function renderLastRun(words: Words, { at, hasFailed }: LastRun): Html {
  const text = words.rich(hasFailed ? "state.lastRunFailed" : "state.lastRun", { when: words.moment(at) });
  return hasFailed ? html`<span class="failed">${text}</span>` : text;
}

export function renderApplicationHead(application: Application, title: string, text: string): Html {
  return html`<div class="head">${renderIcon(application, true)}<div><h1>${title}</h1>${text !== "" && html`<p>${text}</p>`}</div></div>`;
}

/** Whose account is connected, and who requested that: visitors must see that it is their own. */
export function renderAccountOwner({ company, link, words }: Visit): Html {
  const { askedBy, accountName, scope } = link;
  const { accountId } = scope.account;
  const isNamed = accountName !== undefined && accountName !== accountId;
  const id = html`<bdi>${accountId}</bdi>`;
  const account = isNamed ? words.rich("whose.name", { name: html`<bdi>${accountName}</bdi>`, id }) : id;
  const asker = askedBy && {
    name: askerOf(words, askedBy.client),
    through: words.rich("whose.through", { server: html`<bdi>${askedBy.server}</bdi>` }),
  };
  return html`<dl class="whose"><dt>${words.t("whose.company")}</dt><dd><bdi>${company}</bdi></dd><dt>${words.t("whose.account")}</dt><dd>${account}</dd>${asker && html`<dt>${words.t("whose.askedBy")}</dt><dd>${asker.name} <span class="muted">${asker.through}</span></dd>`}</dl>`;
}

function askerOf({ t, rich }: Words, client: string | null): Html {
  if (client === null) return html`${t("whose.agent")}`;
  return rich("whose.namedAgent", { name: html`<bdi>${client}</bdi>` });
}

/** A form that changes something, posted to a path within the link with the proof that it comes from there. */
export function renderPostForm(
  visit: Pick<Visit, "formToken" | "base" | "asked" | "carried">,
  path: string,
  {
    content,
    newWindow = false,
    isLive = false,
  }: { content: HtmlContent; newWindow?: boolean; isLive?: boolean },
): Html {
  return html`<form method="post" action="${buildVisitUrl(visit, path)}"${newWindow && html` target="_blank"`}${isLive && html` data-live`}><input type="hidden" name="form" value="${visit.formToken}">${content}</form>`;
}
