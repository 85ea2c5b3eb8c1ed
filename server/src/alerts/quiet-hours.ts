import { badField } from "../platform/errors.ts";
import { DAY_MS } from "../platform/moment.ts";
import { toWallTime } from "../schedules/local-time.ts";
import { isTimeZone } from "../schedules/next-tick.ts";
import type { QuietHours } from "./table.ts";

/** Whether nobody is to be notified at a moment. */
export function isQuiet({ time_zone: zone, from, to, days }: QuietHours, at: Date): boolean {
  const wall = toWallTime(at, zone);
  const time = wall.toISOString().slice(11, 16);
  const isOn = (day: Date) => days === undefined || days.includes(day.getUTCDay());
  if (from < to) return from <= time && time < to && isOn(wall);
  // Over midnight: the part after it belongs to the day before.
  if (time >= from) return isOn(wall);
  return time < to && isOn(new Date(wall.getTime() - DAY_MS));
}

/** Throws a 400 for a zone or times that make no sense. */
export function validateQuietHours({ time_zone: zone, from, to }: QuietHours): void {
  if (!isTimeZone(zone))
    throw badField(
      "quiet_hours.time_zone",
      'quiet_hours.time_zone must be an IANA time zone, such as "Europe/Berlin".',
    );
  if (from === to) throw badField("quiet_hours.to", "quiet_hours.to must differ from quiet_hours.from.");
}
