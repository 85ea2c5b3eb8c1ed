import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { startOwnServer, type TestServer } from "../../../test/test-server.ts";
import { parseLongPage } from "../page.ts";
import { buildScopedList, type LongList, readPage } from "./long-list.ts";
import { MILESTONE_EVERY } from "./milestones.ts";

let server: TestServer;
let list: LongList & { owner: string };
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { test: scope } = await server.organization();
  list = buildScopedList("linked_accounts", scope);
});
afterEach(() => remove("true"));

const ORG = () => list.owner.slice(0, 24);
/** The id of a row that was made `n` seconds after 2020. */
const idOf = (n: number) =>
  `${(1_577_836_800_000 + n * 1000).toString(16).padStart(12, "0")}${"0".repeat(12)}`;

/** Inserts rows made `from` to `to` seconds after 2020, every `step`; a third of them is named "third". */
async function insert(from: number, to: number, step = 1): Promise<void> {
  await sql`insert into linked_accounts (id, org_id, environment, account_id, name, created_at, updated_at)
    select id_at('2020-01-01T00:00:00Z'::timestamptz + n * interval '1 second') || '000000000000', ${ORG()}, 'test', 'account-' || n,
      case when n % 3 = 0 then 'third' end, now(), now()
    from generate_series(${from}::int, ${to}::int, ${step}::int) n on conflict do nothing`.execute(
    server.deps.db,
  );
}
const remove = (condition: string) =>
  sql`delete from linked_accounts where org_id = ${ORG()} and ${sql.raw(condition)}`.execute(server.deps.db);

function read(
  query: { page?: number; limit?: number; after?: string } = {},
  changes: Partial<LongList> = {},
) {
  return readPage(server.deps.db, { ...list, ...changes }, parseLongPage(query), ({ where, order }) =>
    server.deps.db.selectFrom("linked_accounts").select("id").where(where).orderBy("id", order).execute(),
  );
}
/** What the list holds, newest first, without any of the list's own ways. */
async function contents(): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from linked_accounts where org_id = ${ORG()} order by id desc`.execute(server.deps.db);
  return rows.map(({ id }) => id);
}
async function milestones(): Promise<number[]> {
  const { rows } = await sql<{ rows: number }>`
    select rows from list_milestones where list = 'linked_accounts' and owner = ${list.owner} order by id`.execute(
    server.deps.db,
  );
  return rows.map(({ rows }) => rows);
}
/** That pages all over the list, from either end and of a part, are those of the rows that are there. */
async function expectTrue(): Promise<void> {
  const newest = await contents();
  const total = newest.length;
  const last = Math.max(1, Math.ceil(total / 100));
  for (const page of [1, 11, 26, 41, last, last + 1]) {
    for (const oldestFirst of [false, true]) {
      const all = oldestFirst ? newest.toReversed() : newest;
      const { rows, envelope } = await read({ page, limit: 100 }, { oldestFirst });
      expect(rows.map(({ id }) => id)).toEqual(all.slice((page - 1) * 100, page * 100));
      expect(envelope).toMatchObject({ totalDocs: total, totalPages: last });
      expect(envelope).not.toHaveProperty("totalDocsIsEstimate");
      expect(envelope.hasNextPage).toBe(page * 100 < total);
    }
  }
  const [from, until] = [idOf(1700), idOf(7000)];
  for (const changes of [{ from }, { until }, { from, until }]) {
    for (const oldestFirst of [false, true]) {
      const kept = newest.filter((id) => id >= (changes.from ?? "") && id < (changes.until ?? "g"));
      const all = oldestFirst ? kept.toReversed() : kept;
      for (const page of [1, 31]) {
        const { rows, envelope } = await read({ page, limit: 100 }, { ...changes, oldestFirst });
        expect(envelope.totalDocs).toBe(kept.length);
        expect(rows.map(({ id }) => id)).toEqual(all.slice((page - 1) * 100, page * 100));
      }
    }
  }
}

test("a short list is counted, and no milestones are set", async () => {
  await insert(1, 25);
  const { rows, envelope } = await read({ page: 2 });
  expect(rows).toHaveLength(10);
  expect(envelope).toEqual({
    totalDocs: 25,
    limit: 10,
    totalPages: 3,
    page: 2,
    pagingCounter: 11,
    hasPrevPage: true,
    hasNextPage: true,
    prevPage: 1,
    nextPage: 3,
    nextCursor: `3.${idOf(6)}`,
  });
  expect(await milestones()).toEqual([]);
});

test("reading a long list sets milestones, and every page stays what it was", async () => {
  await insert(1, 8300);
  await expectTrue();
  expect(await milestones()).toEqual(Array(4).fill(MILESTONE_EVERY));
  await expectTrue();
});

test("rows after the last milestone are counted, and get milestones of their own once they are many", async () => {
  await insert(1, 4500);
  await read();
  await insert(4501, 5900);
  await expectTrue();
  expect(await milestones()).toHaveLength(2);
  await insert(5901, 6600);
  await read();
  expect(await milestones()).toHaveLength(3);
  await expectTrue();
});

test("rows that are only just being written get no milestones", async () => {
  await insert(1, 4500);
  await sql`insert into linked_accounts (id, org_id, environment, account_id, created_at, updated_at)
    select id_at(clock_timestamp()) || lpad(n::text, 12, '0'), ${ORG()}, 'test', 'new-' || n, now(), now()
    from generate_series(1, 3000) n`.execute(server.deps.db);
  await read();
  expect(await milestones()).toEqual([2000, 2000]);
  expect((await read()).envelope.totalDocs).toBe(7500);
});

test("deleting rows lowers the numbers of their milestones, and takes those away to which nothing is left", async () => {
  await insert(1, 8300);
  await read();
  await remove("right(account_id, 1) = '7'");
  expect(await milestones()).toEqual(Array(4).fill(1800));
  await expectTrue();
  await remove("id < id_at('2020-01-01T00:00:00Z'::timestamptz + interval '3000 seconds')");
  expect(await milestones()).toHaveLength(3);
  await expectTrue();
  await remove("true");
  expect(await milestones()).toEqual([]);
  await expectTrue();
});

test("a row that comes late takes the milestones after it away, and the next reader sets them again", async () => {
  await insert(2, 16_600, 2);
  await read();
  await insert(9001, 9001);
  expect(await milestones()).toEqual([2000, 2000]);
  await expectTrue();
  expect(await milestones()).toHaveLength(4);
  await expectTrue();
});

test("what is rolled back leaves the milestones as they were", async () => {
  await insert(1, 4300);
  await read();
  const undone = server.deps.db.transaction().execute(async (tx) => {
    await sql`delete from linked_accounts where org_id = ${ORG()}`.execute(tx);
    throw new Error("changed my mind");
  });
  await expect(undone).rejects.toThrow("changed my mind");
  expect(await milestones()).toEqual([2000, 2000]);
  await expectTrue();
});

test("milestones of one environment or organization say nothing of another", async () => {
  await insert(1, 3300);
  await read();
  const other = await server.organization();
  const { envelope } = await read({}, buildScopedList("linked_accounts", other.test));
  expect(envelope.totalDocs).toBe(0);
  expect((await read({}, buildScopedList("linked_accounts", other.production))).envelope.totalDocs).toBe(0);
});

// The embedded database has one connection: nothing else reads while a transaction is open.
test.skipIf(!inject("databaseUrl"))("while rows are being deleted no milestones are set", async () => {
  await insert(1, 4500);
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: hasDeleted, resolve: goOn } = Promise.withResolvers<void>();
  const deleting = server.deps.db.transaction().execute(async (tx) => {
    await sql`delete from linked_accounts where org_id = ${ORG()} and right(account_id, 1) = '7'`.execute(tx);
    goOn();
    await mayEnd;
  });
  await hasDeleted;
  expect((await read()).envelope.totalDocs).toBe(4500);
  expect(await milestones()).toEqual([]);
  end();
  await deleting;
  await expectTrue();
  expect(await milestones()).toEqual([2000, 2000]);
});

test("whatever comes and goes, in whatever order, is counted", async () => {
  let seed = 42;
  const random = (n: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % n;
  };
  await insert(10, 60_000, 10);
  for (let round = 0; round < 8; round++) {
    await read();
    const place = 1 + random(9);
    const at = 10 * random(6000) + place;
    if (random(3) > 0) await insert(at, at + random(4) * 500, 10);
    if (random(3) > 0) await remove(`right(account_id, 2) = '${random(10)}0'`);
    const newest = await contents();
    const page = 1 + random(Math.ceil(newest.length / 10));
    const { rows, envelope } = await read({ page });
    expect(envelope.totalDocs).toBe(newest.length);
    expect(rows.map(({ id }) => id)).toEqual(newest.slice((page - 1) * 10, page * 10));
  }
});

test("a list can be walked by cursor, each row once, while others are added and deleted", async () => {
  await insert(1, 450);
  const expected = await contents();
  const walked: string[] = [];
  let after: string | undefined;
  do {
    const { rows, envelope } = await read({ limit: 100, after });
    walked.push(...rows.map(({ id }) => id));
    after = envelope.nextCursor ?? undefined;
    await insert(500 + walked.length, 520 + walked.length);
    await remove(`id >= '${rows.at(-1)?.id}' and id < '${rows.at(-2)?.id}'`);
  } while (after !== undefined);
  expect(walked).toEqual(expected);
});

test("a cursor carries the number of its page, also from the oldest on", async () => {
  await insert(1, 25);
  const first = await read({ limit: 10 }, { oldestFirst: true });
  const second = await read({ limit: 10, after: first.envelope.nextCursor ?? "" }, { oldestFirst: true });
  expect(second.rows.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => idOf(11 + n)));
  expect(second.envelope).toMatchObject({
    page: 2,
    pagingCounter: 11,
    prevPage: 1,
    nextPage: 3,
    totalDocs: 25,
  });
  const last = await read({ limit: 10, after: second.envelope.nextCursor ?? "" }, { oldestFirst: true });
  expect(last.envelope).toMatchObject({ page: 3, hasNextPage: false, nextPage: null, nextCursor: null });
});

const thirds = { further: [sql<boolean>`linked_accounts.name = 'third'`] };

test("a list that is narrowed further is counted while it is short", async () => {
  await insert(1, 1000);
  expect((await read({ page: 34 }, thirds)).envelope).toEqual({
    totalDocs: 333,
    limit: 10,
    totalPages: 34,
    page: 34,
    pagingCounter: 331,
    hasPrevPage: true,
    hasNextPage: false,
    prevPage: 33,
    nextPage: null,
    nextCursor: null,
  });
});

test("beyond that its total is marked as an estimate, which is never less than what was seen, and exact at the end", async () => {
  await insert(1, 9000);
  await sql`analyze linked_accounts`.execute(server.deps.db);
  const { envelope } = await read({}, thirds);
  expect(envelope).toMatchObject({ totalDocsIsEstimate: true, hasNextPage: true, nextPage: 2 });
  expect(envelope.totalDocs).toBeGreaterThanOrEqual(333);
  expect((await read({ page: 29, limit: 100 }, thirds)).envelope.totalDocs).toBeGreaterThan(2900);
  const { rows, envelope: end } = await read({ page: 30, limit: 100 }, thirds);
  expect(rows).toHaveLength(100);
  expect(end).toMatchObject({ totalDocs: 3000, totalPages: 30, hasNextPage: false, nextPage: null });
  expect(end).not.toHaveProperty("totalDocsIsEstimate");
});
