import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { YOUR_APP_COLUMN } from "../apps/connections/your-app.ts";

const URL = "/api/v2/public/linked-account/default-app/auth-credentials";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.account("acme");
});
afterAll(() => server.close());

const put = (name: string, value: unknown, account = "acme") =>
  server.request({ method: "PUT", url: `${URL}/${name}`, key: server.testKey, account, body: { value } });
const remove = (name: string, account = "acme") =>
  server.request({ method: "DELETE", url: `${URL}/${name}`, key: server.testKey, account });

/** What the account stores of the organization's own application. */
async function kept(account = "acme") {
  const { db, vault } = server.deps;
  const row = await db
    .selectFrom("linked_accounts")
    .select(["id", "your_app"])
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
  return row.your_app && JSON.parse(vault.open(row.your_app, YOUR_APP_COLUMN.identityOf(row.id)));
}

test("200: a credential is added, updated and removed without touching the others; it is encrypted and in no reply", async () => {
  const first = await put("api_key", "very-secret-value");
  expect(first).toMatchObject({
    status: 200,
    body: { success: true, action: "added", message: "The credential was added." },
  });
  expect((await put("tenant", { nested: [1, null] })).body.action).toBe("added");
  const second = await put("api_key", "another-secret-value");
  expect(second.body).toMatchObject({ success: true, action: "updated" });
  expect(await kept()).toEqual({
    auth_credentials: { api_key: "another-secret-value", tenant: { nested: [1, null] } },
  });
  const read = await server.request({ url: "/api/v2/public/linked-account/acme", key: server.testKey });
  for (const { text } of [first, second, read]) expect(text).not.toMatch(/(very|another)-secret-value/);
  const { rows } = await server.deps.db
    .selectFrom("linked_accounts")
    .selectAll()
    .execute()
    .then((all) => ({ rows: JSON.stringify(all) + all.map((one) => one.your_app?.toString("latin1")) }));
  expect(rows).not.toContain("another-secret-value");
  expect(await remove("api_key")).toMatchObject({ status: 200, body: { success: true } });
  expect(await kept()).toEqual({ auth_credentials: { tenant: { nested: [1, null] } } });
  expect((await remove("api_key")).status).toBe(404);
});

test("200: credentials sent by the upsert are kept", async () => {
  const your_app = { app_id: "own", auth_credentials: { old: "o" } };
  const body = { linked_account_id: "upserted", your_app };
  await server.request({ method: "PUT", url: "/api/v2/public/linked-account", key: server.testKey, body });
  await put("new", "n", "upserted");
  expect(await kept("upserted")).toEqual({ app_id: "own", auth_credentials: { old: "o", new: "n" } });
});

test("200: a session token sets its own account's credential, whatever account the header names; accounts are separate", async () => {
  const token = await server.account("own");
  const url = `${URL}/mine`;
  const request = { method: "PUT", url, token, account: "acme", body: { value: "v" } } as const;
  expect((await server.request(request)).status).toBe(200);
  expect(await kept("own")).toEqual({ auth_credentials: { mine: "v" } });
  expect((await remove("mine")).status).toBe(404);
});

test("two concurrent writers lose nothing", async () => {
  await server.account("busy");
  const names = Array.from({ length: 8 }, (_, index) => `key-${index}`);
  await Promise.all(names.map((name) => put(name, name, "busy")));
  expect(Object.keys((await kept("busy")).auth_credentials).sort()).toEqual(names);
});

test("400: without a value, beyond 100 credentials, too large, without an account; 401 without a credential", async () => {
  await server.account("strict");
  const body = { value: "v" };
  const bare = { method: "PUT", url: `${URL}/a`, key: server.testKey, account: "strict", body: {} } as const;
  expect(await server.request(bare)).toMatchObject({
    status: 400,
    body: { error_code: "MISSING_REQUIRED_FIELD" },
  });
  expect((await put("a".repeat(256), "v", "strict")).status).toBe(400);
  expect((await put("large", "x".repeat(65 * 1024), "strict")).status).toBe(400);
  expect(await kept("strict")).toBeNull();
  const auth_credentials = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, 1]));
  const full = { linked_account_id: "strict", your_app: { auth_credentials } };
  await server.request({
    method: "PUT",
    url: "/api/v2/public/linked-account",
    key: server.testKey,
    body: full,
  });
  expect((await put("k100", "v", "strict")).status).toBe(400);
  expect((await put("k99", "v", "strict")).body.action).toBe("updated");
  expect((await server.request({ method: "PUT", url: `${URL}/a`, key: server.testKey, body })).status).toBe(
    400,
  );
  expect((await server.request({ method: "PUT", url: `${URL}/a`, body })).status).toBe(401);
});
