import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../test/test-server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { type Credentials, openCredentials } from "./credentials.ts";
import { generateApiKey, insertApiKey, revokeApiKey } from "./keys/keys.ts";

let server: TestServer;
let nowMs = Date.now();
const clock: Clock = { now: () => new Date(nowMs) };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** What another process on the same database has, with a count of its lookups. */
async function secondProcess(
  database: Database = server.deps.database,
): Promise<{ credentials: Credentials; lookUps: () => number }> {
  let lookUps = 0;
  const counting: Database = {
    ...database,
    query: (statement, values) => {
      lookUps += 1;
      return database.query(statement, values);
    },
  };
  const credentials = await openCredentials(
    counting,
    clock,
    server.deps.credentials.sessionSecret,
    server.deps.log,
  );
  return { credentials, lookUps: () => lookUps };
}

async function newKey(): Promise<{ id: string; key: string }> {
  const key = generateApiKey("test");
  const { id } = await insertApiKey(server.deps.db, server.deps.vault, server.test, key, clock.now());
  return { id, key };
}

test("a credential of one kind is not accepted as another, even after it was accepted", async () => {
  const { credentials } = await secondProcess();
  const token = await server.account("kinds");
  for (let round = 0; round < 2; round++) {
    expect(await credentials.sessionToken(token)).toMatchObject({ kind: "session" });
    expect(await credentials.apiKey(server.testKey)).toMatchObject({ kind: "apiKey" });
    expect(await credentials.apiKey(token)).toBeUndefined();
    expect(await credentials.sessionToken(server.testKey)).toBeUndefined();
  }
  await credentials.close();
});

test("an accepted credential is cached for a minute, a rejected one is not", async () => {
  const { credentials, lookUps } = await secondProcess();
  const { key } = await newKey();
  for (let i = 0; i < 5; i++) expect(await credentials.apiKey(key)).toBeDefined();
  expect(lookUps()).toBe(1);
  nowMs += 59_000;
  await credentials.apiKey(key);
  expect(lookUps()).toBe(1);
  nowMs += 2000;
  await credentials.apiKey(key);
  expect(lookUps()).toBe(2);
  const later = generateApiKey("test");
  expect(await credentials.apiKey(later)).toBeUndefined();
  await insertApiKey(server.deps.db, server.deps.vault, server.test, later, clock.now());
  expect(await credentials.apiKey(later)).toBeDefined();
  await credentials.close();
});

test("other processes learn of a revocation at once", async () => {
  const [first, second] = [await secondProcess(), await secondProcess()];
  const { id, key } = await newKey();
  const token = await server.account("revoked-elsewhere");
  for (const { credentials } of [first, second]) {
    expect(await credentials.apiKey(key)).toBeDefined();
    expect(await credentials.sessionToken(token)).toBeDefined();
  }
  await revokeApiKey(server.deps.db, id, clock.now());
  await server.request({ method: "POST", url: "/api/v2/public/session-token/revoke", token });
  await first.credentials.forget();
  expect(await first.credentials.apiKey(key)).toBeUndefined();
  await eventually(async () => !(await second.credentials.apiKey(key)));
  await eventually(async () => !(await second.credentials.sessionToken(token)));
  await first.credentials.close();
  await second.credentials.close();
});

test("a lookup in progress during a revocation is not cached", async () => {
  let asked = 0;
  let release = () => {};
  const slow: Database = {
    ...server.deps.database,
    query: async <Row>(...args: Parameters<Database["query"]>) => {
      const rows = await server.deps.database.query<Row>(...args);
      await new Promise<void>((resolve) => {
        asked += 1;
        release = resolve;
      });
      return rows;
    },
  };
  const { credentials } = await secondProcess(slow);
  const { id, key } = await newKey();
  const first = credentials.apiKey(key);
  await eventually(async () => asked === 1);
  await revokeApiKey(server.deps.db, id, clock.now());
  await credentials.forget();
  release();
  expect(await first).toBeDefined();
  const again = credentials.apiKey(key);
  await eventually(async () => asked === 2);
  release();
  expect(await again).toBeUndefined();
  await credentials.close();
});

test("a process that cannot receive revocations asks the database each time", async () => {
  let lose = () => {};
  const deaf: Database = {
    ...server.deps.database,
    listen: async (_channel, listener) => {
      listener.onConnect?.();
      lose = () => listener.onLost?.();
      return { close: async () => {} };
    },
  };
  const { credentials, lookUps } = await secondProcess(deaf);
  const { key } = await newKey();
  await credentials.apiKey(key);
  await credentials.apiKey(key);
  expect(lookUps()).toBe(1);
  lose();
  await credentials.apiKey(key);
  await credentials.apiKey(key);
  expect(lookUps()).toBe(3);
  await credentials.close();
});

test("a cached answer does not outlive its token", async () => {
  const { credentials } = await secondProcess();
  const { orgId, testKey } = await server.organization();
  await server.deps.db
    .updateTable("organizations")
    .set({ session_token_ttl_s: 60 })
    .where("id", "=", orgId)
    .execute();
  nowMs = Date.now() + 30_000;
  const token = await server.account("brief", testKey);
  expect(await credentials.sessionToken(token)).toBeDefined();
  nowMs += 31_000;
  expect(await credentials.sessionToken(token)).toBeUndefined();
  await credentials.close();
});

test("other caches of credentials are notified in every process when answers are dropped", async () => {
  const { credentials } = await secondProcess();
  let heard = 0;
  credentials.onForget(() => {
    heard += 1;
  });
  await server.account("gone");
  const url = "/api/v2/public/linked-account/gone";
  await server.request({ method: "DELETE", url, key: server.testKey });
  await eventually(async () => heard > 0);
  await credentials.close();
});
