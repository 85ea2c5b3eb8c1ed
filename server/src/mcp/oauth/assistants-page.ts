import { type Html, html } from "../../platform/http/html.ts";
import type { PageContent } from "../../platform/pages/document.ts";
import { noticeOf } from "../../platform/pages/notice.ts";
import { dayOf, postForm } from "../../portal/pieces.ts";
import type { Visit } from "../../portal/visit.ts";
import type { addressesOf } from "../connect.ts";
import type { GrantRow } from "./grant-store.ts";
import { titleOf } from "./pages.ts";

/** A server to which an assistant can be connected. */
export interface ShownServer {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly address: string;
  /** What to do in common assistants. */
  readonly clients: ReturnType<typeof addressesOf>["client_configuration"];
}

/** What the page shows. */
export interface AssistantsView {
  readonly servers: readonly ShownServer[];
  readonly grants: readonly GrantRow[];
  /** Customers sign in by a code, not at the product. */
  readonly takesCodes: boolean;
  /** A code that was just made, and for which server. */
  readonly made?: { readonly serverId: string; readonly code: string };
  readonly withdrawn: boolean;
}

/** Where a customer learns how to connect an assistant, and takes access back. */
export function assistantsPage(visit: Visit, view: AssistantsView): PageContent {
  const { servers, grants, withdrawn } = view;
  return {
    title: "Connect an AI assistant",
    body: html`<a class="back" href="${visit.base}"><span aria-hidden="true">← </span>All applications</a>
<div class="intro"><h1>Connect an AI assistant</h1><p>Add one of these addresses to your assistant as a connector (an MCP server). It then sends you here to allow it.</p></div>
${withdrawn && noticeOf("good", "The access has been withdrawn.")}
${servers.map((server) => serverCard(visit, view, server))}
${servers.length === 0 && html`<p>There is nothing to connect an assistant to yet.</p>`}
${grants.length > 0 && html`<section><h2 class="section-title">Assistants that have access</h2>${grants.map((grant) => grantCard(visit, grant))}</section>`}`,
  };
}

function serverCard(visit: Visit, { takesCodes, made }: AssistantsView, server: ShownServer): Html {
  const { id, name, description, address, clients } = server;
  const field = `address-${id}`;
  return html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${name}</h2>${description !== "" && html`<p class="muted">${description}</p>`}
<div class="field"><label for="${field}">Address</label><input type="text" id="${field}" value="${address}" readonly></div>
${howTo(clients)}
${takesCodes && codePart(visit, id, made?.serverId === id ? made.code : undefined)}</section>`;
}

/** Files for developers' tools are texts to be copied; what is done in an assistant is a sentence. */
function howTo({ claude, chatgpt, claude_code, cursor, vscode }: ShownServer["clients"]): Html {
  const row = (name: string, text: string, isCode: boolean) =>
    html`<dt>${name}</dt><dd${isCode && html` class="code"`}>${text}</dd>`;
  return html`<details><summary>How to add it to your assistant</summary><dl class="given">
${row("Claude", claude, false)}${row("ChatGPT", chatgpt, false)}
${row("Claude Code, in a terminal", claude_code, true)}${row("Cursor, in .cursor/mcp.json", cursor, true)}
${row("VS Code, in .vscode/mcp.json", vscode, true)}</dl></details>`;
}

function codePart(visit: Visit, serverId: string, code: string | undefined): Html {
  const button = html`<input type="hidden" name="server" value="${serverId}"><div class="actions"><button${code !== undefined && html` class="quiet"`}>${code === undefined ? "Get a one-time code" : "Get another code"}</button></div><p class="help">When you are asked to sign in, you type it in there.</p>`;
  return html`${code !== undefined && noticeOf("good", "Your one-time code", html`<span class="code-shown">${code}</span> It works once, within ten minutes. Give it to nobody: whoever has it can act for you.`)}${postForm(visit, `${visit.base}/assistants/code`, { content: button })}`;
}

function grantCard(visit: Visit, grant: GrantRow): Html {
  const { id, client_id, client_name, server_name, created_at, last_used_at } = grant;
  const host = URL.canParse(client_id) ? new URL(client_id).host : undefined;
  const name = titleOf({ name: client_name ?? undefined, host });
  const used = last_used_at === null ? "not used yet" : `last used ${dayOf(last_used_at)}`;
  const content = html`<input type="hidden" name="grant" value="${id}"><div class="facts"><div><strong>${name}</strong><p class="muted">${server_name}, since ${dayOf(created_at)}, ${used}</p></div><button class="quiet" aria-label="Withdraw the access of ${name}">Withdraw</button></div>`;
  return html`<div class="card">${postForm(visit, `${visit.base}/assistants/withdraw`, { content })}</div>`;
}
