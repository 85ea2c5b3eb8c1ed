import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { jsonb } from "../platform/database/database.ts";
import { publishWorkflow, setPublished } from "./test-workflow.ts";
import { runDue, startTicker } from "./ticker.ts";

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
  workflow = await publishWorkflow(server);
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

function at(time: string) {
  now = new Date(`2026-05-04T${time}Z`);
}

test("a due schedule starts one run with its payload, as a run of the source Schedule", async () => {
  const id = await register({ trigger_type: "cron", regex: "* * * * *", payload: { report: "daily" } });
  expect(await runDue(server.deps)).toBe(0);
  at("10:01:00.200");
  expect(await runDue(server.deps)).toBe(1);
  expect(await runDue(server.deps)).toBe(0);
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

test("tickers that work at the same time start each run once", async () => {
  for (let index = 0; index < 60; index += 1) await register();
  at("10:01:00");
  const counts = await Promise.all([1, 2, 3, 4].map(() => runDue(server.deps)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(60);
  expect(await runs()).toHaveLength(60);
});

test("ticks that were missed are made up for by one run, and the next lies in the future", async () => {
  const id = await register();
  at("13:30:10");
  expect(await runDue(server.deps)).toBe(1);
  expect(await runs()).toHaveLength(1);
  expect((await read(id)).next_at).toEqual(new Date("2026-05-04T13:31:00Z"));
});

test("a clock that jumps back repeats no tick", async () => {
  await register();
  at("10:01:00");
  await runDue(server.deps);
  at("10:00:10");
  await runDue(server.deps);
  at("10:01:30");
  await runDue(server.deps);
  expect(await runs()).toHaveLength(1);
});

test("a paused schedule does not tick; resumed, it ticks in the future only", async () => {
  const id = await register();
  await change(id, "pause");
  at("10:05:00");
  expect(await runDue(server.deps)).toBe(0);
  await change(id, "resume");
  expect(await runDue(server.deps)).toBe(0);
  at("10:06:00");
  expect(await runDue(server.deps)).toBe(1);
  expect(await runs()).toHaveLength(1);
});

test("without a published workflow a schedule stays but starts nothing, and goes on when it is published again", async () => {
  const id = await register();
  await setPublished(server, workflow, false);
  at("10:01:00");
  expect(await runDue(server.deps)).toBe(1);
  expect(await read(id)).toMatchObject({ last_at: null, next_at: new Date("2026-05-04T10:02:00Z") });
  await setPublished(server, workflow, true);
  at("10:02:00");
  await runDue(server.deps);
  expect(await runs()).toHaveLength(1);
});

test("interval dates tick once each, then never again", async () => {
  const [first, second] = [1, 2].map((minute) => ({ year: 2026, month: 5, day: 4, hour: 10, minute }));
  const id = await register({ trigger_type: "interval", interval_dates: [first, second] });
  for (const time of ["10:01:00", "10:01:30", "10:02:00", "11:00:00"]) {
    at(time);
    await runDue(server.deps);
  }
  expect(await runs()).toHaveLength(2);
  expect(await read(id)).toMatchObject({ next_at: null, paused: false });
});

test("a schedule that cannot be read any more does not hold up the others", async () => {
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
  expect(await runDue({ ...server.deps, log })).toBe(2);
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
  // Waits for the tick that is being written.
  await ticker.stop();
  expect(await runs()).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
