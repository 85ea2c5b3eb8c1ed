import type { Application } from "../apps/application.ts";
import { type Content, type Html, html } from "../platform/http/html.ts";
import type { Visit } from "./visit.ts";

/** The icon of an application, or its initial where it has none; it says nothing that the name does not. */
export function iconOf({ connector }: Application, large = false): Html {
  const { icon, name } = connector.info;
  const size = large ? " large" : "";
  if (icon === "")
    return html`<span class="icon letter${size}" aria-hidden="true">${name.slice(0, 1)}</span>`;
  return html`<img class="icon${size}" src="${icon}" alt="">`;
}

/** The top of an application's page. */
export function headOf(application: Application, title: string, text: string): Html {
  return html`<div class="head">${iconOf(application, true)}<div><h1>${title}</h1>${text !== "" && html`<p>${text}</p>`}</div></div>`;
}

/** Whose account is connected, and who asks for that: whoever goes on must see that it is their own. */
export function whoseOf({ company, link }: Visit): Html {
  const { askedBy, accountName, scope } = link;
  const { accountId } = scope.account;
  const isNamed = accountName !== undefined && accountName !== accountId;
  const name = isNamed && html` <span class="muted">(“<bdi>${accountName}</bdi>”)</span>`;
  return html`<dl class="whose"><dt>Company</dt><dd><bdi>${company}</bdi></dd><dt>Account</dt><dd><bdi>${accountId}</bdi>${name}</dd>${askedBy && html`<dt>Asked for by</dt><dd>${askerOf(askedBy.client)} <span class="muted">(through “<bdi>${askedBy.server}</bdi>”)</span></dd>`}</dl>`;
}

function askerOf(client: string | null): Html {
  return client === null ? html`an AI agent` : html`an AI agent that calls itself “<bdi>${client}</bdi>”`;
}

/** A form that changes something, with the proof that it comes from here. */
export function postForm(
  { formToken }: Pick<Visit, "formToken">,
  action: string,
  { content, newWindow = false }: { content: Content; newWindow?: boolean },
): Html {
  return html`<form method="post" action="${action}"${newWindow && html` target="_blank"`}><input type="hidden" name="form" value="${formToken}">${content}</form>`;
}

/** A day, for people, in UTC. */
export function dayOf(date: Date): Html {
  const text = date.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return html`<time datetime="${date.toISOString()}">${text}</time>`;
}
