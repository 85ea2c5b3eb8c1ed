import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { publishTestWorkflow } from "./test-workflow.ts";

const NOW = new Date("2026-05-04T10:00:30.000Z");
const URL = "/api/v1/workflow/public/scheduled";
const CRON = { trigger_type: "cron", regex: "0 9 * * 1-5", tz: "Europe/Berlin" };

let server: TestServer;
let token: string;
let workflow: string;
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => NOW } });
  token = await server.account("acme");
  await server.account("other");
  workflow = await publishTestWorkflow(server, { alias: "nightly" });
});
afterAll(() => server.close());

function register(body: unknown, headers: Record<string, string> = {}, account = "acme") {
  return server.request({
    method: "POST",
    url: URL,
    key: server.testKey,
    account,
    body,
    headers: { workflow_id_alias: workflow, ...headers },
  });
}

const byKey = (method: "PUT" | "DELETE", url: string, account?: string, key = server.testKey) =>
  server.request({ method, url: `${URL}/${url}`, key, account });

describe("POST /api/v1/workflow/public/scheduled", () => {
  test("200: a cron schedule, with the fields of spec 2.4 and both spellings of its pattern", async () => {
    const dates = { startDate: "2026-05-06", endDate: "2026-12-31", currentDate: "2026-05-04" };
    const body = { ...CRON, ...dates, payload: { report: "daily" } };
    const reply = await register(body, { workflow_id_alias: "nightly", slug: "" });
    expect(reply).toMatchObject({ status: 200 });
    expect(reply.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      event_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      workflow: "nightly",
      linked_account_id: "acme",
      config_id: "acme",
      environment: "test",
      org_id: server.orgId,
      cron_pattern: "0 9 * * 1-5",
      cron_patten: "0 9 * * 1-5",
      inactive: false,
      status: "running",
      registered_by_api: true,
      options: { trigger_type: "cron", regex: "0 9 * * 1-5", tz: "Europe/Berlin", ...dates },
      payload: { report: "daily" },
      trigger_type: "cron",
      trigger_interval: [],
      next_run_at: "2026-05-06T07:00:00.000Z",
      last_run_at: null,
      schedule_added_at: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
      __v: 0,
    });
  });

  test("200: interval dates in both published forms, in the named config", async () => {
    const nested = {
      date: { year: 2026, month: 6, day: 1, hour: 12, minute: 0, second: 30 },
      tz: "Asia/Tokyo",
    };
    const flat = { year: 2026, month: 5, day: 31, hour: 8, minute: 15 };
    const body = { trigger_type: "interval", tz: "Europe/Berlin", interval_dates: [nested, flat] };
    const reply = await register(body, { config_id: "second" });
    expect(reply.body).toMatchObject({
      trigger_type: "interval",
      cron_pattern: "",
      config_id: "second",
      trigger_interval: [nested, flat],
      next_run_at: "2026-05-31T06:15:00.000Z",
    });
  });

  test("200: some dates may be past, and the last day counts to its end", async () => {
    const over = { year: 2026, month: 5, day: 4, hour: 10 };
    const interval_dates = [over, { ...over, minute: 1 }];
    expect((await register({ trigger_type: "interval", interval_dates })).body).toMatchObject({
      next_run_at: "2026-05-04T10:01:00.000Z",
    });
    expect((await register({ ...CRON, regex: "0 * * * *", endDate: "2026-05-04" })).body).toMatchObject({
      next_run_at: "2026-05-04T11:00:00.000Z",
    });
  });

  test("200: only interval dates from startDate to endDate count, each in its own zone", async () => {
    const at = (day: number, tz = "UTC") => ({ year: 2026, month: 6, day, hour: 23, tz });
    const interval_dates = [at(1), at(2, "America/Nuuk"), at(3), at(4)];
    const body = { trigger_type: "interval", interval_dates };
    const { body: made } = await register({ ...body, startDate: "2026-06-02", endDate: "2026-06-03" });
    expect(made).toMatchObject({ next_run_at: "2026-06-03T00:00:00.000Z", trigger_interval: interval_dates });
    const { timing } = await server.deps.db
      .selectFrom("schedules")
      .select("timing")
      .where("id", "=", made._id)
      .executeTakeFirstOrThrow();
    expect(timing).toMatchObject({ times: [{ day: 2 }, { day: 3 }] });
  });

  test("200: headers are decoded as UTF-8", async () => {
    const utf8 = (text: string) => Buffer.from(text).toString("latin1");
    const { body: made } = await register(CRON, { config_id: utf8("geschäft") });
    expect(made.config_id).toBe("geschäft");
    const changed = await server.request({
      method: "PUT",
      url: `${URL}/${made._id}`,
      key: server.testKey,
      account: "acme",
      body: CRON,
      headers: { config_id: utf8("läden") },
    });
    expect(changed.body.config_id).toBe("läden");
  });

  test("200: every minute is allowed, with UTC as the default", async () => {
    const { body } = await register({ trigger_type: "cron", regex: "* * * * *" });
    expect(body.next_run_at).toBe("2026-05-04T10:01:00.000Z");
  });

  test.each<[string, unknown, RegExp]>([
    ["no body", undefined, /body must be an object/],
    ["no trigger_type", { regex: "* * * * *" }, /trigger_type is required/],
    ["an unknown trigger_type", { trigger_type: "poll" }, /must be one of cron, interval/],
    ["cron without an expression", { trigger_type: "cron" }, /regex is required/],
    ["six fields", { ...CRON, regex: "* * * * * *" }, /five fields/],
    ["a pattern that never matches", { ...CRON, regex: "0 0 31 2 *" }, /never comes/],
    ["an unknown time zone", { ...CRON, tz: "Mars/Base" }, /IANA time zone/],
    ["a day that does not exist", { ...CRON, startDate: "2026-02-30" }, /startDate is not a day/],
    ["a date in another form", { ...CRON, endDate: "31.12.2026" }, /endDate/],
    ["an end before the start", { ...CRON, startDate: "2026-02-02", endDate: "2026-02-01" }, /before/],
    ["an end that is over", { ...CRON, endDate: "2024-01-01" }, /^endDate leaves no future time/],
    ["an end before the next tick", { ...CRON, endDate: "2026-05-04" }, /^endDate leaves no future time/],
    [
      "interval dates that are over",
      { trigger_type: "interval", interval_dates: [{ year: 2026, month: 5, day: 4, hour: 10 }] },
      /^interval_dates must have a date in the future/,
    ],
    [
      "interval dates of which none is from startDate to endDate",
      {
        trigger_type: "interval",
        startDate: "2026-06-02",
        interval_dates: [{ year: 2026, month: 6, day: 1 }],
      },
      /^interval_dates must have a date in the future, from startDate to endDate/,
    ],
    [
      "an interval's end before its start",
      {
        trigger_type: "interval",
        startDate: "2026-06-02",
        endDate: "2026-06-01",
        interval_dates: [{ year: 2026, month: 6, day: 1 }],
      },
      /before/,
    ],
    ["a payload that is no object", { ...CRON, payload: [1] }, /payload/],
    ["interval without dates", { trigger_type: "interval" }, /interval_dates is required/],
    ["an empty list of dates", { trigger_type: "interval", interval_dates: [] }, /interval_dates/],
    ["a date without a day", { trigger_type: "interval", interval_dates: [{ year: 2026, month: 1 }] }, /day/],
    [
      "30 February",
      { trigger_type: "interval", interval_dates: [{ year: 2026, month: 2, day: 30 }] },
      /calendar/,
    ],
    [
      "hour 24",
      { trigger_type: "interval", interval_dates: [{ year: 2026, month: 2, day: 3, hour: 24 }] },
      /hour/,
    ],
  ])("400: %s, and nothing is stored", async (_name, body, message) => {
    const count = () => server.deps.db.selectFrom("schedules").select("id").execute();
    const before = await count();
    expect(await register(body)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    });
    expect(await count()).toHaveLength(before.length);
  });

  test("400: without a workflow, without an account, or for another application than the workflow's", async () => {
    const common = { method: "POST" as const, url: URL, key: server.testKey, body: CRON };
    const noWorkflow = await server.request({ ...common, account: "acme" });
    expect(noWorkflow).toMatchObject({ status: 400, body: { error_code: "MISSING_REQUIRED_FIELD" } });
    const noAccount = await server.request({ ...common, headers: { workflow_id_alias: workflow } });
    expect(noAccount).toMatchObject({ status: 400, body: { error_code: "INVALID_LINKED_ACCOUNT_ID" } });
    const mail = await publishTestWorkflow(server, { slug: "sendgrid" });
    expect((await register(CRON, { workflow_id_alias: mail, slug: "stripe" })).status).toBe(400);
    expect((await register(CRON, { workflow_id_alias: mail, slug: "sendgrid" })).status).toBe(200);
  });

  test("404: a workflow that is unknown, unpublished, or another account's", async () => {
    const foreign = await publishTestWorkflow(server, { account: "other" });
    const draft = await server.request({
      method: "POST",
      url: "/api/v2/public/workflow",
      key: server.testKey,
      body: { name: "Draft" },
    });
    for (const id of ["unknown", foreign, draft.body._id])
      expect((await register(CRON, { workflow_id_alias: id })).status).toBe(404);
    expect((await register(CRON, { workflow_id_alias: foreign }, "other")).status).toBe(200);
  });
});

describe("the list", () => {
  test("200: an account's own schedules with their workflows, newest first", async () => {
    const account = "lister";
    await server.account(account);
    const gone = await publishTestWorkflow(server);
    const first = await register(CRON, { workflow_id_alias: gone }, account);
    const second = await register({ trigger_type: "cron", regex: "* * * * *" }, {}, account);
    await server.request({ method: "DELETE", url: `/api/v2/public/workflow/${gone}`, key: server.testKey });
    const reply = await server.request({ url: `${URL}?limit=5`, key: server.testKey, account });
    expect(reply).toMatchObject({
      status: 200,
      body: { totalDocs: 2, limit: 5, page: 1, hasNextPage: false },
    });
    expect(reply.body.docs).toMatchObject([
      { _id: second.body._id, workflow: { _id: workflow, name: "Test workflow" } },
      { _id: first.body._id, workflow: gone },
    ]);
  });

  test("400: a bad page", async () => {
    expect(
      (await server.request({ url: `${URL}?page=0`, key: server.testKey, account: "acme" })).status,
    ).toBe(400);
  });
});

describe("changing, pausing and deleting", () => {
  test("400: a payload of more than 256 KB, in a new schedule and a changed one", async () => {
    const payload = (bytes: number) => ({ text: "ä".repeat((bytes - '{"text":""}'.length - 1) / 2) });
    const { body: made } = await register({ ...CRON, payload: payload(256 * 1024) });
    const refused = { status: 400, body: { message: "payload must have at most 256 KB." } };
    const body = { ...CRON, payload: payload(256 * 1024 + 2) };
    expect(await register(body)).toMatchObject(refused);
    const request = { method: "PUT", url: `${URL}/${made._id}`, account: "acme" } as const;
    expect(await server.request({ ...request, key: server.testKey, body })).toMatchObject(refused);
  });

  test("200: PUT replaces times and payload, and keeps what the headers omit", async () => {
    const { body: made } = await register({ ...CRON, payload: { a: 1 } }, { config_id: "second" });
    const reply = await server.request({
      method: "PUT",
      url: `${URL}/${made._id}`,
      key: server.testKey,
      account: "acme",
      body: { trigger_type: "cron", regex: "30 * * * *" },
    });
    expect(reply.body).toMatchObject({
      _id: made._id,
      event_id: made.event_id,
      workflow,
      config_id: "second",
      cron_pattern: "30 * * * *",
      payload: {},
      next_run_at: "2026-05-04T10:30:00.000Z",
      __v: 1,
    });
  });

  test("400 and 404: PUT with a bad body, of an unknown schedule, for an unknown workflow", async () => {
    const { body: made } = await register(CRON);
    const put = (id: string, body: unknown, headers = {}) =>
      server.request({
        method: "PUT",
        url: `${URL}/${id}`,
        key: server.testKey,
        account: "acme",
        body,
        headers,
      });
    expect((await put(made._id, { trigger_type: "cron", regex: "nonsense" })).status).toBe(400);
    expect(await put(made._id, { ...CRON, endDate: "2024-01-01" })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^endDate/) },
    });
    expect((await put("0123456789abcdef01234567", CRON)).status).toBe(404);
    expect((await put(made._id, CRON, { workflow_id_alias: "unknown" })).status).toBe(404);
    const list = await server.request({ url: URL, key: server.testKey, account: "acme" });
    expect(list.body.docs[0]).toMatchObject({ _id: made._id, cron_pattern: CRON.regex, __v: 0 });
  });

  test("200: pause and resume accept only an API key and show inactive; a second time changes nothing (spec 4.4)", async () => {
    const { body: made } = await register(CRON);
    const paused = await byKey("PUT", `${made._id}/pause`);
    expect(paused.body).toMatchObject({ inactive: true, status: "paused", next_run_at: null, __v: 1 });
    expect((await byKey("PUT", `${made._id}/pause`)).body).toEqual(paused.body);
    const resumed = await byKey("PUT", `${made._id}/resume`);
    expect(resumed).toMatchObject({ status: 200 });
    expect(resumed.body).toEqual({ ...made, __v: 2 });
    expect((await byKey("PUT", `${made._id}/resume`)).body).toEqual(resumed.body);
  });

  test("200: a paused schedule stays paused when it is changed", async () => {
    const { body: made } = await register(CRON);
    await byKey("PUT", `${made._id}/pause`);
    const url = `${URL}/${made._id}`;
    const reply = await server.request({
      method: "PUT",
      url,
      key: server.testKey,
      account: "acme",
      body: CRON,
    });
    expect(reply.body).toMatchObject({ inactive: true, next_run_at: null });
  });

  test("200: DELETE removes it; 404 afterwards, with the published message", async () => {
    const { body: made } = await register(CRON);
    expect(await byKey("DELETE", made._id, "acme")).toMatchObject({
      status: 200,
      body: { message: "Scheduled Job Deleted Successfully" },
    });
    const again = await byKey("DELETE", made._id, "acme");
    expect(again).toMatchObject({ status: 404, body: { message: "Scheduled Job Not Found" } });
    expect((await byKey("PUT", `${made._id}/resume`)).body).toEqual({
      ...again.body,
      request_id: expect.any(String),
    });
  });

  test("404: for another account, environment and organization", async () => {
    const { body: made } = await register(CRON);
    const stranger = await server.organization();
    for (const key of [server.productionKey, stranger.testKey]) {
      await server.account("acme", key);
      for (const path of ["pause", "resume"])
        expect((await byKey("PUT", `${made._id}/${path}`, undefined, key)).status).toBe(404);
      expect((await byKey("DELETE", made._id, "acme", key)).status).toBe(404);
      expect((await server.request({ url: URL, key, account: "acme" })).body.docs).toEqual([]);
    }
    expect((await byKey("DELETE", made._id, "other")).status).toBe(404);
    expect((await byKey("DELETE", made._id, "acme")).status).toBe(200);
  });

  test("a deleted account's schedules are deleted", async () => {
    await server.account("leaving");
    const { body: made } = await register(CRON, {}, "leaving");
    await server.request({
      method: "DELETE",
      url: "/api/v2/public/linked-account/leaving",
      key: server.testKey,
    });
    expect((await byKey("PUT", `${made._id}/resume`)).status).toBe(404);
  });
});

test("401: no route accepts a session token, or no credential", async () => {
  const id = (await register(CRON)).body._id;
  const headers = { workflow_id_alias: workflow };
  for (const credential of [{ token }, {}]) {
    const calls = [
      server.request({ url: URL, ...credential }),
      server.request({ method: "POST", url: URL, body: CRON, headers, ...credential }),
      server.request({ method: "PUT", url: `${URL}/${id}`, body: CRON, headers, ...credential }),
      server.request({ method: "DELETE", url: `${URL}/${id}`, ...credential }),
      server.request({ method: "PUT", url: `${URL}/${id}/pause`, ...credential }),
      server.request({ method: "PUT", url: `${URL}/${id}/resume`, ...credential }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
  }
});
