// What connectors tell of triggers: by polls, and by requests that providers send.
import type { Json } from "../platform/json.ts";

/** One thing that happened; `key` is the same whenever the provider tells of it again. */
export interface TriggerEvent {
  key: string;
  data: Json;
}

/** What a poll found: the events since `cursor`, oldest first, and where to go on; `cursor` is kept whatever else changes. */
export interface PollResult {
  events: TriggerEvent[];
  cursor: Json;
  /** Whether the provider has more to tell, and is to be asked again at once. */
  more?: boolean;
  /** In a sentence, why there are events that will never be told of. */
  lost?: string;
}

/** A request that a provider sent to a trigger's address; header names are lower case, `body` is as it came. */
export interface IncomingRequest {
  method: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: Buffer;
}

/** What an incoming request came to: events (maybe none), or an answer that the provider waits for, such as a challenge. */
export interface IncomingResult {
  events: TriggerEvent[];
  reply?: { status: number; type: string; body: string };
}

/** What a trigger's webhook was set up with: our address and a random secret of ours, and what `subscribe` returned (null without one). */
export interface Subscription {
  url: string;
  secret: string;
  state: Json;
}
