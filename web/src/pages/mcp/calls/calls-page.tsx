import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../../parts/page/page.tsx";
import { SHELL } from "../../../words/shell.ts";
import { McpViews } from "../mcp-views.tsx";
import { CallsList } from "./calls-list.tsx";

export const Route = createLazyRoute("/$environment/mcp/calls")({ component: CallsPage });

function CallsPage() {
  return (
    <Page title={SHELL.mcp}>
      <McpViews />
      <CallsList />
    </Page>
  );
}
