import "@mantine/charts/styles.css";
import type { Reply } from "@junctor/sdk";
import { BarChart, LineChart } from "@mantine/charts";
import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { CHARTS } from "../../words/parts/charts.ts";
import { PAGES } from "../../words/parts/pages.ts";
import { lasting, ZONE } from "../time/time-words.ts";
import { getFill } from "../values/state.tsx";
import { CHART_PERIODS, type ChartPeriod, getMarks } from "./chart-period.ts";

const HEIGHT = 208;

type Point = Reply<"get", "/api/v2/public/statistics">["series"][number]["points"][number];

interface StatisticsChartsProps {
  readonly period: ChartPeriod;
  /** When the period begins. */
  readonly from: string;
  /** The intervals with data. */
  readonly points: readonly Point[];
  /** The counted statuses, the lowest of a bar first. */
  readonly ends: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  readonly words: { readonly counts: string; readonly countsHelp?: string; readonly durations: string };
  /** Opens what a bar stands for. */
  readonly onOpen?: (times: { readonly from: string; readonly to: string }) => void;
}

/** Counts by outcome over a period, and their durations. */
export function StatisticsCharts({ period, from, points, ends, words, onOpen }: StatisticsChartsProps) {
  const { everyMs } = CHART_PERIODS[period];
  const rows = rowsOf({ period, from, points, ends });
  const axis = {
    dataKey: "at",
    xAxisProps: {
      ticks: getMarks(
        period,
        rows.map(({ at }) => at),
      ),
      interval: "preserveStart",
      minTickGap: 32,
      tickFormatter: (at: number) => labelOf(at, period),
    },
    // There is no interval until the pointer is on one.
    tooltipProps: {
      labelFormatter: (at: ReactNode) => (typeof at === "number" ? spanOf(at, period) : ""),
    },
  } as const;
  const open = (at: number | undefined) => {
    if (at !== undefined)
      onOpen?.({ from: new Date(at).toISOString(), to: new Date(at + everyMs).toISOString() });
  };
  return (
    <Stack gap="lg">
      <section aria-label={words.counts}>
        <Title order={2} fz={13}>
          {words.counts}
        </Title>
        <Text size="xs" className="muted" mb="sm">
          {[words.countsHelp, CHARTS.timesIn(period === "month" ? UTC : ZONE)].filter(Boolean).join(" ")}
        </Text>
        <BarChart
          h={HEIGHT}
          data={rows}
          {...axis}
          type="stacked"
          yAxisProps={{ allowDecimals: false }}
          series={[...ends]}
          maxBarWidth={24}
          tickLine="none"
          withLegend
          legendProps={{ verticalAlign: "top", height: 32 }}
          barChartProps={{
            onClick: ({ activeTooltipIndex }) => open(rows[Number(activeTooltipIndex)]?.at),
          }}
          barProps={{ isAnimationActive: false, cursor: onOpen && "pointer" }}
        />
      </section>
      <section aria-label={words.durations}>
        <Title order={2} fz={13} mb="sm">
          {words.durations}
        </Title>
        <LineChart
          h={HEIGHT}
          data={rows}
          {...axis}
          connectNulls={false}
          curveType="linear"
          withDots={points.length < 3}
          tickLine="none"
          withLegend
          legendProps={{ verticalAlign: "top", height: 32 }}
          valueFormatter={(value) => lasting(value)}
          series={[
            { name: "p50", label: PAGES.p50, color: getFill("busy") },
            { name: "p95", label: PAGES.p95, color: getFill("warn") },
          ]}
          lineProps={{ isAnimationActive: false }}
        />
      </section>
    </Stack>
  );
}

/** A row for each interval of the period, including empty ones. */
function rowsOf({ period, from, points, ends }: Omit<StatisticsChartsProps, "words">) {
  const { ms, everyMs } = CHART_PERIODS[period];
  const first = Date.parse(from);
  const byTime = new Map(points.map((point) => [Date.parse(point.at), point]));
  return Array.from({ length: Math.ceil(ms / everyMs) + 1 }, (_, index) => {
    const at = first + index * everyMs;
    const point = byTime.get(at);
    const counts = ends.map(({ name }) => [name, point?.by_status[name] ?? 0]);
    const { p50 = null, p95 = null } = point?.duration_ms ?? {};
    return { at, ...Object.fromEntries(counts), p50, p95 };
  });
}

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
// Whole days are counted in UTC.
const UTC = "UTC";
const UTC_DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: UTC });

/** The label of a mark: its time, or its day where that begins. */
function labelOf(at: number, period: ChartPeriod): string {
  if (period === "month") return UTC_DAY.format(at);
  const { everyMs } = CHART_PERIODS[period];
  return DAY.format(at) === DAY.format(at - everyMs) ? TIME.format(at) : DAY.format(at);
}

/** The beginning and end of an interval. */
function spanOf(at: number, period: ChartPeriod): string {
  if (period === "month") return UTC_DAY.format(at);
  return `${DAY.format(at)}, ${TIME.format(at)} – ${TIME.format(at + CHART_PERIODS[period].everyMs)}`;
}
