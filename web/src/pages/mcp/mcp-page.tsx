import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/mcp")({ component: McpPage });

function McpPage() {
  return <Page title={SHELL.mcp}>{null}</Page>;
}
