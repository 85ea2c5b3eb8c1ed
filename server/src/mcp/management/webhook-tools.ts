import { Type } from "typebox";
import { LongPageEnvelope, LongPageQuery, parseLongPage } from "../../platform/page.ts";
import { presentDelivery, WebhookDelivery } from "../../webhooks/log/delivery-schema.ts";
import { listDeliveries } from "../../webhooks/log/delivery-store.ts";
import { presentWebhook, Webhook } from "../../webhooks/manage/schema.ts";
import { listWebhooks, readWebhook } from "../../webhooks/manage/store.ts";
import { DELIVERY_STATUSES } from "../../webhooks/table.ts";
import { defineTool } from "./tool.ts";

// Its headers may contain what its receiver authenticates it by.
const { webhook_body: _body, webhook_headers: _headers, ...Shown } = Webhook.properties;

const listWebhooksTool = defineTool({
  name: "list_webhooks",
  title: "List webhooks",
  description: "Lists the webhooks that your product has registered, newest first; never secrets.",
  input: {},
  output: { docs: Type.Array(Type.Object(Shown)) },
  run: async ({ db }, scope) => ({ docs: (await listWebhooks(db, scope)).map(presentWebhook) }),
});

const listDeliveriesTool = defineTool({
  name: "list_webhook_deliveries",
  title: "List webhook deliveries",
  description:
    "Lists the deliveries of a webhook with their attempts, newest first; by default those that failed.",
  input: {
    ...LongPageQuery.properties,
    webhook_id: Type.String({ description: "The webhook's id, as returned by list_webhooks." }),
    status: Type.Optional(Type.Enum(DELIVERY_STATUSES, { default: "failed" })),
  },
  output: { docs: Type.Array(WebhookDelivery), ...LongPageEnvelope },
  run: async ({ db }, scope, { webhook_id: webhookId, status = "failed", ...paging }) => {
    const { id } = await readWebhook(db, scope, webhookId);
    const { rows, envelope } = await listDeliveries(db, scope, id, {
      page: parseLongPage(paging),
      filter: { statuses: [status] },
    });
    return { docs: rows.map(presentDelivery), ...envelope };
  },
});

/** What your product was notified of, and whether it received it. */
export const WEBHOOK_TOOLS = [listWebhooksTool, listDeliveriesTool];
