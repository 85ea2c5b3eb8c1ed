import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { RECORDED_TABLES } from "./recorded-tables.ts";
import { addPendingRecords } from "./write.ts";

const PUBLIC = "/api/v2/public";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function ok(request: Parameters<TestServer["request"]>[0]) {
  const reply = await server.request({ key: server.testKey, ...request });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

async function log(query = "", key = server.testKey) {
  await addPendingRecords(server.deps);
  return (await ok({ url: `${PUBLIC}/audit-log?limit=100&${query}`, key })).docs;
}
const detail = async (id: string) => ok({ url: `${PUBLIC}/audit-log/${id}` });

test("a change is recorded with its actor, method, origin, and the values before and after", async () => {
  const made = await ok({
    method: "POST",
    url: `${PUBLIC}/application/event`,
    headers: { "user-agent": "curl/8", "x-forwarded-for": "203.0.113.7" },
    body: { name: "Order placed" },
  });
  const url = `${PUBLIC}/application/event/${made.event_id}`;
  await ok({ method: "PUT", url, body: { name: "Order paid" } });
  const [updated, created] = await log("object_type=event");
  expect(created).toMatchObject({
    action: "event.created",
    operation: "createEvent",
    actor: { kind: "api_key", id: expect.any(String), name: `…${server.testKey.slice(-4)}` },
    address: "203.0.113.7",
    user_agent: "curl/8",
    environment: "test",
    object: { type: "event", id: made.event_id, name: "Order placed" },
    secrets: [],
  });
  expect(updated).toMatchObject({ action: "event.updated", operation: "updateEvent", fields: ["name"] });
  expect(await detail(updated._id)).toMatchObject({
    before: { name: "Order placed" },
    after: { name: "Order paid" },
    sequence: expect.any(Number),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test("a write that changes nothing leaves no record", async () => {
  const put = (body: object) => ok({ method: "PUT", url: `${PUBLIC}/linked-account`, body });
  await put({ linked_account_id: "same", name: "Same", udf: { plan: "free" } });
  await put({ linked_account_id: "same", name: "Same", udf: { plan: "free" } });
  await put({ linked_account_id: "same" });
  await put({ linked_account_id: "same", udf: { plan: "paid" } });
  const found = await log("object_type=linked_account&linked_account_id=same");
  expect(found.map(({ action }: { action: string }) => action)).toEqual([
    "linked_account.updated",
    "linked_account.created",
  ]);
  expect(await detail(found[0]._id)).toMatchObject({
    before: { udf: { plan: "free" } },
    after: { udf: { plan: "paid" } },
  });
});

test("an account's record shows who it was when it is created, unset and deleted", async () => {
  const account = (method: "PUT" | "DELETE", body: object) =>
    ok({
      method,
      url: method === "PUT" ? `${PUBLIC}/linked-account` : `${PUBLIC}/linked-account/gone`,
      body,
    });
  await account("PUT", { linked_account_id: "gone", name: "Gone", language: "fr", udf: { plan: "free" } });
  await account("PUT", { linked_account_id: "gone", language: null });
  await account("DELETE", {});
  const found = await log("object_type=linked_account&linked_account_id=gone");
  expect(found.map((one: { object: { name: string } }) => one.object.name)).toEqual(["Gone", "Gone", "Gone"]);
  const states = await Promise.all(found.map(({ _id }: { _id: string }) => detail(_id)));
  expect(states.map(({ before, after }) => [before, after])).toEqual([
    [{ name: "Gone", udf: { plan: "free" } }, null],
    [{ language: "fr" }, { language: null }],
    [null, { name: "Gone", language: "fr", udf: { plan: "free" } }],
  ]);
});

test("a key reads the records of its environment and of what both share, and of no other organization", async () => {
  const other = await server.organization();
  const named = async (name: string, key: string) =>
    ok({ method: "PUT", url: `${PUBLIC}/linked-account`, key, body: { linked_account_id: name } });
  await named("of-test", server.testKey);
  await named("of-production", server.productionKey);
  await named("of-stranger", other.testKey);
  const body = { email: "of-both@example.com", roles: {} };
  await ok({ method: "POST", url: `${PUBLIC}/operators`, key: server.productionKey, body });
  const seen = async (key: string) => {
    const docs: { _id: string; object: { name: string | null; id: string | null } }[] = await log("", key);
    const text = (await server.request({ url: `${PUBLIC}/audit-log/export`, key })).text;
    const names = ["of-test", "of-production", "of-stranger", "of-both@example.com"];
    return [
      names.filter((name) => JSON.stringify(docs).includes(name)),
      names.filter((name) => text.includes(name)),
    ];
  };
  expect(await seen(server.testKey)).toEqual(Array(2).fill(["of-test", "of-both@example.com"]));
  expect(await seen(server.productionKey)).toEqual(Array(2).fill(["of-production", "of-both@example.com"]));
  expect(await seen(other.testKey)).toEqual(Array(2).fill(["of-stranger"]));
  const [record] = await log("search=of-production", server.productionKey);
  for (const key of [server.testKey, other.productionKey])
    expect((await server.request({ url: `${PUBLIC}/audit-log/${record._id}`, key })).status).toBe(404);
});

/** Tables without configuration, access or credentials, and what covers their changes instead. */
const UNRECORDED: Readonly<Record<string, string>> = {
  account_choices: "a consent that is under way",
  alerts: "what rules have found; the rules are recorded",
  audit_findings: "the inbox's balance",
  audit_state: "the inbox's balance",
  audit_log: "the log itself",
  audit_log_chains: "the log itself",
  audit_log_pending: "the log itself",
  audit_log_writer: "the log itself",
  changes: "what statistics are counted from",
  connection_events: "the health of connections has a record of its own",
  connection_health: "the health of connections has a record of its own",
  connect_codes: "issued for each page view",
  datastores: "data that workflows write",
  datastore_records: "data that workflows write",
  data_references: "data that workflows write",
  external_ids: "data that workflows write",
  draft_readers: "who has a draft open just now",
  file_chunks: "of executions",
  files: "of executions",
  installation: "made once, at the first start",
  list_milestones: "derived",
  kysely_migration: "the schema",
  kysely_migration_lock: "the schema",
  mails: "a mail that is under way",
  mcp_calls: "a log of its own",
  mcp_oauth_clients: "assistants that ask for access; what customers grant is recorded",
  mcp_oauth_interactions: "a sign-in that is under way",
  mcp_oauth_tokens: "come and go with their grants",
  mcp_sign_in_codes: "once, for some minutes",
  oauth_states: "a consent that is under way",
  organization_logos: "the organization's record has the logo's address",
  payloads: "of executions",
  piece_installs: "the whole server's; each organization's log gets an act (record-piece-act.ts)",
  pieces: "the whole server's; each organization's log gets an act (record-piece-act.ts)",
  payload_uses: "of executions",
  provider_requests: "a log of its own",
  rate_limits: "counters",
  received_events: "the inbox",
  usage_accounts: "names of deleted accounts",
  usage_days: "counters",
  usage_notices: "what webhooks were told",
  usage_periods: "counters",
  usage_state: "how far usage is counted",
  replays: "acts tell of them (acts.ts)",
  replay_runs: "acts tell of them (acts.ts)",
  run_search: "of executions",
  run_signals: "of executions",
  schema_migrations: "the schema",
  run_steps: "of executions",
  runs: "of executions",
  shared_arrivals: "what arrived at shared webhooks",
  statistics: "counters",
  statistics_position: "counters",
  stored_values: "data that applications keep for themselves",
  trigger_keys: "of executions",
  trigger_listeners: "follow from connections and subscriptions",
  trigger_subscriptions: "follow from connections, workflows and configs",
  unreferenced_objects: "what is left of files",
  webhook_attempts: "of deliveries",
  webhook_deliveries: "of deliveries",
  workers: "processes",
  workflow_revisions: "what the drafts' records tell, for editors",
  workflow_versions: "kept as a workflow is published, which is recorded",
};

test("every table is either recorded or explicitly exempt", async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.deps.db);
  expect(rows.map(({ name }) => name).sort()).toEqual(
    [...RECORDED_TABLES, ...Object.keys(UNRECORDED)].sort(),
  );
});

test("every recorded table has its triggers, and no other table has any", async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger where tgname like 'audit_log_%'`.execute(
    server.deps.db,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...RECORDED_TABLES].sort());
});
