import { Cron } from "croner";

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

const DAY_MS = 86_400_000;
// Before every instant that a schedule can name, in any zone.
const DAWN = new Date(-2 * DAY_MS);
const PROBE = new Date(Date.UTC(2000, 0, 1));

/**
 * The first tick after `after`; undefined when there is none left (spec 2.4, platform-surface 3.9).
 *
 * Where daylight saving removes a local time, a pattern without `*`, `?` and step in minute and hour, and an
 * interval date, tick at the first time after the gap; other patterns skip what does not exist. Where a local
 * time comes twice, the former tick the first time only; the latter go on ticking through both hours (D39).
 */
export function nextTick(timing: Timing, after: Date): Date | undefined {
  if (timing.type === "interval") return earliest(timing.times.map((time) => instantOf(time, after)));
  const { pattern, timeZone, startDate, endDate } = timing;
  const start = startDate === null ? undefined : midnight(startDate, timeZone);
  const end = endDate === null ? undefined : midnight(dayAfter(endDate), timeZone);
  const from = start && start > after ? new Date(start.getTime() - 1) : after;
  const next = openPattern(pattern, timeZone).nextRun(from);
  return next && (!end || next < end) ? next : undefined;
}

/** What is wrong with a cron expression, as a sentence; undefined when it has five fields that some time matches. */
export function patternFault(pattern: string): string | undefined {
  const shape =
    'must be a cron expression of five fields (minute, hour, day of month, month, day of week), such as "0 9 * * 1-5".';
  // Croner would also read dates and nicknames.
  if (pattern.trim().split(/\s+/).length !== 5) return shape;
  try {
    return openPattern(pattern, "UTC").nextRun(PROBE) ? undefined : "names a time that never comes.";
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return shape;
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

/** Whether the calendar has this day: 30 February is none. */
export function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function openPattern(pattern: string, timezone: string): Cron {
  return new Cron(pattern.trim(), { mode: "5-part", timezone, fixedTimeRule: "no-wildcard", paused: true });
}

/** The instant of a local time if it is after `after`: the first of two, the end of a gap. */
function instantOf(time: LocalTime, after: Date): Date | undefined {
  const { year, month, day, hour, minute, second, timeZone: timezone } = time;
  const pattern = `${second} ${minute} ${hour} ${day} ${month} * ${year}`;
  return new Cron(pattern, { mode: "7-part", timezone, paused: true }).nextRun(after) ?? undefined;
}

function midnight(date: string, timeZone: string): Date | undefined {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return instantOf({ year, month, day, hour: 0, minute: 0, second: 0, timeZone }, DAWN);
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
}

function earliest(dates: readonly (Date | undefined)[]): Date | undefined {
  return dates
    .filter((date) => date !== undefined)
    .sort((one, other) => one.getTime() - other.getTime())
    .at(0);
}
