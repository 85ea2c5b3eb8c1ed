import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useRead } from "../../api/use-api.ts";
import { ChangesLink } from "../../parts/changes/changes-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { loadedTab, type PageTabList, PageTabs } from "../../parts/page/page-tabs.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { Identifier } from "../../parts/values/identifier.tsx";
import { CUSTOMERS } from "../../words/customers.ts";
import { PLANS } from "../../words/settings/plans.ts";
import { ConnectionsTab } from "./connections-tab.tsx";
import type { Customer } from "./customer.ts";
import { ExecutionsTab } from "./executions-tab.tsx";

export const Route = createLazyRoute("/$environment/customers/$id")({ component: CustomerPage });

const SettingsTab = loadedTab(() => import("./settings-tab.tsx").then((file) => file.SettingsTab));
const PortalTab = loadedTab(() => import("./portal-tab.tsx").then((file) => file.PortalTab));
const UsageTab = loadedTab(() => import("./usage-tab.tsx").then((file) => file.UsageTab));
const DetailsTab = loadedTab(() => import("./details-tab.tsx").then((file) => file.DetailsTab));

const TABS: PageTabList<Customer> = [
  {
    name: "connections",
    label: CUSTOMERS.connections,
    show: (customer) => <ConnectionsTab customer={customer} />,
  },
  { name: "settings", label: CUSTOMERS.settings, show: (customer) => <SettingsTab customer={customer} /> },
  {
    name: "executions",
    label: CUSTOMERS.executions,
    show: (customer) => <ExecutionsTab customer={customer} />,
  },
  { name: "usage", label: PLANS.usageTab, show: (customer) => <UsageTab customer={customer} /> },
  { name: "portal", label: CUSTOMERS.portal, show: (customer) => <PortalTab customer={customer} /> },
  { name: "details", label: CUSTOMERS.details, show: (customer) => <DetailsTab customer={customer} /> },
];

/** One customer: connections, settings, executions, and the portal as the customer sees it. */
function CustomerPage() {
  const { id = "" } = useParams({ strict: false });
  const customer = useRead("/api/v2/public/linked-account/{id}", { path: { id } });
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
        <PageTabs label={CUSTOMERS.tabs} tabs={TABS} shown={customer.data} />
      )}
    </Page>
  );
}
