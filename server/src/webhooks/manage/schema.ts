import { type Static, Type } from "typebox";
import { ENVIRONMENTS } from "../../auth/scope.ts";
import { Id, MapOf, Record, Timestamp } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json/json.ts";
import { WEBHOOK_EVENTS } from "../event.ts";
import { WEBHOOK_METHODS, WEBHOOK_TYPES } from "../table.ts";
import type { WebhookRow } from "./store.ts";

const AnyObject = Type.Unsafe<{ [key: string]: Json }>({ type: "object", additionalProperties: true });

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: "The https URL that receives deliveries.",
});
const EventNames = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: 50,
  description: `Events to send to the webhook: ${WEBHOOK_EVENTS.join(", ")}.`,
  examples: [["Workflow Completed", "Workflow Errored"]],
});

const Group = Type.Optional(
  Type.Union([Type.String({ maxLength: 255 }), Type.Null()], {
    description: "A label of your own; null or empty for none.",
  }),
);

/** Body of the creation of a webhook (spec 2.5). */
export const NewWebhookBody = Type.Object({
  webhook_url: Url,
  webhook_events: EventNames,
  webhook_type: Type.Optional(
    Type.Enum(WEBHOOK_TYPES, {
      description:
        "What to post: `default` posts the payload, `slack` and `teams` a chat message, `custom` the `webhook_body`.",
    }),
  ),
  webhook_body: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 65_536 }), AnyObject, Type.Null()], {
      description:
        "For `custom`: the body, as JSON text or an object, with the placeholders `{{event}}`, `{{event.<key>}}`, `{{workflow_response}}` and `{{workflow_response.<key>}}`. Default: `{{event}}`.",
      examples: ['{"text": "{{event.workflow_name}} is done", "result": {{workflow_response}}}'],
    }),
  ),
  webhook_headers: Type.Optional(
    Type.Union([MapOf(Type.String({ maxLength: 4096 }), { maxProperties: 50 }), Type.Null()], {
      description:
        "For `custom`: additional headers by name, with the same placeholders. Values of headers that carry secrets are shown masked.",
      examples: [{ authorization: "Bearer 6d1f0c2e9b3d4f5a" }],
    }),
  ),
  method: Type.Optional(
    Type.Enum(WEBHOOK_METHODS, { description: "For `custom`: the HTTP method, `POST` by default." }),
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
  group: Group,
});
export type NewWebhookBody = Static<typeof NewWebhookBody>;

/** Body of a change: any of the fields. */
export const WebhookBody = Type.Partial(NewWebhookBody);
export type WebhookBody = Static<typeof WebhookBody>;

/** Body of the change of groups (platform-surface 1.2). */
export const GroupBody = Type.Object({
  webhookIds: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 200 }),
  group: Group,
});

/** Body of the replacement of a signing secret. */
export const RotateBody = Type.Object({
  end_others: Type.Optional(
    Type.Boolean({
      description: "If true, previous secrets end immediately instead of after 24 hours.",
    }),
  ),
});

export const SubscribeBody = Type.Object({ webhook_events: EventNames });
export const UnsubscribeBody = Type.Object({ webhook_event: Type.String() });

const WebhookFields = {
  _id: Id,
  org_id: Id,
  environment: Type.Enum(ENVIRONMENTS),
  is_enabled: Type.Boolean(),
  webhook_events: Type.Array(Type.Enum(WEBHOOK_EVENTS)),
  webhook_url: Type.String({
    description: "URL of the receiver. For team chats only its host and end are shown after creation.",
  }),
  webhook_type: Type.Enum(WEBHOOK_TYPES),
  description: Type.Optional(Type.String()),
  slug: Type.Optional(Type.String()),
  workflow_ids: Type.Optional(Type.Array(Type.String())),
  webhook_body: Type.Optional(Type.String()),
  webhook_headers: Type.Optional(
    MapOf(Type.String(), { description: "Headers by name, with secret values masked." }),
  ),
  method: Type.Optional(Type.Enum(WEBHOOK_METHODS)),
  group: Type.Optional(Type.String()),
  failing_since: Type.Optional({
    ...Timestamp,
    description:
      "Time of the first failed attempt since the last success, while the webhook is enabled; absent while deliveries succeed.",
  }),
  disabled_at: Type.Optional({ ...Timestamp, description: "When the server disabled the webhook." }),
  disabled_reason: Type.Optional(Type.String({ description: "Why the server disabled it, as a sentence." })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: Type.Integer({ description: "Revision; increases with each change." }),
};

const Secret = Type.String({
  description: "Secret that signs deliveries according to Standard Webhooks.",
  examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
});

/** A webhook on the wire (spec 2.5, platform-surface 3.7). */
export const Webhook = Record("Webhook", WebhookFields);

/** A promoted webhook; the secret is included when it is new. */
export const PromotedWebhook = Record("PromotedWebhook", { ...WebhookFields, secret: Type.Optional(Secret) });
/** Body of promoting a webhook from test. */
export const PromoteWebhookBody = Type.Object({
  webhook_url: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: "Its URL in production. Default for a new webhook: its URL in test.",
    }),
  ),
});

/** The reply to the creation: with the signing secret, and the whole address. */
export const CreatedWebhook = Record("CreatedWebhook", { ...WebhookFields, secret: Secret });

export const WebhookSecret = Record("WebhookSecret", { secret: Secret });

/** The reply of `subscribe` and `unsubscribe`, from when there was one webhook. */
export const Subscription = Record("WebhookSubscription", {
  webhook_url: Type.String(),
  webhook_events: Type.Array(Type.Enum(WEBHOOK_EVENTS)),
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
    webhook_body: row.body ?? undefined,
    webhook_headers: row.headers ?? undefined,
    method: row.type === "custom" ? row.method : undefined,
    group: row.group_name ?? undefined,
    failing_since: row.is_enabled ? row.failing_since?.toISOString() : undefined,
    disabled_at: row.disabled_at?.toISOString(),
    disabled_reason: row.disabled_reason ?? undefined,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    __v: row.revision,
  };
}

/** Wire form of a subscription. */
export function presentWebhookSubscription(row: WebhookRow): Static<typeof Subscription> {
  return { webhook_url: row.url, webhook_events: row.events };
}
