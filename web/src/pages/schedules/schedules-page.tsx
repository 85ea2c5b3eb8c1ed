import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/schedules")({ component: SchedulesPage });

function SchedulesPage() {
  return <Page title={SHELL.schedules}>{null}</Page>;
}
