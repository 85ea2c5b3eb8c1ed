import type { Application } from "../../apps/catalog/application.ts";
import { needsConnection } from "../../apps/connector-auth.ts";
import { needsReauth } from "../../apps/schema.ts";
import type { ConnectionRow } from "../../apps/store.ts";
import type { PageContent } from "../../pages/document.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { ACTIVITY } from "../activity/activity-page.ts";
import type { OwnWorkflowsAccess } from "../own-workflows/own-workflows-access.ts";
import { WORKFLOWS } from "../own-workflows/pages.ts";
import { buildApplicationPath, buildVisitUrl, type Visit } from "../visit.ts";
import { splitByCategory } from "./categories.ts";
import { renderIcon, renderLastRun } from "./pieces.ts";
import { type ApplicationStates, NO_STATES } from "./read-state.ts";
import { getScriptPath } from "./script-route.ts";

// From this length, a list is easier to search than to read.
const SEARCHED_FROM = 9;

export interface ListView {
  /** Enabled ones only. */
  readonly applications: readonly Application[];
  readonly connections: readonly ConnectionRow[];
  readonly states?: ApplicationStates;
  /** Whether the organization chose an order, which groups would break up. */
  readonly isSorted?: boolean;
  /** The customer's search text. */
  readonly search: string;
  readonly notice?: Html;
  /** Whether the customer can connect an assistant to something. */
  readonly hasAssistants: boolean;
  /** Whether the customer can see what has run. */
  readonly hasActivity?: boolean;
  /** What the customer may do with its own workflows, if anything. */
  readonly ownWorkflows?: OwnWorkflowsAccess | undefined;
}

/** The first page of the portal: every offered application, connected ones first. */
export function renderListPage(visit: Visit, view: ListView): PageContent {
  const { applications, connections, search, notice, hasAssistants, ownWorkflows, hasActivity } = view;
  const { states = NO_STATES } = view;
  const { t } = visit.words;
  const rows = applications
    .filter(({ connector }) => matches(search, connector.info.name, connector.info.description))
    .map((application) => ({
      application,
      own: connections.filter(({ slug }) => slug === application.connector.info.slug),
    }));
  const isReady = ({ application: { connector }, own }: ApplicationListItem) =>
    own.length > 0 || !needsConnection(connector.info.auth);
  const connected = rows.filter(isReady);
  const available = rows.filter((row) => !isReady(row));
  const isLong = applications.length >= SEARCHED_FROM;
  const others =
    isLong && !view.isSorted
      ? splitByCategory(available).map(({ key, rows: own }) => section(visit, t(key), own, states))
      : section(
          visit,
          connected.length > 0 || hasActivity || hasAssistants || ownWorkflows ? t("list.available") : "",
          available,
          states,
        );
  return {
    scripts: isLong ? [getScriptPath("live-list")] : [],
    title: t("list.title"),
    body: html`<div class="intro"><h1>${t("list.title")}</h1><p>${t("list.intro")}</p></div>
${notice}
${isLong && searchForm(visit, search)}
${section(visit, t("list.connected"), connected, states)}
${connected.length === 0 && others}
${hasActivity && search === "" && activity(visit)}
${ownWorkflows && search === "" && ownWorkflowsEntry(visit, ownWorkflows)}
${hasAssistants && search === "" && assistants(visit)}
${connected.length > 0 && others}
${isLong && html`<p role="status" data-none hidden>${t("list.none")}</p>`}
${rows.length === 0 && html`<p>${applications.length === 0 ? t("list.empty") : nothingFound(visit, search)}</p>`}`,
  };
}

function matches(search: string, ...texts: readonly string[]): boolean {
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

function nothingFound(visit: Visit, search: string): Html {
  const { t, rich } = visit.words;
  const link = html`<a href="${buildVisitUrl(visit)}">${t("list.showAll")}</a>`;
  return rich("list.nothingFound", { search, link });
}

function searchForm({ base, asked, carried, words: { t } }: Visit, search: string): Html {
  // A form sent by GET drops the query of its action.
  const kept = Object.entries({ ...(asked !== undefined && { lang: asked }), ...carried });
  const inputs = kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<form class="search" method="get" action="${base}" role="search">${inputs}<label class="sr" for="search">${t("list.search")}</label><input type="search" id="search" name="search" value="${search}" placeholder="${t("list.searchHint")}"><button class="quiet unscripted">${t("list.searchButton")}</button></form>`;
}

interface ApplicationListItem {
  readonly application: Application;
  readonly own: readonly ConnectionRow[];
}

function section(
  visit: Visit,
  title: string,
  rows: readonly ApplicationListItem[],
  states: ApplicationStates,
): Html {
  if (rows.length === 0) return html``;
  return html`<section>${title !== "" && html`<h2 class="section-title">${title}</h2>`}<ul class="apps">${rows.map((row) => entry(visit, row, states))}</ul></section>`;
}

function ownWorkflowsEntry(visit: Visit, access: OwnWorkflowsAccess): Html {
  const { t } = visit.words;
  return html`<section><h2 class="section-title">${t("workflows.title")}</h2><ul class="apps"><li class="app"><span class="icon letter" aria-hidden="true">→</span><div class="text"><a href="${buildVisitUrl(visit, WORKFLOWS)}">${t(access === "build" ? "workflows.link" : "workflows.linkEnding")}</a><p>${t(access === "build" ? "workflows.intro" : "workflows.ending")}</p></div></li></ul></section>`;
}

function activity(visit: Visit): Html {
  const { t } = visit.words;
  return html`<section><h2 class="section-title">${t("activity.title")}</h2><ul class="apps"><li class="app"><span class="icon letter" aria-hidden="true">✓</span><div class="text"><a href="${buildVisitUrl(visit, ACTIVITY)}">${t("activity.link")}</a><p>${t("activity.intro")}</p></div></li></ul></section>`;
}

function assistants(visit: Visit): Html {
  const { t } = visit.words;
  return html`<section><h2 class="section-title">${t("list.assistants")}</h2><ul class="apps"><li class="app"><span class="icon letter" aria-hidden="true">${t("list.assistantsLetters")}</span><div class="text"><a href="${buildVisitUrl(visit, "/assistants")}">${t("list.assistantsLink")}</a><p>${t("list.assistantsIntro")}</p></div></li></ul></section>`;
}

function entry(visit: Visit, { application, own }: ApplicationListItem, states: ApplicationStates): Html {
  const { slug, name, description, auth } = application.connector.info;
  const { words } = visit;
  const lastRun = own.length > 0 ? states.lastRuns.get(slug) : undefined;
  const isOpen = auth.yourApp === undefined && !needsConnection(auth);
  const noSignIn = html`<span class="state good">${words.t("state.noSignIn")}</span>`;
  const state = isOpen ? noSignIn : own.length > 0 ? stateOf(words, own, states) : description;
  return html`<li class="app" data-find="${`${name} ${description}`.toLowerCase()}">${renderIcon(application)}<div class="text"><a href="${buildVisitUrl(visit, buildApplicationPath(slug))}">${name}</a><p>${state}</p>${lastRun && html`<p>${renderLastRun(words, lastRun)}</p>`}</div></li>`;
}

function stateOf(
  { t, rich }: Words,
  own: readonly ConnectionRow[],
  { retrying, refused }: ApplicationStates,
): Html {
  if (needsReauth(own)) return html`<span class="state warn">${t("state.reconnect")}</span>`;
  const active = own.filter(({ status }) => status === "active");
  if (active.every(({ id }) => refused.has(id)))
    return html`<span class="state warn">${t("state.refused")}</span>`;
  if (active.every(({ id }) => retrying.has(id) || refused.has(id)))
    return html`<span class="state warn">${t("state.retrying")}</span>`;
  const named = own.find(({ status, identifier }) => status === "active" && identifier !== null);
  const identifier = named?.identifier ?? null;
  const text = identifier === null ? t("state.connected") : rich("state.connectedAs", { identifier });
  return html`<span class="state good">${text}</span>`;
}
