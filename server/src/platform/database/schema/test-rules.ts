import { describeStatement, type TableEffect, toOutline } from "./describe-statement.ts";
import { getNumber, isConcurrent, type SqlMigration } from "./migrations.ts";

/** Tables with few rows however much an installation is used: statements may write or read all of them. */
const SMALL_TABLES = new Set(["installation", "organizations", "operators", "api_keys", "usage_state"]);
const BLOCKING = /^(?:ACCESS EXCLUSIVE|SHARE ROW EXCLUSIVE|SHARE)$/;

/** What older versions may still use, by the outline of the statement that takes it away. */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^drop table|^drop view/, "drops a table or view"],
  [/^drop function/, "drops a function"],
  [/^drop index/, "drops an index"],
  [/\bdrop column\b/, "drops a column"],
  [
    /^alter table .* drop (?!column|constraint|default|not null|expression|identity|if exists)"?\w+"?(?:,|$)/,
    "drops a column",
  ],
  [/\brename\b/, "renames something"],
  [/\b(?:set data )?type\b.*(?:using|$)/, "changes the type of a column"],
  [/\bset not null\b/, "refuses null, which older versions may write"],
  [/\bdrop default\b/, "drops a default, without which inserts of older versions fail"],
  [
    /^alter table .* add (?:constraint "?\w+"? )?(?:check|unique|exclude|foreign key|primary key)\b/,
    "adds a constraint, which writes of older versions may violate",
  ],
  [/^create unique index/, "adds a unique index, which writes of older versions may violate"],
];

/**
 * What is wrong with a migration, in sentences (D550, D552); `before` are the migrations before it. Tables that it makes
 * itself are in nobody's way.
 */
export function findProblems(
  name: string,
  migration: SqlMigration,
  before: ReadonlyMap<string, SqlMigration>,
): string[] {
  const outlines = migration.up.map(toOutline);
  const own = new Set(
    outlines.flatMap(
      (outline) => /^create (?:unlogged )?table (?:if not exists )?"?(\w+)"?/.exec(outline)?.[1] ?? [],
    ),
  );
  const problems = migration.up.flatMap((statement, index) => {
    const effects = describeStatement(statement);
    const outline = outlines[index] ?? "";
    if (!effects)
      return [`is of a kind that describe-statement.ts does not know, so no plan can show it: ${outline}`];
    const old = effects.filter(({ relation, kind }) => kind !== "table" || !own.has(relation));
    if (old.length === 0) return [];
    return [
      ...old.flatMap((effect) => findBlocking(effect, outline, before)),
      ...findContraction(outline, migration.since),
    ];
  });
  const concurrent = migration.up.filter(isConcurrent).length;
  if (concurrent > 0 && concurrent < migration.up.length)
    problems.push(
      "mixes statements with and without `concurrently`: give those with it a migration of their own",
    );
  const numbers = [...before.keys()].map(getNumber);
  if (migration.since !== undefined && !numbers.includes(migration.since))
    problems.push(
      `names ${migration.since} as the version that no longer uses what it takes away, but there is no such migration before it`,
    );
  return problems.map((problem) => `${name} ${problem}`);
}

function findBlocking(
  { relation, lock, work }: TableEffect,
  outline: string,
  before: ReadonlyMap<string, SqlMigration>,
): string[] {
  if (SMALL_TABLES.has(relation)) return [];
  if (/^drop index (?!concurrently)/.test(outline))
    return [`blocks the table of ${relation}: use \`drop index concurrently\` in a migration of its own`];
  if (work === "rows")
    return [
      `writes rows of ${relation} at once: do it in a job, in small batches, or where the row is next written: ${outline}`,
    ];
  if (!BLOCKING.test(lock) || work === "catalog") return [];
  if (work === "index")
    return [
      `builds an index of ${relation} while nobody can write it: use \`concurrently\` in a migration of its own, and then \`using index\``,
    ];
  if (work === "rewrite")
    return [`writes ${relation} anew while nobody can read it: add a column instead: ${outline}`];
  if (/\bset not null\b/.test(outline) && isCheckedBefore(relation, outline, before)) return [];
  return [
    `reads all of ${relation} under ${lock}: add the constraint \`not valid\`, and \`validate constraint\` in the next migration: ${outline}`,
  ];
}

/** Whether a check that was validated before lets PostgreSQL set `not null` without reading the rows. */
function isCheckedBefore(table: string, outline: string, before: ReadonlyMap<string, SqlMigration>): boolean {
  const column = /alter (?:column )?"?(\w+)"? set not null/.exec(outline)?.[1];
  const earlier = [...before.values()].flatMap(({ up }) => up.map(toOutline));
  const check = new RegExp(
    `^alter table "?${table}"? add constraint "?(\\w+)"? check \\("?${column}"? is not null\\) not valid`,
  );
  const names = earlier.flatMap((one) => check.exec(one)?.[1] ?? []);
  return names.some((name) =>
    earlier.some((one) => new RegExp(`^alter table "?${table}"? validate constraint "?${name}"?`).test(one)),
  );
}

function findContraction(outline: string, since: string | undefined): string[] {
  if (/\badd column\b(?=[^,]*\bnot null\b)(?![^,]*\b(?:default|generated|serial)\b)/.test(outline))
    return [
      `adds a column that may not be null and has no default, so inserts of older versions fail: ${outline}`,
    ];
  if (since !== undefined) return [];
  const found = CONTRACTIONS.find(([pattern]) => pattern.test(outline));
  return found
    ? [
        `${found[1]}: export \`since\`, the number of the migration with which versions stopped using it: ${outline}`,
      ]
    : [];
}
