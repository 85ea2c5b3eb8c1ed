import { isDeepStrictEqual } from "node:util";
import { findApplication } from "../apps/catalog/application.ts";
import { needsConnection } from "../apps/connector-auth.ts";
import { findConnections } from "../apps/store.ts";
import type { TriggerDeps } from "./deps.ts";
import { renderTriggerInput } from "./input.ts";
import {
  endSubscription,
  finishTending,
  type ProviderWebhook,
  renewIfDue,
  saveTerms,
} from "./keep-subscription.ts";
import {
  createProviderSubscription,
  deleteProviderSubscription,
  isAutomatic,
  isShared,
  readConnector,
} from "./provider-subscription.ts";
import { decryptSetup, encryptSetup } from "./secrets.ts";
import {
  deleteUnwanted,
  getConnectionId,
  type SubscriptionUpdate,
  saveSetup,
  saveSubscriptionUpdate,
  toAccountScope,
} from "./store.ts";
import type { SubscriptionRow } from "./table.ts";

/**
 * Subscribes at the provider with the current input, or renews the subscription; an earlier one with a different input
 * is removed first, and one that the provider ended is made again. Throws `ConnectorError`, RenderError and
 * LeaseLostError.
 */
export async function saveProviderWebhook(
  deps: TriggerDeps,
  given: SubscriptionRow,
  signal: AbortSignal,
): Promise<void> {
  let row = given;
  const input = await renderTriggerInput(deps, row);
  const setup = decryptSetup(deps.vault, row);
  const isCurrent = setup !== undefined && isDeepStrictEqual(setup.input, input);
  const connector = await readConnector(deps, row);
  const automatic = isAutomatic(connector, row.trigger_id);
  // A cursor belongs to its input.
  const cursor = isCurrent ? row.cursor : null;
  const bare = { input, state: null };
  // The connection may be another account by now, and what is listened to stays until that is known.
  if (isCurrent && isShared(connector, row.trigger_id))
    return subscribe(deps, row, { setup: bare, connector }, signal);
  if (isCurrent && row.subscribed && automatic) {
    const current = { setup, connector };
    if (isLeftAlone(deps, row, setup)) return saveActive(deps, row, new Date(setup.renewAtMs ?? 0));
    const renewed = await renewIfDue(deps, row, current, signal);
    if (typeof renewed === "object")
      return finishTending(deps, row, { setup: renewed, connector, cursor }, signal);
    if (renewed === "lost") {
      await endSubscription(deps, row, current, signal);
      row = { ...row, status: "broken" };
    } else await deleteProviderSubscription(deps, row, signal);
  } else if (row.subscribed) await deleteProviderSubscription(deps, row, signal);
  else if (isCurrent && !automatic) return saveActive(deps, row, null);
  // Some providers send a challenge before they answer, which must find this setup.
  const sealed = encryptSetup(deps.vault, row.id, bare);
  await saveSetup(deps.db, row, { setup: sealed, subscribed: false, listeners: [] });
  if (!automatic) return saveActive(deps, row, null);
  await subscribe(deps, { ...row, cursor }, { setup: bare, connector }, signal);
}

/** Subscribes at the provider, and reads what was missed since the row's cursor. */
async function subscribe(
  deps: TriggerDeps,
  row: SubscriptionRow,
  { setup, connector }: ProviderWebhook,
  signal: AbortSignal,
): Promise<void> {
  const { cursor } = row;
  const terms = await createProviderSubscription(deps, row, setup.input, signal);
  const made = await saveTerms(deps, row, { setup, connector }, terms);
  await finishTending(deps, row, { setup: made, connector, cursor }, signal);
}

/** Whether a subscription is fine and not due: it was only reviewed because something of the workflow changed. */
function isLeftAlone(
  { clock }: TriggerDeps,
  { status }: SubscriptionRow,
  { renewAtMs }: { renewAtMs?: number },
): boolean {
  return status === "active" && renewAtMs !== undefined && clock.now().getTime() < renewAtMs;
}

function saveActive({ db, clock }: TriggerDeps, row: SubscriptionRow, nextAt: Date | null): Promise<void> {
  const good: SubscriptionUpdate = { status: "active", failures: 0, lastError: null, nextAt };
  return saveSubscriptionUpdate(db, row, good, clock.now());
}

/** Deletes an unwanted subscription, at the provider as well unless the connection is gone. */
export async function deleteSubscription(
  deps: TriggerDeps,
  row: SubscriptionRow,
  signal: AbortSignal,
): Promise<void> {
  if (row.subscribed && (await hasCredential(deps, row))) await deleteProviderSubscription(deps, row, signal);
  if (await deleteUnwanted(deps.db, row)) return;
  // It is wanted again and starts over.
  const now = deps.clock.now();
  await saveSubscriptionUpdate(deps.db, row, { subscribed: false, status: "starting", nextAt: now }, now);
}

async function hasCredential(deps: TriggerDeps, row: SubscriptionRow): Promise<boolean> {
  const scope = toAccountScope(row);
  if ((await findConnections(deps.database, scope, row.slug, getConnectionId(row))).length > 0) return true;
  const application = await findApplication(deps, scope, row.slug);
  return application !== undefined && !needsConnection(application.connector.info.auth);
}
