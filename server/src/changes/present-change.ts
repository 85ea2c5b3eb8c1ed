import { type Static, Type } from "typebox";
import { Caller } from "../operators/caller.ts";
import { Id, Record, Timestamp } from "../platform/http/route.ts";
import type { Change } from "./read-log.ts";

const MaybeText = (description: string) => Type.Optional(Type.String({ description }));

/** A change on the stream: ids and a status, never contents. */
export const ChangeEvent = Record("ChangeEvent", {
  _id: Type.String({
    ...Id,
    description:
      "Id of the execution, delivery, connection or call; for approvals, the execution's; for drafts, the workflow's.",
  }),
  status: Type.String({
    description:
      "Executions and calls: as in their record. Deliveries: `delivered`, `failed`, `cancelled` or `retrying`. Connections: `connected`, `degraded`, `healthy`, `expired` or `disconnected`. Approvals: `asked` or `decided`. Drafts: `shared` while others have it open, otherwise `alone`.",
  }),
  at: Timestamp,
  linked_account_id: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: "Null if the account was deleted." }),
  ),
  workflow_id: MaybeText("For executions, approvals and drafts."),
  path: MaybeText("For approvals: the path of the waiting step, with the items of surrounding loops."),
  webhook_id: MaybeText("For deliveries."),
  event: MaybeText("For deliveries: the event."),
  slug: MaybeText("For connections, and for executions that failed in a step of this application."),
  mcp_server_id: MaybeText("For MCP calls."),
  tool: MaybeText("For MCP calls."),
  duration_ms: Type.Optional(
    Type.Integer({ description: "For executions, deliveries and calls that have ended." }),
  ),
  revision: Type.Optional(Type.Integer({ description: "For drafts: its `__v`." })),
  saved: Type.Optional(
    Type.Union([Type.Object({ revision: Type.Integer(), at: Timestamp, by: Caller }), Type.Null()], {
      description: "For drafts: the last edit; null if none is known. Publishing does not count as an edit.",
    }),
  ),
  readers: Type.Optional(
    Type.Array(
      Type.Object({
        _id: Type.String({ ...Id, description: "Id of the operator." }),
        name: Type.Union([Type.String(), Type.Null()], {
          description:
            "The email address of an operator without a name, for developers and owners; otherwise null.",
        }),
      }),
      {
        description: "For drafts: operators who have it open in other windows, yourself included.",
      },
    ),
  ),
});

/** Presents a change for the stream. */
export function presentChange(change: Change): Static<typeof ChangeEvent> {
  const { kind, subject, status, at, linked_account_id, duration_ms: durationMs } = change;
  return {
    _id: subject,
    status,
    at,
    linked_account_id,
    ...(kind === "execution" && {
      workflow_id: change.workflow_id ?? undefined,
      slug: change.failing_application ?? undefined,
    }),
    ...(kind === "approval" && {
      workflow_id: change.workflow_id ?? undefined,
      path: change.name ?? undefined,
    }),
    ...(kind === "delivery" && {
      webhook_id: change.parent ?? undefined,
      event: change.name ?? undefined,
    }),
    ...(kind === "connection" && { slug: change.name ?? undefined }),
    ...(kind === "mcp_call" && {
      mcp_server_id: change.parent ?? undefined,
      tool: change.name ?? undefined,
    }),
    duration_ms: durationMs ?? undefined,
  };
}
