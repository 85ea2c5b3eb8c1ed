import { afterAll, beforeAll, expect, test } from "vitest";
import { addPendingRecords } from "../../src/audit-log/write.ts";
import type { Call, Reply } from "./http-client.ts";
import { echoWorkflow, makeTenant, type Records, type Tenant } from "./records.ts";
import { callOf, IDS, PROMOTES } from "./sample-calls.ts";
import { expectOk, type Keys, type SpecServer, startSpecServer } from "./spec-server.ts";

type Given = (records: Records) => unknown;

/** Bodies that change something, for operations whose sample body changes nothing. */
const CHANGES: Readonly<Record<string, Given>> = {
  "PUT /api/v2/public/organization": () => ({ color: "#123456" }),
  "PUT /api/v2/public/organization/redaction": () => ({ rules: [{ key: "nobody_has_this" }] }),
  "PUT /api/v2/public/redaction": () => ({ rules: [{ key: "nobody_has_this" }] }),
  "PUT /api/v2/public/workflow/{id}/redaction": () => ({ rules: [{ key: "nobody_has_this" }] }),
  "PUT /api/v2/public/portal-applications": ({ slug }) => ({ applications: [slug], others: "all" }),
  "PUT /api/v2/public/portal-workflows": () => ({ building: "portal", node_types: ["action"] }),
  "PUT /api/v2/public/webhook/{id}": () => ({ description: "Changed" }),
  "PUT /api/v2/public/workflow/{id}": ({ eventName }) => {
    const { nodes, edges } = echoWorkflow(eventName, { node: "another" });
    return { nodes, edges };
  },
  "POST /api/v2/public/webhook/unsubscribe": () => ({ webhook_event: "workflow-completed" }),
  "POST /api/v2/f-sdk/config": ({ slug }) => ({ slug, config_id: "by a browser" }),
  "PUT /api/v2/f-sdk/config": ({ slug, config, workflow }) => ({
    slug,
    config_id: config,
    workflows: [{ id: workflow, enabled: true, fields: {} }],
  }),
  "POST /api/v2/public/config": ({ slug }) => ({ slug, config_id: "by a server" }),
  "PUT /api/v2/public/config": ({ slug, config, workflow }) => ({
    slug,
    config_id: config,
    workflows: [{ id: workflow, enabled: false, fields: {} }],
  }),
  "PUT /api/v2/public/application/event/{event_id}": () => ({ name: "renamed" }),
  "PUT /api/v2/public/event/{event_id}": () => ({ name: "renamed again" }),
  "PUT /api/v2/public/plans/{id}": () => ({ name: "Changed" }),
  "PUT /api/v2/public/mcp-servers/{id}": () => ({ description: "Changed" }),
  "PUT /api/v2/public/operators/{id}": () => ({ name: "Changed" }),
  "PUT /api/v2/public/migrate-token": ({ slug }) => ({ slug, auth_object: { access_token: "t" } }),
};

/** Operations that change no configuration, access or credentials. */
const CHANGES_NOTHING: Readonly<Record<string, string>> = {
  "POST /api/v2/public/session-token": "issued for each page view",
  "POST /api/v2/public/connect-code": "issued for each page view",
  "POST /api/v2/public/connect-code/exchange": "issued for each page view",
  "POST /api/v2/public/organization/portal-preview": "reads",
  "POST /api/v2/public/redaction/preview": "reads",
  "POST /api/v2/public/execution/{id}/reveal": "reads, and records it where there is something to reveal",
  "POST /api/v2/public/webhook/{id}/test": "a delivery",
  "POST /api/v2/public/alert-rules/{id}/test": "notifications",
  "POST /api/v1/{slug}/integrate": "begins a consent; the connection is recorded",
  "POST /api/v2/public/linked-account/integration/{slug}/check": "reads",
  "POST /api/v2/public/application/openapi/operations": "reads",
  "POST /api/v2/public/application/openapi/preview": "reads",
  "POST /api/v2/integration-schema/{slug}/actions/{action_id}/execute": "uses a connection",
  "POST /api/v2/integration-schema/{slug}/actions/{action_id}/options/{list}": "reads",
  "POST /api/v2/public/triggers/{slug}/{event}/examples": "reads",
  "POST /api/v2/public/file": "keeps a file, as executions do",
  "POST /api/v2/public/config/field/{fieldId}": "reads",
  "POST /api/v2/public/config/field": "reads",
  "POST /api/v2/public/config/rule-engine/{fieldId}": "reads",
  "POST /api/v2/public/datastore/config/{slug}/{name}/search": "reads",
  "POST /api/v2/public/dataref": "data, as workflows write it",
  "PUT /api/v2/public/dataref/{refName}/records": "data, as workflows write it",
  "PUT /api/v2/public/dataref/{refName}/clear-records": "data, as workflows write it",
  "PUT /api/v2/public/datarefs/group": "data, as workflows write it",
  "DELETE /api/v2/public/dataref/{refName}/records/{record_id}": "data, as workflows write it",
  "DELETE /api/v2/public/dataref/{refName}": "data, as workflows write it",
  "POST /api/v1/wait/{token}": "goes on with an execution",
  "POST /api/v2/public/event/received/{id}/restart": "starts an execution",
  "POST /api/v2/public/event": "starts executions",
  "POST /api/v2/public/event/{event_id}": "starts executions",
  "POST /api/v2/public/event/trigger": "starts executions",
  "POST /api/v1/event/trigger": "starts executions",
  "POST /api/v1/webhook-trigger/{orgId}-{environment}/{workflowId}/{linkedAccountId}": "starts executions",
  "POST /api/v1/webhook-trigger/{orgId}-{environment}/{workflowId}/{linkedAccountId}/{key}":
    "starts executions",
  "POST /api/v2/public/workflow/{id}/execute": "starts an execution",
  "POST /api/v1/workflow/{id}/execute": "starts an execution",
  "POST /api/v2/public/workflow/{id}/problems": "reads",
  "POST /api/v2/public/workflow/{id}/test": "an execution that only tries",
  "POST /api/v2/public/mcp-sign-in": "says who a browser's user is; what they grant is recorded",
  "POST /api/v2/public/schedules/preview": "reads",
  "POST /api/v2/public/mcp-servers/preview": "reads",
  "POST /api/v2/public/expressions/evaluate": "reads",
};

/** Operations that need more than one record of each kind, with the tables that they write, which are recorded. */
const NEEDS_MORE: Readonly<Record<string, string>> = {
  "POST /api/v2/public/application/directory/{slug}": "an entry of the directory; custom_applications",
  "POST /api/v2/public/application/mcp": "a remote server; custom_applications",
  "POST /api/v2/public/application/{slug}/mcp/refresh": "a remote server; custom_applications",
  "PUT /api/v2/public/migrate-token": "an application with OAuth2; connections",
  "POST /api/v2/public/pieces": "a package of a registry; record-piece-act.ts",
  "PUT /api/v2/public/pieces/{slug}": "an installed piece; record-piece-act.ts",
  "DELETE /api/v2/public/pieces/{slug}": "an installed piece; record-piece-act.ts",
  "PUT /api/v2/public/execution/{id}/nodes/{node_id}/approval": "an execution that waits; acts.ts",
  "PUT /api/v2/public/trigger-subscriptions/{id}/secret": "a provider that makes secrets; acts.ts",
  "PUT /api/v2/public/workflow/{id}/webhook-secret": "a webhook's start; workflow_webhook_secrets",
  "DELETE /api/v2/public/workflow/{id}/webhook-secret": "a webhook's start; workflow_webhook_secrets",
  "POST /api/v2/public/workflow/{id}/webhook-url/rotate": "a webhook's start; webhook_address_rotations",
  "PUT /api/v2/public/config/field/{fieldId}": "a value of the field's type; configs",
  "DELETE /api/v2/public/config/field/{fieldId}": "a value of the field's type; configs",
  "DELETE /api/v2/public/mcp-servers/{id}/changes": "changes of a customer's own; mcp_server_changes",
};

/** Called first for operations that need a connection. */
const CONNECT = "PUT /api/v2/public/linked-account/integration/save-key-credentials/{slug}";
const OF_CONNECTIONS = new Set([
  "DELETE /api/v1/linked-acc/integration/{slug}",
  "DELETE /api/v2/public/linked-account/integration/{slug}",
]);

const CHANGING = IDS.filter((id) => !id.startsWith("GET "));
// Deletions come last, and that of the customer at the very end.
const ORDER = [...CHANGING].sort((a, b) => rank(a) - rank(b));
function rank(id: string): number {
  if (id === "DELETE /api/v2/public/linked-account/{id}") return 3;
  if (/^DELETE .*(workflow|application|mcp-servers)\/\{\w+\}$/.test(id)) return 2;
  return id.startsWith("DELETE ") ? 1 : 0;
}

let server: SpecServer;
let operationIds: Map<string, string>;
beforeAll(async () => {
  server = await startSpecServer();
  const { paths } = await expectOk(server.call({ path: "/openapi.json" }));
  operationIds = new Map(
    Object.entries<Record<string, { operationId: string }>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]): [string, string] => [
        `${method.toUpperCase()} ${path}`,
        operationId,
      ]),
    ),
  );
});
afterAll(() => server.close());

let count = 0;
async function makeOrganization(): Promise<{ keys: Keys; tenant: Tenant }> {
  const keys = await server.organization();
  count += 1;
  return { keys, tenant: await makeTenant(server, keys.testKey, `recorded-${count}`) };
}

type Organization = Awaited<ReturnType<typeof makeOrganization>>;

async function call(id: string, { keys, tenant }: Organization): Promise<Reply> {
  const { records } = tenant;
  // Publishing in test needs no production key.
  const isPublish = id === "PUT /api/v2/public/workflow/{id}/publish";
  const inProduction =
    (PROMOTES.has(id) && !isPublish) || /^PUT \/api\/v2\/public\/organization(\/redaction)?$/.test(id);
  const change = CHANGES[id];
  const request: Call = { ...callOf(id, records), ...(change && { body: change(records) }) };
  const account = inProduction ? {} : { account: records.account };
  const key = inProduction ? keys.productionKey : keys.testKey;
  const reply = await server.callUnchecked({ ...request, ...account, key });
  const token = reply.status === 401 ? await tenant.token() : undefined;
  return token === undefined ? reply : server.callUnchecked({ ...request, token });
}

/** If an earlier call has used up what an operation needs, calls it in a separate organization. */
async function callAll(ids: readonly string[]): Promise<void> {
  const main = await makeOrganization();
  for (const id of ids) {
    if (OF_CONNECTIONS.has(id)) await call(CONNECT, main);
    if ((await call(id, main)).status < 300) continue;
    const { status, text } = await call(id, await makeOrganization());
    expect(status, `${id}: ${text}`).toBeLessThan(300);
  }
}

test("every operation that changes configuration, access or credentials leaves a record", async () => {
  const called = ORDER.filter((id) => !(id in CHANGES_NOTHING) && !(id in NEEDS_MORE));
  await callAll(called);
  await addPendingRecords(server.deps);
  const rows = await server.deps.db.selectFrom("audit_log").select("operation").distinct().execute();
  const recorded = new Set(rows.map(({ operation }) => operation));
  const missing = called.filter((id) => !recorded.has(operationIds.get(id) ?? ""));
  expect(missing, "Record it, or say in this test why not").toEqual([]);
});

test("operations that claim to change nothing leave no record", async () => {
  const organization = await makeOrganization();
  for (const id of Object.keys(CHANGES_NOTHING)) {
    const { tenant, keys } = organization;
    const request = { ...callOf(id, tenant.records), account: tenant.records.account, key: keys.testKey };
    await server.callUnchecked(request);
  }
  await addPendingRecords(server.deps);
  const rows = await server.deps.db.selectFrom("audit_log").select("operation").distinct().execute();
  const recorded = new Set(rows.map(({ operation }) => operation));
  expect(Object.keys(CHANGES_NOTHING).filter((id) => recorded.has(operationIds.get(id) ?? ""))).toEqual([]);
});

test("the lists of this test name existing operations", () => {
  const named = [CHANGES, CHANGES_NOTHING, NEEDS_MORE].flatMap((list) => Object.keys(list));
  expect(named.filter((id) => !IDS.includes(id))).toEqual([]);
});
