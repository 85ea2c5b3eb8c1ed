import type { Generated } from "kysely";
import type { Environment } from "../../auth/scope.ts";
import type { Caller } from "../../operators/caller.ts";
import type { Json } from "../../platform/json.ts";

/** How a replay does a run again, as it was asked for. */
export interface ReplayOptions {
  /** The node to begin with; `failed` for the one that failed. From the start if absent. */
  readonly fromNode?: string;
  /** The version that the run had, or the one that is published now. */
  readonly version: "same" | "published";
  /** The account's choices as they were when the run started, or as they are now. */
  readonly settings: "same" | "current";
  /** A session token asks: answers that the organization's workflow got are not taken over. */
  readonly byAccount?: boolean;
}

/** Why a run of a replay was not done again. */
export interface ReplayProblem {
  execution_id: string;
  message: string;
}

/** A replay of many runs. */
export interface ReplayTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Set where it was limited to one account. */
  account_id: string | null;
  status: "RUNNING" | "COMPLETED" | "STOPPED";
  options: ReplayOptions;
  /** As it was asked for; null of replays from before it was kept, as is `started_by`. */
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
