import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestRequest, type TestServer } from "../../../test/test-server.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";

const START = new Date("2026-05-04T10:00:00.000Z");
const EVENT = "order.placed";

let now = START;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => now } });
  await server.account("acme");
  await server.account("other");
  const url = "/api/v2/public/application/event";
  await server.request({ method: "POST", url, key: server.testKey, body: { name: EVENT } });
});
beforeEach(() => {
  now = START;
});
afterAll(() => server.close());

const post = (url: string, body: unknown, more: Partial<TestRequest> = {}) =>
  server.request({ method: "POST", url, key: server.testKey, account: "acme", body, ...more });
const key = (text: string, name = "idempotency-key") => ({ headers: { [name]: text } });

/** Publishes a workflow with settings. */
async function withSettings(settings: object, event?: string): Promise<string> {
  const id = await publishTestWorkflow(server, { event });
  const url = `/api/v2/public/workflow/${id}`;
  await server.request({ method: "PUT", url, key: server.testKey, body: { settings } });
  const body = { published: true };
  const reply = await server.request({ method: "PUT", url: `${url}/publish`, key: server.testKey, body });
  expect(reply.status, reply.text).toBe(200);
  return id;
}

async function runsOf(workflow: string) {
  return server.deps.db.selectFrom("runs").select("id").where("workflow_id", "=", workflow).execute();
}

describe("a call", () => {
  const execute = (id: string, body: unknown, more: Partial<TestRequest> = {}) =>
    post(`/api/v2/public/workflow/${id}/execute`, body, more);

  test("with a key used in the last 24 hours returns that execution; with another payload it is 422", async () => {
    const workflow = await publishTestWorkflow(server, { alias: "called" });
    const first = await execute(workflow, { a: 1, b: 2 }, key("k"));
    expect(first.status).toBe(200);
    expect((await execute("called", { b: 2, a: 1 }, key("k"))).body).toEqual(first.body);
    const changed = await execute(workflow, { a: 2 }, key("k"));
    expect(changed).toMatchObject({ status: 422, body: { error_code: "CONFLICT" } });
    expect(
      (await execute(workflow, { a: 1 }, { headers: { "idempotency-key": "k", config_id: "x" } })).status,
    ).toBe(422);
    now = new Date(START.getTime() + 24 * 3_600_000 - 1);
    expect((await execute(workflow, { a: 1, b: 2 }, key("k"))).body).toEqual(first.body);
    now = new Date(START.getTime() + 24 * 3_600_000);
    const later = await execute(workflow, { a: 2 }, key("k"));
    expect(later.body.execution_id).not.toBe(first.body.execution_id);
    expect(await runsOf(workflow)).toHaveLength(2);
  });

  test("starts one run, however many are concurrent; accounts and workflows do not share keys", async () => {
    const workflow = await publishTestWorkflow(server);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => execute(workflow, { a: 1 }, key("m"))),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await execute(workflow, { a: 2 }, { account: "other", ...key("m") })).status).toBe(200);
    expect((await execute(await publishTestWorkflow(server), { a: 2 }, key("m"))).status).toBe(200);
    expect(await runsOf(workflow)).toHaveLength(2);
  });

  test("that is synchronous waits for the first one's execution", async () => {
    server.work();
    const workflow = await publishTestWorkflow(server, { code: "return { n: input.n, at: Date.now() }" });
    const headers = { "idempotency-key": "s", sync_execution: "true" };
    const first = await execute(workflow, { n: 1 }, { headers });
    const again = await execute(workflow, { n: 1 }, { headers });
    expect(first.body).toMatchObject({ errored: false, return_value: { n: 1 } });
    expect(again.body).toEqual(first.body);
  });

  test("is deduplicated by what the workflow's settings name", async () => {
    const workflow = await withSettings({ idempotency: { path: "order.id", window_ms: 1000 } });
    const idOf = async (body: unknown) => (await execute(workflow, body)).body.execution_id;
    const first = await idOf({ order: { id: 1 } });
    expect(await idOf({ order: { id: 1 }, sent: "later" })).toBe(first);
    expect(await idOf({ order: { id: 2 } })).not.toBe(first);
    now = new Date(START.getTime() + 1000);
    expect(await idOf({ order: { id: 1 } })).not.toBe(first);
  });

  test("is deduplicated by its header and by the workflow's setting, each within its own window", async () => {
    const workflow = await withSettings({ idempotency: { path: "id", window_ms: 1000 } });
    const idOf = async (body: unknown, more?: Partial<TestRequest>) =>
      (await execute(workflow, body, more)).body.execution_id;
    const first = await idOf({ id: 1 }, key("p1"));
    expect(await idOf({ id: 1 }, key("p2"))).toBe(first);
    expect(await idOf({ id: 1, more: true })).toBe(first);
    expect(await execute(workflow, { id: 2 }, key("p1"))).toMatchObject({ status: 422 });
    now = new Date(START.getTime() + 1000);
    expect(await idOf({ id: 1 }, key("p1"))).toBe(first);
    expect(await idOf({ id: 1 })).not.toBe(first);
    expect(await runsOf(workflow)).toHaveLength(2);
  });

  test("uses the workflow's window if its setting names that same header", async () => {
    const workflow = await withSettings({ idempotency: { header: "Idempotency-Key", window_ms: 1000 } });
    const idOf = async () => (await execute(workflow, { id: 1 }, key("q"))).body.execution_id;
    const first = await idOf();
    expect(await idOf()).toBe(first);
    now = new Date(START.getTime() + 1000);
    expect(await idOf()).not.toBe(first);
  });

  test("is deduplicated separately for each config", async () => {
    const workflow = await withSettings({ idempotency: { path: "id" } });
    const idOf = async (config_id: string) =>
      (await execute(workflow, { id: 1 }, { headers: { config_id } })).body.execution_id;
    const first = await idOf("one");
    expect(await idOf("two")).not.toBe(first);
    expect(await idOf("one")).toBe(first);
    expect(await runsOf(workflow)).toHaveLength(2);
  });

  test.each([[""], ["k".repeat(256)]])("400: the key %j", async (text) => {
    const workflow = await publishTestWorkflow(server);
    expect((await execute(workflow, {}, key(text))).status).toBe(400);
  });
});

describe("an event", () => {
  const send = (payload: unknown, more?: Partial<TestRequest>) =>
    post("/api/v2/public/event", { event: EVENT, payload }, more);

  test("does not restart workflows whose own settings recognize it, but all others", async () => {
    const byPath = await withSettings({ idempotency: { path: "id" } }, EVENT);
    const byHeader = await withSettings({ idempotency: { header: "X-Delivery" } }, EVENT);
    const always = await publishTestWorkflow(server, { event: EVENT });
    const counts = async () =>
      [byPath, byHeader, always]
        .map(runsOf)
        .reduce(async (all, some) => [...(await all), (await some).length], Promise.resolve<number[]>([]));
    expect((await send({ id: 1 }, key("d1", "x-delivery"))).body.executions).toBe(3);
    const again = await send({ id: 1, changed: true }, key("d1", "x-delivery"));
    expect(again.body.executions).toBe(1);
    expect(await counts()).toEqual([1, 1, 2]);
    const url = `/api/v2/public/event/received/${again.body.event_id}`;
    const { body } = await server.request({ url, key: server.testKey });
    expect(body).toMatchObject({ matched: 1, repeated: 2, balanced: true });
    expect((await send({ id: 1 })).body.executions).toBe(2);
    now = new Date(START.getTime() + 5 * 60_000);
    expect((await send({ id: 1 }, key("d1", "x-delivery"))).body.executions).toBe(3);
    expect(await counts()).toEqual([2, 3, 4]);
  });

  test("with a new key of its own does not restart them either", async () => {
    const workflow = await withSettings({ idempotency: { path: "id" } }, EVENT);
    await send({ id: 9 }, key("e1"));
    await send({ id: 9 }, key("e2"));
    expect(await runsOf(workflow)).toHaveLength(1);
  });

  test("starts them separately for each config", async () => {
    const workflow = await withSettings({ idempotency: { path: "id" } }, EVENT);
    for (const config_id of ["one", "two", "one"]) await send({ id: 7 }, { headers: { config_id } });
    expect(await runsOf(workflow)).toHaveLength(2);
  });
});
