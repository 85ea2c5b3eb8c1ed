import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { findAccount } from "../auth/guard.ts";
import type { AccountScope } from "../auth/scope.ts";
import { claimRenewalLease, markExpired, releaseLeaseAfterFailure } from "./connections/lease-store.ts";
import { deleteConnections, saveConnection } from "./store.ts";

const UNSTORABLE = "a\0b\ud800c";
const STORED = "a\ufffdb\ufffdc";
const now = new Date("2026-03-01T12:00:00Z");
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function accountScope(accountId: string): Promise<AccountScope> {
  await server.account(accountId);
  const account = await findAccount(server.deps.database, server.test, accountId);
  if (account === undefined) throw new Error("The account is missing.");
  return { ...server.test, account };
}

function save(scope: AccountScope, identifier = "acme") {
  const credential = { seal: (id: string) => Buffer.from(`sealed for ${id}`), identifier };
  return server.deps.queue.transaction((tx) =>
    saveConnection(tx, scope, { slug: "stripe", authType: "keybased", credential, now }),
  );
}

describe("saving a connection", () => {
  test("twice keeps its id and encrypts its secrets for it", async () => {
    const scope = await accountScope("twice");
    const first = await save(scope, "one");
    const second = await save(scope, "two");
    expect(second).toMatchObject({ id: first.id, identifier: "two", revision: first.revision + 1 });
    expect(Buffer.from(second.secrets).toString()).toBe(`sealed for ${first.id}`);
  });

  test("works while others save and remove it", async () => {
    const scope = await accountScope("races");
    const remove = () => server.deps.queue.transaction((tx) => deleteConnections(tx, scope, {}));
    const rounds = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? save(scope) : remove()));
    await expect(Promise.all(rounds)).resolves.toHaveLength(20);
  });

  test("is 404 for a deleted account", async () => {
    const scope = await accountScope("gone");
    const gone = { ...scope, account: { ...scope.account, id: "0".repeat(24) } };
    await expect(save(gone)).rejects.toMatchObject({ kind: "not_found" });
  });
});

describe("a provider's text is stored even if PostgreSQL rejects some of its characters", () => {
  test("as the name of the account", async () => {
    expect(await save(await accountScope("named"), UNSTORABLE)).toMatchObject({ identifier: STORED });
  });

  test("as the reason why a token was not renewed or has expired", async () => {
    const { id, revision } = await save(await accountScope("reasons"));
    const held = await claimRenewalLease(server.deps.db, { id, revision, retry_at: null }, 60_000);
    const lease = held?.lease ?? "";
    await releaseLeaseAfterFailure(server.deps.db, { id, lease }, { retryAt: now, reason: UNSTORABLE });
    expect(await read(id)).toMatchObject({ last_error: STORED, lease: null });
    await server.deps.queue.transaction((tx) =>
      markExpired(tx, { id, revision, lease: null, reason: UNSTORABLE, now }),
    );
    expect(await read(id)).toMatchObject({ last_error: STORED, status: "expired" });
  });

  const read = (id: string) =>
    server.deps.db.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
});

test("a renewal that has lost its lease does not expire a connection that another one is renewing", async () => {
  const { id, revision } = await save(await accountScope("overtaken"));
  const { db, queue } = server.deps;
  const connection = { id, revision, retry_at: null };
  const expire = (lease = "") =>
    queue.transaction((tx) => markExpired(tx, { ...connection, lease, reason: "dead", now }));
  const overtaken = await claimRenewalLease(db, connection, 0);
  const overtaking = await claimRenewalLease(db, connection, 60_000);
  expect(await expire(overtaken?.lease ?? undefined)).toBe(false);
  expect(await expire()).toBe(false);
  expect(await expire(overtaking?.lease ?? undefined)).toBe(true);
});
