import { type Connector, ConnectorError, type TriggerDelivery } from "../apps/connector.ts";
import type { SubscriptionTerms } from "../apps/connector-events.ts";
import type { Json } from "../platform/json/json.ts";
import type { TriggerDeps } from "./deps.ts";
import { receivePolled } from "./poll.ts";
import { deleteProviderSubscription, findWebhook, listMissed, renew } from "./provider-subscription.ts";
import { recordTriggerFailure, recordTriggerRecovery } from "./record-trigger-health.ts";
import { encryptSetup, type Setup } from "./secrets.ts";
import { saveSetup, saveSubscriptionUpdate } from "./store.ts";
import type { SubscriptionRow } from "./table.ts";

// Also where there is nothing to renew: the connector may have been updated.
const DEFAULT_SECONDS = 86_400;
const SOONEST_MS = 60_000;
// Early enough for several attempts while the provider is down.
const SHARE_OF_LIFE = 0.75;

/** When a subscription with these terms is renewed or checked next. */
export function getRenewalTime(
  { endsAtMs }: Pick<SubscriptionTerms, "endsAtMs">,
  everySeconds = DEFAULT_SECONDS,
  nowMs: number,
): number {
  const regular = nowMs + everySeconds * 1000;
  const early = endsAtMs === undefined ? regular : nowMs + (endsAtMs - nowMs) * SHARE_OF_LIFE;
  return Math.max(nowMs + SOONEST_MS, Math.min(regular, early));
}

/** A subscription that the provider has, with its setup and connector. */
export interface ProviderWebhook {
  setup: Setup;
  connector: Connector;
}

/**
 * Renews or checks a subscription if that is due. `over`: it must be made again as planned; `lost`: the provider ended
 * it (D464). Throws `ConnectorError` and LeaseLostError.
 */
export async function renewIfDue(
  deps: TriggerDeps,
  row: SubscriptionRow,
  { setup, connector }: ProviderWebhook,
  signal: AbortSignal,
): Promise<Setup | "over" | "lost"> {
  const nowMs = deps.clock.now().getTime();
  if (setup.renewAtMs !== undefined && nowMs < setup.renewAtMs) return setup;
  const everySeconds = deliveryOf(connector, row).renewEverySeconds;
  if (everySeconds === undefined) {
    if (setup.endsAtMs !== undefined) return "over";
    return saveTerms(deps, row, { setup, connector }, setup);
  }
  const terms = await renew(deps, row, signal);
  return terms === undefined ? "lost" : saveTerms(deps, row, { setup, connector }, terms);
}

/** Saves what the provider said of a subscription, while the lease continues. */
export async function saveTerms(
  deps: TriggerDeps,
  row: SubscriptionRow,
  { setup: { input }, connector }: ProviderWebhook,
  { state, endsAtMs, listeners }: SubscriptionTerms,
): Promise<Setup> {
  const everySeconds = deliveryOf(connector, row).renewEverySeconds;
  const renewAtMs = getRenewalTime({ endsAtMs }, everySeconds, deps.clock.now().getTime());
  const setup = { input, state, endsAtMs, renewAtMs };
  const sealed = encryptSetup(deps.vault, row.id, setup);
  await saveSetup(deps.db, row, { setup: sealed, subscribed: true, listeners });
  return setup;
}

/** Tells operators that the provider ended a subscription, and removes what may be left of it. */
export async function endSubscription(
  deps: TriggerDeps,
  row: SubscriptionRow,
  { setup, connector }: ProviderWebhook,
  signal: AbortSignal,
): Promise<void> {
  const reads = deliveryOf(connector, row).readsMissed === true;
  const effect = reads ? " and reads what was missed" : "; events in between may be missing";
  const reason = `${connector.info.name} ended the subscription. Junctor subscribes again${effect}.`;
  // In the row, too: another process that continues after a crash must know what it repairs.
  const lost = { subscribed: true, status: "broken", lastError: reason } as const;
  await saveSetup(deps.db, row, { ...lost, setup: encryptSetup(deps.vault, row.id, setup) });
  await recordTriggerFailure(deps, row, reason);
  try {
    await deleteProviderSubscription(deps, row, signal);
  } catch (error) {
    // What cannot be removed must not keep the customer without events.
    if (!(error instanceof ConnectorError && error.code === "input")) throw error;
  }
}

/**
 * Ends the tending of a subscription that the provider has: reads what it may have missed since `cursor`, and schedules
 * the next renewal. `row` is the subscription as it was before.
 */
export async function finishTending(
  deps: TriggerDeps,
  row: SubscriptionRow,
  { setup, connector, cursor }: ProviderWebhook & { cursor: Json },
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock.now();
  const nextAt = new Date(Math.max(now.getTime(), setup.renewAtMs ?? 0));
  if (deliveryOf(connector, row).readsMissed !== true) {
    const good = { status: "active", failures: 0, lastError: null, nextAt } as const;
    await saveSubscriptionUpdate(deps.db, row, good, now);
    return recordTriggerRecovery(deps, row);
  }
  const polled = await listMissed(deps, row, { input: setup.input, cursor }, signal);
  const everySeconds = (nextAt.getTime() - now.getTime()) / 1000;
  // Only an active subscription is left alone until its next renewal.
  await receivePolled(deps, row, polled, { everySeconds, unfinished: "starting" });
}

function deliveryOf(
  connector: Connector,
  row: SubscriptionRow,
): Extract<TriggerDelivery, { kind: "webhook" }> {
  return findWebhook(connector, row.trigger_id) ?? { kind: "webhook", automatic: false };
}
