import { type ExpressionBuilder, sql } from "kysely";
import type { AccountRef, AccountScope, Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { readCountedPage } from "../platform/database/counted-page.ts";
import {
  type Db,
  json,
  jsonb,
  runStatement,
  type Statement,
  type Tables,
  type Tx,
} from "../platform/database/database.ts";
import { ApiError } from "../platform/errors.ts";
import { createId } from "../platform/id.ts";
import type { Json } from "../platform/json/json.ts";
import type { Page } from "../platform/page.ts";
import type { Timing } from "./next-tick.ts";
import type { ListedScheduleRow, ScheduleRow } from "./schema.ts";

export interface ScheduleInput {
  /** Id or alias, as sent. */
  workflow: string;
  workflowId: string;
  configId: string;
  timing: Timing;
  options: { [key: string]: Json };
  payload: { [key: string]: Json };
}

/** A change of a schedule: absent fields stay unchanged. */
export interface ScheduleChange extends Partial<ScheduleInput> {
  paused?: boolean;
  nextAt?: Date | null;
}

/** Whether any schedule of this installation is due: a cheap check before `lockDue`. */
export const FIND_DUE: Statement = {
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
      id: createId(now.getTime()),
      org_id: orgId,
      environment,
      account_id: account.id,
      event_id: createId(now.getTime()),
      workflow: input.workflow,
      workflow_id: input.workflowId,
      config_id: input.configId,
      timing: jsonb(input.timing),
      options: jsonb(input.options),
      payload: json(input.payload),
      next_at: nextAt,
      last_at: null,
      refused_at: null,
      refused: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, accountId: account.accountId };
}

/** One page of an account's schedules, newest first, and their total. */
export async function listSchedules(
  db: Db,
  scope: AccountScope,
  page: Page,
): Promise<{ rows: ListedScheduleRow[]; total: number }> {
  const own = db
    .selectFrom("schedules")
    .where(inScope(scope, scope.account))
    .leftJoin("workflow_names as w", (join) =>
      join
        .onRef("w.id", "=", "schedules.workflow_id")
        .onRef("w.org_id", "=", "schedules.org_id")
        .onRef("w.environment", "=", "schedules.environment"),
    )
    .selectAll("schedules")
    .select(["w.name as workflowName", "w.icon as workflowIcon", "w.description as workflowDescription"])
    .orderBy("schedules.id", "desc");
  const { rows, total } = await readCountedPage(db, own, page);
  return { rows: rows.map((row) => ({ ...row, accountId: scope.account.accountId })), total };
}

export interface ScheduleEdit {
  /** What changes; `since` is now, or the schedule's last tick if another process's clock is ahead. */
  decide: (row: ScheduleRow, since: Date) => ScheduleChange | undefined;
  clock: Deps["clock"];
}

/**
 * Applies the change that `decide` returns to a schedule, which it locks; 404 if there is none in this scope or of
 * `account`.
 */
export async function updateSchedule(
  tx: Tx,
  scope: Scope & { account?: AccountRef },
  id: string,
  { decide, clock }: ScheduleEdit,
): Promise<ScheduleRow> {
  const row = await withAccount(tx)
    .where(inScope(scope, scope.account))
    .where("schedules.id", "=", id)
    .forUpdate("schedules")
    .executeTakeFirst();
  if (!row) throw scheduleNotFound();
  const now = clock.now();
  const change = decide(row, row.last_at && row.last_at > now ? row.last_at : now);
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

/** Deletes a schedule of one account; 404 if there is none. */
export async function deleteSchedule(db: Db, scope: AccountScope, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("schedules")
    .where(inScope(scope, scope.account))
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw scheduleNotFound();
}

/** A due schedule with the size of its payload instead of the payload. */
export type DueSchedule = Pick<
  ScheduleRow,
  | "id"
  | "org_id"
  | "environment"
  | "account_id"
  | "accountId"
  | "event_id"
  | "workflow_id"
  | "config_id"
  | "timing"
  | "last_at"
> & { readonly payloadBytes: number };

/** Due schedules of this installation, most overdue first, locked; skips those that another process holds. */
export function lockDue(tx: Tx, now: Date, limit: number): Promise<DueSchedule[]> {
  return tx
    .selectFrom("schedules")
    .innerJoin("linked_accounts", "linked_accounts.id", "schedules.account_id")
    .select([
      "schedules.id",
      "schedules.org_id",
      "schedules.environment",
      "schedules.account_id",
      "linked_accounts.account_id as accountId",
      "event_id",
      "workflow_id",
      "config_id",
      "timing",
      "last_at",
    ])
    .select(sql<number>`octet_length(schedules.payload::text)`.as("payloadBytes"))
    .where("schedules.next_at", "<=", now)
    .orderBy("schedules.next_at")
    .limit(limit)
    .forUpdate("schedules")
    .skipLocked()
    .execute();
}

const PAYLOADS = { text: "select id, payload from schedules where id = any ($1::text[])" };

/** The payloads of locked schedules, by id. */
export async function readPayloads(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ScheduleRow["payload"]>> {
  const rows = await runStatement<Pick<ScheduleRow, "id" | "payload">>(tx, PAYLOADS, [ids]);
  return new Map(rows.map(({ id, payload }) => [id, payload]));
}

/** The result for a locked schedule that was due. */
export interface Tick {
  readonly id: string;
  /** When it last started a run. */
  readonly lastAt: Date | null;
  readonly nextAt: Date | null;
  /** Why nothing started. */
  readonly refused: string | null;
}

const RECORD_TICKS = {
  text: `update schedules s set last_at = t.last_at, next_at = t.next_at, refused = t.refused,
      refused_at = case when t.refused is not null then $5::timestamptz end
    from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::text[]) as t (id, last_at, next_at, refused)
    where s.id = t.id`,
};

/** Records that locked schedules have ticked now, and when they tick next. */
export async function recordTicks(tx: Tx, ticks: readonly Tick[], now: Date): Promise<void> {
  await runStatement(tx, RECORD_TICKS, [
    ticks.map(({ id }) => id),
    ticks.map(({ lastAt }) => lastAt),
    ticks.map(({ nextAt }) => nextAt),
    ticks.map(({ refused }) => refused),
    now,
  ]);
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
