import { type Html, type HtmlContent, html } from "../platform/http/html.ts";
import { FOCUS } from "./focus.ts";
import type { Words } from "./words/words.ts";

/** A notice at the top of a page; errors are announced at once. */
export function renderNotice(kind: "good" | "bad" | "warn", title: string, text: HtmlContent = ""): Html {
  const role = kind === "bad" ? "alert" : "status";
  return html`<div class="notice ${kind}" role="${role}"><strong>${title}</strong>${text !== "" && html`<p>${text}</p>`}</div>`;
}

/** The errors of a form, each with a link to its input. */
export function renderProblems(words: Words, problems: readonly { id?: string; text: string }[]): Html {
  const title = words.t("page.correct", { count: problems.length });
  const items = problems.map(
    ({ id, text }) => html`<li>${id === undefined ? text : html`<a href="#${id}">${text}</a>`}</li>`,
  );
  return html`<div class="notice bad" role="alert" tabindex="-1"${FOCUS}><strong>${title}</strong><ul>${items}</ul></div>`;
}
