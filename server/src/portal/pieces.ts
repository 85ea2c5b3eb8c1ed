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
