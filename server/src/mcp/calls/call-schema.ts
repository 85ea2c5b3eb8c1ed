import { type Static, type TObject, Type } from "typebox";
import { Id, Record, Timestamp } from "../../platform/http/route.ts";
import { parseQueryDate, parseQueryEndDate } from "../../platform/page.ts";
import { CALL_STATUSES } from "../table.ts";
import { getApprovalExpiry, getCallStatus } from "./call-status.ts";
import type { CallFilter, LoggedCall } from "./call-store.ts";

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** A call as the log shows it. */
export const McpCall = Record("McpCall", {
  _id: Id,
  mcp_server_id: Id,
  linked_account_id: Type.String(),
  tool: Type.String({ description: "The tool's name, which may be the linked account's own." }),
  slug: Nullable("For an action: its application."),
  action_id: Nullable("The action that the tool runs, whatever it is called."),
  workflow_id: Nullable("The workflow that the tool runs."),
  arguments: Type.Unknown({ description: "Without secret values; long strings are truncated." }),
  client: Type.Union([Type.String(), Type.Null()], {
    description: "Name of the agent's client, as the client reports it.",
  }),
  status: Type.Enum(CALL_STATUSES, {
    description:
      "`WAITING`: for an approval; `DENIED`: it was rejected; `EXPIRED`: nobody decided in time; `REFUSED`: it did not run, because the tool does not exist, its arguments or its key were wrong, or too many calls wait.",
  }),
  error: Type.Union([Type.String(), Type.Null()]),
  execution_id: Type.Union([Id, Type.Null()], {
    description:
      "The execution that continued after the response, or that failed; the call's `status`, `error` and `finishedAt` are then the execution's.",
  }),
  approval_url: Type.Optional(
    Type.String({
      description: "Page on which anyone with the URL can decide a waiting call; only with an API key.",
    }),
  ),
  expires_at: Type.Optional(Timestamp),
  createdAt: Timestamp,
  decidedAt: Type.Union([Timestamp, Type.Null()], { description: "When it was approved or rejected." }),
  decided_by: Nullable("Who decided, as given in the API request."),
  decision_reason: Nullable("Why, as given in the API request."),
  finishedAt: Type.Union([Timestamp, Type.Null()]),
});

/** Filters of a list of calls. */
export const CallFields = {
  status: Type.Optional(Type.Enum(CALL_STATUSES)),
  tool: Type.Optional(Type.String({ maxLength: 128, description: "The tool's name." })),
  start_date: Type.Optional(Type.String({ description: "Earliest date or time (ISO 8601, UTC)." })),
  end_date: Type.Optional(Type.String({ description: "Latest date or time, inclusive (ISO 8601, UTC)." })),
};

/** Parses the filters of a list; 400 for an invalid date. */
export function readCallFilter(fields: Static<TObject<typeof CallFields>>, now: Date): CallFilter {
  const { status, tool, start_date: from, end_date: until } = fields;
  return {
    status,
    tool,
    from: parseQueryDate("start_date", from),
    until: parseQueryEndDate("end_date", until),
    now,
  };
}

/** A call as the log shows it to everybody: without the page on which it is decided. */
export function presentLoggedCall(row: LoggedCall, now: Date): Static<typeof McpCall> {
  const status = getCallStatus(row, now);
  const ended = row.finished_at ?? (status === "EXPIRED" ? getApprovalExpiry(row.created_at) : undefined);
  return {
    _id: row.id,
    mcp_server_id: row.server_id,
    linked_account_id: row.accountId,
    tool: row.tool,
    slug: row.slug,
    action_id: row.action_id,
    workflow_id: row.workflow_id,
    arguments: row.arguments,
    client: row.client,
    status,
    error: row.error,
    execution_id: row.run_id,
    ...(status === "WAITING" && { expires_at: getApprovalExpiry(row.created_at).toISOString() }),
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by,
    decision_reason: row.decision_reason,
    finishedAt: ended?.toISOString() ?? null,
  };
}
