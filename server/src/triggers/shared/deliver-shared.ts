import { withConnection } from "../../apps/actions/with-connection.ts";
import { buildSharedUrl } from "../../apps/catalog/shared-webhook.ts";
import { ConnectorError, canRetry } from "../../apps/connector.ts";
import type { IncomingRequest, IncomingResult, SharedListener } from "../../apps/connector-events.ts";
import type { Deps } from "../../deps.ts";
import { defineJob } from "../../platform/queue/job.ts";
import { saveEvents } from "../receive-delivery.ts";
import { recordTriggerFailure } from "../record-trigger-health.ts";
import { decryptSetup } from "../secrets.ts";
import { getConnectionId, toAccountScope } from "../store.ts";
import type { SubscriptionRow } from "../table.ts";
import { findListening } from "./listener-store.ts";
import { decryptRequest } from "./sealed-request.ts";

const CONCURRENCY = 8;
// With the pauses between them, about ten minutes.
const MOST_ATTEMPTS = 24;

/** An event for one of the subscriptions that listen to it. */
interface SharedDelivery {
  readonly subscriptionId: string;
  readonly listener: SharedListener;
  /** The provider's request. */
  readonly sealed: string;
}

/**
 * Hands an event that arrived at a shared address to a subscription, which may ask the provider for more of it; an
 * outage is waited out, and anything else stands in the health of the connection. May run twice: events have keys.
 */
export const deliverSharedJob = defineJob<SharedDelivery, Deps>({
  name: "triggers.deliver-shared",
  concurrency: CONCURRENCY,
  run: async (deps, { subscriptionId, listener, sealed }, { signal, attempt }) => {
    const row = await findListening(deps.db, subscriptionId, listener);
    if (row === undefined) return;
    try {
      await saveEvents(deps, row, await read(deps, row, decryptRequest(deps.vault, sealed), signal));
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      if (canRetry(error) && attempt < MOST_ATTEMPTS) throw error;
      await recordTriggerFailure(deps, row, `An event was lost. ${error.message}`);
    }
  },
});

/** It was proven to come from the provider, so a token that is needed for it may be renewed. */
function read(
  deps: Deps,
  row: SubscriptionRow,
  request: IncomingRequest,
  signal: AbortSignal,
): Promise<IncomingResult> {
  const scope = toAccountScope(row);
  const cause = { kind: "subscription", subject: row.trigger_id } as const;
  const target = { slug: row.slug, connectionId: getConnectionId(row), signal, cause };
  const { input, state } = decryptSetup(deps.vault, row) ?? { input: {}, state: null };
  return withConnection(deps, scope, target, async (connector, call) => {
    if (connector.receive === undefined) throw new ConnectorError("input", "The trigger no longer exists.");
    const hook = { url: buildSharedUrl(deps, scope, row.slug), secret: "" };
    return connector.receive(row.trigger_id, request, { ...call, input, state, ...hook });
  });
}
