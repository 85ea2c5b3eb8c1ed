import { Skeleton, Tabs } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRead } from "../../api/use-api.ts";
import { ChangesLink } from "../../parts/changes/changes-link.tsx";
import { useFilters } from "../../parts/lists/use-filters.ts";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { Identifier } from "../../parts/values/identifier.tsx";
import { CUSTOMERS } from "../../words/customers.ts";
import { ConnectionsTab } from "./connections-tab.tsx";
import type { Customer } from "./customer.ts";
import { ExecutionsTab } from "./executions-tab.tsx";

export const Route = createLazyRoute("/$environment/customers/$id")({ component: CustomerPage });

const SettingsTab = loadedWhenShown(
  () => import("./settings-tab.tsx").then((file) => file.SettingsTab),
  <Skeleton height={160} />,
);
const PortalTab = loadedWhenShown(
  () => import("./portal-tab.tsx").then((file) => file.PortalTab),
  <Skeleton height={160} />,
);
const DetailsTab = loadedWhenShown(
  () => import("./details-tab.tsx").then((file) => file.DetailsTab),
  <Skeleton height={160} />,
);

interface Tab {
  readonly name: string;
  readonly label: string;
  readonly show: (customer: Customer) => ReactNode;
}

const CONNECTIONS: Tab = {
  name: "connections",
  label: CUSTOMERS.connections,
  show: (customer) => <ConnectionsTab customer={customer} />,
};

const TABS: readonly Tab[] = [
  CONNECTIONS,
  { name: "settings", label: CUSTOMERS.settings, show: (customer) => <SettingsTab customer={customer} /> },
  {
    name: "executions",
    label: CUSTOMERS.executions,
    show: (customer) => <ExecutionsTab customer={customer} />,
  },
  { name: "portal", label: CUSTOMERS.portal, show: (customer) => <PortalTab customer={customer} /> },
  { name: "details", label: CUSTOMERS.details, show: (customer) => <DetailsTab customer={customer} /> },
];

/** One customer: connections, settings, executions, and the portal as the customer sees it. */
function CustomerPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const { filters, change } = useFilters(["tab"]);
  const customer = useRead("/api/v2/public/linked-account/{id}", { path: { id } });
  const { name, show } = TABS.find((tab) => tab.name === filters.tab) ?? CONNECTIONS;
  return (
    <Page
      title={customer.data?.name || id}
      back={{ to: "/$environment/customers", label: CUSTOMERS.toList }}
      facts={<Identifier id={id} whole />}
      actions={customer.data && <ChangesLink filter={{ linked_account_id: id }} />}
    >
      {customer.isError ? (
        <Problem error={customer.error} onRetry={customer.refetch} />
      ) : (
        <Tabs value={name} keepMounted={false} onChange={(tab) => change({ tab: tab ?? undefined })}>
          <Tabs.List aria-label={CUSTOMERS.tabs}>
            {TABS.map((tab) => (
              <Tabs.Tab key={tab.name} value={tab.name}>
                {tab.label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={name} pt="lg">
            {customer.data ? show(customer.data) : <Skeleton height={160} />}
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}
