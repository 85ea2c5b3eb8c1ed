import type { Application } from "../../apps/catalog/application.ts";
import { needsReauth } from "../../apps/schema.ts";
import type { ConnectionRow } from "../../apps/store.ts";
import { type Html, html } from "../../platform/http/html.ts";
import type { PageContent } from "../../platform/pages/document.ts";
import { noticeOf } from "../../platform/pages/notice.ts";
import type { Words } from "../../platform/pages/words/words.ts";
import { connectionLine, statusOf } from "../pages/application-page.ts";
import { connectForms, type RejectedForm } from "../pages/connect-form.ts";
import { headOf, whoseOf } from "../pages/pieces.ts";
import { addressOf, type Visit } from "../visit.ts";

/** What the page of a link to one application shows. */
export interface LinkView {
  readonly application: Application;
  readonly connections: readonly ConnectionRow[];
  readonly attempt?: RejectedForm;
  readonly notice?: Html;
}

/** The page of a link to one application: whose account it connects, who asks for that, why, and the form. */
export function linkPage(visit: Visit, view: LinkView): PageContent {
  const { application, connections, attempt, notice } = view;
  const { name, auth } = application.connector.info;
  const { link, words } = visit;
  const { t } = words;
  const title = t("app.connect", { name });
  const isExpired = needsReauth(connections);
  return {
    status: statusOf(attempt, attempt !== undefined),
    title: attempt === undefined ? title : t("page.error", { title }),
    body: html`${headOf(application, isExpired ? t("app.connectAgain", { name }) : title, "")}
${notice}
${link.sealedSettings === undefined && auth.yourApp === undefined && whyCard(words, name, connections)}
<section class="card" aria-labelledby="whose"><h2 id="whose">${t("whose.title")}</h2>${whoseOf(visit)}${connectForms(visit, application, attempt)}</section>
<p class="foot">${t("whose.warning")}</p>`,
  };
}

/** The same page once the connect is done; the link has served its purpose. */
export function connectedPage({ t }: Words, application: Application): PageContent {
  const { name } = application.connector.info;
  return {
    title: t("link.connected", { name }),
    body: html`${headOf(application, t("link.connected", { name }), "")}${noticeOf("good", t("link.done"), t("link.doneText", { name }))}`,
  };
}

/** For a browser whose user belongs to another account than the link. */
export function otherAccountPage(visit: Visit): PageContent {
  const { t } = visit.words;
  const title = t("link.other");
  return {
    status: 403,
    title,
    alone: true,
    body: html`<section class="card"><h1>${title}</h1><p>${t("link.otherText", { company: visit.company })}</p><p class="muted">${t("link.otherHelp")}</p><p><a class="button" href="${addressOf(visit)}">${t("link.openAgain")}</a></p></section>`,
  };
}

/** For a sign-in that has ended, or began in another browser. */
export function signInEndedPage({ t }: Words): PageContent {
  const title = t("link.signInEnded");
  return {
    status: 400,
    title,
    alone: true,
    body: html`<section class="card"><h1>${title}</h1><p>${t("link.signInEndedText")}</p></section>`,
  };
}

/** For a form that was sent after the sign-in had ended. */
export function signInAgainPage(visit: Visit): PageContent {
  const { t } = visit.words;
  const title = t("link.signInAgain");
  return {
    status: 403,
    title,
    alone: true,
    body: html`<section class="card"><h1>${title}</h1><p>${t("link.signInAgainText")}</p><p><a class="button" href="${addressOf(visit)}">${t("link.signInButton")}</a></p></section>`,
  };
}

function whyCard(words: Words, name: string, connections: readonly ConnectionRow[]): Html {
  const lines = connections.map((row) => connectionLine(words, row));
  const { title, text } = whyWords(words, name, connections);
  return html`<section class="card" aria-labelledby="why"><h2 id="why">${title}</h2><p>${text}</p>${lines}</section>`;
}

function whyWords(
  { t }: Words,
  name: string,
  connections: readonly ConnectionRow[],
): { title: string; text: string } {
  if (connections.length === 0) return { title: t("link.missing", { name }), text: t("link.missingText") };
  if (needsReauth(connections))
    return { title: t("link.ended", { name }), text: t("link.endedText", { name }) };
  return { title: t("link.connected", { name }), text: t("link.connectedText") };
}
