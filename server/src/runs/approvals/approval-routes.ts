import { type Static, Type } from "typebox";
import { findAccountScope, getScope, isSession } from "../../auth/guard.ts";
import { getDecider } from "../../auth/holder.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, badRequest, notFound } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { Id, MapOf, Message, Record, Timestamp, withExample } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json/json.ts";
import { buildEnvelope, PageEnvelope, PageQuery, parsePage } from "../../platform/page.ts";
import type { ApprovalSettings } from "../../workflows/nodes/approval.ts";
import { ApprovalField } from "../../workflows/nodes/approval.ts";
import { APPROVAL_TYPES } from "../../workflows/nodes/list.ts";
import { openStepInput } from "../passwords.ts";
import { findRun } from "../read/list.ts";
import { buildStepLink } from "../signals/links.ts";
import { findSignalStep, getSignalState, requireAnswerState, saveAnswer } from "../signals/signals.ts";
import { readAccountViews } from "../view/account-view.ts";
import { LONGEST_TEXT, readDecision } from "./approval-answer.ts";
import { type ApprovalRow, listApprovals } from "./approval-list.ts";

const Approval = Record("Approval", {
  execution_id: Id,
  node_id: Type.String(),
  node_name: Type.String(),
  path: Type.String({
    description: "Path of the node, with the items of surrounding loops, such as `loop[3]/node`.",
  }),
  linked_account_id: Type.String(),
  associated_workflow: Type.Object({ _id: Id, name: Type.String() }),
  title: Type.String(),
  message: Type.Optional(Type.String()),
  allow_comment: Type.Boolean(),
  fields: Type.Array(ApprovalField),
  url: Type.Optional(
    Type.String({
      description: "Page on which anyone with the URL can decide; only with an API key.",
    }),
  ),
  expires_at: Type.Optional(Timestamp),
  createdAt: Timestamp,
});

const DecisionBody = Type.Object({
  approved: Type.Boolean(),
  comment: Type.Optional(
    Type.String({ maxLength: LONGEST_TEXT, description: "Only if the node allows a comment." }),
  ),
  by: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Who decided, for the node's output. For a signed-in operator, it is their email address.",
    }),
  ),
  fields: Type.Optional(
    MapOf(Type.Unsafe<Json>({}), { description: "Values of the node's fields, by name." }),
  ),
});

const ByNode = Type.Object({
  id: Type.String({ description: "The execution's id." }),
  node_id: Type.String({ description: "The node's id, or inside a loop its path, such as `loop[3]/node`." }),
});

const operation = defineOperations<Deps>("Executions");

/** Approvals that wait, for the account and the organization, which decides them. */
export const APPROVAL_OPERATIONS = [
  operation({
    id: "listApprovals",
    method: "get",
    path: "/api/v2/public/approval",
    least: "viewer",
    credentials: "either",
    summary: "List waiting approvals",
    description:
      "Returns the approvals that executions are waiting for, newest first, of all linked accounts or of the one named in the request. With an API key, each has the `url` of its page.",
    schema: {
      querystring: PageQuery,
      response: { 200: Type.Object({ docs: Type.Array(Approval), ...PageEnvelope }) },
    },
    run: async (deps, request) => {
      const page = parsePage(request.query);
      const filter = { account: findAccountScope(request)?.account, now: deps.clock.now() };
      const { rows, total } = await listApprovals(deps.db, getScope(request), filter, page);
      const runIds = rows.map(({ run_id }) => run_id);
      const viewOf = isSession(request) ? await readAccountViews(deps, runIds) : undefined;
      const docs = rows.map((row) => {
        const shown = present(row);
        if (viewOf) return viewOf(row.run_id).hide(shown);
        return { ...shown, url: buildStepLink(deps, "page", { runId: row.run_id, path: row.path }) };
      });
      return { docs, ...buildEnvelope(page, total) };
    },
  }),
  operation({
    id: "decideApproval",
    method: "put",
    path: "/api/v2/public/execution/:id/nodes/:node_id/approval",
    least: "support",
    credentials: "either",
    summary: "Decide an approval",
    description:
      "Approves or rejects what an execution waits for, and resumes the execution. Returns 409 if it was already decided, and 410 if the execution has ended or the node has timed out. A session token cannot decide (403), because an agent may hold it. Identify a node that waits in several items of a loop by its path (400 otherwise).",
    schema: {
      params: ByNode,
      body: withExample(DecisionBody, { approved: true, comment: "Within policy.", by: "billing" }),
      response: {
        200: withExample(Message, { message: "Approved" }),
        409: { ...ErrorReply, description: "It has already been decided." },
        410: { ...ErrorReply, description: "The execution has ended or the node has timed out." },
      },
    },
    run: async (deps, request) => {
      const { id, node_id: node } = request.params;
      const account = findAccountScope(request)?.account;
      if (!(await findRun(deps.db, getScope(request), id, account))) throw notFound("Execution");
      // An agent may hold the account's token.
      if (isSession(request))
        throw new ApiError(
          "forbidden",
          "FORBIDDEN",
          "An approval is decided on its page, or with an API key.",
        );
      const filter = { account, runId: id, node };
      const { rows } = await listApprovals(deps.db, getScope(request), filter, { limit: 2, offset: 0 });
      const found = chosen(rows, node) ?? (await refuseDecided(deps, id, node));
      const { fields = {}, ...decision } = request.body;
      const by = getDecider(request, decision.by);
      // Its page shows the approval before redaction, and so must what checks the decision.
      const stored = { sealed: found.sealed, input: found.input as unknown as Json };
      const settings = openStepInput(deps.vault, found, stored) as unknown as ApprovalSettings;
      const read = readDecision(settings, { ...decision, by, fields }, deps.clock.now());
      if ("problems" in read) throw badRequest(read.problems.map(({ text }) => text).join(" "));
      const asked = { runId: id, path: found.path };
      requireAnswerState("page", await saveAnswer(deps, "page", asked, read.answer));
      return { message: read.answer.approved ? "Approved" : "Rejected" };
    },
  }),
];

/** The waiting approval with this name; 400 if it waits in several items of a loop. */
function chosen([first, second]: readonly ApprovalRow[], node: string): ApprovalRow | undefined {
  if (!first || !second || first.path === node) return first;
  throw badRequest(`Node ${node} waits more than once: name one by its path, such as ${second.path}.`);
}

/** Says why an approval does not wait: 409 decided, 410 timed out, 404 not an approval, or not reached. */
async function refuseDecided(
  { db, clock, vault }: Pick<Deps, "db" | "clock" | "vault">,
  runId: string,
  path: string,
): Promise<never> {
  const asked = await findSignalStep(db, vault, { runId, path });
  if (asked?.step && APPROVAL_TYPES.includes(asked.step.nodeType ?? ""))
    requireAnswerState("page", getSignalState(asked, clock.now()));
  throw notFound("Approval");
}

function present(row: ApprovalRow): Static<typeof Approval> {
  const { title, message, fields = [], allow_comment = false } = row.input;
  return {
    execution_id: row.run_id,
    node_id: row.node_id,
    node_name: row.node_name,
    path: row.path,
    linked_account_id: row.accountId,
    associated_workflow: { _id: row.workflow_id, name: row.workflow_name },
    title,
    message,
    allow_comment,
    fields,
    expires_at: row.wait?.kind === "answer" ? row.wait.until : undefined,
    createdAt: row.started_at.toISOString(),
  };
}
