import type { Environment } from "../auth/scope.ts";
import type { Gap } from "../changes/position.ts";

export const SUBJECTS = ["executions", "calls", "deliveries", "mcp_calls", "connections"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** The lengths of counting intervals, in UTC. */
export const INTERVALS = ["minute", "hour", "day"] as const;
export type Interval = (typeof INTERVALS)[number];

/** What counts are grouped by; the empty dimension counts everything. */
export const DIMENSIONS = [
  "",
  "workflow",
  "account",
  "application",
  "failing_application",
  "webhook",
  "server",
  "tool",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** How many durations fell into each bucket (`durations.ts`), by bucket number. */
export type Histogram = Readonly<Record<string, number>>;

/** A counter: one status of one value of a dimension over one interval. */
export interface StatisticTable {
  org_id: string;
  environment: Environment;
  subject: Subject;
  every: Interval;
  dimension: Dimension;
  /** Start of the interval. */
  at: Date;
  /** Id, slug or name; empty if everything is counted. */
  value: string;
  status: string;
  count: string;
  /** The sum of all durations. */
  duration_ms: string;
  histogram: Histogram;
}

/** How far the log of changes has been counted. */
export interface StatisticsPositionTable {
  is_only: boolean;
  last: string;
  gaps: readonly Gap[];
}

declare module "../platform/database/database.ts" {
  interface Tables {
    statistics: StatisticTable;
    statistics_position: StatisticsPositionTable;
  }
}
