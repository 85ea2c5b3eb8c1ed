import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import { newId } from "../platform/id.ts";
import { defineJob, type Job, type JobContext } from "../platform/queue/job.ts";
import { nextPauseMs } from "./backoff.ts";
import {
  type DeliveryChange,
  type DeliveryTurn,
  type DueDelivery,
  findDueDelivery,
  insertAttempt,
  lockDelivery,
  updateDelivery,
} from "./delivery-store.ts";
import { type PostDeps, type PostResult, post } from "./post.ts";
import { disableWebhook } from "./store.ts";

// What throws whenever it is tried, such as a secret that cannot be opened, must not stay pending for ever.
const MAX_RECOVERIES = 20;

type DeliverDeps = PostDeps & Pick<Deps, "queue" | "log">;

/** Makes one attempt to deliver, and enqueues the next one when it failed (platform-surface section 5). */
export const deliverWebhook: Job<DeliveryTurn, DeliverDeps> = defineJob({
  name: "webhooks.deliver",
  concurrency: 100,
  run: deliver,
});

async function deliver(deps: DeliverDeps, data: DeliveryTurn, context: JobContext): Promise<void> {
  const { db, queue, clock, log } = deps;
  const due = await findDueDelivery(db, data);
  if (!due) return;
  // No transaction is open while the request is under way. A crash before the commit repeats it under the same id.
  const isGivenUp = context.attempt >= MAX_RECOVERIES;
  const result = due.is_enabled ? await (isGivenUp ? giveUp(clock.now()) : post(deps, due)) : undefined;
  const change = result ? judge(due, result, isGivenUp || result.isGone, clock.now()) : cancelled(due);
  await queue.transaction(async (tx) => {
    await context.settle(tx);
    await record(deps, tx, { due, result, change });
  });
  const { status } = change;
  const { id: deliveryId, webhook_id: webhookId } = due;
  log.info({ deliveryId, webhookId, status, statusCode: result?.statusCode }, "webhook.attempted");
}

function giveUp(now: Date): PostResult {
  const error =
    "This server could not carry out the delivery, or was interrupted, too often; its log says why.";
  return { attemptedAt: now, durationMs: 0, error, isGone: false };
}

function judge({ tries, turn }: DueDelivery, result: PostResult, isLast: boolean, now: Date): DeliveryChange {
  const done = { tries: tries + 1, turn, next_attempt_at: null };
  if (result.error === undefined) return { ...done, status: "delivered" };
  const pauseMs = isLast ? undefined : nextPauseMs(tries + 1, Math.random(), result.retryAfterMs);
  if (pauseMs === undefined) return { ...done, status: "failed" };
  const nextAttemptAt = new Date(now.getTime() + pauseMs);
  return { status: "pending", tries: tries + 1, turn: turn + 1, next_attempt_at: nextAttemptAt };
}

function cancelled({ tries, turn }: DueDelivery): DeliveryChange {
  return { status: "cancelled", tries, turn, next_attempt_at: null };
}

interface Outcome {
  due: DueDelivery;
  result: PostResult | undefined;
  change: DeliveryChange;
}

async function record({ queue, clock }: DeliverDeps, tx: Tx, outcome: Outcome): Promise<void> {
  const { due, result, change } = outcome;
  const now = clock.now();
  // Before the delivery is locked: deleting a webhook locks in this order too.
  if (result?.isGone) await disableWebhook(tx, due.webhook_id, now);
  const turn = await lockDelivery(tx, due.id);
  if (turn === undefined) return;
  if (result) await insertAttempt(tx, attemptRow(due.id, result));
  // Resent while the request was under way: what becomes of it is up to the job of the new turn.
  if (turn !== due.turn) return;
  await updateDelivery(tx, due.id, change, now);
  if (change.status === "pending" && change.next_attempt_at) {
    const data = { deliveryId: due.id, turn: change.turn };
    await queue.enqueue(tx, deliverWebhook, data, { startAfter: change.next_attempt_at });
  }
}

function attemptRow(deliveryId: string, result: PostResult) {
  return {
    id: newId(result.attemptedAt.getTime()),
    delivery_id: deliveryId,
    attempted_at: result.attemptedAt,
    duration_ms: result.durationMs,
    status_code: result.statusCode ?? null,
    answer: result.answer ?? null,
    error: result.error ?? null,
  };
}
