import { isDeepStrictEqual } from "node:util";
import { withConnection } from "../apps/actions/with-connection.ts";
import { findApplication } from "../apps/catalog/application.ts";
import { type Connector, ConnectorError, type JsonObject } from "../apps/connector.ts";
import { findConnections } from "../apps/store.ts";
import type { Json } from "../platform/json/json.ts";
import type { TriggerDeps } from "./deps.ts";
import { renderTriggerInput } from "./input.ts";
import { decryptHook, decryptSetup, encryptSetup } from "./secrets.ts";
import {
  deleteUnwanted,
  type SubscriptionUpdate,
  saveSetup,
  saveSubscriptionUpdate,
  toAccountScope,
} from "./store.ts";
import type { SubscriptionRow } from "./table.ts";

/** Whether we subscribe at the provider; otherwise the customer enters our address there. */
export function isAutomatic({ info, subscribe }: Connector, triggerId: string): boolean {
  const delivery = info.triggers.find(({ id }) => id === triggerId)?.delivery;
  return delivery?.kind === "webhook" && delivery.automatic && subscribe !== undefined;
}

/**
 * Subscribes at the provider with the current input; an earlier subscription with a different input is removed
 * first. Throws `ConnectorError`, RenderError and LeaseLostError.
 */
export async function saveProviderWebhook(
  deps: TriggerDeps,
  row: SubscriptionRow,
  signal: AbortSignal,
): Promise<void> {
  const input = await renderTriggerInput(deps, row);
  const setup = decryptSetup(deps.vault, row);
  const isCurrent = setup !== undefined && isDeepStrictEqual(setup.input, input);
  const connector = await connectorOf(deps, row);
  const automatic = isAutomatic(connector, row.trigger_id);
  const good: SubscriptionUpdate = { status: "active", failures: 0, lastError: null, nextAt: null };
  if (isCurrent && row.subscribed === automatic)
    return saveSubscriptionUpdate(deps.db, row, good, deps.clock.now());
  if (row.subscribed) await unsubscribe(deps, row, signal);
  const bare = encryptSetup(deps.vault, row.id, { input, state: null });
  // Some providers send a challenge before they answer, which must find this setup.
  await saveSetup(deps.db, row, { setup: bare, subscribed: false });
  if (!automatic) return saveSubscriptionUpdate(deps.db, row, good, deps.clock.now());
  const state = await subscribe(deps, row, input, signal);
  const done = encryptSetup(deps.vault, row.id, { input, state });
  await saveSubscriptionUpdate(deps.db, row, { ...good, setup: done, subscribed: true }, deps.clock.now());
}

/** Deletes an unwanted subscription, at the provider as well unless the connection is gone. */
export async function deleteSubscription(
  deps: TriggerDeps,
  row: SubscriptionRow,
  signal: AbortSignal,
): Promise<void> {
  if (row.subscribed) {
    const connections = await findConnections(deps.database, toAccountScope(row), row.slug);
    if (connections.length > 0) await unsubscribe(deps, row, signal);
  }
  if (await deleteUnwanted(deps.db, row)) return;
  // It is wanted again and starts over.
  const now = deps.clock.now();
  await saveSubscriptionUpdate(deps.db, row, { subscribed: false, status: "starting", nextAt: now }, now);
}

async function subscribe(
  deps: TriggerDeps,
  row: SubscriptionRow,
  input: JsonObject,
  signal: AbortSignal,
): Promise<Json> {
  const target = { slug: row.slug, signal };
  return withConnection(deps, toAccountScope(row), target, async (connector, call) => {
    if (connector.subscribe === undefined) {
      throw new ConnectorError("input", `${connector.info.name} does not support subscriptions.`);
    }
    return connector.subscribe(row.trigger_id, { ...call, input, ...decryptHook(deps, row) });
  });
}

async function unsubscribe(deps: TriggerDeps, row: SubscriptionRow, signal: AbortSignal): Promise<void> {
  const { input, state } = decryptSetup(deps.vault, row) ?? { input: {}, state: null };
  await withConnection(deps, toAccountScope(row), { slug: row.slug, signal }, async (connector, call) => {
    await connector.unsubscribe?.(row.trigger_id, { ...call, input, state, ...decryptHook(deps, row) });
  });
}

async function connectorOf(deps: TriggerDeps, row: SubscriptionRow): Promise<Connector> {
  const application = await findApplication(deps, toAccountScope(row), row.slug);
  if (application?.enabled) return application.connector;
  throw new ConnectorError("input", `The application ${row.slug} does not exist or is not enabled.`);
}
