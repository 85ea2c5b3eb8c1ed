import type { ColumnType, Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json/json.ts";
import type { PayloadRef } from "../runs/results/payloads.ts";
import type { EventField } from "./definitions/event-fields.ts";

export interface ApplicationEventTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Unique in organization and environment; start nodes name it. */
  name: string;
  fields: EventField[];
  /** The example from which the fields were read. */
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
  /** Without its large parts. */
  payload: Json;
  /** The large parts, which the executions that it started hold, too. */
  payload_refs: Generated<PayloadRef[] | null>;
  /** How many workflows it started, each one run. */
  matched: number;
  /** How many workflows it did not start because they know its key already. */
  repeated: Generated<number>;
  received_at: Date;
}

export interface TriggerKeyTable {
  /** Row id of the linked account. */
  account_id: string;
  /** What has the key: `event/<name>`, `trigger/<subscription>`, or a workflow by one of the ways to start it (`webhook/<id>`). */
  scope: string;
  key: string;
  /** The event that came with it first. */
  event_id: string | null;
  /** The run that it started, where it can start one only. */
  run_id: string | null;
  /** SHA-256 of what was said, where something else under the same key is refused. */
  fingerprint: string | null;
  claimed_at: Date;
  /** From when the key may be used again; null for never. */
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
  /** Keys of addresses that are of an older one end; grows with each rotation of the environment. */
  generation: ColumnType<string, number, never>;
  /** How long older keys are taken beside the new ones. */
  older_until: Date;
}

/** What the audit found: fewer or more runs than matched, a run or a delivery in no queue, a delivery that was not made. */
export const FINDING_KINDS = ["executions", "queue", "deliveries"] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface AuditFindingTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Row id of the linked account. */
  account_id: string;
  kind: FindingKind;
  /** The event, run or delivery at fault, each once for a kind. */
  subject: string;
  event_id: string | null;
  run_id: string | null;
  message: string;
  found_at: Date;
}

export interface AuditStateTable {
  only_one: Generated<boolean>;
  /** Events up to this id were looked at. */
  event_id: string;
  /** Runs that ended up to this moment were looked at. */
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
