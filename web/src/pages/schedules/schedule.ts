import type { Reply } from "@junctor/sdk";
import type { Item } from "../../api/use-api.ts";
import type { Mood } from "../../parts/values/state.tsx";
import { SCHEDULES } from "../../words/schedules.ts";

/** Where schedules are read, and where they are changed. */
export const RENEWED = ["/api/v2/public/schedules", "/api/v1/workflow/public/scheduled"] as const;

/** A schedule of a list. */
export type Schedule = Item<"/api/v2/public/schedules">;

/** A schedule with the input of its runs. */
export type WholeSchedule = Reply<"get", "/api/v2/public/schedules/{id}">;

/** Whether a schedule runs: one without a next run has ended. */
export function getState({ status, next_run_at }: Schedule): { mood: Mood; word: string } {
  if (status === "paused") return { mood: "stopped", word: SCHEDULES.paused };
  return next_run_at ? { mood: "good", word: SCHEDULES.running } : { mood: "none", word: SCHEDULES.over };
}

/** The name of its workflow, or that it no longer exists. */
export function workflowName({ workflow }: Schedule): string {
  return typeof workflow === "string" ? SCHEDULES.deletedWorkflow : workflow.name;
}

const LOCAL = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** A time in the zone's local time: `local` has no zone, so it is formatted in the one that it was parsed in. */
export function localTime(local: string): string {
  return LOCAL.format(new Date(`${local}Z`));
}

/** When it runs, in a few words. */
export function getWhen({ cron_pattern, trigger_interval }: Schedule): string {
  return cron_pattern || SCHEDULES.dates(trigger_interval.length);
}
