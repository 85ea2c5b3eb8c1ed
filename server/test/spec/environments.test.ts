import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call, Reply } from "./http-client.ts";
import { makeTenant, ownApplication, promote, publish, type Records, type Tenant } from "./records.ts";
import { IDS as ALL, callOf, OF_SESSIONS } from "./sample-calls.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const WORKFLOW = "/api/v2/public/workflow";
/** Operations that always require a production key. */
const REFUSED = new Set([
  "PUT /api/v2/public/organization",
  "PUT /api/v2/public/organization/redaction",
  "POST /api/v2/public/application/event/{event_id}/promote",
  "POST /api/v2/public/webhook/{id}/promote",
  "POST /api/v2/public/application/{slug}/settings/promote",
  "POST /api/v2/public/operators",
  "PUT /api/v2/public/operators/{id}",
  "DELETE /api/v2/public/operators/{id}",
  "POST /api/v2/public/operators/{id}/link",
  "POST /api/v2/public/pieces",
  "PUT /api/v2/public/pieces/{slug}",
  "DELETE /api/v2/public/pieces/{slug}",
]);
/**
 * Operations that cannot succeed here: their object is missing (an OAuth2 client, an icon, a remote server, a piece, a waiting
 * run, an address without a key, an entry of the directory, a body with a file), or an earlier call has ended it. All others must succeed, because a refusal would
 * prove nothing.
 */
const UNANSWERED = new Set([
  // Only a refused event can be started again.
  "POST /api/v2/public/event/received/{id}/restart",
  "POST /api/v2/public/connect-code/exchange",
  "POST /api/v2/public/webhook/subscribe",
  "POST /api/v2/public/webhook/unsubscribe",
  "GET /api/v1/{slug}/integrate",
  "POST /api/v1/{slug}/integrate",
  "GET /api/v1/{slug}/callback",
  "GET /api/v2/public/linked-account/integration/oauth-url/{slug}",
  "GET /api/v2/public/auth-structure/{slug}",
  "GET /api/v2/public/application/{slug}/icon",
  "GET /api/v2/public/application/{slug}/webhook-arrivals",
  "GET /api/v2/public/organization/{id}/logo/{hash}",
  "GET /api/v2/public/application/directory/{slug}",
  "GET /api/v2/public/application/directory/{slug}/operations",
  "POST /api/v2/public/application/directory/{slug}",
  "GET /api/v2/public/pieces/{slug}",
  "POST /api/v2/public/application/mcp",
  "POST /api/v2/public/application/{slug}/mcp/refresh",
  "GET /api/v2/integration-schema/{slug}/actions/{action_id}/options/{list}",
  "POST /api/v2/integration-schema/{slug}/actions/{action_id}/options/{list}",
  "POST /api/v2/public/triggers/{slug}/{event}/examples",
  "PUT /api/v2/public/trigger-subscriptions/{id}/secret",
  "POST /api/v2/public/file",
  "PUT /api/v2/public/migrate-token",
  "POST /api/v2/public/execution/{id}/stop",
  "POST /api/v2/public/execution/{id}/reveal",
  "PUT /api/v2/public/execution/{id}/nodes/{node_id}/approval",
  "POST /api/v1/wait/{token}",
  "POST /api/v1/webhook-trigger/{orgId}-{environment}/{workflowId}/{linkedAccountId}",
  "POST /api/v1/webhook-trigger/{orgId}-{environment}/{workflowId}/{linkedAccountId}/{key}",
  "POST /api/v2/public/mcp-sign-in",
  "DELETE /api/v2/public/webhook",
  "DELETE /api/v2/public/slug/{slug}/config",
  "DELETE /api/v2/public/slug/{slug}/config/{config_id}",
  "DELETE /api/v2/public/config/field/{fieldId}",
  "DELETE /api/v2/public/event/{event_id}",
  "DELETE /api/v2/public/dataref/{refName}/records/{record_id}",
  "DELETE /api/v2/public/mcp-tokens/{id}",
  "DELETE /api/v2/public/linked-account/integration/{slug}",
]);
const CODE = [
  {
    id: "start",
    type: "start",
    triggers: [
      { application: "Junctor", event: "API Call" },
      {
        application: "Junctor",
        event: "Webhook",
        input: { signature: { kind: "token", header: "x-token" } },
      },
    ],
  },
  { id: "code", type: "ai_code_executor", data: { code: "return 'of test'" } },
];
const EDITED = {
  name: "Edited",
  description: "Edited",
  icon: "https://example.com/edited.svg",
  index_order: -1,
  autoEnable: true,
  hide_in_config: true,
  nodes: CODE,
  edges: [{ source: "start", target: "code" }],
  settings: { timeout: 1 },
  data_slots: [{ id: "edited", name: "Edited", field_type: "text" }],
  test_instance_meta_data: { environment: "edited" },
};
const FIELD = { id: "edited", name: "Edited", field_type: "text", defaultValue: "edited" };
/** Bodies that change more than the samples; each is sent to its operation. */
const BODIES: Readonly<Record<string, (records: Records) => readonly object[]>> = {
  "POST /api/v2/public/workflow": () => [{ ...EDITED, workflow_environment: ["test", "production"] }, EDITED],
  "PUT /api/v2/public/workflow/{id}": () => [
    { workflow_environment: ["test"], ...EDITED },
    { workflow_alias: "taken-away" },
    { workflow_alias: null },
    EDITED,
  ],
  "PUT /api/v2/public/workflow/{id}/publish": () => [
    { published: true },
    { published: false },
    { published: true, version: 1 },
  ],
  "PUT /api/v2/public/workflow/{id}/archive": () => [{ archived: true }, { archived: false }],
  "POST /api/v2/public/workflow/import": ({ alias }) => [
    { format: "junctor.workflow", format_version: 1, name: "Imported", alias, nodes: CODE },
  ],
  "PUT /api/v2/public/organization": () => [{ name: "Renamed", session_token_ttl: 120 }],
  "POST /api/v2/public/application": ({ slug }) => [{ ...ownApplication(slug), name: "Edited" }],
  "PUT /api/v2/public/application/{slug}/settings": () => [{ enabled: false }, { enabled: true }],
  "PUT /api/v2/public/application/{slug}/setup": () => [{ name: "Edited" }],
  "PUT /api/v2/public/application/{slug}/fields": ({ field }) => [
    { fields: [{ id: field, field_type: "rule_engine" }, FIELD] },
  ],
  "PUT /api/v2/public/application/event/{event_id}": () => [
    { description: "Edited", json_schema: { type: "object", required: ["edited"] }, sample: { edited: 1 } },
  ],
  "PUT /api/v2/public/webhook/{id}": () => [
    { webhook_url: "https://edited.example.com/h", webhook_events: ["Connection Created"], disabled: true },
  ],
  ...Object.fromEntries(
    ["POST", "PUT"].flatMap((method) =>
      ["public", "f-sdk"].map((kind) => [
        `${method} /api/v2/${kind}/config`,
        ({ slug, alias }: Records) => [{ slug, workflows: [{ id: alias, enabled: false, fields: {} }] }],
      ]),
    ),
  ),
  "PATCH /api/v2/public/slug/{slug}/config/{configId}/workflows/{workflowId}": () => [{ enabled: false }],
  "PUT /api/v2/public/mcp-servers/{id}": () => [{ name: "Edited", associated_apps: [], safe_mode: true }],
  "PUT /api/v2/public/mcp-settings": () => [{ product_name: "Edited" }],
  "PUT /api/v2/public/linked-account": ({ account }) => [{ linked_account_id: account, name: "Edited" }],
};
// Calls that end a record come last, so that the others still have something to work on.
const LAST = ["DELETE /api/v2/public/workflow/{id}", "DELETE /api/v2/public/linked-account/{id}"];
const TAKES_OTHERS_ALONG = new Set([
  "DELETE /api/v2/public/mcp-servers/{id}",
  "DELETE /api/v1/linked-acc/integration/{slug}",
  "DELETE /api/v2/public/linked-account/integration/{slug}",
  "DELETE /api/v2/public/application/{slug}",
]);
// First, because publishing brings the workflow back for the others.
const ARCHIVE = "PUT /api/v2/public/workflow/{id}/archive";
const place = (id: string) =>
  id === ARCHIVE ? -1 : Number(id.startsWith("DELETE")) + Number(TAKES_OTHERS_ALONG.has(id));
const IDS = ALL.filter((id) => !LAST.includes(id)).sort((a, b) => place(a) - place(b));

let server: SpecServer;
let ours: Tenant;
let live: Live;
let before: unknown;
beforeAll(async () => {
  server = await startSpecServer();
  server.work();
  ours = await makeTenant(server, server.testKey, "ours");
  live = await bringToProduction(ours);
  before = await seenByProduction();
});
afterAll(() => server.close());

/** What exists in production. */
interface Live {
  /** The same kinds of records as in test; production's own have their own ids. */
  readonly records: Records;
  /** A workflow that production lists, has published once, and no longer publishes. */
  readonly resting: string;
  /** A session token of the customer. */
  readonly token: string;
  /** Paths of pages that the customer opens. */
  readonly pages: readonly string[];
}

/** Makes production run the tenant's workflow for one of its own customers. */
async function bringToProduction({ records }: Tenant): Promise<Live> {
  const [key, { slug, account }] = [server.productionKey, records];
  const send = (method: string, path: string, body: object, headers = {}) =>
    expectOk(server.call({ method, path: `/api/v2/public/${path}`, key, account, body, headers }));
  const session = await server.account(account, key);
  await send("PUT", "linked-account", { linked_account_id: account, name: "Acme Ltd" });
  await send("POST", "application", ownApplication(slug));
  await promote(server, records.workflow, records.eventName);
  await send("POST", "config", { slug, workflows: [{ id: records.alias, enabled: true, fields: {} }] });
  const webhook = await send("POST", "webhook", {
    webhook_url: "https://hooks.example.com/live",
    webhook_events: ["Workflow Completed"],
  });
  const resting = await restingWorkflow(records);
  const workflows = [{ id: records.alias }, { id: resting }];
  const { _id: mcpServer } = await send("POST", "mcp-servers", {
    name: "Live",
    description: "",
    associated_apps: [{ slug, workflows }],
  });
  const run = await send("POST", `workflow/${records.workflow}/execute`, {}, { sync_execution: "true" });
  const [event] = await expectOk(server.call({ path: "/api/v2/public/application/event", key }));
  const { hosted_url: portal } = await send("POST", "connect-url", {});
  const { reconnect_url: link } = await send("POST", `linked-account/integration/${slug}/reconnect-link`, {});
  const ids = { event: event._id, webhook: webhook._id, mcpServer, execution: run.execution_id };
  const [page, once] = [new URL(portal).pathname, new URL(link).pathname];
  return {
    records: { ...records, ...ids },
    resting,
    token: session,
    pages: [page, `${page}/apps/${slug}`, once],
  };
}

async function restingWorkflow({ account, slug }: Records): Promise<string> {
  const key = server.productionKey;
  const workflow_environment = ["test", "production"];
  const body = { name: "Resting", slug, nodes: CODE, edges: EDITED.edges, workflow_environment };
  const { _id: id } = await publish(server, { key }, body);
  const path = "/api/v1/workflow/public/scheduled";
  const headers = { workflow_id_alias: id, slug };
  const schedule = { trigger_type: "cron", regex: "0 9 1 1 *" };
  await expectOk(server.call({ method: "POST", path, key, account, headers, body: schedule }));
  const rest = { method: "PUT", path: `${WORKFLOW}/${id}/publish`, key, body: { published: false } };
  await expectOk(server.call(rest));
  return id;
}

/** What production runs, shows and lists: to its key, a customer's session token, an agent, and in the portal. */
async function seenByProduction() {
  const { workflow, account, slug, alias } = ours.records;
  const byKey = { key: server.productionKey, account };
  const seen = (path: string, who: Partial<Call> = byKey) => expectOk(server.call({ path, ...who }));
  const lists = [
    "application/event",
    "webhook",
    "alert-rules",
    "plans",
    "application/all",
    "linked-account",
    "mcp-servers",
  ];
  const customer = [
    ...[`${WORKFLOW}?limit=100`, `${WORKFLOW}/${workflow}`, `${WORKFLOW}/versions/${workflow}`],
    ...[
      `${WORKFLOW}/request-structure/${alias}`,
      "/api/v2/f-sdk/application",
      `/api/v2/f-sdk/application/${slug}`,
    ],
    ...[`/api/v2/f-sdk/slug/${slug}/config`, "/api/v3/org/basics"],
    ...["/api/v2/public/mcp-servers", "/api/v2/public/session/active-linked-account"],
  ];
  const [all, ...rest] = await Promise.all([
    seen(`${WORKFLOW}/all?limit=100`),
    seen(`/api/v2/public/execution/${live.records.execution}`),
    ...lists.map((path) => seen(`/api/v2/public/${path}`)),
    seen(`${WORKFLOW}/${workflow}`),
    seen(`${WORKFLOW}/enabled`),
    seen(`/api/v2/public/slug/${slug}/config`),
    seen(`/api/v2/public/application/${slug}/settings`),
    seen(`/api/v2/public/application/${slug}/fields`),
    seen("/api/v1/workflow/public/scheduled"),
    seen("/api/v2/public/organization"),
    seen("/api/v2/public/mcp-settings"),
    ...customer.map((path) => seen(path, { token: live.token })),
    toolsOfAgent(),
    ...live.pages.map(pageText),
    returnOfRun(),
  ]);
  return [workflowsOf(all.docs), ...rest];
}

/** Both environments share the draft, and an unpublished workflow looks like its draft to a production key. */
function workflowsOf(docs: Reply["body"]) {
  type Doc = { _id: string; associated_public_worklfow: string; published: boolean; version: number };
  const records = docs.filter((one: Doc) => one.associated_public_worklfow === "");
  return records.map((one: Doc) =>
    one._id === live.resting ? { published: one.published, version: one.version } : one,
  );
}

async function toolsOfAgent() {
  const headers = {
    authorization: `Bearer ${live.token}`,
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
  };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const path = `/mcp/v1/${live.records.mcpServer}`;
  const { status, text } = await server.callUnchecked({ method: "POST", path, headers, body });
  expect(status, text).toBe(200);
  expect(text).toContain("Echo");
  return text;
}

async function pageText(path: string) {
  const { status, text } = await server.callUnchecked({ path });
  expect(status, text).toBe(200);
  return text.replaceAll(/nonce="[^"]+"/g, "");
}

async function returnOfRun() {
  const { alias, account } = ours.records;
  const [path, headers] = [`${WORKFLOW}/${alias}/execute`, { sync_execution: "true" }];
  const who = { key: server.productionKey, account, headers };
  const { return_value } = await expectOk(
    server.call({ method: "POST", path, ...who, body: { any: "thing" } }),
  );
  expect(return_value).toEqual({ any: "thing" });
  return return_value;
}

/** Calls of an operation with the test credentials that it accepts. */
async function callsOf(id: string): Promise<Call[]> {
  const operation = server.contract.operations.find((one) => one.id === id);
  const { security = [], parameters = [] } = operation ?? {};
  const namesAccount = parameters.some((one) => one.in === "header" && one.name === "linked_account_id");
  const who: Partial<Call>[] = [
    ...(security.includes("apiKey")
      ? [
          { key: server.testKey, ...(namesAccount && { account: ours.records.account }) },
          { key: server.testKey },
        ]
      : []),
    ...(security.includes("sessionToken") ? [{ token: await ours.token() }] : []),
  ];
  const bodies = (records: Records): Call[] => {
    const call = callOf(id, records);
    return BODIES[id]?.(records).map((body) => ({ ...call, body })) ?? [call];
  };
  const resting = { ...ours.records, workflow: live.resting };
  const calls = [ours.records, live.records, resting].flatMap(bodies);
  const seen = new Map(calls.map((call) => [JSON.stringify(call), call]));
  return (who.length > 0 ? who : [{}]).flatMap((one) =>
    [...seen.values()].map((each) => ({ ...each, ...one })),
  );
}

describe("a test credential changes nothing that production runs, shows or lists", () => {
  test.each(IDS)("%s", async (id) => {
    const statuses = [];
    for (const call of await callsOf(id)) {
      const { status } = await server.callUnchecked(call);
      expect(status).toBeLessThan(500);
      statuses.push(status);
    }
    if (REFUSED.has(id)) expect(new Set(statuses)).toEqual(new Set([403]));
    else expect(Math.min(...statuses), `${statuses}`).toBeLessThan(UNANSWERED.has(id) ? 500 : 300);
    expect(await seenByProduction()).toEqual(before);
  });

  test("DELETE /api/v2/public/workflow/{id} removes it from test, and production continues", async () => {
    const { workflow: id } = ours.records;
    const method = "DELETE";
    const path = `${WORKFLOW}/${id}`;
    await expectOk(server.call({ method, path, key: server.testKey }));
    expect((await server.call({ path, key: server.testKey })).status).toBe(404);
    const record = await expectOk(server.call({ path, key: server.productionKey }));
    expect(record).toMatchObject({ name: "Echo", published: true, version: 1 });
    expect(record.workflow_environment).toEqual(["production"]);
    await returnOfRun();
  });

  test("every operation of the document is called", () => {
    const documented = server.contract.operations.map(({ id }) => id);
    expect([...IDS, ...LAST, ...OF_SESSIONS].sort()).toEqual(documented.sort());
  });
});
