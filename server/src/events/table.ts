import type { ColumnType, Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json/json.ts";
import type { PayloadRef } from "../runs/results/payloads.ts";
import type { EventField } from "./definitions/event-fields.ts";

export interface ApplicationEventTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Unique in its organization and environment; start nodes refer to it. */
  name: string;
  fields: EventField[];
  /** The example that the fields were read from. */
  sample: Json;
  json_schema: { [key: string]: Json } | null;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

export interface ReceivedEventTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Row id of the linked account. */
  account_id: string;
  name: string;
  slug: string | null;
  /** The one workflow that the trigger was for, whether it matched or not. */
  workflow_id: string | null;
  config_id: string;
  /** Without the large parts. */
  payload: Json;
  /** The large parts, shared with the executions that it started. */
  payload_refs: Generated<PayloadRef[] | null>;
  /** How many workflows it started, with one run each. */
  matched: number;
  /** How many workflows it did not start because they already hold its key. */
  repeated: Generated<number>;
  /** Why it started nothing, although it would have: a limit of its account is reached. */
  refused: string | null;
  /** The event as which a refused one was started later. */
  restarted_as: string | null;
  received_at: Date;
}

export interface TriggerKeyTable {
  /** Row id of the linked account. */
  account_id: string;
  /**
   * What the key belongs to: `event/<name>`, `trigger/<subscription>`, or a workflow by one of the ways to start it
   * (`webhook/<id>`).
   */
  scope: string;
  key: string;
  /** The event that first came with it. */
  event_id: string | null;
  /** The run that it started, if it can start only one. */
  run_id: string | null;
  /** SHA-256 of the payload, if a different one under the same key is refused. */
  fingerprint: string | null;
  claimed_at: Date;
  /** When the key may be used again; null: never. */
  free_at: Date | null;
}

export interface WorkflowWebhookSecretTable {
  id: string;
  org_id: string;
  environment: Environment;
  workflow_id: string;
  sealed: Buffer;
  created_at: Date;
  /** When a replaced secret ends; null for the current one. */
  expires_at: Date | null;
}

export interface WebhookAddressRotationTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Null for all workflows. */
  workflow_id: string | null;
  /** Row id of the linked account; null for all. */
  account_id: string | null;
  /** Older address keys end; grows with each rotation in the environment. */
  generation: ColumnType<string, number, never>;
  /** How long older keys are still accepted. */
  older_until: Date;
}

/** What the audit finds: more or fewer runs than matched, a run or delivery in no queue, a missing delivery. */
export const FINDING_KINDS = ["executions", "queue", "deliveries"] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface AuditFindingTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Row id of the linked account. */
  account_id: string;
  kind: FindingKind;
  /** The faulty event, run or delivery; each is recorded once per kind. */
  subject: string;
  event_id: string | null;
  run_id: string | null;
  message: string;
  found_at: Date;
}

export interface AuditStateTable {
  only_one: Generated<boolean>;
  /** Events up to this id are audited. */
  event_id: string;
  /** Runs that ended up to this time are audited. */
  finished_at: Date;
  looked_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    application_events: ApplicationEventTable;
    received_events: ReceivedEventTable;
    trigger_keys: TriggerKeyTable;
    workflow_webhook_secrets: WorkflowWebhookSecretTable;
    webhook_address_rotations: WebhookAddressRotationTable;
    audit_findings: AuditFindingTable;
    audit_state: AuditStateTable;
  }
}
