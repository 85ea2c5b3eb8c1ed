import { type SqlBool, sql } from "kysely";
import type { AccountRef, Scope } from "../auth/scope.ts";
import type { Db } from "../platform/database/database.ts";
import { type LongList, type LongPage, listInScope, readPage } from "../platform/database/long-list.ts";
import { notFound } from "../platform/errors.ts";
import type { Page } from "../platform/page.ts";
import type { ListedScheduleRow } from "./schema.ts";

/** A schedule of any linked account. */
export type AnySchedule = ListedScheduleRow & { accountName: string | null };

/** What the list of all schedules can be narrowed to. */
export interface ScheduleFilter {
  readonly account?: AccountRef;
  readonly workflowId?: string;
  readonly isPaused?: boolean;
}

/** One page of the schedules of all linked accounts, newest first. */
export function listAllSchedules(
  db: Db,
  scope: Scope,
  filter: ScheduleFilter,
  page: Page,
): Promise<LongPage<AnySchedule>> {
  return readPage(db, narrow(scope, filter), page, ({ where, order }) =>
    schedules(db).where(where).orderBy("schedules.id", order).execute(),
  );
}

/** One schedule of any linked account; 404 when there is none in this scope. */
export async function readSchedule(db: Db, scope: Scope, id: string): Promise<AnySchedule> {
  const row = await schedules(db)
    .where("schedules.org_id", "=", scope.orgId)
    .where("schedules.environment", "=", scope.environment)
    .where("schedules.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("Schedule");
  return row;
}

function narrow(scope: Scope, { account, workflowId, isPaused }: ScheduleFilter): LongList {
  const { table, indexed } = listInScope("schedules", scope);
  const conditions = [
    ...(account ? [sql<SqlBool>`schedules.account_id = ${account.id}`] : []),
    ...(workflowId ? [sql<SqlBool>`schedules.workflow_id = ${workflowId}`] : []),
  ];
  const [first, ...further] = conditions;
  const paused = isPaused === undefined ? [] : [sql<SqlBool>`schedules.paused = ${isPaused}`];
  const narrowest = first ? sql<SqlBool>`${indexed} and ${first}` : indexed;
  return { table, indexed: narrowest, further: [...further, ...paused] };
}

function schedules(db: Db) {
  return db
    .selectFrom("schedules")
    .innerJoin("linked_accounts", "linked_accounts.id", "schedules.account_id")
    .leftJoin("workflow_names as w", (join) =>
      join
        .onRef("w.id", "=", "schedules.workflow_id")
        .onRef("w.org_id", "=", "schedules.org_id")
        .onRef("w.environment", "=", "schedules.environment"),
    )
    .selectAll("schedules")
    .select(["w.name as workflowName", "w.icon as workflowIcon", "w.description as workflowDescription"])
    .select(["linked_accounts.account_id as accountId", "linked_accounts.name as accountName"]);
}
