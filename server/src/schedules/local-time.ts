import { createConstants } from "../platform/memory/computed-once.ts";
import { DAY_MS } from "../platform/moment.ts";

const SECOND_MS = 1000;

/** The wall-clock time in `timeZone` at `instant`, as if in UTC. */
export function toWallTime(instant: Date, timeZone: string): Date {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), timeZone));
}

/**
 * The instant at which clocks in `timeZone` show `wall`, a time as if in UTC: the first of two, or the end of the
 * gap if clocks skip it, even if that is on the next day. A later wall time never has an earlier instant.
 */
export function toInstant(wall: Date, timeZone: string): Date {
  const wallMs = wall.getTime();
  // No zone is a day off, and none changes its clocks twice within two days.
  const before = offsetMs(wallMs - DAY_MS, timeZone);
  const after = offsetMs(wallMs + DAY_MS, timeZone);
  for (const offset of [before, after])
    if (offsetMs(wallMs - offset, timeZone) === offset) return new Date(wallMs - offset);
  return endOfGap({ fromMs: wallMs - after, toMs: wallMs - before }, after, timeZone);
}

/** The first second with the offset `after`, which holds at `toMs` but not at `fromMs`. */
function endOfGap({ fromMs, toMs }: { fromMs: number; toMs: number }, after: number, timeZone: string): Date {
  let last = Math.floor(fromMs / SECOND_MS);
  let end = Math.ceil(toMs / SECOND_MS);
  while (end - last > 1) {
    const middle = Math.floor((last + end) / 2);
    if (offsetMs(middle * SECOND_MS, timeZone) === after) end = middle;
    else last = middle;
  }
  return new Date(end * SECOND_MS);
}

/** How far clocks in `timeZone` are ahead of UTC. */
function offsetMs(instantMs: number, timeZone: string): number {
  const shown = new Map(
    getZoneClock(timeZone.toLowerCase())
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const field = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0;
  const day = [field("year"), field("month") - 1, field("day")] as const;
  const shownMs = Date.UTC(...day, field("hour"), field("minute"), field("second"));
  return shownMs - Math.floor(instantMs / SECOND_MS) * SECOND_MS;
}

// Creating a format costs a hundred times as much as using it. Zone names are case-insensitive.
const getZoneClock = createConstants(
  (timeZone: string) =>
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    }),
);
