import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/events")({ component: EventsPage });

function EventsPage() {
  return <Page title={SHELL.events}>{null}</Page>;
}
