import { afterAll, beforeAll, expect, test } from "vitest";
import { echoWorkflow, publish } from "./records.ts";
import { HEX_ID, TIMESTAMP, UNKNOWN_ID } from "./shapes.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const BASE = "/api/v1/workflow/public/scheduled";
const OPTIONS = {
  currentDate: "2026-01-01",
  startDate: "2026-01-02",
  endDate: "2099-12-31",
  tz: "Europe/Berlin",
};

let server: SpecServer;
let key: string;
let workflow: string;
let schedule: Record<string, unknown>;
beforeAll(async () => {
  server = await startSpecServer();
  key = server.testKey;
  await server.account("acme");
  workflow = (await publish(server, { key }, echoWorkflow("API Call", { workflow_alias: "nightly" })))._id;
  schedule = await expectOk(register({ trigger_type: "cron", regex: "0 9 * * 1-5", ...OPTIONS }));
});
afterAll(() => server.close());

const register = (body: unknown, reference = workflow) =>
  server.call({
    method: "POST",
    path: BASE,
    key,
    account: "acme",
    headers: { workflow_id_alias: reference, slug: "" },
    body,
  });
const put = (id: unknown, action: string, who: object = { key }) =>
  server.call({ method: "PUT", path: `${BASE}/${id}/${action}`, ...who });

test.each([
  ["_id", HEX_ID],
  ["event_id", expect.stringMatching(/.+/)],
  ["linked_account_id", "acme"],
  ["environment", "test"],
  ["org_id", HEX_ID],
  ["cron_pattern", "0 9 * * 1-5"],
  ["cron_patten", "0 9 * * 1-5"],
  ["inactive", false],
  ["registered_by_api", true],
  ["options", expect.objectContaining(OPTIONS)],
  ["trigger_type", "cron"],
  ["trigger_interval", []],
  ["schedule_added_at", TIMESTAMP],
  ["updatedAt", TIMESTAMP],
])("2.4: a schedule has the field %s", (field, expected) => {
  expect(schedule[field]).toEqual(expected);
});

test("2.4: workflow is the id or the alias with which it was registered", async () => {
  expect(schedule.workflow).toBe(workflow);
  const byAlias = await expectOk(register({ trigger_type: "cron", regex: "0 9 * * *" }, "nightly"));
  expect(byAlias.workflow).toBe("nightly");
});

test("2.4: trigger_interval holds the dates of an interval schedule", async () => {
  const interval_dates = [
    { date: { year: 2099, month: 5, day: 4, hour: 3, minute: 2, second: 1 }, tz: "UTC" },
  ];
  const made = await expectOk(register({ trigger_type: "interval", interval_dates }));
  expect(made).toMatchObject({ trigger_type: "interval", trigger_interval: interval_dates });
});

test.each([
  [{}],
  [{ trigger_type: "sometimes" }],
  [{ trigger_type: "cron" }],
  [{ trigger_type: "cron", regex: "not a pattern" }],
  [{ trigger_type: "cron", regex: "61 * * * *" }],
  [{ trigger_type: "cron", regex: 5 }],
  [{ trigger_type: "cron", regex: "* * * * *", tz: "Mars/Olympus" }],
  [{ trigger_type: "cron", regex: "* * * * *", startDate: "2026-02-30" }],
  [{ trigger_type: "cron", regex: "* * * * *", startDate: "01.02.2026" }],
  [{ trigger_type: "cron", regex: "* * * * *", startDate: "2026-02-02", endDate: "2026-02-01" }],
  [{ trigger_type: "cron", regex: "* * * * *", payload: [1] }],
  [{ trigger_type: "interval" }],
  [{ trigger_type: "interval", interval_dates: [] }],
  [{ trigger_type: "interval", interval_dates: [{ year: 2099 }] }],
  [{ trigger_type: "interval", interval_dates: [{ year: 2099, month: 2, day: 31 }] }],
])("2.4: registering %j is a 400, nothing stored", async (body) => {
  const count = async () => (await expectOk(server.call({ path: BASE, key, account: "acme" }))).totalDocs;
  const before = await count();
  expect((await register(body)).status).toBe(400);
  expect(await count()).toBe(before);
});

test("2.4: a schedule of an unknown workflow is a 404", async () => {
  expect((await register({ trigger_type: "cron", regex: "* * * * *" }, UNKNOWN_ID)).status).toBe(404);
});

test("3: a paused schedule becomes active by resume, and the full record is returned", async () => {
  const paused = await expectOk(put(schedule._id, "pause"));
  expect(paused.inactive).toBe(true);
  const { status, body } = await put(schedule._id, "resume");
  expect(status).toBe(200);
  expect(body.inactive).toBe(false);
  const steady = [
    "_id",
    "event_id",
    "workflow",
    "cron_pattern",
    "cron_patten",
    "options",
    "schedule_added_at",
  ];
  for (const field of steady) expect(body[field], field).toEqual(schedule[field]);
  expect(Object.keys(body).sort()).toEqual(Object.keys(schedule).sort());
});

test("3: resuming requires only that the schedule id exists", async () => {
  expect((await put(UNKNOWN_ID, "resume")).status).toBe(404);
  expect((await put("no-id-at-all", "resume")).status).toBe(404);
});

test("3: resuming an active schedule leaves it active", async () => {
  await expectOk(put(schedule._id, "resume"));
  expect((await expectOk(put(schedule._id, "resume"))).inactive).toBe(false);
});

test("3: the list shows which schedules are paused", async () => {
  await expectOk(put(schedule._id, "pause"));
  const { docs } = await expectOk(server.call({ path: `${BASE}?limit=100`, key, account: "acme" }));
  const found = docs.find(({ _id }: { _id: string }) => _id === schedule._id);
  expect(found).toMatchObject({ inactive: true, workflow: { _id: workflow } });
  await expectOk(put(schedule._id, "resume"));
});

test("4.4: resume has no body; one that clients send anyway is parsed but ignored", async () => {
  const path = `${BASE}/${schedule._id}/resume`;
  expect((await server.call({ method: "PUT", path, key, raw: "" })).status).toBe(200);
  expect((await server.call({ method: "PUT", path, key, body: {} })).status).toBe(200);
  const reply = await server.call({ method: "PUT", path, key, body: { inactive: true, cron_pattern: "x" } });
  expect(reply.body).toMatchObject({ inactive: false, cron_pattern: "0 9 * * 1-5" });
});

test("4.4: resume accepts an API key without linked_account_id, and no session token", async () => {
  const token = await server.account("acme");
  expect((await put(schedule._id, "resume", { token })).status).toBe(401);
  expect((await put(schedule._id, "resume", {})).status).toBe(401);
});

test("4.4: the schedule of another environment or organization is a 404 and stays paused", async () => {
  await expectOk(put(schedule._id, "pause"));
  const { testKey } = await server.organization();
  for (const other of [server.productionKey, testKey])
    expect((await put(schedule._id, "resume", { key: other })).status).toBe(404);
  const { docs } = await expectOk(server.call({ path: `${BASE}?limit=100`, key, account: "acme" }));
  expect(docs.find(({ _id }: { _id: string }) => _id === schedule._id).inactive).toBe(true);
});

test("platform-surface 1.2: deleting returns the message, and then a 404", async () => {
  const { _id } = await expectOk(register({ trigger_type: "cron", regex: "* * * * *" }));
  const remove = () => server.call({ method: "DELETE", path: `${BASE}/${_id}`, key, account: "acme" });
  expect(await remove()).toMatchObject({
    status: 200,
    body: { message: "Scheduled Job Deleted Successfully" },
  });
  const again = await remove();
  expect(again).toMatchObject({ status: 404, body: { message: "Scheduled Job Not Found" } });
  expect((await put(_id, "resume")).status).toBe(404);
});
