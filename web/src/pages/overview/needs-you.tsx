import { Stack, Text } from "@mantine/core";
import { IconArrowDownRight, IconArrowUpRight, IconCircleCheck, IconEqual } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRead } from "../../api/use-api.ts";
import type { ChartPeriod } from "../../parts/chart-period.ts";
import { Nothing } from "../../parts/nothing.tsx";
import { State } from "../../parts/state.tsx";
import { useEnvironment } from "../../shell/use-environment.ts";
import { OVERVIEW } from "../../words/overview.ts";
import { counted, type Overview } from "./facts.tsx";
import { Group, Row } from "./needs-row.tsx";
import classes from "./needs-you.module.css";
import { SlowApplications } from "./slow-applications.tsx";

const SHOWN = 5;
const AGAIN_MS = 30_000;

interface NeedsYouProps {
  readonly overview: Overview;
  readonly period: ChartPeriod;
  readonly from: string;
}

/** What somebody should look at, each a click away from the executions, customers or endpoints that it is about. */
export function NeedsYou({ overview, period, from }: NeedsYouProps) {
  const environment = useEnvironment();
  const query = { limit: SHOWN };
  const expired = useRead(
    "/api/v2/public/connections",
    { query: { ...query, status: "expired" } },
    { everyMs: AGAIN_MS },
  );
  const calls = useRead(
    "/api/v2/public/mcp-calls",
    { query: { limit: 1, status: "WAITING" } },
    { everyMs: AGAIN_MS },
  );
  const approvals = useRead("/api/v2/public/approval", { query: { limit: 1 } }, { everyMs: AGAIN_MS });
  const webhooks = useRead("/api/v2/public/webhook", {});
  const failing = (list: Overview["failing_workflows"]) => list.filter(({ failed }) => failed > 0);
  const workflows = failing(overview.failing_workflows);
  const applications = failing(overview.failing_applications);
  const endpoints = failing(overview.failing_webhooks);
  const disabled = (webhooks.data ?? []).filter(({ disabled_at }) => disabled_at !== undefined);
  const decisions = (calls.data?.totalDocs ?? 0) + (approvals.data?.totalDocs ?? 0);
  const broken = expired.data?.docs ?? [];
  const slow = overview.slow_applications;
  const { parked } = overview.backlog;
  const isWell =
    workflows.length +
      applications.length +
      endpoints.length +
      disabled.length +
      broken.length +
      slow.length +
      decisions +
      parked ===
    0;
  if (isWell)
    return (
      <Nothing icon={<IconCircleCheck size={28} />} title={OVERVIEW.allWell} text={OVERVIEW.allWellText} />
    );
  const at = { environment } as never;
  return (
    <Stack gap="lg">
      {workflows.length > 0 && (
        <Group title={OVERVIEW.failingWorkflows}>
          {workflows.map((row) => (
            <Row
              key={row.value}
              link={
                <Link
                  to={"/$environment/executions" as never}
                  params={at}
                  search={{ status: "ERRORED", workflow_id: row.value, from } as never}
                >
                  {row.name ?? OVERVIEW.unnamed}
                </Link>
              }
              facts={<Trend {...row} />}
            />
          ))}
        </Group>
      )}
      {applications.length > 0 && (
        <Group title={OVERVIEW.failingApplications}>
          {applications.map((row) => (
            <Row
              key={row.value}
              link={
                <Link
                  to={"/$environment/executions" as never}
                  params={at}
                  search={{ status: "ERRORED", slug: row.value, from } as never}
                >
                  {row.name ?? row.value}
                </Link>
              }
              facts={<Trend {...row} count={undefined} />}
            />
          ))}
        </Group>
      )}
      {broken.length > 0 && (
        <Group title={OVERVIEW.brokenConnections}>
          {broken.map(({ _id, application, linked_account_id, cause }) => (
            <Row
              key={_id}
              link={
                <Link to={`/${environment}/customers/${encodeURIComponent(linked_account_id)}` as never}>
                  {`${application} · ${linked_account_id}`}
                </Link>
              }
              facts={<State mood="bad" word={OVERVIEW.expired} />}
              below={cause}
            />
          ))}
        </Group>
      )}
      <SlowApplications applications={slow} period={period} />
      {parked > 0 && (
        <Group title={OVERVIEW.parked}>
          <Text size="sm">{OVERVIEW.parkedText(parked)}</Text>
        </Group>
      )}
      {decisions > 0 && (
        <Group title={OVERVIEW.approvals}>
          <Row
            link={
              <Link to={"/$environment/mcp/approvals" as never} params={at}>
                {OVERVIEW.approvalsText(decisions)}
              </Link>
            }
            facts={<State mood="waiting" word={counted(decisions)} />}
          />
        </Group>
      )}
      {(endpoints.length > 0 || disabled.length > 0) && (
        <Group title={OVERVIEW.failingWebhooks}>
          {endpoints.map((row) => (
            <Row
              key={row.value}
              link={
                <Link to={`/${environment}/webhooks/${row.value}` as never}>
                  {row.name ?? OVERVIEW.unnamed}
                </Link>
              }
              facts={<Trend {...row} />}
            />
          ))}
          {disabled.map(({ _id, webhook_url, disabled_reason }) => (
            <Row
              key={_id}
              link={<Link to={`/${environment}/webhooks/${_id}` as never}>{webhook_url}</Link>}
              facts={<State mood="stopped" word={disabled_reason ?? OVERVIEW.disabledWebhooks} />}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}

interface TrendProps {
  readonly failed: number;
  readonly failed_before: number;
  /** Of how many; of applications only failures are counted. */
  readonly count: number | undefined;
}

function Trend({ failed, failed_before, count }: TrendProps) {
  const [Icon, word] =
    failed > failed_before
      ? [IconArrowUpRight, OVERVIEW.more]
      : failed < failed_before
        ? [IconArrowDownRight, OVERVIEW.fewer]
        : [IconEqual, OVERVIEW.same];
  return (
    <>
      <span className="number">
        {count === undefined
          ? OVERVIEW.failedCount(counted(failed))
          : OVERVIEW.failures(counted(failed), counted(count))}
      </span>
      <span
        className={classes.trend}
        data-more={failed > failed_before || undefined}
        title={`${word} (${failed_before})`}
      >
        <Icon size={14} aria-label={word} />
        {counted(failed_before)}
      </span>
    </>
  );
}
