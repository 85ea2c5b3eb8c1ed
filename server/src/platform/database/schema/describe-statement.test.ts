import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseAt, onServer } from "../../../../test/global-setup.ts";
import { createLog } from "../../log.ts";
import type { Database, Db } from "../database.ts";
import { openPostgres } from "../postgres.ts";
import { describeStatement, LOCK_MODES, type LockMode, type TableEffect } from "./describe-statement.ts";
import { readMigrations, toPlainStatement } from "./migrations.ts";
import { resolveEffects } from "./resolve-effects.ts";

const serverUrl = inject("databaseUrl");

test.each<[string, TableEffect["lock"], TableEffect["work"]]>([
  ["alter table t add column a text", "ACCESS EXCLUSIVE", "catalog"],
  ["alter table t add column if not exists a text not null default '{}'", "ACCESS EXCLUSIVE", "catalog"],
  ["alter table t add column a timestamptz not null default now()", "ACCESS EXCLUSIVE", "catalog"],
  ["alter table t add column a timestamptz default clock_timestamp()", "ACCESS EXCLUSIVE", "rewrite"],
  ["alter table t add column a bigserial", "ACCESS EXCLUSIVE", "rewrite"],
  ["alter table t add column a integer generated always as (n + 1) stored", "ACCESS EXCLUSIVE", "rewrite"],
  ["alter table t add column a text check (a in ('b', 'c'))", "ACCESS EXCLUSIVE", "scan"],
  ["alter table t add column a text unique", "ACCESS EXCLUSIVE", "index"],
  ["alter table t add column a text, alter column n type bigint", "ACCESS EXCLUSIVE", "rewrite"],
  ["alter table t alter n set data type bigint", "ACCESS EXCLUSIVE", "rewrite"],
  ["alter table t alter column n set not null", "ACCESS EXCLUSIVE", "scan"],
  ["alter table t alter column n drop not null", "ACCESS EXCLUSIVE", "catalog"],
  ["alter table t alter column n set default 1", "ACCESS EXCLUSIVE", "catalog"],
  ["alter table t add constraint c check (n > 0)", "ACCESS EXCLUSIVE", "scan"],
  ["alter table t add check (n in (1, 2))", "ACCESS EXCLUSIVE", "scan"],
  ["alter table t add constraint c check (n > 0) not valid", "ACCESS EXCLUSIVE", "catalog"],
  ["alter table t validate constraint c", "SHARE UPDATE EXCLUSIVE", "scan"],
  ["alter table t add unique (n)", "ACCESS EXCLUSIVE", "index"],
  ["alter table t add constraint c unique using index i", "ACCESS EXCLUSIVE", "catalog"],
  ["alter table t drop column n", "ACCESS EXCLUSIVE", "catalog"],
  ["alter table t rename column n to m", "ACCESS EXCLUSIVE", "catalog"],
  ["alter table t set (fillfactor = 70)", "SHARE UPDATE EXCLUSIVE", "catalog"],
  ["alter table t enable trigger user", "SHARE ROW EXCLUSIVE", "catalog"],
  ["create index on t (n)", "SHARE", "index"],
  ["create unique index concurrently i on t (n)", "SHARE UPDATE EXCLUSIVE", "index"],
  ["create index concurrently if not exists i on only t (n)", "SHARE UPDATE EXCLUSIVE", "index"],
  ["create trigger a after insert on t for each row execute function f()", "SHARE ROW EXCLUSIVE", "catalog"],
  ["drop trigger a on t", "ACCESS EXCLUSIVE", "catalog"],
  ["drop table t", "ACCESS EXCLUSIVE", "catalog"],
  ["update t set n = 1 -- all\n where m", "ROW EXCLUSIVE", "rows"],
  ["with a as (select 1) update t set n = 1", "ROW EXCLUSIVE", "rows"],
])("%s", (statement, lock, work) => {
  expect(describeStatement(statement)).toEqual([{ relation: "t", kind: "table", lock, work }]);
});

test("the table to which a foreign key refers is locked as well", () => {
  expect(describeStatement("alter table t add foreign key (n) references u (id) not valid")).toEqual([
    { relation: "t", kind: "table", lock: "SHARE ROW EXCLUSIVE", work: "catalog" },
    { relation: "u", kind: "table", lock: "SHARE ROW EXCLUSIVE", work: "catalog" },
  ]);
  expect(describeStatement("create table t (n text references u (id), m text references v)")).toEqual([
    { relation: "u", kind: "table", lock: "SHARE ROW EXCLUSIVE", work: "catalog" },
    { relation: "v", kind: "table", lock: "SHARE ROW EXCLUSIVE", work: "catalog" },
  ]);
});

test("a body of a function does nothing by itself, and what is unknown is said to be", () => {
  expect(describeStatement("create function f() returns trigger as $$ begin delete from t; end $$")).toEqual(
    [],
  );
  expect(describeStatement("do $$ begin delete from t; end $$")).toBeUndefined();
  expect(describeStatement("truncate t")).toBeUndefined();
});

describe.skipIf(!serverUrl)("what PostgreSQL itself does", () => {
  const name = `junctor_locks_${process.pid}`;
  let database: Database;
  beforeAll(async () => {
    if (!serverUrl) return;
    await onServer(serverUrl, `create database ${name}`);
    database = await openPostgres(databaseAt(serverUrl, name), createLog("silent"));
  });
  afterAll(async () => {
    if (!serverUrl) return;
    await database.close();
    await onServer(serverUrl, `drop database ${name} with (force)`);
  });

  /** The files of all tables and views, by name: one that is written anew gets another file. */
  async function readFiles(db: Db): Promise<Map<string, number>> {
    const { rows } = await sql<{ name: string; file: number }>`
      select relname as name, relfilenode::int as file from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p')`.execute(db);
    return new Map(rows.map(({ name, file }) => [name, file]));
  }
  /** The strongest lock of each table or view that this transaction holds. */
  async function readLocks(db: Db): Promise<Map<string, LockMode>> {
    const { rows } = await sql<{ name: string; mode: LockMode }>`
      select c.relname as name, upper(regexp_replace(replace(l.mode, 'Lock', ''), '([a-z])([A-Z])', '\\1 \\2', 'g')) as mode
      from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = pg_backend_pid() and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')`.execute(
      db,
    );
    const strongest = new Map<string, LockMode>();
    for (const mode of LOCK_MODES.toReversed())
      for (const row of rows) if (row.mode === mode) strongest.set(row.name, mode);
    return strongest;
  }

  test("each statement of every migration takes the locks that are described, and writes no other table anew", async () => {
    const wrong: object[] = [];
    let statements = 0;
    for (const migration of await readMigrations())
      for (const statement of migration.up.map(toPlainStatement)) {
        statements += 1;
        await database.db.transaction().execute(async (tx) => {
          const described = describeStatement(statement);
          const effects = await resolveEffects(tx, described ?? []);
          const before = await readFiles(tx);
          await sql.raw(statement).execute(tx);
          const after = await readFiles(tx);
          // A function of SQL is checked as if it ran, which hinders nobody.
          const isSeen = ([table, mode]: readonly [string, LockMode]) =>
            before.has(table) && after.has(table) && !(mode === "ROW EXCLUSIVE" && effects.length === 0);
          const actual = {
            locks: [...(await readLocks(tx))].filter(isSeen).sort(),
            rewritten: [...after.keys()].filter(
              (table) => before.has(table) && before.get(table) !== after.get(table),
            ),
          };
          const expected = {
            locks: effects
              .map(({ table, lock }) => [table, lock] as const)
              .filter(isSeen)
              .sort(),
            rewritten: effects.filter(({ work }) => work === "rewrite").map(({ table }) => table),
          };
          if (described === undefined || JSON.stringify(actual) !== JSON.stringify(expected))
            wrong.push({ statement: `${migration.name}: ${statement.slice(0, 200)}`, actual, expected });
        });
      }
    expect(wrong).toEqual([]);
    expect(statements).toBeGreaterThan(500);
  });
});
