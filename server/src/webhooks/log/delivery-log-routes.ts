import type { Static } from "typebox";
import { findAccount, getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { ById } from "../../platform/http/route.ts";
import { parseLongPage, parseQueryDate, parseQueryEndDate } from "../../platform/page.ts";
import { readWebhook } from "../manage/store.ts";
import {
  AllDeliveriesQuery,
  DeliveriesQuery,
  DeliveryPage,
  presentDelivery,
  WebhookDelivery,
} from "./delivery-schema.ts";
import { type DeliveryFilter, listAllDeliveries, listDeliveries, readDelivery } from "./delivery-store.ts";

const ALL = "/api/v2/public/webhook-deliveries";

const operation = defineOperations<Pick<Deps, "database" | "db">>("Webhooks");

/** The log of deliveries: of one webhook, of all, and one delivery. */
export const DELIVERY_LOG_OPERATIONS = [
  operation({
    id: "listWebhookDeliveries",
    method: "get",
    path: "/api/v2/public/webhook/:id/deliveries",
    least: "viewer",
    credentials: "apiKey",
    summary: "List a webhook's deliveries",
    description:
      "Returns a webhook's deliveries, newest first, each with its attempts: what was sent and what the receiver returned. Page through long lists with `after`.",
    schema: { params: ById, querystring: DeliveriesQuery, response: { 200: DeliveryPage } },
    run: async ({ db }, request) => {
      const asked = { page: parseLongPage(request.query), filter: filterOf(request.query) };
      const scope = getScope(request);
      const { id } = await readWebhook(db, scope, request.params.id);
      const { rows, envelope } = await listDeliveries(db, scope, id, asked);
      return { docs: rows.map(presentDelivery), ...envelope };
    },
  }),
  operation({
    id: "listAllDeliveries",
    method: "get",
    path: ALL,
    least: "viewer",
    credentials: "apiKey",
    summary: "List all webhook deliveries",
    description:
      "Returns the deliveries of all webhooks of the environment, newest first, each with its attempts. Filter by status, event, webhook, linked account or execution, and page through long lists with `after`.",
    schema: { querystring: AllDeliveriesQuery, response: { 200: DeliveryPage } },
    run: async (deps, request) => {
      const scope = getScope(request);
      const asked = { page: parseLongPage(request.query), filter: filterOf(request.query) };
      const { webhook_id: webhookId, execution_id: executionId } = request.query;
      const account = await accountOf(deps, scope, request.query.linked_account_id);
      const about = { webhookId, executionId, account };
      const { rows, envelope } = await listAllDeliveries(deps.db, scope, about, asked);
      return { docs: rows.map(presentDelivery), ...envelope };
    },
  }),
  operation({
    id: "getWebhookDelivery",
    method: "get",
    path: `${ALL}/:id`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get a webhook delivery",
    description:
      "Returns a delivery with its payload and every attempt: what was sent and what the receiver returned.",
    schema: { params: ById, response: { 200: WebhookDelivery } },
    run: async ({ db }, request) =>
      presentDelivery(await readDelivery(db, getScope(request), request.params.id)),
  }),
];

function filterOf(query: Static<typeof DeliveriesQuery>): DeliveryFilter {
  const { status, event, start_date: start, end_date: end } = query;
  return {
    statuses: status && [status],
    event,
    since: parseQueryDate("start_date", start),
    until: parseQueryEndDate("end_date", end),
  };
}

/** The account that a list is filtered by; an unknown account has no deliveries. */
async function accountOf({ database }: Pick<Deps, "database">, scope: Scope, accountId: string | undefined) {
  if (!accountId) return undefined;
  return (await findAccount(database, scope, accountId)) ?? { id: "", accountId };
}
