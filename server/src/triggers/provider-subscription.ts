import { type CallTarget, withConnection } from "../apps/actions/with-connection.ts";
import { findApplication } from "../apps/catalog/application.ts";
import { buildSharedUrl } from "../apps/catalog/shared-webhook.ts";
import { type Connector, ConnectorError, type JsonObject } from "../apps/connector.ts";
import type { PollResult, SubscriptionTerms } from "../apps/connector-events.ts";
import type { Json } from "../platform/json/json.ts";
import type { TriggerDeps } from "./deps.ts";
import { decryptHook, decryptSetup } from "./secrets.ts";
import { getConnectionId, toAccountScope } from "./store.ts";
import type { SubscriptionRow } from "./table.ts";

/** Whether the customer enters our address at the provider. */
export function isManual(connector: Connector, triggerId: string): boolean {
  return findWebhook(connector, triggerId) !== undefined && !isAutomatic(connector, triggerId);
}

/** Whether we subscribe at the provider. */
export function isAutomatic(connector: Connector, triggerId: string): boolean {
  return findWebhook(connector, triggerId)?.automatic === true && connector.subscribe !== undefined;
}

/** Whether the events of all customers arrive at one address of the application. */
export function isShared(connector: Connector, triggerId: string): boolean {
  return findWebhook(connector, triggerId)?.shared === true;
}

/** How the provider notifies a trigger; undefined if the connector has no such trigger, or polls for it. */
export function findWebhook({ info }: Connector, triggerId: string) {
  const delivery = info.triggers.find(({ id }) => id === triggerId)?.delivery;
  return delivery?.kind === "webhook" ? delivery : undefined;
}

/** The connector of a subscription; throws `ConnectorError` if its application is gone. */
export async function readConnector(deps: TriggerDeps, row: SubscriptionRow): Promise<Connector> {
  const application = await findApplication(deps, toAccountScope(row), row.slug);
  if (application?.enabled) return application.connector;
  throw new ConnectorError("input", `The application ${row.slug} does not exist or is not enabled.`);
}

/** Asks the provider to send events to our address. */
export async function createProviderSubscription(
  deps: TriggerDeps,
  row: SubscriptionRow,
  input: JsonObject,
  signal: AbortSignal,
): Promise<SubscriptionTerms> {
  return withConnection(deps, toAccountScope(row), targetOf(row, signal), async (connector, call) => {
    if (connector.subscribe === undefined) {
      throw new ConnectorError("input", `${connector.info.name} does not support subscriptions.`);
    }
    const hook = decryptHook(deps, row);
    const url = isShared(connector, row.trigger_id)
      ? buildSharedUrl(deps, toAccountScope(row), row.slug)
      : hook.url;
    return connector.subscribe(row.trigger_id, { ...call, input, ...hook, url });
  });
}

/** Renews or checks a subscription as it was set up; undefined if the provider no longer has it. */
export async function renew(
  deps: TriggerDeps,
  row: SubscriptionRow,
  signal: AbortSignal,
): Promise<SubscriptionTerms | undefined> {
  const { input, state } = setupOf(deps, row);
  return withConnection(deps, toAccountScope(row), targetOf(row, signal), async (connector, call) =>
    connector.renew?.(row.trigger_id, { ...call, input, state, ...decryptHook(deps, row) }),
  );
}

/** Ends a subscription as it was set up. */
export async function deleteProviderSubscription(
  deps: TriggerDeps,
  row: SubscriptionRow,
  signal: AbortSignal,
): Promise<void> {
  const { input, state } = setupOf(deps, row);
  await withConnection(deps, toAccountScope(row), targetOf(row, signal), async (connector, call) => {
    await connector.unsubscribe?.(row.trigger_id, { ...call, input, state, ...decryptHook(deps, row) });
  });
}

/** Lists the events since `cursor` that a webhook may have missed; null only finds where to begin. */
export async function listMissed(
  deps: TriggerDeps,
  row: SubscriptionRow,
  { input, cursor }: { input: JsonObject; cursor: Json },
  signal: AbortSignal,
): Promise<PollResult> {
  return withConnection(deps, toAccountScope(row), targetOf(row, signal, "poll"), async (connector, call) => {
    if (connector.poll === undefined) {
      throw new ConnectorError("input", `${connector.info.name} lists no missed events.`);
    }
    return connector.poll(row.trigger_id, { ...call, input, cursor });
  });
}

function targetOf(
  row: SubscriptionRow,
  signal: AbortSignal,
  kind: "poll" | "subscription" = "subscription",
): CallTarget {
  return {
    slug: row.slug,
    connectionId: getConnectionId(row),
    signal,
    cause: { kind, subject: row.trigger_id },
  };
}

function setupOf({ vault }: TriggerDeps, row: SubscriptionRow): { input: JsonObject; state: Json } {
  return decryptSetup(vault, row) ?? { input: {}, state: null };
}
