import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json.ts";
import type { WebhookEvent } from "./event.ts";

/** How a delivery is written: the payload itself, or a message for a team chat (spec 2.5). */
export const WEBHOOK_TYPES = ["default", "slack", "teams"] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/**
 * Where a delivery stands: `pending` until its endpoint has taken it, `failed` when all attempts are used up or the
 * endpoint is gone, `cancelled` when the webhook was disabled before.
 */
export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface WebhookTable {
  id: string;
  org_id: string;
  environment: Environment;
  type: WebhookType;
  /** The address as it is shown: masked for a team chat. */
  url: string;
  /** A team chat's whole address, sealed: whoever knows it may post. */
  sealed_url: Buffer | null;
  events: WebhookEvent[];
  is_enabled: boolean;
  description: string | null;
  /** Limits the webhook to one application. */
  slug: string | null;
  /** Limits workflow events to these workflows. */
  workflow_ids: string[] | null;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

export interface WebhookSecretTable {
  id: string;
  webhook_id: string;
  sealed: Buffer;
  created_at: Date;
  /** When a replaced secret stops signing; null for the current one. */
  expires_at: Date | null;
}

export interface WebhookDeliveryTable {
  /** Also the `webhook-id` of every attempt. */
  id: string;
  org_id: string;
  environment: Environment;
  webhook_id: string;
  /** Row id of the linked account that it tells of, with which it is deleted. */
  account_id: string | null;
  event: WebhookEvent;
  payload: Record<string, Json>;
  status: Generated<DeliveryStatus>;
  /** Grows with each job that is enqueued for the delivery: a job of an earlier turn has nothing left to do. */
  turn: Generated<number>;
  /** Attempts since it was made or last resent. */
  tries: Generated<number>;
  next_attempt_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface WebhookAttemptTable {
  id: string;
  delivery_id: string;
  attempted_at: Date;
  duration_ms: number;
  /** HTTP status, null when there was no answer. */
  status_code: number | null;
  /** The first 4 KB of the answer's body. */
  answer: string | null;
  /** Why the attempt failed, as a sentence; null for a success. */
  error: string | null;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    webhooks: WebhookTable;
    webhook_secrets: WebhookSecretTable;
    webhook_deliveries: WebhookDeliveryTable;
    webhook_attempts: WebhookAttemptTable;
  }
}
