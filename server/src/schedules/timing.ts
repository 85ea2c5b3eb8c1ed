import { isDeepStrictEqual } from "node:util";
import { badField } from "../platform/errors.ts";
import {
  findNextTick,
  findPatternProblem,
  isScheduleDay,
  isTimeZone,
  type LocalTime,
  type Timing,
} from "./next-tick.ts";
import type { IntervalDate, ScheduleBody, ScheduleRow } from "./schema.ts";

/** The timing in a registration; 400 that names the missing or invalid field (platform-surface 3.9). */
export function readTiming(body: ScheduleBody): Timing {
  const timeZone = readTimeZone(body.tz, "tz") ?? "UTC";
  for (const name of ["startDate", "endDate", "currentDate"] as const) checkDay(body[name], name);
  const { startDate = null, endDate = null } = body;
  if (startDate && endDate && endDate < startDate)
    throw badField("endDate", "endDate must not be before startDate.");
  if (body.trigger_type === "interval") {
    if (!body.interval_dates)
      throw missing("interval_dates", "interval", "a list of times, each with year, month and day");
    const times = body.interval_dates.map((date, index) => readTime(date, index, timeZone));
    const isWithin = (day: string) => (!startDate || day >= startDate) && (!endDate || day <= endDate);
    return { type: "interval", times: times.filter((time) => isWithin(dayOf(time))) };
  }
  if (body.regex === undefined) throw missing("regex", "cron", 'a cron expression such as "0 9 * * 1-5"');
  const fault = findPatternProblem(body.regex);
  if (fault) throw badField("regex", `regex ${fault}`);
  return { type: "cron", pattern: body.regex.trim(), timeZone, startDate, endDate };
}

/** The first tick of a new schedule; 400 that names the field which leaves none. */
export function readFirstTick(timing: Timing, now: Date): Date {
  const next = findNextTick(timing, now);
  if (next) return next;
  if (timing.type === "interval")
    throw badField(
      "interval_dates",
      "interval_dates must have a date in the future, from startDate to endDate if given.",
    );
  const field = timing.endDate === null ? "startDate" : "endDate";
  throw badField(field, `${field} leaves no future time that regex matches.`);
}

/** The next tick of a changed schedule, kept while its times are unchanged, even if it is due. 400 as for a new one. */
export function readTickAfterEdit(
  before: Pick<ScheduleRow, "timing" | "next_at">,
  timing: Timing,
  since: Date,
): Date {
  const isSame = isDeepStrictEqual(before.timing, timing);
  return (isSame && before.next_at) || readFirstTick(timing, since);
}

function readTime(given: IntervalDate, index: number, timeZone: string): LocalTime {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = { ...given, ...given.date };
  const field = `interval_dates.${index}`;
  if (year === undefined || month === undefined || day === undefined)
    throw badField(field, `${field} must have year, month and day.`, "MISSING_REQUIRED_FIELD");
  if (!isScheduleDay(year, month, day)) throw badField(field, `${field} is not a day of the calendar.`);
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    timeZone: readTimeZone(given.tz, `${field}.tz`) ?? timeZone,
  };
}

function dayOf({ year, month, day }: LocalTime): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function readTimeZone(name: string | undefined, field: string): string | undefined {
  if (name === undefined || name === "") return undefined;
  if (!isTimeZone(name))
    throw badField(field, `${field} must be an IANA time zone, such as "Europe/Berlin".`);
  return name;
}

function checkDay(text: string | undefined, field: string): void {
  if (text === undefined) return;
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  if (!isScheduleDay(year, month, day)) throw badField(field, `${field} is not a day of the calendar.`);
}

function missing(field: string, type: string, what: string) {
  return badField(field, `${field} is required for trigger_type ${type}: ${what}.`, "MISSING_REQUIRED_FIELD");
}
