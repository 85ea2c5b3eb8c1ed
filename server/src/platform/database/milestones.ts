import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";

/** How many rows are between two milestones when they are set. */
export const MILESTONE_EVERY = 2000;
const MOST_SET_AT_ONCE = 500;
// By then every transaction that inserted such an id has committed: idle ones are ended after 10 s.
const SETTLED = sql`(select id_at(clock_timestamp() - interval '15 seconds'))`;

/** A list with milestones (migration 0019), and the requested part of it. */
export interface MarkedList {
  readonly table: string;
  readonly owner: string;
  /** The condition for the owner's rows; its columns carry the table's name. */
  readonly indexed: RawBuilder<unknown>;
  /** First id of the part. */
  readonly from?: string;
  /** First id after the part. */
  readonly until?: string;
}

export interface Marks {
  /** Rows of the part. */
  readonly total: number;
  /** Rows after the last milestone at which further ones can be set. */
  readonly settled: number;
  /** The milestone to start from when skipping rows, and how many it skips; null near the ends. */
  readonly at: string | null;
  readonly passed: number | null;
}

/**
 * Counts a part exactly: adds up milestones, and counts the rows before the first and after the last one. Also tells
 * how to skip rows, from the oldest if `oldestFirst`, otherwise from the newest.
 */
export async function countAlong(
  db: Db,
  list: MarkedList,
  { rows: skip, oldestFirst }: { rows: number; oldestFirst: boolean },
): Promise<Marks> {
  const { table, owner, indexed, from } = list;
  const id = sql.ref(`${table}.id`);
  const part = sql`from ${sql.table(table)} where ${indexed} and ${buildPartCondition(id, list)}`;
  const marks = sql`from list_milestones where list = ${table} and owner = ${owner} and ${buildPartCondition(sql.ref("id"), list)}`;
  // If the part begins in between, its first milestone covers more than the part.
  const short = from
    ? sql`select coalesce(min(first.rows) - count(${id}), 0) as rows
        from (select id, rows ${marks} order by id limit 1) first left join lateral (select ${id} ${part} and ${id} <= first.id) ${sql.table(table)} on true`
    : sql`select 0 as rows`;
  const passed = oldestFirst
    ? sql`sum(rows) over (order by id) - (select rows from short)`
    : sql`sum(rows) over (order by id desc) - rows + (select rows from beyond)`;
  const nearest = sql`select ${oldestFirst ? sql`max(id)` : sql`min(id)`} as id, max(passed) as passed
    from (select id, ${passed} as passed ${marks}) skipped where passed <= ${skip}
      and ${skip} + ${sql.lit(MILESTONE_EVERY)} < (select ends.rows - short.rows + beyond.rows from ends, short, beyond)`;
  const { rows } = await sql<Marks>`
    with ends as (select max(id) as last, coalesce(sum(rows), 0) as rows ${marks}), short as (${short}),
    beyond as (
      select count(*) as rows, count(*) filter (where ${id} < ${SETTLED}) as settled
      ${part} and ${id} > (select coalesce(last, '') from ends)
    ), nearest as (${skip < MILESTONE_EVERY ? sql`select null as id, null::int as passed` : nearest})
    select (ends.rows - short.rows + beyond.rows)::float8 as total, beyond.settled::float8 as settled,
      nearest.id as at, nearest.passed::float8 as passed
    from ends, short, beyond, nearest`.execute(db);
  const [marked] = rows;
  if (!marked) throw new Error("A count has one row.");
  return marked;
}

/** Sets milestones at every 2000th row after the last one, as far as all transactions with such rows have ended. */
export async function setMilestones(db: Db, { table, owner, indexed }: MarkedList): Promise<void> {
  const id = sql.ref(`${table}.id`);
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(milestones_lock(${table})) as free`.execute(tx);
    // A transaction that deletes rows, or sets milestones, holds it.
    if (!rows[0]?.free) return;
    await sql`insert into list_milestones (list, owner, id, rows)
      select ${table}, ${owner}, id, ${sql.lit(MILESTONE_EVERY)} from (
        select id, row_number() over (order by id) as place from (
          select ${id} from ${sql.table(table)} where ${indexed} and ${id} < ${SETTLED} and ${id} > (
            select coalesce(max(m.id), '') from list_milestones m where m.list = ${table} and m.owner = ${owner})
          order by id limit ${sql.lit(MILESTONE_EVERY * MOST_SET_AT_ONCE)}
        ) following
      ) placed where place % ${sql.lit(MILESTONE_EVERY)} = 0`.execute(tx);
  });
}

/** Restricts ids to those of a part. */
export function buildPartCondition(
  id: RawBuilder<unknown>,
  { from, until }: Pick<MarkedList, "from" | "until">,
) {
  const bounds = [...(from ? [sql`${id} >= ${from}`] : []), ...(until ? [sql`${id} < ${until}`] : [])];
  return bounds.length > 0 ? sql<boolean>`(${sql.join(bounds, sql` and `)})` : sql<boolean>`true`;
}
