import { type RawBuilder, type SqlBool, sql } from "kysely";
import { allowBitmapScans } from "../../platform/database/bitmap-scans.ts";
import type { Db } from "../../platform/database/database.ts";
import { estimateRows, type LongList } from "../../platform/database/long-list.ts";
import { buildPartCondition } from "../../platform/database/milestones.ts";
import type { Page } from "../../platform/page.ts";
import type { SearchWay } from "./search.ts";

// How many runs of the list are checked one by one before the index of terms is used: frequent terms are found among
// them at once, and rare ones have so few runs that all can be sorted.
const WINDOW = 2000;

/** The runs of one page, and their total number. */
export interface FoundRuns {
  /** In the list's order; one more than the page has if others follow. */
  readonly ids: readonly string[];
  readonly total: number;
  readonly isEstimate: boolean;
}

/** Finds one page of the runs of a list that match a search in any of these ways. */
export async function findRuns(
  db: Db,
  list: LongList,
  ways: readonly SearchWay[],
  page: Page,
): Promise<FoundRuns> {
  const most = (page.after === undefined ? page.offset : 0) + page.limit + 1;
  const found: FoundRuns[] = [];
  for (const way of ways) found.push(await findOneWay(db, list, way, { most, after: page.after }));
  const all = found.flatMap(({ ids }) => ids);
  const ids = [...new Set(all)].sort();
  if (!list.oldestFirst) ids.reverse();
  const total = found.reduce((sum, one) => sum + one.total, ids.length - all.length);
  const isWhole = page.after === undefined;
  return {
    ids: ids.slice(isWhole ? page.offset : 0, most),
    // With a cursor, the runs before it are not counted again.
    total: isWhole ? total : page.offset + total,
    isEstimate: !isWhole || found.some(({ isEstimate }) => isEstimate),
  };
}

interface PageCut {
  readonly most: number;
  readonly after: string | undefined;
}

/** The first `most` runs after `after`. */
async function findOneWay(
  db: Db,
  list: LongList,
  way: SearchWay,
  { most, after }: PageCut,
): Promise<FoundRuns> {
  const { terms, runs } = way;
  if (!terms) return askIndex(db, list, way, { most, after });
  const near = await lookThrough(db, list, { terms, runs }, { most, after });
  if (near.last === null) return { ids: near.ids, total: near.count, isEstimate: false };
  if (near.ids.length >= most) {
    const rows = await estimateRows(db, { ...list, further: [] });
    return { ids: near.ids, total: Math.round((rows * near.count) / WINDOW), isEstimate: true };
  }
  const far = await askIndex(db, list, way, { most: most - near.ids.length, after: near.last });
  return { ids: [...near.ids, ...far.ids], total: near.count + far.total, isEstimate: far.isEstimate };
}

interface RunSlice {
  readonly ids: string[];
  /** Also those that are missing from `ids`. */
  readonly count: number;
}

/**
 * The matches among the next `WINDOW` runs of the list; `last` is the last run checked, null at the end of the list.
 */
async function lookThrough(
  db: Db,
  list: LongList,
  { terms, runs }: SearchWay & { readonly terms: RawBuilder<SqlBool> },
  { most, after }: PageCut,
): Promise<RunSlice & { readonly last: string | null }> {
  const order = orderOf(list);
  // The row that it may need is read by its key for each run.
  const fits = sql`(select true from run_search s where s.run_id = near.id and ${terms})`;
  const { rows } = await sql<RunSlice & { last: string | null }>`
    with near as materialized (
      select runs.id from runs where ${list.indexed} and ${buildPartCondition(sql.ref("runs.id"), list)} and ${behind(list, sql`runs.id`, after)}
      order by runs.id ${order} limit ${sql.lit(WINDOW)}
    ), found as materialized (
      select near.id from near where ${fits} and (select true from runs where runs.id = near.id and ${furtherOf(list, runs)})
    )
    select array(select id from found order by id ${order} limit ${most}) as ids, (select count(*)::int from found) as count,
      (select id from near order by id ${order} offset ${sql.lit(WINDOW - 1)}) as last`.execute(db);
  return rows[0] ?? { ids: [], count: 0, last: null };
}

/** The first `most` matches after `after`, however far away. */
async function askIndex(
  db: Db,
  list: LongList,
  { terms, runs }: SearchWay,
  { most, after }: PageCut,
): Promise<FoundRuns> {
  const order = orderOf(list);
  const fits = sql`${list.indexed} and ${furtherOf(list, runs)}`;
  const idsIn = (id: RawBuilder<unknown>) =>
    sql`${buildPartCondition(id, list)} and ${behind(list, id, after)}`;
  // All that have the terms, without an order: with a limit, the database would walk the list instead.
  const termed = terms
    ? sql`select s.run_id as id from run_search s where ${terms} and ${idsIn(sql`s.run_id`)}`
    : sql`select runs.id from runs where ${fits} and ${idsIn(sql`runs.id`)}`;
  // Runs are read in order, and no more of them than the page needs.
  const found = sql<RunSlice>`with termed as materialized (${termed})
    select (select count(*)::int from termed) as count, array(
      select id from (select id from termed order by id ${order} offset 0) sorted
      where (select true from runs where runs.id = sorted.id and ${fits}) limit ${most}) as ids`;
  const { rows } = await db.transaction().execute(async (tx) => {
    await allowBitmapScans(tx);
    return found.execute(tx);
  });
  const { ids = [], count = 0 } = rows[0] ?? {};
  if (ids.length < most) return { ids, total: ids.length, isEstimate: false };
  // Runs that a customer does not find are not counted either: the count must reveal nothing about them.
  const isCounted = terms === undefined || (list.further ?? []).length + runs.length === 0;
  return { ids, total: isCounted ? count : ids.length, isEstimate: !isCounted };
}

const orderOf = ({ oldestFirst }: LongList) => (oldestFirst ? sql`asc` : sql`desc`);

function furtherOf({ further = [] }: LongList, own: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql`(${sql.join([sql`true`, ...further, ...own], sql` and `)})`;
}

function behind({ oldestFirst }: LongList, id: RawBuilder<unknown>, after: string | undefined) {
  if (after === undefined) return sql`true`;
  return oldestFirst ? sql`${id} > ${after}` : sql`${id} < ${after}`;
}
