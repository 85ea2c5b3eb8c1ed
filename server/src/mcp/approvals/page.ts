import {
  renderDecidedPage,
  renderDecisionForm,
  renderDecisionIntro,
  toDecisionPage,
} from "../../pages/decision-page.ts";
import type { PageContent } from "../../pages/document.ts";
import { renderNotice } from "../../pages/notice.ts";
import type { TextKey } from "../../pages/words/catalogs.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, type HtmlContent, html } from "../../platform/http/html.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { getApprovalExpiry, getCallStatus } from "../calls/call-status.ts";
import { redactArguments, WHOLE } from "../calls/redact-arguments.ts";
import type { CallStatus } from "../table.ts";
import type { SealedCall } from "./sealed-call.ts";
import type { ApprovalCall } from "./store.ts";

/** A waiting call as the person who decides must see it: with everything that it will be made with. */
export interface ApprovalView {
  readonly call: ApprovalCall;
  readonly sealed: SealedCall;
  readonly formToken: string;
}

/** The page for the decision on a call. */
export function renderCallApprovalPage(words: Words, { call, sealed, formToken }: ApprovalView): PageContent {
  const { t, rich, moment } = words;
  const warning = renderNotice("warn", t("call.destructive"), t("call.lookClosely"));
  const account = html`<strong><bdi>${call.accountId}</bdi></strong>`;
  const asks = rich("call.asks", { asker: askerOf(words, call), account });
  const form = { formToken, due: rich("call.due", { time: moment(getApprovalExpiry(call.created_at)) }) };
  return toDecisionPage(t("approval.askTitle", { title: call.title ?? "" }), {
    body: html`${renderDecisionIntro(call.title ?? "", aboveOf(call))}${sealed.isDestructive && warning}
<section class="card"><p>${asks} ${standsFor(words, call)} ${t("call.safe")}</p>${argumentsOf(words, sealed)}${renderDecisionForm(words, form)}</section>`,
  });
}

/** The page of a call that had to be approved; `thanks` for a reader who has just decided. */
export function renderCallDecisionPage(
  words: Words,
  call: ApprovalCall,
  { now, thanks }: { now: Date; thanks: boolean },
): PageContent {
  const status = getCallStatus(call, now);
  if (status === "EXPIRED") return expiredPage(words, call);
  const { t } = words;
  const approved = status !== "DENIED";
  const after = AFTER[status];
  const text = html`${thanks && `${t("approval.thanks")} `}${decidedText(words, call, approved ? "approved" : "rejected")} ${after && t(after)}`;
  return renderDecidedPage(words, approved, { title: call.title ?? "", above: aboveOf(call), text });
}

function decidedText(
  { t, rich, moment }: Words,
  { decided_at: at }: ApprovalCall,
  decision: "approved" | "rejected",
): HtmlContent {
  if (at === null) return t(`call.${decision}`);
  return rich(`call.${decision}On`, { time: moment(at) });
}

const AFTER = {
  WAITING: undefined,
  EXPIRED: undefined,
  REFUSED: undefined,
  RUNNING: "call.running",
  COMPLETED: "call.completed",
  ERRORED: "call.errored",
  DENIED: "call.denied",
} as const satisfies Record<CallStatus, TextKey | undefined>;

function expiredPage({ t, rich, moment }: Words, call: ApprovalCall): PageContent {
  const text = rich("call.expiredText", { time: moment(getApprovalExpiry(call.created_at)) });
  return toDecisionPage(t("call.expiredTitle", { title: call.title ?? "" }), {
    status: 410,
    body: html`${renderDecisionIntro(call.title ?? "", aboveOf(call))}${renderNotice("warn", t("call.expired"), text)}`,
  });
}

function aboveOf({ server_name: server, application }: ApprovalCall): Html {
  return html`${server}${application !== null && html` · ${application}`}`;
}

function askerOf({ t, rich }: Words, { client }: ApprovalCall): HtmlContent {
  return client === null ? t("call.agent") : rich("call.namedAgent", { name: html`<bdi>${client}</bdi>` });
}

/** The title may be the customer's own: it must not mislead. */
function standsFor(
  { rich }: Words,
  { action_id, workflow_id: id, workflow_name: name }: ApprovalCall,
): HtmlContent {
  if (action_id !== null)
    return rich("call.action", { action: html`<strong><bdi>${action_id}</bdi></strong>` });
  if (id === null) return "";
  const workflow =
    name === null ? html`<strong>${id}</strong>` : html`<strong><bdi>${name}</bdi></strong> (${id})`;
  return rich("call.workflow", { workflow });
}

function argumentsOf({ t }: Words, { args, inputSchema }: SealedCall): Html {
  const given = Object.entries(redactArguments(args, inputSchema, WHOLE));
  if (given.length === 0) return html`<p class="muted">${t("call.noDetails")}</p>`;
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
