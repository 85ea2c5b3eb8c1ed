import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useAlerts } from "../../test/alerts/use-alerts.ts";
import { eventually, startTestServer, type TestServer } from "../../test/test-server.ts";
import { startMailServer, type TestMailServer } from "../platform/mail/test-mail-server.ts";
import { evaluateDueRules } from "./evaluate-rules.ts";

const MINUTE_MS = 60_000;
const START_MS = Date.parse("2026-03-02T12:00:00.000Z");

let server: TestServer;
let mailServer: TestMailServer;
let nowMs = START_MS;
let alerts: ReturnType<typeof useAlerts>;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({ mail: mailServer.server }, { clock: { now: () => new Date(nowMs) } });
  server.work();
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});
beforeEach(async () => {
  // Later than everything before, so that no rule of another test is checked at the wrong time.
  nowMs += 7 * 1440 * MINUTE_MS;
  await server.deps.db.updateTable("alert_rules").set({ check_at: null }).execute();
  alerts = useAlerts(server, await server.organization());
});

/** Moves the clock, and checks the rules. */
async function pass(minutes: number): Promise<void> {
  nowMs += minutes * MINUTE_MS;
  await evaluateDueRules(server.deps);
}
const reasons = async () => (await alerts.listPayloads()).map(({ reason }) => reason);
const mailsTo = (address: string) =>
  mailServer.mails.filter(({ recipients }) => recipients.includes(address));

test("a rule fires once, is listed, and is resolved; mail and webhooks tell of both", async () => {
  await alerts.listen();
  const email = "once@example.org";
  const rule = await alerts.createRule({ name: "Renewals", type: "connection_expired", emails: [email] });
  await pass(0);
  expect(await alerts.listAlerts()).toEqual([]);

  const { id, accountId } = await alerts.expire({ name: "Acme Ltd" });
  for (let i = 0; i < 5; i++) await pass(1);
  const [alert, ...others] = await alerts.listAlerts("state=firing");
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    rule_id: rule._id,
    rule_name: "Renewals",
    state: "firing",
    summary: "1 connection expired within 24 hours and must be renewed by the customer",
    subjects: [{ id, text: `hubspot of Acme Ltd (${accountId})`, linked_account_id: accountId }],
    subject_count: 1,
    resolved_at: null,
  });
  expect((await alerts.readRule(rule._id)).alert).toMatchObject({ _id: alert._id, subject_count: 1 });
  expect(await reasons()).toEqual(["fired"]);

  await alerts.renew(id);
  await pass(1);
  await pass(1);
  expect(await alerts.listAlerts("state=firing")).toEqual([]);
  expect(await alerts.listAlerts()).toMatchObject([{ _id: alert._id, state: "resolved" }]);
  expect((await alerts.readRule(rule._id)).alert).toBeNull();
  expect(await alerts.listPayloads()).toMatchObject([
    { event: "Alert Fired", alert_id: alert._id, environment: "test", subject_count: 1 },
    { event: "Alert Resolved", alert_id: alert._id, reason: "resolved", resolved_at: expect.any(String) },
  ]);
  await eventually(async () => mailsTo(email).length === 2);
  const subjects = mailsTo(email).map(({ parsed }) => parsed.subject);
  expect(subjects.sort()).toEqual(["Firing: Renewals (test)", "Resolved: Renewals (test)"]);
  const firing = mailsTo(email).find(({ parsed }) => parsed.subject?.startsWith("Firing"));
  expect(firing?.parsed.text).toContain(`- hubspot of Acme Ltd (${accountId})`);
  expect(firing?.parsed.text).toContain(`/app/test/alerts`);
});

test("what comes up while it fires is told together after five minutes, and a reminder comes when it is due", async () => {
  await alerts.listen();
  await alerts.createRule({ type: "connection_expired", repeat_minutes: 60 });
  for (let i = 0; i < 12; i++) await alerts.expire();
  await pass(0);
  await alerts.expire();
  for (let i = 0; i < 4; i++) await pass(1);
  expect(await reasons()).toEqual(["fired"]);
  await pass(1);
  expect(await reasons()).toEqual(["fired", "changed"]);
  const [first, second] = await alerts.listPayloads();
  expect(first).toMatchObject({ subject_count: 12 });
  expect(first.subjects).toHaveLength(10);
  expect(second).toMatchObject({ subject_count: 13, alert_id: first.alert_id });
  await pass(59);
  expect(await reasons()).toEqual(["fired", "changed"]);
  await pass(1);
  expect(await reasons()).toEqual(["fired", "changed", "reminder"]);
});

test("a mail names the first ten subjects, and how many more there are", async () => {
  const email = "many@example.org";
  await alerts.createRule({ type: "connection_expired", emails: [email] });
  for (let i = 0; i < 24; i++) await alerts.expire();
  await pass(0);
  const [mail] = await eventually(async () => mailsTo(email).length > 0 && mailsTo(email));
  const lines = mail?.parsed.text?.split("\n").filter((line) => line.startsWith("- ")) ?? [];
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toBe("- and 14 more");
});

test("quiet hours hold notifications back until their end, and only of what lasts", async () => {
  nowMs = Date.parse("2027-06-01T21:00:00Z");
  await alerts.listen();
  const quiet_hours = { time_zone: "UTC", from: "20:00", to: "23:00" };
  await alerts.createRule({ type: "connection_expired", quiet_hours });
  const { id: short } = await alerts.expire();
  await pass(0);
  await alerts.renew(short);
  await pass(1);
  const { id: lasting } = await alerts.expire();
  await pass(1);
  expect(await alerts.listAlerts("state=firing")).toMatchObject([{ notified_at: null }]);
  await pass(117);
  expect(await reasons()).toEqual([]);
  await pass(1);
  expect(await alerts.listPayloads()).toMatchObject([{ reason: "fired", subjects: [{ id: lasting }] }]);

  // Told of at 23:00, resolved in the next quiet hours: told at their end.
  nowMs = Date.parse("2027-06-02T20:30:00Z");
  await alerts.renew(lasting);
  await pass(0);
  expect(await alerts.listAlerts("state=firing")).toEqual([]);
  expect(await reasons()).toEqual(["fired"]);
  await pass(150);
  await pass(1);
  expect(await reasons()).toEqual(["fired", "resolved"]);
});

test("processes that check at once fire an alert once", async () => {
  await alerts.listen();
  await alerts.createRule({ type: "connection_expired" });
  await alerts.expire();
  await Promise.all(Array.from({ length: 5 }, () => evaluateDueRules(server.deps)));
  expect(await reasons()).toEqual(["fired"]);
  expect(await alerts.listAlerts()).toHaveLength(1);
});

test("an alert that cannot be told is not there either, and other rules are checked", async () => {
  await alerts.listen();
  const { _id } = await alerts.createRule({ type: "connection_expired" });
  await alerts.createRule({ type: "connection_expired", name: "Second" });
  await alerts.expire();
  const rule = server.deps.db.updateTable("alert_rules").where("id", "=", _id);
  await rule.set({ quiet_hours: { time_zone: "Nowhere", from: "20:00", to: "23:00" } }).execute();
  await pass(0);
  expect(await alerts.listAlerts()).toMatchObject([{ rule_name: "Second" }]);
  expect((await alerts.listPayloads()).map(({ rule_name }) => rule_name)).toEqual(["Second"]);
});

test("a disabled rule does not fire, and disabling one ends its alert without a notification", async () => {
  await alerts.listen();
  const { _id } = await alerts.createRule({ type: "connection_expired", is_enabled: false });
  await alerts.expire();
  await pass(1);
  expect(await alerts.listAlerts()).toEqual([]);
  await alerts.updateRule(_id, { is_enabled: true });
  await pass(0);
  expect(await alerts.listAlerts("state=firing")).toHaveLength(1);
  await alerts.updateRule(_id, { is_enabled: false });
  await pass(1);
  expect(await alerts.listAlerts()).toMatchObject([{ state: "resolved" }]);
  expect(await reasons()).toEqual(["fired"]);
});

test("a webhook that is limited to an application gets only alerts of rules for it", async () => {
  await alerts.listen({ slug: "hubspot" });
  await alerts.createRule({ type: "connection_expired" });
  await alerts.expire({ slug: "hubspot" });
  await pass(0);
  expect(await alerts.listAlerts("state=firing")).toHaveLength(1);
  expect(await reasons()).toEqual([]);
  await alerts.createRule({ type: "connection_expired", application: "hubspot" });
  await pass(0);
  expect(await reasons()).toEqual(["fired"]);
});
