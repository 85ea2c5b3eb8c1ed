import { type Static, Type } from "typebox";
import { ENVIRONMENTS } from "../auth/scope.ts";
import { Id, Record, Timestamp } from "../platform/http/route.ts";
import type { DeliveryWithAttempts } from "./delivery-store.ts";
import { WEBHOOK_EVENTS } from "./event.ts";
import type { WebhookRow } from "./store.ts";
import { DELIVERY_STATUSES, WEBHOOK_TYPES } from "./table.ts";

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: "Where deliveries are posted, by https.",
});
const EventNames = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: 50,
  description: `What the webhook hears of: ${WEBHOOK_EVENTS.join(", ")}.`,
  examples: [["Workflow Completed", "Workflow Errored"]],
});

/** Body of the creation of a webhook (spec 2.5). */
export const NewWebhookBody = Type.Object({
  webhook_url: Url,
  webhook_events: EventNames,
  webhook_type: Type.Optional(
    Type.Enum(WEBHOOK_TYPES, { description: "`default` posts the payload, the others a chat message." }),
  ),
  is_enabled: Type.Optional(Type.Boolean({ default: true })),
  description: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
  slug: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()], {
      description: "Limits the webhook to events of this application.",
    }),
  ),
  workflow_ids: Type.Optional(
    Type.Union([Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 200 }), Type.Null()], {
      description: "Limits workflow events to these workflows.",
    }),
  ),
});
export type NewWebhookBody = Static<typeof NewWebhookBody>;

/** Body of a change: any of the fields. */
export const WebhookBody = Type.Partial(NewWebhookBody);
export type WebhookBody = Static<typeof WebhookBody>;

export const SubscribeBody = Type.Object({ webhook_events: EventNames });
export const UnsubscribeBody = Type.Object({ webhook_event: Type.String() });

const WebhookFields = {
  _id: Id,
  org_id: Id,
  environment: Type.Enum(ENVIRONMENTS),
  is_enabled: Type.Boolean(),
  webhook_events: Type.Array(Type.Enum(WEBHOOK_EVENTS)),
  webhook_url: Type.String({ description: "Of a team chat only host and tail, once it was created." }),
  webhook_type: Type.Enum(WEBHOOK_TYPES),
  description: Type.Optional(Type.String()),
  slug: Type.Optional(Type.String()),
  workflow_ids: Type.Optional(Type.Array(Type.String())),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: Type.Integer({ description: "Grows with each change." }),
};

const Secret = Type.String({
  description: "Signs deliveries as Standard Webhooks says.",
  examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
});

/** A webhook on the wire (spec 2.5, platform-surface 3.7). */
export const Webhook = Record("Webhook", WebhookFields);

/** The reply to the creation: with the signing secret, and the whole address. */
export const CreatedWebhook = Record("CreatedWebhook", { ...WebhookFields, secret: Secret });

export const WebhookSecret = Record("WebhookSecret", { secret: Secret });

/** The reply of `subscribe` and `unsubscribe`, from when there was one webhook. */
export const Subscription = Record("WebhookSubscription", {
  webhook_url: Type.String(),
  webhook_events: Type.Array(Type.Enum(WEBHOOK_EVENTS)),
});

/** A delivery with its attempts, oldest first. */
export const WebhookDelivery = Record("WebhookDelivery", {
  _id: Type.String({ description: "24 hex characters; the `webhook-id` header of every attempt." }),
  webhook_id: Id,
  event: Type.Enum(WEBHOOK_EVENTS),
  payload: Type.Object({}, { additionalProperties: true }),
  status: Type.Enum(DELIVERY_STATUSES),
  next_attempt_at: Type.Optional(Timestamp),
  attempts: Type.Array(
    Type.Object({
      _id: Id,
      status_code: Type.Optional(Type.Integer({ description: "HTTP status, when there was an answer." })),
      duration_ms: Type.Integer(),
      response: Type.Optional(Type.String({ description: "The first 4 KB of the answer's body." })),
      error: Type.Optional(Type.String({ description: "Why the attempt failed." })),
      createdAt: Timestamp,
    }),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** Wire form of a webhook; never with its secret. */
export function presentWebhook(row: WebhookRow): Static<typeof Webhook> {
  return {
    _id: row.id,
    org_id: row.org_id,
    environment: row.environment,
    is_enabled: row.is_enabled,
    webhook_events: row.events,
    webhook_url: row.url,
    webhook_type: row.type,
    description: row.description ?? undefined,
    slug: row.slug ?? undefined,
    workflow_ids: row.workflow_ids ?? undefined,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    __v: row.revision,
  };
}

/** Wire form of a subscription. */
export function presentSubscription(row: WebhookRow): Static<typeof Subscription> {
  return { webhook_url: row.url, webhook_events: row.events };
}

/** Wire form of a delivery. */
export function presentDelivery(row: DeliveryWithAttempts): Static<typeof WebhookDelivery> {
  return {
    _id: row.id,
    webhook_id: row.webhook_id,
    event: row.event,
    payload: row.payload,
    status: row.status,
    next_attempt_at: row.next_attempt_at?.toISOString(),
    attempts: row.attempts.map(presentAttempt),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function presentAttempt(
  row: DeliveryWithAttempts["attempts"][number],
): Static<typeof WebhookDelivery>["attempts"][number] {
  return {
    _id: row.id,
    status_code: row.status_code ?? undefined,
    duration_ms: row.duration_ms,
    response: row.answer ?? undefined,
    error: row.error ?? undefined,
    createdAt: new Date(row.attempted_at).toISOString(),
  };
}
