import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json/json.ts";
import type { EffectivePolicy } from "../redaction/policy.ts";
import type { PayloadRef } from "./results/payloads.ts";
import type { EffectiveSettings } from "./settings/run-settings.ts";
import type { StandIn } from "./stand-in.ts";

/** Execution states (platform-surface 3.5); only RUNNING and STOPPING are not final. */
export type RunStatus = "RUNNING" | "COMPLETED" | "ERRORED" | "STOPPED" | "STOPPING" | "TIMED_OUT";
/** What started a run. */
export type RunSource = "Event" | "Schedule" | "API Call";
/** Node states that a step's row can have (platform-surface 3.5). */
export type StepStatus =
  | "Success"
  | "Errored"
  | "Errored_and_Skipped"
  | "Waiting"
  | "Rejected"
  | "Timed_Out"
  | "Stopped";

/** Why a run or a step failed; the message is safe to show to the customer. */
export interface RunError {
  message: string;
  code: string;
  nodeId?: string;
  nodeName?: string;
  /** Of the step that failed, if that is inside the loop `nodeId`. */
  path?: string;
  attempts?: number;
  /** HTTP status of the third party, if there was one. */
  status?: number;
}

/** The linked account's settings when the run started, and the rest of its starting context. */
export interface RunSettings extends EffectiveSettings {
  /** The input from a calling run, if `input` hides passwords in it; see `RunPasswords.seal`. */
  sealedInput?: string;
  /** What redaction rules change in `fields`, `workflowFields` and `request`; see `redactStart`. */
  sealedContext?: string;
  /** Of a called run: what the idempotency keys of its steps derive from, instead of its id. */
  keyRoot?: string;
  /** Of the webhook that started it. */
  request?: StartRequest;
}

/** The request that started a run, without its body and its credentials; headers by lower-case name. */
export interface StartRequest {
  method: string;
  headers: Record<string, string>;
  query: Record<string, string>;
}

/** What a waiting step waits for; times in ISO form. */
export type Wait =
  | { kind: "time"; until: string }
  | { kind: "answer"; until: string }
  /** Until the node's time limit, if it has one. */
  | { kind: "child"; until?: string }
  /** The body of a loop is running; the row's output holds the items meanwhile. */
  | { kind: "each"; concurrency: number };

/** What a replay does differently than its first run: the settings of one step, given instead of rendered. */
export interface RunOverrides {
  path: string;
  data: { [key: string]: Json };
}

/** How a test of a draft runs (D330). */
export interface RunTest {
  /** Which nodes may act outside the execution: all, none, or those with these ids. */
  readonly calls: boolean | readonly string[];
  /** Only what leads to the node `until`, or the node `only` alone. */
  readonly part?: { readonly until: string } | { readonly only: string };
  /** Outputs of nodes that do not run, as records show them. */
  readonly pins: Readonly<Record<string, { readonly [key: string]: Json }>>;
  /** Executions whose outputs stand in for the nodes that only lead to `only`. */
  readonly standing?: Readonly<Record<string, string>>;
  /** The execution whose recorded outputs take precedence over later ones. */
  readonly source?: string;
  /** Whether the workflow is the account's own: the account reads no tests of others. */
  readonly isOwn: boolean;
}

/** The policy of a run, and after its end: its data were removed, or redacted for good, or their originals are sealed. */
export interface RunRedaction extends EffectivePolicy {
  readonly state?: "removed" | "redacted" | "sealed";
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
  /** What a synchronous caller gets: the response node's answer, or the last node's output. */
  response: Json;
  /** HTTP status of a response node. */
  response_status: Generated<number | null>;
  response_headers: Generated<Record<string, string> | null>;
  responded_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
  /** When the first step began; known once the run has ended. */
  started_at: Date | null;
  finished_at: Date | null;
  /** Since when the run has been waiting for its account to reconnect `parked_slug`. */
  parked_at: Generated<Date | null>;
  parked_slug: Generated<string | null>;
  parked_node: Generated<string | null>;
  /** In plain words. */
  parked_reason: Generated<string | null>;
  /**
   * Runs of one lane take turns with those of others: a lane is an account, or an account and a workflow with a
   * limit.
   */
  lane: string;
  /** Since when it may be claimed; null while it is held, asleep, parked, waiting for an answer, or ended. */
  ready_at: Generated<Date | null>;
  /** When it becomes ready again by itself. */
  wake_at: Generated<Date | null>;
  /** The worker that holds it. */
  worker: Generated<string | null>;
  /** Grows each time the run changes hands; with `worker` it is the fencing token. */
  claim: Generated<number>;
  /** How often it was released unfinished since its last step. */
  recoveries: Generated<number>;
  /** Counts answers and ended children: putting the run to sleep requires having seen all of them. */
  signals: Generated<number>;
  /** How many runs of its workflow may be held at a time, over all accounts. */
  workflow_limit: Generated<number | null>;
  /** When it ends as TIMED_OUT. */
  deadline_at: Generated<Date | null>;
  /** The run and the path of the step that called this one. */
  parent_run: Generated<string | null>;
  parent_path: Generated<string | null>;
  /** The run that this one repeats. */
  replay_of: Generated<string | null>;
  /** The first run in the chain of repetitions. */
  replay_root: Generated<string | null>;
  overrides: Generated<RunOverrides | null>;
  /** Of a test of a draft. */
  test: Generated<RunTest | null>;
  /** Where it continues the trace of what started it; null if tracing was off. */
  traceparent: Generated<string | null>;
  /** The policy that it began with, and what has become of its data since; null for most. */
  redaction: Generated<RunRedaction | null>;
  /** The response for the caller who waits for it, if the row does not show it; see `openResponse`. */
  sealed_response: Generated<string | null>;
  /** When what is sealed is deleted; known once the run has ended. */
  originals_until: Generated<Date | null>;
  /** What is large in `input`, where the row has null. */
  input_refs: Generated<PayloadRef[] | null>;
  /** What is large in `response`, where the row has null. */
  response_refs: Generated<PayloadRef[] | null>;
}

export interface RunStepTable {
  run_id: string;
  /** The node's id, with the items of the loops around it: `loop[3]/node`. */
  path: string;
  /** 1 for the first try. */
  attempt: number;
  node_id: string;
  status: StepStatus;
  input: Json;
  output: Json;
  error: RunError | null;
  logs: string[] | null;
  /**
   * The branch it took; for Errored_and_Skipped `error`, `skip`, or null for continuing as if nothing had happened.
   */
  handle: Generated<string | null>;
  wait: Generated<Wait | null>;
  /** When a failed attempt may be retried; null after the last. */
  retry_at: Date | null;
  started_at: Date;
  duration_ms: number;
  /** Reused from the run that this one repeats. */
  is_copied: Generated<boolean>;
  /** What is large in `input` and `output`, where the row has null. */
  refs: Generated<PayloadRef[] | null>;
  /** The output with the passwords that `output` hides; see `RunPasswords.seal`. */
  sealed: Generated<string | null>;
  /** Of a step that a test did not run. */
  stand_in: Generated<StandIn | null>;
}

export interface RunSignalTable {
  run_id: string;
  path: string;
  kind: "answer" | "child";
  body: Json;
  /** What is large in `body`, where the row has null. */
  body_refs: Generated<PayloadRef[] | null>;
  /** An answer, or the response of a called run, if `body` does not show it. */
  sealed: Generated<string | null>;
  created_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    runs: RunTable;
    run_steps: RunStepTable;
    run_signals: RunSignalTable;
  }
}
