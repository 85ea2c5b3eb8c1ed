import { type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { AccountRef, Scope } from "../auth/scope.ts";
import type { Db, Tables } from "../platform/database/database.ts";
import { buildScopedList, type LongList, type LongPage, readPage } from "../platform/database/long-list.ts";
import { notFound } from "../platform/errors.ts";
import type { Page } from "../platform/page.ts";
import type { RunStatus } from "../runs/table.ts";
import type { ListedScheduleRow } from "./schema.ts";

/** A schedule of any linked account. */
export type AnySchedule = ListedScheduleRow & {
  accountName: string | null;
  /** The run that its last tick started, unless it was deleted. */
  lastRunId: string | null;
  lastRunStatus: RunStatus | null;
};

/** What the list of all schedules can be filtered by. */
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

/** One schedule of any linked account; 404 if there is none in this scope. */
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
  const { table, indexed } = buildScopedList("schedules", scope);
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
    .leftJoinLateral(lastRun, (join) => join.onTrue())
    .selectAll("schedules")
    .select(["last_run.id as lastRunId", "last_run.status as lastRunStatus"])
    .select(["w.name as workflowName", "w.icon as workflowIcon", "w.description as workflowDescription"])
    .select(["linked_accounts.account_id as accountId", "linked_accounts.name as accountName"]);
}

/** The run that a schedule's last tick started: ids are in time order, and it got its own within a moment. */
function lastRun(db: ExpressionBuilder<Tables, "schedules">) {
  return db
    .selectFrom("runs")
    .select(["runs.id", "runs.status"])
    .whereRef("runs.account_id", "=", "schedules.account_id")
    .whereRef("runs.event_id", "=", "schedules.event_id")
    .where(sql<SqlBool>`runs.id >= id_at(schedules.last_at - interval '10 seconds')`)
    .where(sql<SqlBool>`runs.id < id_at(schedules.last_at + interval '1 minute')`)
    .where("runs.replay_of", "is", null)
    .orderBy("runs.id", "desc")
    .limit(1)
    .as("last_run");
}
