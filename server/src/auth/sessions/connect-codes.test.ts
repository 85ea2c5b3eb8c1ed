import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const CODES = "/api/v2/public/connect-code";
let now = new Date("2026-03-02T10:00:00.000Z");
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => now } });
  await server.account("acme");
});
afterAll(() => server.close());

async function create(account = "acme"): Promise<string> {
  const body = { linked_account_id: account };
  const reply = await server.request({ method: "POST", url: CODES, key: server.testKey, body });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.expires_in).toBe(600);
  return reply.body.code;
}

const exchange = (code: string) =>
  server.request({ method: "POST", url: `${CODES}/exchange`, body: { code } });

test("a code is exchanged once, for a session token of its account", async () => {
  const code = await create();
  const { status, body } = await exchange(code);
  expect([status, body.expires_in]).toEqual([200, 86_400]);
  const claims = JSON.parse(Buffer.from(body.token.split(".")[1], "base64url").toString());
  expect(claims).toMatchObject({ linked_account_id: "acme", environment: "test" });
  const used = await server.request({ url: "/api/v2/f-sdk/application", token: body.token });
  expect(used.status).toBe(200);
  const again = await exchange(code);
  expect([again.status, again.body.error_code]).toEqual([401, "INVALID_TOKEN"]);
  expect((await exchange("unknown")).status).toBe(401);
});

test("of several who exchange a code at once, one gets a token", async () => {
  const code = await create();
  const replies = await Promise.all(Array.from({ length: 5 }, () => exchange(code)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
});

test("a code ends after ten minutes, and with its account; the database has its hash alone", async () => {
  const [late, orphaned] = [await create(), await create((await server.account("leaving")) && "leaving")];
  const rows = await server.deps.db.selectFrom("connect_codes").selectAll().execute();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain(late);
  await server.deps.db.deleteFrom("linked_accounts").where("account_id", "=", "leaving").execute();
  expect((await exchange(orphaned)).status).toBe(401);
  now = new Date(now.getTime() + 600_000);
  expect((await exchange(late)).status).toBe(401);
  await create();
  expect(await server.deps.db.selectFrom("connect_codes").selectAll().execute()).toHaveLength(1);
});

test("400 for an unknown linked account", async () => {
  const body = { linked_account_id: "nobody" };
  const reply = await server.request({ method: "POST", url: CODES, key: server.testKey, body });
  expect([reply.status, reply.body.error_code]).toEqual([400, "INVALID_LINKED_ACCOUNT_ID"]);
});
