import { Tabs } from "@mantine/core";
import { createLazyRoute, Outlet, useLocation } from "@tanstack/react-router";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { useCurrentInView } from "../../parts/page/use-current-in-view.ts";
import { REDACTION } from "../../words/redaction.ts";
import { BRANDING } from "../../words/settings/branding.ts";
import { PLANS } from "../../words/settings/plans.ts";
import { RETENTION } from "../../words/settings/retention.ts";
import { SETTINGS } from "../../words/settings/settings.ts";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/settings")({ component: SettingsPage });

const TABS = [
  { value: "/$environment/settings", label: SETTINGS.account, end: "" },
  { value: "/$environment/settings/organization", label: SETTINGS.organization, end: "organization" },
  { value: "/$environment/settings/branding", label: BRANDING.tab, end: "branding" },
  { value: "/$environment/settings/retention", label: RETENTION.tab, end: "retention" },
  { value: "/$environment/settings/redaction", label: REDACTION.tab, end: "redaction" },
  { value: "/$environment/settings/plans", label: PLANS.tab, end: "plans" },
  { value: "/$environment/settings/operators", label: SETTINGS.operators, end: "operators" },
  { value: "/$environment/settings/api-keys", label: SETTINGS.apiKeys, end: "api-keys" },
  { value: "/$environment/settings/audit-log", label: SETTINGS.auditLog, end: "audit-log" },
] as const;

function SettingsPage() {
  const navigate = usePageNavigation();
  const { pathname } = useLocation();
  const end = pathname.split("/settings")[1]?.split("/")[1] ?? "";
  const shown = TABS.find((tab) => tab.end === end) ?? TABS[0];
  const list = useCurrentInView<HTMLDivElement>(shown.value);
  return (
    <Page title={SHELL.settings}>
      <Tabs value={shown.value} onChange={(to) => to && navigate({ to: to as typeof shown.value })}>
        <Tabs.List ref={list}>
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown.value} pt="lg">
          <Outlet />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
