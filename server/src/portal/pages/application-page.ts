import { type Application, listScopes } from "../../apps/catalog/application.ts";
import { describeOutcome } from "../../apps/connections/callback-page.ts";
import { OUTCOMES, type OutcomeKind } from "../../apps/connections/finish-connect.ts";
import { needsConnection } from "../../apps/connector-auth.ts";
import { getConnectionName, needsReauth } from "../../apps/schema.ts";
import { type ConnectionRow, findPreferred, MAX_CONNECTIONS, NEW_CONNECTION } from "../../apps/store.ts";
import type { PageContent } from "../../pages/document.ts";
import { renderTextInput } from "../../pages/input.ts";
import { renderNotice } from "../../pages/notice.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, html } from "../../platform/http/html.ts";
import type { OfferedWorkflow } from "../../workflows/table.ts";
import { buildApplicationPath, buildVisitUrl, type Visit } from "../visit.ts";
import { listAuthTypes, type RejectedForm, renderConnectForms } from "./connect-form.ts";
import {
  renderAccountOwner,
  renderApplicationHead,
  renderBackLink,
  renderLastRun,
  renderPostForm,
  renderReturnLink,
} from "./pieces.ts";
import { type ApplicationStates, NO_STATES } from "./read-state.ts";

export interface ApplicationView {
  readonly application: Application;
  readonly connections: readonly ConnectionRow[];
  readonly states?: ApplicationStates;
  /** What it does for the customer. */
  readonly workflows?: readonly Pick<OfferedWorkflow, "name" | "description">[];
  readonly attempt?: RejectedForm;
  /** `new`, or the connection that the form connects again; undefined: the default one. */
  readonly target?: string | undefined;
  /** What has just happened. */
  readonly notice?: Html;
  /** The section in which a connected application is set up. */
  readonly settings?: Html;
  /** Paths of the scripts that keep the settings up to date. */
  readonly scripts?: readonly string[];
  /** Whether the settings were refused. */
  readonly refused?: boolean;
  /** Whether the form that connects again is open from the start. */
  readonly unfolded?: boolean;
}

/** The page of one application: connect it, or see how it is connected, set it up and disconnect it. */
export function renderApplicationPage(visit: Visit, view: ApplicationView): PageContent {
  const { application, connections, attempt, target, settings, scripts, unfolded = false } = view;
  const isDenied = findRefused(view) !== undefined;
  const isRefused = attempt !== undefined || view.refused === true;
  const { name, description, auth } = application.connector.info;
  const isExpired = needsReauth(connections);
  const isOpen =
    connections.length === 0 || isExpired || isDenied || attempt !== undefined || target !== undefined;
  const forms = renderConnectForms(visit, application, attempt, target);
  const isAnother = target === NEW_CONNECTION;
  const { t } = visit.words;
  return {
    status: getPageStatus(attempt, isRefused),
    scripts,
    title: isRefused ? t("page.error", { title: name }) : name,
    body: html`${renderBackLink(visit)}
${renderApplicationHead(application, name, description)}
${view.notice}
${renderReturnLink(visit)}
${connections.length > 0 && connectedCard(visit, view, isExpired)}
${connections.length === 0 && renderPurpose(visit.words, view)}
${isOpen && html`<section class="card" aria-labelledby="connect"><h2 id="connect">${isAnother ? t("app.another") : connectTitle(visit.words, name, { isExpired: isExpired || isDenied || target !== undefined, isReady: !needsConnection(auth) })}</h2>${isAnother && html`<p class="muted">${t("app.anotherHelp")}</p>`}${renderAccountOwner(visit)}${forms}${renderScopes(visit, application)}</section>`}
${settings}
${!isOpen && html`<section class="card"><details class="only"${unfolded && html` open`}><summary>${t("app.connectAgain", { name })}</summary><p class="muted">${t("app.againHelp")}</p>${renderAccountOwner(visit)}${forms}</details></section>`}`,
  };
}

/** A fault of the provider, or of the network, is not the customer's. */
export function getPageStatus(attempt: RejectedForm | undefined, isRefused: boolean): number {
  if (attempt?.fault !== undefined) return 502;
  return isRefused ? 400 : 200;
}

function connectTitle(
  { t }: Words,
  name: string,
  { isExpired, isReady }: { isExpired: boolean; isReady: boolean },
): string {
  if (isReady) return t("app.ready", { name });
  return isExpired ? t("app.connectAgain", { name }) : t("app.connect", { name });
}

/** A notice about the result of connecting, in our own words; undefined if the address claims something impossible. */
export function renderOutcomeNotice(
  words: Words,
  { connector }: Application,
  given: string | undefined,
  connections: readonly ConnectionRow[],
): Html | undefined {
  const kind = OUTCOMES.find((one) => one === given);
  if (kind === undefined) return undefined;
  // Anybody can write an address: it says "connected" only if that is true.
  if (kind === "connected" && !connections.some(({ status }) => status === "active")) return undefined;
  const { title, text } = describeOutcome(words, { kind, application: connector.info.name });
  return renderNotice(TONES[kind] ?? "bad", title, text);
}

const TONES: Partial<Record<OutcomeKind, "good" | "warn">> = { connected: "good", declined: "warn" };

/** The connection that the form of the page connects again, if the provider refuses its credential. */
function findRefused({ connections, states = NO_STATES }: ApplicationView): ConnectionRow | undefined {
  return connections.find(
    ({ id, status, is_default: isDefault }) => status === "active" && isDefault && states.refused.has(id),
  );
}

function renderRefusal({ t }: Words, { auth_type: type }: ConnectionRow, name: string): Html {
  const text = t(type === "keybased" ? "app.refusedKey" : "app.refusedAccess", { name });
  return html`<p><span class="state warn">${t("state.refused")}</span></p><p class="muted">${text}</p>`;
}

function connectedCard(visit: Visit, view: ApplicationView, isExpired: boolean): Html {
  const { application, connections, states = NO_STATES } = view;
  const denied = findRefused(view);
  const { slug, name } = application.connector.info;
  const isRetrying = connections.some(({ id, status }) => status === "active" && states.retrying.has(id));
  const lastRun = states.lastRuns.get(slug);
  const { t } = visit.words;
  const path = buildApplicationPath(slug);
  const leave = html`<a href="${buildVisitUrl(visit, `${path}/disconnect`)}">${t("app.disconnect")}</a>`;
  const isSingle = connections.length === 1;
  const rows = isSingle
    ? connections.map((row) => renderConnection(visit.words, row))
    : renderConnectionList(visit, application, connections);
  const another = buildVisitUrl(visit, path, { connection: NEW_CONNECTION });
  const mayAdd = connections.length < MAX_CONNECTIONS;
  return html`<section class="card" aria-labelledby="state"><div class="facts"><h2 id="state">${t(isSingle ? "app.connection" : "app.connections")}</h2>${isSingle && leave}</div>${rows}${isExpired && html`<p class="muted">${t("app.expired", { name })}</p>`}${denied && renderRefusal(visit.words, denied, name)}${isRetrying && html`<p><span class="state warn">${t("state.retrying")}</span></p><p class="muted">${t("app.retrying", { name })}</p>`}${lastRun && html`<p class="muted">${renderLastRun(visit.words, lastRun)}</p>`}${mayAdd && html`<p><a href="${another}#connect">${t("app.another")}</a></p>`}</section>`;
}

/** Several connections, the default one first: their names and states, and what can be done with each. */
function renderConnectionList(
  visit: Visit,
  application: Application,
  connections: readonly ConnectionRow[],
): Html {
  // There may be one for each way to connect, of which one is in use.
  const inUse = findPreferred(
    application,
    connections.filter((row) => row.is_default),
  );
  const ordered = connections.toSorted(
    (one, other) => Number(other === inUse) - Number(one === inUse) || one.place - other.place,
  );
  return html`<ul class="plain">${ordered.map((row) => renderOwnConnection(visit, application, row, row === inUse))}</ul>`;
}

function renderOwnConnection(
  visit: Visit,
  application: Application,
  row: ConnectionRow,
  isDefault: boolean,
): Html {
  const { slug, name: applicationName } = application.connector.info;
  const { words } = visit;
  const { t } = words;
  const path = buildApplicationPath(slug);
  const name = getConnectionName(row, applicationName);
  const query = { connection: row.id };
  const again = html`<a class="button quiet" href="${buildVisitUrl(visit, path, query)}#connect">${t("app.connectAgain", { name })}</a>`;
  const leave = html`<a href="${buildVisitUrl(visit, `${path}/disconnect`, query)}">${t("app.disconnect")}<span class="sr"> ${name}</span></a>`;
  const send = (content: Html) =>
    renderPostForm(visit, `${path}/connections`, {
      content: html`<input type="hidden" name="connection" value="${row.id}">${content}`,
    });
  const makeDefault = send(
    html`<input type="hidden" name="default" value="true"><button class="quiet">${t("app.makeDefault")}<span class="sr"> ${name}</span></button>`,
  );
  const rename = send(
    html`${renderTextInput({ words, id: `name-${row.id}`, label: t("app.connectionName"), required: false }, { name: "name", type: "text", value: row.name ?? "", placeholder: name })}<div class="actions"><button class="quiet">${t("setup.save")}</button></div>`,
  );
  const ofOthers = html`<div class="actions">${row.status === "expired" && again}${makeDefault}${leave}</div>`;
  return html`<li class="workflow"><div class="facts"><h3><bdi>${name}</bdi></h3>${isDefault && html`<span class="muted">${t("app.default")}</span>`}</div>${renderConnection(words, row)}${isDefault ? html`<p class="muted">${t("app.defaultHelp")}</p>` : ofOthers}<details><summary>${t("app.rename")}<span class="sr"> ${name}</span></summary>${rename}</details></li>`;
}

/** The workflows that run once the application is connected and they are switched on. */
function renderPurpose({ t }: Words, { workflows = [] }: ApplicationView): Html {
  if (workflows.length === 0) return html``;
  return html`<section class="card" aria-labelledby="purpose"><h2 id="purpose">${t("app.does")}</h2><ul class="plain">${workflows.map(({ name, description }) => html`<li><b>${name}</b>${description !== "" && html`<p class="muted">${description}</p>`}</li>`)}</ul></section>`;
}

/** The access that the provider will ask for, as it calls it. */
function renderScopes(visit: Visit, application: Application): Html {
  const scopes = listScopes(application);
  if (scopes.length === 0 || !listAuthTypes(visit, application).includes("oauth2")) return html``;
  const { name } = application.connector.info;
  return html`<details><summary>${visit.words.t("app.asks", { name })}</summary><ul class="plain">${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul></details>`;
}

/** One connection: its identifier, and since when it exists. */
export function renderConnection({ t, rich, day }: Words, row: ConnectionRow): Html {
  const { identifier, connected_at: since } = row;
  if (row.status === "active") {
    const state = identifier === null ? t("state.connected") : t("state.connectedAs", { identifier });
    return html`<p><span class="state good">${state}</span> <span class="muted">${rich("state.since", { day: day(since) })}</span></p>`;
  }
  const state = identifier === null ? t("state.expired") : t("state.expiredAs", { identifier });
  return html`<p><span class="state warn">${state}</span> <span class="muted">${rich("state.connectedOn", { day: day(since) })}</span></p>`;
}
