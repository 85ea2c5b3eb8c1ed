import type { Generated } from "kysely";
import type { Environment } from "../../auth/scope.ts";
import type { Caller } from "../../operators/caller.ts";
import type { Json } from "../../platform/json/json.ts";

/** How a replay repeats a run, as requested. */
export interface ReplayOptions {
  /** The node to start with; `failed` for the one that failed. From the start if absent. */
  readonly fromNode?: string;
  /** The version that the run had, or the one that is published now. */
  readonly version: "same" | "published";
  /** The account's settings as they were when the run started, or as they are now. */
  readonly settings: "same" | "current";
  /** A session token asks: answers to the organization's workflows are not reused. */
  readonly byAccount?: boolean;
}

/** Why a run was not replayed. */
export interface ReplayProblem {
  execution_id: string;
  message: string;
}

/** A replay of many runs. */
export interface ReplayTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Set if it was limited to one account. */
  account_id: string | null;
  status: "RUNNING" | "COMPLETED" | "STOPPED";
  options: ReplayOptions;
  /** As requested; null for replays from before it was stored, like `started_by`. */
  filter: Generated<{ [field: string]: Json } | null>;
  started_by: Generated<Caller | null>;
  /** How many runs it found. */
  matched: number;
  started: Generated<number>;
  failed: Generated<number>;
  /** The first few. */
  problems: Generated<ReplayProblem[]>;
  created_at: Date;
  updated_at: Date;
  finished_at: Generated<Date | null>;
}

export interface ReplayRunTable {
  replay_id: string;
  run_id: string;
}

declare module "../../platform/database/database.ts" {
  interface Tables {
    replays: ReplayTable;
    replay_runs: ReplayRunTable;
  }
}
