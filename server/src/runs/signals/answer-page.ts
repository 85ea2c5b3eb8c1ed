import { type Html, html } from "../../platform/http/html.ts";
import type { PageContent } from "../../platform/pages/document.ts";
import {
  type InputLabel,
  renderCheckbox,
  renderSelectInput,
  renderTextArea,
  renderTextInput,
} from "../../platform/pages/input.ts";
import { renderNotice, renderProblems } from "../../platform/pages/notice.ts";
import { describeValueProblem } from "../../platform/pages/value-words.ts";
import type { Words } from "../../platform/pages/words/words.ts";
import type { ApprovalField, ApprovalSettings } from "../../workflows/nodes/approval.ts";
import type { DecisionProblem } from "./approval-answer.ts";

/** What the page for a decision shows. */
export interface AskView {
  readonly workflowName: string;
  readonly settings: ApprovalSettings;
  readonly until: Date | undefined;
  /** A submitted form: what was entered, and what is wrong with it. */
  readonly refused?: { readonly form: URLSearchParams; readonly problems: readonly DecisionProblem[] };
}

/**
 * The two buttons. The Enter key in an input presses the first one, so that one does nothing and is not "Approve".
 */
export function renderDecisionButtons({ t }: Words): Html {
  return html`<div class="actions"><button disabled hidden></button><button name="decision" value="approve">${t("approval.approve")}</button><button class="quiet" name="decision" value="reject" formnovalidate>${t("approval.reject")}</button></div>`;
}

/** Name of a field's control, kept apart from the form's own names. */
export function buildApprovalFieldName(field: ApprovalField): string {
  return `field.${field.name}`;
}

/** The form for a decision. */
export function renderApprovalPage(words: Words, view: AskView): PageContent {
  const { settings, refused, workflowName } = view;
  const { title, message = "", fields = [], allow_comment: mayComment = false } = settings;
  const text = message.trim();
  const inputs = fields.map((field, index) => inputFor(words, field, idOf(index), refused));
  const problems = (refused?.problems ?? []).map((problem) => shownProblem(words, fields, problem));
  const comment =
    mayComment &&
    renderTextArea(
      { words, id: "comment", label: words.t("approval.comment"), required: false },
      { name: "comment", value: refused?.form.get("comment") ?? "", code: false },
    );
  return page(refused === undefined ? title : words.t("page.error", { title }), {
    status: refused === undefined ? 200 : 400,
    body: html`${headOf(workflowName, title)}
<section class="card">${text !== "" && html`<p class="message">${text}</p>`}<form method="post">${problems.length > 0 && renderProblems(words, problems)}${inputs}${comment}${renderDecisionButtons(words)}${dueText(words, view)}</form></section>`,
  });
}

function shownProblem(
  words: Words,
  fields: readonly ApprovalField[],
  problem: DecisionProblem,
): { id?: string; text: string } {
  const index = fields.findIndex(({ name }) => name === problem.field);
  const field = fields[index];
  if (field === undefined) return { text: problemText(words, words.t("approval.comment"), problem) };
  return { id: idOf(index), text: problemText(words, labelOf(field), problem) };
}

/** Problems without a reason occur only in requests made by programs. */
function problemText(words: Words, label: string, { text, reason }: DecisionProblem): string {
  return reason === undefined ? text : describeValueProblem(words, label, reason);
}

/** The result of a request for a decision. */
export interface DecidedView {
  readonly title: string | undefined;
  readonly approved: boolean;
  /** Whether the reader has just decided. */
  readonly thanks: boolean;
  /** When the time limit decided; undefined if a person did. */
  readonly timedOutAt: Date | undefined;
}

/** Shows the decision; thanks the reader who has just made it. */
export function renderDecisionPage(
  words: Words,
  { title, approved, thanks, timedOutAt }: DecidedView,
): PageContent {
  const { t, rich, moment } = words;
  const decision = approved ? "approved" : "rejected";
  const decided = t(`approval.${decision}`);
  const timedOut = approved ? "approval.timedOutApproved" : "approval.timedOutRejected";
  const text = timedOutAt
    ? rich(timedOut, { time: moment(timedOutAt) })
    : t(thanks ? "approval.thanks" : "approval.decided");
  return page(title === undefined ? decided : t(`approval.${decision}Title`, { title }), {
    body: html`${title !== undefined && headOf(undefined, title)}${renderNotice(approved ? "good" : "warn", decided, text)}`,
  });
}

/** The workflow has not got there yet; the page refreshes by itself. */
export function renderEarlyPage({ t }: Words, workflow: string): PageContent {
  return renderAnswerMessage(200, {
    title: t("approval.early"),
    text: t("approval.earlyText", { workflow }),
  });
}

/** The workflow ended without the decision. */
export function renderEndedAnswerPage({ t }: Words): PageContent {
  return renderAnswerMessage(410, { title: t("approval.ended"), text: t("approval.endedText") });
}

/** The time to decide is over. */
export function renderTimedOutPage({ t, rich, moment }: Words, title: string, at: Date): PageContent {
  const text = rich("approval.timedOutText", { time: moment(at) });
  return page(t("approval.timedOutTitle", { title }), {
    status: 410,
    body: html`${headOf(undefined, title)}${renderNotice("warn", t("approval.timedOut"), text)}`,
  });
}

/** For a link that is unknown or incomplete. */
export function renderDeadAnswerPage({ t }: Words): PageContent {
  return renderAnswerMessage(404, { title: t("approval.dead"), text: t("approval.deadText") });
}

/** For a request that could not be carried out. */
export function renderAnswerMessage(
  status: number,
  { title, text }: { title: string; text: string },
): PageContent {
  return page(title, { status, body: html`<section class="card"><h1>${title}</h1><p>${text}</p></section>` });
}

/** None of these pages may be framed: a click on a surrounding page must not decide anything. */
function page(title: string, content: { status?: number; body: Html }): PageContent {
  return { title, alone: true, ...content };
}

function headOf(workflowName: string | undefined, title: string): Html {
  return html`<div class="intro">${workflowName !== undefined && html`<p class="muted">${workflowName}</p>`}<h1>${title}</h1></div>`;
}

const DUE = {
  fail: "approval.dueFail",
  approve: "approval.dueApprove",
  reject: "approval.dueReject",
} as const;

function dueText({ rich, moment }: Words, { until, settings }: AskView): Html | undefined {
  if (until === undefined) return undefined;
  const { on_timeout: onTimeout = "fail" } = settings;
  return html`<p class="help">${rich(DUE[onTimeout], { time: moment(until) })}</p>`;
}

function idOf(index: number): string {
  return `field-${index}`;
}

function labelOf({ name, label = name }: ApprovalField): string {
  return label;
}

function inputFor(words: Words, field: ApprovalField, id: string, refused: AskView["refused"]): Html {
  const { required = false, type, options = [] } = field;
  const label = labelOf(field);
  const problem = refused?.problems.find((one) => one.field === field.name);
  const labelled: InputLabel = {
    words,
    id,
    label,
    required,
    error: problem && problemText(words, label, problem),
  };
  const name = buildApprovalFieldName(field);
  const value = refused?.form.get(name) ?? "";
  switch (type) {
    case "boolean":
      return renderCheckbox(labelled, { name, checked: value === "true" });
    case "select": {
      const choices = options.map((option) => ({
        name: option.name ?? String(option.value),
        value: String(option.value),
      }));
      return renderSelectInput(labelled, { name, value, choices });
    }
    default:
      return renderTextInput(labelled, { name, type, value, ...(type === "number" && { step: "any" }) });
  }
}
