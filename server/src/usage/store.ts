import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "../auth/scope.ts";
import type { Database, Db } from "../platform/database/database.ts";
import { buildScopedList, type LongPage, readPage } from "../platform/database/long-list.ts";
import { DAY_MS } from "../platform/moment.ts";
import type { Page } from "../platform/page.ts";
import type { Meter } from "./meters.ts";

const PAGE = 1000;

/** What an account used of a meter on a day. */
export interface UsageRow {
  readonly id: string;
  /** The organization's id of the account, which may be deleted. */
  readonly accountId: string;
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  readonly meter: Meter;
  readonly value: number;
  /** Whether the day is closed. */
  readonly isFinal: boolean;
}

/** Filters of usage. */
export interface UsageFilter {
  readonly accountId?: string | undefined;
  readonly meter?: Meter | undefined;
  /** First and last day, both included. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** Only days that are closed. */
  readonly isFinal?: boolean;
}

function selectUsage(db: Db) {
  return db
    .selectFrom("usage_days")
    .leftJoin("linked_accounts as a", "a.id", "usage_days.account_id")
    .leftJoin("usage_accounts as gone", "gone.id", "usage_days.account_id")
    .select(["usage_days.id", "usage_days.meter"])
    .select(sql<string>`usage_days.day::text`.as("day"))
    .select(sql<number>`usage_days.value::float8`.as("value"))
    .select(
      sql<string>`coalesce(a.account_id, gone.linked_account_id, usage_days.account_id)`.as("accountId"),
    )
    .select(sql<boolean>`usage_days.day < (select open_from from usage_state)`.as("isFinal"));
}

/** One page of an environment's usage, newest day first. */
export function listUsage(
  db: Db,
  scope: Scope,
  filter: UsageFilter,
  page: Page,
): Promise<LongPage<UsageRow>> {
  const { from, until } = filter;
  const { table, indexed } = buildScopedList("usage_days", scope);
  const list = {
    table,
    indexed,
    further: conditionsOf(scope, filter),
    ...(from !== undefined && { from: createDayId(from) }),
    ...(until !== undefined && { until: createDayId(nextDay(until)) }),
  };
  return readPage(db, list, page, ({ where, order }) =>
    selectUsage(db).where(where).orderBy("usage_days.id", order).execute(),
  );
}

/** All matching usage, oldest day first, in pages, so that only a few rows are in memory. */
export async function* readAllUsage(
  db: Db,
  scope: Scope,
  filter: UsageFilter,
): AsyncGenerator<readonly UsageRow[], void, undefined> {
  const last = filter.until === undefined ? undefined : createDayId(nextDay(filter.until));
  let after = filter.from === undefined ? "" : createDayId(filter.from);
  for (let isFirst = true; ; isFirst = false) {
    const rows = await selectUsage(db)
      .where("usage_days.org_id", "=", scope.orgId)
      .where("usage_days.environment", "=", scope.environment)
      .where("usage_days.id", isFirst ? ">=" : ">", after)
      .$if(last !== undefined, (query) => query.where("usage_days.id", "<", last ?? ""))
      .$call((query) => conditionsOf(scope, filter).reduce((one, condition) => one.where(condition), query))
      .orderBy("usage_days.id")
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return;
    after = end.id;
  }
}

/** Also the usage of accounts that were deleted, under the same name. */
function conditionsOf(
  { orgId, environment }: Scope,
  { accountId, meter, isFinal }: UsageFilter,
): RawBuilder<SqlBool>[] {
  return [
    ...(accountId === undefined
      ? []
      : [
          sql<SqlBool>`usage_days.account_id = any (array(
            select id from linked_accounts where org_id = ${orgId} and environment = ${environment} and account_id = ${accountId}
            union all select id from usage_accounts where org_id = ${orgId} and linked_account_id = ${accountId}))`,
        ]),
    ...(meter === undefined ? [] : [sql<SqlBool>`usage_days.meter = ${meter}`]),
    ...(isFinal ? [sql<SqlBool>`usage_days.day < (select open_from from usage_state)`] : []),
  ];
}

/** The first id of a day: the number of the day since 1970, as in `usage_id` of migration 0195. */
function createDayId(day: string): string {
  const number = Math.max(0, Math.floor(Date.parse(day) / DAY_MS));
  return `${number.toString(16).padStart(6, "0")}${"0".repeat(18)}`;
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString();
}

const OLDEST = `least($1::timestamptz, now() - interval '800 days')`;
const DELETE_OLD = {
  name: "usage-delete-old",
  text: `with old as materialized (
      select id from usage_days where id < lpad(to_hex((${OLDEST} at time zone 'UTC')::date - date '1970-01-01'), 6, '0')
      order by id limit $2 for update skip locked
    ), unnamed as (
      delete from usage_accounts g where g.deleted_at < ${OLDEST} - interval '1 day'
    )
    delete from usage_days u using old where u.id = old.id returning 1 as gone`,
};

/** Deletes at most `limit` rows of usage after 800 days, or when the server deletes executions if that is later. */
export async function deleteOldUsage(
  database: Database,
  before: Date,
  limit: number,
  scope?: Scope,
): Promise<number> {
  // An organization may keep its executions for a shorter time; its bills stay.
  if (scope !== undefined) return 0;
  return (await database.query(DELETE_OLD, [before, limit])).length;
}
