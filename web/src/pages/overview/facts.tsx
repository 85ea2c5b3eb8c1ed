import type { Reply } from "@junctor/sdk";
import { Text } from "@mantine/core";
import { type ChartPeriod, LIST_PERIODS } from "../../parts/charts/chart-period.ts";
import { type PageAddress, PageLink } from "../../parts/links/page-link.tsx";
import { lasting } from "../../parts/time/time-words.ts";
import { OVERVIEW } from "../../words/overview.ts";
import classes from "./facts.module.css";

export type Overview = Reply<"get", "/api/v2/public/statistics/overview">;

interface FactsProps {
  readonly overview: Overview;
  readonly period: ChartPeriod;
}

/** How many executions ran, failed and wait, compared with the previous period, with links to their lists. */
export function Facts({ overview, period }: FactsProps) {
  const { executions, deliveries, mcp_calls, backlog } = overview;
  const { now, before } = executions;
  const share = now.count === 0 ? 0 : now.failed / now.count;
  const most = backlog.is_capped ? "+" : "";
  const time = { period: LIST_PERIODS[period] };
  return (
    <dl className={classes.facts}>
      <Fact
        label={OVERVIEW.executions}
        value={counted(now.count)}
        beside={OVERVIEW.before(counted(before.count), period)}
        page={{ to: "/$environment/executions", search: time }}
      />
      <Fact
        label={OVERVIEW.failed}
        value={counted(now.failed)}
        isBad={now.failed > 0}
        beside={OVERVIEW.failureShare(
          share.toLocaleString("en", { style: "percent", maximumFractionDigits: 1 }),
        )}
        page={{ to: "/$environment/executions", search: { ...time, status: "ERRORED" } }}
      />
      <Fact
        label={OVERVIEW.duration}
        value={now.duration_ms ? lasting(now.duration_ms.p95) : "–"}
        beside={now.duration_ms ? OVERVIEW.median(lasting(now.duration_ms.p50)) : ""}
      />
      <Fact
        label={OVERVIEW.backlog}
        value={`${counted(backlog.running + backlog.ready + backlog.waiting + backlog.parked)}${most}`}
        beside={backlogText(backlog)}
        page={{ to: "/$environment/executions", search: { status: "RUNNING" } }}
      />
      <Fact
        label={OVERVIEW.deliveries}
        value={counted(deliveries.now.count)}
        isBad={deliveries.now.failed > 0}
        beside={OVERVIEW.failedCount(counted(deliveries.now.failed))}
        page={{
          to: "/$environment/webhooks/deliveries",
          search: deliveries.now.failed > 0 ? { ...time, status: "failed" } : time,
        }}
      />
      <Fact
        label={OVERVIEW.mcpCalls}
        value={counted(mcp_calls.now.count)}
        beside={OVERVIEW.failedCount(counted(mcp_calls.now.failed))}
        page={{ to: "/$environment/mcp/calls", search: time }}
      />
    </dl>
  );
}

function backlogText({ running, ready, waiting, parked }: Overview["backlog"]): string {
  const parts = { running, queued: ready, waiting: waiting + parked };
  const some = Object.entries(parts).filter(([, count]) => count > 0);
  return some.map(([state, count]) => `${counted(count)} ${state}`).join(" · ") || OVERVIEW.nothingOpen;
}

interface FactProps {
  readonly label: string;
  readonly value: string;
  readonly beside: string;
  readonly isBad?: boolean;
  /** The list of what is counted, with its filters. */
  readonly page?: PageAddress;
}

function Fact({ label, value, beside, isBad = false, page }: FactProps) {
  return (
    <div className={classes.fact}>
      <Text component="dt" size="xs" className="muted">
        {label}
      </Text>
      <dd className={classes.value} data-bad={isBad || undefined}>
        {page === undefined ? (
          value
        ) : (
          <PageLink {...page} className={classes.link} aria-label={`${label}: ${value}`}>
            {value}
          </PageLink>
        )}
        <span className={classes.beside}>{beside}</span>
      </dd>
    </div>
  );
}

/** A readable count: with separators, and abbreviated from ten thousand on. */
export function counted(count: number): string {
  return count.toLocaleString("en", count >= 10_000 ? { notation: "compact", maximumFractionDigits: 1 } : {});
}
