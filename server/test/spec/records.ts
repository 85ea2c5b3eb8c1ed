import { putRecord } from "../../src/datastores/store.ts";
import type { Call } from "./http-client.ts";
import { UNKNOWN_ID } from "./shapes.ts";
import { expectOk, type SpecServer } from "./spec-server.ts";

/** One record of each kind that an organization can have in one environment, by id or name. */
export interface Records {
  readonly account: string;
  /** An application of the organization's own. */
  readonly slug: string;
  /** Of that application, as is the list of values. */
  readonly action: string;
  readonly list: string;
  /** A published workflow that the event starts. */
  readonly workflow: string;
  readonly alias: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly event: string;
  readonly eventName: string;
  readonly received: string;
  readonly mcpServer: string;
  readonly schedule: string;
  readonly execution: string;
  readonly config: string;
  /** A field of the application. */
  readonly field: string;
  readonly datastore: string;
  /** Name of a credential of the account. */
  readonly credential: string;
}

/** An organization in one environment, with one record of each kind. */
export interface Tenant {
  readonly key: string;
  readonly records: Records;
  /** A new session token of its account. */
  token(): Promise<string>;
}

/** Names of records that nobody has, of the same form. */
export const UNKNOWN: Records = {
  account: "nobody",
  slug: "no-such-app",
  action: "no_such_action",
  list: "no_such_list",
  workflow: UNKNOWN_ID,
  alias: "no-such-alias",
  webhook: UNKNOWN_ID,
  delivery: UNKNOWN_ID,
  event: UNKNOWN_ID,
  eventName: "no.such.event",
  received: UNKNOWN_ID,
  mcpServer: UNKNOWN_ID,
  schedule: UNKNOWN_ID,
  execution: UNKNOWN_ID,
  config: "no-such-config",
  field: "no-such-field",
  datastore: "no-such-store",
  credential: "no-such-credential",
};

/** A definition of an application that takes a key and checks nothing. */
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

/** The body of a workflow of one code node that gives its input back. */
export function echoWorkflow(event: string, more: object = {}) {
  return {
    name: "Echo",
    nodes: [
      { id: "start", type: "start", name: "Start", triggers: [{ application: "Junctor", event }] },
      { id: "code", type: "ai_code_executor", name: "Echo", data: { code: "return input" } },
    ],
    edges: [{ source: "start", target: "code" }],
    ...more,
  };
}

/** Makes and publishes a workflow, and gives the published record. */
export async function publish(server: SpecServer, who: Partial<Call>, body: object) {
  const path = "/api/v2/public/workflow";
  const made = await expectOk(server.call({ method: "POST", path, ...who, body }));
  return expectOk(
    server.call({ method: "PUT", path: `${path}/${made._id}/publish`, ...who, body: { published: true } }),
  );
}

/** Makes a record of each kind; `name` must be short lower-case text, and tells the tenant's records apart. */
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
  const workflow = await publish(server, { key }, echoWorkflow(eventName, { slug, workflow_alias: alias }));
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
      ...{ key, account, body: { value: name } },
    }),
  );
  const received = await post("v2/public/event/trigger", { event: eventName }, { account });
  const run = await post(`v1/workflow/${alias}/execute`, { any: "thing" }, { account });
  return {
    key,
    records: {
      account,
      slug,
      action: "send_it",
      list: "shelves",
      workflow: workflow._id,
      alias,
      webhook: webhook._id,
      delivery: delivery._id,
      event: event._id,
      eventName,
      received: received.event_id,
      mcpServer: mcpServer._id,
      schedule: schedule._id,
      execution: run.execution_id,
      config,
      credential,
      field,
      datastore,
    },
    token: async () => (await post("v2/public/session-token", { linked_account_id: account })).token,
  };
}

/** Stores a record in a datastore of the config, which only a run can. */
async function fillDatastore({ deps }: SpecServer, config: string, name: string): Promise<string> {
  const row = await deps.db
    .selectFrom("configs")
    .select("id")
    .where("config_id", "=", config)
    .executeTakeFirstOrThrow();
  const record = { fields: { any: "thing" }, now: deps.clock.now() };
  await deps.queue.transaction((tx) => putRecord(tx, row.id, name, record));
  return name;
}
