import type { AccountScope } from "../../auth/scope.ts";
import type { McpServerRow } from "../schema.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** Whoever sends a request to a server: a linked account's agent. */
export interface Session {
  readonly scope: AccountScope;
  readonly server: McpServerRow;
  readonly toolbox: Toolbox;
  readonly client: {
    readonly name?: string;
    /** Whether it can show its user an address in the middle of a call. */
    readonly opensUrls: boolean;
  };
  /** The header, as it was sent: it may be no key at all. */
  readonly idempotencyKey?: string;
  /** Gives the signal that aborts when the caller has gone. */
  readonly gone: () => AbortSignal;
}

/** How long clients may keep what they are told, and for whom: another token may be another customer's. */
export const CACHE_HINTS = { ttlMs: 5000, cacheScope: "private" as const };

/** The version of a server: it grows with its record and with what the account changes of it. */
export function getServerVersion({ revision }: Session["server"]): string {
  return `1.0.${revision}`;
}
