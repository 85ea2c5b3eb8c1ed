import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useAlerts } from "../../test/alerts/use-alerts.ts";
import { startTestServer, type TestOrganization, type TestServer } from "../../test/test-server.ts";
import { createId } from "../platform/id.ts";
import { publishTestWorkflow } from "../schedules/test-workflow.ts";
import { createTestWorkflow } from "../webhooks/test-deliveries.ts";
import { evaluateDueRules } from "./evaluate-rules.ts";

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

/** The texts and ids of what a new rule finds at once; undefined if it does not fire. */
async function find(body: object): Promise<{ summary: string; subjects: [string, string][] } | undefined> {
  const { _id } = await alerts.createRule(body);
  await evaluateDueRules(server.deps);
  const [alert] = await alerts.listAlerts(`rule_id=${_id}&state=firing`);
  return (
    alert && {
      summary: alert.summary,
      subjects: alert.subjects.map(({ id, text }: { id: string; text: string }) => [id, text]),
    }
  );
}
const ago = (minutes: number) => new Date(server.deps.clock.now().getTime() - minutes * 60_000);

test("workflows that failed too often lately, most failures first", async () => {
  const orders = await createTestWorkflow(server, organization.testKey);
  const gone = createId();
  await alerts.count(orders, { ERRORED: 3, COMPLETED: 14, STARTED: 90, TIMED_OUT: 3 });
  await alerts.count(gone, { ERRORED: 7 }, { minutesAgo: 5 });
  await alerts.count(createId(), { ERRORED: 5, COMPLETED: 1 });
  await alerts.count(createId(), { ERRORED: 50 }, { minutesAgo: 30 });
  await alerts.count(createId(), { ERRORED: 50 }, { environment: "production" });
  const failures = { type: "workflow_failures" };
  const found = await find({ ...failures });
  expect(found).toEqual({
    summary: "2 workflows had more than 5 failed executions within 15 minutes",
    subjects: [
      [gone, "Deleted workflow: 7 of 7 executions failed"],
      [orders, expect.stringMatching(/: 6 of 20 executions failed$/)],
    ],
  });
  expect((await find({ ...failures, workflow_id: orders }))?.subjects).toHaveLength(1);
  expect(await find({ ...failures, above: 50 })).toBeUndefined();
});

test("a share counts from ten ended executions on", async () => {
  await alerts.count(createId(), { ERRORED: 9 });
  const half = createId();
  await alerts.count(half, { ERRORED: 5, COMPLETED: 5 });
  const share = { type: "workflow_failures", unit: "percent" };
  expect((await find({ ...share, above: 49 }))?.subjects.map(([id]) => id)).toEqual([half]);
  expect(await find({ ...share, above: 50 })).toBeUndefined();
});

test("long windows count by hours", async () => {
  const id = createId();
  await alerts.count(id, { ERRORED: 6 }, { minutesAgo: 240, every: "hour" });
  expect((await find({ type: "workflow_failures", minutes: 300 }))?.subjects[0]?.[0]).toBe(id);
});

test("connections that expired lately and are still expired, newest first", async () => {
  const older = await alerts.expire({ minutesAgo: 30, name: "Older" });
  const newer = await alerts.expire({ minutesAgo: 10, slug: "slack", name: "Newer" });
  await alerts.expire({ minutesAgo: 90 });
  await alerts.expire({ environment: "production" });
  const renewed = await alerts.expire();
  await alerts.renew(renewed.id);
  const found = await find({ type: "connection_expired", minutes: 60 });
  expect(found?.subjects).toEqual([
    [newer.id, `slack of Newer (${newer.accountId})`],
    [older.id, `hubspot of Older (${older.accountId})`],
  ]);
});

test("webhooks that have failed for long, or that the server disabled; never their whole address", async () => {
  const failing = await alerts.listen({ webhook_url: "https://hooks.example.com/secret-path?key=1" });
  const short = await alerts.listen();
  const disabled = await alerts.listen({ description: "Old shop" });
  const off = await alerts.listen({ is_enabled: false });
  const { db } = server.deps;
  const set = (id: string, values: object) =>
    db.updateTable("webhooks").set(values).where("id", "=", id).execute();
  await set(failing._id, { failing_since: ago(16) });
  await set(short._id, { failing_since: ago(14) });
  await set(disabled._id, { is_enabled: false, disabled_at: ago(1), failing_since: ago(7200) });
  const found = await find({ type: "webhook_failing" });
  expect(off.is_enabled).toBe(false);
  expect(found?.subjects).toEqual([
    [
      failing._id,
      expect.stringMatching(/^hooks\.example\.com: failing since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
    ],
    [disabled._id, "Old shop: disabled by the server after failures"],
  ]);
});

test("executions and deliveries that wait for a process, of the environment only", async () => {
  const { db } = server.deps;
  const queue = { type: "queue_age", minutes: 5 };
  const webhook = await alerts.listen();
  const deliver = (readyAt: Date, orgId = organization.orgId) =>
    db
      .insertInto("webhook_deliveries")
      .values({
        id: createId(),
        org_id: orgId,
        environment: "test",
        webhook_id: webhook._id,
        account_id: null,
        event: "Workflow Completed",
        payload: {},
        next_attempt_at: readyAt,
        ready_at: readyAt,
        created_at: readyAt,
        updated_at: readyAt,
      })
      .execute();
  await deliver(ago(4));
  expect(await find(queue)).toBeUndefined();
  await deliver(ago(125));
  expect(await find(queue)).toEqual({
    summary: "Work has been waiting for longer than 5 minutes",
    subjects: [["deliveries", "Webhook deliveries: the oldest has waited for 125 minutes"]],
  });
  await db.deleteFrom("webhook_deliveries").execute();

  const { testKey: key } = organization;
  const workflow = await publishTestWorkflow(server, { key });
  await server.account("acme", key);
  const url = `/api/v1/workflow/${workflow}/execute`;
  const started = await server.request({ method: "POST", url, key, account: "acme", body: {} });
  expect(started.status, started.text).toBe(200);
  expect(await find(queue)).toBeUndefined();
  await db
    .updateTable("runs")
    .set({ ready_at: ago(6), worker: null })
    .where("org_id", "=", organization.orgId)
    .execute();
  expect((await find(queue))?.subjects).toEqual([
    ["executions", "Executions: the oldest has waited for 6 minutes"],
  ]);
  const other = await server.organization();
  const elsewhere = useAlerts(server, other);
  await elsewhere.createRule(queue);
  await evaluateDueRules(server.deps);
  expect(await elsewhere.listAlerts()).toEqual([]);
  await db.deleteFrom("runs").execute();
});

test("triggers that have failed for long, and polls that nobody makes", async () => {
  const { db } = server.deps;
  const { accountRow, accountId } = await alerts.expire({ name: "Acme" });
  const subscribe = async (values: object) => {
    const id = createId();
    const at = ago(600);
    await db
      .insertInto("trigger_subscriptions")
      .values({
        id,
        org_id: organization.orgId,
        environment: "test",
        account_id: accountRow,
        workflow_id: createId(),
        config_id: accountId,
        slug: "crm",
        trigger_id: "contact_created",
        input: {},
        input_key: id,
        facts: "",
        kind: "poll",
        token_hash: Buffer.from(id),
        secrets: Buffer.alloc(1),
        setup: null,
        cursor: null,
        last_error: "the provider's own words",
        last_event_at: null,
        next_at: null,
        lease: null,
        leased_until: null,
        created_at: at,
        updated_at: at,
        ...values,
      })
      .execute();
    return id;
  };
  const failing = await subscribe({ status: "broken", failing_since: ago(31) });
  const late = await subscribe({ status: "active", next_at: ago(45) });
  await subscribe({ status: "broken", failing_since: ago(29) });
  await subscribe({ status: "active", next_at: ago(20) });
  await subscribe({ status: "broken", failing_since: ago(90), wanted: false });
  const found = await find({ type: "trigger_stuck" });
  expect(found?.summary).toBe("2 triggers got no events for 30 minutes or longer");
  expect(Object.fromEntries(found?.subjects ?? [])).toEqual({
    [failing]: `crm contact_created of Acme (${accountId}): for 31 minutes`,
    [late]: `crm contact_created of Acme (${accountId}): for 45 minutes`,
  });
  expect(await find({ type: "trigger_stuck", application: "other" })).toBeUndefined();
});
