import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json.ts";

/** Execution states (platform-surface 3.5); RUNNING is the only one that is not final, beside STOPPING. */
export type RunStatus = "RUNNING" | "COMPLETED" | "ERRORED" | "STOPPED" | "STOPPING" | "TIMED_OUT";
/** What started a run. */
export type RunSource = "Event" | "Schedule" | "API Call";
/** Node states that a step's row can have (platform-surface 3.5). */
export type StepStatus = "Success" | "Errored";

/** Why a run or a step failed; the message is safe to show to the customer. */
export interface RunError {
  message: string;
  code: string;
  nodeId?: string;
  nodeName?: string;
  attempts?: number;
  /** HTTP status of the third party, where there was one. */
  status?: number;
}

/** The linked account's choices when the run started: fields by id, of the application and of the workflow. */
export interface RunSettings {
  fields: Record<string, Json>;
  workflowFields: Record<string, Json>;
  /** Passwords among the application's fields, sealed until a step is run. */
  applicationSecrets?: Record<string, string>;
  /** The same among the workflow's fields. */
  secrets?: Record<string, string>;
}

export interface RunTable {
  id: string;
  org_id: string;
  environment: Environment;
  account_id: string;
  workflow_id: string;
  workflow_version: number;
  workflow_name: string;
  slug: string | null;
  config_id: string;
  status: RunStatus;
  source: RunSource;
  event_name: string | null;
  event_id: string | null;
  execution_type: "SYNC" | "ASYNC";
  settings: RunSettings;
  input: Json;
  error: RunError | null;
  /** What a synchronous caller gets: the last node's output. */
  response: Json;
  created_at: Date;
  updated_at: Date;
  /** When the first step began; known once the run has ended. */
  started_at: Date | null;
  finished_at: Date | null;
  /** Since when the run waits, without a job, for its account to connect `parked_slug` again. */
  parked_at: Generated<Date | null>;
  parked_slug: Generated<string | null>;
  parked_node: Generated<string | null>;
  /** In plain words. */
  parked_reason: Generated<string | null>;
}

export interface RunStepTable {
  run_id: string;
  /** Node id with its loop indexes. */
  path: string;
  /** 1 for the first try. */
  attempt: number;
  node_id: string;
  status: StepStatus;
  input: Json;
  output: Json;
  error: RunError | null;
  logs: string[] | null;
  /** When a failed attempt may be repeated; null when it is the last. */
  retry_at: Date | null;
  started_at: Date;
  duration_ms: number;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    runs: RunTable;
    run_steps: RunStepTable;
  }
}
