import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startOwnServer, type TestServer } from "../../test/test-server.ts";
import type { NewRequest } from "../apps/request-log/store.ts";
import type { AccountScope } from "../auth/scope.ts";
import { createId } from "../platform/id.ts";
import { createCodeNode, createTestAccount, insertTestVersion, startRunsOf } from "../runs/start/test-run.ts";
import { countChanges } from "../statistics/fold.ts";
import { closeDays } from "./close-days.ts";
import { deleteOldUsage, readAllUsage } from "./store.ts";

const DAY_MS = 86_400_000;

let server: TestServer;
let scope: AccountScope;
let today: string;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ["usage_days", "usage_accounts", "changes"] as const)
    await server.deps.db.deleteFrom(table).execute();
  const [row] = (
    await sql<{
      day: string;
    }>`update usage_state set open_from = (now() at time zone 'UTC')::date, measured_at = null
      returning open_from::text as day`.execute(server.deps.db)
  ).rows;
  today = row?.day ?? "";
  scope = await createTestAccount(server);
});

/** The day so many days after today. */
const day = (days: number) => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
const at = (time: string, days = 0) => new Date(`${day(days)}T${time}Z`);

async function list(query = "", key = server.testKey) {
  const { status, body } = await server.request({ url: `/api/v2/public/usage?${query}`, key });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** What the account used, by day and meter. */
async function used(account = scope.account.accountId) {
  const { docs } = await list(`limit=100&linked_account_id=${account}`);
  return Object.fromEntries(
    docs.map(({ day, meter, value }: { day: string; meter: string; value: number }) => [
      `${day} ${meter}`,
      value,
    ]),
  );
}

async function exported(query: string, key = server.testKey) {
  const { status, text } = await server.request({ url: `/api/v2/public/usage/export?${query}`, key });
  expect(status, text).toBe(200);
  return text.split(/\r?\n/).slice(0, -1);
}

/** Starts executions as their transaction would, at a moment. */
async function logStarts(count: number, moment: Date, of: AccountScope = scope): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    org_id: of.orgId,
    environment: of.environment,
    kind: "execution" as const,
    subject: createId(),
    status: "RUNNING",
    account_id: of.account.id,
    at: moment,
  }));
  await server.deps.db
    .insertInto("changes")
    .values(rows as never)
    .execute();
}

async function logToolCall(statuses: readonly string[]): Promise<void> {
  const subject = createId();
  for (const status of statuses)
    await server.deps.db
      .insertInto("changes")
      .values({
        org_id: scope.orgId,
        environment: scope.environment,
        kind: "mcp_call",
        subject,
        status,
        account_id: scope.account.id,
        at: at("10:00:00"),
      } as never)
      .execute();
}

function newRequest(cause: NewRequest["cause"], id = createId()): NewRequest {
  return {
    id,
    org_id: scope.orgId,
    environment: scope.environment,
    account_id: scope.account.id,
    slug: null,
    connection_id: null,
    cause,
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
    created_at: at("11:00:00"),
  };
}

const count = () => countChanges(server.deps);
const close = (moment: Date) => closeDays({ ...server.deps, clock: { now: () => moment } });

describe("usage counts", () => {
  test("executions when they start, and no tests of drafts", async () => {
    const workflow = await insertTestVersion(server, scope, { nodes: [createCodeNode("one", "return 1")] });
    await startRunsOf(server, scope, workflow, { inputs: [1, 2, 3] });
    await count();
    await startRunsOf(server, scope, workflow, { inputs: [4] });
    await count();
    await count();
    expect(await used()).toEqual({ [`${today} executions`]: 4 });
  });

  test("a tool call once, when it was made, and neither refused nor denied ones", async () => {
    await logToolCall(["RUNNING", "COMPLETED"]);
    await logToolCall(["WAITING", "RUNNING", "ERRORED"]);
    await logToolCall(["COMPLETED"]);
    await logToolCall(["REFUSED"]);
    await logToolCall(["WAITING", "DENIED"]);
    await logToolCall(["WAITING", "EXPIRED"]);
    await count();
    expect(await used()).toEqual({ [`${today} mcp_calls`]: 3 });
  });

  test("calls to third parties that were made for the customer, once though they are written again", async () => {
    const { requestLog } = server.deps;
    const twice = createId();
    for (const cause of ["step", "action", "tool", "raw"] as const) requestLog.add(newRequest(cause));
    for (const cause of ["poll", "token", "options", "check", "subscription", "tool_list"] as const)
      requestLog.add(newRequest(cause));
    requestLog.add(newRequest("step", twice));
    await requestLog.flush();
    requestLog.add(newRequest("step", twice));
    await requestLog.flush();
    expect(await used()).toEqual({ [`${today} calls`]: 5 });
  });

  test("by the day in UTC", async () => {
    await logStarts(2, at("23:59:59.999"));
    await logStarts(3, at("00:00:00.000", 1));
    await count();
    expect(await used()).toEqual({ [`${day(0)} executions`]: 2, [`${day(1)} executions`]: 3 });
  });

  test("also what an account did just before it was deleted, under its name", async () => {
    const { accountId } = scope.account;
    await logStarts(2, at("10:00:00"));
    const url = `/api/v2/public/linked-account/${accountId}`;
    expect((await server.request({ method: "DELETE", url, key: server.testKey })).status).toBe(200);
    await count();
    const again = await createTestAccount(server, accountId);
    await logStarts(5, at("11:00:00"), again);
    await count();
    const { docs } = await list(`linked_account_id=${accountId}`);
    expect(docs.map(({ value }: { value: number }) => value).sort()).toEqual([2, 5]);
    expect(new Set(docs.map(({ linked_account_id: id }: { linked_account_id: string }) => id))).toEqual(
      new Set([accountId]),
    );
  });

  test("exactly what the log has, whoever counts at the same moment", async () => {
    await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        await logStarts(25, at("10:00:00"));
        if (n % 2 === 0) await count();
      }),
    );
    await count();
    expect(await used()).toEqual({ [`${today} executions`]: 200 });
  });
});

describe("a closed day", () => {
  test("is final 15 minutes after its end, and not before", async () => {
    await logStarts(1, at("10:00:00"));
    await count();
    await close(at("00:14:59", 1));
    expect((await list()).docs[0]).toMatchObject({ day: today, is_final: false });
    await close(at("00:15:00", 1));
    expect((await list()).docs[0]).toMatchObject({ day: today, is_final: true });
  });

  test("stays open while any of its changes is uncounted", async () => {
    await logStarts(1, at("23:59:59"));
    await close(at("12:00:00", 1));
    await count();
    expect((await list()).docs[0]).toMatchObject({ value: 1, is_final: false });
    await close(at("12:01:00", 1));
    expect((await list()).docs[0]).toMatchObject({ value: 1, is_final: true });
  });

  test("never changes: what comes late counts for the first open day", async () => {
    await logStarts(1, at("10:00:00"));
    await count();
    await close(at("00:15:00", 1));
    await logStarts(4, at("23:59:59"));
    await count();
    expect(await used()).toEqual({ [`${today} executions`]: 1, [`${day(1)} executions`]: 4 });
  });
});

describe("storage", () => {
  async function store(size: number): Promise<string> {
    const id = createId();
    await server.deps.db
      .insertInto("files")
      .values({
        id,
        org_id: scope.orgId,
        environment: scope.environment,
        account_id: scope.account.id,
        run_id: null,
        name: "a",
        content_type: "text/plain",
        size,
        content: Buffer.alloc(size),
        place: null,
        sealed_key: null,
        created_at: new Date(),
      })
      .execute();
    return id;
  }

  test("is measured once an hour, and for the last time at the end of the day", async () => {
    const id = await store(1000);
    await close(at("10:00:00"));
    await store(500);
    await close(at("10:59:59"));
    expect(await used()).toEqual({ [`${today} storage`]: 1000 });
    await close(at("11:00:00"));
    expect(await used()).toEqual({ [`${today} storage`]: 1500 });
    await server.deps.db.deleteFrom("files").where("id", "=", id).execute();
    await close(at("00:15:00", 1));
    await store(7);
    await close(at("00:16:00", 1));
    expect(await used()).toEqual({ [`${day(0)} storage`]: 500, [`${day(1)} storage`]: 507 });
  });

  test("goes down to 0 on the day on which everything is deleted", async () => {
    await store(10);
    await close(at("10:00:00"));
    await server.deps.db.deleteFrom("files").execute();
    await close(at("11:00:00"));
    expect(await used()).toEqual({ [`${today} storage`]: 0 });
  });
});

describe("the list", () => {
  test("pages from the newest day, and filters by day, meter and account", async () => {
    const other = await createTestAccount(server);
    for (let n = 0; n < 5; n++) await logStarts(n + 1, at("10:00:00", n));
    await logStarts(9, at("10:00:00", 2), other);
    await count();
    const first = await list("limit=4");
    const second = await list(`limit=4&after=${first.nextCursor}`);
    expect([...first.docs, ...second.docs].map((row: { day: string }) => row.day)).toEqual(
      [4, 3, 2, 2, 1, 0].map(day),
    );
    expect(second.nextCursor).toBeNull();
    expect(first.totalDocs).toBe(6);
    const range = await list(`from=${day(1)}&to=${day(2)}&linked_account_id=${scope.account.accountId}`);
    expect(range.docs.map(({ value }: { value: number }) => value)).toEqual([3, 2]);
    expect((await list("meter=calls")).docs).toEqual([]);
    expect((await list(`from=${day(2)}&to=${day(2)}&meter=executions`)).totalDocs).toBe(2);
    expect((await list("linked_account_id=nobody")).docs).toEqual([]);
  });

  test("shows neither another environment's usage nor another organization's", async () => {
    await logStarts(1, at("10:00:00"));
    await count();
    const { testKey } = await server.organization();
    for (const key of [server.productionKey, testKey]) {
      expect((await list("", key)).docs).toEqual([]);
      expect((await list(`linked_account_id=${scope.account.accountId}`, key)).docs).toEqual([]);
      expect(await exported("format=jsonl", key)).toEqual([]);
    }
    expect((await list()).docs).toHaveLength(1);
  });

  test.each(["from=2026-02-30", "to=yesterday", "from=2026-01-31T10:00:00Z", "meter=steps"])(
    "refuses %s with 400",
    async (query) => {
      for (const path of ["usage", "usage/export"]) {
        const url = `/api/v2/public/${path}?${query}`;
        expect((await server.request({ url, key: server.testKey })).status).toBe(400);
      }
    },
  );
});

describe("the export", () => {
  test("has a line for each row, oldest day first, in CSV and JSON lines", async () => {
    await logStarts(2, at("10:00:00", 1));
    await logStarts(1, at("10:00:00"));
    await count();
    const { accountId } = scope.account;
    const csv = await exported(`linked_account_id=${accountId}`);
    expect(csv[0]).toBe("id,linked_account_id,day,meter,value,is_final");
    expect(csv.slice(1).map((line) => line.slice(25))).toEqual([
      `${accountId},${day(0)},executions,1,false`,
      `${accountId},${day(1)},executions,2,false`,
    ]);
    const { docs } = await list();
    const lines = (await exported("format=jsonl")).map((line) => JSON.parse(line));
    expect(lines).toEqual(docs.toReversed());
    expect(await exported(`format=jsonl&to=${day(0)}`)).toHaveLength(1);
  });

  test("has events of final days for billing systems, whose ids stay the same", async () => {
    await logStarts(7, at("10:00:00"));
    await count();
    expect(await exported("format=cloudevents")).toEqual([]);
    await close(at("00:15:00", 1));
    const [line = "", ...others] = await exported("format=cloudevents");
    expect(others).toEqual([]);
    const { docs } = await list();
    expect(JSON.parse(line)).toEqual({
      specversion: "1.0",
      id: docs[0]._id,
      source: `urn:junctor:${server.orgId}:test`,
      type: "junctor.usage.executions",
      subject: scope.account.accountId,
      time: `${today}T23:59:59Z`,
      datacontenttype: "application/json",
      data: { meter: "executions", day: today, value: 7 },
    });
    await close(at("00:15:00", 2));
    expect((await exported(`format=cloudevents&to=${today}`))[0]).toBe(line);
  });

  test("reads a thousand rows at a time", async () => {
    await sql`insert into usage_days select usage_id(${today}::date, n::text, 'executions'), ${scope.orgId}, 'test', n::text,
      ${today}::date, 'executions', 1 from generate_series(1, 2500) n`.execute(server.deps.db);
    const sizes: number[] = [];
    const ids = new Set<string>();
    for await (const rows of readAllUsage(server.deps.db, server.test, {})) {
      sizes.push(rows.length);
      for (const { id } of rows) ids.add(id);
    }
    expect(sizes).toEqual([1000, 1000, 500]);
    expect(ids.size).toBe(2500);
  });
});

test("usage is kept for 800 days, whatever an organization says of its executions", async () => {
  for (const days of [-801, -799])
    await sql`insert into usage_days values (usage_id(${day(days)}::date, ${scope.account.id}, 'calls'), ${scope.orgId}, 'test',
      ${scope.account.id}, ${day(days)}::date, 'calls', 1)`.execute(server.deps.db);
  expect(await deleteOldUsage(server.deps.database, new Date(), 10, server.test)).toBe(0);
  expect(await deleteOldUsage(server.deps.database, at("00:00:00", -900), 10)).toBe(0);
  expect(await deleteOldUsage(server.deps.database, new Date(), 10)).toBe(1);
  expect(await used()).toEqual({ [`${day(-799)} calls`]: 1 });
});
