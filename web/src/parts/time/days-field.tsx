import "@mantine/dates/styles.css";
import { DatePickerInput } from "@mantine/dates";
import { PAGES } from "../../words/parts/pages.ts";
import { CALENDAR } from "./calendar.ts";
import type { PeriodFilters } from "./use-period.ts";

interface DaysFieldProps {
  readonly filters: PeriodFilters;
  readonly onChange: (change: PeriodFilters) => void;
}

/** The first and the last day of a period (UTC). */
export function DaysField({ filters: { from, to }, onChange }: DaysFieldProps) {
  return (
    <DatePickerInput
      {...CALENDAR}
      type="range"
      size="xs"
      w={230}
      aria-label={PAGES.days}
      placeholder={PAGES.days}
      valueFormat="D MMM YYYY"
      allowSingleDateInRange
      value={[from ?? null, to ?? null]}
      onChange={([first, last]) =>
        onChange({ period: "days", from: first ?? undefined, to: last ?? undefined })
      }
    />
  );
}
