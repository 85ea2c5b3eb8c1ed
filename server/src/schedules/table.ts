import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Json } from "../platform/json/json.ts";
import type { Timing } from "./next-tick.ts";

export interface ScheduleTable {
  id: string;
  org_id: string;
  environment: Environment;
  /** Row id of the linked account for which the workflow runs. */
  account_id: string;
  /** Created with the schedule; its runs carry it. */
  event_id: string;
  /** Id or alias of the workflow, as registered. */
  workflow: string;
  workflow_id: string;
  config_id: string;
  timing: Timing;
  /** The registration as sent, without the payload. */
  options: { [key: string]: Json };
  payload: { [key: string]: Json };
  paused: Generated<boolean>;
  /** Null while paused and when no tick is left. */
  next_at: Date | null;
  last_at: Date | null;
  /** When it last started nothing because a limit of its account was reached, and which one; null since it started again. */
  refused_at: Date | null;
  refused: string | null;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    schedules: ScheduleTable;
  }
}
