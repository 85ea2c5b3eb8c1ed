import { type ExpressionBuilder, sql } from "kysely";
import type { AccountRef, AccountScope, Scope } from "../auth/scope.ts";
import {
  type Database,
  type Db,
  json,
  jsonb,
  type Statement,
  type Tables,
  type Tx,
} from "../platform/database/database.ts";
import { ApiError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { Json } from "../platform/json.ts";
import type { Page } from "../platform/page.ts";
import type { Timing } from "./next-tick.ts";
import type { ListedScheduleRow, ScheduleRow } from "./schema.ts";

/** What a registration says. */
export interface ScheduleInput {
  /** Id or alias, as sent. */
  workflow: string;
  workflowId: string;
  configId: string;
  timing: Timing;
  options: { [key: string]: Json };
  payload: { [key: string]: Json };
}

/** A change of a schedule: absent fields stay. */
export interface ScheduleChange extends Partial<ScheduleInput> {
  paused?: boolean;
  nextAt?: Date | null;
}

// Named, because every working process asks once a second.
const ANY_DUE: Statement = {
  name: "schedules-any-due",
  text: "select id from schedules where next_at <= $1 limit 1",
};

/** Registers a schedule for one linked account. */
export async function insertSchedule(
  db: Db,
  { orgId, environment, account }: AccountScope,
  input: ScheduleInput,
  { now, nextAt }: { now: Date; nextAt: Date | null },
): Promise<ScheduleRow> {
  const row = await db
    .insertInto("schedules")
    .values({
      id: newId(now.getTime()),
      org_id: orgId,
      environment,
      account_id: account.id,
      event_id: newId(now.getTime()),
      workflow: input.workflow,
      workflow_id: input.workflowId,
      config_id: input.configId,
      timing: jsonb(input.timing),
      options: jsonb(input.options),
      payload: json(input.payload),
      next_at: nextAt,
      last_at: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, accountId: account.accountId };
}

/** One page of an account's schedules, newest first, and how many there are. */
export async function listSchedules(
  db: Db,
  scope: AccountScope,
  page: Page,
): Promise<{ rows: ListedScheduleRow[]; total: number }> {
  const own = db.selectFrom("schedules").where(inScope(scope, scope.account));
  const rows = await own
    .leftJoin("workflows", (join) =>
      join
        .onRef("workflows.id", "=", "schedules.workflow_id")
        .onRef("workflows.org_id", "=", "schedules.org_id"),
    )
    .selectAll("schedules")
    .select([
      "workflows.name as workflowName",
      "workflows.icon as workflowIcon",
      "workflows.description as workflowDescription",
    ])
    .orderBy("schedules.id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await own.select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow();
  return { rows: rows.map((row) => ({ ...row, accountId: scope.account.accountId })), total };
}

/** Changes what `decide` says of the schedule, which is locked meanwhile; 404 when there is none in this scope, or of `account`. */
export async function changeSchedule(
  tx: Tx,
  scope: Scope & { account?: AccountRef },
  id: string,
  { decide, now }: { decide: (row: ScheduleRow) => ScheduleChange | undefined; now: Date },
): Promise<ScheduleRow> {
  const row = await withAccount(tx)
    .where(inScope(scope, scope.account))
    .where("schedules.id", "=", id)
    .forUpdate("schedules")
    .executeTakeFirst();
  if (!row) throw scheduleNotFound();
  const change = decide(row);
  if (!change) return row;
  const changed = await tx
    .updateTable("schedules")
    .set({ ...columns(change), updated_at: now, revision: sql`revision + 1` })
    .where("id", "=", row.id)
    .where("org_id", "=", row.org_id)
    .where("environment", "=", row.environment)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...changed, accountId: row.accountId };
}

/** Deletes a schedule of one account; 404 when there is none. */
export async function deleteSchedule(db: Db, scope: AccountScope, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("schedules")
    .where(inScope(scope, scope.account))
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw scheduleNotFound();
}

/** Whether any schedule of this installation is due: the cheap question before `lockDue`. */
export async function isAnyDue(database: Database, now: Date): Promise<boolean> {
  return (await database.query(ANY_DUE, [now])).length > 0;
}

/** Schedules of this installation that are due, the most overdue first, locked; leaves out what another process holds. */
export function lockDue(tx: Tx, now: Date, limit: number): Promise<ScheduleRow[]> {
  return withAccount(tx)
    .where("schedules.next_at", "<=", now)
    .orderBy("schedules.next_at")
    .limit(limit)
    .forUpdate("schedules")
    .skipLocked()
    .execute();
}

/** Notes that a locked schedule has ticked, and when it does next. */
export async function recordTick(
  tx: Tx,
  { id, org_id, environment }: ScheduleRow,
  { lastAt, nextAt }: { lastAt: Date | null; nextAt: Date | null },
): Promise<void> {
  await tx
    .updateTable("schedules")
    .set({ last_at: lastAt, next_at: nextAt })
    .where(inScope({ orgId: org_id, environment }, undefined))
    .where("schedules.id", "=", id)
    .execute();
}

function withAccount(db: Db) {
  return db
    .selectFrom("schedules")
    .innerJoin("linked_accounts", "linked_accounts.id", "schedules.account_id")
    .selectAll("schedules")
    .select("linked_accounts.account_id as accountId");
}

function inScope({ orgId, environment }: Scope, account: AccountRef | undefined) {
  return (row: ExpressionBuilder<Tables, "schedules">) =>
    row.and([
      row("schedules.org_id", "=", orgId),
      row("schedules.environment", "=", environment),
      ...(account ? [row("schedules.account_id", "=", account.id)] : []),
    ]);
}

function columns(change: ScheduleChange) {
  return {
    workflow: change.workflow,
    workflow_id: change.workflowId,
    config_id: change.configId,
    timing: change.timing && jsonb(change.timing),
    options: change.options && jsonb(change.options),
    payload: change.payload && json(change.payload),
    paused: change.paused,
    next_at: change.nextAt,
  };
}

function scheduleNotFound(): ApiError {
  return new ApiError("not_found", "RESOURCE_NOT_FOUND", "Scheduled Job Not Found");
}
