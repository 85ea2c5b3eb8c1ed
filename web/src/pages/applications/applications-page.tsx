import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/applications")({ component: ApplicationsPage });

function ApplicationsPage() {
  return <Page title={SHELL.applications}>{null}</Page>;
}
