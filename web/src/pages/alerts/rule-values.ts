import type { Body } from "@junctor/sdk";
import type { UseFormReturnType } from "@mantine/form";
import type { AlertRule } from "./alert.ts";

export type RuleBody = Body<"post", "/api/v2/public/alert-rules">;

/** A rule in the form. */
export interface RuleValues {
  name: string;
  type: AlertRule["type"];
  workflowId: string | undefined;
  application: string | null;
  above: number | string;
  unit: "executions" | "percent";
  minutes: number | string;
  emails: string[];
  repeatMinutes: string;
  isQuiet: boolean;
  zone: string;
  from: string;
  to: string;
  days: string[];
}

export type RuleFormState = UseFormReturnType<RuleValues>;

/** The minutes that a type has unless others are chosen. */
export const MINUTES: Readonly<Record<AlertRule["type"], number>> = {
  workflow_failures: 15,
  connection_expired: 1440,
  webhook_failing: 15,
  queue_age: 5,
  trigger_stuck: 30,
  usage_limit: 1440,
};

const EVERY_DAY = ["1", "2", "3", "4", "5", "6", "0"];

/** A new rule, mailed to `email` if the server sends mail. */
export function emptyRule(email: string | undefined): RuleValues {
  return {
    name: "",
    type: "workflow_failures",
    workflowId: undefined,
    application: null,
    above: 5,
    unit: "executions",
    minutes: MINUTES.workflow_failures,
    emails: email === undefined ? [] : [email],
    repeatMinutes: "1440",
    isQuiet: false,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    from: "22:00",
    to: "07:00",
    days: EVERY_DAY,
  };
}

/** The form values of a rule. */
export function toValues(rule: AlertRule): RuleValues {
  const empty = emptyRule(undefined);
  const { quiet_hours: quiet } = rule;
  return {
    ...empty,
    name: rule.name,
    type: rule.type,
    workflowId: rule.workflow_id ?? undefined,
    application: rule.application,
    above: rule.above ?? empty.above,
    unit: rule.unit ?? empty.unit,
    minutes: rule.minutes,
    emails: rule.emails,
    repeatMinutes: String(rule.repeat_minutes),
    isQuiet: quiet !== null,
    ...(quiet && {
      zone: quiet.time_zone,
      from: quiet.from,
      to: quiet.to,
      days: quiet.days?.map(String) ?? EVERY_DAY,
    }),
  };
}

/** The body that stores the form. */
export function toBody(values: RuleValues): RuleBody {
  const { name, type, workflowId, application, above, unit, minutes, emails } = values;
  const { repeatMinutes, isQuiet, zone, from, to, days } = values;
  const isFailures = type === "workflow_failures";
  const hasApplication = type === "connection_expired" || type === "trigger_stuck";
  return {
    name: name.trim(),
    type,
    ...(isFailures && { workflow_id: workflowId ?? null, above: Number(above), unit }),
    ...(hasApplication && { application }),
    minutes: Number(minutes),
    emails,
    repeat_minutes: Number(repeatMinutes),
    quiet_hours: isQuiet
      ? { time_zone: zone, from, to, ...(days.length < EVERY_DAY.length && { days: days.map(Number) }) }
      : null,
  };
}
