import type { ServerClient } from "../sdk/src/index.ts";
import { CUSTOMER_ACCOUNTS, type CustomerAccount, type Order } from "./read-orders.ts";
import type { Receiver } from "./receiver.ts";
import type { Screen } from "./screen.ts";
import { invoiceWorkflow, movementWorkflow, ORDER_PLACED, type ShopWorkflow } from "./shop-workflows.ts";

const CUSTOMER_NAMES: Record<CustomerAccount, string> = {
  "northwind-books": "Northwind Books",
  "harbor-tools": "Harbor Tools",
};

const EVENTS = [
  "Connection Created",
  "Connection Deleted",
  "Connection Expired",
  "Workflow Completed",
  "Workflow Errored",
] as const;

/** What the shop sets up once, before any customer does anything: webhook, event and the workflows that it offers. */
export async function setUpShop(
  screen: Screen,
  server: ServerClient,
  { receiver, apiKey }: { receiver: Receiver; apiKey: string },
): Promise<void> {
  await screen.step(`Webhook registered for all ${EVENTS.length} events`, async () => {
    const { secret } = await server.webhooks.create({
      webhook_url: receiver.url,
      webhook_events: [...EVENTS],
    });
    receiver.trust({ webhookSecret: secret, apiKey });
  });
  await screen.step(`Event "${ORDER_PLACED}" defined`, () =>
    server.events.define({ name: ORDER_PLACED, model: { order_number: "text", quantity: "number" } }),
  );
  for (const workflow of [invoiceWorkflow(), movementWorkflow(receiver.receiptsUrl)])
    await screen.step(`Workflow "${workflow.name}" published: ${outlineOf(workflow)}`, async () => {
      const { _id } = await server.workflows.create(workflow);
      const { published } = await server.workflows.publish(_id);
      if (!published) throw new Error("The workflow is not published.");
    });
  await screen.step("Two customers created", async () => {
    for (const account of CUSTOMER_ACCOUNTS)
      await server.linkedAccounts.upsert({ linked_account_id: account, name: CUSTOMER_NAMES[account] });
  });
}

/** Sends an order as an event of its customer, with its number as Idempotency-Key; returns the id of the event. */
export async function sendOrder(server: ServerClient, order: Order): Promise<string> {
  const { event_id, executions } = await server.events.trigger(
    { event: ORDER_PLACED, payload: order },
    { linkedAccountId: order.customer_account, idempotencyKey: order.order_number },
  );
  if (executions !== 1)
    throw new Error(`Order ${order.order_number} started ${executions} executions instead of one.`);
  return event_id;
}

function outlineOf({ nodes = [] }: ShopWorkflow): string {
  return nodes.map(({ type, action }) => action ?? type).join(" → ");
}
