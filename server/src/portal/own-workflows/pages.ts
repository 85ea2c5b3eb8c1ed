import type { PageContent } from "../../pages/document.ts";
import { renderNotice } from "../../pages/notice.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { renderBackLink, renderPostForm } from "../pages/pieces.ts";
import { buildVisitUrl, type Visit } from "../visit.ts";
import type { OwnWorkflowsAccess } from "./own-workflows-access.ts";

/** Path of the pages, relative to the link. */
export const WORKFLOWS = "/workflows";

/** A workflow of the customer's own. */
export interface OwnWorkflow {
  readonly id: string;
  readonly name: string;
  readonly isOn: boolean;
  /** Whether it has changes that are not running yet. */
  readonly isChanged: boolean;
}

export interface OwnWorkflowsView {
  readonly access: OwnWorkflowsAccess;
  readonly workflows: readonly OwnWorkflow[];
  readonly page: number;
  readonly hasNext: boolean;
  readonly notice?: Html | undefined;
  /** The name typed for a new workflow that could not be created. */
  readonly refusedName?: string | undefined;
}

/** Path of the page on which a workflow is edited. */
export function buildEditorPath(id: string): string {
  return `${WORKFLOWS}/${id}/edit`;
}

/**
 * A customer's own workflows: edits, switches, renames and deletes them, and starts new ones. If building is no
 * longer allowed, existing ones can still be switched off and deleted.
 */
export function renderOwnWorkflowsPage(visit: Visit, view: OwnWorkflowsView): PageContent {
  const { t } = visit.words;
  const { access, workflows, notice, page } = view;
  const mayBuild = access === "build";
  const none = mayBuild && html`<p>${t("workflows.empty")}</p>`;
  return {
    title: t("workflows.title"),
    body: html`${renderBackLink(visit)}<div class="intro"><h1>${t("workflows.title")}</h1><p>${t(mayBuild ? "workflows.intro" : "workflows.ending")}</p></div>
${notice}
${workflows.length > 0 ? html`<ul class="flows">${workflows.map((one) => entry(visit, one, mayBuild))}</ul>` : none}
${pager(visit, page, view.hasNext)}
${mayBuild && newForm(visit, view.refusedName)}`,
  };
}

function entry(visit: Visit, { id, name, isOn, isChanged }: OwnWorkflow, mayBuild: boolean): Html {
  const { t } = visit.words;
  const path = `${WORKFLOWS}/${id}`;
  const state = html`<span class="state ${isOn ? "good" : "muted"}">${t(isOn ? "workflows.on" : "workflows.off")}</span>${isChanged && html` <span class="muted">${t("workflows.changed")}</span>`}`;
  const named = html`<span class="sr">: ${name}</span>`;
  const turn = isOn
    ? html`<input type="hidden" name="published" value="false"><button class="quiet small">${t("workflows.switchOff")}${named}</button>`
    : mayBuild &&
      html`<input type="hidden" name="published" value="true"><button class="small">${t("workflows.switchOn")}${named}</button>`;
  const title = mayBuild
    ? html`<a href="${buildVisitUrl(visit, buildEditorPath(id))}">${name}</a>`
    : html`<b>${name}</b>`;
  const manage = t(mayBuild ? "workflows.manage" : "workflows.deleteTitle");
  return html`<li class="flow"><div class="text">${title}<p>${state}</p></div><div class="flow-actions">${turn && renderPostForm(visit, `${path}/publish`, { content: turn })}<a href="${buildVisitUrl(visit, path)}">${manage}${named}</a></div></li>`;
}

function pager(visit: Visit, page: number, hasNext: boolean): Html {
  if (page === 1 && !hasNext) return html``;
  const { t } = visit.words;
  const to = (other: number) => buildVisitUrl(visit, WORKFLOWS, { page: String(other) });
  return html`<p class="actions">${page > 1 && html`<a class="button quiet" href="${to(page - 1)}">${t("workflows.newer")}</a>`}${hasNext && html`<a class="button quiet" href="${to(page + 1)}">${t("workflows.older")}</a>`}</p>`;
}

function newForm(visit: Visit, refusedName: string | undefined): Html {
  const { t } = visit.words;
  const content = nameField(visit.words, refusedName ?? "", {
    isRefused: refusedName !== undefined,
    action: t("workflows.create"),
  });
  return html`<section class="card"><h2>${t("workflows.new")}</h2>${renderPostForm(visit, WORKFLOWS, { content })}</section>`;
}

function nameField(
  { t }: Words,
  name: string,
  { isRefused, action }: { readonly isRefused: boolean; readonly action: string },
): Html {
  const refused = isRefused && html` aria-invalid="true" aria-describedby="${REFUSED}"`;
  return html`<label for="name">${t("workflows.name")}</label><input type="text" id="name" name="name" value="${name}" maxlength="${LONGEST_NAME}" required autocomplete="off"${refused}>${isRefused && html`<p class="error" id="${REFUSED}">${t("workflows.nameMissing")}</p>`}<div class="actions"><button>${action}</button></div>`;
}

// Id of the error message for a name.
const REFUSED = "name-error";

/** The longest name that lists can show. */
export const LONGEST_NAME = 200;

/** Renames a workflow, if the customer may build, or deletes it. */
export function renderManageWorkflowPage(
  visit: Visit,
  { id, name }: Pick<OwnWorkflow, "id" | "name">,
  { access, refusedName }: Pick<OwnWorkflowsView, "access" | "refusedName">,
): PageContent {
  const { t } = visit.words;
  const path = `${WORKFLOWS}/${id}`;
  const fields = nameField(visit.words, refusedName ?? name, {
    isRefused: refusedName !== undefined,
    action: t("workflows.rename"),
  });
  const remove = html`<div class="actions"><button class="danger">${t("workflows.delete", { name })}</button></div>`;
  return {
    title: name,
    body: html`${backToWorkflows(visit)}<div class="intro"><h1>${name}</h1></div>
${access === "build" && html`<section class="card">${renderPostForm(visit, `${path}/rename`, { content: fields })}</section>`}
<section class="card"><h2>${t("workflows.deleteTitle")}</h2><p>${t("workflows.deleteText")}</p>${renderPostForm(visit, `${path}/delete`, { content: remove })}</section>`,
  };
}

function backToWorkflows(visit: Visit): Html {
  return html`<a class="back" href="${buildVisitUrl(visit, WORKFLOWS)}"><span class="arrow" aria-hidden="true">←</span> ${visit.words.t("workflows.title")}</a>`;
}

/** What was just done, as the address says. */
export const WORKFLOW_NOTICES = ["on", "off", "renamed", "deleted"] as const;

export function renderWorkflowNotice(
  { t }: Words,
  done: (typeof WORKFLOW_NOTICES)[number] | undefined,
): Html | undefined {
  if (done === undefined) return undefined;
  const texts = {
    on: t("workflows.switchedOn"),
    off: t("workflows.switchedOff"),
    renamed: t("workflows.renamed"),
    deleted: t("workflows.deleted"),
  };
  return renderNotice("good", texts[done]);
}

/** Says that a workflow cannot be switched on as it is. */
export function renderRefusedNotice(
  { t, rich }: Words,
  visit: Visit,
  { id, name }: Pick<OwnWorkflow, "id" | "name">,
): Html {
  const link = html`<a href="${buildVisitUrl(visit, buildEditorPath(id))}">${t("workflows.openRefused")}</a>`;
  return renderNotice("bad", name, rich("workflows.refused", { link }));
}
