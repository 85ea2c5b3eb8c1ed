import "@mantine/charts/styles.css";
import type { Reply } from "@junctor/sdk";
import { BarChart, LineChart } from "@mantine/charts";
import { Stack, Text, Title } from "@mantine/core";
import { PARTS } from "../words/parts.ts";
import { CHART_PERIODS, type ChartPeriod } from "./chart-period.ts";
import { fillOf } from "./state.tsx";
import { lasting } from "./time-words.ts";

const HEIGHT = 208;

type Point = Reply<"get", "/api/v2/public/statistics">["series"][number]["points"][number];

interface StatisticsChartsProps {
  readonly period: ChartPeriod;
  /** When the period begins. */
  readonly from: string;
  /** The intervals in which something happened. */
  readonly points: readonly Point[];
  /** Statuses that are counted, the lowest of a bar first. */
  readonly ends: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  readonly words: { readonly counts: string; readonly countsHelp?: string; readonly durations: string };
  /** Shows what a bar stands for. */
  readonly onOpen?: (times: { readonly from: string; readonly to: string }) => void;
}

/** Counts by how things ended over a period, and how long they took. */
export function StatisticsCharts({ period, from, points, ends, words, onOpen }: StatisticsChartsProps) {
  const { everyMs } = CHART_PERIODS[period];
  const rows = rowsOf({ period, from, points, ends });
  const open = (at: number | undefined) => {
    if (at !== undefined)
      onOpen?.({ from: new Date(at).toISOString(), to: new Date(at + everyMs).toISOString() });
  };
  return (
    <Stack gap="lg">
      <section aria-label={words.counts}>
        <Title order={2} fz={13} mb={words.countsHelp ? 0 : "sm"}>
          {words.counts}
        </Title>
        {words.countsHelp && (
          <Text size="xs" className="muted" mb="sm">
            {words.countsHelp}
          </Text>
        )}
        <BarChart
          h={HEIGHT}
          data={rows}
          dataKey="label"
          type="stacked"
          series={[...ends]}
          maxBarWidth={24}
          tickLine="none"
          withLegend
          legendProps={{ verticalAlign: "top", height: 32 }}
          xAxisProps={{ interval: "preserveStartEnd", minTickGap: 32 }}
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
          dataKey="label"
          connectNulls={false}
          curveType="linear"
          withDots={points.length < 3}
          tickLine="none"
          withLegend
          legendProps={{ verticalAlign: "top", height: 32 }}
          xAxisProps={{ interval: "preserveStartEnd", minTickGap: 32 }}
          valueFormatter={(value) => lasting(value)}
          series={[
            { name: "p50", label: PARTS.p50, color: fillOf("busy") },
            { name: "p95", label: PARTS.p95, color: fillOf("warn") },
          ]}
          lineProps={{ isAnimationActive: false }}
        />
      </section>
    </Stack>
  );
}

/** A row for each interval of the period, also where nothing happened. */
function rowsOf({ period, from, points, ends }: Omit<StatisticsChartsProps, "words">) {
  const { ms, everyMs } = CHART_PERIODS[period];
  const first = Date.parse(from);
  const byTime = new Map(points.map((point) => [Date.parse(point.at), point]));
  return Array.from({ length: Math.ceil(ms / everyMs) + 1 }, (_, index) => {
    const at = first + index * everyMs;
    const point = byTime.get(at);
    const counts = ends.map(({ name }) => [name, point?.by_status[name] ?? 0]);
    const { p50 = null, p95 = null } = point?.duration_ms ?? {};
    return { at, label: labelOf(at, period), ...Object.fromEntries(counts), p50, p95 };
  });
}

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const DAY_AND_HOUR = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit" });

function labelOf(at: number, period: ChartPeriod): string {
  if (period === "month") return DAY.format(at);
  return (period === "week" ? DAY_AND_HOUR : TIME).format(at);
}
