import "@mantine/dates/styles.css";
import { DatePickerInput } from "@mantine/dates";
import { PARTS } from "../words/parts.ts";
import { ChoiceField } from "./filter-bar.tsx";
import type { Period, PeriodFilters } from "./use-period.ts";

const LABELS: Record<Period | "days", string> = {
  "1h": PARTS.lastHour,
  "24h": PARTS.lastDay,
  "7d": PARTS.lastWeek,
  "30d": PARTS.lastMonth,
  days: PARTS.certainDays,
};

interface PeriodFieldProps {
  readonly filters: PeriodFilters;
  readonly onChange: (change: PeriodFilters) => void;
}

/** From when to when: a length of time up to now, or certain days (UTC). */
export function PeriodField({ filters: { period, from, to }, onChange }: PeriodFieldProps) {
  const chosen = from || to ? "days" : period;
  return (
    <>
      <ChoiceField
        label={PARTS.period}
        value={chosen}
        options={Object.entries(LABELS).map(([value, label]) => ({ value, label }))}
        onChange={(value) => onChange({ period: value, from: undefined, to: undefined })}
      />
      {chosen === "days" && (
        <DatePickerInput
          type="range"
          size="xs"
          w={230}
          aria-label={PARTS.days}
          placeholder={PARTS.days}
          valueFormat="D MMM YYYY"
          allowSingleDateInRange
          value={[from ?? null, to ?? null]}
          onChange={([first, last]) =>
            onChange({ period: "days", from: first ?? undefined, to: last ?? undefined })
          }
        />
      )}
    </>
  );
}
