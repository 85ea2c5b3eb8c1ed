import { LOCALE } from "../../words/parts/locale.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
  ["second", SECOND],
];

const RELATIVE = new Intl.RelativeTimeFormat(LOCALE.language, { numeric: "auto", style: "narrow" });
const EXACT = new Intl.DateTimeFormat(LOCALE.dates, { dateStyle: "medium", timeStyle: "long" });
const TIME = new Intl.DateTimeFormat(LOCALE.dates, { timeStyle: "short" });
const SPAN = new Intl.DateTimeFormat(LOCALE.dates, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const DATE = new Intl.DateTimeFormat(LOCALE.dates, { dateStyle: "medium" });

/** The zone in which times are shown, such as "Europe/Berlin". */
export const ZONE = EXACT.resolvedOptions().timeZone;

/** A time relative to `now`, both in milliseconds: "3m ago", "in 2h"; a date if it is more than 30 days away. */
export function ago(ms: number, now: number): string {
  const distance = ms - now;
  if (Math.abs(distance) > 30 * DAY) return DATE.format(ms);
  if (Math.abs(distance) < 5 * SECOND) return RELATIVE.format(0, "second");
  const [unit, size] = UNITS.find(([, length]) => Math.abs(distance) >= length) ?? ["second", SECOND];
  return RELATIVE.format(Math.round(distance / size), unit);
}

/** A moment with its date, time and zone. */
export function exactly(at: string): string {
  return EXACT.format(new Date(at));
}

/** The day of a moment. */
export function getDay(at: Date): string {
  return DATE.format(at);
}

/** The time of day in the reader's zone. */
export function getTime(at: Date): string {
  return TIME.format(at);
}

/** A period, to the minute; without an end up to now, without a beginning from the start. */
export function spanning(from: string | undefined, to: string | undefined): string {
  const [first, last] = [from, to].map((at) => (at === undefined ? undefined : new Date(at)));
  if (first && last) return SPAN.formatRange(first, last);
  return `${first ? SPAN.format(first) : ""} – ${last ? SPAN.format(last) : ""}`.trim();
}

/** A duration, with its two largest units. */
export function lasting(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(ms < 10 * SECOND ? 1 : 0)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / SECOND)} s`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`;
  return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`;
}
