import type { Application } from "../apps/application.ts";
import { html } from "../platform/http/html.ts";
import type { PageContent } from "../platform/pages/document.ts";
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
