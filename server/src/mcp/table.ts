import type { Generated, Selectable } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json/json.ts";

/** A suggested question that an agent's user may start with; stored as shown. */
export interface Suggestion {
  name: string;
  prompt: string;
}

/** A guided sequence of steps for an agent; stored as shown. */
export interface Chain {
  _id: string;
  name: string;
  goals: string;
  /** Lines separated by newline characters. */
  steps: string;
  precheck: string;
  successCondition: string;
  responseFormat: string;
  onError: string;
}

/** What an agent may do with a tool: call it, not even see it, or have each call approved by a person. */
export const POLICIES = ["allow", "deny", "ask"] as const;
export type Policy = (typeof POLICIES)[number];

/** A workflow or an action that the server offers. */
export interface OfferedTool {
  id: string;
  name: string;
  description: string;
  /** Replaces the generated name; unique on the server. */
  tool_name?: string;
  /** Takes precedence over the record's `safe_mode`. */
  policy?: Policy;
}

/** An application with what the server offers of it; stored as shown. */
export interface AssociatedApp {
  slug: string;
  workflows: OfferedTool[];
  actions: OfferedTool[];
}

export interface McpServerTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** The customer that owns it; null: the organization's, offered to all its accounts. */
  account_id: string | null;
  name: string;
  description: string;
  agent_name: string | null;
  primary_color: string | null;
  secondary_color: string | null;
  base_prompt: string | null;
  safe_mode: Generated<boolean>;
  suggestions: Generated<Suggestion[]>;
  chains: Generated<Chain[]>;
  associated_apps: Generated<AssociatedApp[]>;
  /** The spec does not show what a resource looks like, so they are kept as given. */
  resources: Generated<Json[]>;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

/** The fields of a record that an update may set. */
export type ServerFields = Partial<
  Omit<
    Selectable<McpServerTable>,
    "id" | "org_id" | "environment" | "account_id" | "created_at" | "updated_at" | "revision"
  >
>;

/** An account's changes for itself on a server of the organization. */
export interface McpServerChangesTable {
  server_id: string;
  account_id: string;
  org_id: string;
  environment: Environment;
  /** The changed fields, as they are shown. */
  fields: ServerFields;
  updated_at: Date;
  /** Never decreases, even when changes are dropped: the server's version depends on it. */
  revision: Generated<number>;
}

/**
 * - `WAITING`: for somebody's approval
 * - `RUNNING`: approved or begun; of a call that had to be approved, `begun_at` says which
 * - `ERRORED`: also when its process died during the call
 * - `DENIED`: it was not approved
 * - `EXPIRED`: nobody decided in time
 * - `REFUSED`: there is no such tool, or its arguments are wrong; it was not made
 */
export const CALL_STATUSES = [
  "WAITING",
  "RUNNING",
  "COMPLETED",
  "ERRORED",
  "DENIED",
  "EXPIRED",
  "REFUSED",
] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

export interface McpCallTable {
  id: string;
  org_id: string;
  environment: Environment;
  account_id: string;
  /** The server may be gone. */
  server_id: string;
  tool: string;
  /** What the tool stands for, whatever its name: an action with its application, or a workflow. */
  slug: string | null;
  action_id: string | null;
  workflow_id: string | null;
  /** For a call that somebody must approve: what they are shown. */
  title: string | null;
  application: string | null;
  /** Without secrets, and cut where they are long. */
  arguments: Json;
  /** For a call that somebody must approve: what it is made with, until its end. */
  sealed_call: Buffer | null;
  client: string | null;
  status: CallStatus;
  error: string | null;
  /** The execution that it started. */
  run_id: string | null;
  /** Stored only if the answer could not contain it, had been given, or may be requested again under its key. */
  result: Json | null;
  /** The result for the agent that has still to read it, if `result` shows a mark. */
  sealed_result: Generated<string | null>;
  /** The process that makes it; none for one that had to be approved, which is a job. */
  maker: string | null;
  /** The client's own idempotency key; for calls that write. */
  idempotency_key: string | null;
  /**
   * For a call that has a key or waits: distinguishes it from others with other arguments, without revealing them.
   */
  fingerprint: Buffer | null;
  created_at: Date;
  /** When it was approved or rejected, by whom, and why. */
  decided_at: Date | null;
  decided_by: string | null;
  decision_reason: string | null;
  /** When an approved call began. */
  begun_at: Date | null;
  finished_at: Date | null;
}

export interface McpTokenTable {
  id: string;
  hash: string;
  org_id: string;
  environment: Environment;
  account_id: string;
  server_id: string;
  created_at: Date;
  expires_at: Date;
  /** To the minute. */
  last_used_at: Date | null;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    mcp_servers: McpServerTable;
    mcp_server_changes: McpServerChangesTable;
    mcp_calls: McpCallTable;
    mcp_tokens: McpTokenTable;
  }
}
