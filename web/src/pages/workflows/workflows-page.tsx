import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/workflows")({ component: WorkflowsPage });

function WorkflowsPage() {
  return <Page title={SHELL.workflows}>{null}</Page>;
}
