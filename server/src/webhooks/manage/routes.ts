import { Type } from "typebox";
import { scopeOf } from "../../auth/guard.ts";
import type { Deps } from "../../deps.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { noBodyIsEmpty } from "../../platform/http/json-body.ts";
import { type App, ById } from "../../platform/http/route.ts";
import { parseEventsOrSlugs } from "../event.ts";
import { deliveryLogRoutes } from "../log/delivery-log-routes.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { promoteWebhook } from "./promote.ts";
import {
  type CheckingDeps,
  changeEvents,
  changeGroup,
  changeWebhook,
  createWebhook,
  onlyWebhook,
} from "./register.ts";
import {
  CreatedWebhook,
  GroupBody,
  NewWebhookBody,
  PromotedWebhook,
  PromoteWebhookBody,
  presentSubscription,
  presentWebhook,
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
// These routes name no webhook, so what they may answer is not known from their path.
const NONE = { ...ErrorReply, description: "There is no webhook." };
const UNKNOWN = { ...ErrorReply, description: "One of the webhooks does not exist." };
const SEVERAL = { ...ErrorReply, description: "There are several webhooks, or the request is not valid." };

/** Webhook registrations and their deliveries (spec 2.5 and 4.5). */
export function webhookRoutes(app: App, deps: Deps & CheckingDeps): void {
  registrationRoutes(app, deps);
  promoteRoute(app, deps);
  groupRoutes(app, deps);
  singleWebhookRoutes(app, deps);
  deliveryRoutes(app, deps);
  deliveryLogRoutes(app, deps);
}

function registrationRoutes(app: App, deps: Deps & CheckingDeps): void {
  const { db } = deps;
  app.get(
    BASE,
    {
      config,
      schema: {
        operationId: "listWebhooks",
        summary: "List webhooks, newest first",
        tags,
        response: { 200: Type.Array(Webhook) },
      },
    },
    async (request) => (await listWebhooks(db, scopeOf(request))).map(presentWebhook),
  );

  app.post(
    BASE,
    {
      config: { ...config, hasSecret: true },
      schema: {
        operationId: "createWebhook",
        summary: "Create a webhook; the reply has its signing secret",
        tags,
        body: NewWebhookBody,
        response: { 200: CreatedWebhook },
      },
    },
    async (request) => {
      const { row, secret } = await createWebhook(deps, scopeOf(request), request.body);
      return { ...presentWebhook(row), secret };
    },
  );

  app.get(
    `${BASE}/:id`,
    {
      config,
      schema: {
        operationId: "getWebhook",
        summary: "Read a webhook",
        tags,
        params: ById,
        response: { 200: Webhook },
      },
    },
    async (request) => presentWebhook(await readWebhook(db, scopeOf(request), request.params.id)),
  );

  app.put(
    `${BASE}/:id`,
    {
      config,
      schema: {
        operationId: "updateWebhook",
        summary: "Change any fields of a webhook",
        tags,
        params: ById,
        body: WebhookBody,
        response: { 200: Webhook },
      },
    },
    async (request) =>
      presentWebhook(await changeWebhook(deps, scopeOf(request), request.params.id, request.body)),
  );

  app.delete(
    `${BASE}/:id`,
    {
      config,
      schema: {
        operationId: "deleteWebhook",
        summary: "Delete a webhook with its deliveries; the reply lists the ones that remain",
        tags,
        params: ById,
        response: { 200: Type.Array(Webhook) },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
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
        summary: "Make a webhook in production what it is in test, with a production key",
        tags,
        params: ById,
        body: PromoteWebhookBody,
        response: { 200: PromotedWebhook },
      },
      preValidation: noBodyIsEmpty,
    },
    async (request) => {
      const { row, secret } = await promoteWebhook(
        deps,
        scopeOf(request),
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
        summary: "Put webhooks into a group; without `group`, into none",
        tags,
        body: GroupBody,
        response: { 200: Type.Array(Webhook), 404: UNKNOWN },
      },
    },
    async (request) => {
      const { webhookIds, group } = request.body;
      return (await changeGroup(deps, scopeOf(request), webhookIds, group || null)).map(presentWebhook);
    },
  );
}

/** What published clients still call from the time of one webhook an organization (platform-surface 5). */
function singleWebhookRoutes(app: App, deps: Deps): void {
  app.delete(
    BASE,
    {
      config,
      schema: {
        operationId: "deleteOnlyWebhook",
        summary: "Delete the only webhook",
        tags,
        deprecated: true,
        response: { 200: Webhook, 400: SEVERAL, 404: NONE },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      const { id } = await onlyWebhook(deps.db, scope);
      return presentWebhook(await deleteWebhook(deps.db, scope, id));
    },
  );

  app.post(
    `${BASE}/subscribe`,
    {
      config,
      schema: {
        operationId: "subscribeWebhook",
        summary: "Add events to the only webhook",
        tags,
        deprecated: true,
        body: SubscribeBody,
        response: { 200: Subscription, 400: SEVERAL, 404: NONE },
      },
    },
    async (request) => {
      const added = parseEventsOrSlugs(request.body.webhook_events);
      const change = await changeEvents(deps, scopeOf(request), (events) => [
        ...new Set([...events, ...added]),
      ]);
      return presentSubscription(change);
    },
  );

  app.post(
    `${BASE}/unsubscribe`,
    {
      config,
      schema: {
        operationId: "unsubscribeWebhook",
        summary: "Remove an event from the only webhook",
        tags,
        deprecated: true,
        body: UnsubscribeBody,
        response: { 200: Subscription, 400: SEVERAL, 404: NONE },
      },
    },
    async (request) => {
      const [removed] = parseEventsOrSlugs([request.body.webhook_event]);
      const change = await changeEvents(deps, scopeOf(request), (events) =>
        events.filter((event) => event !== removed),
      );
      return presentSubscription(change);
    },
  );
}
