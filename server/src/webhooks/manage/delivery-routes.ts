import { Type } from "typebox";
import { getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { setEmptyBody } from "../../platform/http/json-body.ts";
import { ById, GET_ALONE } from "../../platform/http/route.ts";
import { parseQueryDate } from "../../platform/page.ts";
import { rotationExample } from "../examples.ts";
import { presentDelivery, ResendBody, Resent, WebhookDelivery } from "../log/delivery-schema.ts";
import { resendDeliveries, resendDelivery, sendTest } from "../log/send.ts";
import { renewSecret } from "./register.ts";
import { WebhookSecret } from "./schema.ts";
import { readSecret } from "./secret.ts";
import { readWebhook } from "./store.ts";

const BASE = "/api/v2/public/webhook/:id";

const operation = defineOperations<Deps>("Webhooks");

/** A webhook's signing secret, resending and test deliveries; routes of ours. */
export const DELIVERY_OPERATIONS = [
  operation({
    id: "getWebhookSecret",
    method: "get",
    path: `${BASE}/secret`,
    least: "developer",
    credentials: "apiKey",
    hasSecret: true,
    // Reading it is recorded in the audit log.
    ...GET_ALONE,
    summary: "Get a signing secret",
    description: "Returns the secret that signs a webhook's deliveries. The audit log records each read.",
    schema: { params: ById, response: { 200: WebhookSecret } },
    run: async ({ db, database, vault }, request) => {
      const { id } = await readWebhook(db, getScope(request), request.params.id);
      return { secret: await readSecret(database, vault, id) };
    },
  }),
  operation({
    id: "rotateWebhookSecret",
    method: "post",
    path: `${BASE}/secret/rotate`,
    least: "developer",
    credentials: "apiKey",
    hasSecret: true,
    preValidation: setEmptyBody,
    summary: "Rotate a signing secret",
    description:
      "Creates and returns a new signing secret; each call creates another. For 24 hours, deliveries carry signatures with both the new and the previous secrets, so that receivers can switch. `end_others: true` ends the previous secrets immediately. See [Verify signatures](/guides/api#verify-signatures).",
    schema: { params: ById, body: rotationExample.body, response: { 200: rotationExample.reply } },
    run: async (deps, request) => {
      const rotation = { webhookId: request.params.id, endOthers: request.body.end_others ?? false };
      return { secret: await renewSecret(deps, getScope(request), rotation) };
    },
  }),
  operation({
    id: "resendWebhookDelivery",
    method: "post",
    path: `${BASE}/deliveries/:delivery_id/resend`,
    least: "support",
    credentials: "apiKey",
    summary: "Resend a delivery",
    description:
      "Resends a delivery now, with all its retries and the same `webhook-id`, so that receivers can deduplicate it. Returns 400 if the webhook is disabled.",
    schema: {
      params: Type.Object({
        id: Type.String({ description: "The webhook's id." }),
        delivery_id: Type.String({ description: "The delivery's id." }),
      }),
      response: { 200: WebhookDelivery },
    },
    run: async (deps, request) => {
      const { id, delivery_id: deliveryId } = request.params;
      return presentDelivery(await resendDelivery(deps, getScope(request), id, deliveryId));
    },
  }),
  operation({
    id: "resendWebhookDeliveries",
    method: "post",
    path: `${BASE}/resend`,
    least: "support",
    credentials: "apiKey",
    summary: "Resend many deliveries",
    description:
      "Resends the deliveries created since a date or time, each with the same `webhook-id`: those that failed or were cancelled, or all with `status: all`. Returns 400 if the webhook is disabled.",
    schema: { params: ById, body: ResendBody, response: { 200: Resent } },
    run: async (deps, request) => {
      const { since, status } = request.body;
      const statuses = status === "all" ? undefined : (["failed", "cancelled"] as const);
      const filter = { statuses, since: parseQueryDate("since", since) };
      return { resent: await resendDeliveries(deps, getScope(request), request.params.id, filter) };
    },
  }),
  operation({
    id: "testWebhook",
    method: "post",
    path: `${BASE}/test`,
    least: "developer",
    credentials: "apiKey",
    summary: "Send a test delivery",
    description:
      "Queues a delivery with example data for the first event that the webhook listens to. The response shows it before it is sent; read it again for the outcome. Returns 400 if the webhook is disabled.",
    schema: { params: ById, response: { 200: WebhookDelivery } },
    run: async (deps, request) => presentDelivery(await sendTest(deps, getScope(request), request.params.id)),
  }),
];
