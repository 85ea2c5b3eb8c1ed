import { Pill, Skeleton } from "@mantine/core";
import { PAGES } from "../../words/parts/pages.ts";
import { PARTS } from "../../words/parts/parts.ts";
import { ChoiceField } from "../lists/filter-bar.tsx";
import { loadedWhenShown } from "../page/loaded-when-shown.tsx";
import { spanning } from "./time-words.ts";
import { type Period, type PeriodFilters, readDays } from "./use-period.ts";

// The calendar's code is as large as a page's.
const DaysField = loadedWhenShown(
  () => import("./days-field.tsx").then(({ DaysField: field }) => field),
  <Skeleton height={30} width={230} />,
);

const LABELS: Record<Period | "days", string> = {
  "1h": PAGES.lastHour,
  "24h": PAGES.lastDay,
  "7d": PAGES.lastWeek,
  "30d": PAGES.lastMonth,
  days: PAGES.certainDays,
};

interface PeriodFieldProps {
  readonly filters: PeriodFilters;
  readonly onChange: (change: PeriodFilters) => void;
}

/** A period: a length of time up to now, or certain days (UTC). */
export function PeriodField({ filters, onChange }: PeriodFieldProps) {
  const { period } = filters;
  const days = readDays(filters);
  const chosen = days.from || days.to ? "days" : period;
  // For periods that are not whole days, such as a bar of a chart.
  const isSpan = [days.from, days.to].some((at) => at?.includes("T"));
  return (
    <>
      <ChoiceField
        label={PAGES.period}
        value={chosen}
        options={Object.entries(LABELS).map(([value, label]) => ({ value, label }))}
        onChange={(value) => onChange({ period: value, from: undefined, to: undefined })}
      />
      {chosen === "days" && isSpan && (
        <Pill
          withRemoveButton
          removeButtonProps={{ "aria-label": `${PARTS.clear}: ${PAGES.period}` }}
          onRemove={() => onChange({ period: undefined, from: undefined, to: undefined })}
        >
          {spanning(days.from, days.to)}
        </Pill>
      )}
      {chosen === "days" && !isSpan && <DaysField filters={days} onChange={onChange} />}
    </>
  );
}
