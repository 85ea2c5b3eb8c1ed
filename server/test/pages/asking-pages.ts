import * as calls from "../../src/mcp/approvals/page.ts";
import type { ApprovalCall } from "../../src/mcp/approvals/store.ts";
import {
  renderDeadDecisionPage,
  renderDecisionMessage,
  renderForeignDecisionPage,
} from "../../src/pages/decision-page.ts";
import type { PageContent } from "../../src/pages/document.ts";
import { describeProblem } from "../../src/pages/problem-words.ts";
import type { Words } from "../../src/pages/words/words.ts";
import { readDecision } from "../../src/runs/approvals/approval-answer.ts";
import * as steps from "../../src/runs/approvals/approval-page.ts";
import type { ApprovalField, ApprovalSettings } from "../../src/workflows/nodes/approval.ts";
import { DATA, NOW } from "./invented.ts";

const TITLE = "Επιστροφή";

/** Every page that asks for a decision, in every state. */
export function askingPages(words: Words): PageContent[] {
  return [...approvals(words), ...approvalsOfCalls(words)];
}

function approvals(words: Words): PageContent[] {
  const fields: ApprovalField[] = [
    { name: "1", type: "text", label: "Λόγος", required: true },
    { name: "2", type: "number", label: "Ποσό" },
    { name: "3", type: "boolean", label: "Ναι" },
    { name: "4", type: "select", label: "Είδος", options: [{ name: "Ένα", value: 1 }] },
    { name: "5", type: "text", label: "Σχόλιο" },
    { name: "6", type: "text", label: "Υπόλοιπο", required: true },
  ];
  const settings: ApprovalSettings = { title: TITLE, message: "Πόσο;", fields, allow_comment: true };
  const given = { "1": 5, "2": "λίγα", "3": "ίσως", "4": 9, "5": "ω".repeat(6000) };
  const decision = { approved: true, comment: "ω".repeat(6000), fields: given };
  const read = readDecision(settings, decision, NOW);
  const problems = "problems" in read ? read.problems : [];
  const view = { workflowName: "Ροή", settings, until: NOW, formToken: "1" };
  const decided = { title: TITLE, approved: true, thanks: true, timedOutAt: undefined };
  return [
    ...(["fail", "approve", "reject"] as const).map((on_timeout) =>
      steps.renderApprovalPage(words, { ...view, settings: { ...settings, on_timeout } }),
    ),
    steps.renderApprovalPage(words, { ...view, refused: { form: new URLSearchParams(), problems } }),
    ...[
      decided,
      { ...decided, approved: false, thanks: false },
      { ...decided, title: undefined },
      { ...decided, title: undefined, approved: false },
      { ...decided, timedOutAt: NOW },
      { ...decided, approved: false, timedOutAt: NOW },
    ].map((one) => steps.renderDecisionPage(words, one)),
    steps.renderEarlyPage(words, "Ροή"),
    steps.renderEndedPage(words),
    steps.renderTimedOutPage(words, TITLE, NOW),
    renderDeadDecisionPage(words),
    renderDecisionMessage(400, describeProblem(words, 400)),
  ];
}

function approvalsOfCalls(words: Words): PageContent[] {
  const call = {
    id: "1",
    title: TITLE,
    accountId: DATA.account,
    server_name: "Πράκτορας",
    application: DATA.name,
    action_id: "5",
    workflow_id: null,
    workflow_name: null,
    client: null,
    status: "WAITING",
    created_at: NOW,
    decided_at: null,
  } as ApprovalCall;
  const sealed = { origin: "", args: { "1": "Ένα" }, inputSchema: {}, isDestructive: true };
  const ask = (changes: Partial<ApprovalCall>, more = {}) =>
    calls.renderCallApprovalPage(words, {
      call: { ...call, ...changes },
      sealed: { ...sealed, ...more },
      formToken: "1",
    });
  const after = (changes: Partial<ApprovalCall>, now = NOW) =>
    calls.renderCallDecisionPage(words, { ...call, ...changes }, { now, thanks: true });
  const late = new Date(NOW.getTime() + 48 * 3_600_000);
  return [
    ask({}),
    ask({ client: DATA.person, action_id: null, workflow_id: "7", workflow_name: "Ροή" }, { args: {} }),
    ask({ action_id: null, workflow_id: "7" }),
    after({ status: "RUNNING", decided_at: NOW }),
    after({ status: "COMPLETED" }),
    after({ status: "ERRORED" }),
    after({ status: "DENIED" }),
    after({ status: "DENIED", decided_at: NOW }),
    after({}, late),
    renderForeignDecisionPage(words),
  ];
}
