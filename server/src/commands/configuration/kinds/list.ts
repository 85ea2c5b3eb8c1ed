import type { ResourceKind } from "../kind.ts";
import { ALERT_RULES } from "./alerts.ts";
import { APPLICATIONS } from "./applications.ts";
import { EVENTS } from "./events.ts";
import { MCP_SERVERS } from "./mcp-servers.ts";
import { REDACTION } from "./redaction.ts";
import { SCHEDULES } from "./schedules.ts";
import { MCP_SETTINGS, ORGANIZATION_SETTINGS, PORTAL_SETTINGS } from "./settings.ts";
import { WEBHOOKS } from "./webhooks.ts";
import { WORKFLOWS } from "./workflows.ts";

/** All kinds of records that files describe, those that others refer to first. */
export const RESOURCE_KINDS: readonly ResourceKind[] = [
  APPLICATIONS,
  EVENTS,
  WORKFLOWS,
  SCHEDULES,
  MCP_SERVERS,
  WEBHOOKS,
  ALERT_RULES,
  REDACTION,
  PORTAL_SETTINGS,
  MCP_SETTINGS,
  ORGANIZATION_SETTINGS,
];
