import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { eventually, startOwnServer, type TestServer } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { createIntake, type Intake } from "../../events/intake/intake.ts";
import type { CallTrigger } from "../../events/intake/trigger.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { createTestAccount } from "../../runs/start/test-run.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { startDueRuns } from "../../schedules/ticker.ts";
import { createTakeUsage } from "./take-usage.ts";
import { createTestPlan, removeTestPlans, setTestPlan } from "./test-plans.ts";

let now = new Date("2026-05-04T10:00:30.000Z");
let server: TestServer;
let scope: AccountScope;
let workflow: string;
beforeAll(async () => {
  server = await startOwnServer({}, { clock: { now: () => now } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await removeTestPlans(server);
  scope = await createTestAccount(server);
  workflow = await publishTestWorkflow(server);
});

/** Notes the statements of what uses it: their names, or "other" for those that have none. */
function watchDatabase(): { readonly names: string[]; readonly database: Database; readonly db: Db } {
  const names: string[] = [];
  const { database, db } = server.deps;
  return {
    names,
    database: {
      ...database,
      query: (statement, values) => {
        names.push(statement.name);
        return database.query(statement, values);
      },
      batch: (statements) => {
        names.push(...statements.map(({ name }) => name));
        return database.batch(statements);
      },
    },
    db: db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        names.push("other");
        return result;
      },
    }),
  };
}

function call({ account }: AccountScope): CallTrigger {
  return {
    kind: "call",
    ...server.test,
    accountId: account.accountId,
    configId: undefined,
    workflow,
    slug: undefined,
    executionType: "ASYNC",
    payload: {},
    bytes: 10,
    headers: {},
  };
}

const limitTo = (hard: number, cap = "executions_per_month", of = scope) =>
  setTestPlan(server, of.account.accountId, { caps: { [cap]: { soft: null, hard } } });

const countReserved = (names: readonly string[]) =>
  names.filter((name) => name.startsWith("usage-reserve")).length;

describe("an event", () => {
  let names: string[];
  let intake: Intake;
  beforeEach(async () => {
    const watched = watchDatabase();
    names = watched.names;
    intake = createIntake({ ...server.deps, ...watched });
    await intake(call(scope));
    names.length = 0;
  });

  /** The statements of the next event. */
  async function watchNext(): Promise<string[]> {
    names.length = 0;
    await intake(call(scope)).catch(() => {});
    return [...names];
  }

  test("costs nothing more where nothing is limited, and one statement in its transaction elsewhere", async () => {
    await createTestPlan(server, { executions_per_month: { soft: 1, hard: null } }, { isDefault: true });
    const before = await watchNext();
    expect(before.filter((name) => name.startsWith("usage"))).toEqual([]);
    await limitTo(100);
    const after = await watchNext();
    expect(after.filter((name) => !before.includes(name))).toEqual(["usage-reserve"]);
    expect(after).toHaveLength(before.length + 1);
  });

  test("beyond a limit fails in a transaction once, and then before there is one, until there is room", async () => {
    await limitTo(1);
    await watchNext();
    expect(countReserved(await watchNext())).toBe(1);
    for (let n = 0; n < 3; n++) expect(countReserved(await watchNext())).toBe(0);
    await limitTo(2);
    await expect(intake(call(scope))).resolves.toMatchObject({ executions: 1 });
    await expect(intake(call(scope))).rejects.toMatchObject({ code: "USAGE_LIMIT_REACHED" });
  });
});

describe("calls", () => {
  const take = (watched = watchDatabase()) => createTakeUsage({ ...server.deps, ...watched });

  test("that are made at the same moment cost one statement, and those beyond the limit nothing more", async () => {
    await limitTo(12, "calls_per_day");
    const watched = watchDatabase();
    const takeUsage = take(watched);
    await Promise.all(Array.from({ length: 10 }, () => takeUsage(scope, "calls")));
    expect(watched.names).toEqual(["usage-reserve-relaxed"]);
    const more = await Promise.allSettled(Array.from({ length: 5 }, () => takeUsage(scope, "calls")));
    expect(more.map(({ status }) => status)).toEqual([
      ...Array(2).fill("fulfilled"),
      ...Array(3).fill("rejected"),
    ]);
    await takeUsage(scope, "calls").catch(() => {});
    watched.names.length = 0;
    await expect(takeUsage(scope, "calls")).rejects.toThrow("12 calls to third parties a day");
    expect(watched.names).toEqual(["other"]);
  });

  test("of which not all fit take nothing of any cap for those that are refused", async () => {
    const limits = { calls_per_day: { soft: null, hard: 5 }, calls_per_month: { soft: null, hard: 3 } };
    await setTestPlan(server, scope.account.accountId, { caps: limits });
    const takeUsage = take();
    await Promise.allSettled(Array.from({ length: 9 }, () => takeUsage(scope, "calls")));
    const { rows } = await sql<{ used: number }>`
      select used::int as used from usage_periods where account_id = ${scope.account.id}`.execute(
      server.deps.db,
    );
    expect(rows).toEqual([{ used: 3 }, { used: 3 }]);
  });

  test("leave their session as it was: what comes after them waits for the disk again", async () => {
    await limitTo(12, "calls_per_day");
    const read = async () =>
      (
        await sql<{ value: string }>`select current_setting('synchronous_commit') as value`.execute(
          server.deps.db,
        )
      ).rows[0]?.value;
    const before = await read();
    await take()(scope, "calls");
    expect(await read()).toBe(before);
  });
});

describe("counters", () => {
  test.skipIf(!inject("databaseUrl"))(
    "are locked in the order of their accounts, also by schedules that start in several portions",
    async () => {
      const [first, second] = [scope, await createTestAccount(server)];
      const { db, intake } = server.deps;
      const body = { trigger_type: "cron", regex: "* * * * *" };
      // The later account's is due first.
      for (const one of [second, first]) {
        await limitTo(100, "executions_per_month", one);
        await intake(call(one));
        await server.request({
          method: "POST",
          url: "/api/v1/workflow/public/scheduled",
          key: server.testKey,
          account: one.account.accountId,
          body,
          headers: { workflow_id_alias: workflow },
        });
        await sql`update schedules set payload = json_build_object('text', repeat('x', 3000000)),
          next_at = ${new Date(now.getTime() + (one === second ? 0 : 1000))} where account_id = ${one.account.id}`.execute(
          db,
        );
      }
      now = new Date("2026-05-04T10:02:00.000Z");
      const lock = ({ account }: AccountScope) =>
        sql`select from usage_periods where account_id = ${account.id} for update nowait`;
      let starting: Promise<number> | undefined;
      await db.transaction().execute(async (tx) => {
        await lock(first).execute(tx);
        starting = startDueRuns(server.deps);
        await eventually(async () => {
          const { rows } = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
          return rows.length > 0;
        });
        // It waits for the first account's, and has not locked the other one's meanwhile.
        await db.transaction().execute((other) => lock(second).execute(other));
      });
      expect(await starting).toBe(2);
    },
  );
});
