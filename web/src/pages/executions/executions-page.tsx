import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/executions")({ component: ExecutionsPage });

function ExecutionsPage() {
  return <Page title={SHELL.executions}>{null}</Page>;
}
