import { type Selectable, type SqlBool, sql } from "kysely";
import { type AccountRef, buildScopeCondition, type Scope } from "../../auth/scope.ts";
import { type Database, type Db, json, type Tx } from "../../platform/database/database.ts";
import {
  buildScopedList,
  type LongList,
  type LongPage,
  readPage,
} from "../../platform/database/long-list.ts";
import { notFound } from "../../platform/errors.ts";
import { createFirstId, createId } from "../../platform/id.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Page } from "../../platform/page.ts";
import { getSpan } from "../../platform/tracing/tracing.ts";
import type { WebhookEvent } from "../event.ts";
import type { DeliveryStatus, WebhookAttemptTable, WebhookDeliveryTable } from "../table.ts";

const TABLE = "webhook_deliveries";

export type AttemptRow = Selectable<WebhookAttemptTable>;
export type DeliveryRow = Selectable<WebhookDeliveryTable>;
/** A delivery with all its attempts, oldest first; `attempted_at` in ISO form, because JSON carries them. */
export interface DeliveryWithAttempts extends DeliveryRow {
  attempts: (Omit<AttemptRow, "attempted_at"> & { attempted_at: string })[];
}

/** The content of a delivery that was requested. */
export interface DeliveryContent {
  event: WebhookEvent;
  payload: Record<string, Json>;
  response: Json;
  now: Date;
}

/** Filters of a webhook's deliveries; absent ones do not limit, `until` is exclusive. */
export interface DeliveryFilter {
  readonly statuses?: readonly DeliveryStatus[];
  readonly event?: WebhookEvent;
  readonly since?: Date;
  readonly until?: Date;
}

/** Inserts one delivery, ready at once. Call it with the webhook's row locked. */
export function insertDelivery(
  tx: Tx,
  { orgId, environment }: Scope,
  webhookId: string,
  { event, payload, response, now }: DeliveryContent,
): Promise<DeliveryRow> {
  return tx
    .insertInto("webhook_deliveries")
    .values({
      id: createId(now.getTime()),
      org_id: orgId,
      environment,
      webhook_id: webhookId,
      account_id: null,
      event,
      payload: json(payload),
      response: json(response),
      next_attempt_at: now,
      ready_at: now,
      traceparent: getSpan()?.traceparent ?? null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Additional filters of the lists of all webhooks' deliveries. */
export interface DeliverySubject {
  readonly webhookId?: string;
  readonly executionId?: string;
  readonly account?: AccountRef;
}

interface DeliveryQuery {
  readonly page: Page;
  readonly filter: DeliveryFilter;
}

/** One page of the deliveries of a webhook of the scope, newest first. */
export function listDeliveries(
  db: Db,
  scope: Scope,
  webhookId: string,
  { page, filter }: DeliveryQuery,
): Promise<LongPage<DeliveryWithAttempts>> {
  const indexed = sql<SqlBool>`webhook_deliveries.webhook_id = ${webhookId}`;
  const { status, further, part } = conditionsOf(filter);
  // Events are indexed by scope.
  const inScope = further.length > 0 ? [buildScopedList(TABLE, scope).indexed] : [];
  const all = [...status, ...further, ...inScope];
  const list = { table: TABLE, indexed, owner: webhookId, further: all, ...part };
  return readDeliveries(db, list, page);
}

/** One page of the deliveries of all webhooks of the scope, newest first. */
export function listAllDeliveries(
  db: Db,
  scope: Scope,
  subject: DeliverySubject,
  { page, filter }: DeliveryQuery,
): Promise<LongPage<DeliveryWithAttempts>> {
  return readDeliveries(db, narrow(scope, subject, filter), page);
}

/** The list by the narrowest condition that has an index; each row is checked against the others. */
function narrow(
  scope: Scope,
  { webhookId, executionId, account }: DeliverySubject,
  filter: DeliveryFilter,
): LongList {
  const { owner, indexed: inScope } = buildScopedList(TABLE, scope);
  const { status, further, part } = conditionsOf(filter);
  const by = {
    execution: executionId ? [sql<SqlBool>`webhook_deliveries.run_id = ${executionId}`] : [],
    webhook: webhookId ? [sql<SqlBool>`webhook_deliveries.webhook_id = ${webhookId}`] : [],
    account: account ? [sql<SqlBool>`webhook_deliveries.account_id = ${account.id}`] : [],
  };
  const conditions = [...by.execution, ...by.webhook, ...by.account, ...status];
  const [first] = conditions;
  if (first === undefined) return { table: TABLE, indexed: inScope, owner, further, ...part };
  const rest = [...conditions.slice(1), ...further];
  return { table: TABLE, indexed: sql`${inScope} and ${first}`, further: rest, ...part };
}

function conditionsOf({ statuses, event, since, until }: DeliveryFilter) {
  return {
    // Written out, because the database uses a partial index only for a status that it knows.
    status: statuses
      ? [sql<SqlBool>`webhook_deliveries.status in (${sql.join(statuses.map((one) => sql.lit(one)))})`]
      : [],
    further: event ? [sql<SqlBool>`webhook_deliveries.event = ${event}`] : [],
    part: { from: since && createFirstId(since), until: until && createFirstId(until) },
  };
}

function readDeliveries(db: Db, list: LongList, page: Page): Promise<LongPage<DeliveryWithAttempts>> {
  return readPage(db, list, page, ({ where, order }) =>
    db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .select(ATTEMPTS)
      .where(where)
      .orderBy("id", order)
      .execute(),
  );
}

/** One delivery of any webhook of the scope; 404 if there is none. */
export async function readDelivery(db: Db, scope: Scope, id: string): Promise<DeliveryWithAttempts> {
  const row = await db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .select(ATTEMPTS)
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("Delivery");
  return row;
}

/** Restarts a delivery, under its id and with all previous attempts; 404 if there is none. */
export async function restartDelivery(
  tx: Tx,
  scope: Scope,
  { webhookId, deliveryId, now }: { webhookId: string; deliveryId: string; now: Date },
): Promise<DeliveryWithAttempts> {
  await tx
    .updateTable("webhook_deliveries")
    .set(restarted(now))
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("webhook_id", "=", webhookId)
    .where("id", "=", deliveryId)
    .execute();
  // A separate statement: the update may have waited for an attempt that its own snapshot does not show.
  const row = await ownDeliveries(tx, scope, webhookId)
    .selectAll()
    .select(ATTEMPTS)
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  if (!row) throw notFound("Delivery");
  return row;
}

/** Restarts up to `limit` deliveries, oldest first, starting after the id `after`; returns their ids. */
export async function restartDeliveries(
  tx: Tx,
  scope: Scope,
  webhookId: string,
  { filter, after, limit, now }: { filter: DeliveryFilter; after: string; limit: number; now: Date },
): Promise<string[]> {
  const chosen = ownDeliveries(tx, scope, webhookId, filter)
    .select("id")
    .where("id", ">", after)
    // Ready deliveries, and those being sent, will be sent anyway.
    .where("ready_at", "is", null)
    .where("worker", "is", null)
    .orderBy("id")
    .limit(limit)
    .forNoKeyUpdate();
  const rows = await tx
    .updateTable("webhook_deliveries")
    .set(restarted(now))
    .where("id", "in", chosen)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id).sort();
}

/**
 * The columns of a restarted delivery; one that is being sent stays with its worker, and is sent again afterwards.
 */
function restarted(now: Date) {
  return {
    status: "pending" as const,
    turn: sql<number>`turn + 1`,
    tries: 0,
    recoveries: 0,
    next_attempt_at: now,
    ready_at: sql<Date | null>`case when worker is null then ${now}::timestamptz end`,
    updated_at: now,
  };
}

/**
 * Deletes up to `limit` deliveries made before `before`, with their attempts, oldest first; pending ones stay.
 * Returns their number: call it again until it is less than `limit`.
 */
export async function deleteOldDeliveries(
  database: Database,
  before: Date,
  limit: number,
  scope?: Scope,
): Promise<number> {
  const { and, name, values } = buildScopeCondition(scope, 3);
  const rows = await database.query(
    {
      name: `webhooks-delete-old${name}`,
      text: `with old as (
          select id from webhook_deliveries where id < $1 and status <> 'pending' ${and}
          order by id limit $2 for update skip locked)
        delete from webhook_deliveries d using old where d.id = old.id returning d.id`,
    },
    [createFirstId(before), limit, ...values],
  );
  return rows.length;
}

// In the same statement as the delivery, so that both are consistent.
const ATTEMPTS = sql<DeliveryWithAttempts["attempts"]>`coalesce(
  (select json_agg(attempt order by attempt.id) from webhook_attempts attempt where attempt.delivery_id = webhook_deliveries.id),
  '[]')`.as("attempts");

function ownDeliveries(db: Db, scope: Scope, webhookId: string, filter: DeliveryFilter = {}) {
  const { statuses, event, since, until } = filter;
  let query = db
    .selectFrom("webhook_deliveries")
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("webhook_id", "=", webhookId);
  if (statuses) query = query.where("status", "in", statuses);
  if (event) query = query.where("event", "=", event);
  // Ids are in the order of time, and the index has them.
  if (since) query = query.where("id", ">=", createFirstId(since));
  if (until) query = query.where("id", "<", createFirstId(until));
  return query;
}
