import type { Deps } from "../../deps.ts";
import { createId } from "../../platform/id.ts";
import { toStorableText } from "../../platform/storable-text.ts";
import { getSpan } from "../../platform/tracing/tracing.ts";
import type { WorkContext, WorkSource } from "../../platform/work/line.ts";
import { isChat } from "../manage/chat-url.ts";
import { WEBHOOKS } from "../table.ts";
import { getNextPauseMs } from "./backoff.ts";
import { claimDeliveries, type DueDelivery } from "./claim.ts";
import { DELIVERIES_ENDED, DELIVERY_ATTEMPTS } from "./metrics.ts";
import { type PostResult, sendDelivery } from "./post.ts";
import { buildRequest, type WebhookRequest } from "./request.ts";
import { createDeliverySettler, type Settlement, type Verdict } from "./settle.ts";
import { createSigningKeyReader } from "./signing-keys.ts";
import { TextTooLongError } from "./template.ts";
import { recordAttemptInSpan, startDeliverySpan } from "./trace-delivery.ts";

const SLOTS = 1024;
const SPARE_SLOTS = 256;
// A delivery that always throws, for example because its secret cannot be opened, must not stay pending forever.
const MAX_RECOVERIES = 20;
const LONGEST_RECOVERY_MS = 30_000;
const NOTE_FAILURES_EVERY_MS = 3_600_000;
const WAKE_AT_ONCE = 500;
const GIVEN_UP = "This server failed to make the delivery, or was interrupted, too often; see its log.";

type DeliverDeps = Pick<
  Deps,
  "database" | "vault" | "outbound" | "clock" | "log" | "metrics" | "tracer" | "work" | "deliveryState"
>;

/**
 * Sends deliveries to their endpoints, in turn over the webhooks, and stores the result of each attempt
 * (platform-surface section 5).
 */
export const deliverWebhooks: WorkSource<DueDelivery, DeliverDeps> = {
  name: WEBHOOKS,
  table: "webhook_deliveries",
  slots: SLOTS,
  spareSlots: SPARE_SLOTS,
  claim: async (deps, free, workerId, spare) => {
    const { deliveryState: state } = deps;
    const { due, last } = await claimDeliveries(deps, { workerId, free, spare, after: state.last });
    state.last = last;
    return due;
  },
  run: deliver,
  trace: ({ tracer }, due) => tracer && startDeliverySpan(tracer, due),
  tend: wakeSleepers,
};

/** What the deliveries of this process share. */
export interface DeliveryState {
  /** The webhook with which the last claim ended. */
  last: string;
  readonly settle: ReturnType<typeof createDeliverySettler>;
  readonly signingKeysOf: ReturnType<typeof createSigningKeyReader>;
}

declare module "../../deps.ts" {
  interface Features {
    readonly deliveryState: DeliveryState;
  }
}

/** The state of a process that has claimed nothing yet. */
export function createDeliveryState(deps: Pick<Deps, "database" | "vault" | "log">): DeliveryState {
  return { last: "", settle: createDeliverySettler(deps), signingKeysOf: createSigningKeyReader(deps) };
}

async function deliver(deps: DeliverDeps, due: DueDelivery, context: WorkContext): Promise<void> {
  const { log, work, clock } = deps;
  const settlement = due.is_enabled
    ? await attempt(deps, due, context)
    : { ...createSettlement(due, clock.now()), status: "cancelled" as const };
  const { id: deliveryId, webhook_id: webhookId } = due;
  const held = { id: deliveryId, claim: due.claim, workerId: context.workerId };
  const settled = await deps.deliveryState.settle({ ...settlement, held });
  if (settled === "again") work.wake(WEBHOOKS);
  const facts = {
    deliveryId,
    webhookId,
    status: settlement.status,
    statusCode: settlement.attempt?.status_code,
  };
  recordAttemptInSpan(settlement);
  if (settled !== "refused") measure(deps, due, settlement);
  if (settled === "refused") await tellRefused(deps, facts);
  else if (settlement.attempt?.error) log.info(facts, "webhook.attempt-failed");
  else log.debug(facts, "webhook.delivered");
}

function measure(
  { metrics }: DeliverDeps,
  { environment }: DueDelivery,
  { status, attempt }: UnclaimedSettlement,
): void {
  if (attempt?.url) {
    const outcome = attempt.error === null ? "answered" : "failed";
    metrics.time(DELIVERY_ATTEMPTS, { environment, outcome }, attempt.duration_ms);
  }
  if (status !== "pending") metrics.count(DELIVERIES_ENDED, { environment, state: status });
}

/**
 * Deliveries are deleted with their webhook and their account, even while being sent, so that is not worth a warning.
 */
async function tellRefused({ database, log }: DeliverDeps, facts: { deliveryId: string }): Promise<void> {
  const text = "select id from webhook_deliveries where id = $1";
  const [there] = await database.query({ name: "webhooks-is-there", text }, [facts.deliveryId]);
  if (there) log.warn(facts, "webhook.taken-over");
  else log.info(facts, "webhook.delivery-deleted");
}

type UnclaimedSettlement = Omit<Settlement, "held">;

/** A settlement without a new verdict. */
function createSettlement({ turn, tries }: DueDelivery, now: Date): UnclaimedSettlement {
  return { turn, status: "pending", tries, recoveries: 0, nextAttemptAt: null, now };
}

async function attempt(
  deps: DeliverDeps,
  due: DueDelivery,
  context: WorkContext,
): Promise<UnclaimedSettlement> {
  const { clock, vault, log } = deps;
  const attemptedAt = clock.now();
  if (due.recoveries >= MAX_RECOVERIES) return createUnsentSettlement(due, attemptedAt, GIVEN_UP);
  let request: WebhookRequest;
  try {
    const keys = isChat(due.type) ? undefined : await deps.deliveryState.signingKeysOf(due, attemptedAt);
    request = buildRequest(vault, due, { keys, at: attemptedAt, traceparent: getSpan()?.traceparent });
  } catch (error) {
    if (error instanceof TextTooLongError) return createUnsentSettlement(due, attemptedAt, error.message);
    log.error({ err: error, deliveryId: due.id }, "webhook.cannot-be-sent");
    const pauseMs = Math.min(1000 * 2 ** due.recoveries, LONGEST_RECOVERY_MS);
    const nextAttemptAt = new Date(attemptedAt.getTime() + pauseMs);
    return { ...createSettlement(due, attemptedAt), recoveries: due.recoveries + 1, nextAttemptAt };
  }
  // No transaction is open during the request. A crash before the commit repeats it under the same id.
  const result = await sendDelivery(deps, request, context).catch((error: unknown) => {
    context.signal.throwIfAborted();
    throw error;
  });
  return toSettlement(due, { result, attemptedAt, now: clock.now(), shown: request.shown });
}

/** The end of a delivery that no further attempt would help; it says nothing about the endpoint. */
function createUnsentSettlement(due: DueDelivery, now: Date, error: string): UnclaimedSettlement {
  const shown = { url: null, method: null, headers: null, body: null };
  const result = { durationMs: 0, error, isGone: false };
  return {
    ...createSettlement(due, now),
    status: "failed",
    tries: due.tries + 1,
    attempt: buildAttemptRow(result, now, shown),
  };
}

interface DeliveryOutcome {
  readonly result: PostResult;
  readonly attemptedAt: Date;
  readonly now: Date;
  readonly shown: WebhookRequest["shown"];
}

function toSettlement(
  due: DueDelivery,
  { result, attemptedAt, now, shown }: DeliveryOutcome,
): UnclaimedSettlement {
  const tries = due.tries + 1;
  // An endpoint may answer with what it got.
  const told = due.sealed === null ? result : { ...result, answer: undefined, answerHeaders: undefined };
  const attempt = buildAttemptRow(told, attemptedAt, shown);
  const base = { ...createSettlement(due, now), tries, attempt, verdict: toVerdict(due, result, now) };
  if (result.error === undefined) return { ...base, status: "delivered" };
  const pauseMs = result.isGone ? undefined : getNextPauseMs(tries, Math.random(), result.retryAfterMs);
  if (pauseMs === undefined) return { ...base, status: "failed" };
  return { ...base, nextAttemptAt: new Date(now.getTime() + pauseMs) };
}

/** The verdict of the attempt on the endpoint, if it is new; most are not. */
function toVerdict(due: DueDelivery, result: PostResult, now: Date): Settlement["verdict"] {
  const { webhook_id: webhookId, revision, failing_since: failingSince, failed_at: failedAt } = due;
  const news = (is: Verdict) => ({ webhookId, revision, is });
  if (result.isGone) return news("gone");
  if (result.error === undefined) return failingSince ? news("works") : undefined;
  const isNoted = failedAt !== null && now.getTime() - failedAt.getTime() < NOTE_FAILURES_EVERY_MS;
  return isNoted ? undefined : news("fails");
}

function buildAttemptRow(result: PostResult, at: Date, shown: WebhookRequest["shown"]) {
  return {
    id: createId(at.getTime()),
    attempted_at: at,
    duration_ms: result.durationMs,
    status_code: result.statusCode ?? null,
    answer: result.answer ?? null,
    answer_headers: result.answerHeaders ?? null,
    error: result.error ?? null,
    ...shown,
    body: shown.body && toStorableText(shown.body),
  };
}

/** Makes deliveries ready whose next attempt is due. */
async function wakeSleepers({ database, clock }: DeliverDeps): Promise<boolean> {
  const sleepers =
    "select id from webhook_deliveries where next_attempt_at <= $1 and ready_at is null and worker is null";
  // Once a second, by every process: a read that finds nothing costs a fraction of an update that does.
  const isDue = { name: "webhooks-wake-due", text: `${sleepers} limit 1` };
  if ((await database.query(isDue, [clock.now()])).length === 0) return false;
  const text = `with due as (
      ${sleepers}
      order by next_attempt_at limit ${WAKE_AT_ONCE} for no key update skip locked)
    update webhook_deliveries d set ready_at = $1 from due where d.id = due.id returning d.id`;
  for (let woken = 0; ; ) {
    const rows = await database.query({ name: "webhooks-wake", text }, [clock.now()]);
    woken += rows.length;
    if (rows.length < WAKE_AT_ONCE) return woken > 0;
  }
}
