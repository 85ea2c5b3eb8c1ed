import { Grid, Skeleton, Stack } from "@mantine/core";
import { IconBolt } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { useRenewal } from "../../api/use-live.ts";
import { getPeriod, getStart } from "../../parts/charts/chart-period.ts";
import { ChartPeriodField } from "../../parts/charts/chart-period-field.tsx";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { OVERVIEW } from "../../words/overview.ts";
import { SHELL } from "../../words/shell.ts";
import { Facts } from "./facts.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { useFirstSteps } from "./use-first-steps.ts";

const Charts = loadedWhenShown(
  () => import("./charts.tsx").then((file) => file.Charts),
  <Skeleton height={320} />,
);

export const Route = createLazyRoute("/$environment/")({ component: OverviewPage });

// Counts and backlogs also change without any event in the stream.
const AGAIN_MS = 15_000;
const PAUSE_MS = 5000;
const KINDS = ["execution", "delivery", "connection", "mcp_call", "approval"] as const;
const RENEWED = [
  "/api/v2/public/statistics",
  "/api/v2/public/connections",
  "/api/v2/public/mcp-calls",
  "/api/v2/public/approval",
] as const;

/** What needs attention first; how much runs, and how well. */
function OverviewPage() {
  const environment = useEnvironment();
  const { filters, change } = useFilters(["period"]);
  const period = getPeriod(filters.period);
  const from = getStart(period, Date.now());
  const everyMs = useRenewal(KINDS, RENEWED, { pauseMs: PAUSE_MS, everyMs: AGAIN_MS, liveEveryMs: AGAIN_MS });
  const overview = useRead("/api/v2/public/statistics/overview", { query: { from } }, { everyMs });
  const { data } = overview;
  const first = useFirstSteps(environment === "test");
  const isUnused =
    data && data.executions.now.count + data.executions.before.count + openOf(data.backlog) === 0;
  return (
    <Page
      title={SHELL.overview}
      actions={<ChartPeriodField period={period} onChange={(chosen) => change({ period: chosen })} />}
    >
      {overview.error && <Problem error={overview.error} onRetry={overview.refetch} />}
      {!data && !overview.error && <Skeleton height={320} />}
      {data && (
        <Stack gap="xl">
          {first.isShown && <FirstSteps steps={first.steps} onHide={first.hide} />}
          <Facts overview={data} period={period} />
          <Grid gap="xl">
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <NeedsYou overview={data} period={period} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              {isUnused ? (
                <Nothing
                  icon={<IconBolt size={28} />}
                  title={OVERVIEW.nothingYet}
                  text={OVERVIEW.nothingYetText}
                  action={<ButtonLink to="/$environment/workflows">{OVERVIEW.toWorkflows}</ButtonLink>}
                />
              ) : (
                <Charts period={period} from={from} />
              )}
            </Grid.Col>
          </Grid>
        </Stack>
      )}
    </Page>
  );
}

function openOf({
  ready,
  running,
  waiting,
  parked,
}: Record<"ready" | "running" | "waiting" | "parked", number>) {
  return ready + running + waiting + parked;
}
