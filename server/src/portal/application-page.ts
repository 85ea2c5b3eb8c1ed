import type { Application } from "../apps/application.ts";
import { outcomeWords } from "../apps/callback-page.ts";
import { OUTCOMES, type OutcomeKind } from "../apps/finish-connect.ts";
import { needsReauth } from "../apps/schema.ts";
import type { ConnectionRow } from "../apps/store.ts";
import { type Html, html } from "../platform/http/html.ts";
import type { PageContent } from "../platform/pages/document.ts";
import { noticeOf } from "../platform/pages/notice.ts";
import { type Attempt, connectForms } from "./connect-form.ts";
import { dayOf, headOf, whoseOf } from "./pieces.ts";
import { applicationPath, type Visit } from "./visit.ts";

/** Everything that an application's page shows. */
export interface ApplicationView {
  readonly application: Application;
  readonly connections: readonly ConnectionRow[];
  readonly attempt?: Attempt;
  /** What has just happened. */
  readonly notice?: Html;
  /** The part in which a connected application is set up. */
  readonly settings?: Html;
  /** What was set up did not fit. */
  readonly refused?: boolean;
}

/** The page of one application: connect it, or see how it is connected, set it up and disconnect it. */
export function applicationPage(visit: Visit, view: ApplicationView): PageContent {
  const { application, connections, attempt, settings } = view;
  const isRefused = attempt !== undefined || view.refused === true;
  const { name, description, auth } = application.connector.info;
  const isExpired = needsReauth(connections);
  const isOpen = connections.length === 0 || isExpired || attempt !== undefined;
  const forms = connectForms(visit, application, attempt);
  return {
    status: isRefused ? 400 : 200,
    title: isRefused ? `Error: ${name}` : name,
    waits: visit.framed,
    body: html`<a class="back" href="${visit.base}"><span aria-hidden="true">← </span>All applications</a>
${headOf(application, name, description)}
${view.notice}
${connections.length > 0 && connectedCard(visit, view, isExpired)}
${isOpen && html`<section class="card" aria-labelledby="connect"><h2 id="connect">${connectTitle(name, { isExpired, isReady: auth.yourApp !== undefined })}</h2>${whoseOf(visit)}${forms}</section>`}
${settings}
${!isOpen && html`<section class="card"><details class="only"><summary>Connect ${name} again</summary><p class="muted">Only needed to change the account or to renew the access.</p>${whoseOf(visit)}${forms}</details></section>`}`,
  };
}

function connectTitle(
  name: string,
  { isExpired, isReady }: { isExpired: boolean; isReady: boolean },
): string {
  if (isReady) return `${name} is ready`;
  return isExpired ? `Connect ${name} again` : `Connect ${name}`;
}

/** A notice about how a connect ended, in words of ours; undefined when the address says nothing that can be true. */
export function outcomeNotice(
  { connector }: Application,
  given: string | undefined,
  connections: readonly ConnectionRow[],
): Html | undefined {
  const kind = OUTCOMES.find((one) => one === given);
  if (kind === undefined) return undefined;
  // Anybody can write an address: only what is so is called connected.
  if (kind === "connected" && !connections.some(({ status }) => status === "active")) return undefined;
  const { title, text } = outcomeWords({ kind, application: connector.info.name });
  return noticeOf(TONES[kind] ?? "bad", title, text);
}

const TONES: Partial<Record<OutcomeKind, "good" | "warn">> = { connected: "good", declined: "warn" };

function connectedCard(
  visit: Visit,
  { application, connections }: ApplicationView,
  isExpired: boolean,
): Html {
  const { slug, name } = application.connector.info;
  const leave = html`<a href="${applicationPath(visit, slug)}/disconnect">Disconnect</a>`;
  return html`<section class="card" aria-labelledby="state"><div class="facts"><h2 id="state">Connection</h2>${leave}</div>${connections.map(connectionLine)}${isExpired && html`<p class="muted">The access to ${name} has ended. This happens when it is withdrawn there, when a password changes, or after some time. What uses this connection waits until you connect again.</p>`}</section>`;
}

/** One connection: what it is, and since when. */
export function connectionLine(row: ConnectionRow): Html {
  const state =
    row.status === "active"
      ? html`<span class="state good">Connected${row.identifier !== null && html` as ${row.identifier}`}</span>`
      : html`<span class="state warn">Expired${row.identifier !== null && html` (${row.identifier})`}</span>`;
  return html`<p>${state} <span class="muted">${row.status === "active" ? "since" : "connected on"} ${dayOf(row.connected_at)}</span></p>`;
}
