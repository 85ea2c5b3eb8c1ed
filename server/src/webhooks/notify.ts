import type { AccountScope, Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import type { Json } from "../platform/json.ts";
import { deliverWebhook } from "./deliver.ts";
import { insertDeliveries } from "./delivery-store.ts";
import type { WebhookEvent } from "./event.ts";
import { listListeners } from "./store.ts";

export type ConnectionEvent = Extract<WebhookEvent, `Connection ${string}`>;
export type WorkflowEvent = Extract<WebhookEvent, `Workflow ${string}`>;

/** What an event is about, as far as webhooks can be limited to it. */
export interface EventSubject {
  /** The application. */
  slug?: string;
  workflowId?: string;
}

/**
 * Queues one delivery of `payload` for every webhook of the scope that listens for `event` (spec 6). Call it in the
 * transaction that makes the event true, inside `queue.transaction`. The deliveries go with the account, except of
 * `Connection Deleted`, which deleting the account causes itself (D14).
 */
export async function notify(
  { queue, clock }: Pick<Deps, "queue" | "clock">,
  tx: Tx,
  scope: AccountScope,
  event: WebhookEvent,
  payload: Record<string, Json>,
  about: EventSubject = {},
): Promise<void> {
  const webhookIds = await listListeners(tx, scope, event, about);
  const accountId = event === "Connection Deleted" ? null : scope.account.id;
  const content = { event, payload, accountId, now: clock.now() };
  const deliveries = await insertDeliveries(tx, scope, webhookIds, content);
  await queue.enqueueAll(
    tx,
    deliverWebhook,
    deliveries.map(({ id, turn }) => ({ deliveryId: id, turn })),
  );
}

/** What the payload of a connection event tells; `linkedAccountId` is the SaaS company's own id. */
export interface ConnectionFacts {
  event: ConnectionEvent;
  linkedAccountId: string;
  /** The application. */
  slug: string;
  at: Date;
}

/** The payload of a connection event (platform-surface 3.7); `createdAt` in HTTP-date form. */
export function connectionPayload(scope: Scope, facts: ConnectionFacts): Record<string, Json> {
  return {
    linked_account_id: facts.linkedAccountId,
    org_id: scope.orgId,
    environment: scope.environment,
    type: "General",
    event: facts.event,
    slug: facts.slug,
    createdAt: facts.at.toUTCString(),
  };
}

/** What the payload of a workflow event tells; `linkedAccountId` is the SaaS company's own id. */
export interface WorkflowFacts {
  event: WorkflowEvent;
  linkedAccountId: string;
  executionId: string;
  workflowId: string;
  workflowName: string;
  configId: string;
  /** Of `Workflow Errored`: the node that failed, after how many attempts, when and with which error. */
  failure?: { nodeId?: string; nodeName?: string; attempts?: number; at: Date; error: Json };
}

/** The payload of a workflow event (platform-surface 3.7). */
export function workflowPayload(scope: Scope, facts: WorkflowFacts): Record<string, Json> {
  const { failure } = facts;
  return {
    linked_account_id: facts.linkedAccountId,
    instance_id: facts.executionId,
    workflow_id: facts.workflowId,
    config_id: facts.configId,
    event: facts.event,
    workflow_name: facts.workflowName,
    status: facts.event === "Workflow Completed" ? "COMPLETED" : "ERRORED",
    environment: scope.environment,
    ...(failure && {
      failed_node: { node_id: failure.nodeId ?? null, node_name: failure.nodeName ?? null },
      attempts: failure.attempts ?? null,
      failed_at: failure.at.toISOString(),
      error: failure.error,
    }),
  };
}
