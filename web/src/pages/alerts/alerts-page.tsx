import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { usePages, useRead } from "../../api/use-api.ts";
import { PageLink, usePageNavigation } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { State } from "../../parts/values/state.tsx";
import { ALERTS } from "../../words/alerts.ts";
import { ALERTS_EVERY_MS, type Alert } from "./alert.ts";
import { AlertsViews } from "./alerts-views.tsx";
import { FiringAlert } from "./firing-alert.tsx";
import { NewRule } from "./new-rule.tsx";
import { StarterRules } from "./starter-rules.tsx";

export const Route = createLazyRoute("/$environment/alerts")({ component: AlertsPage });

const RULES = "/api/v2/public/alert-rules";

function AlertsPage() {
  const rules = useRead(RULES, { query: { limit: 1 } });
  const hasRules = rules.data === undefined || rules.data.totalDocs > 0;
  return (
    <Page title={ALERTS.title} actions={hasRules && <NewRule />}>
      {hasRules && <AlertsViews />}
      {rules.error && !rules.data && <Problem error={rules.error} onRetry={rules.refetch} />}
      {rules.isPending && <Skeleton height={160} />}
      {rules.data && (hasRules ? <Lists /> : <StarterRules />)}
    </Page>
  );
}

function Lists() {
  const navigate = usePageNavigation();
  const firing = useRead(
    "/api/v2/public/alerts",
    { query: { state: "firing", limit: 100 } },
    { everyMs: ALERTS_EVERY_MS },
  );
  const past = usePages(
    "/api/v2/public/alerts",
    { query: { state: "resolved" } },
    { everyMs: ALERTS_EVERY_MS },
  );
  return (
    <Stack gap="xl">
      <section aria-label={ALERTS.firing}>
        {firing.error && !firing.data && <Problem error={firing.error} onRetry={firing.refetch} />}
        {firing.isPending && <Skeleton height={96} />}
        {firing.data?.docs.length === 0 && (
          <Nothing icon={<IconCircleCheck size={28} />} title={ALERTS.allQuiet} text={ALERTS.allQuietText} />
        )}
        <Stack gap="md">
          {firing.data?.docs.map((alert) => (
            <FiringAlert key={alert._id} alert={alert} />
          ))}
        </Stack>
      </section>
      <section aria-label={ALERTS.past}>
        <Title order={2} fz={15} mb="xs">
          {ALERTS.past}
        </Title>
        <DataList
          label={ALERTS.past}
          source={past}
          columns={COLUMNS}
          idOf={({ _id }) => _id}
          onOpen={({ rule_id: id }) => navigate({ to: "/$environment/alerts/rules/$id", params: { id } })}
          empty={
            <Text size="sm" className="muted">
              {ALERTS.noPast}
            </Text>
          }
        />
      </section>
    </Stack>
  );
}

const COLUMNS: readonly Column<Alert>[] = [
  {
    header: ALERTS.rule,
    width: 260,
    cell: ({ rule_id: id, rule_name }) => (
      <PageLink to="/$environment/alerts/rules/$id" params={{ id }}>
        {rule_name}
      </PageLink>
    ),
  },
  { header: ALERTS.what, isMinor: true, cell: ({ summary }) => summary },
  {
    header: ALERTS.state,
    width: 110,
    isMinor: true,
    cell: () => <State mood="good" word={ALERTS.resolved} />,
  },
  { header: ALERTS.fired, width: 120, cell: ({ fired_at }) => <Moment at={fired_at} /> },
  {
    header: ALERTS.ended,
    width: 120,
    cell: ({ resolved_at }) => (resolved_at ? <Moment at={resolved_at} /> : "–"),
  },
];
