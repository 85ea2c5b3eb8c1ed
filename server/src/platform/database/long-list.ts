import { type RawBuilder, type SqlBool, sql } from "kysely";
import { buildLongEnvelope, type LongEnvelope, type Page } from "../page.ts";
import type { Db } from "./database.ts";
import { buildPartCondition, countAlong, type Marks, MILESTONE_EVERY, setMilestones } from "./milestones.ts";

// How many rows are examined to count a list without milestones.
const MOST_COUNTED = 1000;

/**
 * A list that may grow without bound: rows of a table in the order of their ids, which are in time order. The columns
 * in its conditions carry the table's name.
 */
export interface LongList {
  readonly table: string;
  /** The conditions that an index serves in the order of ids: `org_id` and `environment`, or an account's id, … */
  readonly indexed: RawBuilder<SqlBool>;
  /**
   * The owner whose list `indexed` selects, if milestones are kept for it (migration 0019): then totals are exact and
   * every page is equally fast.
   */
  readonly owner?: string;
  /** Conditions that must be checked on each row. */
  readonly further?: readonly RawBuilder<SqlBool>[];
  /** First id (`createFirstId`), and the first id after. */
  readonly from?: string;
  readonly until?: string;
  readonly oldestFirst?: boolean;
}

/** The rows of a page, and their order: for the query that reads them. */
export interface Slice {
  readonly where: RawBuilder<SqlBool>;
  readonly order: "asc" | "desc";
}

/** A page of a list, and its envelope (spec 2.6). */
export interface LongPage<Row> {
  readonly rows: Row[];
  readonly envelope: LongEnvelope;
}

/** All rows of a table in an organization's environment. */
export function buildScopedList(
  table: string,
  { orgId, environment }: { orgId: string; environment: string },
): LongList & { owner: string } {
  const org = sql.ref(`${table}.org_id`);
  const indexed = sql<SqlBool>`${org} = ${orgId} and ${sql.ref(`${table}.environment`)} = ${environment}`;
  return { table, indexed, owner: `${orgId}/${environment}` };
}

/** The condition for the table's rows in the list. */
export function buildListCondition(list: LongList): RawBuilder<SqlBool> {
  const part = buildPartCondition(sql.ref(`${list.table}.id`), list);
  return sql`(${sql.join([list.indexed, part, ...(list.further ?? [])], sql` and `)})`;
}

/**
 * Reads one page, at a cost that does not grow with the list. `read` runs the list's own query for a slice:
 *
 *     readPage(db, buildScopedList("runs", scope), page, (slice) =>
 *       db.selectFrom("runs").selectAll().where(slice.where).orderBy("runs.id", slice.order).execute())
 *
 * Totals are exact along milestones, and where at most 1,000 rows have to be looked at; beyond that they are what the
 * database's statistics say, and marked as an estimate. Not inside a transaction: it may set milestones in one of its own.
 */
export async function readPage<Row extends { id: string }>(
  db: Db,
  list: LongList,
  page: Page,
  read: (slice: Slice) => Promise<Row[]>,
): Promise<LongPage<Row>> {
  const count = await countRows(db, list, page);
  // One extra row tells whether there is a next page.
  const found = await read(sliceOf(list, page, count));
  if (count.settled >= MILESTONE_EVERY && list.owner !== undefined) {
    await setMilestones(db, { ...list, owner: list.owner });
  }
  const rows = found.slice(0, page.limit);
  const more = found.length > rows.length;
  return { rows, envelope: buildLongEnvelope(page, count, { rows, more }) };
}

type Count = Partial<Marks> & {
  readonly total: number;
  readonly isEstimate: boolean;
  readonly settled: number;
};

async function countRows(db: Db, list: LongList, page: Page): Promise<Count> {
  const { owner, further = [], oldestFirst = false } = list;
  if (owner === undefined || further.length > 0) return countSome(db, list);
  const rows = page.after === undefined ? page.offset : 0;
  return { ...(await countAlong(db, { ...list, owner }, { rows, oldestFirst })), isEstimate: false };
}

/**
 * Counts the matching rows among the first that the index returns; if it returns more, the planner estimates the
 * total.
 */
async function countSome(db: Db, list: LongList): Promise<Count> {
  const { table, indexed, further = [] } = list;
  const id = sql.ref(`${table}.id`);
  const part = sql`from ${sql.table(table)} where ${indexed} and ${buildPartCondition(id, list)}`;
  const fits = further.length > 0 ? sql`(${sql.join(further, sql` and `)})` : sql`true`;
  const { rows } = await sql<{ seen: number; fitting: number }>`
    select count(*)::int as seen, (count(*) filter (where fits))::int as fitting
    from (select ${fits} as fits ${part} order by ${id} desc limit ${sql.lit(MOST_COUNTED + 1)}) rows`.execute(
    db,
  );
  const { seen = 0, fitting = 0 } = rows[0] ?? {};
  if (seen <= MOST_COUNTED) return { total: fitting, isEstimate: false, settled: 0 };
  return { total: Math.max(fitting, await estimateRows(db, list)), isEstimate: true, settled: 0 };
}

/** The planner's estimate of a list's rows, at hardly any cost. */
export async function estimateRows(db: Db, list: LongList): Promise<number> {
  const { rows: plans } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    explain (format json) select from ${sql.table(list.table)} where ${buildListCondition(list)}`.execute(db);
  return plans[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

function sliceOf(list: LongList, page: Page, { at, passed, total, isEstimate }: Count): Slice {
  const { table, oldestFirst = false } = list;
  const id = sql.ref(`${table}.id`);
  const order = oldestFirst ? "asc" : "desc";
  const rows = page.limit + 1;
  const ids = (start: RawBuilder<unknown>, way: "asc" | "desc", window: RawBuilder<unknown>) =>
    sql`select ${id} as id from ${sql.table(table)} where ${buildListCondition(list)} and ${start} order by ${id} ${sql.raw(way)} ${window}`;
  // Ids only, so that skipped rows are not read, and no join changes the plan.
  const slice = (found: RawBuilder<unknown>): Slice => ({ where: sql`${id} = any (array(${found}))`, order });

  if (page.after !== undefined) {
    const start = oldestFirst ? sql`${id} > ${page.after}` : sql`${id} < ${page.after}`;
    return slice(ids(start, order, windowOf(0, rows)));
  }
  if (at && passed) {
    const start = oldestFirst ? sql`${id} > ${at}` : sql`${id} <= ${at}`;
    return slice(ids(start, order, windowOf(page.offset - passed, rows)));
  }
  const left = total - page.offset;
  if (!isEstimate && left < page.offset) {
    // The end is nearer than the beginning.
    const last = Math.max(0, Math.min(rows, left));
    return slice(ids(sql`true`, oldestFirst ? "desc" : "asc", windowOf(Math.max(0, left - last), last)));
  }
  return slice(ids(sql`true`, order, windowOf(page.offset, rows)));
}

/** Inlined numbers: a plan for any number would not know how few rows are wanted. */
const windowOf = (offset: number, limit: number) => sql`offset ${sql.lit(offset)} limit ${sql.lit(limit)}`;
