import type { Environment } from "../auth/scope.ts";

/** What is counted for each linked account; `storage` is measured, in bytes. */
export const METERS = ["executions", "calls", "mcp_calls", "storage"] as const;
export type Meter = (typeof METERS)[number];

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

declare module "../platform/database/database.ts" {
  interface Tables {
    usage_days: UsageDayTable;
    usage_accounts: UsageAccountTable;
    usage_state: UsageStateTable;
  }
}
