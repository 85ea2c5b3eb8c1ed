import { type Html, html } from "../../platform/http/html.ts";
import { isObject, type Json } from "../../platform/json.ts";
import type { PageContent } from "../../platform/pages/document.ts";
import { noticeOf } from "../../platform/pages/notice.ts";
import { timeOf } from "../../runs/answer-page.ts";
import { expiryOf, statusAt } from "../calls/call-status.ts";
import { redactArguments, WHOLE } from "../calls/redact-arguments.ts";
import type { CallStatus } from "../table.ts";
import type { SealedCall } from "./sealed-call.ts";
import type { AskedCall } from "./store.ts";

/** A call that waits, as whoever decides must see it: with all that it is to be made with. */
export interface Asking {
  readonly call: AskedCall;
  readonly sealed: SealedCall;
  readonly formToken: string;
}

// The Enter key presses the first button: one that does nothing, and not "Approve".
const BUTTONS = html`<div class="actions"><button disabled hidden></button><button name="decision" value="approve">Approve</button><button class="quiet" name="decision" value="reject">Reject</button></div>`;

/** The page on which somebody decides on a call. */
export function askPage({ call, sealed, formToken }: Asking): PageContent {
  const due = html`<p class="help">Please decide by ${timeOf(expiryOf(call.created_at))}. After that it can no longer be approved.</p>`;
  const warning = noticeOf("warn", "This may change or delete something for good", "Look at it closely.");
  const token = html`<input type="hidden" name="form" value="${formToken}">`;
  return page(`Approve: ${call.title}`, {
    body: html`${headOf(call)}${sealed.isDestructive && warning}
<section class="card"><p>${askerOf(call)} asks to do this for the account <strong><bdi>${call.accountId}</bdi></strong>. ${standsFor(call)}Nothing happens unless you approve it.</p>${argumentsOf(sealed)}<form method="post">${token}${BUTTONS}${due}</form></section>`,
  });
}

/** The page of a call that somebody had to approve; `thanks` for those who have just decided. */
export function decidedPage(call: AskedCall, now: Date, thanks: boolean): PageContent {
  const status = statusAt(call, now);
  if (status === "EXPIRED") return expiredPage(call);
  const isDenied = status === "DENIED";
  const title = isDenied ? "Rejected" : "Approved";
  const when = call.decided_at && html` on ${timeOf(call.decided_at)}`;
  const text = html`${thanks && "Thank you, that is all. You can close this page. "}It was ${title.toLowerCase()}${when ?? ""}. ${AFTER[status]}`;
  return page(`${title}: ${call.title}`, {
    body: html`${headOf(call)}${noticeOf(isDenied ? "warn" : "good", title, text)}`,
  });
}

const AFTER: Record<CallStatus, string> = {
  WAITING: "",
  EXPIRED: "",
  REFUSED: "",
  RUNNING: "It is being done.",
  COMPLETED: "It has been done.",
  ERRORED: "It was tried and failed.",
  DENIED: "It was not done.",
};

function expiredPage(call: AskedCall): PageContent {
  const text = html`It could be approved until ${timeOf(expiryOf(call.created_at))}, and nobody did, so it was not done.`;
  return page(`Expired: ${call.title}`, {
    status: 410,
    body: html`${headOf(call)}${noticeOf("warn", "This request has expired", text)}`,
  });
}

/** It may not be framed: a click on a page around it must not decide anything. */
function page(title: string, content: { status?: number; body: Html }): PageContent {
  return { title, alone: true, ...content };
}

function headOf({ server_name: server, title, application }: AskedCall): Html {
  return html`<div class="intro"><p class="muted">${server}${application !== null && html` · ${application}`}</p><h1>${title ?? ""}</h1></div>`;
}

function askerOf({ client }: AskedCall): Html {
  return client === null ? html`An agent` : html`An agent that calls itself “<bdi>${client}</bdi>”`;
}

/** The title may be the customer's own: it must not mislead. */
function standsFor({ action_id: action, workflow_id: id, workflow_name: name }: AskedCall): Html {
  if (action !== null) return html`It is the action <strong><bdi>${action}</bdi></strong>. `;
  if (id === null) return html``;
  return name === null
    ? html`It is the workflow <strong>${id}</strong>. `
    : html`It is the workflow <strong><bdi>${name}</bdi></strong> (${id}). `;
}

function argumentsOf({ args, inputSchema }: SealedCall): Html {
  const given = Object.entries(redactArguments(args, inputSchema, WHOLE));
  if (given.length === 0) return html`<p class="muted">It is called without any details.</p>`;
  const { properties } = inputSchema;
  const rows = given.map(
    ([name, one]) =>
      html`<dt>${titleOf(isObject(properties) ? properties[name] : undefined, name)}</dt>${shown(one)}`,
  );
  return html`<dl class="given">${rows}</dl>`;
}

function titleOf(schema: Json | undefined, name: string): string {
  const title = isObject(schema) ? schema.title : undefined;
  return typeof title === "string" && title.trim() !== "" ? title : name;
}

function shown(value: Json): Html {
  if (typeof value === "string" && value !== "") return html`<dd tabindex="0">${value}</dd>`;
  return html`<dd class="code" tabindex="0">${JSON.stringify(value, undefined, 2)}</dd>`;
}
