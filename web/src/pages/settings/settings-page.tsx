import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/settings")({ component: SettingsPage });

function SettingsPage() {
  return <Page title={SHELL.settings}>{null}</Page>;
}
