import { type Html, type HtmlContent, html } from "../platform/http/html.ts";
import type { PageContent } from "./document.ts";
import { renderNotice } from "./notice.ts";
import type { Words } from "./words/words.ts";

/** A page about a decision. None may be framed: a click on a surrounding page must not decide anything. */
export function toDecisionPage(title: string, content: Omit<PageContent, "title">): PageContent {
  return { title, alone: true, ...content };
}

/** The title of what is decided, with what asks for it above. */
export function renderDecisionIntro(title: string, above?: HtmlContent): Html {
  return html`<div class="intro">${above !== undefined && html`<p class="muted">${above}</p>`}<h1>${title}</h1></div>`;
}

/** The form that decides; `due` says until when. */
export function renderDecisionForm(
  { t }: Words,
  { formToken, inputs, due }: { formToken: string; inputs?: HtmlContent; due: HtmlContent | undefined },
): Html {
  // The Enter key in an input presses the first button, so that one does nothing and is not "Approve".
  return html`<form method="post"><input type="hidden" name="form" value="${formToken}">${inputs}<div class="actions"><button disabled hidden></button><button name="decision" value="approve">${t("approval.approve")}</button><button class="quiet" name="decision" value="reject" formnovalidate>${t("approval.reject")}</button></div>${due !== undefined && html`<p class="help">${due}</p>`}</form>`;
}

/** Shows a decision; without a title, nothing else. */
export function renderDecidedPage(
  { t }: Words,
  approved: boolean,
  { title, above, text }: { title: string | undefined; above?: HtmlContent; text: HtmlContent },
): PageContent {
  const decision = approved ? "approved" : "rejected";
  const decided = t(`approval.${decision}`);
  return toDecisionPage(title === undefined ? decided : t(`approval.${decision}Title`, { title }), {
    body: html`${title !== undefined && renderDecisionIntro(title, above)}${renderNotice(approved ? "good" : "warn", decided, text)}`,
  });
}

/** For a request that could not be carried out, or a state in which nothing can be decided. */
export function renderDecisionMessage(
  status: number,
  { title, text }: { title: string; text: string },
): PageContent {
  const body = html`<section class="card"><h1>${title}</h1><p>${text}</p></section>`;
  return toDecisionPage(title, { status, body });
}

/** For a link that is unknown or incomplete. */
export function renderDeadDecisionPage({ t }: Words): PageContent {
  return renderDecisionMessage(404, { title: t("approval.dead"), text: t("approval.deadText") });
}

/** For a form that no page of ours sent. */
export function renderForeignDecisionPage({ t }: Words): PageContent {
  return renderDecisionMessage(403, { title: t("problem.strangeForm"), text: t("problem.strangeFormText") });
}
