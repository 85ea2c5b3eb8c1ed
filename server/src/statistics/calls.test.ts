import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestOrganization, type TestServer } from "../../test/test-server.ts";
import { type ProviderCallOutcome, restoreCallCounts } from "../apps/actions/call-counts.ts";
import { invokeAction } from "../apps/actions/with-connection.ts";
import {
  buildThingsDefinition,
  startThingsApi,
  type ThingsApi,
  type ThingsReply,
} from "../apps/catalog/test-things-api.ts";
import type { Scope } from "../auth/scope.ts";
import { countCalls, startCountingCalls } from "./count-calls.ts";

const MINUTE_MS = 60_000;

let server: TestServer;
let api: ThingsApi;
beforeAll(async () => {
  api = await startThingsApi();
  server = await startTestServer({ rateLimitPerMinute: 0 });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

let own: TestOrganization;
beforeEach(async () => {
  own = await server.organization();
  api.requests.length = 0;
  api.answer = undefined;
});

/** Connects a customer to the API in an organization; returns a function that calls it for them. */
async function connected(slug = "things") {
  const key = own.testKey;
  await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key,
    body: buildThingsDefinition(slug, api.url),
  });
  const token = await server.account("acme", key);
  const saved = await server.request({
    method: "POST",
    url: `/api/v2/app/${slug}/save`,
    token,
    body: { key: "good" },
  });
  expect(saved.status, saved.text).toBe(200);
  api.requests.length = 0;
  const { id } = await server.deps.db
    .selectFrom("linked_accounts")
    .select("id")
    .where("org_id", "=", own.orgId)
    .executeTakeFirstOrThrow();
  const scope = { ...own.test, account: { id, accountId: "acme" } };
  return (deps = server.deps, signal?: AbortSignal) =>
    invokeAction(deps, scope, {
      slug,
      actionId: "list_things",
      input: {},
      signal,
      cause: { kind: "action" },
    });
}

async function statistics(query: string, key = own.testKey) {
  const url = `/api/v2/public/statistics${query}`;
  const { status, body, text } = await server.request({ url, key });
  expect(status, text).toBe(200);
  return body;
}

/** The element at a fraction of a sorted list, as percentiles are found. */
function atPart(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
}

describe("calls to third parties", () => {
  test("are counted as the third party saw them: their number, outcome and duration", async () => {
    const call = await connected();
    const answers: [ThingsReply, number][] = [
      ...Array.from({ length: 16 }, (_, n): [ThingsReply, number] => [well, n * 3]),
      [{ status: 404, body: "{}" }, 120],
      [{ status: 503, body: "{}" }, 200],
      // Closes the connection.
      [{ raw: Buffer.alloc(0) }, 0],
    ];
    const heldMs: number[] = [];
    const tookMs: number[] = [];
    for (const [reply, delayMs] of answers) {
      api.answer = async () => {
        const startMs = performance.now();
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        if (!reply.raw) heldMs.push(performance.now() - startMs);
        return reply;
      };
      const startMs = performance.now();
      await call().catch(() => {});
      if (!reply.raw) tookMs.push(performance.now() - startMs);
    }
    await countCalls(server.deps);
    for (const every of ["minute", "hour", "day"]) {
      const { series } = await statistics(`?subject=calls&every=${every}&by=application`);
      expect(series).toHaveLength(1);
      const [{ value, total }] = series;
      expect([value, total.count, total.failed]).toEqual(["things", api.requests.length, 3]);
      expect(total.by_status).toEqual({ answered: 16, "4xx": 1, "5xx": 1, no_answer: 1 });
      // Within 5 %, durations lie between the third party's delay and the caller's wait.
      for (const [name, part] of [
        ["p50", 0.5],
        ["p95", 0.95],
        ["p99", 0.99],
      ] as const) {
        expect(total.duration_ms[name]).toBeGreaterThanOrEqual(0.95 * atPart(heldMs, part) - 1);
        expect(total.duration_ms[name]).toBeLessThanOrEqual(1.05 * atPart(tookMs, part) + 1);
      }
    }
    const { series } = await statistics("?subject=calls&by=status");
    expect(series.map(({ value }: { value: string }) => value)).toEqual([
      ...["4xx", "5xx", "answered", "no_answer"],
    ]);
    const elsewhere = await server.organization();
    for (const key of [own.productionKey, elsewhere.testKey])
      expect((await statistics("?subject=calls&by=application", key)).series).toEqual([]);
  });

  test("have no answer if they time out, and are not counted if they are aborted", async () => {
    const call = await connected();
    for (const reason of [new DOMException("The time is over.", "TimeoutError"), new Error("Stopped.")]) {
      const ending = new AbortController();
      const goOn = Promise.withResolvers<ThingsReply>();
      api.answer = () => {
        ending.abort(reason);
        return goOn.promise;
      };
      await expect(call(server.deps, ending.signal)).rejects.toThrow();
      goOn.resolve(well);
    }
    await countCalls(server.deps);
    const { series } = await statistics("?subject=calls");
    expect(series[0].total).toMatchObject({ count: 1, failed: 1, by_status: { no_answer: 1 } });
    expect(series[0].total.duration_ms).not.toBeNull();
  });

  test("of all processes add up, and counts that could not be written are written later", async () => {
    const call = await connected();
    const processes = Array.from({ length: 3 }, () => ({
      ...server.deps,
      database: Object.create(server.deps.database) as typeof server.deps.database,
      callCounts: new Map(),
    }));
    await Promise.all(processes.flatMap((deps) => [call(deps), call(deps)]));
    const [first] = processes;
    if (!first) throw new Error("There is a first one.");
    first.database.query = () => Promise.reject(new Error("away"));
    await expect(countCalls(first)).rejects.toThrow("away");
    await call(first).catch(() => {});
    first.database.query = server.deps.database.query;
    await Promise.all(processes.map((deps) => countCalls(deps)));
    await Promise.all(processes.map((deps) => countCalls(deps)));
    const { series } = await statistics("?subject=calls");
    expect(series[0].total.count).toBe(api.requests.length);
  });

  test("are written when a process ends", async () => {
    const call = await connected();
    const counting = startCountingCalls(server.deps);
    await call();
    await counting.stop();
    const { series } = await statistics("?subject=calls");
    expect(series[0].total.by_status).toEqual({ answered: 1 });
  });
});

const well: ThingsReply = { headers: { "content-type": "application/json" }, body: '{"things":[]}' };

/** Counts calls that ended so many minutes ago and took so long. */
async function called(
  slug: string,
  minutesAgo: number,
  durations: [number | undefined, number][],
  end: ProviderCallOutcome = "answered",
) {
  const scope: Scope = own.test;
  const nowMs = Date.now();
  const at = new Date(nowMs - (nowMs % MINUTE_MS) - minutesAgo * MINUTE_MS);
  restoreCallCounts(server.deps, [{ scope, slug, at, end, durations: new Map(durations) }]);
  await countCalls(server.deps);
}

describe("the overview", () => {
  const slow = async (more = "") => {
    const to = Date.now();
    const from = new Date(to - 60 * MINUTE_MS).toISOString();
    const { slow_applications } = await statistics(
      `/overview?from=${from}&to=${new Date(to).toISOString()}${more}`,
    );
    return slow_applications as {
      value: string;
      count: number;
      failed: number;
      duration_ms: { p95: number };
      duration_ms_before: unknown;
    }[];
  };

  test("lists the applications that are slower than before, or slow by any measure, the slowest first", async () => {
    // Twice as slow as before, and over a second.
    await called("slower", 90, [[700, 30]]);
    await called("slower", 10, [
      [200, 30],
      [1500, 10],
    ]);
    await called("slower", 9, [[undefined, 2]], "no_answer");
    // As slow as before.
    await called("usual", 90, [[3000, 30]]);
    await called("usual", 10, [[3100, 30]]);
    // Much slower than before, but quick.
    await called("quick", 90, [[20, 30]]);
    await called("quick", 10, [[300, 30]]);
    // Without earlier calls to compare with, or with too few.
    await called("new", 10, [[5000, 30]]);
    await called("young", 90, [[1000, 19]]);
    await called("young", 10, [[5000, 30]]);
    // As slow as before, but too slow by any measure.
    await called("stuck", 90, [[30_000, 30]], "no_answer");
    await called("stuck", 10, [[30_000, 30]], "no_answer");
    // Too few calls to judge.
    await called("rare", 10, [[40_000, 5]]);
    const found = await slow();
    expect(found.map(({ value, count, failed }) => [value, count, failed])).toEqual([
      ["stuck", 30, 30],
      ["slower", 42, 2],
    ]);
    expect(found[1]?.duration_ms.p95).toBeGreaterThanOrEqual(0.96 * 1500);
    expect(found[1]?.duration_ms.p95).toBeLessThanOrEqual(1.04 * 1500);
    expect(found[1]?.duration_ms_before).toMatchObject({ p95: expect.any(Number) });
    expect(await slow("&limit=1")).toHaveLength(1);
  });

  test("lists nothing if nothing is slow", async () => {
    await called("quick", 10, [[20, 300]]);
    expect(await slow()).toEqual([]);
  });
});
