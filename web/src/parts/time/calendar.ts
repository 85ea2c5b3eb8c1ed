import { CALENDAR_LABELS } from "../../words/parts/calendar.ts";

/** What all calendars share; not in the theme, because calendars are loaded on demand. */
export const CALENDAR = {
  // The defaults for days of other months and for weekends are too pale to read.
  weekendDays: [],
  hideOutsideDates: true,
  ariaLabels: CALENDAR_LABELS,
};
