import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startOwnServer, type TestServer } from "../../../../test/test-server.ts";
import { createFirstId } from "../../id.ts";
import { DAY_MS } from "../../moment.ts";
import { createPartitions, getPeriodMs } from "./create-partitions.ts";
import { deletePartitions, readDueHistory } from "./delete-partitions.ts";
import { type HistoryTables, listPartitions } from "./history-tables.ts";

const TODAY = Date.parse("2027-03-01T00:00:00Z");
const isPostgres = inject("databaseUrl") !== "";
let kept: readonly string[] | undefined = [];
const history: HistoryTables = {
  tables: [
    { name: "entries", key: "id" },
    { name: "entry_words", key: "entry_id" },
  ],
  listKept: async () => kept,
};
let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  kept = [];
  logged.splice(0);
  for (const statement of [
    "drop table if exists entries, entry_words",
    `create table entries (id text collate "C" not null, n integer not null check (n > 0), words text,
      primary key (id, n)) with (fillfactor = 70)`,
    "create index entries_by_n on entries (n) where n > 5",
    `create table entry_words (entry_id text collate "C" primary key, word text)`,
    "grant select on entries to public",
  ])
    await sql.raw(statement).execute(server.deps.db);
});

const logged: string[] = [];
const note = (_words: unknown, event = "") => void logged.push(event);
const log = { info: note, warn: note };
const at = (day: number) => new Date(TODAY + day * DAY_MS);
const idAt = (day: number, n = 1) => createFirstId(at(day)).slice(0, -4) + n.toString(16).padStart(4, "0");

function create(day: number, stopping?: AbortSignal): Promise<void> {
  return createPartitions(server.deps.database, history, { now: at(day), retentionDays: 30, log, stopping });
}

const drop = (day: number) => deletePartitions(server.deps.database, history, { before: at(day), log });

async function insert(...days: number[]): Promise<void> {
  for (const day of days) {
    await sql`insert into entries values (${idAt(day)}, 1, 'some words')`.execute(server.deps.db);
    await sql`insert into entry_words values (${idAt(day)}, 'word')`.execute(server.deps.db);
  }
}

async function daysIn(table: string): Promise<number[]> {
  const key = table.startsWith("entries") ? "id" : "entry_id";
  const { rows } = await sql<{
    id: string;
  }>`select ${sql.ref(key)} as id from ${sql.table(table)} order by 1`.execute(server.deps.db);
  return rows.map(({ id }) => (Number.parseInt(id.slice(0, 12), 16) - TODAY) / DAY_MS);
}

async function bounds(): Promise<string[]> {
  const day = (id: string) => (id === "" ? "" : (Number.parseInt(id.slice(0, 12), 16) - TODAY) / DAY_MS);
  const partitions = (await listPartitions(server.deps.db, history)) ?? [];
  return partitions.map(({ from, to }) => `${day(from)}..${day(to)}`);
}

async function ask(text: string): Promise<unknown[]> {
  const { rows } = await sql.raw<Record<string, unknown>>(text).execute(server.deps.db);
  return rows.map((row) => Object.values(row)[0]);
}

describe("a table that is partitioned", () => {
  test("becomes the first partition without being copied, and keeps what belongs to it", async () => {
    await insert(-40, -1, 0);
    const file = "select pg_relation_filenode(to_regclass('NAME'))::text";
    const before = await ask(file.replace("NAME", "entries"));
    const indexes = "select indexdef from pg_indexes where tablename = 'entries' order by indexname";
    const text = (await ask(indexes)).map((one) => String(one).replace(/ WITH .*?\)/, ""));
    await create(0);
    expect(await bounds()).toEqual(["..8"]);
    expect(await ask(file.replace("NAME", "entries_first"))).toEqual(before);
    expect(await daysIn("entries")).toEqual([-40, -1, 0]);
    expect(await daysIn("entry_words")).toEqual([-40, -1, 0]);
    expect((await ask(indexes)).map((one) => String(one).replace(" ON ONLY ", " ON "))).toEqual(text);
    expect(await ask("select has_table_privilege('public', 'entries', 'select')")).toEqual([true]);
    await expect(sql`insert into entries values (${idAt(1)}, 0)`.execute(server.deps.db)).rejects.toThrow(
      "check constraint",
    );
    expect(await ask("select conname from pg_constraint where conname = 'partition_bounds'")).toEqual([]);
    expect(logged).toEqual(["retention.tables-partitioned"]);
  });

  test("ends after the last id that is there", async () => {
    await insert(100);
    await create(0);
    expect(await bounds()).toEqual(["..108"]);
  });

  test("takes over what a process left that was killed meanwhile", async () => {
    await sql
      .raw(`alter table entries add constraint partition_bounds check (id < '1') not valid`)
      .execute(server.deps.db);
    await create(0);
    await insert(1);
    expect(await bounds()).toEqual(["..8"]);
  });

  test("stays as it is if the process is to stop", async () => {
    await create(0, AbortSignal.abort());
    expect(await listPartitions(server.deps.db, history)).toBeUndefined();
    await insert(1000);
  });

  test.skipIf(!isPostgres)(
    "stays as it is while others use it, and statements prepared before go on",
    async () => {
      const { database } = server.deps;
      const prepared = { name: "test-entries", text: "select * from entries where id > $1" };
      const insertion = { name: "test-insert", text: "insert into entries values ($1, 1, 'a')" };
      await database.query(insertion, [idAt(0)]);
      expect(await database.query(prepared, [""])).toHaveLength(1);
      await database.db.transaction().execute(async (tx) => {
        await sql`lock table entries in access share mode`.execute(tx);
        await create(0);
      });
      expect(await listPartitions(server.deps.db, history)).toBeUndefined();
      expect(await ask("select conname from pg_constraint where conname = 'partition_bounds'")).toEqual([]);
      await create(0);
      await create(7);
      await database.query(insertion, [idAt(9)]);
      expect(await database.query(prepared, [""])).toMatchObject([{ n: 1, words: "a" }, { words: "a" }]);
    },
  );
});

describe("partitions", () => {
  test("are a fifteenth of the retention long, in whole hours, and 90 days without one", () => {
    const hours = [30, 1, 3, 365, 0].map((days) => getPeriodMs(days) / 3_600_000);
    expect(hours).toEqual([48, 1, 4, 584, 90 * 24]);
  });

  test("are there for four periods ahead, and get the rows of their time", async () => {
    await create(0);
    await create(7);
    expect(await bounds()).toEqual(["..8", "8..10", "10..12", "12..14", "14..16"]);
    await create(7);
    expect(logged.filter((event) => event === "retention.partition-created")).toHaveLength(4);
    await insert(-9, 7.99, 8, 9.99, 10, 16, 400);
    expect(await daysIn("entries_first")).toEqual([-9, 7.99]);
    expect(await daysIn("entries_2027_03_09_00")).toEqual([8, 9.99]);
    expect(await daysIn("entry_words_2027_03_11_00")).toEqual([10]);
    expect(await daysIn("entries_rest")).toEqual([16, 400]);
    expect(
      await ask(
        "select array_to_string(reloptions, '') from pg_class where relname ~ 'entries_(2|r|f)' and relkind = 'r'",
      ),
    ).toEqual(Array(6).fill("fillfactor=70"));
  });

  test("leave no gap after a clock was wrong, or nothing ran for long", async () => {
    await create(0);
    await create(365);
    await create(6.5);
    expect(await bounds()).toEqual([
      ...["..8", "8..10", "10..12", "12..14", "14..16"],
      ...["365..367", "367..369", "369..371", "371..373"],
    ]);
    await create(360);
    expect((await bounds()).slice(5, 8)).toEqual(["360..362", "362..364", "364..365"]);
  });

  test("take what went to the default one before they were there", async () => {
    await create(0);
    await insert(8.5, 9.5, 40);
    await create(7);
    expect(await daysIn("entries_2027_03_09_00")).toEqual([8.5, 9.5]);
    expect(await daysIn("entry_words_rest")).toEqual([40]);
  });

  test("are not made where the default one has too much to move", async () => {
    await create(0);
    await sql`insert into entries select ${idAt(8.5).slice(0, 12)} || lpad(to_hex(n), 12, '0'), 1, ''
      from generate_series(1, 10001) n`.execute(server.deps.db);
    await create(7);
    expect(await bounds()).toEqual(["..8", "10..12", "12..14", "14..16"]);
    expect(logged).toContain("retention.partition-not-created");
    expect(await ask("select count(*)::int from entries_rest")).toEqual([10_001]);
  });

  test("are made beside a large default one, except where rows are or arrive meanwhile", async () => {
    await create(0);
    await sql`insert into entries select ${idAt(400).slice(0, 12)} || lpad(to_hex(n), 12, '0'), 1, repeat('w', 1000)
      from generate_series(1, 34000) n`.execute(server.deps.db);
    await insert(13);
    await create(8.5);
    expect(await bounds()).toEqual(["..8", "10.5..12.5", "14.5..16.5"]);
    expect(logged.filter((event) => event === "retention.partition-not-created")).toHaveLength(2);
    await insert(8.6, 10.6, 17);
    expect(await daysIn("entry_words_rest")).toEqual([8.6, 13, 17]);
  });

  test("that are too old are dropped, all at once; what stays goes to the default one", async () => {
    await create(0);
    await create(7);
    await insert(1, 8.1, 8.2, 11);
    kept = undefined;
    await drop(10);
    expect(await daysIn("entries")).toEqual([1, 8.1, 8.2, 11]);
    kept = [idAt(8.2)];
    await drop(9.99);
    expect(await daysIn("entries")).toEqual([8.1, 8.2, 11]);
    await drop(10);
    for (const table of ["entries", "entry_words"]) {
      expect(await daysIn(table)).toEqual([8.2, 11]);
      expect(await daysIn(`${table}_rest`)).toEqual([8.2]);
    }
    expect(await ask("select to_regclass('entries_2027_03_09_00')")).toEqual([null]);
    expect(await bounds()).toEqual(["10..12", "12..14", "14..16"]);
  });

  test("say what is due: whole ones, and by itself what was there before", async () => {
    const due = (day: number) => readDueHistory(server.deps.db, history, at(day));
    const first = (day: number) => createFirstId(at(day));
    expect(await due(3)).toEqual({ below: first(3), goesByPartition: false });
    await create(0);
    await create(7);
    expect(await due(3)).toEqual({ below: first(3), goesByPartition: false });
    expect(await due(8)).toEqual({ below: first(8), goesByPartition: true });
    expect(await due(11)).toEqual({ below: first(10), goesByPartition: true });
    await drop(10);
    expect(await due(11)).toEqual({ below: first(10), goesByPartition: false });
    // Older than all that is left: only in the default one.
    expect(await due(9)).toEqual({ below: first(9), goesByPartition: false });
  });
});
