import { Cron } from "croner";
import { DAY_MS } from "../platform/moment.ts";
import { toInstant, toWallTime } from "./local-time.ts";

/** A wall-clock time in an IANA time zone; month from 1. */
export interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  timeZone: string;
}

/** When a schedule ticks. Dates are local days (YYYY-MM-DD) in `timeZone`; both are included. */
export type Timing =
  | { type: "cron"; pattern: string; timeZone: string; startDate: string | null; endDate: string | null }
  | { type: "interval"; times: LocalTime[] };
type CronTiming = Extract<Timing, { type: "cron" }>;

const PROBE = new Date(Date.UTC(2000, 0, 1));

/**
 * The first tick after `after`; undefined if none is left (spec 2.4, platform-surface 3.9).
 *
 * Where daylight saving time skips a local time, patterns without `*`, `?` or a step in minute and hour, and
 * interval dates, tick at the first time after the gap; other patterns skip what does not exist. Where a local time
 * occurs twice, the former tick only the first time, the latter through both hours.
 */
export function findNextTick(timing: Timing, after: Date): Date | undefined {
  if (timing.type === "interval") return earliest(timing.times.map(instantOfTime).filter((at) => at > after));
  return isFixed(timing.pattern) ? nextFixed(timing, after) : nextRecurring(timing, after);
}

/** Whether minute and hour are fixed: without `*`, `?` or a step. */
function isFixed(pattern: string): boolean {
  return pattern
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .every((field) => !/[*?/]/.test(field));
}

/**
 * Searches wall-clock times and converts only the result: a time in a gap belongs to the day it names, and ticks
 * even if the gap ends on the next day.
 */
function nextFixed({ pattern, timeZone, startDate, endDate }: CronTiming, after: Date): Date | undefined {
  const shown = openPattern(pattern, "UTC");
  const now = toWallTime(after, timeZone);
  const start = startDate === null ? now : new Date(Date.parse(startDate) - 1);
  const end = endDate === null ? undefined : new Date(Date.parse(endDate) + DAY_MS);
  let wall = shown.nextRun(start > now ? start : now);
  while (wall && (!end || wall < end)) {
    const tick = toInstant(wall, timeZone);
    // If clocks show a time twice, the first may have passed.
    if (tick > after) return tick;
    wall = shown.nextRun(wall);
  }
  return undefined;
}

function nextRecurring({ pattern, timeZone, startDate, endDate }: CronTiming, after: Date): Date | undefined {
  const start = startDate === null ? undefined : toInstant(new Date(startDate), timeZone);
  const end = endDate === null ? undefined : toInstant(new Date(Date.parse(endDate) + DAY_MS), timeZone);
  const from = start && start > after ? new Date(start.getTime() - 1) : after;
  const next = openPattern(pattern, timeZone).nextRun(from);
  return next && (!end || next < end) ? next : undefined;
}

const FIELDS = [
  { name: "minute", values: "0 to 59" },
  { name: "hour", values: "0 to 23" },
  { name: "day of month", values: "1 to 31" },
  { name: "month", values: "1 to 12" },
  { name: "day of week", values: "0 to 7, Sunday being 0 and 7" },
] as const;
const SHAPE = `a cron expression has five fields (${FIELDS.map(({ name }) => name).join(", ")}), such as "0 9 * * 1-5".`;

/**
 * Describes what is wrong with a cron expression, to be appended to its field's name; undefined if it has five
 * fields that match some time.
 */
export function findPatternProblem(pattern: string): string | undefined {
  const parts = pattern.trim().split(/\s+/);
  // Croner would also accept dates and nicknames.
  if (parts.length !== FIELDS.length)
    return `"${pattern}" has ${parts.length} ${parts.length === 1 ? "field" : "fields"}: ${SHAPE}`;
  const wrong = FIELDS.findIndex((_, place) => !isReadable(onlyField(parts, place)));
  const field = FIELDS[wrong];
  if (field)
    return `"${pattern}": "${parts[wrong]}" is not a valid ${field.name} (${field.values}); ${SHAPE}`;
  if (!isReadable(pattern)) return `"${pattern}" cannot be read; ${SHAPE}`;
  return openPattern(pattern, "UTC").nextRun(PROBE)
    ? undefined
    : `"${pattern}" names a time that never comes: its month has no such day.`;
}

/** The pattern with `*` in all other fields. */
function onlyField(parts: readonly string[], place: number): string {
  return parts.map((part, index) => (index === place ? part : "*")).join(" ");
}

function isReadable(pattern: string): boolean {
  try {
    openPattern(pattern, "UTC");
    return true;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether `name` is a time zone of the IANA database, such as `Europe/Berlin`; offsets like `+02:00` are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether the calendar has this day: 30 February does not exist. */
export function isScheduleDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function openPattern(pattern: string, timezone: string): Cron {
  return new Cron(pattern.trim(), { mode: "5-part", timezone, paused: true });
}

function instantOfTime({ year, month, day, hour, minute, second, timeZone }: LocalTime): Date {
  return toInstant(new Date(Date.UTC(year, month - 1, day, hour, minute, second)), timeZone);
}

function earliest(dates: readonly Date[]): Date | undefined {
  return dates.toSorted((one, other) => one.getTime() - other.getTime()).at(0);
}
