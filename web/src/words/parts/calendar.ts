/** The buttons of calendars. */
export const CALENDAR_LABELS = {
  previousMonth: "Previous month",
  nextMonth: "Next month",
  previousYear: "Previous year",
  nextYear: "Next year",
  previousDecade: "Previous ten years",
  nextDecade: "Next ten years",
};
