import type { Application } from "../apps/application.ts";
import { needsReauth } from "../apps/schema.ts";
import type { ConnectionRow } from "../apps/store.ts";
import { type Html, html } from "../platform/http/html.ts";
import type { PageContent } from "../platform/pages/document.ts";
import { iconOf } from "./pieces.ts";
import { applicationPath, type Visit } from "./visit.ts";

// From so many on a list is easier to search than to read.
const SEARCHED_FROM = 9;

/** What the list of applications shows. */
export interface ListView {
  /** Those that are enabled. */
  readonly applications: readonly Application[];
  readonly connections: readonly ConnectionRow[];
  /** What the customer looks for. */
  readonly search: string;
  readonly notice?: Html;
  /** There is something to which the customer may connect an assistant. */
  readonly hasAssistants: boolean;
}

/** The first page of the portal: every application that is offered, connected ones first. */
export function listPage(visit: Visit, view: ListView): PageContent {
  const { applications, connections, search, notice, hasAssistants } = view;
  const rows = applications
    .filter(({ connector }) => matches(search, connector.info.name, connector.info.description))
    .map((application) => ({
      application,
      own: connections.filter(({ slug }) => slug === application.connector.info.slug),
    }));
  const isReady = ({ application: { connector }, own }: Row) => own.length > 0 || connector.info.auth.yourApp;
  const connected = rows.filter(isReady);
  const available = rows.filter((row) => !isReady(row));
  const isLong = applications.length >= SEARCHED_FROM;
  return {
    title: "Connect your applications",
    waits: visit.framed,
    body: html`<div class="intro"><h1>Connect your applications</h1><p>Choose what to connect. You can disconnect it again at any time.</p></div>
${notice}
${isLong && searchForm(visit, search)}
${section(visit, "Connected", connected)}
${hasAssistants && search === "" && assistants(visit)}
${section(visit, connected.length > 0 || hasAssistants ? "Available" : "", available)}
${rows.length === 0 && html`<p>${applications.length === 0 ? "There is nothing to connect yet." : html`Nothing is called “${search}”. <a href="${visit.base}">Show all</a>`}</p>`}`,
  };
}

function matches(search: string, ...texts: readonly string[]): boolean {
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

function searchForm(visit: Visit, search: string): Html {
  return html`<form class="search" method="get" action="${visit.base}" role="search"><label class="sr" for="search">Search applications</label><input type="search" id="search" name="search" value="${search}" placeholder="Search"><button class="quiet">Search</button></form>`;
}

interface Row {
  readonly application: Application;
  readonly own: readonly ConnectionRow[];
}

function section(visit: Visit, title: string, rows: readonly Row[]): Html {
  if (rows.length === 0) return html``;
  return html`<section>${title !== "" && html`<h2 class="section-title">${title}</h2>`}<ul class="apps">${rows.map((row) => entry(visit, row))}</ul></section>`;
}

function assistants({ base }: Visit): Html {
  return html`<section><h2 class="section-title">Assistants</h2><ul class="apps"><li class="app"><span class="icon letter" aria-hidden="true">AI</span><div class="text"><a href="${base}/assistants">Connect an AI assistant</a><p>Let it use what you have connected.</p></div></li></ul></section>`;
}

function entry(visit: Visit, { application, own }: Row): Html {
  const { slug, name, description } = application.connector.info;
  return html`<li class="app">${iconOf(application)}<div class="text"><a href="${applicationPath(visit, slug)}">${name}</a><p>${own.length > 0 ? stateOf(own) : description}</p></div></li>`;
}

function stateOf(own: readonly ConnectionRow[]): Html {
  if (needsReauth(own)) return html`<span class="state warn">Expired: connect again</span>`;
  const named = own.find(({ status, identifier }) => status === "active" && identifier !== null);
  return html`<span class="state good">Connected${named && html` as ${named.identifier ?? ""}`}</span>`;
}
