import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { runStatement } from "../platform/database/database.ts";
import { claimDueSubscriptionRows } from "./store.ts";

const SHARES = { slots: 8, spare: 2, perApplication: 3, perAccount: 2 };

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  for (const account of ["a", "b", "c", "d"]) await server.account(account);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.deleteFrom("trigger_subscriptions").execute();
});

const INSERT = `insert into trigger_subscriptions (id, org_id, environment, account_id, workflow_id, config_id, slug,
    trigger_id, input, input_key, facts, kind, token_hash, secrets, next_at, created_at, updated_at)
  select $1::text, org_id, environment, id, $1::text, account_id, $3::text, 'new_thing', '{}', '', '', 'poll',
    $1::text::bytea, '', $4::timestamptz, now(), now()
  from linked_accounts where account_id = $2`;

/** Adds due subscriptions, the first ones most overdue. */
async function due(slug: string, ...accounts: string[]): Promise<void> {
  for (const account of accounts) {
    const number = ++count;
    const text = INSERT;
    await runStatement(server.deps.db, { text }, [`s${number}`, account, slug, new Date(number * 1000)]);
  }
}

/** Claims with these ids already held; returns the claimed subscriptions. */
async function claim(held: { id: string }[] = []) {
  const given = { now: new Date(), leaseMs: 300_000, held: held.map(({ id }) => id), shares: SHARES };
  return claimDueSubscriptionRows(server.deps.database, given);
}

const places = (rows: { accountId: string; slug: string }[]) =>
  rows.map(({ accountId, slug }) => `${slug}/${accountId}`).sort();

test("an application whose subscriptions are all due gets its share, and another one proceeds beside it", async () => {
  await due("slow", "a", "b", "c", "d", "a", "b", "c", "d");
  await due("quick", "a", "d");
  const claimed = await claim();
  expect(places(claimed)).toEqual(["quick/a", "quick/d", "slow/a", "slow/b", "slow/c"]);
  expect(await claim(claimed)).toEqual([]);
  const left = claimed.filter(({ accountId }) => accountId !== "a");
  expect(places(await claim(left))).toEqual(["slow/d"]);
});

test("an account whose subscriptions are all due leaves room for others of its application", async () => {
  await due("slow", "a", "a", "a", "a");
  const claimed = await claim();
  expect(places(claimed)).toEqual(["slow/a", "slow/a"]);
  await due("slow", "b", "b");
  expect(places(await claim(claimed))).toEqual(["slow/b"]);
});

test("the last slots are reserved for applications that hold none, one for each", async () => {
  await due("slow", "a", "b", "c");
  await due("slower", "a", "b", "c");
  const claimed = await claim();
  expect(claimed).toHaveLength(6);
  await due("third", "a", "b", "c");
  await due("fourth", "a");
  expect(places(await claim(claimed))).toEqual(["fourth/a", "third/a"]);
});

test("subscriptions held by another process are skipped, and do not count towards shares here", async () => {
  await due("slow", "a", "b", "c", "d");
  expect(places(await claim())).toEqual(["slow/a", "slow/b", "slow/c"]);
  expect(places(await claim())).toEqual(["slow/d"]);
  expect(await claim()).toEqual([]);
});
