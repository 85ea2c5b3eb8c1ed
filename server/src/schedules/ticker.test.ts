import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { json, jsonb } from "../platform/database/database.ts";
import { createId } from "../platform/id.ts";
import { lockDue } from "./store.ts";
import { publishTestWorkflow, setPublished } from "./test-workflow.ts";
import { splitPortions, startDueRuns, startTicker } from "./ticker.ts";

const URL = "/api/v1/workflow/public/scheduled";
const START = "2026-05-04T10:00:30.000Z";

let now = new Date(START);
let server: TestServer;
let workflow: string;
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => now } });
  await server.account("acme");
});
beforeEach(async () => {
  now = new Date(START);
  await server.deps.db.deleteFrom("schedules").execute();
  workflow = await publishTestWorkflow(server);
});
afterAll(() => server.close());

async function register(body: object = { trigger_type: "cron", regex: "* * * * *" }): Promise<string> {
  const reply = await server.request({
    method: "POST",
    url: URL,
    key: server.testKey,
    account: "acme",
    body,
    headers: { workflow_id_alias: workflow },
  });
  return reply.body._id;
}

function runs() {
  return server.deps.db
    .selectFrom("runs")
    .selectAll()
    .where("workflow_id", "=", workflow)
    .orderBy("id")
    .execute();
}

const read = (id: string) =>
  server.deps.db.selectFrom("schedules").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const change = (id: string, verb: "pause" | "resume") =>
  server.request({ method: "PUT", url: `${URL}/${id}/${verb}`, key: server.testKey });

const edit = (id: string, regex: string) =>
  server.request({
    method: "PUT",
    url: `${URL}/${id}`,
    key: server.testKey,
    account: "acme",
    body: { trigger_type: "cron", regex },
  });

function at(time: string) {
  now = new Date(`2026-05-04T${time}Z`);
}

test("a due schedule starts one run with its payload and the source Schedule", async () => {
  const id = await register({ trigger_type: "cron", regex: "* * * * *", payload: { report: "daily" } });
  expect(await startDueRuns(server.deps)).toBe(0);
  at("10:01:00.200");
  expect(await startDueRuns(server.deps)).toBe(1);
  expect(await startDueRuns(server.deps)).toBe(0);
  const schedule = await read(id);
  expect(await runs()).toMatchObject([
    {
      account_id: schedule.account_id,
      config_id: "acme",
      source: "Schedule",
      event_name: "Schedule",
      event_id: schedule.event_id,
      execution_type: "ASYNC",
      input: { report: "daily" },
      status: "RUNNING",
    },
  ]);
  expect(schedule).toMatchObject({ last_at: now, next_at: new Date("2026-05-04T10:02:00Z") });
});

test("concurrent tickers start each run once", async () => {
  const { db } = server.deps;
  const { payload, ...row } = await read(await register());
  const copies = Array.from({ length: 249 }, () => ({ ...row, payload: json(payload), id: createId() }));
  await db
    .insertInto("schedules")
    .values(copies.map((copy) => ({ ...copy, timing: jsonb(copy.timing), options: jsonb(copy.options) })))
    .execute();
  at("10:01:00");
  const counts = await Promise.all([1, 2, 3, 4].map(() => startDueRuns(server.deps)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(250);
  expect(await runs()).toHaveLength(250);
  const due = await db.selectFrom("schedules").select("id").where("next_at", "<=", now).execute();
  expect(due).toEqual([]);
});

test("of more due schedules than fit, the most overdue are taken", async () => {
  await register({ trigger_type: "cron", regex: "*/2 * * * *" });
  const overdue = await register();
  at("10:02:00");
  const taken = await server.deps.queue.transaction((tx) => lockDue(tx, now, 1));
  expect(taken.map(({ id }) => id)).toEqual([overdue]);
});

test("large payloads are loaded a few at a time, and each run gets its own", async () => {
  const { db } = server.deps;
  const { payload, ...row } = await read(await register());
  await db.deleteFrom("schedules").where("id", "=", row.id).execute();
  const copies = Array.from({ length: 12 }, (_, index) => ({
    ...row,
    timing: jsonb(row.timing),
    options: jsonb(row.options),
    payload: json({ index, text: "x".repeat(700_000) }),
    id: createId(),
  }));
  await db.insertInto("schedules").values(copies).execute();
  at("10:01:00");
  expect(await startDueRuns(server.deps)).toBe(12);
  const inputs = (await runs()).map(({ input }) => (input as { index: number }).index);
  expect(inputs.sort((one, other) => one - other)).toEqual(copies.map((_, index) => index));
});

test("batches keep the order and stay within the limit, except for a single larger one", () => {
  const portions = splitPortions(
    [3, 3, 4, 1, 12, 0, 9, 2].map((bytes) => ({ bytes })),
    10,
  );
  expect(portions.map((portion) => portion.map(({ bytes }) => bytes))).toEqual([
    [3, 3, 4],
    [1],
    [12],
    [0, 9],
    [2],
  ]);
  expect(splitPortions([], 10)).toEqual([]);
});

test("schedules due together each get their own account, config, payload and workflow", async () => {
  await server.account("globex");
  const key = server.testKey;
  const ofStripe = await publishTestWorkflow(server, { slug: "stripe" });
  const globexOnly = await publishTestWorkflow(server, { account: "globex" });
  const unpublished = await publishTestWorkflow(server);
  const url = "/api/v2/public/application/stripe/fields";
  const fields = [{ id: "city", name: "City", defaultValue: "Oslo" }];
  await server.request({ method: "PUT", url, key, body: { fields } });
  const cities: Record<string, string | null> = { acme: "Lima", globex: null };
  for (const [account, city] of Object.entries(cities)) {
    const body = { slug: "stripe", fields: { city } };
    const made = { method: "POST", url: "/api/v2/public/config", key, account } as const;
    await server.request({ ...made, body: { slug: "stripe" } });
    await server.request({ ...made, method: "PUT", body });
  }
  const cases = [
    ["acme", ofStripe, "acme", { city: "Lima" }],
    ["acme", unpublished, "acme", undefined],
    ["globex", ofStripe, "globex", { city: "Oslo" }],
    ["globex", globexOnly, "globex", {}],
    ["globex", ofStripe, "no such config", {}],
    ["acme", workflow, "acme", {}],
  ] as const;
  const expected: object[] = [];
  for (const [index, [account, id, configId, values]] of cases.entries()) {
    const body = { trigger_type: "cron", regex: "* * * * *", payload: { index } };
    const headers = { workflow_id_alias: id, config_id: configId };
    await server.request({ method: "POST", url: URL, key, account, body, headers });
    if (values) expected.push({ account, workflow: id, config_id: configId, input: { index }, city: values });
  }
  await setPublished(server, unpublished, false);
  at("10:01:00");
  expect(await startDueRuns(server.deps)).toBe(cases.length);
  const found = await server.deps.db
    .selectFrom("runs")
    .innerJoin("linked_accounts", "linked_accounts.id", "runs.account_id")
    .select(["linked_accounts.account_id as account", "workflow_id", "config_id", "input", "settings"])
    .where("runs.created_at", "=", now)
    .where(
      "workflow_id",
      "in",
      cases.map(([, id]) => id),
    )
    .execute();
  const shown = found.map(({ workflow_id, settings, ...rest }) => ({
    ...rest,
    workflow: workflow_id,
    city: settings.fields,
  }));
  expect(shown).toHaveLength(expected.length);
  expect(shown).toEqual(expect.arrayContaining(expected));
});

test("missed ticks are made up for by one run, and the next is in the future", async () => {
  const id = await register();
  at("13:30:10");
  expect(await startDueRuns(server.deps)).toBe(1);
  expect(await runs()).toHaveLength(1);
  expect((await read(id)).next_at).toEqual(new Date("2026-05-04T13:31:00Z"));
});

test("a clock that jumps back repeats no tick", async () => {
  await register();
  at("10:01:00");
  await startDueRuns(server.deps);
  at("10:00:10");
  await startDueRuns(server.deps);
  at("10:01:30");
  await startDueRuns(server.deps);
  expect(await runs()).toHaveLength(1);
});

test("neither an edit nor a resume with a slow clock repeats a tick", async () => {
  const id = await register();
  at("10:01:00");
  await startDueRuns(server.deps);
  at("10:00:59.900");
  expect((await edit(id, "*/1 * * * *")).body.next_run_at).toBe("2026-05-04T10:02:00.000Z");
  await change(id, "pause");
  expect((await change(id, "resume")).body.next_run_at).toBe("2026-05-04T10:02:00.000Z");
  at("10:01:01");
  expect(await startDueRuns(server.deps)).toBe(0);
  expect(await runs()).toHaveLength(1);
});

test("an edit that keeps the times also keeps a due tick", async () => {
  const id = await register();
  at("10:01:00.300");
  expect((await edit(id, " * * * * *")).body.next_run_at).toBe("2026-05-04T10:01:00.000Z");
  expect((await edit(id, "*/2 * * * *")).body.next_run_at).toBe("2026-05-04T10:02:00.000Z");
  expect(await startDueRuns(server.deps)).toBe(0);
});

test("a paused schedule does not tick; resumed, it ticks only in the future", async () => {
  const id = await register();
  await change(id, "pause");
  at("10:05:00");
  expect(await startDueRuns(server.deps)).toBe(0);
  await change(id, "resume");
  expect(await startDueRuns(server.deps)).toBe(0);
  at("10:06:00");
  expect(await startDueRuns(server.deps)).toBe(1);
  expect(await runs()).toHaveLength(1);
});

test("without a published workflow a schedule starts nothing, and continues when it is published again", async () => {
  const id = await register();
  await setPublished(server, workflow, false);
  at("10:01:00");
  expect(await startDueRuns(server.deps)).toBe(1);
  expect(await read(id)).toMatchObject({ last_at: null, next_at: new Date("2026-05-04T10:02:00Z") });
  await setPublished(server, workflow, true);
  at("10:02:00");
  await startDueRuns(server.deps);
  expect(await runs()).toHaveLength(1);
});

test("interval dates tick once each, then never again", async () => {
  const [first, second] = [1, 2].map((minute) => ({ year: 2026, month: 5, day: 4, hour: 10, minute }));
  const id = await register({ trigger_type: "interval", interval_dates: [first, second] });
  for (const time of ["10:01:00", "10:01:30", "10:02:00", "11:00:00"]) {
    at(time);
    await startDueRuns(server.deps);
  }
  expect(await runs()).toHaveLength(2);
  expect(await read(id)).toMatchObject({ next_at: null, paused: false });
});

test("a schedule that cannot be parsed any more does not block others", async () => {
  const broken = await register();
  const good = await register();
  const timing = {
    type: "cron" as const,
    pattern: "* * * * *",
    timeZone: "Gone/Zone",
    startDate: null,
    endDate: null,
  };
  await server.deps.db
    .updateTable("schedules")
    .set({ timing: jsonb(timing) })
    .where("id", "=", broken)
    .execute();
  at("10:01:00");
  const log = server.deps.log.child({}, { level: "silent" });
  expect(await startDueRuns({ ...server.deps, log })).toBe(2);
  expect((await read(broken)).next_at).toBeNull();
  expect((await read(good)).next_at).toEqual(new Date("2026-05-04T10:02:00Z"));
});

test("a started ticker ticks by itself until it is stopped", async () => {
  await register();
  at("10:01:00");
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const ticker = startTicker(server.deps);
  expect(await runs()).toHaveLength(0);
  vi.advanceTimersByTime(1000);
  // Waits for the tick in progress.
  await ticker.stop();
  expect(await runs()).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
