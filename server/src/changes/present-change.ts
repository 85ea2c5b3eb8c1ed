import { type Static, Type } from "typebox";
import { Caller } from "../operators/caller.ts";
import { Id, Record, Timestamp } from "../platform/http/route.ts";
import type { Change } from "./read-log.ts";

const MaybeText = (description: string) => Type.Optional(Type.String({ description }));

/** What the stream tells of a change: ids and a status, never what is in it. */
export const ChangeEvent = Record("ChangeEvent", {
  _id: Type.String({
    ...Id,
    description:
      "Of the execution, delivery, connection or call; of an approval that of its execution, of a draft that of its workflow.",
  }),
  status: Type.String({
    description:
      "Of an execution or call as its record has it; of a delivery `delivered`, `failed`, `cancelled` or `retrying`; of a connection `connected`, `degraded`, `healthy`, `expired` or `disconnected`; of an approval `asked` or `decided`; of a draft `shared` while others have it open, else `alone`.",
  }),
  at: Timestamp,
  linked_account_id: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: "Null if the account was deleted." }),
  ),
  workflow_id: MaybeText("For executions, approvals and drafts."),
  path: MaybeText("Of an approval: the step that waits, with the items of the loops around it."),
  webhook_id: MaybeText("For deliveries."),
  event: MaybeText("For deliveries: the event."),
  slug: MaybeText("Of a connection; of an execution that failed in a step of this application."),
  mcp_server_id: MaybeText("For MCP calls."),
  tool: MaybeText("For MCP calls."),
  duration_ms: Type.Optional(Type.Integer({ description: "For what has ended." })),
  revision: Type.Optional(Type.Integer({ description: "Of a draft: its `__v`." })),
  saved: Type.Optional(
    Type.Union([Type.Object({ revision: Type.Integer(), at: Timestamp, by: Caller }), Type.Null()], {
      description: "Of a draft: its last edit, or null where none is known. Publishing is none.",
    }),
  ),
  readers: Type.Optional(
    Type.Array(
      Type.Object({
        _id: Type.String({ ...Id, description: "Id of the operator." }),
        name: Type.Union([Type.String(), Type.Null()], {
          description:
            "Of an operator without a name the email address, for developers and owners; else null.",
        }),
      }),
      {
        description:
          "Of a draft: operators who have it open in other windows; who has two is told of the other one.",
      },
    ),
  ),
});

/** A change as the stream tells of it. */
export function presentChange(change: Change): Static<typeof ChangeEvent> {
  const { kind, subject, status, at, linked_account_id, duration_ms: durationMs } = change;
  return {
    ...{ _id: subject, status, at, linked_account_id },
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
