import { CALENDAR_LABELS } from "../../words/parts/calendar.ts";

/** What all calendars have in common; not in the theme, because calendars are loaded when they are shown. */
export const CALENDAR = {
  // Days of other months, and red weekends, are too pale to read.
  weekendDays: [],
  hideOutsideDates: true,
  ariaLabels: CALENDAR_LABELS,
};
