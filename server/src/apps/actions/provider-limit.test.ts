import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { Deps } from "../../deps.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../catalog/test-things-api.ts";
import { ConnectorError, type ConnectorInfo, type ProviderLimit } from "../connector.ts";
import { createLimitedHttp, delayRequests } from "./provider-limit.ts";
import { invokeAction } from "./with-connection.ts";

let server: TestServer;
let api: ThingsApi;
let connections = 0;

beforeAll(async () => {
  api = await startThingsApi();
  server = await startTestServer({ rateLimitPerMinute: 0 });
});
afterAll(async () => {
  await server.close();
  await api.close();
});
beforeEach(() => {
  api.requests.length = 0;
  api.answer = undefined;
  connections += 1;
});

const request = () => ({ method: "GET", url: `${api.url}/api/things` });

/** What one process has: its own memory, and the database that it shares with the others. */
function process(clock = server.deps.clock): Deps {
  const database = Object.create(server.deps.database) as Deps["database"];
  return { ...server.deps, clock, database, providerLimits: { holds: new Map(), limits: new Map() } };
}

/** A clock that only moves when it is told to, or waited by. */
function startMovedClock(nowMs: number) {
  let passedMs = 0;
  return {
    now: () => new Date(nowMs + passedMs),
    sleep: async (ms: number) => {
      passedMs += ms;
    },
  };
}

function caller(limit?: ProviderLimit, connection = connections) {
  const auth = { defaultType: "keybased", settings: [] };
  const info = { slug: "things", name: "Things", auth, limit } as unknown as ConnectorInfo; // nothing else of it is read
  const scope = { ...server.test, account: { id: "0".repeat(24), accountId: "nobody" } };
  const credential = { type: "keybased", settings: {}, values: {} } as const;
  const cause = { kind: "action" } as const;
  return { scope, info, connectionId: `connection-${connection}`, credential, cause };
}

async function failureOf(promise: Promise<unknown>): Promise<ConnectorError> {
  const failure = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof ConnectorError) return failure;
  throw new Error(`Expected a ConnectorError, not ${String(failure)}.`);
}

describe("a provider's limit", () => {
  test("holds for one connection across all processes, before the provider is called", async () => {
    const limit = { requests: 3, perSeconds: 600 };
    const startedAt = performance.now();
    const ways = [process(), process()].map((deps) => createLimitedHttp(deps, caller(limit)));
    const results = await Promise.allSettled([...ways, ...ways, ...ways].map((http) => http(request())));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(api.requests).toHaveLength(3);
    const failure = await failureOf((ways[0] ?? createLimitedHttp(process(), caller(limit)))(request()));
    expect(failure).toMatchObject({ code: "rateLimit", status: undefined });
    expect(failure.retryAfterMs).toBeLessThanOrEqual(600_000);
    expect(Number(failure.retryAfterMs) + performance.now() - startedAt).toBeGreaterThan(599_000);
    const other = createLimitedHttp(process(), caller(limit, connections + 1000));
    expect((await other(request())).status).toBe(401);
  });

  test("of a few seconds is waited out: a long list continues in the next window", async () => {
    const http = createLimitedHttp(process(), caller({ requests: 2, perSeconds: 1 }));
    const startedAt = performance.now();
    for (let page = 0; page < 4; page++) await http(request());
    expect(api.requests).toHaveLength(4);
    const tookMs = performance.now() - startedAt;
    expect(tookMs).toBeGreaterThan(900);
  });

  test("follows a clock that is moved, years away from that of the machine", async () => {
    const clock = startMovedClock(Date.UTC(2031, 0, 1));
    const hourly = createLimitedHttp(process(clock), caller({ requests: 1, perSeconds: 3600 }));
    await hourly(request());
    await clock.sleep(3_594_000);
    expect((await failureOf(hourly(request()))).code).toBe("rateLimit");
    await clock.sleep(6_000);
    expect((await hourly(request())).status).toBe(401);
    const startedAt = clock.now().getTime();
    const quick = createLimitedHttp(
      process(clock),
      caller({ requests: 1, perSeconds: 4 }, connections + 1000),
    );
    for (let page = 0; page < 4; page++) await quick(request());
    expect(Math.round((clock.now().getTime() - startedAt) / 100)).toBe(120);
  });

  test("stops waiting when the call is aborted", async () => {
    const http = createLimitedHttp(process(), caller({ requests: 1, perSeconds: 4 }));
    await http(request());
    const failure = await failureOf(http({ ...request(), signal: AbortSignal.timeout(20) }));
    expect(failure.code).toBe("timeout");
  });

  test("costs no statement if it is not declared", async () => {
    const deps = process();
    deps.database.query = () => Promise.reject(new Error("a statement"));
    expect((await createLimitedHttp(deps, caller())(request())).status).toBe(401);
  });
});

describe("a provider that asks to wait", () => {
  test("is not called again until then, by any process if a limit is declared", async () => {
    const limit = { requests: 100, perSeconds: 1 };
    const startedAt = performance.now();
    await delayRequests(process(), caller(limit), 300_000);
    const failure = await failureOf(createLimitedHttp(process(), caller(limit))(request()));
    expect(Number(failure.retryAfterMs) + performance.now() - startedAt).toBeGreaterThan(299_000);
    expect(api.requests).toEqual([]);
  });

  test("is called again after an hour at the latest, and at once if it names no time", async () => {
    const deps = process();
    await delayRequests(deps, caller(), 365 * 24 * 3_600_000);
    const failure = await failureOf(createLimitedHttp(deps, caller())(request()));
    expect(failure.retryAfterMs).toBeLessThanOrEqual(3_600_000);
    await delayRequests(deps, caller(undefined, connections + 1000), 0);
    const other = createLimitedHttp(deps, caller(undefined, connections + 1000));
    expect((await other(request())).status).toBe(401);
  });

  test("is called again once a moved clock says so", async () => {
    const clock = startMovedClock(Date.UTC(2031, 0, 1));
    const deps = process(clock);
    await delayRequests(deps, caller({ requests: 100, perSeconds: 1 }), 300_000);
    const http = createLimitedHttp(deps, caller({ requests: 100, perSeconds: 1 }));
    expect(await failureOf(http(request()))).toMatchObject({ code: "rateLimit", retryAfterMs: 300_000 });
    await clock.sleep(300_000);
    expect((await http(request())).status).toBe(401);
  });

  test("blocks the actions of that connection only", async () => {
    await server.request({
      method: "POST",
      url: "/api/v2/public/application",
      key: server.testKey,
      body: buildThingsDefinition("things", api.url, { rate_limit: { requests: 50, per_seconds: 1 } }),
    });
    const use = await account("acme");
    const other = await account("other");
    api.answer = () => ({ status: 429, headers: { "retry-after": "20" } });
    expect(await failureOf(use())).toMatchObject({ code: "rateLimit", status: 429, retryAfterMs: 20_000 });
    api.answer = undefined;
    const held = await failureOf(use());
    expect([held.code, held.status]).toEqual(["rateLimit", undefined]);
    expect(await other()).toEqual({ things: [] });
    expect(api.requests).toHaveLength(2);
  });
});

async function account(accountId: string): Promise<() => Promise<unknown>> {
  const token = await server.account(accountId);
  await server.request({ method: "POST", url: "/api/v2/app/things/save", token, body: { key: "good" } });
  const { id } = await server.deps.db
    .selectFrom("linked_accounts")
    .select("id")
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  const scope = { ...server.test, account: { id, accountId } };
  return () =>
    invokeAction(server.deps, scope, {
      slug: "things",
      actionId: "list_things",
      input: {},
      cause: { kind: "action" },
    });
}
