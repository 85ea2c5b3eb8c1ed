import { Type } from "typebox";
import { getScope } from "../../auth/guard.ts";
import type { Deps } from "../../deps.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { setEmptyBody } from "../../platform/http/json-body.ts";
import { type App, ById } from "../../platform/http/route.ts";
import { parseEventsOrSlugs } from "../event.ts";
import { webhookExample } from "../examples.ts";
import { registerDeliveryLogRoutes } from "../log/delivery-log-routes.ts";
import { registerDeliveryRoutes } from "./delivery-routes.ts";
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
const tags = ["Webhooks"];
const config = { auth: "apiKey" as const };
// These routes name no webhook, so their responses are not known from their path.
const NONE = { ...ErrorReply, description: "There is no webhook." };
const UNKNOWN = { ...ErrorReply, description: "One of the webhooks does not exist." };
const SEVERAL = { ...ErrorReply, description: "There are several webhooks, or the request is invalid." };

/** Webhook registrations and their deliveries (spec 2.5 and 4.5). */
export function registerWebhookRoutes(app: App, deps: Deps & CheckingDeps): void {
  registrationRoutes(app, deps);
  promoteRoute(app, deps);
  groupRoutes(app, deps);
  singleWebhookRoutes(app, deps);
  registerDeliveryRoutes(app, deps);
  registerDeliveryLogRoutes(app, deps);
}

function registrationRoutes(app: App, deps: Deps & CheckingDeps): void {
  const { db } = deps;
  app.get(
    BASE,
    {
      config,
      schema: {
        operationId: "listWebhooks",
        summary: "List webhooks",
        description:
          "Returns all webhooks of the environment, newest first, without their signing secrets. `disabled_at` and `disabled_reason` are set if the server disabled a webhook after failures.",
        tags,
        response: { 200: Type.Array(Webhook) },
      },
    },
    async (request) => (await listWebhooks(db, getScope(request))).map(presentWebhook),
  );

  app.post(
    BASE,
    {
      config: { ...config, hasSecret: true },
      schema: {
        operationId: "createWebhook",
        summary: "Create a webhook",
        description:
          "Registers a URL that receives events. The response has the `secret` that signs deliveries. `slug` and `workflow_ids` limit the webhook and must exist in this environment (400 otherwise). Returns 400 `INVALID_EVENT` if an event is unknown. See [Webhooks](/guides/api#webhooks) for payloads, retries and signatures.",
        tags,
        body: webhookExample.body,
        response: { 200: webhookExample.reply },
      },
    },
    async (request) => {
      const { row, secret } = await createWebhook(deps, getScope(request), request.body);
      return { ...presentWebhook(row), secret };
    },
  );

  app.get(
    `${BASE}/:id`,
    {
      config,
      schema: {
        operationId: "getWebhook",
        summary: "Get a webhook",
        description:
          "Returns a webhook without its signing secret. Values of headers that carry secrets, and URLs of team chats, are masked.",
        tags,
        params: ById,
        response: { 200: Webhook },
      },
    },
    async (request) => presentWebhook(await readWebhook(db, getScope(request), request.params.id)),
  );

  app.put(
    `${BASE}/:id`,
    {
      config,
      schema: {
        operationId: "updateWebhook",
        summary: "Update a webhook",
        description:
          "Updates the fields that you send. Masked values sent back as you read them are unchanged. `is_enabled: true` enables a webhook that was disabled after failures; deliveries that it missed are kept as `cancelled` and can be sent with `POST …/resend`.",
        tags,
        params: ById,
        body: WebhookBody,
        response: { 200: Webhook },
      },
    },
    async (request) =>
      presentWebhook(await updateWebhook(deps, getScope(request), request.params.id, request.body)),
  );

  app.delete(
    `${BASE}/:id`,
    {
      config,
      schema: {
        operationId: "deleteWebhook",
        summary: "Delete a webhook",
        description:
          "Deletes a webhook with its deliveries, including pending ones. Returns the remaining webhooks.",
        tags,
        params: ById,
        response: { 200: Type.Array(Webhook) },
      },
    },
    async (request) => {
      const scope = getScope(request);
      await deleteWebhook(db, scope, request.params.id);
      return (await listWebhooks(db, scope)).map(presentWebhook);
    },
  );
}

function promoteRoute(app: App, deps: Deps & CheckingDeps): void {
  app.post(
    `${BASE}/:id/promote`,
    {
      config: { ...config, hasSecret: true },
      schema: {
        operationId: "promoteWebhook",
        summary: "Promote a webhook to production",
        description:
          "Copies the webhook with this id from test to production: the first call creates it there, later calls update it. Requires a production key (403 otherwise). The production webhook has its own secret, shown only in the first response. See [From test to production](/guides/environments).",
        tags,
        params: ById,
        body: PromoteWebhookBody,
        response: { 200: PromotedWebhook },
      },
      preValidation: setEmptyBody,
    },
    async (request) => {
      const { row, secret } = await promoteWebhook(
        deps,
        getScope(request),
        request.params.id,
        request.body.webhook_url,
      );
      return { ...presentWebhook(row), ...(secret !== undefined && { secret }) };
    },
  );
}

function groupRoutes(app: App, deps: Deps): void {
  app.put(
    "/api/v2/public/webhooks/group/edit",
    {
      config,
      schema: {
        operationId: "groupWebhooks",
        summary: "Group webhooks",
        description:
          "Sets a label of your own on webhooks; omit `group` to remove it. Returns the webhooks. If an id does not exist, returns 404 and changes nothing.",
        tags,
        body: GroupBody,
        response: { 200: Type.Array(Webhook), 404: UNKNOWN },
      },
    },
    async (request) => {
      const { webhookIds, group } = request.body;
      return (await updateGroup(deps, getScope(request), webhookIds, group || null)).map(presentWebhook);
    },
  );
}

/** What published clients still call from when an organization had one webhook (platform-surface 5). */
function singleWebhookRoutes(app: App, deps: Deps): void {
  app.delete(
    BASE,
    {
      config,
      schema: {
        operationId: "deleteOnlyWebhook",
        summary: "Delete the only webhook",
        description:
          "For older clients: deletes and returns the only webhook of the environment. Use `DELETE /api/v2/public/webhook/{id}` instead. Returns 400 if there are several webhooks.",
        tags,
        deprecated: true,
        response: { 200: Webhook, 400: SEVERAL, 404: NONE },
      },
    },
    async (request) => {
      const scope = getScope(request);
      const { id } = await readSingleWebhook(deps.db, scope);
      return presentWebhook(await deleteWebhook(deps.db, scope, id));
    },
  );

  app.post(
    `${BASE}/subscribe`,
    {
      config,
      schema: {
        operationId: "subscribeWebhook",
        summary: "Add events to the webhook",
        description:
          "For older clients: adds events to the only webhook of the environment. Use `PUT /api/v2/public/webhook/{id}` instead. Returns 400 if there are several webhooks.",
        tags,
        deprecated: true,
        body: SubscribeBody,
        response: { 200: Subscription, 400: SEVERAL, 404: NONE },
      },
    },
    async (request) => {
      const added = parseEventsOrSlugs(request.body.webhook_events);
      const change = await updateWebhookEvents(deps, getScope(request), (events) => [
        ...new Set([...events, ...added]),
      ]);
      return presentWebhookSubscription(change);
    },
  );

  app.post(
    `${BASE}/unsubscribe`,
    {
      config,
      schema: {
        operationId: "unsubscribeWebhook",
        summary: "Remove a webhook event",
        description:
          "For older clients: removes an event from the only webhook of the environment. Use `PUT /api/v2/public/webhook/{id}` instead. Returns 400 if there are several webhooks.",
        tags,
        deprecated: true,
        body: UnsubscribeBody,
        response: { 200: Subscription, 400: SEVERAL, 404: NONE },
      },
    },
    async (request) => {
      const [removed] = parseEventsOrSlugs([request.body.webhook_event]);
      const change = await updateWebhookEvents(deps, getScope(request), (events) =>
        events.filter((event) => event !== removed),
      );
      return presentWebhookSubscription(change);
    },
  );
}
