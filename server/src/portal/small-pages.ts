import type { Application } from "../apps/application.ts";
import { needsReauth } from "../apps/schema.ts";
import type { ConnectionRow } from "../apps/store.ts";
import { type Html, html } from "../platform/http/html.ts";
import type { PageContent } from "../platform/pages/document.ts";
import { noticeOf } from "../platform/pages/notice.ts";
import { connectionLine } from "./application-page.ts";
import { type Attempt, connectForms } from "./connect-form.ts";
import { headOf, postForm } from "./pieces.ts";
import { applicationPath, type Visit } from "./visit.ts";

/** Asks once more before an application is disconnected. */
export function disconnectPage(visit: Visit, application: Application): PageContent {
  const { slug, name } = application.connector.info;
  const path = applicationPath(visit, slug);
  return {
    title: `Disconnect ${name}`,
    body: html`${headOf(application, `Disconnect ${name}?`, "")}<section class="card"><p>The stored access to ${name} and everything that is set up for it here are deleted. What uses this connection stops working. This cannot be undone; you can connect ${name} again later.</p>${postForm(visit, `${path}/disconnect`, { content: html`<div class="actions"><button class="danger">Disconnect ${name}</button><a class="button quiet" href="${path}">Keep it connected</a></div>` })}</section>`,
  };
}

/** Sends the browser on to the provider; not as the answer to the form itself, whose policy would stop it on the way. */
export function leavePage(application: Application, address: string): PageContent {
  const { name } = application.connector.info;
  return {
    title: `Going to ${name}`,
    goTo: address,
    body: html`${headOf(application, `Going to ${name}…`, "")}<section class="card"><p>You are being sent to ${name} to allow the access.</p><p><a class="button" href="${address}" rel="noreferrer">Continue to ${name}</a></p></section>`,
  };
}

/** What the page of a reconnect link shows. */
export interface ReconnectView {
  readonly application: Application;
  readonly connections: readonly ConnectionRow[];
  readonly attempt?: Attempt;
  readonly notice?: Html;
}

/** The page of a link to one application: why it is needed, and the form to connect. */
export function reconnectPage(visit: Visit, view: ReconnectView): PageContent {
  const { application, connections, attempt, notice } = view;
  const { name } = application.connector.info;
  const isExpired = needsReauth(connections);
  return {
    status: attempt === undefined ? 200 : 400,
    title: `${attempt === undefined ? "" : "Error: "}Connect ${name}`,
    waits: visit.framed,
    body: html`${headOf(application, isExpired ? `Connect ${name} again` : `Connect ${name}`, "")}
${notice}
<section class="card" aria-labelledby="why"><h2 id="why">${whyTitle(name, connections)}</h2>${whyText(name, connections)}${connections.map(connectionLine)}</section>
<section class="card">${connectForms(visit, application, attempt)}</section>`,
  };
}

/** The same page once the connect is done; the link has served its purpose. */
export function reconnectedPage(application: Application): PageContent {
  const { name } = application.connector.info;
  return {
    title: `${name} is connected`,
    body: html`${headOf(application, `${name} is connected`, "")}${noticeOf("good", "Thank you, that is all.", `What waited for ${name} goes on by itself. You can close this page.`)}`,
  };
}

/** A page that only says something. */
export function messagePage(status: number, title: string, text: string, back?: Visit): PageContent {
  return {
    status,
    title,
    body: html`<section class="card"><h1>${title}</h1><p>${text}</p>${back && html`<p><a href="${back.base}">Back to all applications</a></p>`}</section>`,
  };
}

/** For a link that is unknown, used or expired: which of them is nobody's business. */
export function deadLinkPage(): PageContent {
  return messagePage(
    410,
    "This link no longer works",
    "It has expired, was used already, or is not complete. Please ask for a new link where you got this one.",
  );
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
