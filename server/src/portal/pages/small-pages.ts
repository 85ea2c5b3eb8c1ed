import type { Application } from "../../apps/catalog/application.ts";
import { html } from "../../platform/http/html.ts";
import type { PageContent } from "../../platform/pages/document.ts";
import type { Words } from "../../platform/pages/words/words.ts";
import { addressOf, applicationPath, type Visit } from "../visit.ts";
import { headOf, postForm } from "./pieces.ts";

/** Asks once more before an application is disconnected. */
export function disconnectPage(visit: Visit, application: Application): PageContent {
  const { slug, name } = application.connector.info;
  const path = applicationPath(slug);
  const { t } = visit.words;
  return {
    title: t("leave.title", { name }),
    body: html`${headOf(application, t("leave.question", { name }), "")}<section class="card"><p>${t("leave.text", { name })}</p>${postForm(visit, `${path}/disconnect`, { content: html`<div class="actions"><button class="danger">${t("leave.title", { name })}</button><a class="button quiet" href="${addressOf(visit, path)}">${t("leave.keep")}</a></div>` })}</section>`,
  };
}

/** Sends the browser on to the provider; not as the answer to the form itself, whose policy would stop it on the way. */
export function leavePage({ t }: Words, application: Application, address: string): PageContent {
  const { name } = application.connector.info;
  return {
    title: t("connect.going", { name }),
    goTo: address,
    body: html`${headOf(application, t("connect.goingNow", { name }), "")}<section class="card"><p>${t("connect.sending", { name })}</p><p><a class="button" href="${address}" rel="noreferrer">${t("connect.continue", { name })}</a></p></section>`,
  };
}

/** A page that only says something. */
export function messagePage(
  status: number,
  { title, text }: { title: string; text: string },
  back?: Visit,
): PageContent {
  return {
    status,
    title,
    body: html`<section class="card"><h1>${title}</h1><p>${text}</p>${back && html`<p><a href="${addressOf(back)}">${back.words.t("page.reopen")}</a></p>`}</section>`,
  };
}

/** For a link that is unknown, used or expired: which of them is nobody's business. */
export function deadLinkPage({ t }: Words): PageContent {
  return messagePage(410, { title: t("link.dead"), text: t("link.deadText") });
}
