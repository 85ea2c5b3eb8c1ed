import { Type } from "typebox";
import { scopeOf } from "../../auth/guard.ts";
import type { Deps } from "../../deps.ts";
import { noBodyIsEmpty } from "../../platform/http/json-body.ts";
import { type App, ById, GET_ALONE } from "../../platform/http/route.ts";
import { readDate } from "../../platform/page.ts";
import { presentDelivery, ResendBody, Resent, WebhookDelivery } from "../log/delivery-schema.ts";
import { resendDeliveries, resendDelivery, sendTest } from "../log/send.ts";
import { renewSecret } from "./register.ts";
import { RotateBody, WebhookSecret } from "./schema.ts";
import { readSecret } from "./secret.ts";
import { readWebhook } from "./store.ts";

const BASE = "/api/v2/public/webhook/:id";
const tags = ["Webhooks"];
const config = { auth: "apiKey" as const };

/** A webhook's signing secret, resending and test deliveries; routes of ours. */
export function deliveryRoutes(app: App, deps: Deps): void {
  secretRoutes(app, deps);
  sendRoutes(app, deps);
}

function secretRoutes(app: App, deps: Deps): void {
  const { db, database, vault } = deps;
  app.get(
    `${BASE}/secret`,
    {
      // Reading it is on record.
      ...GET_ALONE,
      config: { ...config, hasSecret: true },
      schema: {
        operationId: "getWebhookSecret",
        summary: "Read the signing secret of a webhook",
        tags,
        params: ById,
        response: { 200: WebhookSecret },
      },
    },
    async (request) => {
      const { id } = await readWebhook(db, scopeOf(request), request.params.id);
      return { secret: await readSecret(database, vault, id) };
    },
  );

  app.post(
    `${BASE}/secret/rotate`,
    {
      config: { ...config, hasSecret: true },
      schema: {
        operationId: "rotateWebhookSecret",
        summary: "Replace the signing secret; those before sign along for 24 hours",
        tags,
        params: ById,
        body: RotateBody,
        response: { 200: WebhookSecret },
      },
      preValidation: noBodyIsEmpty,
    },
    async (request) => {
      const rotation = { webhookId: request.params.id, endOthers: request.body.end_others ?? false };
      return { secret: await renewSecret(deps, scopeOf(request), rotation) };
    },
  );
}

function sendRoutes(app: App, deps: Deps): void {
  app.post(
    `${BASE}/deliveries/:delivery_id/resend`,
    {
      config,
      schema: {
        operationId: "resendWebhookDelivery",
        summary: "Send a delivery again, under the same webhook-id",
        tags,
        params: Type.Object({
          id: Type.String({ description: "The webhook's id." }),
          delivery_id: Type.String({ description: "The delivery's id." }),
        }),
        response: { 200: WebhookDelivery },
      },
    },
    async (request) => {
      const { id, delivery_id: deliveryId } = request.params;
      return presentDelivery(await resendDelivery(deps, scopeOf(request), id, deliveryId));
    },
  );

  app.post(
    `${BASE}/resend`,
    {
      config,
      schema: {
        operationId: "resendWebhookDeliveries",
        summary: "Send many deliveries again, each under the same webhook-id",
        tags,
        params: ById,
        body: ResendBody,
        response: { 200: Resent },
      },
    },
    async (request) => {
      const { since, status } = request.body;
      const statuses = status === "all" ? undefined : (["failed", "cancelled"] as const);
      const filter = { statuses, since: readDate("since", since) };
      return { resent: await resendDeliveries(deps, scopeOf(request), request.params.id, filter) };
    },
  );

  app.post(
    `${BASE}/test`,
    {
      config,
      schema: {
        operationId: "testWebhook",
        summary: "Send a delivery with example data",
        tags,
        params: ById,
        response: { 200: WebhookDelivery },
      },
    },
    async (request) => presentDelivery(await sendTest(deps, scopeOf(request), request.params.id)),
  );
}
