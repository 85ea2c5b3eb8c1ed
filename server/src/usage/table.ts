import type { Generated } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { Meter } from "./meters.ts";
import type { CapName, Caps } from "./plans/caps.ts";

/** What a linked account used of a meter on one day (UTC). */
export interface UsageDayTable {
  /** Follows from day, account and meter (migration 0195). */
  id: string;
  org_id: string;
  environment: Environment;
  /** Row id of the account, which may be deleted. */
  account_id: string;
  day: Date;
  meter: Meter;
  value: string;
}

/** The name of a deleted account. */
export interface UsageAccountTable {
  id: string;
  org_id: string;
  linked_account_id: string;
  deleted_at: Date;
}

/** One row: which days can still change. */
export interface UsageStateTable {
  is_only: boolean;
  open_from: Date;
  measured_at: Date | null;
}

/** Caps that linked accounts can have in common. */
export interface PlanTable {
  id: string;
  org_id: string;
  environment: Environment;
  name: string;
  /** Whether accounts without a plan of their own have it. */
  is_default: boolean;
  caps: Caps;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

/** The plan and the own caps of a linked account. */
export interface AccountPlanTable {
  account_id: string;
  org_id: string;
  environment: Environment;
  plan_id: string | null;
  /** Each replaces the one of the plan; null: no cap. */
  caps: Caps;
  updated_at: Date;
}

/** That an account came to a limit in a period: told once. */
export interface UsageNoticeTable {
  account_id: string;
  cap: CapName;
  /** First day of the period, and the day after its last one. */
  starts_on: Date;
  ends_on: Date;
  level: "soft" | "hard";
  org_id: string;
  environment: Environment;
  plan: string | null;
  /** The limit, and what was used then. */
  most: string;
  used: string;
  created_at: Date;
}

declare module "../platform/database/database.ts" {
  interface Tables {
    usage_days: UsageDayTable;
    usage_accounts: UsageAccountTable;
    usage_state: UsageStateTable;
    plans: PlanTable;
    account_plans: AccountPlanTable;
    usage_notices: UsageNoticeTable;
  }
}
