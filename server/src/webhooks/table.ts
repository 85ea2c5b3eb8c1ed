import type { ColumnType, Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json/json.ts";
import type { WebhookEvent } from "./event.ts";

/** The name under which deliveries are woken (see platform/work). */
export const WEBHOOKS = "webhooks";

/**
 * How a delivery is written: the payload itself, a message for a team chat (spec 2.5), or according to the webhook's
 * template.
 */
export const WEBHOOK_TYPES = ["default", "slack", "teams", "custom"] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

export const WEBHOOK_METHODS = ["POST", "PUT", "PATCH"] as const;
export type WebhookMethod = (typeof WEBHOOK_METHODS)[number];

/**
 * The state of a delivery: `pending` until its endpoint has accepted it, `failed` when all attempts are used up or
 * the endpoint is gone, `cancelled` when the webhook was disabled before its turn, or by this server when it was
 * made.
 */
export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface WebhookTable {
  id: string;
  org_id: string;
  environment: Environment;
  type: WebhookType;
  /** The displayed URL: masked for a team chat. */
  url: string;
  /** A team chat's full URL, sealed: anyone who knows it can post. */
  sealed_url: Buffer | null;
  events: WebhookEvent[];
  is_enabled: boolean;
  description: string | null;
  /** Limits the webhook to one application. */
  slug: string | null;
  /** Limits workflow events to these workflows. */
  workflow_ids: string[] | null;
  /** Only for the type `custom`, like the next three. */
  method: Generated<WebhookMethod>;
  /** Template of the body; null for the payload. */
  body: string | null;
  /** Templates by header name, secret values masked. */
  headers: Record<string, string> | null;
  /** All headers, sealed, if a value is secret. */
  sealed_headers: Buffer | null;
  /** A label by which the company groups its webhooks. */
  group_name: string | null;
  /** Id of the webhook in test that it was promoted from. */
  promoted_from: Generated<string | null>;
  /** Since when every attempt has failed, and about when the last one failed. */
  failing_since: Date | null;
  failed_at: Date | null;
  /** When and why this server disabled it. */
  disabled_at: Date | null;
  disabled_reason: string | null;
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
  /** Row id of the linked account that it is about, with which it is deleted. */
  account_id: string | null;
  event: WebhookEvent;
  payload: Record<string, Json>;
  /** The execution that it tells of: generated from `payload ->> 'instance_id'` (migration 0018). */
  run_id: ColumnType<string | null, never, never>;
  status: Generated<DeliveryStatus>;
  /** The workflow's response, if the webhook has a body of its own. */
  response: Generated<Json>;
  /** What it carries until its endpoint has accepted it, if `payload` and `response` are redacted. */
  sealed: Generated<string | null>;
  /** Increases each time it is resent: an attempt of an earlier round does not decide the result. */
  turn: Generated<number>;
  /** Attempts since it was made or last resent. */
  tries: Generated<number>;
  next_attempt_at: Date | null;
  /** Since when any worker may claim it. */
  ready_at: Generated<Date | null>;
  /** The worker that holds it; with `claim` the fencing token. */
  worker: Generated<string | null>;
  claim: Generated<number>;
  /** How often in a row it was released without an attempt. */
  recoveries: Generated<number>;
  /** Where it continues the trace of what caused it; null if tracing was off. */
  traceparent: Generated<string | null>;
  created_at: Date;
  updated_at: Date;
}

export interface WebhookAttemptTable {
  id: string;
  delivery_id: string;
  attempted_at: Date;
  duration_ms: number;
  /** HTTP status, null if there was no response. */
  status_code: number | null;
  /** The first 4 KB of the response's body. */
  answer: string | null;
  /** Headers of the response, without cookies; null after a success, or without a response. */
  answer_headers: Record<string, string> | null;
  /** Why the attempt failed, as a sentence; null for a success. */
  error: string | null;
  /** Where it was sent, as the webhook displays it; null for attempts that were not sent. */
  url: string | null;
  /** Null for POST. */
  method: string | null;
  /** What was sent, without signatures and secrets; null for those of a plain post of the payload. */
  headers: Record<string, string> | null;
  /** The first 4 KB of what was sent; null for the payload. */
  body: string | null;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    webhooks: WebhookTable;
    webhook_secrets: WebhookSecretTable;
    webhook_deliveries: WebhookDeliveryTable;
    webhook_attempts: WebhookAttemptTable;
  }
}
