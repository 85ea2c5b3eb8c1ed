import { findApplication } from "../../apps/catalog/application.ts";
import { buildSharedUrl, decryptSharedSecret, isSharedKey } from "../../apps/catalog/shared-webhook.ts";
import type { IncomingRequest, IncomingResult } from "../../apps/connector-events.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { toDeliveryError } from "../receive-delivery.ts";
import { deliverSharedJob } from "./deliver-shared.ts";
import { listListening } from "./listener-store.ts";
import { encryptRequest } from "./sealed-request.ts";

const LONGEST_MS = 10_000;

/** An address that all customers of an application share, as a request names it. */
export interface SharedAddress extends Scope {
  slug: string;
  key: string;
}

/**
 * Receives what a provider sent to the address that all customers of an application share: stores it for each
 * subscription that listens to the event, and returns the reply that the provider waits for, if any (D522). 404 for an
 * unknown address, 401 unless an event is proven to come from the provider, 400 if it cannot be read. An event that
 * nobody listens to is answered like any other: providers switch off addresses that refuse them.
 */
export async function receiveShared(
  deps: Deps,
  { key, slug, ...scope }: SharedAddress,
  request: IncomingRequest,
): Promise<IncomingResult["reply"]> {
  if (!isSharedKey(deps, scope, { slug, key })) throw notFound("Address");
  const application = await findApplication(deps, scope, slug);
  if (!application?.enabled || application.connector.identify === undefined) throw notFound("Address");
  const given = {
    url: buildSharedUrl(deps, scope, slug),
    secret: decryptSharedSecret(deps, application.settings),
    signal: AbortSignal.timeout(LONGEST_MS),
  };
  const { listener, reply } = await application.connector.identify(request, given).catch((error: unknown) => {
    throw toDeliveryError(error);
  });
  if (listener === undefined) return reply;
  const ids = await listListening(deps.db, scope, { slug, ...listener });
  if (ids.length === 0) return reply;
  const sealed = encryptRequest(deps.vault, request);
  await deps.queue.transaction((tx) =>
    deps.queue.enqueueAll(
      tx,
      deliverSharedJob,
      ids.map((subscriptionId) => ({ subscriptionId, listener, sealed })),
    ),
  );
  return reply;
}
