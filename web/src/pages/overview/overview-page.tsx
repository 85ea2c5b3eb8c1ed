import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/")({ component: OverviewPage });

function OverviewPage() {
  return <Page title={SHELL.overview}>{null}</Page>;
}
