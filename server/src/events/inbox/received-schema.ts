import { type Static, Type } from "typebox";
import { ENVIRONMENTS } from "../../auth/scope.ts";
import { Id, Record, Timestamp } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json/json.ts";
import { LongPageEnvelope, LongPageQuery, PageEnvelope, PageQuery } from "../../platform/page.ts";
import { DELIVERY_STATUSES } from "../../webhooks/table.ts";
import { FINDING_KINDS } from "../table.ts";
import type { FindingRow } from "./audit-store.ts";
import type { Imbalance, StartedRun } from "./balance.ts";
import type { ListedReceived, ReceivedHead, WholeReceived } from "./received-store.ts";

const Counts = Object.fromEntries(DELIVERY_STATUSES.map((status) => [status, Type.Integer()])) as {
  [Status in (typeof DELIVERY_STATUSES)[number]]: ReturnType<typeof Type.Integer>;
};

const StartedExecution = Type.Object({
  _id: Id,
  workflow_id: Id,
  workflow_name: Type.String(),
  status: Type.String(),
  waits: Type.Optional(
    Type.Boolean({
      description: "True for a `RUNNING` execution that waits for something while no process runs it.",
    }),
  ),
  deliveries: Type.Object(Counts, { description: "Webhook deliveries that report its end, by status." }),
});

const Head = {
  _id: Id,
  event: Type.String({ description: "Name of the event; `Webhook` for an incoming webhook." }),
  linked_account_id: Type.String(),
  slug: Type.Optional(Type.String()),
  workflow_id: Type.Optional(Type.String({ description: "Set if the event was for one workflow." })),
  config_id: Type.String(),
  matched: Type.Integer({ description: "Number of workflows that it started." }),
  repeated: Type.Integer({
    description:
      "Number of workflows that it did not start because they had already seen its idempotency key.",
  }),
  refused: Type.Optional(
    Type.String({
      description:
        "Why it started nothing: the linked account has reached a limit of its plan, which is named.",
    }),
  ),
  restarted_as: Type.Optional(
    Type.String({ description: "Id of the event as which a refused one was started later." }),
  ),
  executions: Type.Array(StartedExecution),
  balanced: Type.Boolean({
    description:
      "Whether every match has its execution, every open execution and pending delivery is in a queue, and every ended execution has its deliveries.",
  }),
  imbalance: Type.Optional(Type.Array(Type.String(), { description: "What is missing, as sentences." })),
  org_id: Id,
  environment: Type.Enum(ENVIRONMENTS),
  received_at: Timestamp,
};

/** An event as received, with what it started and whether that is balanced. */
export const ReceivedEvent = Record("ReceivedEvent", {
  ...Head,
  payload: Type.Unsafe<Json>({ description: "Payload as received." }),
  payload_size: Type.Integer({ description: "Bytes of `payload` as JSON." }),
});
/** The same in lists, without its payload. */
export const ReceivedEventSummary = Record("ReceivedEventSummary", {
  ...Head,
  excerpt: Type.String({ description: "Beginning of the payload as JSON, at most 160 characters." }),
});

/** Reply to starting a refused event. */
export const RestartedReply = Type.Object({
  event_id: Type.String({ description: "The event as which it was received again." }),
  execution_id: Type.String(),
});

const DateText = Type.String({ maxLength: 40, description: "ISO 8601 date or time." });

/** Query of the lists of received events. */
export const ReceivedQuery = Type.Object({
  ...LongPageQuery.properties,
  event: Type.Optional(Type.String({ maxLength: 255, description: "Only events of this name." })),
  account: Type.Optional(
    Type.String({ maxLength: 255, description: "Only events of this linked account, by your own id." }),
  ),
  start_date: Type.Optional(DateText),
  end_date: Type.Optional(DateText),
  balanced: Type.Optional(
    Type.Boolean({
      description: "If false, only events in which something is missing; if true, all others.",
    }),
  ),
});

/** A finding of the audit. */
export const AuditFinding = Record("AuditFinding", {
  _id: Id,
  kind: Type.Enum(FINDING_KINDS, {
    description:
      "`executions`: not as many as matched; `queue`: an open execution or a pending delivery that is in no queue; `deliveries`: webhooks without a delivery.",
  }),
  event_id: Type.Optional(Type.String()),
  execution_id: Type.Optional(Type.String()),
  linked_account_id: Type.String(),
  message: Type.String(),
  org_id: Id,
  environment: Type.Enum(ENVIRONMENTS),
  found_at: Timestamp,
});

/** Query of the list of findings. */
export const FindingsQuery = Type.Object({
  ...PageQuery.properties,
  kind: Type.Optional(Type.Enum(FINDING_KINDS)),
  start_date: Type.Optional(DateText),
  end_date: Type.Optional(DateText),
});

export const ReceivedPage = Type.Object({ docs: Type.Array(ReceivedEventSummary), ...LongPageEnvelope });
export const FindingsPage = Type.Object({ docs: Type.Array(AuditFinding), ...PageEnvelope });

/** Wire form of a received event without its payload. */
export function presentListedEvent(
  row: ListedReceived,
  runs: readonly StartedRun[],
  wrong: readonly Pick<Imbalance, "message">[],
): Static<typeof ReceivedEventSummary> {
  return { ...presentHead(row, runs, wrong), excerpt: row.excerpt };
}

function presentHead(
  row: ReceivedHead,
  runs: readonly StartedRun[],
  wrong: readonly Pick<Imbalance, "message">[],
): Omit<Static<typeof ReceivedEventSummary>, "excerpt"> {
  return {
    _id: row.id,
    event: row.name,
    linked_account_id: row.accountId,
    slug: row.slug ?? undefined,
    workflow_id: row.workflow_id ?? undefined,
    config_id: row.config_id,
    matched: row.matched,
    repeated: row.repeated,
    refused: row.refused ?? undefined,
    restarted_as: row.restarted_as ?? undefined,
    executions: runs.map(presentStarted),
    balanced: wrong.length === 0,
    imbalance: wrong.length === 0 ? undefined : wrong.map(({ message }) => message),
    org_id: row.org_id,
    environment: row.environment,
    received_at: row.received_at.toISOString(),
  };
}

/** Wire form of a received event. */
export function presentReceived(
  row: WholeReceived,
  runs: readonly StartedRun[],
  wrong: readonly Pick<Imbalance, "message">[],
): Static<typeof ReceivedEvent> {
  return { ...presentHead(row, runs, wrong), payload: row.payload, payload_size: row.payloadSize };
}

/** Wire form of a finding. */
export function presentFinding(row: FindingRow): Static<typeof AuditFinding> {
  return {
    _id: row.id,
    kind: row.kind,
    event_id: row.event_id ?? undefined,
    execution_id: row.run_id ?? undefined,
    linked_account_id: row.accountId,
    message: row.message,
    org_id: row.org_id,
    environment: row.environment,
    found_at: row.found_at.toISOString(),
  };
}

function presentStarted({ id, workflow_id, workflow_name, status, deliveries, ...run }: StartedRun) {
  const { pending = 0, delivered = 0, failed = 0, cancelled = 0 } = deliveries;
  return {
    _id: id,
    workflow_id,
    workflow_name,
    status,
    ...(run.is_waiting && !run.is_lost && { waits: true }),
    deliveries: { pending, delivered, failed, cancelled },
  };
}
