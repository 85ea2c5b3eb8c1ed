import type { IncomingRequest } from "../../apps/connector-events.ts";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import type { Json } from "../../platform/json/json.ts";

/** What every request says that may start workflows of a linked account. */
interface TriggerRequestFacts extends Scope {
  /** The SaaS company's id of the account. */
  readonly accountId: string;
  /**
   * The account's row, where the credential was the account's own: of one that was deleted it must not start anything for
   * the next of the same id.
   */
  readonly accountRow?: string | undefined;
  /** The account's id where it is undefined. */
  readonly configId: string | undefined;
  readonly payload: Json;
  /** Size of the request, about. */
  readonly bytes: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A request to the address of a workflow's incoming webhooks. */
export interface WebhookTrigger extends TriggerRequestFacts {
  readonly kind: "webhook";
  readonly workflow: string;
  /** That of the key in its address; undefined where the address has none. */
  readonly generation: number | undefined;
  /** The request as signatures see it. */
  readonly request: IncomingRequest;
}

/** An event that the SaaS company's product sends. */
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
  /** Application that the workflow must belong to, if it has one. */
  readonly slug: string | undefined;
  readonly executionType: "SYNC" | "ASYNC";
}

export type Trigger = WebhookTrigger | EventTrigger | CallTrigger;

/** What became of a trigger once it is stored. */
export interface AcceptedTrigger {
  /** Whether it came before: the answer is then that of the first. */
  readonly repeated: boolean;
  /** The event in the inbox; calls have none. */
  readonly eventId: string | undefined;
  /** How many runs it started. */
  readonly executions: number;
  /** The run, where there can be one only. */
  readonly runId: string | undefined;
  readonly account: AccountRef;
}

// Of a request that does not say how large it is.
const UNKNOWN_BYTES = 64 * 1024;

/** About how many bytes the body of a request has. */
export function getBodySize({ headers }: { headers: { "content-length"?: string } }): number {
  return Number(headers["content-length"] ?? UNKNOWN_BYTES) || 0;
}
