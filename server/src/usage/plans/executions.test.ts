import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { eventually, startOwnServer, type TestServer } from "../../../test/test-server.ts";
import { createIntake } from "../../events/intake/intake.ts";
import type { CallTrigger } from "../../events/intake/trigger.ts";
import { receiveTriggerReport } from "../../events/receive/receive-from-trigger.ts";
import { buildWebhookPath, publishWebhook, sendWebhook } from "../../events/receive/test-webhook.ts";
import { createId } from "../../platform/id.ts";
import { createTestAccount } from "../../runs/start/test-run.ts";
import { publishTestWorkflow, setPublished } from "../../schedules/test-workflow.ts";
import { startDueRuns } from "../../schedules/ticker.ts";
import { countChanges } from "../../statistics/fold.ts";
import { openKnownCaps } from "./known-caps.ts";
import type { UsageLimitError } from "./refusal.ts";
import { createTestPlan, readTestLimit, removeTestPlans, setTestPlan } from "./test-plans.ts";

const START = "2026-05-04T10:00:30.000Z";
const MONTH = { soft: null, hard: 3 };

let now = new Date(START);
let server: TestServer;
let account: string;
let workflow: string;
beforeAll(async () => {
  server = await startOwnServer({}, { clock: { now: () => now } });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date(START);
  await removeTestPlans(server);
  await sql`update usage_state set open_from = ${"2026-05-01"}::date`.execute(server.deps.db);
  account = `acme-${createId()}`;
  await server.account(account);
  workflow = await publishTestWorkflow(server);
});

const execute = (of = account, key = server.testKey) =>
  server.request({
    method: "POST",
    url: `/api/v2/public/workflow/${workflow}/execute`,
    key,
    account: of,
    body: {},
  });

const rowId = async (of = account) =>
  (
    await server.deps.db
      .selectFrom("linked_accounts")
      .select("id")
      .where("account_id", "=", of)
      .executeTakeFirstOrThrow()
  ).id;

async function countRuns(of = account): Promise<number> {
  const id = await rowId(of);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from runs where account_id = ${id}`.execute(server.deps.db);
  return rows[0]?.n ?? 0;
}

/** The counters of hard caps, of this account. */
async function readCounters(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; used: number }>`
    select cap || ' ' || starts_on as name, used::int as used from usage_periods where account_id = ${await rowId()}`.execute(
    server.deps.db,
  );
  return Object.fromEntries(rows.map(({ name, used }) => [name, used]));
}

function call(of = account, changes: Partial<CallTrigger> = {}): CallTrigger {
  return {
    kind: "call",
    ...server.test,
    accountId: of,
    configId: undefined,
    workflow,
    slug: undefined,
    executionType: "ASYNC",
    payload: {},
    bytes: 10,
    headers: {},
    ...changes,
  };
}

describe("a hard limit of executions", () => {
  test("refuses the next call with 429, and says which limit, of which plan, and until when", async () => {
    const plan = await createTestPlan(server, { executions_per_month: MONTH }, { name: "Free" });
    await setTestPlan(server, account, { plan_id: plan });
    for (let n = 0; n < 3; n++) expect((await execute()).status).toBe(200);
    const refused = await execute();
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      error_code: "USAGE_LIMIT_REACHED",
      message:
        "The plan Free allows 3 executions a month, which are used up. It resets on 2026-06-01 at 00:00 UTC.",
    });
    expect(refused.headers["retry-after"]).toBe(
      String((Date.parse("2026-06-01T00:00:00Z") - now.getTime()) / 1000),
    );
    expect(await countRuns()).toBe(3);
    expect(await readTestLimit(server, account, "executions_per_month")).toMatchObject({
      used: 3,
      hard: 3,
      resets_at: "2026-06-01T00:00:00.000Z",
    });
  });

  test("starts over with the next period", async () => {
    await setTestPlan(server, account, {
      caps: { executions_per_day: { soft: null, hard: 1 }, executions_per_month: { soft: null, hard: 2 } },
    });
    now = new Date("2026-05-30T23:59:59.999Z");
    expect((await execute()).status).toBe(200);
    expect((await execute()).body.message).toContain("1 execution a day");
    now = new Date("2026-05-31T00:00:00.000Z");
    expect((await execute()).status).toBe(200);
    now = new Date("2026-05-31T12:00:00.000Z");
    expect((await execute()).body.message).toContain("2 executions a month");
    now = new Date("2026-06-01T00:00:00.000Z");
    expect((await execute()).status).toBe(200);
    expect((await execute()).status).toBe(429);
  });

  test("of 0 refuses everything, and of null nothing", async () => {
    await setTestPlan(server, account, { caps: { executions_per_day: { soft: null, hard: 0 } } });
    expect((await execute()).status).toBe(429);
    await setTestPlan(server, account, { caps: { executions_per_day: { soft: 0, hard: null } } });
    expect((await execute()).status).toBe(200);
  });

  test("of the account replaces the one of its plan, either way", async () => {
    const plan = await createTestPlan(server, { executions_per_month: { soft: null, hard: 1 } });
    await setTestPlan(server, account, { plan_id: plan, caps: { executions_per_month: null } });
    for (let n = 0; n < 3; n++) expect((await execute()).status).toBe(200);
    await setTestPlan(server, account, { caps: { executions_per_month: { soft: null, hard: 4 } } });
    await countChanges(server.deps);
    expect((await execute()).status).toBe(200);
    expect((await execute()).body.message).toMatch(/allows 4 executions a month, which are used up/);
  });

  test("of the default plan applies to accounts without one", async () => {
    const own = await createTestPlan(server, {});
    await createTestPlan(server, { executions_per_day: { soft: null, hard: 1 } }, { isDefault: true });
    const other = `other-${createId()}`;
    await server.account(other);
    await setTestPlan(server, other, { plan_id: own });
    expect((await execute()).status).toBe(200);
    expect((await execute()).status).toBe(429);
    for (let n = 0; n < 3; n++) expect((await execute(other)).status).toBe(200);
  });

  test("holds for one account, environment and organization, and for no other", async () => {
    await createTestPlan(server, { executions_per_day: { soft: null, hard: 0 } }, { isDefault: true });
    expect((await execute()).status).toBe(429);
    await server.account(account, server.productionKey);
    workflow = await publishTestWorkflow(server, { key: server.productionKey });
    expect((await execute(account, server.productionKey)).status).toBe(200);
    const { testKey } = await server.organization();
    await server.account(account, testKey);
    workflow = await publishTestWorkflow(server, { key: testKey });
    expect((await execute(account, testKey)).status).toBe(200);
  });

  test("applies to what was used before there was one", async () => {
    for (let n = 0; n < 3; n++) await execute();
    await countChanges(server.deps);
    await setTestPlan(server, account, { caps: { executions_per_month: { soft: null, hard: 4 } } });
    expect((await execute()).status).toBe(200);
    expect((await execute()).status).toBe(429);
    expect((await readCounters())["executions_per_month 2026-05-01"]).toBe(4);
  });

  test("that was none for a while has not forgotten what was used meanwhile", async () => {
    await setTestPlan(server, account, { caps: { executions_per_month: { soft: null, hard: 5 } } });
    await execute();
    await setTestPlan(server, account, { caps: {} });
    for (let n = 0; n < 3; n++) await execute();
    await countChanges(server.deps);
    await setTestPlan(server, account, { caps: { executions_per_month: { soft: null, hard: 5 } } });
    expect((await execute()).status).toBe(200);
    expect((await execute()).status).toBe(429);
  });

  test("that is lowered below what is used refuses at once, and that is raised allows at once", async () => {
    await setTestPlan(server, account, { caps: { executions_per_month: { soft: null, hard: 5 } } });
    for (let n = 0; n < 3; n++) await execute();
    await setTestPlan(server, account, { caps: { executions_per_month: { soft: null, hard: 2 } } });
    expect((await execute()).status).toBe(429);
    await setTestPlan(server, account, { caps: { executions_per_month: { soft: null, hard: 4 } } });
    expect((await execute()).status).toBe(200);
    expect((await execute()).status).toBe(429);
  });

  test("answers a repetition like the first, and does not count it", async () => {
    await setTestPlan(server, account, { caps: { executions_per_month: { soft: null, hard: 1 } } });
    const headers = { "idempotency-key": "one" };
    const { intake } = server.deps;
    const first = await intake(call(account, { headers }));
    expect(await intake(call(account, { headers }))).toMatchObject({ repeated: true, runId: first.runId });
    await expect(intake(call())).rejects.toMatchObject({ code: "USAGE_LIMIT_REACHED" });
    expect(await countRuns()).toBe(1);
  });

  test("does not refuse what a running execution calls, and counts it", async () => {
    server.work();
    const called = await publishTestWorkflow(server);
    workflow = await publishTestWorkflow(server, {
      nodes: [{ id: "call", type: "sub_flow", data: { workflow: called } }],
    });
    await setTestPlan(server, account, { caps: { executions_per_month: { soft: null, hard: 1 } } });
    const { body } = await execute();
    const run = await eventually(async () => {
      const { body: read } = await server.request({
        url: `/api/v2/public/execution/${body.execution_id ?? body._id}`,
        key: server.testKey,
      });
      return read.status !== "RUNNING" && read;
    });
    expect(run.status).toBe("COMPLETED");
    expect(await countRuns()).toBe(2);
    expect(await readCounters()).toEqual({ "executions_per_month 2026-05-01": 2 });
  });

  test("refuses replays, one and many, and takes nothing for those that it refuses", async () => {
    server.work();
    await setTestPlan(server, account, { caps: { executions_per_month: { soft: null, hard: 2 } } });
    const { body } = await execute();
    const id = body.execution_id ?? body._id;
    const replay = () =>
      server.request({
        method: "POST",
        url: `/api/v2/public/execution/${id}/replay`,
        key: server.testKey,
        body: {},
      });
    await eventually(async () => (await replay()).status === 200);
    await eventually(async () => (await replay()).status === 429);
    expect(await countRuns()).toBe(2);
    expect(await readCounters()).toEqual({ "executions_per_month 2026-05-01": 2 });
  });
});

describe("an event beyond a hard limit", () => {
  const received = async () =>
    (await server.request({ url: `/api/v2/public/event/received?account=${account}`, key: server.testKey }))
      .body.docs;

  test("that a third party sends is kept, says why it started nothing, and can be started later", async () => {
    workflow = await publishWebhook(server);
    await setTestPlan(server, account, { caps: { executions_per_day: { soft: null, hard: 1 } } });
    const url = await buildWebhookPath(server, workflow, account);
    const sent = { url, headers: { "idempotency-key": "two" } };
    expect((await sendWebhook(server, workflow, { n: 1 }, { url })).status).toBe(200);
    expect((await sendWebhook(server, workflow, { n: 2 }, sent)).status).toBe(200);
    expect((await sendWebhook(server, workflow, { n: 2 }, sent)).status).toBe(409);
    const [refused, first] = await received();
    expect(first).toMatchObject({ matched: 1, balanced: true });
    expect(first.refused).toBeUndefined();
    expect(refused).toMatchObject({
      matched: 0,
      executions: [],
      balanced: true,
      refused: expect.stringContaining("1 execution a day"),
    });
    const restart = (id: string, key = server.testKey) =>
      server.request({ method: "POST", url: `/api/v2/public/event/received/${id}/restart`, key });
    expect((await restart(refused._id)).status).toBe(429);
    expect((await restart(first._id)).status).toBe(409);
    expect((await restart(refused._id, server.productionKey)).status).toBe(404);
    now = new Date("2026-05-05T00:00:00.000Z");
    const restarted = await restart(refused._id);
    expect(restarted.status).toBe(200);
    expect((await restart(refused._id)).status).toBe(409);
    const again = (await received()).find(({ _id }: { _id: string }) => _id === restarted.body.event_id);
    expect(again).toMatchObject({
      matched: 1,
      balanced: true,
      executions: [{ _id: restarted.body.execution_id }],
    });
    const run = await server.request({
      url: `/api/v2/public/execution/${restarted.body.execution_id}`,
      key: server.testKey,
    });
    expect(JSON.stringify(run.body)).toContain('"n":2');
    expect(await countRuns()).toBe(2);
  });

  test("is not started again by a workflow that is not published any more", async () => {
    workflow = await publishWebhook(server);
    await setTestPlan(server, account, { caps: { executions_per_day: { soft: null, hard: 0 } } });
    await sendWebhook(server, workflow, {}, { url: await buildWebhookPath(server, workflow, account) });
    const [{ _id: id }] = await received();
    await setTestPlan(server, account, { caps: {} });
    await setPublished(server, workflow, false);
    const url = `/api/v2/public/event/received/${id}/restart`;
    expect((await server.request({ method: "POST", url, key: server.testKey })).status).toBe(409);
    expect(await countRuns()).toBe(0);
  });

  test("that addresses many customers starts for the others", async () => {
    const full = await createTestAccount(server);
    const free = await createTestAccount(server);
    await setTestPlan(server, full.account.accountId, {
      caps: { executions_per_day: { soft: null, hard: 1 } },
    });
    const { deps } = server;
    for (const scope of [full, free])
      await deps.queue.transaction((tx) =>
        receiveTriggerReport(deps, tx, scope, {
          name: "row_added",
          slug: "sheets",
          configId: scope.account.accountId,
          workflowId: workflow,
          source: `source-${scope.account.id}`,
          events: ["a", "b", "c"].map((key) => ({ key, data: { key } })),
        }),
      );
    expect(await countRuns(full.account.accountId)).toBe(1);
    expect(await countRuns(free.account.accountId)).toBe(3);
    const { rows } = await sql<{ matched: number; repeated: number; refused: boolean }>`
      select matched, repeated, refused is not null as refused from received_events
      where account_id = ${full.account.id} order by id`.execute(deps.db);
    expect(rows).toEqual([
      { matched: 1, repeated: 0, refused: false },
      { matched: 0, repeated: 0, refused: true },
      { matched: 0, repeated: 0, refused: true },
    ]);
  });

  test("of a schedule starts nothing, which the schedule says until it starts again", async () => {
    const url = "/api/v1/workflow/public/scheduled";
    const body = { trigger_type: "cron", regex: "* * * * *" };
    const headers = { workflow_id_alias: workflow };
    await server.request({ method: "POST", url, key: server.testKey, account, body, headers });
    const read = async () => (await server.request({ url, key: server.testKey, account })).body.docs[0];
    await setTestPlan(server, account, { caps: { executions_per_day: { soft: null, hard: 1 } } });
    now = new Date("2026-05-04T10:01:00.000Z");
    await startDueRuns(server.deps);
    expect((await read()).refused).toBeUndefined();
    now = new Date("2026-05-04T10:02:00.000Z");
    await startDueRuns(server.deps);
    expect(await countRuns()).toBe(1);
    expect(await read()).toMatchObject({
      last_run_at: "2026-05-04T10:01:00.000Z",
      next_run_at: "2026-05-04T10:03:00.000Z",
      refused_at: "2026-05-04T10:02:00.000Z",
      refused: expect.stringContaining("It resets on 2026-05-05"),
    });
    now = new Date("2026-05-05T00:00:00.000Z");
    await startDueRuns(server.deps);
    expect(await countRuns()).toBe(2);
    expect((await read()).refused).toBeUndefined();
  });
});

describe("several processes", () => {
  /** An intake like that of another process, with what it knows of caps. */
  async function startProcess() {
    const usageCaps = await openKnownCaps(server.deps);
    return { intake: createIntake({ ...server.deps, usageCaps }), close: () => usageCaps.close() };
  }

  test.skipIf(!inject("databaseUrl"))(
    "never start more than a limit together, and refuse nothing below it",
    async () => {
      await setTestPlan(server, account, { caps: { executions_per_month: { soft: null, hard: 137 } } });
      const other = `other-${createId()}`;
      await server.account(other);
      const processes = await Promise.all(Array.from({ length: 4 }, startProcess));
      const results = await Promise.allSettled(
        Array.from({ length: 400 }, (_, n) => processes[n % 4]?.intake(call(n % 5 === 0 ? other : account))),
      );
      const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      expect(refusals.every(({ code }: UsageLimitError) => code === "USAGE_LIMIT_REACHED")).toBe(true);
      expect(refusals).toHaveLength(320 - 137);
      expect(await countRuns()).toBe(137);
      expect(await countRuns(other)).toBe(80);
      expect(await readCounters()).toEqual({ "executions_per_month 2026-05-01": 137 });
      await Promise.all(processes.map(({ close }) => close()));
    },
  );

  test("hear of the first limit of an environment from each other", async () => {
    const process = await startProcess();
    expect((await process.intake(call())).executions).toBe(1);
    await setTestPlan(server, account, { caps: { executions_per_month: { soft: null, hard: 0 } } });
    await eventually(async () => {
      const refusal = await process.intake(call()).catch((error: unknown) => error);
      return refusal instanceof Error && refusal.message.includes("0 executions a month");
    });
    await process.close();
  });
});
