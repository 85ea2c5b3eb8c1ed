import {
  IconAlertTriangle,
  IconApps,
  IconArrowsExchange,
  IconBell,
  IconBolt,
  IconCalendarTime,
  IconCheckbox,
  IconLayoutDashboard,
  IconLink,
  IconRobot,
  IconRoute,
  IconSettings,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import { SHELL } from "../words/shell.ts";

/** The page whose entry counts what waits. */
export const APPROVALS = "/$environment/approvals";

/** The pages of the navigation: the letter after g goes there. */
export const PAGES = [
  { to: "/$environment", label: SHELL.overview, icon: IconLayoutDashboard, letter: "o" },
  { to: "/$environment/executions", label: SHELL.executions, icon: IconBolt, letter: "e" },
  { to: "/$environment/customers", label: SHELL.customers, icon: IconUsers, letter: "c" },
  { to: "/$environment/applications", label: SHELL.applications, icon: IconApps, letter: "a" },
  { to: "/$environment/workflows", label: SHELL.workflows, icon: IconRoute, letter: "w" },
  { to: "/$environment/requests", label: SHELL.requests, icon: IconArrowsExchange, letter: "r" },
  { to: "/$environment/webhooks", label: SHELL.webhooks, icon: IconWebhook, letter: "h" },
  { to: "/$environment/events", label: SHELL.events, icon: IconBell, letter: "v" },
  { to: "/$environment/schedules", label: SHELL.schedules, icon: IconCalendarTime, letter: "s" },
  { to: "/$environment/data-references", label: SHELL.dataReferences, icon: IconLink, letter: "d" },
  { to: APPROVALS, label: SHELL.approvals, icon: IconCheckbox, letter: "p" },
  { to: "/$environment/alerts", label: SHELL.alerts, icon: IconAlertTriangle, letter: "l" },
  { to: "/$environment/mcp", label: SHELL.mcp, icon: IconRobot, letter: "m" },
  { to: "/$environment/settings", label: SHELL.settings, icon: IconSettings, letter: "t" },
] as const;
