import type { IncomingRequest } from "../../apps/connector-events.ts";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { KeptFile } from "../../files/received-files.ts";
import type { Json } from "../../platform/json/json.ts";

/** What every request that may start workflows of a linked account says. */
interface TriggerRequestFacts extends Scope {
  /** The organization's id of the account. */
  readonly accountId: string;
  /**
   * The account's row, if the credential was the account's own: after a deletion, it must not start anything for a
   * new account with the same id.
   */
  readonly accountRow?: string | undefined;
  /** The account's id if undefined. */
  readonly configId: string | undefined;
  readonly payload: Json;
  /** Approximate size of the request. */
  readonly bytes: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Where its runs continue the trace of the request. */
  readonly traceparent?: string | undefined;
}

/** A request to the address of a workflow's incoming webhooks. */
export interface WebhookTrigger extends TriggerRequestFacts {
  readonly kind: "webhook";
  readonly workflow: string;
  /** The generation of the key in its address; undefined without a key. */
  readonly generation: number | undefined;
  /** The files that the payload refers to, to be stored with it (D468). */
  readonly files: readonly KeptFile[];
  /** The request as signatures cover it. */
  readonly request: IncomingRequest;
}

/** An event that the organization's product sends. */
export interface EventTrigger extends TriggerRequestFacts {
  readonly kind: "event";
  readonly event: string;
  /** Start only workflows of this application. */
  readonly slug: string | undefined;
}

/** A call of one workflow by its id or alias, enabled or not. */
export interface CallTrigger extends TriggerRequestFacts {
  readonly kind: "call";
  readonly workflow: string;
  /** The application that the workflow must belong to, if it has one. */
  readonly slug: string | undefined;
  readonly executionType: "SYNC" | "ASYNC";
}

export type Trigger = WebhookTrigger | EventTrigger | CallTrigger;

/** The result of storing a trigger. */
export interface AcceptedTrigger {
  /** Whether it is a repetition: the reply is then that of the first. */
  readonly repeated: boolean;
  /** The event in the inbox; calls have none. */
  readonly eventId: string | undefined;
  /** How many runs it started. */
  readonly executions: number;
  /** The run, if there can be only one. */
  readonly runId: string | undefined;
  readonly account: AccountRef;
  /** Whether the sender of a webhook waits for the run's response. */
  readonly isAwaited?: boolean;
}

// Assumed for a request that does not declare its size.
const UNKNOWN_BYTES = 64 * 1024;

/** The approximate size of a request's body in bytes. */
export function getBodySize({ headers }: { headers: { "content-length"?: string } }): number {
  return Number(headers["content-length"] ?? UNKNOWN_BYTES) || 0;
}
