import { badRequest } from "../platform/errors.ts";
import { isDay, isTimeZone, type LocalTime, patternFault, type Timing } from "./next-tick.ts";
import type { IntervalDate, ScheduleBody } from "./schema.ts";

/** When the registration says that the schedule ticks; 400 with the field that is missing or wrong (platform-surface 3.9). */
export function readTiming(body: ScheduleBody): Timing {
  const timeZone = readTimeZone(body.tz, "tz") ?? "UTC";
  for (const name of ["startDate", "endDate", "currentDate"] as const) checkDay(body[name], name);
  if (body.trigger_type === "interval") {
    if (!body.interval_dates) throw missing("interval_dates", "interval");
    return {
      type: "interval",
      times: body.interval_dates.map((date, index) => readTime(date, index, timeZone)),
    };
  }
  if (body.regex === undefined) throw missing("regex", "cron");
  const fault = patternFault(body.regex);
  if (fault) throw badRequest(`regex ${fault}`);
  const { startDate = null, endDate = null } = body;
  if (startDate && endDate && endDate < startDate) throw badRequest("endDate must not be before startDate.");
  return { type: "cron", pattern: body.regex.trim(), timeZone, startDate, endDate };
}

function readTime(given: IntervalDate, index: number, timeZone: string): LocalTime {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = { ...given, ...given.date };
  const field = `interval_dates.${index}`;
  if (year === undefined || month === undefined || day === undefined)
    throw badRequest(`${field} must have year, month and day.`, "MISSING_REQUIRED_FIELD");
  if (!isDay(year, month, day)) throw badRequest(`${field} is not a day of the calendar.`);
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

function readTimeZone(name: string | undefined, field: string): string | undefined {
  if (name === undefined || name === "") return undefined;
  if (!isTimeZone(name)) throw badRequest(`${field} must be an IANA time zone, such as "Europe/Berlin".`);
  return name;
}

function checkDay(text: string | undefined, field: string): void {
  if (text === undefined) return;
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  if (!isDay(year, month, day)) throw badRequest(`${field} is not a day of the calendar.`);
}

function missing(field: string, type: string) {
  return badRequest(`${field} is required for trigger_type ${type}.`, "MISSING_REQUIRED_FIELD");
}
