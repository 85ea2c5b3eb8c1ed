import type { AccountScope } from "../../auth/scope.ts";
import type { McpServerRow } from "../schema.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** The sender of a request to a server: a linked account's agent. */
export interface Session {
  readonly scope: AccountScope;
  readonly server: McpServerRow;
  readonly toolbox: Toolbox;
  readonly client: {
    readonly name?: string;
    /** Whether it can show its user a URL in the middle of a call. */
    readonly opensUrls: boolean;
    /** Whether it knows links to resources in results, which older clients refuse together with the result. */
    readonly takesLinks: boolean;
  };
  /** The header, unchecked: it may not be a valid key. */
  readonly idempotencyKey?: string;
  /** The header of the request, unchecked: where the caller's trace goes on. */
  readonly traceparent?: string;
  /** Returns the signal that aborts when the caller disconnects. */
  readonly gone: () => AbortSignal;
}

/** How long clients may cache what they are told, and for whom: another token may be another customer's. */
export const CACHE_HINTS = { ttlMs: 5000, cacheScope: "private" as const };

/** The version of a server: it increases with its record and with the account's changes. */
export function getServerVersion({ revision }: Session["server"]): string {
  return `1.0.${revision}`;
}
