import type { ChartPeriod } from "../../parts/charts/chart-period.ts";
import { PageLink } from "../../parts/links/page-link.tsx";
import { lasting } from "../../parts/time/time-words.ts";
import { State } from "../../parts/values/state.tsx";
import { OVERVIEW } from "../../words/overview.ts";
import { counted, type Overview } from "./facts.tsx";
import { Group, Row } from "./needs-row.tsx";

interface SlowApplicationsProps {
  readonly applications: Overview["slow_applications"];
  readonly period: ChartPeriod;
}

/** Third parties that respond more slowly than in the previous period, or slowly by any measure. */
export function SlowApplications({ applications, period }: SlowApplicationsProps) {
  if (applications.length === 0) return null;
  const search = { tab: "calls", ...(period !== "day" && { period }) };
  return (
    <Group title={OVERVIEW.slowApplications} help={OVERVIEW.slowHelp}>
      {applications.map(({ value, name, count, failed, duration_ms: now, duration_ms_before: before }) => (
        <Row
          key={value}
          link={
            <PageLink to="/$environment/applications/$slug" params={{ slug: value }} search={search}>
              {name ?? value}
            </PageLink>
          }
          facts={<State mood="warn" word={OVERVIEW.p95(lasting(now.p95))} />}
          below={[
            OVERVIEW.slowCalls(counted(count), counted(failed)),
            OVERVIEW.slowMedian(lasting(now.p50)),
            before ? OVERVIEW.slowBefore(lasting(before.p95)) : OVERVIEW.noBefore,
          ].join(" · ")}
        />
      ))}
    </Group>
  );
}
