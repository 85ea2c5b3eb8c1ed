import {
  renderDecidedPage,
  renderDecisionForm,
  renderDecisionIntro,
  renderDecisionMessage,
  toDecisionPage,
} from "../../pages/decision-page.ts";
import type { PageContent } from "../../pages/document.ts";
import {
  type InputLabel,
  renderCheckbox,
  renderSelectInput,
  renderTextArea,
  renderTextInput,
} from "../../pages/input.ts";
import { renderNotice, renderProblems } from "../../pages/notice.ts";
import { describeValueProblem } from "../../pages/value-words.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, type HtmlContent, html } from "../../platform/http/html.ts";
import type { ApprovalField, ApprovalSettings } from "../../workflows/nodes/approval.ts";
import type { DecisionProblem } from "./approval-answer.ts";

/** What the page for a decision shows. */
export interface AskView {
  readonly workflowName: string;
  readonly settings: ApprovalSettings;
  readonly until: Date | undefined;
  readonly formToken: string;
  /** A submitted form: what was entered, and what is wrong with it. */
  readonly refused?: { readonly form: URLSearchParams; readonly problems: readonly DecisionProblem[] };
}

/** Name of a field's control, kept apart from the form's own names. */
export function buildApprovalFieldName(field: ApprovalField): string {
  return `field.${field.name}`;
}

/** The form for a decision. */
export function renderApprovalPage(words: Words, view: AskView): PageContent {
  const { settings, refused, workflowName, formToken } = view;
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
  const above = problems.length > 0 && renderProblems(words, problems);
  const form = { formToken, inputs: html`${above}${inputs}${comment}`, due: dueText(words, view) };
  return toDecisionPage(refused === undefined ? title : words.t("page.error", { title }), {
    status: refused === undefined ? 200 : 400,
    body: html`${renderDecisionIntro(title, workflowName)}
<section class="card">${text !== "" && html`<p class="message">${text}</p>`}${renderDecisionForm(words, form)}</section>`,
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
  const timedOut = approved ? "approval.timedOutApproved" : "approval.timedOutRejected";
  const text = timedOutAt
    ? rich(timedOut, { time: moment(timedOutAt) })
    : t(thanks ? "approval.thanks" : "approval.decided");
  return renderDecidedPage(words, approved, { title, text });
}

/** The workflow has not got there yet; the page refreshes by itself. */
export function renderEarlyPage({ t }: Words, workflow: string): PageContent {
  return renderDecisionMessage(200, {
    title: t("approval.early"),
    text: t("approval.earlyText", { workflow }),
  });
}

/** The workflow ended without the decision. */
export function renderEndedPage({ t }: Words): PageContent {
  return renderDecisionMessage(410, { title: t("approval.ended"), text: t("approval.endedText") });
}

/** The time to decide has passed. */
export function renderTimedOutPage({ t, rich, moment }: Words, title: string, at: Date): PageContent {
  const text = rich("approval.timedOutText", { time: moment(at) });
  return toDecisionPage(t("approval.timedOutTitle", { title }), {
    status: 410,
    body: html`${renderDecisionIntro(title)}${renderNotice("warn", t("approval.timedOut"), text)}`,
  });
}

const DUE = {
  fail: "approval.dueFail",
  approve: "approval.dueApprove",
  reject: "approval.dueReject",
} as const;

function dueText({ rich, moment }: Words, { until, settings }: AskView): HtmlContent | undefined {
  if (until === undefined) return undefined;
  const { on_timeout: onTimeout = "fail" } = settings;
  return rich(DUE[onTimeout], { time: moment(until) });
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
