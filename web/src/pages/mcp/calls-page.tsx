import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { SHELL } from "../../words/shell.ts";
import { CallsList } from "./calls-list.tsx";
import { McpViews } from "./mcp-views.tsx";

export const Route = createLazyRoute("/$environment/mcp/calls")({ component: CallsPage });

function CallsPage() {
  return (
    <Page title={SHELL.mcp}>
      <McpViews />
      <CallsList />
    </Page>
  );
}
