import type { Application } from "../apps/application.ts";
import { needsReauth } from "../apps/schema.ts";
import type { ConnectionRow } from "../apps/store.ts";
import { type Html, html } from "../platform/http/html.ts";
import type { PageContent } from "../platform/pages/document.ts";
import { noticeOf } from "../platform/pages/notice.ts";
import { connectionLine } from "./application-page.ts";
import { type Attempt, connectForms } from "./connect-form.ts";
import { headOf, whoseOf } from "./pieces.ts";
import type { Visit } from "./visit.ts";

/** What the page of a link to one application shows. */
export interface LinkView {
  readonly application: Application;
  readonly connections: readonly ConnectionRow[];
  readonly attempt?: Attempt;
  readonly notice?: Html;
}

/** The page of a link to one application: whose account it connects, who asks for that, why, and the form. */
export function linkPage(visit: Visit, view: LinkView): PageContent {
  const { application, connections, attempt, notice } = view;
  const { name, auth } = application.connector.info;
  const { link } = visit;
  const isExpired = needsReauth(connections);
  return {
    status: attempt === undefined ? 200 : 400,
    title: `${attempt === undefined ? "" : "Error: "}Connect ${name}`,
    waits: visit.framed,
    body: html`${headOf(application, isExpired ? `Connect ${name} again` : `Connect ${name}`, "")}
${notice}
${link.sealedSettings === undefined && auth.yourApp === undefined && whyCard(name, connections)}
<section class="card" aria-labelledby="whose"><h2 id="whose">For this account</h2>${whoseOf(visit)}${connectForms(visit, application, attempt)}</section>
<p class="foot">Continue only if you started this yourself and the account above is yours: it gets whatever access you give. Otherwise close this page, and nothing changes.</p>`,
  };
}

/** The same page once the connect is done; the link has served its purpose. */
export function connectedPage(application: Application): PageContent {
  const { name } = application.connector.info;
  return {
    title: `${name} is connected`,
    body: html`${headOf(application, `${name} is connected`, "")}${noticeOf("good", "Thank you, that is all.", `What waited for ${name} goes on by itself. You can close this page.`)}`,
  };
}

/** For a browser whose user belongs to another account than the link. */
export function otherAccountPage(company: string, path: string): PageContent {
  const title = "This link is for another account";
  return {
    status: 403,
    title,
    alone: true,
    body: html`<section class="card"><h1>${title}</h1><p>You are signed in to ${company} with an account that did not ask for this. Nothing was connected.</p><p class="muted">If you have several accounts, sign in with the one whose assistant gave you the link, then open it again.</p><p><a class="button" href="${path}">Open the link again</a></p></section>`,
  };
}

/** For a sign-in that has ended, or began in another browser. */
export function signInEndedPage(): PageContent {
  const title = "This sign-in has ended";
  return {
    status: 400,
    title,
    alone: true,
    body: html`<section class="card"><h1>${title}</h1><p>It took too long, or began in another browser. Nothing was connected. Open the link that your assistant gave you once more, in this browser.</p></section>`,
  };
}

/** For a form that was sent after the sign-in had ended. */
export function signInAgainPage(path: string): PageContent {
  const title = "Sign in again";
  return {
    status: 403,
    title,
    alone: true,
    body: html`<section class="card"><h1>${title}</h1><p>Your sign-in has ended, so nothing was connected.</p><p><a class="button" href="${path}">Sign in and go on</a></p></section>`,
  };
}

function whyCard(name: string, connections: readonly ConnectionRow[]): Html {
  return html`<section class="card" aria-labelledby="why"><h2 id="why">${whyTitle(name, connections)}</h2>${whyText(name, connections)}${connections.map(connectionLine)}</section>`;
}

function whyTitle(name: string, connections: readonly ConnectionRow[]): string {
  if (connections.length === 0) return `${name} is not connected`;
  return needsReauth(connections) ? `The access to ${name} has ended` : `${name} is connected`;
}

function whyText(name: string, connections: readonly ConnectionRow[]): Html {
  if (connections.length === 0) return html`<p>Connect it to go on.</p>`;
  if (!needsReauth(connections)) {
    return html`<p>There is nothing that you must do. Connect again only to change the account or to renew the access.</p>`;
  }
  return html`<p>This happens when access is withdrawn at ${name}, when a password changes, or after some time. What uses this connection waits and goes on by itself as soon as you connect again.</p>`;
}
