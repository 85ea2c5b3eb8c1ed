import { type AccountOptions, type CallOptions, forAccount, type Send } from "../http/http.ts";
import type { Body } from "../http/wire.ts";

const DEFINITIONS = "/api/v2/public/application/event";
const DEFINITION = `${DEFINITIONS}/{event_id}` as const;

/** An event of the SaaS product: its name and the input of the executions. */
export interface EventInput {
  readonly event: string;
  readonly payload?: unknown;
  /** Starts only workflows of this application. */
  readonly slug?: string;
  /** Default: the account's own id. */
  readonly config_id?: string;
}

/** The account that an event is sent for. */
export interface TriggerOptions extends AccountOptions {
  /** The same event sent again with the same key starts nothing; with a key it is also retried after a failure. */
  readonly idempotencyKey?: string;
}

/** Calls that define events and send them. */
export function eventCalls(send: Send) {
  return {
    /** Defines an event by its name and the shape of its payload. */
    define: (event: Body<"post", typeof DEFINITIONS>, options: CallOptions = {}) =>
      send("post", DEFINITIONS, { body: event, ...options }),
    list: (options: CallOptions = {}) => send("get", DEFINITIONS, options),
    get: (eventId: string, options: CallOptions = {}) =>
      send("get", DEFINITION, { path: { event_id: eventId }, ...options }),
    update: (eventId: string, changes: Body<"put", typeof DEFINITION>, options: CallOptions = {}) =>
      send("put", DEFINITION, { path: { event_id: eventId }, body: changes, ...options }),
    delete: (eventId: string, options: CallOptions = {}) =>
      send("delete", DEFINITION, { path: { event_id: eventId }, ...options }),
    /** Sends an event for an account; the reply says how many executions it started. */
    trigger: ({ payload, ...event }: EventInput, { idempotencyKey, ...options }: TriggerOptions) =>
      send("post", "/api/v2/public/event/trigger", {
        body: { ...event, payload },
        ...forAccount(options, { "idempotency-key": idempotencyKey }),
      }),
    /** An event as it was received, with the executions that it started. */
    received: (id: string, options: CallOptions = {}) =>
      send("get", "/api/v2/public/event/received/{id}", { path: { id }, ...options }),
  };
}
