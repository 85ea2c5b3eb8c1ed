import { Type } from "typebox";
import { scopeOf } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { type App, ById } from "../platform/http/route.ts";
import { envelope, PageEnvelope, PageQuery, pageOf } from "../platform/page.ts";
import { listDeliveries } from "./delivery-store.ts";
import { renewSecret } from "./register.ts";
import { presentDelivery, WebhookDelivery, WebhookSecret } from "./schema.ts";
import { readSigningSecrets } from "./secret.ts";
import { resendDelivery, sendTest } from "./send.ts";
import { readWebhook } from "./store.ts";

const BASE = "/api/v2/public/webhook/:id";
const tags = ["Webhooks"];
const config = { auth: "apiKey" as const };

/** A webhook's signing secret, its delivery log, resending and test deliveries; routes of ours. */
export function deliveryRoutes(app: App, deps: Deps): void {
  secretRoutes(app, deps);
  logRoutes(app, deps);
}

function secretRoutes(app: App, deps: Deps): void {
  const { db, vault, clock } = deps;
  app.get(
    `${BASE}/secret`,
    {
      config,
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
      const [secret] = await readSigningSecrets(db, vault, id, clock.now());
      if (secret === undefined) throw new Error(`The webhook ${id} has no signing secret.`);
      return { secret };
    },
  );

  app.post(
    `${BASE}/secret/rotate`,
    {
      config,
      schema: {
        operationId: "rotateWebhookSecret",
        summary: "Replace the signing secret; the old one signs along for 24 hours",
        tags,
        params: ById,
        response: { 200: WebhookSecret },
      },
    },
    async (request) => ({ secret: await renewSecret(deps, scopeOf(request), request.params.id) }),
  );
}

function logRoutes(app: App, deps: Deps): void {
  app.get(
    `${BASE}/deliveries`,
    {
      config,
      schema: {
        operationId: "listWebhookDeliveries",
        summary: "List deliveries with their attempts, newest first",
        tags,
        params: ById,
        querystring: PageQuery,
        response: { 200: Type.Object({ docs: Type.Array(WebhookDelivery), ...PageEnvelope }) },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      const page = pageOf(request.query);
      const { id } = await readWebhook(deps.db, scope, request.params.id);
      const { rows, total } = await listDeliveries(deps.db, scope, id, page);
      return { docs: rows.map(presentDelivery), ...envelope(page, total) };
    },
  );

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
