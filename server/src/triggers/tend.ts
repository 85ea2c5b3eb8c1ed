import { needsReconnect } from "../apps/connections/awaits-reconnect.ts";
import { ConnectionExpiredError } from "../apps/connections/fresh-connection.ts";
import { ConnectorError } from "../apps/connector.ts";
import { LeaseLostError } from "../platform/work/row-lease.ts";
import { RenderError } from "../workflows/definition/render-error.ts";
import type { TriggerDeps } from "./deps.ts";
import { POLLS } from "./metrics.ts";
import { pollOnce } from "./poll.ts";
import { recordTriggerFailure } from "./record-trigger-health.ts";
import { getRetryDelayMs } from "./retry-delay.ts";
import {
  claimDueSubscriptionRows,
  deleteUnwanted,
  getConnectionId,
  type SubscriptionShares,
  type SubscriptionUpdate,
  saveSubscriptionUpdate,
  toAccountScope,
} from "./store.ts";
import type { SubscriptionRow } from "./table.ts";
import { deleteSubscription, saveProviderWebhook } from "./webhook.ts";

const LEASE_MS = 5 * 60_000;
// Shorter than the lease, so that no other process starts in the meantime.
const LONGEST_MS = 4 * 60_000;
// Most of the time goes into waiting for providers; one that hangs occupies only its share.
const SHARES: SubscriptionShares = { slots: 64, spare: 16, perApplication: 16, perAccount: 4 };
const MAX_MESSAGE = 500;
// About a day of attempts to unsubscribe at a provider.
const GIVE_UP_AFTER = 30;

/** A subscription that is being tended; `done` never rejects. */
interface TendedSubscription {
  id: string;
  done: Promise<void>;
}

/** Claims due subscriptions, as many as fit beside those `held` (ids), and starts tending them. */
export async function startDueSubscriptions(
  deps: TriggerDeps,
  held: readonly string[],
  stopping?: AbortSignal,
): Promise<TendedSubscription[]> {
  const now = deps.clock.now();
  const due = await claimDueSubscriptionRows(deps.database, { now, leaseMs: LEASE_MS, held, shares: SHARES });
  return due.map((row) => ({ id: row.id, done: tend(deps, row, stopping) }));
}

/** Polls, subscribes or unsubscribes, whichever is due; failures are recorded and retried later. Never throws. */
async function tend(deps: TriggerDeps, row: SubscriptionRow, stopping?: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(LONGEST_MS);
  const signal = stopping ? AbortSignal.any([stopping, timeout]) : timeout;
  try {
    if (!row.wanted) await deleteSubscription(deps, row, signal);
    else if (row.kind === "poll") {
      await pollOnce(deps, row, signal);
      deps.metrics.count(POLLS, { application: row.slug, outcome: "done" });
    } else await saveProviderWebhook(deps, row, signal);
  } catch (error) {
    await afterFailure(deps, row, error, stopping?.aborted ?? false).catch((second: unknown) => {
      // The lease expires by itself, and the work is retried.
      if (!(second instanceof LeaseLostError))
        deps.log.warn({ err: second, subscription: row.id }, "trigger.not-noted");
    });
  }
}

async function afterFailure(
  deps: TriggerDeps,
  row: SubscriptionRow,
  error: unknown,
  stopped: boolean,
): Promise<void> {
  if (error instanceof LeaseLostError) return;
  const now = deps.clock.now();
  // We aborted it: that says nothing about the provider.
  if (stopped) return saveSubscriptionUpdate(deps.db, row, { nextAt: now }, now);
  if (row.wanted && row.kind === "poll")
    deps.metrics.count(POLLS, { application: row.slug, outcome: "failed" });
  const lastError = messageOf(deps, row, error);
  const failures = row.failures + 1;
  if (!row.wanted && failures >= GIVE_UP_AFTER) {
    deps.log.warn({ subscription: row.id, slug: row.slug, reason: lastError }, "trigger.left-at-provider");
    await deleteUnwanted(deps.db, row);
    return;
  }
  const nextAt = new Date(now.getTime() + getRetryDelayMs(failures, error));
  const broken: SubscriptionUpdate = { status: "broken", failures, lastError, nextAt };
  if (!(error instanceof ConnectionExpiredError)) {
    await saveSubscriptionUpdate(deps.db, row, broken, now);
    if (row.wanted && isLasting(error)) await recordTriggerFailure(deps, row, lastError);
    return;
  }
  await deps.queue.transaction(async (tx) => {
    // In the same transaction, so that a concurrent reconnect, which wakes waiting subscriptions, is not missed.
    const waits = await needsReconnect(tx, toAccountScope(row), {
      slug: row.slug,
      connectionId: getConnectionId(row),
    });
    const outcome: SubscriptionUpdate = waits
      ? { status: "waiting", lastError, nextAt: null }
      : { ...broken, nextAt: now };
    await saveSubscriptionUpdate(tx, row, outcome, now);
  });
}

/** Whether it will fail again until somebody changes something; an outage ends by itself. */
function isLasting(error: unknown): boolean {
  if (error instanceof ConnectorError) return error.code === "input" || error.code === "blocked";
  return error instanceof RenderError;
}

function messageOf({ log }: TriggerDeps, row: SubscriptionRow, error: unknown): string {
  if (error instanceof ConnectorError || error instanceof RenderError) {
    return error.message.slice(0, MAX_MESSAGE);
  }
  log.error({ err: error, subscription: row.id, slug: row.slug }, "trigger.failed");
  return "Something unexpected went wrong; see the server's log.";
}
