import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { badRequest } from "../../platform/errors.ts";
import type { Json } from "../../platform/json/json.ts";
import type { WebhookEvent } from "../event.ts";
import { lockWebhook, readWebhook, type WebhookRow } from "../manage/store.ts";
import {
  buildAlertPayload,
  buildConnectionPayload,
  buildUsagePayload,
  buildWorkflowPayload,
} from "../notify.ts";
import { WEBHOOKS } from "../table.ts";
import {
  type DeliveryFilter,
  type DeliveryWithAttempts,
  insertDelivery,
  restartDeliveries,
  restartDelivery,
} from "./delivery-store.ts";

type SendDeps = Pick<Deps, "queue" | "clock">;

const EXAMPLE_ID = "0".repeat(24);
const EXAMPLE_RESPONSE: Json = { example: true };
const RESEND_BATCH = 1000;

/** Queues a delivery with example data, of the first event that the webhook listens for; 400 if it is disabled. */
export async function sendTest(
  { queue, clock }: SendDeps,
  scope: Scope,
  webhookId: string,
): Promise<DeliveryWithAttempts> {
  return queue.transaction(async (tx) => {
    // Locked, so that it is not deleted before its delivery exists.
    const webhook = await lockWebhook(tx, scope, webhookId);
    refuseDisabled(webhook);
    const now = clock.now();
    const event = webhook.events[0] ?? "Workflow Completed";
    const payload = examplePayload(scope, event, now);
    const row = await insertDelivery(tx, scope, webhookId, {
      event,
      payload,
      response: EXAMPLE_RESPONSE,
      now,
    });
    queue.ready(tx, WEBHOOKS);
    return { ...row, attempts: [] };
  });
}

/** Sends a delivery again, at once and with the full series of retries, under its existing `webhook-id`. */
export async function resendDelivery(
  { queue, clock }: SendDeps,
  scope: Scope,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryWithAttempts> {
  return queue.transaction(async (tx) => {
    refuseDisabled(await readWebhook(tx, scope, webhookId));
    const row = await restartDelivery(tx, scope, { webhookId, deliveryId, now: clock.now() });
    queue.ready(tx, WEBHOOKS);
    return row;
  });
}

/** Sends all deliveries that match `filter` again, like `resendDelivery` for one; returns their number. */
export async function resendDeliveries(
  { queue, clock }: SendDeps,
  scope: Scope,
  webhookId: string,
  filter: DeliveryFilter,
): Promise<number> {
  let resent = 0;
  let after = "";
  // Deliveries made from now on are sent anyway.
  const bounded = { ...filter, until: clock.now() };
  for (;;) {
    // Each batch is a transaction of its own: however many deliveries there are, none is locked for long.
    const ids = await queue.transaction(async (tx) => {
      refuseDisabled(await readWebhook(tx, scope, webhookId));
      const batch = { filter: bounded, after, limit: RESEND_BATCH, now: clock.now() };
      const restarted = await restartDeliveries(tx, scope, webhookId, batch);
      queue.ready(tx, WEBHOOKS);
      return restarted;
    });
    resent += ids.length;
    after = ids.at(-1) ?? after;
    if (ids.length < RESEND_BATCH) return resent;
  }
}

function refuseDisabled({ is_enabled: isEnabled }: WebhookRow): void {
  if (!isEnabled) throw badRequest("This webhook is disabled: enable it first with is_enabled.");
}

function examplePayload(scope: Scope, event: WebhookEvent, at: Date): Record<string, Json> {
  const linkedAccountId = "example-linked-account";
  if (event === "Workflow Completed" || event === "Workflow Errored") {
    const failure = { nodeId: "1", nodeName: "Example node", attempts: 1, at, error: "Example error" };
    return buildWorkflowPayload(scope, {
      event,
      linkedAccountId,
      executionId: EXAMPLE_ID,
      workflowId: EXAMPLE_ID,
      workflowName: "Example workflow",
      configId: "example-config",
      ...(event === "Workflow Errored" && { failure }),
    });
  }
  if (event === "Usage Limit Approaching" || event === "Usage Limit Reached")
    return buildUsagePayload(scope, {
      event,
      linkedAccountId,
      limit: "executions_per_month",
      meter: "executions",
      period: "month",
      plan: "Example plan",
      most: event === "Usage Limit Reached" ? 1000 : 800,
      used: event === "Usage Limit Reached" ? 1000 : 800,
      startsOn: `${at.toISOString().slice(0, 7)}-01`,
      resetsOn: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)).toISOString().slice(0, 10),
      message: `${linkedAccountId}: this is an example`,
      at,
    });
  if (event === "Alert Fired" || event === "Alert Resolved")
    return buildAlertPayload(scope, {
      event,
      alertId: EXAMPLE_ID,
      ruleId: EXAMPLE_ID,
      ruleName: "Example rule",
      ruleType: "workflow_failures",
      reason: "test",
      summary: "1 workflow had more than 5 failed executions within 15 minutes",
      subjects: [{ id: EXAMPLE_ID, text: "Example workflow: 6 of 20 executions failed" }],
      subjectCount: 1,
      firedAt: at,
      resolvedAt: event === "Alert Resolved" ? at : null,
      url: "https://example.com/app",
    });
  const facts = { event, linkedAccountId, slug: "example-application", connectionId: EXAMPLE_ID, at };
  return buildConnectionPayload(scope, facts);
}
