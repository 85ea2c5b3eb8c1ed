import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json/json.ts";
import type { PendingEvent } from "./recorded-tables.ts";

/** Whose chain a record belongs to: an environment's, or the one that both environments share. */
export type ChainEnvironment = Environment | "both";

/** Changes that are in no chain yet, written by triggers and by `recordAct`. */
export interface PendingTable {
  /** A bigint. */
  id: Generated<string>;
  org_id: string;
  environment: ChainEnvironment;
  at: Date;
  /** The table or, for an act, the type of its object. */
  source: string;
  /** The statement or the act. */
  event: PendingEvent | (string & {});
  object_id: string | null;
  object_name: string | null;
  /** The customer, by the organization's id. */
  account_id: string | null;
  before: { [column: string]: Json } | null;
  after: { [column: string]: Json } | null;
  /** Names of secrets that changed. */
  secrets: string[];
  actor: { [fact: string]: Json } | null;
}

export const ACTOR_KINDS = [
  "operator",
  "api_key",
  "linked_account",
  "agent",
  "command_line",
  "visitor",
  "system",
] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** A record of the log. */
export interface AuditLogTable {
  org_id: string;
  environment: ChainEnvironment;
  /** Its position in the chain, from 1; a bigint. */
  sequence: string;
  id: string;
  at: Date;
  action: string;
  object_type: string;
  object_id: string | null;
  object_name: string | null;
  account_id: string | null;
  actor_kind: ActorKind;
  actor_id: string | null;
  actor_name: string | null;
  /** The `operationId` of the API, the tool or the command. */
  operation: string | null;
  address: string | null;
  user_agent: string | null;
  before: { [column: string]: Json } | null;
  after: { [column: string]: Json } | null;
  secrets: string[];
  hash: Buffer;
}

/** Where a chain ends and begins. */
export interface AuditLogChainTable {
  org_id: string;
  environment: ChainEnvironment;
  last_sequence: string;
  last_hash: Buffer;
  /** The last record that retention deleted, and its hash; 0 and 32 zero bytes if none. */
  cut_sequence: string;
  cut_hash: Buffer;
  seal: Buffer;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    audit_log_pending: PendingTable;
    audit_log: AuditLogTable;
    audit_log_chains: AuditLogChainTable;
    audit_log_writer: { is_only: boolean };
  }
}
