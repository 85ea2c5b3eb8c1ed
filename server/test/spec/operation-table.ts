import { createId } from "../../src/platform/id.ts";
import type { Call } from "./http-client.ts";
import { echoWorkflow, ownApplication, type Records } from "./records.ts";
import { UNKNOWN_ID } from "./shapes.ts";

/** How to call an operation successfully: the record that each path parameter names, the headers and the body. */
export interface Entry {
  readonly params?: Readonly<Record<string, keyof Records>>;
  /** Path parameters that do not name a record. */
  readonly fixed?: Readonly<Record<string, string>>;
  readonly headers?: (records: Records) => Record<string, string>;
  readonly body?: (records: Records) => unknown;
  /** The required parameters of the query. */
  readonly query?: () => Record<string, string>;
  /** Any JSON is a valid body. */
  readonly anyBody?: true;
  /** Whether a body may have any content type. */
  readonly anyType?: true;
  /** The body is read only for a known key in the path. */
  readonly keyFirst?: true;
  /** The body may be larger than 1 MB, up to 20 MB. */
  readonly largeBody?: true;
  /**
   * It takes a production key and may name records of test: to bring them to production, or because both share them.
   */
  readonly promotes?: true;
  /** It returns what both environments of an organization share. */
  readonly shared?: true;
  /** The path names a filter or something public, which need not exist in the organization. */
  readonly open?: true;
}

const WEBHOOK = { id: "webhook" } as const;
const WORKFLOW = { id: "workflow" } as const;
const EXECUTION = { id: "execution" } as const;
const MCP = { id: "mcpServer" } as const;
const EVENT = { event_id: "event" } as const;
const SLUG = { slug: "slug" } as const;
const ACTION = { slug: "slug", action_id: "action" } as const;
const OPERATOR = { id: "operator" } as const;
const LIST = { ...ACTION, list: "list" } as const;
const openApi = () => ({
  document: {
    openapi: "3.1.0",
    info: { title: "Imported", version: "1.0.0" },
    servers: [{ url: "https://api.example.com" }],
    paths: { "/things": { get: { operationId: "listThings" } } },
  },
});
const CONFIG = { slug: "slug", config_id: "config" } as const;
const SCHEDULE = { schedule_id: "schedule" } as const;
const none = () => ({});
const typedKey = () => ({ key: "k" });
const trigger = ({ eventName }: Records) => ({ event: eventName, payload: { n: 1 } });
const configOf = ({ slug, config }: Records) => ({ slug, config_id: config });
const FIELD = { fieldId: "field" } as const;
const ofSlug = ({ slug }: Records) => ({ slug });
const STORE = { slug: "slug", name: "datastore" } as const;
const cron = () => ({ trigger_type: "cron", regex: "*/5 * * * *" });
const scheduleHeaders = ({ alias }: Records) => ({ workflow_id_alias: alias });
const webhook = () => ({ webhook_url: "https://example.com/h", webhook_events: ["Connection Created"] });
const document = () => ({ format: "junctor.workflow", format_version: 1, name: "Imported" });
const named = ({ account }: Records) => ({ linked_account_id: account });
const mcpBody = () => ({ name: "Server", description: "" });

/**
 * Operations on the session of a signed-in operator, and an endless stream. The tests of operators, which use the
 * cookie, and those of changes call them.
 */
export const OF_SESSIONS: readonly string[] = [
  "POST /api/v2/public/operator-session",
  "GET /api/v2/public/operator-session",
  "PUT /api/v2/public/operator-session",
  "DELETE /api/v2/public/operator-session",
  "POST /api/v2/public/operator-session/link",
  "POST /api/v2/public/operator-session/link/check",
  "GET /api/v2/public/operator-session/methods",
  "PUT /api/v2/public/operator-session/password",
  "POST /api/v2/public/operator-session/totp",
  "PUT /api/v2/public/operator-session/totp",
  "DELETE /api/v2/public/operator-session/totp",
  "GET /api/v2/public/operator-sessions",
  "DELETE /api/v2/public/operator-sessions",
  "DELETE /api/v2/public/operator-sessions/{id}",
  "GET /api/v2/public/changes",
];

/** Every other operation of the document, by `METHOD path`. */
export const OPERATIONS: Readonly<Record<string, Entry>> = {
  "GET /health/live": {},
  "GET /health/ready": {},
  "POST /api/v2/public/session-token": { body: named },
  "POST /api/v2/public/session-token/revoke": {},
  "GET /api/v2/public/organization": {},
  "PUT /api/v2/public/organization": { body: none },
  "POST /api/v2/public/organization/portal-preview": { body: none },
  "GET /api/v2/public/portal-texts": {},
  "GET /api/v2/public/portal-workflows": {},
  "GET /api/v2/public/workflow-parts": {},
  "PUT /api/v2/public/portal-workflows": { body: () => ({ building: "api", node_types: [] }) },
  "GET /api/v2/public/portal-executions": {},
  "PUT /api/v2/public/portal-executions": { body: () => ({ shown: "results" }) },
  "GET /api/v2/public/portal-applications": {},
  "PUT /api/v2/public/portal-applications": { body: () => ({ applications: [], others: "all" }) },
  "GET /api/v2/public/organization/{id}/logo/{hash}": {
    fixed: { id: UNKNOWN_ID, hash: "0".repeat(32) },
    open: true,
  },
  "GET /api/v3/org/basics": {},
  "GET /api/v2/public/webhook": {},
  "POST /api/v2/public/webhook": { body: webhook },
  "DELETE /api/v2/public/webhook": {},
  "GET /api/v2/public/webhook/{id}": { params: WEBHOOK },
  "PUT /api/v2/public/webhook/{id}": { params: WEBHOOK, body: none },
  "DELETE /api/v2/public/webhook/{id}": { params: WEBHOOK },
  "POST /api/v2/public/webhook/subscribe": { body: () => ({ webhook_events: ["connection-created"] }) },
  "POST /api/v2/public/webhook/unsubscribe": { body: () => ({ webhook_event: "connection-created" }) },
  "GET /api/v2/public/webhook/{id}/secret": { params: WEBHOOK },
  "POST /api/v2/public/webhook/{id}/secret/rotate": { params: WEBHOOK },
  "GET /api/v2/public/webhook/{id}/deliveries": { params: WEBHOOK },
  "POST /api/v2/public/webhook/{id}/deliveries/{delivery_id}/resend": {
    params: { ...WEBHOOK, delivery_id: "delivery" },
  },
  "POST /api/v2/public/webhook/{id}/resend": {
    params: WEBHOOK,
    body: () => ({ since: "2026-01-01" }),
  },
  "POST /api/v2/public/webhook/{id}/test": { params: WEBHOOK },
  "POST /api/v2/public/webhook/{id}/promote": { params: WEBHOOK, promotes: true },
  "PUT /api/v2/public/webhooks/group/edit": {
    body: ({ webhook }) => ({ webhookIds: [webhook], group: "G" }),
  },
  "GET /api/v2/f-sdk/application": {},
  "GET /api/v2/f-sdk/application/{slug}": { params: SLUG },
  "GET /api/v1/{slug}/integrate": { params: SLUG },
  "POST /api/v1/{slug}/integrate": { params: SLUG, body: none },
  "GET /api/v1/{slug}/callback": { params: SLUG, open: true },
  "POST /api/v2/app/{slug}/save": { params: SLUG, body: typedKey },
  "DELETE /api/v1/linked-acc/integration/{slug}": { params: SLUG },
  "GET /api/v2/public/application": {},
  "POST /api/v2/public/application": { body: () => ownApplication("posted") },
  "GET /api/v2/public/application/{slug}": { params: SLUG },
  "DELETE /api/v2/public/application/{slug}": { params: SLUG },
  "GET /api/v2/public/linked-account/integration/oauth-url/{slug}": { params: SLUG },
  "PUT /api/v2/public/linked-account/integration/save-key-credentials/{slug}": {
    params: SLUG,
    body: typedKey,
  },
  "DELETE /api/v2/public/linked-account/integration/{slug}": { params: SLUG },
  "GET /api/v2/public/linked-account/integration/{slug}/health": { params: SLUG },
  "POST /api/v2/public/linked-account/integration/{slug}/check": { params: SLUG },
  "POST /api/v2/public/linked-account/integration/{slug}/reconnect-link": { params: SLUG },
  "GET /api/v2/public/connections": {},
  "GET /api/v2/public/auth-structure/{slug}": { params: SLUG, open: true },
  "POST /api/v2/public/application/mcp": { body: () => ({ slug: "remote", url: "http://127.0.0.1:9/mcp" }) },
  "POST /api/v2/public/application/{slug}/mcp/refresh": { params: SLUG },
  "GET /api/v1/{slug}/client-metadata.json": { params: SLUG, open: true },
  "POST /api/v2/public/application/openapi": { body: openApi, largeBody: true },
  "POST /api/v2/public/application/openapi/operations": { body: openApi, largeBody: true },
  "GET /api/v2/public/actions": {},
  "GET /api/v2/integration-schema/{slug}/actions": { params: SLUG },
  "GET /api/v2/integration-schema/{slug}/options": { params: SLUG },
  "GET /api/v2/integration-schema/{slug}/actions/{action_id}": { params: ACTION },
  "POST /api/v2/integration-schema/{slug}/actions/{action_id}/execute": { params: ACTION, body: none },
  "GET /api/v2/integration-schema/{slug}/actions/{action_id}/options/{list}": { params: LIST },
  "POST /api/v2/integration-schema/{slug}/actions/{action_id}/options/{list}": { params: LIST, body: none },
  "GET /api/v2/public/application/all": {},
  "GET /api/v2/public/application/{slug}/settings": { params: SLUG },
  "PUT /api/v2/public/application/{slug}/settings": { params: SLUG, body: () => ({ enabled: true }) },
  "POST /api/v2/public/application/{slug}/settings/promote": { params: SLUG, promotes: true },
  "PUT /api/v2/public/migrate-token": {
    body: ({ slug }) => ({ slug, auth_object: { access_token: "t" } }),
  },
  "PUT /api/v2/public/linked-account": { body: () => ({ linked_account_id: "put" }) },
  "POST /api/v2/public/linked-account": { body: () => ({ linked_account_id: "posted" }) },
  "GET /api/v2/public/linked-account": {},
  "GET /api/v2/public/linked-account/{id}": { params: { id: "account" } },
  "DELETE /api/v2/public/linked-account/{id}": { params: { id: "account" } },
  "GET /api/v2/public/session/active-linked-account": {},
  // Before the next entry, which accepts any name.
  "DELETE /api/v2/public/linked-account/default-app/auth-credentials/{key}": {
    params: { key: "credential" },
  },
  "PUT /api/v2/public/linked-account/default-app/auth-credentials/{key}": {
    params: { key: "credential" },
    body: () => ({ value: "v" }),
    open: true,
  },
  "GET /api/v2/public/workflow": {},
  "POST /api/v2/public/workflow": { body: () => echoWorkflow("API Call") },
  "GET /api/v2/public/workflow/all": {},
  "GET /api/v2/public/node-types": {},
  "GET /api/v2/public/workflow-templates": {},
  "GET /api/v2/public/workflow-templates/{id}": { fixed: { id: "contact-to-hubspot" }, open: true },
  "POST /api/v2/public/expressions/evaluate": {
    body: ({ account, workflow }) => ({
      data: { total: "{{ linked_account.account_id }}" },
      linked_account_id: account,
      workflow_id: workflow,
    }),
  },
  "GET /api/v2/public/workflow/request-structure/{id}": { params: WORKFLOW },
  "GET /api/v2/public/workflow/{id}": { params: WORKFLOW },
  "PUT /api/v2/public/workflow/{id}": { params: WORKFLOW, body: none },
  "DELETE /api/v2/public/workflow/{id}": { params: WORKFLOW },
  "GET /api/v2/public/workflow/versions/{id}": { params: WORKFLOW },
  "GET /api/v2/public/workflow/{id}/edit": { params: WORKFLOW },
  "GET /api/v2/public/workflow/{id}/problems": { params: WORKFLOW },
  "POST /api/v2/public/workflow/{id}/problems": { params: WORKFLOW, body: none },
  "GET /api/v2/public/workflow/{id}/publish/preview": { params: WORKFLOW, promotes: true },
  "GET /api/v2/public/workflow/{id}/export": { params: WORKFLOW },
  "POST /api/v2/public/workflow/import": { body: document },
  "POST /api/v2/public/workflow/{id}/restore": { params: WORKFLOW, body: () => ({ version: 1 }) },
  // Before publishing, which brings it back for the operations that follow.
  "PUT /api/v2/public/workflow/{id}/archive": { params: WORKFLOW, body: () => ({ archived: true }) },
  "PUT /api/v2/public/workflow/{id}/publish": {
    params: WORKFLOW,
    body: () => ({ published: true }),
    promotes: true,
  },
  "POST /api/v2/f-sdk/config": { body: configOf },
  "PUT /api/v2/f-sdk/config": { body: configOf },
  "GET /api/v2/f-sdk/slug/{slug}/config": { params: SLUG },
  "DELETE /api/v2/f-sdk/slug/{slug}/config": { params: SLUG },
  "GET /api/v2/f-sdk/slug/{slug}/config/{config_id}": { params: CONFIG },
  "DELETE /api/v2/f-sdk/slug/{slug}/config/{config_id}": { params: CONFIG },
  "POST /api/v2/public/config": { body: configOf },
  "PUT /api/v2/public/config": { body: configOf },
  "GET /api/v2/public/slug/{slug}/config": { params: SLUG },
  "DELETE /api/v2/public/slug/{slug}/config": { params: SLUG },
  "GET /api/v2/public/slug/{slug}/config/{config_id}": { params: CONFIG },
  "DELETE /api/v2/public/slug/{slug}/config/{config_id}": { params: CONFIG },
  "GET /api/v2/public/configs": {},
  "GET /api/v2/public/slug/{slug}/configs": { params: SLUG },
  "GET /api/v2/public/workflow/enabled": {},
  "PATCH /api/v2/public/slug/{slug}/config/{configId}/workflows/{workflowId}": {
    params: { slug: "slug", configId: "config", workflowId: "workflow" },
    body: () => ({ enabled: true }),
  },
  "GET /api/v2/public/application/{slug}/fields": { params: SLUG },
  "PUT /api/v2/public/application/{slug}/fields": { params: SLUG, body: () => ({ fields: [] }) },
  "GET /api/v2/public/config/field/{fieldId}": { params: FIELD, headers: ofSlug },
  "POST /api/v2/public/config/field/{fieldId}": { params: FIELD, headers: ofSlug, body: none },
  "PUT /api/v2/public/config/field/{fieldId}": {
    params: FIELD,
    headers: ofSlug,
    body: () => ({ value: null }),
  },
  "DELETE /api/v2/public/config/field/{fieldId}": { params: FIELD, headers: ofSlug },
  "POST /api/v2/public/config/field": { headers: ofSlug },
  "POST /api/v2/public/config/rule-engine/{fieldId}": {
    params: FIELD,
    headers: ofSlug,
    body: () => ({ rule_column: { lhs: "total" } }),
  },
  "GET /api/v2/public/datastore/config/{slug}": { params: SLUG },
  "GET /api/v2/public/datastore/config/{slug}/{name}/records": { params: STORE },
  "POST /api/v2/public/datastore/config/{slug}/{name}/search": { params: STORE, body: none },
  "GET /api/v2/public/execution": {},
  "GET /api/v2/public/execution/{id}": { params: EXECUTION },
  "GET /api/v1/execution/{id}/response": { params: EXECUTION },
  "GET /api/v2/public/execution/{id}/nodes/{node_id}/batches": { params: { ...EXECUTION, node_id: "node" } },
  "GET /api/v2/public/execution/{id}/nodes/{node_id}/attempts": { params: { ...EXECUTION, node_id: "node" } },
  "POST /api/v2/public/execution/{id}/stop": { params: EXECUTION },
  "POST /api/v2/public/execution/{id}/rerun": { params: EXECUTION },
  "POST /api/v2/public/execution/{id}/replay": { params: EXECUTION, body: none },
  "POST /api/v2/public/execution/replay": { body: () => ({ filter: { status: "ERRORED" } }) },
  "GET /api/v2/public/execution/replay": {},
  "GET /api/v2/public/execution/replay/{id}": { params: { id: "replay" } },
  "POST /api/v2/public/execution/replay/{id}/stop": { params: { id: "replay" } },
  "GET /api/v2/public/approval": {},
  "PUT /api/v2/public/execution/{id}/nodes/{node_id}/approval": {
    params: { ...EXECUTION, node_id: "node" },
    body: () => ({ approved: true }),
  },
  // Anybody who has the address may answer.
  "POST /api/v1/wait/{token}": {
    params: { token: "waitToken" },
    body: none,
    anyBody: true,
    anyType: true,
    open: true,
  },
  "GET /api/v1/workflow/public/scheduled": {},
  "POST /api/v1/workflow/public/scheduled": { headers: scheduleHeaders, body: cron },
  "PUT /api/v1/workflow/public/scheduled/{schedule_id}": { params: SCHEDULE, body: cron },
  "DELETE /api/v1/workflow/public/scheduled/{schedule_id}": { params: SCHEDULE },
  "PUT /api/v1/workflow/public/scheduled/{schedule_id}/pause": { params: SCHEDULE },
  "PUT /api/v1/workflow/public/scheduled/{schedule_id}/resume": { params: SCHEDULE },
  "POST /api/v2/public/application/event": { body: () => ({ name: "posted" }) },
  "GET /api/v2/public/application/event": {},
  "GET /api/v2/public/application/event/{event_id}": { params: EVENT },
  "PUT /api/v2/public/application/event/{event_id}": { params: EVENT, body: none },
  "DELETE /api/v2/public/application/event/{event_id}": { params: EVENT },
  "POST /api/v2/public/application/event/{event_id}/promote": { params: EVENT, promotes: true },
  "GET /api/v2/public/event": {},
  "POST /api/v2/public/event": { body: trigger },
  "GET /api/v2/public/event/{event_id}": { params: EVENT },
  "PUT /api/v2/public/event/{event_id}": { params: EVENT, body: none },
  "DELETE /api/v2/public/event/{event_id}": { params: EVENT },
  // The document merges this path with the previous one; this parameter is the slug of an application.
  "POST /api/v2/public/event/{event_id}": { params: { event_id: "slug" }, body: trigger, open: true },
  "POST /api/v2/public/event/trigger": { body: trigger },
  "POST /api/v1/event/trigger": { body: trigger },
  "GET /api/v2/public/file/{id}": { params: { id: "file" } },
  "GET /api/v2/public/event/received": {},
  "GET /api/v2/public/event/received/{id}": { params: { id: "received" } },
  "GET /api/v2/public/audit-log": { shared: true },
  // Names of actions and lists are the same in all organizations.
  "GET /api/v2/public/audit-log/export": { shared: true, open: true },
  "GET /api/v2/public/audit-log/{id}": { params: { id: "auditLogEntry" } },
  "GET /api/v2/public/audit/event-received": {},
  "GET /api/v2/public/audit/findings": {},
  // Callers have no credential of ours; its own tests check what belongs to whom.
  "POST /api/v1/webhook-trigger/{orgId}-{environment}/{workflowId}/{linkedAccountId}": {
    fixed: { orgId: UNKNOWN_ID, environment: "test" },
    params: { workflowId: "workflow", linkedAccountId: "account" },
    body: none,
    anyBody: true,
    anyType: true,
    open: true,
  },
  "POST /api/v1/webhook-trigger/{orgId}-{environment}/{workflowId}/{linkedAccountId}/{key}": {
    fixed: { orgId: UNKNOWN_ID, environment: "test", key: "0-unknown" },
    params: { workflowId: "workflow", linkedAccountId: "account" },
    body: none,
    keyFirst: true,
    anyBody: true,
    anyType: true,
    open: true,
  },
  "GET /api/v2/public/workflow/{id}/webhook-secret": { params: WORKFLOW },
  "PUT /api/v2/public/workflow/{id}/webhook-secret": { params: WORKFLOW, body: none },
  "DELETE /api/v2/public/workflow/{id}/webhook-secret": { params: WORKFLOW },
  "GET /api/v2/public/workflow/{id}/webhook-url": { params: WORKFLOW },
  "POST /api/v2/public/workflow/{id}/webhook-url/rotate": { params: WORKFLOW },
  "POST /api/v2/public/workflow/{id}/webhook-urls/rotate": { params: WORKFLOW },
  "POST /api/v2/public/linked-account/{id}/webhook-urls/rotate": { params: { id: "account" } },
  "GET /api/v2/public/triggers/{slug}": { params: SLUG },
  "GET /api/v2/public/trigger-subscriptions": {},
  "POST /api/v2/public/workflow/{id}/execute": { params: WORKFLOW, body: none, anyBody: true },
  "POST /api/v2/public/workflow/{id}/test": { params: WORKFLOW, body: none },
  "POST /api/v1/workflow/{id}/execute": { params: WORKFLOW, body: none, anyBody: true },
  "POST /api/v2/public/connect-url": { body: none },
  "GET /api/v2/public/hosted-properties": {},
  "GET /api/v2/public/mcp-servers": {},
  "POST /api/v2/public/mcp-servers": { body: mcpBody },
  "GET /api/v2/public/mcp-servers/{id}": { params: MCP },
  "PUT /api/v2/public/mcp-servers/{id}": { params: MCP, body: none },
  "DELETE /api/v2/public/mcp-servers/{id}": { params: MCP },
  "DELETE /api/v2/public/mcp-servers/{id}/changes": { params: MCP },
  "GET /api/v2/public/mcp-calls": {},
  "GET /api/v2/public/mcp-servers/{id}/calls": { params: MCP },
  "GET /api/v2/public/mcp-servers/{id}/calls/{call_id}": {
    params: { id: "mcpServer", call_id: "mcpCall" },
  },
  "PUT /api/v2/public/mcp-servers/{id}/calls/{call_id}/approval": {
    params: { id: "mcpServer", call_id: "mcpCall" },
    body: () => ({ approved: false }),
  },
  "POST /api/v2/public/mcp-servers/{id}/token": { params: MCP, body: () => ({ expires_in: 60 }) },
  "DELETE /api/v2/public/mcp-servers/{id}/token": { params: MCP },
  "GET /api/v2/public/mcp-settings": {},
  "PUT /api/v2/public/mcp-settings": { body: none },
  "POST /api/v2/public/mcp-sign-in": { body: (records) => ({ ...named(records), request: "no request" }) },
  "POST /api/v2/public/mcp-servers/{id}/code": { params: MCP },
  "GET /api/v2/public/mcp-tokens": {},
  "DELETE /api/v2/public/mcp-tokens/{id}": { params: { id: "mcpToken" } },
  "GET /api/v2/public/api-keys": {},
  "POST /api/v2/public/api-keys": { body: () => ({ name: "Another", role: "viewer" }) },
  "DELETE /api/v2/public/api-keys/{id}": { params: { id: "apiKey" } },
  "GET /api/v2/public/operators": { shared: true },
  "POST /api/v2/public/operators": {
    body: () => ({ email: `${createId()}@example.com`, roles: {} }),
    promotes: true,
  },
  "PUT /api/v2/public/operators/{id}": { params: OPERATOR, body: none, promotes: true },
  "DELETE /api/v2/public/operators/{id}": { params: OPERATOR, promotes: true },
  "POST /api/v2/public/operators/{id}/link": { params: OPERATOR, promotes: true },
  "GET /api/v2/public/webhook-deliveries": {},
  "GET /api/v2/public/webhook-deliveries/{id}": { params: { id: "delivery" } },
  "GET /api/v2/public/application/{slug}/icon": { params: SLUG, open: true },
  "GET /api/v2/public/workflow/{id}/accounts": { params: WORKFLOW },
  "GET /api/v2/public/execution/{id}/timeline": { params: EXECUTION },
  "GET /api/v2/public/schedules": {},
  "GET /api/v2/public/schedules/{id}": { params: { id: "schedule" } },
  "POST /api/v2/public/schedules/preview": { body: cron },
  "GET /api/v2/public/search": { query: () => ({ q: "echo" }) },
  "GET /api/v2/public/mcp-servers/{id}/tools": { params: MCP },
  "POST /api/v2/public/mcp-servers/preview": { body: none },
  "GET /api/v2/public/statistics": { query: () => ({ subject: "executions" }) },
  "GET /api/v2/public/statistics/overview": {},
  "GET /api/v2/public/mcp-grants": {},
  "DELETE /api/v2/public/mcp-grants/{id}": { params: { id: "mcpGrant" } },
};

/** A call of an operation on `records`, without a credential; `values` replace path parameters unchanged. */
export function callOf(id: string, records: Records, values: Readonly<Record<string, string>> = {}): Call {
  const { params = {}, fixed = {}, headers, query, body } = OPERATIONS[id] ?? {};
  const [method = "", template = ""] = id.split(" ");
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const record = params[name];
    const given = values[name] ?? fixed[name];
    if (given !== undefined) return given;
    if (!record) throw new Error(`The table does not say what {${name}} of ${id} is.`);
    return encodeURIComponent(records[record]);
  });
  return {
    method,
    path: query ? `${path}?${new URLSearchParams(query())}` : path,
    headers: headers?.(records) ?? {},
    ...(body && { body: body(records) }),
  };
}
