import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useAlerts } from "../../test/alerts/use-alerts.ts";
import { startTestServer, type TestOrganization, type TestServer } from "../../test/test-server.ts";
import { jsonb } from "../platform/database/database.ts";
import { deleteOld } from "../runs/retention.ts";
import { evaluateDueRules } from "./evaluate-rules.ts";
import { deleteOldAlerts } from "./store.ts";

const RULES = "/api/v2/public/alert-rules";
const RULE = { name: "Failures", type: "workflow_failures" };

let server: TestServer;
let organization: TestOrganization;
let alerts: ReturnType<typeof useAlerts>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  organization = await server.organization();
  alerts = useAlerts(server, organization);
});

const post = (body: object) =>
  server.request({ method: "POST", url: RULES, key: organization.testKey, body: { ...RULE, ...body } });

test("a rule is created with the defaults of its type, changed field by field, and deleted", async () => {
  const made = await alerts.createRule(RULE);
  expect(made).toMatchObject({
    ...RULE,
    environment: "test",
    above: 5,
    unit: "executions",
    minutes: 15,
    workflow_id: null,
    application: null,
    emails: [],
    repeat_minutes: 1440,
    quiet_hours: null,
    is_enabled: true,
    alert: null,
    __v: 0,
  });
  const quiet_hours = { time_zone: "Europe/Berlin", from: "22:00", to: "07:00", days: [1, 5] };
  const changes = { emails: ["ops@acme.example"], quiet_hours, above: 0 };
  expect(await alerts.updateRule(made._id, changes)).toMatchObject({
    ...RULE,
    ...changes,
    minutes: 15,
    __v: 1,
  });
  expect(await alerts.updateRule(made._id, { quiet_hours: null })).toMatchObject({
    above: 0,
    quiet_hours: null,
  });
  expect(await alerts.ok({ url: RULES })).toMatchObject({ totalDocs: 1, docs: [{ _id: made._id }] });
  const url = `${RULES}/${made._id}`;
  await alerts.ok({ method: "DELETE", url });
  for (const method of ["GET", "DELETE"] as const)
    expect((await server.request({ method, url, key: organization.testKey })).status).toBe(404);
});

test.each<[string, object, string]>([
  ["no name", { name: " " }, "name must not be blank"],
  ["an unknown type", { type: "weather" }, "type"],
  ["a share of all", { unit: "percent", above: 100 }, "above must be less than 100"],
  ["a setting of another type", { application: "slack" }, "application does not apply to a rule of the type"],
  ["a threshold where none is", { type: "queue_age", above: 3 }, "above does not apply"],
  ["no time", { minutes: 0 }, "minutes"],
  ["too long a time", { minutes: 1441 }, "minutes"],
  ["two addresses in one", { emails: ["a@example.org,b@example.org"] }, "email address"],
  ["an address with a line break", { emails: ["a@example.org\r\nBcc: b@example.org"] }, "email address"],
  ["a zone that is none", { quiet_hours: { time_zone: "X", from: "1:00", to: "02:00" } }, "quiet_hours"],
  [
    "a workflow that is not there",
    { workflow_id: "0".repeat(24) },
    "workflow_id must be the id of a workflow",
  ],
])("a rule with %s is refused", async (_what, body, message) => {
  const reply = await post(body);
  expect(reply.status, reply.text).toBe(400);
  expect(reply.text).toContain(message);
  expect((await alerts.ok({ url: RULES })).totalDocs).toBe(0);
});

test("the type of a rule stays", async () => {
  const { _id } = await alerts.createRule(RULE);
  const url = `${RULES}/${_id}`;
  const reply = await server.request({
    method: "PUT",
    url,
    key: organization.testKey,
    body: { type: "queue_age" },
  });
  expect(reply).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("type cannot be changed") },
  });
  expect((await alerts.updateRule(_id, { type: RULE.type })).type).toBe(RULE.type);
});

test("an environment has at most 100 rules", async () => {
  const { _id, ...row } = await alerts.createRule(RULE);
  const { db } = server.deps;
  const first = await db
    .selectFrom("alert_rules")
    .selectAll()
    .where("id", "=", _id)
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: 99 }, (_, i) => ({
    ...first,
    id: `${String(i).padStart(24, "a")}`,
    emails: jsonb(first.emails),
  }));
  await db.insertInto("alert_rules").values(copies).execute();
  expect(row.name).toBe("Failures");
  expect(await post({})).toMatchObject({ status: 409, body: { error_code: "CONFLICT" } });
  const production = { method: "POST", url: RULES, key: organization.productionKey, body: RULE } as const;
  expect((await server.request(production)).status).toBe(200);
});

test("a test alert goes to webhooks with the reason test, and makes no alert", async () => {
  await alerts.listen();
  const { _id } = await alerts.createRule({ type: "webhook_failing" });
  await alerts.ok({ method: "POST", url: `${RULES}/${_id}/test` });
  expect(await alerts.listPayloads()).toMatchObject([
    { event: "Alert Fired", reason: "test", rule_id: _id, rule_type: "webhook_failing" },
  ]);
  expect(await alerts.listAlerts()).toEqual([]);
});

test("alerts are listed newest first, by state and rule, and resolved ones end with the retention", async () => {
  const first = await alerts.createRule({ name: "First", type: "connection_expired" });
  const second = await alerts.createRule({ name: "Second", type: "connection_expired" });
  await alerts.expire();
  await evaluateDueRules(server.deps);
  expect((await alerts.listAlerts()).map((one: { rule_name: string }) => one.rule_name)).toEqual([
    "Second",
    "First",
  ]);
  expect(await alerts.listAlerts(`rule_id=${first._id}`)).toMatchObject([{ rule_name: "First" }]);
  await alerts.updateRule(first._id, { is_enabled: false });
  expect(await alerts.listAlerts("state=resolved")).toMatchObject([{ rule_name: "First" }]);
  expect(await alerts.listAlerts("state=firing")).toMatchObject([{ rule_id: second._id }]);

  const { db, clock } = server.deps;
  const old = new Date(clock.now().getTime() - 31 * 86_400_000);
  await db.updateTable("alerts").set({ fired_at: old }).execute();
  await db.updateTable("alerts").set({ resolved_at: old }).where("rule_id", "=", first._id).execute();
  await deleteOld(server.deps, { old: [deleteOldAlerts], leftOver: [] });
  expect(await alerts.listAlerts()).toMatchObject([{ rule_id: second._id, state: "firing" }]);
});
