import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../test/test-server.ts";
import { createId } from "../platform/id.ts";
import { presentTicks } from "./all-schema.ts";
import { publishTestWorkflow } from "./test-workflow.ts";
import { startDueRuns } from "./ticker.ts";

const NOW = new Date("2026-03-27T10:00:30.000Z");
const REGISTER = "/api/v1/workflow/public/scheduled";
const ALL = "/api/v2/public/schedules";

let server: TestServer;
let other: TestOrganization;
let workflows: readonly string[];
let ids: readonly string[];

beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => NOW } });
  other = await server.organization();
  for (const name of ["acme", "globex"]) await server.account(name);
  workflows = [await publishTestWorkflow(server), await publishTestWorkflow(server, { event: "Night" })];
  const register = async (account: string, workflow: string, body: object) => {
    const headers = { workflow_id_alias: workflow };
    const reply = await server.request({
      method: "POST",
      url: REGISTER,
      key: server.testKey,
      account,
      body,
      headers,
    });
    expect(reply.status, reply.text).toBe(200);
    return reply.body._id as string;
  };
  const [first = "", second = ""] = workflows;
  ids = [
    await register("acme", first, {
      trigger_type: "cron",
      regex: "30 2 * * *",
      tz: "Europe/Berlin",
      payload: { a: 1 },
    }),
    await register("globex", first, { trigger_type: "cron", regex: "0 9 * * 1-5" }),
    await register("globex", second, {
      trigger_type: "interval",
      interval_dates: [{ year: 2026, month: 6, day: 1, hour: 8, minute: 0, second: 0, tz: "Asia/Tokyo" }],
    }),
  ];
  await server.request({ method: "PUT", url: `${REGISTER}/${ids[1]}/pause`, key: server.testKey });
});
afterAll(() => server.close());

async function list(query = "", key = server.testKey) {
  const reply = await server.request({ url: `${ALL}?${query}`, key });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}
const idsOf = (body: { docs: { _id: string }[] }) => body.docs.map(({ _id }) => _id);

test("after an overdue tick come those from now on, not the missed ones", () => {
  const timing = {
    type: "cron",
    pattern: "0 * * * *",
    timeZone: "UTC",
    startDate: null,
    endDate: null,
  } as const;
  const { upcoming } = presentTicks(timing, new Date("2026-03-27T07:00:00Z"), NOW);
  expect(upcoming.map(({ at }) => at.slice(11, 16))).toEqual(["07:00", "11:00", "12:00", "13:00", "14:00"]);
});

test("lists the schedules of all accounts, newest first, filtered by account, workflow and state", async () => {
  const [cron, paused, interval] = ids;
  expect(idsOf(await list())).toEqual([interval, paused, cron]);
  expect(idsOf(await list("linked_account_id=globex"))).toEqual([interval, paused]);
  expect(idsOf(await list("linked_account_id=globex&status=running"))).toEqual([interval]);
  expect(idsOf(await list(`workflow_id=${workflows[0]}`))).toEqual([paused, cron]);
  expect(idsOf(await list("status=paused"))).toEqual([paused]);
  expect(idsOf(await list("linked_account_id=nobody"))).toEqual([]);
  const first = await list("limit=2");
  expect(idsOf(await list(`limit=2&after=${first.nextCursor}`))).toEqual([cron]);
});

test("shows the next ticks in the schedule's own time zone, also across clock changes", async () => {
  const { docs } = await list();
  const [interval, paused, cron] = docs;
  // On 29 March, clocks jump from 2:00 to 3:00.
  expect(cron).toMatchObject({ linked_account_id: "acme", time_zone: "Europe/Berlin", status: "running" });
  expect(cron.upcoming.map(({ at }: { at: string }) => at.slice(5, 16))).toEqual([
    "03-28T01:30",
    "03-29T01:00",
    "03-30T00:30",
    "03-31T00:30",
    "04-01T00:30",
  ]);
  expect(cron.upcoming[1].local).toBe("2026-03-29T03:00:00");
  expect(paused).toMatchObject({ upcoming: [], time_zone: "UTC", next_run_at: null });
  expect(interval.upcoming).toEqual([{ at: "2026-05-31T23:00:00.000Z", local: "2026-06-01T08:00:00" }]);
  expect(cron.workflow).toMatchObject({ _id: workflows[0], name: "Test workflow" });
  expect(cron).not.toHaveProperty("payload");
});

test("a schedule is read with its payload, in its own environment only", async () => {
  const url = `${ALL}/${ids[0]}`;
  const { body } = await server.request({ url, key: server.testKey });
  expect(body).toMatchObject({ _id: ids[0], payload: { a: 1 } });
  for (const key of [server.productionKey, other.testKey]) {
    expect((await server.request({ url, key })).status).toBe(404);
    expect((await list("", key)).docs).toEqual([]);
  }
});

test("shows the execution that the last tick started, not a replay of it", async () => {
  const { body } = await server.request({ url: `${ALL}/${ids[0]}`, key: server.testKey });
  expect(body).not.toHaveProperty("last_execution");
  const update = server.deps.db.updateTable("schedules").where("id", "=", ids[0] ?? "");
  // Run ids are made from the real time.
  const clock = { now: () => new Date() };
  await update.set({ next_at: clock.now() }).execute();
  await startDueRuns({ ...server.deps, clock });
  const shown = await list("linked_account_id=acme");
  // The schedule of the other account is due by the real time, too.
  const url = "/api/v2/public/execution";
  const { docs } = (await server.request({ url, key: server.testKey, account: "acme" })).body;
  expect(docs).toHaveLength(1);
  expect(shown.docs[0].last_execution).toMatchObject({ _id: docs[0]._id });
  const again = JSON.stringify({ id: createId(clock.now().getTime()), replay_of: docs[0]._id });
  await sql`insert into runs select (jsonb_populate_record(r, ${again}::jsonb)).* from runs r
    where r.id = ${docs[0]._id}`.execute(server.deps.db);
  expect((await list("linked_account_id=acme")).docs).toEqual(shown.docs);
});

test("a preview shows the first ticks of an unsaved schedule, or its errors", async () => {
  const preview = (body: object) =>
    server.request({ method: "POST", url: `${ALL}/preview`, key: server.testKey, body });
  const nightly = { trigger_type: "cron", regex: "30 2 * * *", tz: "Europe/Berlin" };
  const { status, body } = await preview(nightly);
  expect(status).toBe(200);
  expect(body.time_zone).toBe("Europe/Berlin");
  expect(body.upcoming).toHaveLength(5);
  expect(body.upcoming[1]).toEqual({ at: "2026-03-29T01:00:00.000Z", local: "2026-03-29T03:00:00" });
  const once = { year: 2026, month: 4, day: 1, hour: 9 };
  expect((await preview({ trigger_type: "interval", interval_dates: [once] })).body.upcoming).toEqual([
    { at: "2026-04-01T09:00:00.000Z", local: "2026-04-01T09:00:00" },
  ]);
  const past = { trigger_type: "interval", interval_dates: [{ ...once, year: 2020 }] };
  for (const [wrong, field] of [
    [{ ...nightly, regex: "30 2 * *" }, "regex"],
    [{ ...nightly, tz: "Europe/Atlantis" }, "tz"],
    [{ ...nightly, endDate: "2020-01-01" }, "endDate"],
    [past, "interval_dates"],
  ] as const) {
    const refused = await preview(wrong);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  }
  expect(await list()).toMatchObject({ totalDocs: 3 });
});
