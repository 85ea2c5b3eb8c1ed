/** What rules watch. */
export const ALERT_TYPES = [
  "workflow_failures",
  "connection_expired",
  "webhook_failing",
  "queue_age",
  "trigger_stuck",
  "usage_limit",
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** What `above` counts: failed executions, or their share of those that ended. */
export const ALERT_UNITS = ["executions", "percent"] as const;
export type AlertUnit = (typeof ALERT_UNITS)[number];

/** The condition of a rule. */
export interface AlertCondition {
  readonly type: AlertType;
  readonly workflow_id: string | null;
  readonly application: string | null;
  readonly above: number | null;
  readonly unit: AlertUnit | null;
  readonly minutes: number;
}

/** The settings by which a condition is more than its type. */
export type ConditionSetting = Exclude<keyof AlertCondition, "type" | "minutes">;

interface AlertTypeFacts {
  /** The settings that it has. */
  readonly has: readonly ConditionSetting[];
  readonly defaults: Partial<AlertCondition> & { readonly minutes: number };
  /** What is wrong, in a sentence without its end. */
  summarize(condition: AlertCondition, count: number): string;
}

/** What a share is computed of at least: one failure of one execution is no trend. */
export const LEAST_ENDED = 10;

/** What is known of each type. */
export const ALERT_TYPE_FACTS: Readonly<Record<AlertType, AlertTypeFacts>> = {
  workflow_failures: {
    has: ["workflow_id", "above", "unit"],
    defaults: { minutes: 15, above: 5, unit: "executions" },
    summarize: ({ above, unit, minutes }, count) =>
      `${counted(count, "workflow")} had more than ${above}${unit === "percent" ? " %" : ""} failed executions within ${describeMinutes(minutes)}`,
  },
  connection_expired: {
    has: ["application"],
    defaults: { minutes: 1440 },
    summarize: ({ minutes }, count) =>
      `${counted(count, "connection")} expired within ${describeMinutes(minutes)} and must be renewed by the customer`,
  },
  webhook_failing: {
    has: [],
    defaults: { minutes: 15 },
    summarize: ({ minutes }, count) =>
      `${counted(count, "webhook")} failed for ${describeMinutes(minutes)} or longer, or ${count === 1 ? "was" : "were"} disabled`,
  },
  queue_age: {
    has: [],
    defaults: { minutes: 5 },
    summarize: ({ minutes }) => `Work has been waiting for longer than ${describeMinutes(minutes)}`,
  },
  trigger_stuck: {
    has: ["application"],
    defaults: { minutes: 30 },
    summarize: ({ minutes }, count) =>
      `${counted(count, "trigger")} got no events for ${describeMinutes(minutes)} or longer`,
  },
  usage_limit: {
    has: [],
    defaults: { minutes: 1440 },
    summarize: ({ minutes }, count) =>
      `${counted(count, "customer")} came to a limit of usage within ${describeMinutes(minutes)}`,
  },
};

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A number of minutes in words, such as `24 hours`. */
export function describeMinutes(minutes: number): string {
  if (minutes < 120 || minutes % 60 !== 0) return counted(minutes, "minute");
  return counted(minutes / 60, "hour");
}
