import type { Environment } from "../auth/scope.ts";
import type { Gap } from "../changes/position.ts";

/** What is counted. */
export const SUBJECTS = ["executions", "calls", "deliveries", "mcp_calls", "connections"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** How long the times are over which is counted, in UTC. */
export const INTERVALS = ["minute", "hour", "day"] as const;
export type Interval = (typeof INTERVALS)[number];

/** By what is counted; the empty one counts all. */
export const DIMENSIONS = [
  ...(["", "workflow", "account", "application", "failing_application"] as const),
  ...(["webhook", "server", "tool"] as const),
];
export type Dimension = (typeof DIMENSIONS)[number];

/** How many durations fell into each bucket (`durations.ts`), by its number. */
export type Histogram = Readonly<Record<string, number>>;

/** A counter: one status of one value of a dimension over one interval. */
export interface StatisticTable {
  org_id: string;
  environment: Environment;
  subject: Subject;
  every: Interval;
  dimension: Dimension;
  /** When the interval begins. */
  at: Date;
  /** Id, slug or name; empty where all is counted. */
  value: string;
  status: string;
  count: string;
  /** All durations together. */
  duration_ms: string;
  histogram: Histogram;
}

/** Up to where the log of changes is counted. */
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
