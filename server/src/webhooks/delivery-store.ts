import { type Selectable, sql } from "kysely";
import type { Scope } from "../auth/scope.ts";
import type { Db, Tx } from "../platform/database/database.ts";
import { notFound } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { Json } from "../platform/json.ts";
import type { Page } from "../platform/page.ts";
import type { WebhookEvent } from "./event.ts";
import type { WebhookAttemptTable, WebhookDeliveryTable, WebhookTable } from "./table.ts";

export type AttemptRow = Selectable<WebhookAttemptTable>;
export type DeliveryRow = Selectable<WebhookDeliveryTable>;
/** A delivery with all its attempts, oldest first; `attempted_at` in ISO form, because JSON carries them. */
export interface DeliveryWithAttempts extends DeliveryRow {
  attempts: (Omit<AttemptRow, "attempted_at"> & { attempted_at: string })[];
}

/** Data of a job: a delivery, and the turn of it that the job may carry. */
export interface DeliveryTurn {
  deliveryId: string;
  turn: number;
}

/** What an attempt needs to know: the delivery and the webhook as it is now. */
export type DueDelivery = Pick<
  DeliveryRow,
  "id" | "org_id" | "environment" | "webhook_id" | "event" | "payload" | "turn" | "tries"
> &
  Pick<Selectable<WebhookTable>, "type" | "url" | "sealed_url" | "is_enabled">;

/** What a delivery becomes; fields as in the table. */
export type DeliveryChange = Pick<DeliveryRow, "status" | "tries" | "turn" | "next_attempt_at">;

/** What a delivery tells; `accountId` is the row id of the linked account with which it is to be deleted. */
export interface DeliveryContent {
  event: WebhookEvent;
  payload: Record<string, Json>;
  accountId: string | null;
  now: Date;
}

/** Inserts one pending delivery, due now, for each of `webhookIds`. */
export async function insertDeliveries(
  tx: Tx,
  scope: Scope,
  webhookIds: readonly string[],
  { event, payload, accountId, now }: DeliveryContent,
): Promise<DeliveryRow[]> {
  if (webhookIds.length === 0) return [];
  return tx
    .insertInto("webhook_deliveries")
    .values(
      webhookIds.map((webhookId) => ({
        id: newId(now.getTime()),
        org_id: scope.orgId,
        environment: scope.environment,
        webhook_id: webhookId,
        account_id: accountId,
        event,
        payload: sql<Record<string, Json>>`${JSON.stringify(payload)}::json`,
        next_attempt_at: now,
        created_at: now,
        updated_at: now,
      })),
    )
    .returningAll()
    .execute();
}

/** The delivery that is due in this turn; undefined when it was settled, resent or deleted in the meantime. */
export function findDueDelivery(
  db: Db,
  { deliveryId, turn }: DeliveryTurn,
): Promise<DueDelivery | undefined> {
  return db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhooks as webhook", "webhook.id", "delivery.webhook_id")
    .select([
      "delivery.id",
      "delivery.org_id",
      "delivery.environment",
      "delivery.webhook_id",
      "delivery.event",
      "delivery.payload",
      "delivery.turn",
      "delivery.tries",
      "webhook.type",
      "webhook.url",
      "webhook.sealed_url",
      "webhook.is_enabled",
    ])
    .where("delivery.id", "=", deliveryId)
    .where("delivery.turn", "=", turn)
    .where("delivery.status", "=", "pending")
    .executeTakeFirst();
}

/** Locks a delivery and returns its turn; undefined when it was deleted. */
export async function lockDelivery(tx: Tx, id: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom("webhook_deliveries")
    .select("turn")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.turn;
}

/** Writes what became of a delivery. */
export async function updateDelivery(tx: Tx, id: string, change: DeliveryChange, now: Date): Promise<void> {
  await tx
    .updateTable("webhook_deliveries")
    .set({ ...change, updated_at: now })
    .where("id", "=", id)
    .execute();
}

/** Records an attempt. */
export async function insertAttempt(tx: Tx, attempt: AttemptRow): Promise<void> {
  await tx.insertInto("webhook_attempts").values(attempt).execute();
}

/** One page of a webhook's deliveries, newest first, and how many there are. */
export async function listDeliveries(
  db: Db,
  scope: Scope,
  webhookId: string,
  page: Page,
): Promise<{ rows: DeliveryWithAttempts[]; total: number }> {
  const own = ownDeliveries(db, scope, webhookId);
  const rows = await own
    .selectAll("delivery")
    .select(ATTEMPTS)
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await own.select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow();
  return { rows, total };
}

/** Begins a delivery anew, under its old id and with all attempts before it; 404 when there is none. */
export async function restartDelivery(
  tx: Tx,
  scope: Scope,
  { webhookId, deliveryId, now }: { webhookId: string; deliveryId: string; now: Date },
): Promise<DeliveryWithAttempts> {
  await tx
    .updateTable("webhook_deliveries")
    .set((eb) => ({
      status: "pending",
      turn: eb("turn", "+", 1),
      tries: 0,
      next_attempt_at: now,
      updated_at: now,
    }))
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("webhook_id", "=", webhookId)
    .where("id", "=", deliveryId)
    .execute();
  // A statement of its own: the update may have waited for an attempt that its own snapshot does not show.
  const row = await ownDeliveries(tx, scope, webhookId)
    .selectAll("delivery")
    .select(ATTEMPTS)
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  if (!row) throw notFound("Delivery");
  return row;
}

// In the same statement as the delivery, so that both are of one moment.
const ATTEMPTS = sql<DeliveryWithAttempts["attempts"]>`coalesce(
  (select json_agg(attempt order by attempt.id) from webhook_attempts attempt where attempt.delivery_id = delivery.id),
  '[]')`.as("attempts");

function ownDeliveries(db: Db, scope: Scope, webhookId: string) {
  return db
    .selectFrom("webhook_deliveries as delivery")
    .where("org_id", "=", scope.orgId)
    .where("environment", "=", scope.environment)
    .where("webhook_id", "=", webhookId);
}
