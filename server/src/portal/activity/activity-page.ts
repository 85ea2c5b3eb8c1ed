import type { PageContent } from "../../pages/document.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { renderBackLink, renderIcon } from "../pages/pieces.ts";
import { buildVisitUrl, type Visit } from "../visit.ts";
import type { ActivityFilter, ActivityItem, ActivityState } from "./read-activity.ts";

/** Path of the pages, relative to the link. */
export const ACTIVITY = "/activity";

export interface ActivityListView {
  readonly items: readonly ActivityItem[];
  readonly filter: ActivityFilter;
  readonly next: string | undefined;
}

/** What has run for the customer, newest first. */
export function renderActivityPage(visit: Visit, { items, filter, next }: ActivityListView): PageContent {
  const { t, rich } = visit.words;
  const { failed = false, slug, after } = filter;
  const all = html`<a href="${buildActivityUrl(visit, {})}">${t("list.showAll")}</a>`;
  const isFiltered = failed || slug !== undefined || after !== undefined;
  const empty = isFiltered ? rich("activity.emptyFiltered", { link: all }) : t("activity.empty");
  return {
    title: t("activity.title"),
    body: html`${renderBackLink(visit)}<div class="intro"><h1>${t("activity.title")}</h1><p>${t("activity.intro")}</p></div>
${renderFilter(visit, filter)}
${items.length > 0 ? renderActivityList(visit, items) : html`<p>${empty}</p>`}
${renderPager(visit, filter, next)}`,
  };
}

/** Executions, each with a link to its page. */
export function renderActivityList(visit: Visit, items: readonly ActivityItem[]): Html {
  return html`<ul class="flows">${items.map((item) => renderItem(visit, item))}</ul>`;
}

/** Address of the list with these filters. */
export function buildActivityUrl(visit: Visit, { after, failed, slug }: ActivityFilter): string {
  return buildVisitUrl(visit, ACTIVITY, {
    ...(failed && { state: "failed" }),
    ...(slug !== undefined && { application: slug }),
    ...(after !== undefined && { after }),
  });
}

function renderItem(visit: Visit, item: ActivityItem): Html {
  const { id, name, startedAt, application, reason } = item;
  const { words } = visit;
  const href = buildVisitUrl(visit, `${ACTIVITY}/${id}`);
  const icon = application && renderIcon(application);
  return html`<li class="flow linked">${icon}<div class="text"><a href="${href}">${name}</a><p>${renderActivityState(words, item)} <span class="muted">${words.moment(startedAt)}</span></p>${reason !== undefined && html`<p class="muted">${reason}</p>`}</div></li>`;
}

const TONES = {
  completed: "good",
  failed: "bad",
  waitsForReconnect: "warn",
  waitsForAnswer: "muted",
  running: "muted",
  waiting: "muted",
  stopped: "muted",
} as const satisfies Record<ActivityState, string>;

/** The state of an execution in words; never color alone. */
export function renderActivityState(
  { t }: Words,
  { state, awaited = "" }: Pick<ActivityItem, "state" | "awaited">,
): Html {
  const text =
    state === "waitsForReconnect"
      ? t("activity.waitsForReconnect", { name: awaited })
      : t(`activity.${state}`);
  return html`<span class="state ${TONES[state]}">${text}</span>`;
}

function renderFilter(visit: Visit, { failed = false, slug }: ActivityFilter): Html {
  const { t } = visit.words;
  const one = (isFailed: boolean, text: string) =>
    html`<li><a href="${buildActivityUrl(visit, { failed: isFailed, slug })}"${failed === isFailed && html` aria-current="page"`}>${text}</a></li>`;
  return html`<nav aria-label="${t("activity.filter")}"><ul class="steps">${one(false, t("activity.all"))}${one(true, t("activity.failures"))}</ul></nav>`;
}

function renderPager(visit: Visit, filter: ActivityFilter, next: string | undefined): Html {
  if (filter.after === undefined && next === undefined) return html``;
  const { t } = visit.words;
  const to = (after: string | undefined) => buildActivityUrl(visit, { ...filter, after });
  return html`<p class="actions">${filter.after !== undefined && html`<a class="button quiet" href="${to(undefined)}">${t("activity.newest")}</a>`}${next !== undefined && html`<a class="button quiet" href="${to(next)}">${t("activity.older")}</a>`}</p>`;
}
