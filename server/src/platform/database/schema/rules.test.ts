import { expect, test } from "vitest";
import { listMigrations, type SqlMigration } from "./migrations.ts";
import { findProblems } from "./test-rules.ts";

/** Migrations after this one keep the rules. */
const LAST_WITHOUT_RULES = "0191";

const before = new Map<string, SqlMigration>([
  ["0001-first", { up: ["create table big (id text primary key, name text, checked text, unchecked text)"] }],
  [
    "0002-checks",
    {
      up: [
        "alter table big add constraint has_checked check (checked is not null) not valid",
        "alter table big add constraint has_unchecked check (unchecked is not null) not valid",
      ],
    },
  ],
  ["0003-validates", { up: ["alter table big validate constraint has_checked"] }],
]);
const check = (migration: SqlMigration) => findProblems("0004-next", migration, before);

test("all new migrations keep the rules of CONTRIBUTING.md", async () => {
  const problems: string[] = [];
  const earlier = new Map<string, SqlMigration>();
  for (const file of await listMigrations()) {
    const name = file.replace(/\.ts$/, "");
    const migration: SqlMigration = await import(
      new URL(`../../../../migrations/${file}`, import.meta.url).href
    );
    if (name.slice(0, 4) > LAST_WITHOUT_RULES) problems.push(...findProblems(name, migration, earlier));
    earlier.set(name, migration);
  }
  expect(problems).toEqual([]);
  expect(earlier.size).toBeGreaterThan(80);
});

test.each<[string, SqlMigration]>([
  [
    "a new table with all that belongs to it",
    {
      up: [
        "create table fresh (id text primary key, big_id text references big (id))",
        "create index fresh_by_big on fresh (big_id)",
        "alter table fresh add column more text not null",
        "insert into fresh select id, id from big",
        "create trigger a after insert on fresh for each row execute function f()",
      ],
    },
  ],
  [
    "a column that may be null, or has a default that needs no rows",
    {
      up: [
        "alter table big add column a text, add column b text not null default '', add column c timestamptz default now()",
      ],
    },
  ],
  [
    "a constraint that is not validated yet, since a version that keeps it",
    {
      up: ["alter table big add constraint c check (name <> '') not valid"],
      since: "0003",
    },
  ],
  ["validating it", { up: ["alter table big validate constraint c"] }],
  [
    "not null after a validated check",
    { up: ["alter table big alter column checked set not null"], since: "0003" },
  ],
  [
    "indexes that are built and dropped concurrently",
    {
      up: ["create index concurrently a on big (name)", "drop index concurrently b"],
      since: "0003",
    },
  ],
  ["an index alone", { up: ["create index concurrently a on big (name)"] }],
  ["a column that nobody uses any more", { up: ["alter table big drop column name"], since: "0003" }],
  [
    "a function, a trigger, a view",
    {
      up: [
        "create or replace function f() returns trigger as $$ begin delete from big; end $$",
        "create trigger a after insert on big for each row execute function f()",
        "create view v as select * from big",
      ],
    },
  ],
  ["a small table", { up: ["update organizations set name = 'a'"] }],
])("allowed: %s", (_what, migration) => {
  expect(check(migration)).toEqual([]);
});

test.each<[string, SqlMigration]>([
  ["use `concurrently`", { up: ["create index a on big (name)"] }],
  ["use `concurrently`", { up: ["alter table big add unique (name)"], since: "0003" }],
  ["use `drop index concurrently`", { up: ["drop index a"], since: "0003" }],
  ["writes big anew", { up: ["alter table big alter column name type varchar"], since: "0003" }],
  ["writes big anew", { up: ["alter table big add column n uuid default gen_random_uuid()"] }],
  [
    "reads all of big under ACCESS EXCLUSIVE",
    { up: ["alter table big alter column name set not null"], since: "0003" },
  ],
  [
    "reads all of big under ACCESS EXCLUSIVE",
    { up: ["alter table big alter column unchecked set not null"], since: "0003" },
  ],
  [
    "add the constraint `not valid`",
    { up: ["alter table big add constraint c check (name <> '')"], since: "0003" },
  ],
  [
    "add the constraint `not valid`",
    { up: ["alter table big add foreign key (name) references big (id)"], since: "0003" },
  ],
  ["writes rows of big at once", { up: ["update big set name = 'a'"] }],
  ["writes rows of big at once", { up: ["delete from big where name is null"] }],
  [
    "mixes statements",
    { up: ["create index concurrently a on big (name)", "alter table big add column a text"] },
  ],
  ["does not know", { up: ["do $$ begin update big set name = 'a'; end $$"] }],
  ["has no default", { up: ["alter table big add column a text not null"] }],
  ["has no default", { up: ["alter table big add column a text not null"], since: "0003" }],
  ["no such migration before it", { up: ["alter table big drop column name"], since: "0004" }],
  ["no such migration before it", { up: ["create table fresh (n integer)"], since: "0009" }],
])("refused, because it %s", (problem, migration) => {
  expect(check(migration)).toEqual([expect.stringContaining(problem)]);
});

test.each([
  "alter table big drop column name",
  "alter table big drop name",
  "alter table big add column a text, drop column name",
  "alter table big rename column name to title",
  "alter table big rename to large",
  "alter table big alter column name drop default",
  "alter table big add constraint c check (name <> '') not valid",
  "alter table big alter column checked set not null",
  "create unique index concurrently a on big (name)",
  "drop index concurrently a",
  "drop table big",
  "drop view big",
])("refused without `since`: %s", (statement) => {
  expect(check({ up: [statement] })).toEqual([expect.stringContaining("export `since`")]);
});
