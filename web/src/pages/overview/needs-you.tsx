import type { Reply } from "@junctor/sdk";
import { Stack } from "@mantine/core";
import { IconArrowDownRight, IconArrowUpRight, IconCircleCheck, IconEqual } from "@tabler/icons-react";
import { type Item, useRead } from "../../api/use-api.ts";
import { type ChartPeriod, LIST_PERIODS } from "../../parts/charts/chart-period.ts";
import { PageLink } from "../../parts/links/page-link.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { ago } from "../../parts/time/time-words.ts";
import { State } from "../../parts/values/state.tsx";
import { OVERVIEW } from "../../words/overview.ts";
import { BrokenConnections, useBrokenConnections } from "./broken-connections.tsx";
import { counted, type Overview } from "./facts.tsx";
import { Group, Row } from "./needs-row.tsx";
import classes from "./needs-you.module.css";
import { SlowApplications } from "./slow-applications.tsx";

const AGAIN_MS = 30_000;

interface NeedsYouProps {
  readonly overview: Overview;
  readonly period: ChartPeriod;
}

/** What needs attention, each with a link to the executions, customers or endpoints concerned. */
export function NeedsYou({ overview, period }: NeedsYouProps) {
  const broken = useBrokenConnections();
  const decisions = useDecisions();
  const alerts = useRead("/api/v2/public/alerts", { query: { state: "firing" } }, { everyMs: AGAIN_MS });
  const firing = alerts.data?.docs ?? [];
  const webhooks = useRead("/api/v2/public/webhook", {}, { everyMs: AGAIN_MS });
  const workflows = overview.failing_workflows.filter(hasFailed);
  const applications = overview.failing_applications.filter(hasFailed);
  const endpoints = overview.failing_webhooks.filter(hasFailed);
  const given = new Set(endpoints.map(({ value }) => value));
  // From their first failed attempt on; those that also used up a delivery's attempts are counted above.
  const retrying = (webhooks.data ?? []).filter(
    ({ _id, failing_since: since }) => since !== undefined && !given.has(_id),
  );
  const disabled = (webhooks.data ?? []).filter(({ disabled_at }) => disabled_at !== undefined);
  const slow = overview.slow_applications;
  const { parked } = overview.backlog;
  const lists = [firing, workflows, applications, endpoints, retrying, disabled, broken.connections, slow];
  if (lists.every(({ length }) => length === 0) && decisions + parked === 0)
    return (
      <Nothing icon={<IconCircleCheck size={28} />} title={OVERVIEW.allWell} text={OVERVIEW.allWellText} />
    );
  return (
    <Stack gap="lg">
      <FiringAlerts alerts={firing} />
      <Failing title={OVERVIEW.failingWorkflows} rows={workflows} by="workflow_id" period={period} />
      <Failing title={OVERVIEW.failingApplications} rows={applications} by="slug" period={period} />
      <BrokenConnections {...broken} />
      <Parked count={parked} />
      <SlowApplications applications={slow} period={period} />
      <Decisions count={decisions} />
      <FailingWebhooks endpoints={endpoints} retrying={retrying} disabled={disabled} period={period} />
    </Stack>
  );
}

/** What alert rules have found, each with a link to it. */
function FiringAlerts({ alerts }: { alerts: readonly Item<"/api/v2/public/alerts">[] }) {
  if (alerts.length === 0) return null;
  return (
    <Group title={OVERVIEW.firingAlerts}>
      {alerts.map(({ _id, rule_name, summary }) => (
        <Row
          key={_id}
          link={<PageLink to="/$environment/alerts">{rule_name}</PageLink>}
          facts={<State mood="bad" word={OVERVIEW.firing} />}
          below={`${summary}.`}
        />
      ))}
    </Group>
  );
}

type FailingRow = Overview["failing_workflows"][number];

const hasFailed = ({ failed }: FailingRow) => failed > 0;

/** How many calls and steps wait for approval. */
function useDecisions(): number {
  const every = { everyMs: AGAIN_MS };
  const calls = useRead("/api/v2/public/mcp-calls", { query: { limit: 1, status: "WAITING" } }, every);
  const approvals = useRead("/api/v2/public/approval", { query: { limit: 1 } }, every);
  return (calls.data?.totalDocs ?? 0) + (approvals.data?.totalDocs ?? 0);
}

interface FailingProps {
  readonly title: string;
  readonly rows: readonly FailingRow[];
  /** The filter of executions that selects them. */
  readonly by: "workflow_id" | "slug";
  readonly period: ChartPeriod;
}

/** What failed most, each with a link to the failed executions. */
function Failing({ title, rows, by, period }: FailingProps) {
  if (rows.length === 0) return null;
  return (
    <Group title={title}>
      {rows.map((row) => (
        <Row
          key={row.value}
          link={
            <PageLink
              to="/$environment/executions"
              search={{ status: "ERRORED", [by]: row.value, period: LIST_PERIODS[period] }}
            >
              {row.name ?? (by === "slug" ? row.value : OVERVIEW.unnamed)}
            </PageLink>
          }
          facts={<Trend {...row} period={period} />}
        />
      ))}
    </Group>
  );
}

/** Executions that continue once their customers have reconnected. */
function Parked({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Group title={OVERVIEW.parked}>
      <Row
        link={
          <PageLink to="/$environment/executions" search={{ status: "RUNNING" }}>
            {OVERVIEW.parkedText(count)}
          </PageLink>
        }
        facts={<State mood="waiting" word={OVERVIEW.waiting} />}
      />
    </Group>
  );
}

function Decisions({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Group title={OVERVIEW.approvals}>
      <Row
        link={<PageLink to="/$environment/approvals">{OVERVIEW.approvalsText(count)}</PageLink>}
        facts={<State mood="waiting" word={counted(count)} />}
      />
    </Group>
  );
}

type ListedWebhook = Reply<"get", "/api/v2/public/webhook">[number];

interface FailingWebhooksProps {
  readonly endpoints: readonly FailingRow[];
  readonly retrying: readonly ListedWebhook[];
  readonly disabled: readonly ListedWebhook[];
  readonly period: ChartPeriod;
}

function FailingWebhooks({ endpoints, retrying, disabled, period }: FailingWebhooksProps) {
  if (endpoints.length + retrying.length + disabled.length === 0) return null;
  return (
    <Group title={OVERVIEW.failingWebhooks}>
      {endpoints.map((row) => (
        <Row
          key={row.value}
          link={
            <PageLink to="/$environment/webhooks/$id" params={{ id: row.value }}>
              {row.name ?? OVERVIEW.unnamed}
            </PageLink>
          }
          facts={<Trend {...row} period={period} />}
        />
      ))}
      {retrying.map(({ _id, webhook_url, failing_since: since = "" }) => (
        <Row
          key={_id}
          link={
            <PageLink to="/$environment/webhooks/$id" params={{ id: _id }}>
              {webhook_url}
            </PageLink>
          }
          facts={
            <>
              <State mood="bad" word={OVERVIEW.retrying} />
              {OVERVIEW.failingSince(ago(new Date(since).getTime(), Date.now()))}
            </>
          }
        />
      ))}
      {disabled.map(({ _id, webhook_url, disabled_reason }) => (
        <Row
          key={_id}
          link={
            <PageLink to="/$environment/webhooks/$id" params={{ id: _id }}>
              {webhook_url}
            </PageLink>
          }
          facts={<State mood="stopped" word={disabled_reason ?? OVERVIEW.disabledWebhooks} />}
        />
      ))}
    </Group>
  );
}

interface TrendProps {
  readonly failed: number;
  readonly failed_before: number;
  readonly count: number;
  readonly period: ChartPeriod;
}

function Trend({ failed, failed_before: before, count, period }: TrendProps) {
  const [Icon, word] =
    failed > before
      ? [IconArrowUpRight, OVERVIEW.more]
      : failed < before
        ? [IconArrowDownRight, OVERVIEW.fewer]
        : [IconEqual, OVERVIEW.same];
  return (
    <>
      <span className="number">{OVERVIEW.failures(counted(failed), counted(count))}</span>
      <span
        className={classes.trend}
        data-more={failed > before || undefined}
        title={`${word}: ${OVERVIEW.before(counted(before), period)}`}
      >
        <Icon size={14} aria-label={word} />
        {OVERVIEW.was(counted(before))}
      </span>
    </>
  );
}
