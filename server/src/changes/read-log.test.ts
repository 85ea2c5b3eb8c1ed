import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { eventually, startOwnServer, type TestServer } from "../../test/test-server.ts";
import type { Db } from "../platform/database/database.ts";
import { createId } from "../platform/id.ts";
import { countChanges } from "../statistics/fold.ts";
import { formatPosition, type LogPosition, parsePosition } from "./position.ts";
import { canReadFrom, deleteRead, readLog, readLogEnd } from "./read-log.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close());

async function append(db: Db, subject = createId()): Promise<string> {
  await db
    .insertInto("changes")
    .values({
      org_id: server.orgId,
      environment: "test",
      kind: "execution",
      subject,
      account_id: null,
      status: "COMPLETED",
      at: new Date(),
      workflow_id: null,
      parent: null,
      name: null,
      applications: null,
      failing_application: null,
      duration_ms: 1,
    })
    .execute();
  return subject;
}

async function read(position: LogPosition, limit = 100) {
  const { changes, ...rest } = await readLog(server.deps.db, position, { limit, scopes: [server.test] });
  return { ...rest, subjects: changes.map(({ subject }) => subject) };
}

// The embedded database runs one transaction at a time.
describe.skipIf(!inject("databaseUrl"))("transactions that commit in another order than they began", () => {
  test("are all read once, also from a position that was saved in between", async () => {
    const start = await readLogEnd(server.deps.db);
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const late = createId();
    const slow = server.deps.db.transaction().execute(async (tx) => {
      await append(tx, late);
      begun.resolve();
      await mayEnd.promise;
    });
    await begun.promise;
    const early = await append(server.deps.db);
    const first = await read(start);
    expect(first.subjects).toEqual([early]);
    expect(first.position.gaps).toHaveLength(1);
    const written = parsePosition(formatPosition(first.position));
    expect(await read(first.position)).toMatchObject({ subjects: [] });
    mayEnd.resolve();
    await slow;
    const second = await read(first.position);
    expect(second.subjects).toEqual([late]);
    expect(second.position.gaps).toEqual([]);
    expect((await read(written ?? start)).subjects).toEqual([late]);
    expect((await read(second.position)).subjects).toEqual([]);
  });

  test("are all counted once, and none is deleted uncounted", async () => {
    await countChanges(server.deps);
    const organization = await server.organization();
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const row = {
      org_id: organization.orgId,
      environment: "test" as const,
      kind: "execution" as const,
      account_id: null,
      workflow_id: null,
      parent: null,
      name: null,
      applications: null,
      failing_application: null,
      duration_ms: null,
      status: "COMPLETED",
    };
    const old = new Date(Date.now() - 2 * 3_600_000);
    const slow = server.deps.db.transaction().execute(async (tx) => {
      await tx
        .insertInto("changes")
        .values({ ...row, subject: createId(), at: old })
        .execute();
      begun.resolve();
      await mayEnd.promise;
    });
    await begun.promise;
    await server.deps.db
      .insertInto("changes")
      .values({ ...row, subject: createId(), at: old })
      .execute();
    await countChanges(server.deps);
    mayEnd.resolve();
    await slow;
    await countChanges(server.deps);
    await countChanges(server.deps);
    const counted = server.deps.db
      .selectFrom("statistics")
      .select("count")
      .where("org_id", "=", organization.orgId)
      .where("every", "=", "day")
      .where("dimension", "=", "");
    expect(await counted.execute()).toEqual([{ count: "2" }]);
  });

  test("that are rolled back leave a gap that is dropped once nothing can fill it", async () => {
    const start = await readLogEnd(server.deps.db);
    await server.deps.db
      .transaction()
      .execute(async (tx) => {
        await append(tx);
        throw new Error("undone");
      })
      .catch(() => undefined);
    const subject = await append(server.deps.db);
    const first = await read(start);
    expect(first.subjects).toEqual([subject]);
    expect(first.position.gaps).toHaveLength(1);
    // Pretends that it was found eleven seconds ago.
    const gaps = first.position.gaps.map((gap) => ({ ...gap, foundMs: Date.now() - 11_000 }));
    // Other transactions open on this server cannot fill it, but nothing proves that.
    await eventually(async () => (await read({ ...first.position, gaps })).position.gaps.length === 0);
  });
});

test("changes beyond the limit are left for the next read", async () => {
  const start = await readLogEnd(server.deps.db);
  const subjects = [await append(server.deps.db), await append(server.deps.db), await append(server.deps.db)];
  const first = await read(start, 2);
  expect(first).toMatchObject({ subjects: subjects.slice(0, 2), isFull: true });
  expect((await read(first.position, 2)).subjects).toEqual(subjects.slice(2));
});

test("only changes of the requested scopes are returned", async () => {
  const start = await readLogEnd(server.deps.db);
  await append(server.deps.db);
  const other = await server.organization();
  for (const scope of [other.test, server.production]) {
    const { changes, position } = await readLog(server.deps.db, start, { limit: 10, scopes: [scope] });
    expect(changes).toEqual([]);
    expect(position.last).toBeGreaterThan(start.last);
  }
});

test("a position is lost once what may have filled its gaps was deleted", async () => {
  const { db } = server.deps;
  await append(db);
  const { last } = await readLogEnd(db);
  const { id } = await db.selectFrom("changes").select("id").orderBy("id").limit(1).executeTakeFirstOrThrow();
  const from = (first: number) =>
    canReadFrom(db, { last, gaps: [{ first, last: first, horizon: undefined, foundMs: 0 }] });
  expect([await from(Number(id) - 1), await from(Number(id))]).toEqual([false, true]);
});

test("deleting keeps changes that are recent or not yet read", async () => {
  const { last } = await readLogEnd(server.deps.db);
  await append(server.deps.db);
  const before = await server.deps.db.selectFrom("changes").select("id").execute();
  await server.deps.queue.transaction((tx) => deleteRead(tx, { last: last + 1, gaps: [] }));
  expect(await server.deps.db.selectFrom("changes").select("id").execute()).toEqual(before);
});
