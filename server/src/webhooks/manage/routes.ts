import { Type } from "typebox";
import { getScope } from "../../auth/guard.ts";
import { defineOperations, type Operation } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { setEmptyBody } from "../../platform/http/json-body.ts";
import { ById } from "../../platform/http/route.ts";
import { parseEventsOrSlugs } from "../event.ts";
import { webhookExample } from "../examples.ts";
import { DELIVERY_LOG_OPERATIONS } from "../log/delivery-log-routes.ts";
import { DELIVERY_OPERATIONS } from "./delivery-routes.ts";
import { promoteWebhook } from "./promote.ts";
import {
  type CheckingDeps,
  createWebhook,
  readSingleWebhook,
  updateGroup,
  updateWebhook,
  updateWebhookEvents,
} from "./register.ts";
import {
  GroupBody,
  PromotedWebhook,
  PromoteWebhookBody,
  presentWebhook,
  presentWebhookSubscription,
  SubscribeBody,
  Subscription,
  UnsubscribeBody,
  Webhook,
  WebhookBody,
} from "./schema.ts";
import { deleteWebhook, listWebhooks, readWebhook } from "./store.ts";

const BASE = "/api/v2/public/webhook";
// These routes name no webhook, so their responses are not known from their path.
const NONE = { ...ErrorReply, description: "There is no webhook." };
const UNKNOWN = { ...ErrorReply, description: "One of the webhooks does not exist." };
const SEVERAL = { ...ErrorReply, description: "There are several webhooks, or the request is invalid." };

const operation = defineOperations<Deps & CheckingDeps>("Webhooks");

/** Webhook registrations and their deliveries (spec 2.5 and 4.5). */
export const WEBHOOK_OPERATIONS: readonly Operation<Deps & CheckingDeps>[] = [
  operation({
    id: "listWebhooks",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "apiKey",
    summary: "List webhooks",
    description:
      "Returns all webhooks of the environment, newest first, without their signing secrets. `disabled_at` and `disabled_reason` are set if the server disabled a webhook after failures.",
    schema: { response: { 200: Type.Array(Webhook) } },
    run: async ({ db }, request) => (await listWebhooks(db, getScope(request))).map(presentWebhook),
  }),
  operation({
    id: "createWebhook",
    method: "post",
    path: BASE,
    least: "developer",
    credentials: "apiKey",
    hasSecret: true,
    summary: "Create a webhook",
    description:
      "Registers a URL that receives events. The response has the `secret` that signs deliveries. `slug` and `workflow_ids` limit the webhook and must exist in this environment (400 otherwise). Returns 400 `INVALID_EVENT` if an event is unknown. See [Webhooks](/guides/api#webhooks) for payloads, retries and signatures.",
    schema: { body: webhookExample.body, response: { 200: webhookExample.reply } },
    run: async (deps, request) => {
      const { row, secret } = await createWebhook(deps, getScope(request), request.body);
      return { ...presentWebhook(row), secret };
    },
  }),
  operation({
    id: "getWebhook",
    method: "get",
    path: `${BASE}/:id`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get a webhook",
    description:
      "Returns a webhook without its signing secret. Values of headers that carry secrets, and URLs of team chats, are masked.",
    schema: { params: ById, response: { 200: Webhook } },
    run: async ({ db }, request) =>
      presentWebhook(await readWebhook(db, getScope(request), request.params.id)),
  }),
  operation({
    id: "updateWebhook",
    method: "put",
    path: `${BASE}/:id`,
    least: "developer",
    credentials: "apiKey",
    summary: "Update a webhook",
    description:
      "Updates the fields that you send. Masked values sent back as you read them are unchanged. `is_enabled: true` enables a webhook that was disabled after failures; deliveries that it missed are kept as `cancelled` and can be sent with `POST …/resend`.",
    schema: { params: ById, body: WebhookBody, response: { 200: Webhook } },
    run: async (deps, request) =>
      presentWebhook(await updateWebhook(deps, getScope(request), request.params.id, request.body)),
  }),
  operation({
    id: "deleteWebhook",
    method: "delete",
    path: `${BASE}/:id`,
    least: "developer",
    credentials: "apiKey",
    summary: "Delete a webhook",
    description:
      "Deletes a webhook with its deliveries, including pending ones. Returns the remaining webhooks.",
    schema: { params: ById, response: { 200: Type.Array(Webhook) } },
    run: async ({ db }, request) => {
      const scope = getScope(request);
      await deleteWebhook(db, scope, request.params.id);
      return (await listWebhooks(db, scope)).map(presentWebhook);
    },
  }),
  operation({
    id: "promoteWebhook",
    method: "post",
    path: `${BASE}/:id/promote`,
    least: "developer",
    credentials: "apiKey",
    hasSecret: true,
    preValidation: setEmptyBody,
    summary: "Promote a webhook to production",
    description:
      "Copies the webhook with this id from test to production: the first call creates it there, later calls update it. Requires a production key (403 otherwise). The production webhook has its own secret, shown only in the first response. See [From test to production](/guides/environments).",
    schema: { params: ById, body: PromoteWebhookBody, response: { 200: PromotedWebhook } },
    run: async (deps, request) => {
      const { row, secret } = await promoteWebhook(
        deps,
        getScope(request),
        request.params.id,
        request.body.webhook_url,
      );
      return { ...presentWebhook(row), ...(secret !== undefined && { secret }) };
    },
  }),
  operation({
    id: "groupWebhooks",
    method: "put",
    path: "/api/v2/public/webhooks/group/edit",
    least: "developer",
    credentials: "apiKey",
    summary: "Group webhooks",
    description:
      "Sets a label of your own on webhooks; omit `group` to remove it. Returns the webhooks. If an id does not exist, returns 404 and changes nothing.",
    schema: { body: GroupBody, response: { 200: Type.Array(Webhook), 404: UNKNOWN } },
    run: async (deps, request) => {
      const { webhookIds, group } = request.body;
      return (await updateGroup(deps, getScope(request), webhookIds, group || null)).map(presentWebhook);
    },
  }),
  // Published clients still call the next three, from when an organization had one webhook (platform-surface 5).
  operation({
    id: "deleteOnlyWebhook",
    method: "delete",
    path: BASE,
    least: "developer",
    credentials: "apiKey",
    summary: "Delete the only webhook",
    description:
      "For older clients: deletes and returns the only webhook of the environment. Use `DELETE /api/v2/public/webhook/{id}` instead. Returns 400 if there are several webhooks.",
    deprecated: true,
    schema: { response: { 200: Webhook, 400: SEVERAL, 404: NONE } },
    run: async (deps, request) => {
      const scope = getScope(request);
      const { id } = await readSingleWebhook(deps.db, scope);
      return presentWebhook(await deleteWebhook(deps.db, scope, id));
    },
  }),
  operation({
    id: "subscribeWebhook",
    method: "post",
    path: `${BASE}/subscribe`,
    least: "developer",
    credentials: "apiKey",
    summary: "Add events to the webhook",
    description:
      "For older clients: adds events to the only webhook of the environment. Use `PUT /api/v2/public/webhook/{id}` instead. Returns 400 if there are several webhooks.",
    deprecated: true,
    schema: { body: SubscribeBody, response: { 200: Subscription, 400: SEVERAL, 404: NONE } },
    run: async (deps, request) => {
      const added = parseEventsOrSlugs(request.body.webhook_events);
      const change = await updateWebhookEvents(deps, getScope(request), (events) => [
        ...new Set([...events, ...added]),
      ]);
      return presentWebhookSubscription(change);
    },
  }),
  operation({
    id: "unsubscribeWebhook",
    method: "post",
    path: `${BASE}/unsubscribe`,
    least: "developer",
    credentials: "apiKey",
    summary: "Remove a webhook event",
    description:
      "For older clients: removes an event from the only webhook of the environment. Use `PUT /api/v2/public/webhook/{id}` instead. Returns 400 if there are several webhooks.",
    deprecated: true,
    schema: { body: UnsubscribeBody, response: { 200: Subscription, 400: SEVERAL, 404: NONE } },
    run: async (deps, request) => {
      const [removed] = parseEventsOrSlugs([request.body.webhook_event]);
      const change = await updateWebhookEvents(deps, getScope(request), (events) =>
        events.filter((event) => event !== removed),
      );
      return presentWebhookSubscription(change);
    },
  }),
  ...DELIVERY_OPERATIONS,
  ...DELIVERY_LOG_OPERATIONS,
];
