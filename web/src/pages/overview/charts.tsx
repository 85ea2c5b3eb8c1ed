import "@mantine/charts/styles.css";
import { BarChart, LineChart } from "@mantine/charts";
import { Stack, Text, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useRead } from "../../api/use-api.ts";
import { Problem } from "../../parts/problem.tsx";
import { fillOf } from "../../parts/state.tsx";
import { lasting } from "../../parts/time-words.ts";
import { useEnvironment } from "../../shell/use-environment.ts";
import { OVERVIEW } from "../../words/overview.ts";
import { PERIODS, type PeriodName } from "./period.ts";

const AGAIN_MS = 15_000;
const HEIGHT = 180;

const ENDS = [
  { name: "COMPLETED", label: OVERVIEW.completed, color: fillOf("good") },
  { name: "ERRORED", label: OVERVIEW.errored, color: fillOf("bad") },
  { name: "TIMED_OUT", label: OVERVIEW.timedOut, color: fillOf("warn") },
  { name: "STOPPED", label: OVERVIEW.stopped, color: fillOf("stopped") },
];

/** How executions ended over the period, and how long they took. */
export function Charts({ period, from }: { period: PeriodName; from: string }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { every, everyMs, ms } = PERIODS[period];
  const query = { subject: "executions", every, from } as const;
  const statistics = useRead("/api/v2/public/statistics", { query }, { everyMs: AGAIN_MS });
  if (statistics.error) return <Problem error={statistics.error} onRetry={statistics.refetch} />;
  const points = new Map(
    (statistics.data?.series[0]?.points ?? []).map((point) => [Date.parse(point.at), point]),
  );
  const first = Date.parse(from);
  const rows = Array.from({ length: Math.ceil(ms / everyMs) + 1 }, (_, index) => {
    const at = first + index * everyMs;
    const point = points.get(at);
    const ends = ENDS.map(({ name }) => [name, point?.by_status[name] ?? 0]);
    const { p50, p95 } = point?.duration_ms ?? {};
    return {
      at,
      label: labelOf(at, period),
      ...Object.fromEntries(ends),
      p50: p50 ?? null,
      p95: p95 ?? null,
    };
  });
  const open = (at: unknown) => {
    if (typeof at !== "number") return;
    const times = { from: new Date(at).toISOString(), to: new Date(at + everyMs).toISOString() };
    navigate({
      to: "/$environment/executions" as never,
      params: { environment } as never,
      search: times as never,
    });
  };
  return (
    <Stack gap="lg">
      <section aria-label={OVERVIEW.chart}>
        <Title order={2} fz={13}>
          {OVERVIEW.chart}
        </Title>
        <Text size="xs" className="muted" mb="sm">
          {OVERVIEW.chartHelp}
        </Text>
        <BarChart
          h={HEIGHT}
          data={rows}
          dataKey="label"
          type="stacked"
          series={ENDS}
          maxBarWidth={24}
          tickLine="none"
          xAxisProps={{ interval: "preserveStartEnd", minTickGap: 32 }}
          barChartProps={{
            onClick: ({ activeTooltipIndex }) => open(rows[Number(activeTooltipIndex)]?.at),
          }}
          barProps={{ isAnimationActive: false, cursor: "pointer" }}
        />
      </section>
      <section aria-label={OVERVIEW.durations}>
        <Title order={2} fz={13} mb="sm">
          {OVERVIEW.durations}
        </Title>
        <LineChart
          h={HEIGHT}
          data={rows}
          dataKey="label"
          connectNulls={false}
          curveType="linear"
          withDots={points.size < 3}
          tickLine="none"
          xAxisProps={{ interval: "preserveStartEnd", minTickGap: 32 }}
          valueFormatter={(value) => lasting(value)}
          series={[
            { name: "p50", label: OVERVIEW.p50, color: fillOf("busy") },
            { name: "p95", label: OVERVIEW.p95, color: fillOf("warn") },
          ]}
          lineProps={{ isAnimationActive: false }}
        />
      </section>
    </Stack>
  );
}

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const DAY_AND_HOUR = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit" });

function labelOf(at: number, period: PeriodName): string {
  if (period === "month") return DAY.format(at);
  return (period === "week" ? DAY_AND_HOUR : TIME).format(at);
}
