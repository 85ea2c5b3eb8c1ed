import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startOwnServer, type TestServer } from "../../../test/test-server.ts";
import { evaluateDueRules } from "../../alerts/evaluate-rules.ts";
import type { NewRequest } from "../../apps/request-log/store.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { createId } from "../../platform/id.ts";
import { createTestAccount } from "../../runs/start/test-run.ts";
import { countChanges } from "../../statistics/fold.ts";
import { closeDays } from "../close-days.ts";
import { createTestPlan, removeTestPlans, setTestPlan } from "./test-plans.ts";

let now = new Date();
let server: TestServer;
let scope: AccountScope;
beforeAll(async () => {
  server = await startOwnServer({}, { clock: { now: () => now } });
  await server.request({
    method: "POST",
    url: "/api/v2/public/webhook",
    key: server.testKey,
    body: {
      webhook_url: "https://example.com/usage",
      webhook_events: ["Usage Limit Approaching", "Usage Limit Reached"],
    },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date("2026-05-20T10:00:00.000Z");
  await removeTestPlans(server);
  for (const table of ["webhook_deliveries", "usage_days", "changes"] as const)
    await server.deps.db.deleteFrom(table).execute();
  await sql`update usage_state set open_from = ${"2026-05-01"}::date, measured_at = ${now}`.execute(
    server.deps.db,
  );
  scope = await createTestAccount(server);
});

async function start(count: number, of: AccountScope = scope): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    org_id: of.orgId,
    environment: of.environment,
    kind: "execution" as const,
    subject: createId(),
    status: "RUNNING",
    account_id: of.account.id,
    at: now,
  }));
  await server.deps.db
    .insertInto("changes")
    .values(rows as never)
    .execute();
  await countChanges(server.deps);
}

/** What the webhook was told, oldest first. */
async function readTold() {
  const rows = await server.deps.db
    .selectFrom("webhook_deliveries")
    .select(["payload", "account_id"])
    .orderBy("id")
    .execute();
  return rows.map(({ payload }) => payload as Record<string, unknown>);
}

const events = async () =>
  (await readTold()).map(({ event, limit, used }) => `${event} ${limit} ${used}`).sort();

describe("webhooks", () => {
  test("are told once at the soft and once at the hard limit of a period, with all that matters", async () => {
    const plan = await createTestPlan(
      server,
      { executions_per_month: { soft: 3, hard: 5 } },
      { name: "Free" },
    );
    await setTestPlan(server, scope.account.accountId, { plan_id: plan });
    await start(2);
    expect(await readTold()).toEqual([]);
    await start(1);
    const [told, ...others] = await readTold();
    expect(others).toEqual([]);
    expect(told).toEqual({
      event: "Usage Limit Approaching",
      type: "General",
      linked_account_id: scope.account.accountId,
      message: `${scope.account.accountId}: 3 used, soft limit 3 executions a month`,
      limit: "executions_per_month",
      meter: "executions",
      period: "month",
      plan: "Free",
      most: 3,
      used: 3,
      period_start: "2026-05-01T00:00:00.000Z",
      resets_at: "2026-06-01T00:00:00.000Z",
      reached_at: now.toISOString(),
      org_id: server.orgId,
      environment: "test",
    });
    await start(1);
    expect(await readTold()).toHaveLength(1);
    await start(1);
    await start(4);
    expect(await events()).toEqual([
      "Usage Limit Approaching executions_per_month 3",
      "Usage Limit Reached executions_per_month 5",
    ]);
    now = new Date("2026-06-01T00:00:00.000Z");
    await start(3);
    expect(await events()).toHaveLength(3);
  });

  test("are told of both limits when they are passed at once, and of those of a day each day", async () => {
    await setTestPlan(server, scope.account.accountId, {
      caps: { executions_per_day: { soft: 1, hard: 2 }, executions_per_month: { soft: null, hard: 4 } },
    });
    await start(3);
    now = new Date("2026-05-21T00:00:00.000Z");
    await start(1);
    expect(await events()).toEqual([
      "Usage Limit Approaching executions_per_day 1",
      "Usage Limit Approaching executions_per_day 3",
      "Usage Limit Reached executions_per_day 3",
      "Usage Limit Reached executions_per_month 4",
    ]);
  });

  test("are told nothing of accounts without limits, nor by another environment's plan", async () => {
    await createTestPlan(
      server,
      { executions_per_day: { soft: 1, hard: 1 } },
      { isDefault: true, key: server.productionKey },
    );
    await start(9);
    expect(await readTold()).toEqual([]);
  });

  test("are told in the transaction that counts: neither is there without the other", async () => {
    await setTestPlan(server, scope.account.accountId, {
      caps: { executions_per_day: { soft: null, hard: 1 } },
    });
    await sql`alter table webhook_deliveries add constraint never check (account_id <> ${sql.lit(scope.account.id)}) not valid`.execute(
      server.deps.db,
    );
    await expect(start(1)).rejects.toThrow();
    const count = () =>
      sql`select from usage_days where account_id = ${scope.account.id}`.execute(server.deps.db);
    expect((await count()).rows).toHaveLength(0);
    await sql`alter table webhook_deliveries drop constraint never`.execute(server.deps.db);
    await countChanges(server.deps);
    expect((await count()).rows).toHaveLength(1);
    expect(await events()).toEqual(["Usage Limit Reached executions_per_day 1"]);
  });

  test("are told of calls and storage as well", async () => {
    await setTestPlan(server, scope.account.accountId, {
      caps: { calls_per_day: { soft: 2, hard: null }, storage_bytes: { soft: null, hard: 10 } },
    });
    const request = (): NewRequest => ({
      id: createId(),
      org_id: scope.orgId,
      environment: scope.environment,
      account_id: scope.account.id,
      slug: null,
      connection_id: null,
      cause: "step",
      subject: null,
      run_id: null,
      step_path: null,
      method: "GET",
      url: "https://example.com/",
      status: 200,
      status_class: 2,
      error: null,
      duration_ms: 1,
      request: null,
      response: null,
      created_at: now,
    });
    for (let n = 0; n < 3; n++) {
      server.deps.requestLog.add(request());
      await server.deps.requestLog.flush();
    }
    await server.deps.db
      .insertInto("files")
      .values({
        id: createId(),
        org_id: scope.orgId,
        environment: scope.environment,
        account_id: scope.account.id,
        run_id: null,
        name: "a",
        content_type: "text/plain",
        size: 11,
        content: Buffer.alloc(11),
        place: null,
        sealed_key: null,
        created_at: now,
      })
      .execute();
    now = new Date(now.getTime() + 3_600_000);
    await closeDays(server.deps);
    expect(await events()).toEqual([
      "Usage Limit Approaching calls_per_day 2",
      "Usage Limit Reached storage_bytes 11",
    ]);
    expect((await readTold()).find(({ limit }) => limit === "storage_bytes")).toMatchObject({
      period: null,
      resets_at: null,
    });
  });
});

test("an alert rule names customers at their limits, until the period is over", async () => {
  await server.deps.db.deleteFrom("usage_notices").execute();
  await setTestPlan(server, scope.account.accountId, {
    caps: { executions_per_day: { soft: 1, hard: 2 } },
  });
  const rule = { name: "Budgets", type: "usage_limit" };
  const made = await server.request({
    method: "POST",
    url: "/api/v2/public/alert-rules",
    key: server.testKey,
    body: rule,
  });
  expect(made.status, made.text).toBe(200);
  const read = async () => {
    await sql`update alert_rules set check_at = ${now}`.execute(server.deps.db);
    await evaluateDueRules(server.deps);
    const { body } = await server.request({ url: "/api/v2/public/alerts?state=firing", key: server.testKey });
    return body.docs;
  };
  expect(await read()).toEqual([]);
  await start(2);
  const [alert] = await read();
  expect(alert).toMatchObject({
    type: "usage_limit",
    summary: "1 customer came to a limit of usage within 24 hours",
    subjects: [
      {
        linked_account_id: scope.account.accountId,
        text: expect.stringContaining("2 used, limit 2 executions a day"),
      },
    ],
  });
  now = new Date("2026-05-21T00:00:00.000Z");
  expect(await read()).toEqual([]);
});
