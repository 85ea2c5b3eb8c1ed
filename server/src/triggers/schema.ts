import { type Static, Type } from "typebox";
import type { Connector, ConnectorTrigger, JsonObject } from "../apps/connector.ts";
import { Id, Record, Timestamp } from "../platform/http/route.ts";
import type { SubscriptionRow } from "./table.ts";

const AnyObject = Type.Unsafe<JsonObject>({ type: "object", additionalProperties: true });
const TriggerId = Type.String({ description: "The `event` to name in a start node." });

/** A trigger as an application offers it. */
export const OfferedTrigger = Record("Trigger", {
  id: TriggerId,
  title: Type.String(),
  description: Type.String(),
  delivery: Type.Enum(["poll", "webhook"], {
    description: "Whether Junctor polls the provider, or the provider sends webhooks.",
  }),
  automatic: Type.Boolean({ description: "False if the customer must enter Junctor's URL at the provider." }),
  every_seconds: Type.Optional(Type.Integer({ description: "Polling interval in seconds." })),
  has_examples: Type.Boolean({
    description: "Whether the application lists recent events, to try a workflow with.",
  }),
  input: Type.Unsafe<JsonObject>({
    type: "object",
    additionalProperties: true,
    description: "JSON Schema of the trigger's `input`.",
  }),
});

/** A subscription of a linked account. */
export const TriggerSubscription = Record("TriggerSubscription", {
  _id: Id,
  slug: Type.String(),
  event: TriggerId,
  input: Type.Unsafe<JsonObject>({ ...AnyObject, description: "As in the start node." }),
  workflow_id: Id,
  workflow_name: Type.String(),
  config_id: Type.String(),
  delivery: Type.Enum(["poll", "webhook"]),
  status: Type.Enum(["starting", "active", "waiting", "broken"], {
    description:
      "`waiting`: until the customer reconnects; `broken`: the last attempt failed and will be retried.",
  }),
  last_error: Type.Optional(Type.String()),
  last_event_at: Type.Optional(Timestamp),
  next_attempt_at: Type.Optional(Timestamp),
  address: Type.Optional(
    Type.String({
      description:
        "What the customer must enter at the provider if Junctor cannot; hidden from viewers and support.",
    }),
  ),
  secret: Type.Optional(
    Type.String({
      description:
        "The secret to enter with `address`, if it proves where events come from: the provider signs with it or sends it.",
    }),
  ),
  needs_secret: Type.Optional(
    Type.Boolean({
      description:
        "True if the provider makes the secret of `address`, which `…/trigger-subscriptions/:id/secret` sets.",
    }),
  ),
  has_secret: Type.Optional(Type.Boolean({ description: "With `needs_secret`: whether it is set." })),
  username: Type.Optional(
    Type.String({ description: "The user name to enter with `secret`, if it is sent as a password." }),
  ),
  created_at: Timestamp,
});

/** A trigger of a connector as the API shows it. */
export function presentTrigger(
  { id, title, description, delivery, input }: ConnectorTrigger,
  { examples }: Pick<Connector, "examples">,
): Static<typeof OfferedTrigger> {
  return {
    id,
    title,
    description,
    delivery: delivery.kind,
    automatic: delivery.kind === "poll" || delivery.automatic,
    every_seconds: delivery.kind === "poll" ? delivery.everySeconds : undefined,
    has_examples: examples !== undefined && (delivery.kind === "poll" || delivery.readsMissed === true),
    input,
  };
}

type ShownRow = Omit<SubscriptionRow, "accountId"> & { workflowName: string | null };

type EnteredParts = Pick<
  Static<typeof TriggerSubscription>,
  "address" | "secret" | "needs_secret" | "has_secret" | "username"
>;

/** A subscription as the API shows it, with what the customer must enter at the provider, if anything. */
export function presentSubscription(
  row: ShownRow,
  entered: EnteredParts = {},
): Static<typeof TriggerSubscription> {
  return {
    _id: row.id,
    slug: row.slug,
    event: row.trigger_id,
    input: row.input,
    workflow_id: row.workflow_id,
    workflow_name: row.workflowName ?? "",
    config_id: row.config_id,
    delivery: row.kind,
    status: row.status,
    last_error: row.last_error ?? undefined,
    last_event_at: row.last_event_at?.toISOString(),
    next_attempt_at: row.next_at?.toISOString(),
    ...entered,
    created_at: row.created_at.toISOString(),
  };
}
