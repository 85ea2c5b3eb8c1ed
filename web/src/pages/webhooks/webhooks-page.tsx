import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/webhooks")({ component: WebhooksPage });

function WebhooksPage() {
  return <Page title={SHELL.webhooks}>{null}</Page>;
}
