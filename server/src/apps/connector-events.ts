// What connectors report for triggers: by polling, and from requests that providers send.
import type { KeptFile } from "../files/received-files.ts";
import type { Json } from "../platform/json/json.ts";

/** One event; `key` is the same each time the provider reports it. */
export interface TriggerEvent {
  key: string;
  data: Json;
}

/**
 * The result of a poll: the events since `cursor`, oldest first, and where to continue; `cursor` is stored whatever
 * else changes.
 */
export interface PollResult {
  events: TriggerEvent[];
  cursor: Json;
  /** Whether the provider has more, and should be polled again at once. */
  more?: boolean;
  /** Why some events were missed for good, as a sentence. */
  lost?: string;
  /** Why the list cannot be read further for now, as a sentence: polling again at once would not help. */
  stuck?: string;
}

/** A request that a provider sent to a trigger's URL; header names are lower case, `body` is unparsed. */
export interface IncomingRequest {
  method: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** The headers that were sent more than once: what proves a request must not be among them. */
  repeatedHeaders?: readonly string[];
  body: Buffer;
}

/**
 * The result of an incoming request: events (possibly none), or a response that the provider waits for, such as a
 * challenge.
 */
export interface IncomingResult {
  events: TriggerEvent[];
  /** The files that the events may refer to, to be stored with them (D468). */
  files?: readonly KeptFile[];
  reply?: { status: number; type: string; body: string };
}

/**
 * The setup of a trigger's webhook: our URL and a random secret of ours, and what `subscribe` returned (null without
 * one).
 */
export interface Subscription {
  url: string;
  secret: string;
  state: Json;
}

/**
 * A subscription to which a request was sent; `applicationSecret` is the organization's for all of its customers,
 * `enteredSecret` the provider's for this address.
 */
export interface ReceivingSubscription extends Subscription {
  applicationSecret?: string;
  enteredSecret?: string;
}

/**
 * What a provider said of a subscription: `state` is needed to renew and end it, and `endsAtMs` is when it ends by
 * itself, in milliseconds since the epoch.
 */
export interface SubscriptionTerms {
  state: Json;
  endsAtMs?: number;
  /** Of a trigger with a shared address: which of the events that arrive there are the subscription's. */
  listeners?: readonly SharedListener[];
}

/** An event at the address that all customers of an application share, and whose it is, in the provider's terms. */
export interface SharedListener {
  event: string;
  identifier: string;
}

/** What a request to that address is: an event of somebody, and what the provider waits for. */
export interface SharedEvent {
  listener?: SharedListener;
  reply?: IncomingResult["reply"];
}
