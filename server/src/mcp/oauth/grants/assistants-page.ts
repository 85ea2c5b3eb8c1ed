import type { PageContent } from "../../../pages/document.ts";
import { renderNotice } from "../../../pages/notice.ts";
import type { Words } from "../../../pages/words/words.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { renderBackLink, renderPostForm } from "../../../portal/pages/pieces.ts";
import type { Visit } from "../../../portal/visit.ts";
import type { buildServerAddresses } from "../../connect.ts";
import { getAssistantTitle } from "../consent/pages.ts";
import type { GrantRow } from "./grant-store.ts";

/** A server to which an assistant can be connected. */
export interface AssistantServer {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly address: string;
  /** What to do in common assistants. */
  readonly clients: ReturnType<typeof buildServerAddresses>["client_configuration"];
}

/** What the page shows. */
export interface AssistantsView {
  readonly servers: readonly AssistantServer[];
  readonly grants: readonly GrantRow[];
  /** Customers sign in with a code, not at the product. */
  readonly takesCodes: boolean;
  /** A newly created code, and its server. */
  readonly made?: { readonly serverId: string; readonly code: string };
  readonly withdrawn: boolean;
}

/** Where a customer learns how to connect an assistant, and revokes access. */
export function renderAssistantsPage(visit: Visit, view: AssistantsView): PageContent {
  const { servers, grants, withdrawn } = view;
  const { t } = visit.words;
  return {
    title: t("assistants.title"),
    body: html`${renderBackLink(visit)}
<div class="intro"><h1>${t("assistants.title")}</h1><p>${t("assistants.intro")}</p></div>
${withdrawn && renderNotice("good", t("assistants.withdrawn"))}
${servers.map((server) => serverCard(visit, view, server))}
${servers.length === 0 && html`<p>${t("assistants.empty")}</p>`}
${grants.length > 0 && html`<section><h2 class="section-title">${t("assistants.haveAccess")}</h2>${grants.map((grant) => grantCard(visit, grant))}</section>`}`,
  };
}

function serverCard(visit: Visit, { takesCodes, made }: AssistantsView, server: AssistantServer): Html {
  const { id, name, description, address, clients } = server;
  const field = `address-${id}`;
  const { words } = visit;
  return html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${name}</h2>${description !== "" && html`<p class="muted">${description}</p>`}
<div class="field"><label for="${field}">${words.t("assistants.address")}</label><input type="text" id="${field}" value="${address}" readonly></div>
${howTo(words, address, clients)}
${takesCodes && codePart(visit, id, made?.serverId === id ? made.code : undefined)}</section>`;
}

/** Configuration for developers' tools is text to copy; for assistants it is a sentence. */
function howTo({ t }: Words, url: string, { claude_code, cursor, vscode }: AssistantServer["clients"]): Html {
  const row = (name: string, text: string, isCode: boolean) =>
    html`<dt>${name}</dt><dd${isCode && html` class="code"`}>${text}</dd>`;
  return html`<details><summary>${t("assistants.howTo")}</summary><dl class="given">
${row("Claude", t("assistants.claude", { url }), false)}${row("ChatGPT", t("assistants.chatgpt", { url }), false)}
${row(t("assistants.claudeCode"), claude_code, true)}${row(t("assistants.cursor"), cursor, true)}
${row(t("assistants.vscode"), vscode, true)}</dl></details>`;
}

function codePart(visit: Visit, serverId: string, code: string | undefined): Html {
  const { t, rich } = visit.words;
  const button = html`<input type="hidden" name="server" value="${serverId}"><div class="actions"><button${code !== undefined && html` class="quiet"`}>${code === undefined ? t("assistants.getCode") : t("assistants.anotherCode")}</button></div><p class="help">${t("assistants.codeHelp")}</p>`;
  return html`${code !== undefined && renderNotice("good", t("assistants.code"), rich("assistants.codeText", { code: html`<span class="code-shown">${code}</span>` }))}${renderPostForm(visit, "/assistants/code", { content: button })}`;
}

function grantCard(visit: Visit, grant: GrantRow): Html {
  const { id, client_id, client_name, server_name, created_at, last_used_at } = grant;
  const host = URL.canParse(client_id) ? new URL(client_id).host : undefined;
  const { t, rich, day } = visit.words;
  const name = getAssistantTitle(visit.words, { name: client_name ?? undefined, host });
  const since = { server: server_name, since: day(created_at) };
  const used =
    last_used_at === null
      ? rich("assistants.notUsed", since)
      : rich("assistants.used", { ...since, used: day(last_used_at) });
  const content = html`<input type="hidden" name="grant" value="${id}"><div class="facts"><div><strong>${name}</strong><p class="muted">${used}</p></div><button class="quiet" aria-label="${t("assistants.withdrawOf", { name })}">${t("assistants.withdraw")}</button></div>`;
  return html`<div class="card">${renderPostForm(visit, "/assistants/withdraw", { content })}</div>`;
}
