import { findApplication } from "../../apps/catalog/application.ts";
import { buildSharedUrl, decryptSharedSecret, isSharedKey } from "../../apps/catalog/shared-webhook.ts";
import type { IncomingRequest, IncomingResult } from "../../apps/connector-events.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { toDeliveryError } from "../receive-delivery.ts";
import { saveArrival } from "./arrival-store.ts";
import { deliverSharedJob } from "./deliver-shared.ts";
import { listOfCustomer, toStorableListener } from "./listener-store.ts";
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
 * nobody listens to is answered like any other, since providers switch off addresses that refuse them; that it arrived
 * is noted.
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
  const found = await application.connector.identify(request, given).catch((error: unknown) => {
    throw toDeliveryError(error);
  });
  const { reply } = found;
  if (found.listener === undefined) return reply;
  const listener = toStorableListener(found.listener);
  const ofCustomer = await listOfCustomer(deps.db, scope, { slug, ...listener });
  const ids = ofCustomer.flatMap(({ id, listens }) => (listens ? [id] : []));
  const heard = ids.length > 0 ? "delivered" : "unheard";
  const outcome = ofCustomer.length === 0 ? "unknown_customer" : heard;
  const sealed = ids.length > 0 ? encryptRequest(deps.vault, request) : "";
  const jobs = ids.map((subscriptionId) => ({ subscriptionId, listener, sealed }));
  await deps.queue.transaction(async (tx) => {
    await deps.queue.enqueueAll(tx, deliverSharedJob, jobs);
    const arrival = { slug, event: listener.event, outcome, at: deps.clock.now() } as const;
    await saveArrival(tx, scope, arrival);
  });
  return reply;
}
