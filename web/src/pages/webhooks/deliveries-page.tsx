import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page/page.tsx";
import { SHELL } from "../../words/shell.ts";
import { DeliveriesList } from "./deliveries-list.tsx";
import { WebhooksViews } from "./webhooks-views.tsx";

export const Route = createLazyRoute("/$environment/webhooks/deliveries")({ component: DeliveriesPage });

function DeliveriesPage() {
  return (
    <Page title={SHELL.webhooks}>
      <WebhooksViews />
      <DeliveriesList />
    </Page>
  );
}
