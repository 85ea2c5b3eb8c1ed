import type { Application } from "../../apps/catalog/application.ts";
import { getConnectionName } from "../../apps/schema.ts";
import type { ConnectionRow } from "../../apps/store.ts";
import type { PageContent } from "../../pages/document.ts";
import type { Words } from "../../pages/words/words.ts";
import { html } from "../../platform/http/html.ts";
import { buildApplicationPath, buildVisitUrl, type Visit } from "../visit.ts";
import { renderApplicationHead, renderPostForm } from "./pieces.ts";

/** Asks for confirmation before an application is disconnected, or one connection to it. */
export function renderDisconnectPage(
  visit: Visit,
  application: Application,
  which?: { readonly connection: ConnectionRow; readonly isOnly: boolean },
): PageContent {
  const { slug, name: applicationName } = application.connector.info;
  const path = buildApplicationPath(slug);
  const { t } = visit.words;
  const isOne = which !== undefined && !which.isOnly;
  const name = isOne ? getConnectionName(which.connection, applicationName) : applicationName;
  const text = isOne ? t("leave.textOne", { name }) : t("leave.text", { name });
  // Others may be added while the page is open.
  const chosen = which && html`<input type="hidden" name="connection" value="${which.connection.id}">`;
  return {
    title: t("leave.title", { name }),
    body: html`${renderApplicationHead(application, t("leave.question", { name }), "")}<section class="card"><p>${text}</p>${renderPostForm(visit, `${path}/disconnect`, { content: html`${chosen}<div class="actions"><button class="danger">${t("leave.title", { name })}</button><a class="button quiet" href="${buildVisitUrl(visit, path)}">${t("leave.keep")}</a></div>` })}</section>`,
  };
}

/** Sends the browser to the provider; a redirect in reply to the form would be blocked by the form's policy. */
export function renderProviderRedirectPage(
  { t }: Words,
  application: Application,
  address: string,
): PageContent {
  const { name } = application.connector.info;
  return {
    title: t("connect.going", { name }),
    goTo: address,
    body: html`${renderApplicationHead(application, t("connect.goingNow", { name }), "")}<section class="card"><p>${t("connect.sending", { name })}</p><p><a class="button" href="${address}" rel="noreferrer">${t("connect.continue", { name })}</a></p></section>`,
  };
}

/** A page with nothing but a message. */
export function renderMessagePage(
  status: number,
  { title, text }: { title: string; text: string },
  back?: Visit,
): PageContent {
  return {
    status,
    title,
    body: html`<section class="card"><h1>${title}</h1><p>${text}</p>${back && html`<p><a href="${buildVisitUrl(back)}">${back.words.t("page.reopen")}</a></p>`}</section>`,
  };
}

/** For a link that is unknown, used or expired, without revealing which. */
export function renderDeadLinkPage({ t }: Words): PageContent {
  return renderMessagePage(410, { title: t("link.dead"), text: t("link.deadText") });
}
