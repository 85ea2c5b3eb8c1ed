import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useRead } from "../../api/use-api.ts";
import { CHART_PERIODS, getPeriod, getStart } from "../../parts/charts/chart-period.ts";
import { ChartPeriodField } from "../../parts/charts/chart-period-field.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { lasting } from "../../parts/time/time-words.ts";
import { getFill } from "../../parts/values/state.tsx";
import { CALLS } from "../../words/applications.ts";
import { REQUESTS } from "../../words/requests.ts";
import classes from "./calls-tab.module.css";

const StatisticsCharts = loadedWhenShown(
  () => import("../../parts/charts/statistics-charts.tsx").then((file) => file.StatisticsCharts),
  <Skeleton height={320} />,
);

const AGAIN_MS = 30_000;
const ENDS = [
  { name: "answered", label: CALLS.answered, color: getFill("good") },
  { name: "4xx", label: CALLS.refused, color: getFill("warn") },
  { name: "5xx", label: CALLS.broken, color: getFill("bad") },
  { name: "no_answer", label: CALLS.noAnswer, color: getFill("stopped") },
];

/** How often the application was called, the outcomes, and how long they took. */
export function CallsTab({ slug }: { slug: string }) {
  const { filters, change } = useFilters(["period"]);
  const period = getPeriod(filters.period);
  const from = getStart(period, Date.now());
  const query = {
    subject: "calls" as const,
    by: "application" as const,
    every: CHART_PERIODS[period].every,
    value: slug,
    from,
  };
  const { data, error, refetch } = useRead("/api/v2/public/statistics", { query }, { everyMs: AGAIN_MS });
  const [series] = data?.series ?? [];
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <ChartPeriodField period={period} onChange={(chosen) => change({ period: chosen })} />
        <TextLink to="/$environment/requests" search={{ slug }} size="sm">
          {REQUESTS.ofApplication}
        </TextLink>
      </Group>
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={320} />}
      {series && series.total.count === 0 && (
        <Nothing icon={<IconArrowsExchange size={28} />} title={CALLS.none} text={CALLS.noneText} />
      )}
      {series && series.total.count > 0 && (
        <>
          <Totals total={series.total} />
          <StatisticsCharts
            period={period}
            from={from}
            points={series.points}
            ends={ENDS}
            words={CALLS.charts}
          />
          <Text size="xs" className="muted" maw="80ch">
            {CALLS.help}
          </Text>
        </>
      )}
    </Stack>
  );
}

interface TotalsProps {
  readonly total: {
    readonly count: number;
    readonly by_status: Readonly<Record<string, number>>;
    readonly duration_ms: Readonly<Record<"p50" | "p95" | "p99", number>> | null;
  };
}

function Totals({ total: { count, by_status: ends, duration_ms: took } }: TotalsProps) {
  const facts = [
    [CALLS.calls, count.toLocaleString("en")],
    ...ENDS.slice(1).map(({ name, label }) => [label, (ends[name] ?? 0).toLocaleString("en")]),
    ...(["p50", "p95", "p99"] as const).map((name) => [name, took ? lasting(took[name]) : "–"]),
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="xs" className="muted">
            {label}
          </Text>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
