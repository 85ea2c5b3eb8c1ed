import type { Body } from "@junctor/sdk";
import type { UseFormReturnType } from "@mantine/form";
import { parseJson } from "../../parts/forms/json-text.ts";
import { SCHEDULES } from "../../words/schedules.ts";
import type { WholeSchedule } from "./schedule.ts";

/** The fields that the API takes for a schedule, without the headers. */
export type ScheduleBody = Body<"post", "/api/v1/workflow/public/scheduled">;
type IntervalDate = NonNullable<ScheduleBody["interval_dates"]>[number];

/** A date in the form: local time, as `YYYY-MM-DD HH:mm:ss`. */
export interface LocalDate {
  readonly key: number;
  at: string | null;
  /** Set if it has a zone of its own. */
  zone?: string;
}

/** A schedule in the form. */
export interface ScheduleValues {
  workflow: string | undefined;
  account: string | undefined;
  config: string;
  kind: ScheduleBody["trigger_type"];
  pattern: string;
  dates: LocalDate[];
  zone: string;
  /** `YYYY-MM-DD` */
  firstDay: string | null;
  lastDay: string | null;
  payload: string;
}

/** The form while it is filled in. */
export type ScheduleFormState = UseFormReturnType<ScheduleValues>;

/** The form's names of the API's fields and headers. */
export const API_NAMES = {
  workflow_id_alias: "workflow",
  linked_account_id: "account",
  config_id: "config",
  trigger_type: "kind",
  regex: "pattern",
  interval_dates: "dates",
  tz: "zone",
  startDate: "firstDay",
  endDate: "lastDay",
} as const;

let lastKey = 0;

/** A date to be chosen, or a chosen one. */
export function newDate(at: string | null = null, zone?: string): LocalDate {
  lastKey += 1;
  return { key: lastKey, at, ...(zone !== undefined && { zone }) };
}

type GivenValues = { readonly [Name in "workflow" | "account" | "pattern" | "zone"]?: string | undefined };

/** A new schedule, with the values that the URL gives. */
export function emptyValues(given: GivenValues): ScheduleValues {
  return {
    workflow: given.workflow,
    account: given.account,
    config: "",
    kind: "cron",
    pattern: given.pattern ?? "0 9 * * 1-5",
    dates: [newDate()],
    zone: given.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    firstDay: null,
    lastDay: null,
    payload: "{}",
  };
}

/** The form values of a schedule. */
export function getValues(schedule: WholeSchedule): ScheduleValues {
  const { workflow, linked_account_id: account, config_id: config, options, trigger_type: kind } = schedule;
  const given = schedule.trigger_interval as IntervalDate[];
  const ofAll = typeof options.tz === "string" && options.tz !== "" ? options.tz : undefined;
  const zone = ofAll ?? given[0]?.tz ?? "UTC";
  const dates = given.map((date) =>
    newDate(localOf({ ...date, ...date.date }), date.tz === zone ? undefined : date.tz),
  );
  return {
    workflow: typeof workflow === "string" ? undefined : workflow._id,
    account,
    config: config === account ? "" : config,
    kind,
    pattern: schedule.cron_pattern,
    dates: dates.length > 0 ? dates : [newDate()],
    zone,
    firstDay: typeof options.startDate === "string" ? options.startDate : null,
    lastDay: typeof options.endDate === "string" ? options.endDate : null,
    payload: JSON.stringify(schedule.payload, null, 2),
  };
}

/** The times in the form; undefined while they are incomplete. */
export function getTimes(values: ScheduleValues): ScheduleBody | undefined {
  const { kind, pattern, zone: tz, firstDay, lastDay } = values;
  const limits = { ...(firstDay && { startDate: firstDay }), ...(lastDay && { endDate: lastDay }) };
  if (kind === "cron") {
    const regex = pattern.trim();
    return regex === "" ? undefined : { trigger_type: kind, regex, tz, ...limits };
  }
  const dates = values.dates.flatMap((date) => (date.at === null ? [] : [dateOf(date.at, date.zone)]));
  return dates.length === 0 ? undefined : { trigger_type: kind, interval_dates: dates, tz, ...limits };
}

/** What is wrong with an input; undefined if it is an object, as it must be. */
export function inputProblem(text: string): string | undefined {
  const value = parseJson(text);
  if (value === undefined) return SCHEDULES.badInput;
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? undefined
    : SCHEDULES.noObject;
}

function dateOf(local: string, zone: string | undefined): IntervalDate {
  const [year, month, day, hour, minute, second] = local.split(/\D/).map(Number);
  return { year, month, day, hour, minute, second, ...(zone !== undefined && { tz: zone }) };
}

function localOf({
  year = 1970,
  month = 1,
  day = 1,
  hour = 0,
  minute = 0,
  second = 0,
}: IntervalDate): string {
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
    .toISOString()
    .slice(0, 19)
    .replace("T", " ");
}
