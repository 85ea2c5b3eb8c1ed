import { Switch } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { useChange, usePages } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { tellProblem } from "../../parts/forms/confirm.tsx";
import { PageLink, usePageNavigation } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { State } from "../../parts/values/state.tsx";
import { ALERTS } from "../../words/alerts.ts";
import { ALERTS_EVERY_MS, type AlertRule, getRuleState, RENEWED } from "./alert.ts";
import { AlertsViews } from "./alerts-views.tsx";
import { NewRule } from "./new-rule.tsx";

export const Route = createLazyRoute("/$environment/alerts/rules")({ component: RulesPage });

function RulesPage() {
  const navigate = usePageNavigation();
  const rules = usePages("/api/v2/public/alert-rules", {}, { everyMs: ALERTS_EVERY_MS });
  return (
    <Page title={ALERTS.title} actions={<NewRule />}>
      <AlertsViews />
      <DataList
        label={ALERTS.list}
        source={rules}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={({ _id: id }) => navigate({ to: "/$environment/alerts/rules/$id", params: { id } })}
        empty={
          <Nothing
            icon={<IconAlertTriangle size={28} />}
            title={ALERTS.noRules}
            text={ALERTS.noRulesText}
            action={<NewRule />}
          />
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<AlertRule>[] = [
  { header: ALERTS.state, width: 110, cell: (rule) => <State {...getRuleState(rule)} /> },
  {
    header: ALERTS.rule,
    cell: ({ _id: id, name }) => (
      <PageLink to="/$environment/alerts/rules/$id" params={{ id }}>
        {name}
      </PageLink>
    ),
  },
  { header: ALERTS.type, width: 200, isMinor: true, cell: ({ type }) => ALERTS.types[type] },
  {
    header: ALERTS.notifies,
    width: 200,
    isMinor: true,
    cell: ({ emails: [first, ...more] }) =>
      first === undefined
        ? ALERTS.webhooksOnly
        : more.length === 0
          ? first
          : ALERTS.addresses(more.length + 1),
  },
  { header: ALERTS.on, width: 64, cell: (rule) => <RuleSwitch rule={rule} /> },
];

/** Whether a rule is evaluated: changes at once. */
function RuleSwitch({ rule: { _id: id, name, is_enabled } }: { rule: AlertRule }) {
  const may = useMay("developer");
  const change = useChange("put", "/api/v2/public/alert-rules/{id}", RENEWED);
  const chosen = change.isPending ? change.variables.body?.is_enabled : undefined;
  return (
    <Switch
      aria-label={ALERTS.turnOn(name)}
      checked={chosen ?? is_enabled}
      disabled={!may}
      onChange={({ currentTarget }) =>
        change.mutate({ path: { id }, body: { is_enabled: currentTarget.checked } }, { onError: tellProblem })
      }
    />
  );
}
