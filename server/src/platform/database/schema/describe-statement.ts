/** Locks of tables by PostgreSQL's names, those that block more first. */
export const LOCK_MODES = [
  "ACCESS EXCLUSIVE",
  "SHARE ROW EXCLUSIVE",
  "SHARE",
  "SHARE UPDATE EXCLUSIVE",
  "ROW EXCLUSIVE",
] as const;
export type LockMode = (typeof LOCK_MODES)[number];

/**
 * What happens under the lock, those that take longer first: the table is written anew, an index is built, rows are
 * written or searched, all rows are read once, or only the catalog changes.
 */
export const TABLE_WORKS = ["rewrite", "index", "rows", "scan", "catalog"] as const;
export type TableWork = (typeof TABLE_WORKS)[number];

/** What a statement of a migration does to a table that was there before. */
export interface TableEffect {
  /** A table or view; or an index, or a constraint that is dropped, whose table only the database knows. */
  readonly relation: string;
  readonly kind: "table" | "index" | "constraint";
  readonly lock: LockMode;
  readonly work: TableWork;
}

const NAME = '(?:if (?:not )?exists )?(?:only )?"?(\\w+)"?';
const VOLATILE =
  /\bdefault\b.*\b(?:clock_timestamp|random|gen_random_uuid|nextval|timeofday|statement_timestamp)\(/;

/** The statement without bodies of functions, comments and needless space. */
export function toOneLine(statement: string): string {
  return statement
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "$$$$…$$$$")
    .replace(/--.*$/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The same in lower case, as patterns expect it. */
export function toOutline(statement: string): string {
  return toOneLine(statement).toLowerCase();
}

type Describe = (match: RegExpExecArray, outline: string) => TableEffect[];

const effect = (
  relation = "",
  lock: LockMode = "ACCESS EXCLUSIVE",
  work: TableWork = "catalog",
): TableEffect => ({
  relation,
  kind: "table",
  lock,
  work,
});

/** By the beginning of a statement; the first that fits. */
const KINDS: readonly (readonly [RegExp, Describe])[] = [
  [
    new RegExp(`^create (?:unique )?index (concurrently )?(?:if not exists )?(?:"?\\w+"? )?on ${NAME}`),
    ([, concurrently, table]) => [effect(table, concurrently ? "SHARE UPDATE EXCLUSIVE" : "SHARE", "index")],
  ],
  [
    new RegExp(`^drop index (concurrently )?${NAME}`),
    ([, concurrently, index]) => [
      { ...effect(index, concurrently ? "SHARE UPDATE EXCLUSIVE" : "ACCESS EXCLUSIVE"), kind: "index" },
    ],
  ],
  [
    new RegExp(`^create (?:unlogged )?table ${NAME}`),
    ([, own], outline) => describeReferences(outline).filter(({ relation }) => relation !== own),
  ],
  [new RegExp(`^alter table ${NAME} (.*)$`), ([, table, actions = ""]) => describeAlter(table, actions)],
  [
    /^drop (?:table|view) (.*?)(?: cascade)?$/,
    ([, names = ""]) => splitTop(names).map((name) => effect(nameIn(name))),
  ],
  [new RegExp(`^create or replace view ${NAME}`), ([, view]) => [effect(view)]],
  [/^create view /, () => []],
  [
    /^create (?:or replace )?(?:constraint )?trigger .*? on "?(\w+)"?/,
    ([, table]) => [effect(table, "SHARE ROW EXCLUSIVE")],
  ],
  [/^drop trigger .*? on "?(\w+)"?/, ([, table]) => [effect(table)]],
  [/^(?:create|alter|drop) (?:or replace )?(?:function|sequence|type|extension)\b|^comment on /, () => []],
  [
    /^(?:with .*?\) )?(?:update|insert into|delete from) (?:only )?"?(\w+)"?/,
    ([, table]) => [effect(table, "ROW EXCLUSIVE", "rows")],
  ],
];

/**
 * What a statement does to each table; nothing if it only makes new objects. Undefined if its kind is unknown: only the
 * statements that migrations use are described. Locks that do not hinder reading or writing rows are left out.
 */
export function describeStatement(statement: string): TableEffect[] | undefined {
  const outline = toOutline(statement);
  for (const [pattern, describe] of KINDS) {
    const match = pattern.exec(outline);
    if (match) return merge(describe(match, outline));
  }
  return undefined;
}

function describeAlter(table: string | undefined, actions: string): TableEffect[] {
  return splitTop(actions).flatMap((action) => [
    describeAction(table, action),
    ...(/^add /.test(action) ? describeReferences(action) : []),
    ...describeDroppedConstraint(action),
  ]);
}

function describeAction(table: string | undefined, action: string): TableEffect {
  if (/^(?:enable|disable) trigger/.test(action)) return effect(table, "SHARE ROW EXCLUSIVE");
  if (/^validate constraint/.test(action)) return effect(table, "SHARE UPDATE EXCLUSIVE", "scan");
  if (/^(?:set|reset) \(|set statistics/.test(action)) return effect(table, "SHARE UPDATE EXCLUSIVE");
  if (/^alter (?:column )?"?\w+"? (?:set data )?type\b|^set (?:un)?logged/.test(action))
    return effect(table, "ACCESS EXCLUSIVE", "rewrite");
  if (/^alter (?:column )?"?\w+"? set not null/.test(action))
    return effect(table, "ACCESS EXCLUSIVE", "scan");
  if (/^add /.test(action)) return describeAddition(table, action);
  return effect(table);
}

const CONSTRAINT = /^add (?:constraint "?\w+"? )?(check|foreign key|unique|primary key|exclude)\b/;

function describeAddition(table: string | undefined, action: string): TableEffect {
  const kind = CONSTRAINT.exec(action)?.[1];
  if (/ not valid$| using index /.test(action))
    return effect(table, kind === "foreign key" ? "SHARE ROW EXCLUSIVE" : "ACCESS EXCLUSIVE");
  if (kind === "foreign key") return effect(table, "SHARE ROW EXCLUSIVE", "scan");
  if (kind === "check") return effect(table, "ACCESS EXCLUSIVE", "scan");
  if (kind !== undefined) return effect(table, "ACCESS EXCLUSIVE", "index");
  // A column.
  if (VOLATILE.test(action) || /\b(?:small|big)?serial\b|\bgenerated\b/.test(action))
    return effect(table, "ACCESS EXCLUSIVE", "rewrite");
  if (/\b(?:unique|primary key)\b/.test(action)) return effect(table, "ACCESS EXCLUSIVE", "index");
  return effect(table, "ACCESS EXCLUSIVE", /\b(?:check|references)\b/.test(action) ? "scan" : "catalog");
}

/** A foreign key also locks the table to which it refers. */
function describeDroppedConstraint(action: string): TableEffect[] {
  const [, name] = new RegExp(`^drop constraint ${NAME}`).exec(action) ?? [];
  return name === undefined ? [] : [{ ...effect(name), kind: "constraint" }];
}

/** The tables to which foreign keys of the text refer. */
function describeReferences(outline: string): TableEffect[] {
  return [...outline.matchAll(/\breferences "?(\w+)"?/g)].map(([, table]) =>
    effect(table, "SHARE ROW EXCLUSIVE"),
  );
}

/** One effect for each relation: the strongest lock and the longest work. */
function merge(effects: readonly TableEffect[]): TableEffect[] {
  const rank = <One>(order: readonly One[], one: One) => order.indexOf(one);
  return [...Map.groupBy(effects, ({ kind, relation }) => `${kind} ${relation}`).values()].map((same) => ({
    relation: same[0]?.relation ?? "",
    kind: same[0]?.kind ?? "table",
    lock:
      same.map(({ lock }) => lock).sort((a, b) => rank(LOCK_MODES, a) - rank(LOCK_MODES, b))[0] ??
      "ACCESS EXCLUSIVE",
    work:
      same.map(({ work }) => work).sort((a, b) => rank(TABLE_WORKS, a) - rank(TABLE_WORKS, b))[0] ??
      "catalog",
  }));
}

function nameIn(text: string): string {
  return new RegExp(`^${NAME}`).exec(text)?.[1] ?? text;
}

/** Parts between commas that are in no parentheses or quotes. */
function splitTop(text: string): string[] {
  const parts: string[] = [];
  let [depth, from, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "'") isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character !== "," || depth > 0) continue;
    parts.push(text.slice(from, at).trim());
    from = at + 1;
  }
  return [...parts, text.slice(from).trim()];
}
