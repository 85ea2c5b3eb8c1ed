import type { Scope } from "../../auth/scope.ts";
import type { BaseDeps } from "../../deps.ts";
import { openFollowed } from "../../platform/database/followed.ts";
import type { Meter } from "../meters.ts";
import { CAPS } from "./caps.ts";
import { listUsedCaps } from "./store.ts";

type CapScope = Pick<Scope, "orgId" | "environment">;

/**
 * Which environments limit what, as this process knows it: most limit nothing, so that asking costs a look at a map,
 * and no statement.
 */
export interface KnownCaps {
  /** Whether anything of a meter is refused in an environment beyond a limit. */
  hasHard(scope: CapScope, meter: Meter): boolean;
  /** Whether any environment has limits. */
  hasAny(): boolean;
  /** Whether an account, by its row id, had used up a hard cap of a meter when this process last read it. */
  isReached(accountId: string, meter: Meter): boolean;
  /** Notes what was read of an account's caps. */
  noteReached(accountId: string, meter: Meter, isReached: boolean): void;
  /** Reads them again here, and has other processes do so. */
  changed(): Promise<void>;
  close(): Promise<void>;
}

// Beyond this, all are read again.
const MOST_REACHED = 10_000;

declare module "../../deps.ts" {
  interface Features {
    readonly usageCaps: KnownCaps;
  }
}

/** Reads which environments have caps, and follows their changes. */
export async function openKnownCaps(deps: Pick<BaseDeps, "database" | "log">): Promise<KnownCaps> {
  let hard: ReadonlySet<string> = new Set();
  let isAny = false;
  const reached = new Set<string>();
  const nameOf = ({ orgId, environment }: CapScope, meter: Meter) => `${orgId}/${environment}/${meter}`;
  const followed = await openFollowed(
    deps.database,
    { channel: "junctor_usage_caps", onUnread: (err) => deps.log.warn({ err }, "usage.caps-unread") },
    async () => {
      const rows = await listUsedCaps(deps.database.db);
      isAny = rows.length > 0;
      hard = new Set(
        rows.flatMap(({ org_id: orgId, environment, cap, is_hard: isHard }) =>
          isHard ? [nameOf({ orgId, environment }, CAPS[cap].meter)] : [],
        ),
      );
    },
  );
  return {
    hasHard: (scope, meter) => hard.size > 0 && hard.has(nameOf(scope, meter)),
    hasAny: () => isAny,
    isReached: (accountId, meter) => reached.size > 0 && reached.has(`${accountId}/${meter}`),
    noteReached: (accountId, meter, isReached) => {
      if (reached.size >= MOST_REACHED) reached.clear();
      reached[isReached ? "add" : "delete"](`${accountId}/${meter}`);
    },
    ...followed,
  };
}
