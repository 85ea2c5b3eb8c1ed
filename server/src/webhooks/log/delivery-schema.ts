import { type Static, Type } from "typebox";
import { Id, MapOf, Record, Timestamp } from "../../platform/http/route.ts";
import { LongPageEnvelope, LongPageQuery } from "../../platform/page.ts";
import { getFirstBytes } from "../deliver/request.ts";
import { formatTimestamp } from "../deliver/sign.ts";
import { WEBHOOK_EVENTS } from "../event.ts";
import { DELIVERY_STATUSES } from "../table.ts";
import type { DeliveryRow, DeliveryWithAttempts } from "./delivery-store.ts";

const RESENDABLE = ["failed", "all"] as const;

/** Body of a resend of many deliveries. */
export const ResendBody = Type.Object({
  since: Type.String({
    minLength: 1,
    description: "Earliest date or time, inclusive (ISO 8601, UTC unless it has an offset).",
  }),
  status: Type.Optional(
    Type.Enum(RESENDABLE, {
      description:
        "`failed` (the default): deliveries that failed or were cancelled; `all`: also those that succeeded.",
    }),
  ),
});

export const Resent = Type.Object({
  resent: Type.Integer({ description: "Number of deliveries being resent." }),
});

/** Query of the list of deliveries. */
export const DeliveriesQuery = Type.Object({
  ...LongPageQuery.properties,
  status: Type.Optional(Type.Enum(DELIVERY_STATUSES)),
  event: Type.Optional(Type.Enum(WEBHOOK_EVENTS)),
  start_date: Type.Optional(Type.String({ description: "Created on or after this day (ISO 8601)." })),
  end_date: Type.Optional(Type.String({ description: "Created on or before this day (ISO 8601)." })),
});

/** Query of the list of deliveries of all webhooks. */
export const AllDeliveriesQuery = Type.Object({
  ...DeliveriesQuery.properties,
  webhook_id: Type.Optional(Type.String({ maxLength: 255 })),
  linked_account_id: Type.Optional(
    Type.String({ maxLength: 255, description: "Only deliveries about this linked account." }),
  ),
  execution_id: Type.Optional(
    Type.String({ maxLength: 255, description: "Only deliveries that report the end of this execution." }),
  ),
});

const AttemptRequest = Type.Object(
  {
    method: Type.String(),
    url: Type.String(),
    headers: MapOf(Type.String()),
    body: Type.String({ description: "The first 4 KB." }),
  },
  { description: "What was sent, without signatures and secrets." },
);

/** A delivery with its attempts, oldest first. */
export const WebhookDelivery = Record("WebhookDelivery", {
  _id: Type.String({ description: "24 hex characters; the `webhook-id` header of every attempt." }),
  webhook_id: Id,
  linked_account_id: Type.Optional(
    Type.String({ description: "The linked account that the delivery is about." }),
  ),
  execution_id: Type.Optional(
    Type.String({ ...Id, description: "The execution whose end the delivery reports." }),
  ),
  event: Type.Enum(WEBHOOK_EVENTS),
  payload: Type.Object({}, { additionalProperties: true }),
  status: Type.Enum(DELIVERY_STATUSES),
  next_attempt_at: Type.Optional(Timestamp),
  attempts: Type.Array(
    Type.Object({
      _id: Id,
      status_code: Type.Optional(Type.Integer({ description: "HTTP status of the response, if any." })),
      duration_ms: Type.Integer(),
      response: Type.Optional(Type.String({ description: "The first 4 KB of the response body." })),
      response_headers: Type.Optional(
        MapOf(Type.String(), { description: "Headers of the response, kept for failed attempts." }),
      ),
      error: Type.Optional(Type.String({ description: "Why the attempt failed." })),
      request: Type.Optional(AttemptRequest),
      createdAt: Timestamp,
    }),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** A page of deliveries. */
export const DeliveryPage = Type.Object({ docs: Type.Array(WebhookDelivery), ...LongPageEnvelope });

/** Wire form of a delivery. */
export function presentDelivery(row: DeliveryWithAttempts): Static<typeof WebhookDelivery> {
  return {
    _id: row.id,
    webhook_id: row.webhook_id,
    linked_account_id: textOf(row.payload, "linked_account_id"),
    execution_id: textOf(row.payload, "instance_id"),
    event: row.event,
    payload: row.payload,
    status: row.status,
    next_attempt_at: row.next_attempt_at?.toISOString(),
    attempts: row.attempts.map((attempt) => presentAttempt(row, attempt)),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function presentAttempt(
  delivery: DeliveryRow,
  row: DeliveryWithAttempts["attempts"][number],
): Static<typeof WebhookDelivery>["attempts"][number] {
  return {
    _id: row.id,
    status_code: row.status_code ?? undefined,
    duration_ms: row.duration_ms,
    response: row.answer ?? undefined,
    response_headers: row.answer_headers ?? undefined,
    error: row.error ?? undefined,
    request: row.url === null ? undefined : presentRequest(delivery, { ...row, url: row.url }),
    createdAt: new Date(row.attempted_at).toISOString(),
  };
}

/** For a plain post of the payload the log stores only the address: the rest is known. */
function presentRequest(
  delivery: DeliveryRow,
  row: DeliveryWithAttempts["attempts"][number] & { url: string },
): Static<typeof AttemptRequest> {
  const plain = {
    "content-type": "application/json",
    "webhook-id": delivery.id,
    "webhook-timestamp": formatTimestamp(new Date(row.attempted_at)),
  };
  return {
    method: row.method ?? "POST",
    url: row.url,
    headers: row.headers ?? plain,
    body: row.body ?? getFirstBytes(JSON.stringify(delivery.payload)),
  };
}

function textOf(payload: DeliveryRow["payload"], name: string): string | undefined {
  const value = payload[name];
  return typeof value === "string" ? value : undefined;
}
