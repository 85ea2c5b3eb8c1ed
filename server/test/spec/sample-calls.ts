import { OPERATIONS } from "../../src/api/operations.ts";
import { createId } from "../../src/platform/id.ts";
import type { Call } from "./http-client.ts";
import { echoWorkflow, ownApplication, type Records } from "./records.ts";
import { UNKNOWN_ID } from "./shapes.ts";

interface Shapes {
  readonly [part: string]:
    | { readonly properties?: object; readonly required?: readonly string[] }
    | undefined;
}

// As in the document, which merges the addresses of an application's events with those of an event.
const MERGED = "POST /api/v2/public/event/{event_id}";
const toDocumentId = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replace(/:(\w+)/g, "{$1}")}`.replace(
    /^(POST .*\/event\/){slug}$/,
    "$1{event_id}",
  );
const byId = new Map(
  OPERATIONS.map(({ method, path, schema }) => [toDocumentId(method, path), schema as Shapes]), // TypeBox writes JSON Schema
);

/**
 * Operations on the session of a signed-in operator, and an endless stream. The tests of operators, which use the
 * cookie, and those of changes call them.
 */
export const OF_SESSIONS = [...byId.keys()].filter((id) =>
  /^\w+ \/api\/v2\/public\/(operator-sessions?(\/|$)|changes$)/.test(id),
);

/** Every other operation, by `METHOD path`. */
export const IDS = [...byId.keys()].filter((id) => !OF_SESSIONS.includes(id));

/**
 * Operations that take a production key and may name records of test: to bring them to production, or because both
 * share them.
 */
export const PROMOTES: ReadonlySet<string> = new Set([
  "POST /api/v2/public/webhook/{id}/promote",
  "POST /api/v2/public/application/{slug}/settings/promote",
  "GET /api/v2/public/workflow/{id}/publish/preview",
  "PUT /api/v2/public/workflow/{id}/publish",
  "POST /api/v2/public/application/event/{event_id}/promote",
  "POST /api/v2/public/operators",
  "PUT /api/v2/public/operators/{id}",
  "DELETE /api/v2/public/operators/{id}",
  "POST /api/v2/public/operators/{id}/link",
  "POST /api/v2/public/pieces",
  "PUT /api/v2/public/pieces/{slug}",
  "DELETE /api/v2/public/pieces/{slug}",
]);

/** The record that a parameter names, in whichever path. */
const BY_NAME: Readonly<Record<string, keyof Records>> = {
  slug: "slug",
  action_id: "action",
  connection_id: "connection",
  list: "list",
  name: "datastore",
  refName: "dataReference",
  record_id: "referencedRecord",
  key: "credential",
  config_id: "config",
  configId: "config",
  fieldId: "field",
  schedule_id: "schedule",
  node_id: "node",
  event_id: "event",
  delivery_id: "delivery",
  call_id: "mcpCall",
  token: "waitToken",
  workflowId: "workflow",
  linkedAccountId: "account",
  workflow_id_alias: "alias",
};

/** The record that `{id}` names, by the segment before it. */
const BY_SEGMENT: Readonly<Record<string, keyof Records>> = {
  webhook: "webhook",
  "alert-rules": "alertRule",
  plans: "plan",
  "webhook-deliveries": "delivery",
  received: "received",
  file: "file",
  requests: "sentRequest",
  workflow: "workflow",
  versions: "workflow",
  "request-structure": "workflow",
  schedules: "schedule",
  execution: "execution",
  replay: "replay",
  "linked-account": "account",
  operators: "operator",
  "mcp-servers": "mcpServer",
  "mcp-tokens": "mcpToken",
  "mcp-grants": "mcpGrant",
  "api-keys": "apiKey",
  "audit-log": "auditLogEntry",
};

const ADDRESS = { orgId: UNKNOWN_ID, environment: "test" };
/** Parameters that name no record of an organization. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "GET /api/v2/public/organization/{id}/logo/{hash}": { id: UNKNOWN_ID, hash: "0".repeat(32) },
  "GET /api/v2/public/workflow-templates/{id}": { id: "contact-to-hubspot" },
  "POST /api/v2/public/triggers/{slug}/{event}/examples": { event: "none" },
  // Only a provider that makes secrets has such a subscription.
  "PUT /api/v2/public/trigger-subscriptions/{id}/secret": { id: UNKNOWN_ID },
  "GET /api/v2/public/search": { q: "echo" },
  "GET /api/v2/public/statistics": { subject: "executions" },
  "POST /api/v1/webhook-trigger/{orgId}-{environment}/{workflowId}/{linkedAccountId}": ADDRESS,
  "POST /api/v1/webhook-trigger/{orgId}-{environment}/{workflowId}/{linkedAccountId}/{key}": {
    ...ADDRESS,
    key: "0-unknown",
  },
};

const openApi = () => ({
  document: {
    openapi: "3.1.0",
    info: { title: "Imported", version: "1.0.0" },
    servers: [{ url: "https://api.example.com" }],
    paths: { "/things": { get: { operationId: "listThings" } } },
  },
});
const trigger = ({ eventName }: Records) => ({ event: eventName, payload: { n: 1 } });
const configOf = ({ slug, config }: Records) => ({ slug, config_id: config });
const cron = () => ({ trigger_type: "cron", regex: "*/5 * * * *" });

/** The bodies of operations that need more than an empty object. */
const BODIES: Readonly<Record<string, (records: Records) => object>> = {
  "PUT /api/v2/public/trigger-subscriptions/{id}/secret": () => ({ secret: "secret-of-the-provider" }),
  "POST /api/v2/public/connect-code": ({ account }) => ({ linked_account_id: account }),
  "POST /api/v2/public/connect-code/exchange": () => ({ code: "unknown" }),
  "POST /api/v2/public/session-token": ({ account }) => ({ linked_account_id: account }),
  "PUT /api/v2/public/portal-workflows": () => ({ building: "api", node_types: [] }),
  "PUT /api/v2/public/portal-executions": () => ({ shown: "results" }),
  "POST /api/v2/public/redaction/preview": () => ({ data: { mail: "ann@example.com" } }),
  "POST /api/v2/public/execution/{id}/reveal": () => ({ reason: "Asked by the customer" }),
  "PUT /api/v2/public/portal-applications": () => ({ applications: [], others: "all" }),
  "POST /api/v2/public/webhook": () => ({
    webhook_url: "https://example.com/h",
    webhook_events: ["Connection Created"],
  }),
  "POST /api/v2/public/webhook/subscribe": () => ({ webhook_events: ["connection-created"] }),
  "POST /api/v2/public/webhook/unsubscribe": () => ({ webhook_event: "connection-created" }),
  "POST /api/v2/public/webhook/{id}/resend": () => ({ since: "2026-01-01" }),
  "PUT /api/v2/public/webhooks/group/edit": ({ webhook }) => ({ webhookIds: [webhook], group: "G" }),
  "POST /api/v2/public/plans": () => ({ name: "Free", caps: { executions_per_month: { hard: 1000 } } }),
  "POST /api/v2/public/dataref": () => ({ refName: "posted" }),
  "PUT /api/v2/public/dataref/{refName}/records": () => ({
    refs: [{ record_id: "1", slug: "hubspot", external_id: "2" }],
  }),
  "PUT /api/v2/public/datarefs/group": ({ dataReference }) => ({ refNames: [dataReference], group: "G" }),
  "POST /api/v2/public/alert-rules": () => ({ name: "Failures", type: "workflow_failures" }),
  "PUT /api/v2/public/alert-rules/{id}": () => ({ name: "Changed" }),
  "POST /api/v2/app/{slug}/save": () => ({ key: "k" }),
  "POST /api/v2/public/application": () => ownApplication("posted"),
  "PUT /api/v2/public/linked-account/integration/save-key-credentials/{slug}": () => ({ key: "k" }),
  "PATCH /api/v2/public/linked-account/integration/{slug}/connections/{connection_id}": () => ({
    name: "Sales",
  }),
  "POST /api/v2/public/application/mcp": () => ({ slug: "remote", url: "http://127.0.0.1:9/mcp" }),
  "POST /api/v2/public/pieces": () => ({ package: "@example/piece-of-nobody" }),
  "POST /api/v2/public/application/openapi": openApi,
  "POST /api/v2/public/application/openapi/operations": openApi,
  "POST /api/v2/public/application/openapi/preview": openApi,
  "PUT /api/v2/public/application/{slug}/settings": () => ({ enabled: true }),
  "PUT /api/v2/public/application/{slug}/setup": () => ({ name: "Changed" }),
  "PUT /api/v2/public/migrate-token": ({ slug }) => ({ slug, auth_object: { access_token: "t" } }),
  "PUT /api/v2/public/linked-account": () => ({ linked_account_id: "put" }),
  "POST /api/v2/public/linked-account": () => ({ linked_account_id: "posted" }),
  "PUT /api/v2/public/linked-account/default-app/auth-credentials/{key}": () => ({ value: "v" }),
  "POST /api/v2/public/workflow": () => echoWorkflow("API Call"),
  "POST /api/v2/public/expressions/evaluate": ({ account, workflow }) => ({
    data: { total: "{{ linked_account.account_id }}" },
    linked_account_id: account,
    workflow_id: workflow,
  }),
  "POST /api/v2/public/workflow/import": () => ({
    format: "junctor.workflow",
    format_version: 1,
    name: "Imported",
  }),
  "POST /api/v2/public/workflow/{id}/restore": () => ({ version: 1 }),
  "PUT /api/v2/public/workflow/{id}/archive": () => ({ archived: true }),
  "PUT /api/v2/public/workflow/{id}/publish": () => ({ published: true }),
  "POST /api/v2/f-sdk/config": configOf,
  "PUT /api/v2/f-sdk/config": configOf,
  "POST /api/v2/public/config": configOf,
  "PUT /api/v2/public/config": configOf,
  "PATCH /api/v2/public/slug/{slug}/config/{configId}/workflows/{workflowId}": () => ({ enabled: true }),
  "PUT /api/v2/public/application/{slug}/fields": () => ({ fields: [] }),
  "PUT /api/v2/public/config/field/{fieldId}": () => ({ value: null }),
  "POST /api/v2/public/config/rule-engine/{fieldId}": () => ({ rule_column: { lhs: "total" } }),
  "POST /api/v2/public/execution/replay": () => ({ filter: { status: "ERRORED" } }),
  "PUT /api/v2/public/execution/{id}/nodes/{node_id}/approval": () => ({ approved: true }),
  "POST /api/v1/workflow/public/scheduled": cron,
  "PUT /api/v1/workflow/public/scheduled/{schedule_id}": cron,
  "POST /api/v2/public/schedules/preview": cron,
  "POST /api/v2/public/application/event": () => ({ name: "posted" }),
  "POST /api/v2/public/event": trigger,
  "POST /api/v2/public/event/{event_id}": trigger,
  "POST /api/v2/public/event/trigger": trigger,
  "POST /api/v1/event/trigger": trigger,
  "POST /api/v2/public/mcp-servers": () => ({ name: "Server", description: "" }),
  "PUT /api/v2/public/mcp-servers/{id}/calls/{call_id}/approval": () => ({ approved: false }),
  "POST /api/v2/public/mcp-servers/{id}/token": () => ({ expires_in: 60 }),
  "POST /api/v2/public/mcp-sign-in": ({ account }) => ({ linked_account_id: account, request: "no request" }),
  "POST /api/v2/public/api-keys": () => ({ name: "Another", role: "viewer" }),
  "POST /api/v2/public/operators": () => ({ email: `${createId()}@example.com`, roles: {} }),
};

/** The record that each path parameter of an operation names, except those that name none. */
export function recordsIn(id: string): Readonly<Record<string, keyof Records>> {
  const [, segment = ""] = /([\w-]+)\/\{id\}/.exec(id) ?? [];
  const named = [...id.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) => {
    if (name in (OTHERS[id] ?? {})) return [];
    const record = name === "id" ? BY_SEGMENT[segment] : BY_NAME[name];
    if (record === undefined) throw new Error(`It is not known what {${name}} of ${id} names.`);
    return [[name, id === MERGED ? "slug" : record]];
  });
  return Object.fromEntries(named);
}

/** A call of an operation on `records`, without a credential; `values` replace path parameters unchanged. */
export function callOf(id: string, records: Records, values: Readonly<Record<string, string>> = {}): Call {
  const [method = "", template = ""] = id.split(" ");
  const named = recordsIn(id);
  const others = OTHERS[id] ?? {};
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const record = named[name];
    return values[name] ?? others[name] ?? encodeURIComponent(record ? records[record] : "");
  });
  const { headers, querystring, body } = byId.get(id) ?? {};
  const query = (querystring?.required ?? []).map((name) => [name, others[name] ?? ""]);
  const required = (headers?.required ?? []).map((name) => [name, records[BY_NAME[name] ?? "slug"]]);
  return {
    method,
    path: query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path,
    headers: Object.fromEntries(required),
    ...(body && { body: BODIES[id]?.(records) ?? {} }),
  };
}
