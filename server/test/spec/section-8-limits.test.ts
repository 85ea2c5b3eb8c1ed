import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "./http-client.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const ACCOUNT = "/api/v2/public/linked-account";
const LIMIT = 10;

let server: SpecServer;
let count = 0;
beforeAll(async () => {
  // The default of JUNCTOR_RATE_LIMIT_PER_MINUTE.
  server = await startSpecServer({ rateLimitPerMinute: LIMIT });
});
afterAll(() => server.close());

/** A new account with a token; making both has used 2 of its requests. */
async function account(key = server.testKey) {
  const id = `limited-${++count}`;
  return { id, token: await server.account(id, key) };
}

const read = (id: string, more: Partial<Call> = {}) =>
  server.call({ path: `${ACCOUNT}/${id}`, key: server.testKey, ...more });

/** Sends until a reply is 403; returns how many were not. */
async function untilRefused(send: () => Promise<{ status: number }>, most = LIMIT + 1): Promise<number> {
  for (let sent = 0; sent < most; sent += 1) if ((await send()).status === 403) return sent;
  return most;
}

test("8: the eleventh request in a minute for a linked account is answered with 403", async () => {
  const id = `limited-${++count}`;
  const put = () =>
    server.call({ method: "PUT", path: ACCOUNT, key: server.testKey, body: { linked_account_id: id } });
  const statuses = [];
  for (let sent = 0; sent < LIMIT + 2; sent += 1) statuses.push((await put()).status);
  expect(statuses).toEqual([...Array(LIMIT).fill(200), 403, 403]);
});

test("7 rule 1, 8: the 403 has the error shape, Retry-After and the RateLimit fields", async () => {
  const { id } = await account();
  await untilRefused(() => read(id));
  const { status, body, headers } = await read(id);
  expect(status).toBe(403);
  expect(body).toMatchObject({ http_error_type: "FORBIDDEN", error_code: "RATE_LIMIT_EXCEEDED" });
  const seconds = Number(headers["retry-after"]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(headers.ratelimit).toMatch(/r=0;t=\d+/);
  expect(headers["ratelimit-policy"]).toContain("q=10;w=60");
});

test("8: concurrent requests are counted one by one", async () => {
  const { id } = await account();
  const replies = await Promise.all(Array.from({ length: 20 }, () => read(id)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(LIMIT - 2);
});

test("8: every linked account has its own limit", async () => {
  const [first, second] = [await account(), await account()];
  await untilRefused(() => read(first.id));
  expect((await read(second.id)).status).toBe(200);
});

test("8: the same account id of another environment or organization is another account", async () => {
  const { id } = await account();
  await untilRefused(() => read(id));
  await server.account(id, server.productionKey);
  expect((await read(id, { key: server.productionKey })).status).toBe(200);
  const { testKey } = await server.organization();
  await server.account(id, testKey);
  expect((await read(id, { key: testKey })).status).toBe(200);
});

test("issue 2, item 4: an account is counted by token, header, query, path or body alike", async () => {
  const { id, token } = await account();
  const key = server.testKey;
  const list = "/api/v2/public/application";
  const sends: Call[] = [
    { path: "/api/v2/public/workflow", token },
    { path: list, key, account: id },
    { path: `${list}?linked_account_id=${id}`, key },
    { path: `${ACCOUNT}/${id}`, key },
    { method: "PUT", path: ACCOUNT, key, body: { linked_account_id: id } },
    { method: "PUT", path: ACCOUNT, token, body: {} },
    { method: "POST", path: "/api/v2/public/session-token", key, body: { linked_account_id: id } },
    { path: "/api/v2/public/workflow", token },
  ];
  for (const call of sends) await expectOk(server.call(call));
  for (const call of sends) expect((await server.call(call)).status, call.path).toBe(403);
});

test("8: a rejected request changes nothing", async () => {
  const { id } = await account();
  await untilRefused(() => read(id));
  const body = { linked_account_id: id, name: "Too late" };
  expect((await server.call({ method: "PUT", path: ACCOUNT, key: server.testKey, body })).status).toBe(403);
  const { docs } = await expectOk(server.call({ path: `${ACCOUNT}?limit=100`, key: server.testKey }));
  expect(docs.find((one: { account_id: string }) => one.account_id === id)).not.toHaveProperty("name");
});

test("issue 2, item 4: requests that name no account do not count", async () => {
  const { testKey: key } = await server.organization();
  const paths = [ACCOUNT, "/api/v2/public/webhook", "/api/v2/public/application/event"];
  for (const path of paths) expect(await untilRefused(() => server.call({ path, key }), 15), path).toBe(15);
});

test("issue 2, item 4: rejected credentials do not count", async () => {
  const { id, token } = await account();
  for (let sent = 0; sent < 15; sent += 1) {
    expect((await read(id, { key: "tk_wrong" })).status).toBe(401);
    const path = "/api/v2/public/workflow";
    expect((await server.call({ path, token: `${token}x`, account: id })).status).toBe(401);
  }
  expect((await read(id)).status).toBe(200);
});

test("issue 2, item 4: polling by the published browser client does not count", async () => {
  const { token, id } = await account();
  const polled = ["/api/v2/f-sdk/application", "/api/v2/f-sdk/application/sendgrid"];
  for (const path of polled)
    expect(await untilRefused(() => server.call({ path, token }), 15), path).toBe(15);
  expect(await untilRefused(() => server.call({ path: "/api/v1/sendgrid/integrate", token }), 15)).toBe(15);
  const callback = "/api/v1/sendgrid/callback";
  expect(await untilRefused(() => server.call({ path: callback }), 15)).toBe(15);
  expect((await read(id)).status).toBe(200);
});

test("8: a reply to list-workflows shows limit 10", async () => {
  const { token } = await account();
  expect((await server.call({ path: "/api/v2/public/workflow", token })).body.limit).toBe(10);
});
