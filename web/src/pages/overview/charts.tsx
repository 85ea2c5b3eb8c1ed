import { useRead } from "../../api/use-api.ts";
import { CHART_PERIODS, type ChartPeriod } from "../../parts/charts/chart-period.ts";
import { StatisticsCharts } from "../../parts/charts/statistics-charts.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { getFill } from "../../parts/values/state.tsx";
import { OVERVIEW } from "../../words/overview.ts";

const AGAIN_MS = 15_000;

const ENDS = [
  { name: "COMPLETED", label: OVERVIEW.completed, color: getFill("good") },
  { name: "ERRORED", label: OVERVIEW.errored, color: getFill("bad") },
  { name: "TIMED_OUT", label: OVERVIEW.timedOut, color: getFill("warn") },
  { name: "STOPPED", label: OVERVIEW.stopped, color: getFill("stopped") },
];
const WORDS = { counts: OVERVIEW.chart, countsHelp: OVERVIEW.chartHelp, durations: OVERVIEW.durations };

/** Executions by outcome over the period, and their durations. */
export function Charts({ period, from }: { period: ChartPeriod; from: string }) {
  const navigate = usePageNavigation();
  const query = { subject: "executions", every: CHART_PERIODS[period].every, from } as const;
  const statistics = useRead("/api/v2/public/statistics", { query }, { everyMs: AGAIN_MS });
  if (statistics.error) return <Problem error={statistics.error} onRetry={statistics.refetch} />;
  const open = (times: { from: string; to: string }) =>
    navigate({ to: "/$environment/executions", search: times });
  const points = statistics.data?.series[0]?.points ?? [];
  return (
    <StatisticsCharts period={period} from={from} points={points} ends={ENDS} words={WORDS} onOpen={open} />
  );
}
