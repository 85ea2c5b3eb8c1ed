import { addPendingRecords } from "../../src/audit-log/write.ts";
import { saveRecord } from "../../src/datastores/store.ts";
import { insertFile } from "../../src/files/store.ts";
import { insertOperator } from "../../src/operators/store.ts";
import { createId } from "../../src/platform/id.ts";
import { buildStepLink } from "../../src/runs/signals/links.ts";
import type { Call } from "./http-client.ts";
import { UNKNOWN_ID } from "./shapes.ts";
import { expectOk, type SpecServer } from "./spec-server.ts";

/** One record of each kind that an organization can have in one environment, by id or name. */
export interface Records {
  readonly account: string;
  /** A custom application of the organization. */
  readonly slug: string;
  /** The account's connection to that application. */
  readonly connection: string;
  /** An action of that application, which also has the option list. */
  readonly action: string;
  readonly list: string;
  /** A published workflow that the event starts. */
  readonly workflow: string;
  readonly alias: string;
  readonly webhook: string;
  readonly alertRule: string;
  readonly dataReference: string;
  readonly referencedRecord: string;
  readonly plan: string;
  readonly delivery: string;
  readonly event: string;
  readonly eventName: string;
  readonly received: string;
  readonly mcpServer: string;
  /** A call at that server, which waits for its approval. */
  readonly mcpCall: string;
  /** The account's consent to an assistant at that server. */
  readonly mcpGrant: string;
  /** The account's token for that server. */
  readonly mcpToken: string;
  readonly schedule: string;
  readonly execution: string;
  /** A replay of no executions. */
  readonly replay: string;
  /** A node of the execution. */
  readonly node: string;
  /** The token in the address where that node's answer is posted. */
  readonly waitToken: string;
  readonly config: string;
  /** A field of the application. */
  readonly field: string;
  readonly datastore: string;
  /** Name of a credential of the account. */
  readonly credential: string;
  /** A key that makes no calls. */
  readonly apiKey: string;
  /** An operator of the organization, in both environments. */
  readonly operator: string;
  readonly auditLogEntry: string;
  /** A file of the account. */
  readonly file: string;
  /** A request to a third party for the account. */
  readonly sentRequest: string;
}

/** An organization in one environment, with one record of each kind. */
export interface Tenant {
  readonly key: string;
  readonly records: Records;
  /** A new session token of its account. */
  token(): Promise<string>;
}

/** Names of records that do not exist, in the same format. */
export const UNKNOWN: Records = {
  account: "nobody",
  slug: "no-such-app",
  connection: UNKNOWN_ID,
  action: "no_such_action",
  list: "no_such_list",
  workflow: UNKNOWN_ID,
  alias: "no-such-alias",
  webhook: UNKNOWN_ID,
  alertRule: UNKNOWN_ID,
  dataReference: "unknown",
  referencedRecord: "unknown",
  plan: UNKNOWN_ID,
  delivery: UNKNOWN_ID,
  event: UNKNOWN_ID,
  eventName: "no.such.event",
  received: UNKNOWN_ID,
  mcpServer: UNKNOWN_ID,
  mcpCall: UNKNOWN_ID,
  mcpGrant: UNKNOWN_ID,
  mcpToken: UNKNOWN_ID,
  schedule: UNKNOWN_ID,
  execution: UNKNOWN_ID,
  replay: UNKNOWN_ID,
  node: "no-such-node",
  waitToken: "no-such-token",
  config: "no-such-config",
  field: "no-such-field",
  datastore: "no-such-store",
  credential: "no-such-credential",
  apiKey: UNKNOWN_ID,
  operator: UNKNOWN_ID,
  auditLogEntry: UNKNOWN_ID,
  file: UNKNOWN_ID,
  sentRequest: UNKNOWN_ID,
};

/** The definition of an application that takes a key and does not check it. */
export function ownApplication(slug: string, baseUrl = "https://api.example.com") {
  return {
    slug,
    name: `Application ${slug}`,
    description: "An application of the organization's own.",
    version: "1.0.0",
    base_url: baseUrl,
    auth: {
      keybased: {
        fields: [{ name: "key", label: "Key" }],
        apply: { headers: { "x-app-key": "{{ credentials.key }}" } },
      },
    },
    options: {
      shelves: {
        request: { method: "GET", path: "/shelves" },
        items: "body",
        name: "{{ item.name }}",
        value: "{{ item.id }}",
      },
    },
    actions: {
      send_it: {
        title: "Send",
        description: "Sends what it is given.",
        hints: { read_only: false },
        input: { type: "object", properties: { shelf: { type: "string", "x-options": "shelves" } } },
        request: { method: "POST", path: "/things", json: "{{ input }}" },
      },
    },
  };
}

/** The body of a workflow with one code node, called `node`, that returns its input. */
export function echoWorkflow(
  event: string,
  { node = "code", ...more }: { readonly node?: string; readonly [field: string]: unknown } = {},
) {
  return {
    name: "Echo",
    nodes: [
      { id: "start", type: "start", name: "Start", triggers: [{ application: "Junctor", event }] },
      { id: node, type: "ai_code_executor", name: "Echo", data: { code: "return input" } },
    ],
    edges: [{ source: "start", target: node }],
    ...more,
  };
}

/** Creates and publishes a workflow with the events that start it; returns the published record. */
export async function publish(server: SpecServer, who: Partial<Call>, body: object) {
  const path = "/api/v2/public/workflow";
  for (const [, name] of JSON.stringify(body).matchAll(/"application":"Junctor","event":"([^"]+)"/g))
    await server.call({ method: "POST", path: "/api/v2/public/application/event", ...who, body: { name } });
  const made = await expectOk(server.call({ method: "POST", path, ...who, body }));
  return expectOk(
    server.call({ method: "PUT", path: `${path}/${made._id}/publish`, ...who, body: { published: true } }),
  );
}

/** Makes production run a workflow that test has published, started by the same event. */
export async function promote(server: SpecServer, id: string, event: string) {
  const as = { key: server.productionKey };
  await server.call({
    method: "POST",
    path: "/api/v2/public/application/event",
    ...as,
    body: { name: event },
  });
  const path = `/api/v2/public/workflow/${id}/publish`;
  return expectOk(server.call({ method: "PUT", path, ...as, body: { published: true } }));
}

/** Connects an account to an application that takes any key; returns the connection's id. */
async function connect(server: SpecServer, who: Partial<Call>, slug: string): Promise<string> {
  const path = `/api/v2/public/linked-account/integration/save-key-credentials/${slug}`;
  await expectOk(server.call({ method: "PUT", path, ...who, body: { key: "k" } }));
  const { connections } = await expectOk(
    server.call({ method: "GET", path: `/api/v2/public/application/${slug}`, ...who }),
  );
  return connections[0].connection_id;
}

/** Creates a record of each kind; `name` must be short lower-case text, and distinguishes the tenant's records. */
export async function makeTenant(server: SpecServer, key: string, name: string): Promise<Tenant> {
  const account = `acme-${name}`;
  await server.account(account, key);
  const post = (path: string, body?: unknown, more: Partial<Call> = {}) =>
    expectOk(server.call({ method: "POST", path: `/api/${path}`, key, body, ...more }));
  const eventName = `order.placed.${name}`;
  const slug = `shop-${name}`;
  const alias = `echo-${name}`;
  const config = `config-${name}`;
  await post("v2/public/application", ownApplication(slug));
  const event = await post("v2/public/application/event", { name: eventName });
  const node = `echo-node-${name}`;
  const echo = echoWorkflow(eventName, { node, slug, workflow_alias: alias });
  const workflow = await publish(server, { key }, echo);
  const field = `rules-${name}`;
  const path = `/api/v2/public/application/${slug}/fields`;
  const fields = [{ id: field, field_type: "rule_engine" }];
  await expectOk(server.call({ method: "PUT", path, key, body: { fields } }));
  await post("v2/public/config", { slug, config_id: config }, { account });
  await post("v2/public/config", { slug }, { account });
  const datastore = await fillDatastore(server, account, `store-${name}`);
  const schedule = await post(
    "v1/workflow/public/scheduled",
    { trigger_type: "cron", regex: "0 9 * * *" },
    { account, headers: { workflow_id_alias: alias, slug } },
  );
  const webhook = await post("v2/public/webhook", {
    webhook_url: `https://hooks.example.com/${name}`,
    webhook_events: ["Workflow Completed"],
  });
  const delivery = await post(`v2/public/webhook/${webhook._id}/test`);
  const mcpServer = await post(
    "v2/public/mcp-servers",
    { name: `MCP ${name}`, description: "" },
    { account },
  );
  const credential = `secret-${name}`;
  await expectOk(
    server.call({
      method: "PUT",
      path: `/api/v2/public/linked-account/default-app/auth-credentials/${credential}`,
      key,
      account,
      body: { value: name },
    }),
  );
  const received = await post("v2/public/event/trigger", { event: eventName }, { account });
  const run = await post(`v1/workflow/${alias}/execute`, { any: "thing" }, { account });
  const replay = await post(
    "v2/public/execution/replay",
    { filter: { execution_id: UNKNOWN_ID } },
    { account },
  );
  return {
    key,
    records: {
      account,
      slug,
      connection: await connect(server, { key, account }, slug),
      action: "send_it",
      list: "shelves",
      workflow: workflow._id,
      alias,
      webhook: webhook._id,
      alertRule: (await post("v2/public/alert-rules", { name: `Rule ${name}`, type: "queue_age" }))._id,
      ...(await referTo(server, { key, account }, name)),
      plan: (await post("v2/public/plans", { name: `Plan ${name}` }))._id,
      delivery: delivery._id,
      event: event._id,
      eventName,
      received: received.event_id,
      mcpServer: mcpServer._id,
      mcpCall: await askForCall(server, account, mcpServer._id),
      mcpGrant: await allowAssistant(server, account, mcpServer._id),
      mcpToken: (await post(`v2/public/mcp-servers/${mcpServer._id}/token`, {}, { account }))._id,
      schedule: schedule._id,
      execution: run.execution_id,
      replay: replay._id,
      node,
      waitToken:
        buildStepLink(server.deps, "hook", { runId: run.execution_id, path: node }).split("/").at(-1) ?? "",
      config,
      credential,
      field,
      datastore,
      apiKey: (await post("v2/public/api-keys", { name: `Key ${name}`, role: "viewer" })).id,
      operator: await inviteOperator(server, key, `${name}@example.com`),
      auditLogEntry: await readAuditLogEntry(server, key, eventName),
      file: await storeFile(server, account),
      sentRequest: await storeRequest(server, account),
    },
    token: async () => (await post("v2/public/session-token", { linked_account_id: account })).token,
  };
}

/** Stores a request to a third party, which only calling one can do. */
async function storeRequest({ deps }: SpecServer, accountId: string): Promise<string> {
  const { db, clock } = deps;
  const row = await db
    .selectFrom("linked_accounts")
    .select(["id as account_id", "org_id", "environment"])
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  const id = createId();
  const end = { status: 200, status_class: 2, duration_ms: 1, created_at: clock.now() };
  await db
    .insertInto("provider_requests")
    .values({ ...row, ...NO_DETAILS, ...end, id, cause: "action" })
    .execute();
  return id;
}

const NO_DETAILS = {
  slug: null,
  connection_id: null,
  subject: null,
  run_id: null,
  step_path: null,
  method: null,
  url: null,
  error: null,
  request: null,
  response: null,
};

async function storeFile({ deps }: SpecServer, accountId: string): Promise<string> {
  const row = await deps.db
    .selectFrom("linked_accounts")
    .select(["id", "org_id", "environment"])
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  const { id, org_id: orgId, environment } = row;
  const file = { name: "a.bin", contentType: "application/octet-stream", content: Buffer.from([0, 255]) };
  const scope = { orgId, environment, account: { id, accountId } };
  return (
    await insertFile(deps.db, scope, file, {
      executionId: undefined,
      now: deps.clock.now(),
      limits: deps.config,
    })
  ).$file;
}

/** The audit log entry about the creation of an event. */
async function readAuditLogEntry(server: SpecServer, key: string, eventName: string): Promise<string> {
  await addPendingRecords(server.deps);
  const path = `/api/v2/public/audit-log?object_type=event&search=${encodeURIComponent(eventName)}`;
  return (await expectOk(server.call({ path, key }))).docs[0]._id;
}

/** Adds an operator as a production key would; not every organization here has one. */
async function inviteOperator({ deps }: SpecServer, key: string, email: string): Promise<string> {
  const caller = await deps.credentials.apiKey(key);
  if (!caller) throw new Error("The key is none.");
  const operator = { email, roles: { test: "viewer" } } as const;
  return (await insertOperator(deps.db, caller.scope.orgId, operator, deps.clock.now())).id;
}

/** Stores a customer's consent to an assistant, which only a browser can give. */
async function allowAssistant({ deps }: SpecServer, accountId: string, serverId: string): Promise<string> {
  const { db, clock } = deps;
  const row = await db
    .selectFrom("linked_accounts")
    .select(["id as account_id", "org_id", "environment"])
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  const [now, id] = [clock.now(), createId()];
  const about = { id, server_id: serverId, client_id: "client", client_name: "Assistant", payload: "{}" };
  await db
    .insertInto("mcp_oauth_grants")
    .values({ ...row, ...about, created_at: now, expires_at: new Date(now.getTime() + 86_400_000) })
    .execute();
  return id;
}

/** Stores a waiting call, which only an agent can make. */
async function askForCall({ deps }: SpecServer, accountId: string, serverId: string): Promise<string> {
  const { db, clock } = deps;
  const row = await db
    .selectFrom("linked_accounts")
    .select(["id as account_id", "org_id", "environment"])
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  const id = createId();
  const about = { id, server_id: serverId, tool: "tool", title: "Tool", application: "App", arguments: "{}" };
  await db
    .insertInto("mcp_calls")
    .values({ ...row, ...about, status: "WAITING", created_at: clock.now() })
    .execute();
  return id;
}

/** Stores the id of a record in an application. */
async function referTo(
  server: SpecServer,
  caller: Pick<Call, "key" | "account">,
  name: string,
): Promise<Pick<Records, "dataReference" | "referencedRecord">> {
  const named = { dataReference: `references-${name}`, referencedRecord: `record-${name}` };
  const refs = [{ record_id: named.referencedRecord, slug: "hubspot", external_id: name }];
  const path = `/api/v2/public/dataref/${named.dataReference}/records`;
  await expectOk(server.call({ method: "PUT", path, ...caller, body: { refs } }));
  return named;
}

/** Stores a record in a datastore of the config, which only a run can do. */
async function fillDatastore({ deps }: SpecServer, config: string, name: string): Promise<string> {
  const row = await deps.db
    .selectFrom("configs")
    .select("id")
    .where("config_id", "=", config)
    .executeTakeFirstOrThrow();
  const record = { fields: { any: "thing" }, now: deps.clock.now() };
  await deps.queue.transaction((tx) => saveRecord(tx, row.id, name, record));
  return name;
}
