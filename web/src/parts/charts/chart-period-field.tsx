import { Select } from "@mantine/core";
import { PAGES } from "../../words/parts/pages.ts";
import { CHART_PERIODS, type ChartPeriod } from "./chart-period.ts";

const CHOICES = Object.entries(CHART_PERIODS).map(([value, { label }]) => ({ value, label }));

interface ChartPeriodFieldProps {
  readonly period: ChartPeriod;
  /** Undefined for the default. */
  readonly onChange: (period: string | undefined) => void;
}

/** The period of a page's charts and counts. */
export function ChartPeriodField({ period, onChange }: ChartPeriodFieldProps) {
  return (
    <Select
      aria-label={PAGES.period}
      data={CHOICES}
      value={period}
      allowDeselect={false}
      w={150}
      onChange={(chosen) => onChange(chosen === "day" || chosen === null ? undefined : chosen)}
    />
  );
}
