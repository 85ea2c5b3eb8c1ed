import type { Application } from "../../apps/catalog/application.ts";
import { needsConnection } from "../../apps/connector-auth.ts";
import { needsReauth } from "../../apps/schema.ts";
import type { ConnectionRow } from "../../apps/store.ts";
import type { PageContent } from "../../pages/document.ts";
import { renderNotice } from "../../pages/notice.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { getPageStatus, renderConnection } from "../pages/application-page.ts";
import { type RejectedForm, renderConnectForms } from "../pages/connect-form.ts";
import { renderAccountOwner, renderApplicationHead } from "../pages/pieces.ts";
import { buildVisitUrl, type Visit } from "../visit.ts";

export interface LinkView {
  readonly application: Application;
  readonly connections: readonly ConnectionRow[];
  readonly attempt?: RejectedForm;
  readonly notice?: Html;
}

/** The page of a link to one application: whose account it connects, who requested that, why, and the form. */
export function renderLinkPage(visit: Visit, view: LinkView): PageContent {
  const { application, connections, attempt, notice } = view;
  const { name, auth } = application.connector.info;
  const { link, words } = visit;
  const { t } = words;
  const title = t(needsConnection(auth) ? "app.connect" : "app.ready", { name });
  const isExpired = needsReauth(connections);
  return {
    status: getPageStatus(attempt, attempt !== undefined),
    title: attempt === undefined ? title : t("page.error", { title }),
    body: html`${renderApplicationHead(application, isExpired ? t("app.connectAgain", { name }) : title, "")}
${notice}
${link.sealedSettings === undefined && needsConnection(auth) && whyCard(words, name, connections)}
<section class="card" aria-labelledby="whose"><h2 id="whose">${t("whose.title")}</h2>${renderAccountOwner(visit)}${renderConnectForms(visit, application, attempt)}</section>
<p class="foot">${t("whose.warning")}</p>`,
  };
}

/** The same page after connecting; the link is used up. */
export function renderConnectedPage({ t }: Words, application: Application): PageContent {
  const { name } = application.connector.info;
  return {
    title: t("link.connected", { name }),
    body: html`${renderApplicationHead(application, t("link.connected", { name }), "")}${renderNotice("good", t("link.done"), t("link.doneText", { name }))}`,
  };
}

/** For a browser whose user belongs to a different account from the link's. */
export function renderOtherAccountPage(visit: Visit): PageContent {
  const { t } = visit.words;
  const title = t("link.other");
  return {
    status: 403,
    title,
    alone: true,
    body: html`<section class="card"><h1>${title}</h1><p>${t("link.otherText", { company: visit.company })}</p><p class="muted">${t("link.otherHelp")}</p><p><a class="button" href="${buildVisitUrl(visit)}">${t("link.openAgain")}</a></p></section>`,
  };
}

/** For a sign-in that has expired or began in another browser. */
export function renderSignInEndedPage({ t }: Words): PageContent {
  const title = t("link.signInEnded");
  return {
    status: 400,
    title,
    alone: true,
    body: html`<section class="card"><h1>${title}</h1><p>${t("link.signInEndedText")}</p></section>`,
  };
}

/** For a form that was sent after the sign-in had expired. */
export function renderSignInAgainPage(visit: Visit): PageContent {
  const { t } = visit.words;
  const title = t("link.signInAgain");
  return {
    status: 403,
    title,
    alone: true,
    body: html`<section class="card"><h1>${title}</h1><p>${t("link.signInAgainText")}</p><p><a class="button" href="${buildVisitUrl(visit)}">${t("link.signInButton")}</a></p></section>`,
  };
}

function whyCard(words: Words, name: string, connections: readonly ConnectionRow[]): Html {
  const lines = connections.map((row) => renderConnection(words, row));
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
