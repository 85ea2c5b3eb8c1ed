import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestRequest, type TestServer } from "../../../test/test-server.ts";
import { createRateLimit } from "./rate-limit.ts";

let server: TestServer;
let next = 0;
const ACCOUNTS = "/api/v2/public/linked-account";

beforeAll(async () => {
  server = await startTestServer({ rateLimitPerMinute: 10 });
});
afterAll(() => server.close());

const limitOf = (perMinute: number) => ({ perMinute, maxPerMinute: 1000 });

/** An account that no request has named yet. */
function freshAccount(): string {
  next += 1;
  return `account-${next}`;
}
async function statuses(count: number, request: TestRequest): Promise<number[]> {
  const replies: number[] = [];
  for (let i = 0; i < count; i++) replies.push((await server.request(request)).status);
  return replies;
}

test("ten requests for an account pass, the eleventh is a 403 that says when to retry (spec 8)", async () => {
  const request: TestRequest = { url: `${ACCOUNTS}/${freshAccount()}`, key: server.testKey };
  for (let used = 1; used <= 10; used++) {
    const { status, headers } = await server.request(request);
    expect(status).toBe(404);
    expect(headers["ratelimit-policy"]).toBe('"account";q=10;w=60');
    expect(headers.ratelimit).toMatch(new RegExp(`^"account";r=${10 - used};t=\\d+$`));
    expect(headers).not.toHaveProperty("retry-after");
  }
  for (let i = 0; i < 3; i++) {
    const { status, headers, body } = await server.request(request);
    expect(status).toBe(403);
    expect(body).toMatchObject({ error_code: "RATE_LIMIT_EXCEEDED", http_error_type: "FORBIDDEN" });
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
    expect(headers.ratelimit).toMatch(/^"account";r=0;t=\d+$/);
  }
});

test("a request beyond the limit has no effect", async () => {
  const id = freshAccount();
  const put = { method: "PUT", url: ACCOUNTS, key: server.testKey } as const;
  expect(await statuses(10, { url: `${ACCOUNTS}/${id}`, key: server.testKey })).toEqual(Array(10).fill(404));
  expect((await server.request({ ...put, body: { linked_account_id: id } })).status).toBe(403);
  const { db } = server.deps;
  const row = await db.selectFrom("linked_accounts").select("id").where("account_id", "=", id).execute();
  expect(row).toEqual([]);
});

test("key and token count together, wherever the account is named: token, header, query, body, path", async () => {
  const id = freshAccount();
  const { testKey: key } = server;
  // Two requests: they create the account and its token.
  const token = await server.account(id);
  const event = { method: "POST", url: "/api/v2/public/session-token", key } as const;
  const counted: TestRequest[] = [
    { url: "/api/v2/public/session/active-linked-account", token },
    { url: `${ACCOUNTS}/${id}`, token },
    { url: ACCOUNTS, key, account: id },
    { url: `${ACCOUNTS}?linked_account_id=${id}`, key },
    { ...event, body: { linked_account_id: id } },
    { url: `${ACCOUNTS}/${id}`, key },
    { method: "PUT", url: ACCOUNTS, key, body: { account_id: id } },
    { method: "PUT", url: ACCOUNTS, token, body: { payload: {} } },
  ];
  for (const request of counted) expect((await server.request(request)).status, request.url).not.toBe(403);
  for (const request of counted) expect((await server.request(request)).status, request.url).toBe(403);
});

test("a request counts for the account that it acts on, not for another one that it names", async () => {
  const { testKey: key } = server;
  const act: ((id: string, other: string) => TestRequest)[] = [
    (id, other) => ({
      method: "PUT",
      url: ACCOUNTS,
      key,
      body: { linked_account_id: other, account_id: other, payload: { linked_account_id: id } },
    }),
    (id, other) => ({ method: "POST", url: ACCOUNTS, key, account: other, body: { linked_account_id: id } }),
    (id, other) => ({ url: `${ACCOUNTS}/${id}?linked_account_id=${other}`, key, account: other }),
    (id, other) => ({
      method: "POST",
      url: "/api/v2/public/event",
      key,
      account: id,
      body: { event: "Any", linked_account_id: other },
    }),
    (id) => ({
      method: "POST",
      url: "/api/v2/public/event",
      key,
      body: { event: "Any", linked_account_id: id },
    }),
  ];
  for (const request of act) {
    const id = freshAccount();
    for (let used = 0; used < 10; used++) await server.request(request(id, freshAccount()));
    const reply = await server.request(request(id, freshAccount()));
    expect(reply.body.error_code, JSON.stringify(request("id", "other"))).toBe("RATE_LIMIT_EXCEEDED");
  }
});

test("accounts, environments and organizations have separate limits", async () => {
  const url = `${ACCOUNTS}/${freshAccount()}`;
  expect((await statuses(11, { url, key: server.testKey })).at(-1)).toBe(403);
  const stranger = await server.organization();
  for (const key of [server.productionKey, stranger.testKey])
    expect((await server.request({ url, key })).status).toBe(404);
  const other = await server.request({ url: `${ACCOUNTS}/${freshAccount()}`, key: server.testKey });
  expect(other.status).toBe(404);
});

test("requests that name no account, and rejected credentials, do not count", async () => {
  expect(await statuses(15, { url: ACCOUNTS, key: server.testKey })).toEqual(Array(15).fill(200));
  const id = freshAccount();
  const url = `${ACCOUNTS}/${id}`;
  expect(await statuses(15, { url, key: "tk_wrong" })).toEqual(Array(15).fill(401));
  expect(await statuses(15, { url })).toEqual(Array(15).fill(401));
  expect((await server.request({ url, key: server.testKey })).headers.ratelimit).toMatch(/r=9;/);
});

test("the routes that the published clients poll are exempt (platform-surface 4.7)", async () => {
  const token = await server.account(freshAccount());
  const url = "/api/v2/f-sdk/application";
  const replies = await statuses(15, { url, token });
  expect(new Set(replies)).toEqual(new Set([200]));
});

test("many processes together let exactly ten concurrent requests through", async () => {
  const processes = Array.from({ length: 3 }, () => createRateLimit(server.deps, limitOf(10)));
  const counts = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const id = freshAccount();
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => processes[i % 3]?.consume(server.test, id)),
      );
      return answers.filter((answer) => answer?.allowed).length;
    }),
  );
  expect(counts).toEqual(Array(8).fill(10));
});

test("a process that starts later continues the count, and the window ends", async () => {
  const id = freshAccount();
  const { database } = server.deps;
  const before = createRateLimit(server.deps, limitOf(3));
  for (let i = 0; i < 3; i++) expect((await before?.consume(server.test, id))?.allowed).toBe(true);
  const after = createRateLimit(server.deps, limitOf(3));
  expect((await after?.consume(server.test, id))?.allowed).toBe(false);
  await database.query({ name: "test-end-windows", text: "update rate_limits set expire = $1" }, [
    Date.now() - 1,
  ]);
  const later = createRateLimit(server.deps, limitOf(3));
  expect(await later?.consume(server.test, id)).toMatchObject({ allowed: true, remaining: 2 });
});

test("a limit of 0 disables it", () => {
  expect(createRateLimit(server.deps, limitOf(0))).toBeUndefined();
});
