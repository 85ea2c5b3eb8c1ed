import type { Reply } from "@junctor/sdk";
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { lasting } from "../../parts/time-words.ts";
import { OVERVIEW } from "../../words/overview.ts";
import classes from "./facts.module.css";

export type Overview = Reply<"get", "/api/v2/public/statistics/overview">;

/** How much ran, failed and waits, each beside the period before. */
export function Facts({ overview }: { overview: Overview }) {
  const { executions, deliveries, mcp_calls, backlog } = overview;
  const { now, before } = executions;
  const share = now.count === 0 ? 0 : now.failed / now.count;
  const most = backlog.is_capped ? "+" : "";
  return (
    <dl className={classes.facts}>
      <Fact
        label={OVERVIEW.executions}
        value={counted(now.count)}
        beside={OVERVIEW.before(counted(before.count))}
      />
      <Fact
        label={OVERVIEW.failed}
        value={counted(now.failed)}
        isBad={now.failed > 0}
        beside={OVERVIEW.failureShare(
          share.toLocaleString("en", { style: "percent", maximumFractionDigits: 1 }),
        )}
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
      />
      <Fact
        label={OVERVIEW.deliveries}
        value={counted(deliveries.now.count)}
        isBad={deliveries.now.failed > 0}
        beside={OVERVIEW.failedCount(counted(deliveries.now.failed))}
      />
      <Fact
        label={OVERVIEW.mcpCalls}
        value={counted(mcp_calls.now.count)}
        beside={OVERVIEW.failedCount(counted(mcp_calls.now.failed))}
      />
    </dl>
  );
}

function backlogText({ running, ready, waiting, parked }: Overview["backlog"]): string {
  return OVERVIEW.backlogText(counted(running), counted(ready), counted(waiting + parked));
}

interface FactProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly beside: string;
  readonly isBad?: boolean;
}

function Fact({ label, value, beside, isBad = false }: FactProps) {
  return (
    <div className={classes.fact}>
      <Text component="dt" size="xs" className="muted">
        {label}
      </Text>
      <dd className={classes.value} data-bad={isBad || undefined}>
        {value}
        <span className={classes.beside}>{beside}</span>
      </dd>
    </div>
  );
}

/** A count as it is read: with separators, and short from ten thousand on. */
export function counted(count: number): string {
  return count.toLocaleString("en", count >= 10_000 ? { notation: "compact", maximumFractionDigits: 1 } : {});
}
