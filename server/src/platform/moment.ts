const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const ZONED = /(Z|[+-]\d\d:?\d\d)$/;
const FIRST_MS = Date.parse("0001-01-01T00:00:00.000Z");
const LONGEST = 40;

/** The length of a day, in ms. */
export const DAY_MS = 86_400_000;

/** The last moment of a four-digit year, in ms: the database accepts nothing later. */
export const LAST_MOMENT_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether a text names a whole day, such as 2026-01-31. */
export function isDay(text: string): boolean {
  return DAY.test(text);
}

/**
 * The moment that an ISO 8601 text names: a day or a day with a time, in UTC by default, in the years 1 to 9999.
 * Undefined for anything else.
 */
export function parseMoment(text: string): Date | undefined {
  if (text.length > LONGEST || !MOMENT.test(text) || !isOfCalendar(text.slice(0, 10))) return undefined;
  const ms = Date.parse(isDay(text) || ZONED.test(text) ? text : `${text}Z`);
  return ms >= FIRST_MS && ms <= LAST_MOMENT_MS ? new Date(ms) : undefined;
}

/**
 * The moment that a third party's text names: ISO 8601, also with a blank for its `T`, or a date that begins with a
 * day of the week (RFC 9110 5.6.7), in UTC by default. Undefined for anything else: `Date.parse` accepts nearly
 * anything, and takes the host's zone where a text names none.
 */
export function parseDate(text: string): Date | undefined {
  if (!/^[A-Za-z]{3,9},? /.test(text)) return parseMoment(text.replace(" ", "T"));
  const ms = Date.parse(/([A-Za-z]|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : new Date(ms);
}

/** Date.parse accepts 31 February as a day in March. */
function isOfCalendar(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
