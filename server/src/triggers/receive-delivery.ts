import { createLimitedHttp } from "../apps/actions/provider-limit.ts";
import { redactConnector } from "../apps/actions/without-secrets.ts";
import { findApplication } from "../apps/catalog/application.ts";
import { decryptSharedSecret } from "../apps/catalog/shared-webhook.ts";
import { decryptCredential } from "../apps/connections/credential.ts";
import { ConnectorError, NO_CREDENTIAL } from "../apps/connector.ts";
import { needsConnection } from "../apps/connector-auth.ts";
import type { IncomingRequest, IncomingResult } from "../apps/connector-events.ts";
import { findConnections } from "../apps/store.ts";
import { ApiError, badRequest, notFound } from "../platform/errors.ts";
import { hashToken } from "../platform/secret-text.ts";
import type { TriggerDeps } from "./deps.ts";
import { receiveAllEvents } from "./poll.ts";
import { findWebhook, isShared } from "./provider-subscription.ts";
import { decryptHook, decryptSetup } from "./secrets.ts";
import { findSubscriptionByToken, getConnectionId, recordEvents, toAccountScope } from "./store.ts";
import type { SubscriptionRow } from "./table.ts";

type DeliveryDeps = Omit<TriggerDeps, "sandbox">;

const LONGEST_MS = 20_000;
// A transaction must not grow with the number of reported events.
const BATCH = 200;

/**
 * Receives what a provider sent to the address with this token; resolves once its events and their runs are
 * committed, with the reply that the provider waits for, if any. 404 for an unknown token, 401 unless it is proven
 * to come from the provider, 400 if it cannot be read; then nothing is stored.
 */
export async function receiveDelivery(
  deps: DeliveryDeps,
  token: string,
  request: IncomingRequest,
): Promise<IncomingResult["reply"]> {
  const row = await findSubscriptionByToken(deps.db, hashToken(token));
  if (row === undefined) throw notFound("Address");
  const result = await read(deps, row, request).catch((error: unknown) => {
    throw toDeliveryError(error);
  });
  await saveEvents(deps, row, result);
  return result.reply;
}

/** Stores the events of a delivery and starts their runs. */
export async function saveEvents(
  deps: DeliveryDeps,
  row: SubscriptionRow,
  { events, files }: Pick<IncomingResult, "events" | "files">,
): Promise<void> {
  for (let start = 0; start < events.length; start += BATCH) {
    await deps.queue.transaction(async (tx) => {
      // First, so that two deliveries of the same events wait for each other here, in one order.
      await recordEvents(tx, row, deps.clock.now());
      await receiveAllEvents(deps, tx, row, { events: events.slice(start, start + BATCH), files });
    });
  }
}

/**
 * Bypasses `withConnection`: a forged delivery must not renew or expire anything, and one that arrives while the
 * credential is dead can still be verified with what is stored.
 */
async function read(
  deps: DeliveryDeps,
  row: SubscriptionRow,
  request: IncomingRequest,
): Promise<IncomingResult> {
  const scope = toAccountScope(row);
  const application = await findApplication(deps, scope, row.slug);
  if (!application?.enabled) throw notFound("Address");
  const isConnected = needsConnection(application.connector.info.auth);
  const [connection] = isConnected
    ? await findConnections(deps.database, scope, row.slug, getConnectionId(row))
    : [];
  if (isConnected && connection === undefined) throw notFound("Address");
  const credential = connection ? decryptCredential(deps.vault, connection) : NO_CREDENTIAL;
  const connector = redactConnector(application.connector, credential);
  // Only what arrives at the shared address is verified.
  // A newer definition may no longer have the trigger.
  const isReceived = findWebhook(connector, row.trigger_id) !== undefined;
  if (connector.receive === undefined || !isReceived || isShared(connector, row.trigger_id))
    throw notFound("Address");
  const { info } = connector;
  const cause = { kind: "subscription", subject: row.trigger_id } as const;
  const { input, state } = decryptSetup(deps.vault, row) ?? { input: {}, state: null };
  return connector.receive(row.trigger_id, request, {
    credential,
    http: createLimitedHttp(deps, { scope, info, connectionId: connection?.id, credential, cause }),
    now: () => deps.clock.now().getTime(),
    signal: AbortSignal.timeout(LONGEST_MS),
    input,
    state,
    applicationSecret: decryptSharedSecret(deps, application.settings),
    ...decryptHook(deps, row),
  });
}

/** A delivery's failure as the provider is told of it. */
export function toDeliveryError(error: unknown): unknown {
  if (!(error instanceof ConnectorError)) return error;
  const { code, message } = error;
  if (code === "auth") return new ApiError("unauthorized", "INVALID_TOKEN", message);
  if (code === "input") return badRequest(message);
  return new ApiError("unavailable", "UNAVAILABLE", message);
}
