import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { createRateLimit } from "../../auth/limits/rate-limit.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { startDueRuns } from "../../schedules/ticker.ts";
import { createId, setIdClock } from "../id.ts";
import type { Database } from "./database.ts";
import { type DatabaseClock, openDatabaseClock } from "./database-clock.ts";

const DAY_MS = 86_400_000;
// A busy machine answers late, and the time of an answer is known only as exactly as that.
const LATE_MS = 5000;

let server: TestServer;
const clocks: DatabaseClock[] = [];
beforeAll(async () => {
  server = await startTestServer({ rateLimitPerMinute: 0 });
  await server.account("acme");
});
afterEach(async () => {
  vi.useRealTimers();
  for (const clock of clocks.splice(0)) await clock.stop();
  setIdClock(server.deps.clock);
});
afterAll(() => server.close());

/** The clock of a host on a database whose own clock is `aheadMs()` before the host's. */
async function clockOn(aheadMs: () => number): Promise<DatabaseClock> {
  const { database, log } = server.deps;
  const other: Database = {
    ...database,
    query: async <Row>() => [{ nowMs: Date.now() + aheadMs() } as Row],
  };
  const clock = await openDatabaseClock(other, log);
  clocks.push(clock);
  return clock;
}
function expectAhead(clock: DatabaseClock, aheadMs: number): void {
  expect(Math.abs(clock.now().getTime() - Date.now() - aheadMs)).toBeLessThan(LATE_MS);
}

test("a host that is right keeps its own time", async () => {
  const { database, log } = server.deps;
  const clock = await openDatabaseClock(database, log);
  clocks.push(clock);
  const beforeMs = Date.now();
  const nowMs = clock.now().getTime();
  expect(nowMs).toBeGreaterThanOrEqual(beforeMs - 3);
  expect(nowMs).toBeLessThanOrEqual(Date.now() + 3);
});

test.each([DAY_MS, -DAY_MS])("a host whose clock is wrong by %i ms has the database's time", async (ms) => {
  expectAhead(await clockOn(() => ms), ms);
});

test("a jump of the host's clock does not matter", async () => {
  const clock = await clockOn(() => 0);
  const realMs = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: realMs + DAY_MS });
  expect(Math.abs(clock.now().getTime() - realMs)).toBeLessThan(LATE_MS);
});

test("what the database's clock does is followed within seconds", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let aheadMs = 0;
  const clock = await clockOn(() => aheadMs);
  aheadMs = DAY_MS;
  await vi.advanceTimersByTimeAsync(5000);
  expectAhead(clock, DAY_MS);
  aheadMs = 0;
  await vi.advanceTimersByTimeAsync(5000);
  expectAhead(clock, 0);
});

test("ids tell the shared time, and grow although it is set back", async () => {
  let aheadMs = DAY_MS;
  setIdClock({ now: () => new Date(Date.now() + aheadMs) });
  const first = createId();
  expect(Number.parseInt(first.slice(0, 12), 16)).toBeGreaterThan(Date.now() + DAY_MS - LATE_MS);
  aheadMs = -DAY_MS;
  expect(createId() > first).toBe(true);
});

test("a window that a host with a wrong clock has begun ends for all others when it should", async () => {
  const { database, clock } = server.deps;
  const limits = { perMinute: 2, maxPerMinute: 2 };
  const realMs = Date.now();
  const sharedClock = { now: () => new Date(realMs) };
  vi.useFakeTimers({ toFake: ["Date"], now: realMs + DAY_MS });
  const wrong = createRateLimit({ database, clock: sharedClock }, limits);
  for (let n = 0; n < 2; n++) expect((await wrong?.consume(server.test, "acme"))?.allowed).toBe(true);
  vi.useRealTimers();
  const right = createRateLimit({ database, clock }, limits);
  const state = await right?.consume(server.test, "acme");
  expect(state?.allowed).toBe(false);
  expect(state?.resetS).toBeLessThanOrEqual(60);
});

// The embedded database has its host's clock, right or wrong.
test.skipIf(!inject("databaseUrl"))("a host that is a day ahead moves no tick (PostgreSQL)", async () => {
  const workflow = await publishTestWorkflow(server);
  await server.request({
    method: "POST",
    url: "/api/v1/workflow/public/scheduled",
    key: server.testKey,
    account: "acme",
    body: { trigger_type: "cron", regex: "0 * * * *" },
    headers: { workflow_id_alias: workflow },
  });
  const next = async () =>
    (await sql<{ at: Date }>`select next_at as at from schedules`.execute(server.deps.db)).rows.map(
      ({ at }) => at.getTime(),
    );
  const before = await next();
  expect(before).toHaveLength(1);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY_MS });
  const clock = await openDatabaseClock(server.deps.database, server.deps.log);
  clocks.push(clock);
  await startDueRuns({ ...server.deps, clock });
  vi.useRealTimers();
  const hourMs = 3_600_000;
  const [at = 0] = await next();
  // Unless the hour is over at this very moment.
  expect([0, hourMs]).toContain(at - (before[0] ?? 0));
});
