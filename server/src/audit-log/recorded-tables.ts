/** What a table holds, in the log's terms. */
interface RecordedTable {
  readonly object: string;
  /** What its statements are called; `created`, `updated` and `deleted` by default. */
  readonly verbs?: Partial<Record<PendingEvent, string>>;
}

/** A statement of a recorded table, as the triggers of migration 0119 name it. */
export type PendingEvent = "insert" | "update" | "delete";

/** The tables whose triggers record their changes (D337), and what they hold. */
export const RECORDED: Readonly<Record<string, RecordedTable>> = {
  organizations: { object: "organization" },
  operators: { object: "operator" },
  operator_sessions: { object: "operator_session", verbs: { insert: "signed_in", delete: "ended" } },
  operator_links: { object: "operator", verbs: { insert: "link_created" } },
  api_keys: { object: "api_key" },
  session_tokens: { object: "session_token", verbs: { update: "revoked" } },
  webhooks: { object: "webhook" },
  webhook_secrets: { object: "webhook", verbs: { insert: "secret_created", update: "secret_replaced" } },
  application_settings: { object: "application_settings" },
  application_fields: { object: "application_fields" },
  custom_applications: { object: "application" },
  connections: { object: "connection", verbs: { insert: "connected", delete: "disconnected" } },
  connect_links: { object: "connect_link" },
  linked_accounts: { object: "linked_account" },
  application_events: { object: "event" },
  workflows: { object: "workflow" },
  workflow_publications: {
    object: "workflow",
    verbs: { insert: "published", update: "published", delete: "unpublished" },
  },
  workflow_webhook_secrets: {
    object: "workflow",
    verbs: { insert: "secret_created", update: "secret_replaced", delete: "secret_deleted" },
  },
  webhook_address_rotations: {
    object: "webhook_address",
    verbs: { insert: "rotated", update: "rotated" },
  },
  configs: { object: "config" },
  config_workflows: {
    object: "config",
    verbs: { insert: "workflow_set", update: "workflow_set", delete: "workflow_unset" },
  },
  alert_rules: { object: "alert_rule" },
  plans: { object: "plan" },
  account_plans: {
    object: "linked_account",
    verbs: { insert: "plan_set", update: "plan_set", delete: "plan_unset" },
  },
  schedules: { object: "schedule" },
  mcp_servers: { object: "mcp_server" },
  mcp_server_changes: { object: "mcp_server_changes" },
  mcp_settings: { object: "mcp_settings" },
  mcp_tokens: { object: "mcp_token" },
  redaction_policies: { object: "redaction_policy" },
  mcp_oauth_grants: { object: "mcp_grant", verbs: { insert: "granted", delete: "withdrawn" } },
};

export const RECORDED_TABLES: readonly string[] = Object.keys(RECORDED);

const VERBS = { insert: "created", update: "updated", delete: "deleted" } as const;

/** What a statement of a recorded table did, such as `workflow` and `published`. */
export function describeChange(
  table: string,
  event: PendingEvent,
  after: Readonly<Record<string, unknown>> | null,
): { object: string; verb: string } {
  const { object, verbs } = RECORDED[table] ?? { object: table };
  return { object, verb: specialVerb(table, event, after) ?? verbs?.[event] ?? VERBS[event] };
}

function specialVerb(
  table: string,
  event: PendingEvent,
  after: Readonly<Record<string, unknown>> | null,
): string | undefined {
  if (event !== "update" || after === null) return undefined;
  if (table === "api_keys" && after.revoked_at) return "revoked";
  if (table !== "connections") return undefined;
  if (after.status === "expired") return "expired";
  return after.connected_at ? "reconnected" : undefined;
}
