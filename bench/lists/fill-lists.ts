import { type Bench, onDatabase } from "../engine-set-up.ts";
import { ROW_ID, seriesOf, WORKFLOW } from "./fill-executions.ts";
import type { FilledRecords } from "./list-filters.ts";

/** Inserts `size` rows into each of the other lists, for the accounts that `fillExecutions` has made. */
export async function fillLists({ api, databaseUrl, orgId }: Bench, size: number): Promise<FilledRecords> {
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "empty" });
  const webhook = await api("POST", "/api/v2/public/webhook", {
    webhook_url: "https://example.com/hook",
    webhook_events: ["Workflow Errored"],
  });
  const server = await api("POST", "/api/v2/public/mcp-servers", { name: "Tools", description: "Tools" });
  const ids = { webhookId: String(webhook._id), serverId: String(server._id) };
  const into = (table: string, columns: Readonly<Record<string, string>>) => {
    const all = { id: ROW_ID, org_id: `'${orgId}'`, environment: "'test'", ...columns };
    return `insert into ${table} (${Object.keys(all)}) select ${Object.values(all)}
      from ${seriesOf(size)} join owners on owners.n = 1 + (i - 1) % ${size}`;
  };
  const owner = { account_id: "owners.id" };
  const made = { ...owner, created_at: "at", updated_at: "at" };
  const access = { ...owner, server_id: `'${ids.serverId}'`, created_at: "at", expires_at: "'2100-01-01'" };
  await onDatabase(databaseUrl ?? "", [
    "set session_replication_role = replica",
    "create temporary table owners as select id, account_id as name, right(account_id, -4)::int as n from linked_accounts where account_id like 'acc-%'",
    "create unique index on owners (n)",
    into("connections", {
      ...made,
      slug: "'app-' || i % 20",
      auth_type: "'oauth2'",
      status: "case when i % 20 = 3 then 'expired' else 'active' end",
      secrets: "''",
      connected_at: "at",
    }),
    into("webhook_deliveries", {
      ...made,
      webhook_id: `'${ids.webhookId}'`,
      event: "case when i % 20 = 3 then 'Workflow Errored' else 'Workflow Completed' end",
      payload: "'{}'",
      status: "case when i % 20 = 3 then 'failed' else 'delivered' end",
    }),
    into("received_events", {
      ...owner,
      name: "'event-' || i % 20",
      config_id: "owners.name",
      payload: "'{}'",
      matched: "1",
      received_at: "at",
    }),
    into("mcp_calls", {
      ...owner,
      server_id: `'${ids.serverId}'`,
      tool: "'tool_' || i % 20",
      arguments: "'{}'",
      status: "case when i % 20 = 3 then 'ERRORED' else 'COMPLETED' end",
      created_at: "at",
      finished_at: "at",
    }),
    into("provider_requests", {
      ...owner,
      slug: "'app-' || i % 20",
      cause: "'step'",
      method: "'GET'",
      url: "'https://api.example.com/item/' || i",
      status: "case when i % 20 = 3 then 404 else 200 end",
      status_class: "case when i % 20 = 3 then 4 else 2 end",
      duration_ms: "12",
      created_at: "at",
    }),
    into("mcp_tokens", { ...access, hash: "i" }),
    into("mcp_oauth_grants", { ...access, client_id: "'client'", payload: "'{}'" }),
    into("schedules", {
      ...made,
      event_id: "'event-' || i",
      workflow: "'workflow-' || i % 50",
      workflow_id: `case when i % 50 = 7 then '${WORKFLOW}' else 'f' end`,
      config_id: "owners.name",
      timing: `'{"type":"cron","pattern":"0 6 * * *","timeZone":"UTC","startDate":null,"endDate":null}'`,
      options: "'{}'",
      payload: "'{}'",
    }),
    into("replays", { ...made, status: "'COMPLETED'", options: "'{}'", matched: "1" }),
    into("audit_log", {
      sequence: "i",
      at: "at",
      action: "case when i % 20 = 3 then 'schedule.updated' else 'schedule.created' end",
      object_type: "case when i % 20 = 3 then 'schedule' else 'config' end",
      object_id: "'object-' || i",
      object_name: "'Schedule ' || i",
      account_id: "owners.name",
      actor_kind: "case when i % 20 = 3 then 'operator' else 'api_key' end",
      actor_id: "'actor-' || i % 1000",
      operation: "case when i % 20 = 3 then 'updateSchedule' else 'createSchedule' end",
      secrets: "'{}'",
      hash: "''",
    }),
    into("usage_days", {
      ...owner,
      id: "usage_id(at::date, owners.id, 'executions')",
      day: "at::date",
      meter: "case when i % 20 = 3 then 'calls' else 'executions' end",
      value: "i % 100",
    }),
    into("alerts", {
      // A rule has one open alert.
      rule_id: "case when i % 20 = 3 then 'rule-' || i else lpad(to_hex(i % 20), 24, '0') end",
      rule_name: "'Rule ' || i % 20",
      type: "'executions_failing'",
      summary: "'Executions fail.'",
      subjects: "'[]'",
      subject_count: "1",
      fired_at: "at",
      resolved_at: "case when i % 20 = 3 then null else at end",
    }),
    "vacuum analyze",
  ]);
  return ids;
}
