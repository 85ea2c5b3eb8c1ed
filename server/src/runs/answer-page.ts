import { type Html, html } from "../platform/http/html.ts";
import type { PageContent } from "../platform/pages/document.ts";
import { checkInput, type Labelled, selectInput, textArea, textInput } from "../platform/pages/input.ts";
import { noticeOf, problemsOf } from "../platform/pages/notice.ts";
import type { ApprovalField, ApprovalSettings } from "../workflows/nodes/approval.ts";
import type { DecisionProblem } from "./approval-answer.ts";

/** What the page shows that asks for a decision. */
export interface AskView {
  readonly workflowName: string;
  readonly settings: ApprovalSettings;
  readonly until: Date | undefined;
  /** A form that came back: what was typed in, and what is wrong with it. */
  readonly refused?: { readonly form: URLSearchParams; readonly problems: readonly DecisionProblem[] };
}

// The Enter key in an input presses the first button: one that does nothing, and not "Approve".
const BUTTONS = html`<div class="actions"><button disabled hidden></button><button name="decision" value="approve">Approve</button><button class="quiet" name="decision" value="reject" formnovalidate>Reject</button></div>`;

/** Name of a field's control, apart from the names of the form's own. */
export function controlName(field: ApprovalField): string {
  return `field.${field.name}`;
}

/** Asks for a decision. */
export function askPage(view: AskView): PageContent {
  const { settings, refused, workflowName } = view;
  const { title, message = "", fields = [], allow_comment: mayComment = false } = settings;
  const text = message.trim();
  const inputs = fields.map((field, index) => inputFor(field, idOf(index), refused));
  const problems = (refused?.problems ?? []).map(({ field, text }) => {
    const index = fields.findIndex(({ name }) => name === field);
    return index === -1 ? { text } : { id: idOf(index), text };
  });
  const comment =
    mayComment &&
    textArea(
      { id: "comment", label: "Comment", required: false },
      { name: "comment", value: refused?.form.get("comment") ?? "", code: false },
    );
  return page(`${refused === undefined ? "" : "Error: "}${title}`, {
    status: refused === undefined ? 200 : 400,
    body: html`${headOf(workflowName, title)}
<section class="card">${text !== "" && html`<p class="message">${text}</p>`}<form method="post">${problems.length > 0 && problemsOf(problems)}${inputs}${comment}${BUTTONS}${dueText(view)}</form></section>`,
  });
}

/** What became of a request for a decision. */
export interface DecidedView {
  readonly title: string | undefined;
  readonly approved: boolean;
  /** Whether whoever reads it has just decided. */
  readonly thanks: boolean;
  /** When the time limit decided; undefined where somebody did. */
  readonly timedOutAt: Date | undefined;
}

/** Says what was decided; thanks those who have just done so. */
export function decidedPage({ title, approved, thanks, timedOutAt }: DecidedView): PageContent {
  const decision = approved ? "Approved" : "Rejected";
  const text = timedOutAt
    ? html`Nobody decided until ${timeOf(timedOutAt)}, so it counts as ${decision.toLowerCase()}.`
    : thanks
      ? "Thank you, that is all. You can close this page."
      : "This has been decided; nothing more is needed.";
  const notice = noticeOf(approved ? "good" : "warn", decision, text);
  return page(`${decision}${title === undefined ? "" : `: ${title}`}`, {
    body: html`${title !== undefined && headOf(undefined, title)}${notice}`,
  });
}

/** The workflow is not there yet; the page looks again by itself. */
export function earlyPage(workflowName: string): PageContent {
  return message(
    200,
    "One moment, please",
    `${workflowName} has not come to this decision yet. This page looks again by itself.`,
  );
}

/** What asked for the decision has ended without it. */
export function endedPage(): PageContent {
  return message(410, "There is nothing to decide any more", "What asked for this decision has ended.");
}

/** The time to decide is over. */
export function timedOutPage(title: string, at: Date): PageContent {
  const text = html`It could be decided until ${timeOf(at)}, and nobody did. Please ask whoever sent you this link if it is still needed.`;
  return page(`Timed out: ${title}`, {
    status: 410,
    body: html`${headOf(undefined, title)}${noticeOf("warn", "This approval has timed out", text)}`,
  });
}

/** For a link that leads nowhere: unknown, or not complete. */
export function deadLinkPage(): PageContent {
  return message(
    404,
    "This link does not work",
    "It is not complete, or what it belongs to was deleted. Please use the link as you got it.",
  );
}

/** For a request that could not be carried out. */
export function message(status: number, title: string, text: string): PageContent {
  return page(title, { status, body: html`<section class="card"><h1>${title}</h1><p>${text}</p></section>` });
}

/** None of these pages may be framed: a click on a page around it must not decide anything. */
function page(title: string, content: { status?: number; body: Html }): PageContent {
  return { title, alone: true, ...content };
}

function headOf(workflowName: string | undefined, title: string): Html {
  return html`<div class="intro">${workflowName !== undefined && html`<p class="muted">${workflowName}</p>`}<h1>${title}</h1></div>`;
}

function dueText({ until, settings }: AskView): Html | undefined {
  if (until === undefined) return undefined;
  const { on_timeout: onTimeout = "fail" } = settings;
  const after = {
    fail: "After that it can no longer be decided.",
    approve: "After that it counts as approved.",
    reject: "After that it counts as rejected.",
  };
  return html`<p class="help">Please decide by ${timeOf(until)}. ${after[onTimeout]}</p>`;
}

/** A moment as people read it, in UTC. */
export function timeOf(date: Date): Html {
  const text = date.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return html`<time datetime="${date.toISOString()}">${text} UTC</time>`;
}

function idOf(index: number): string {
  return `field-${index}`;
}

function inputFor(field: ApprovalField, id: string, refused: AskView["refused"]): Html {
  const { label, required = false, type, options = [] } = field;
  const error = refused?.problems.find((problem) => problem.field === field.name)?.text;
  const labelled: Labelled = { id, label: label ?? field.name, required, error };
  const name = controlName(field);
  const value = refused?.form.get(name) ?? "";
  switch (type) {
    case "boolean":
      return checkInput(labelled, { name, checked: value === "true" });
    case "select": {
      const choices = options.map((option) => ({
        name: option.name ?? String(option.value),
        value: String(option.value),
      }));
      return selectInput(labelled, { name, value, choices });
    }
    default:
      return textInput(labelled, { name, type, value, ...(type === "number" && { step: "any" }) });
  }
}
