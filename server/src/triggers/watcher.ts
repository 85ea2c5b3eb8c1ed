import type { TriggerDeps } from "./deps.ts";
import { reconcile } from "./reconcile.ts";
import { tendSome } from "./tend.ts";

const INTERVAL_MS = 1000;
const RECONCILE_EVERY_MS = 10_000;
const AT_ONCE = 10;

export interface Watcher {
  /** Lets go of what is under way; another process, or the next start, goes on. */
  stop(): Promise<void>;
}

/**
 * Looks after the subscriptions that are due, once a second, at most ten at a time; every ten seconds it makes the
 * subscriptions follow what is published, switched on and connected. Any number of processes may do so.
 */
export function startWatcher(deps: TriggerDeps): Watcher {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let current: Promise<void> | undefined;
  let reconcileAtMs = 0;
  const look = async () => {
    if (performance.now() >= reconcileAtMs) {
      await reconcile(deps);
      reconcileAtMs = performance.now() + RECONCILE_EVERY_MS;
    }
    for (const one of await tendSome(deps, AT_ONCE - underWay.size, stopping.signal)) {
      const done = one.finally(() => underWay.delete(done));
      underWay.add(done);
    }
  };
  const timer = setInterval(() => {
    current ??= look()
      .catch((error: unknown) => deps.log.warn({ err: error }, "triggers.look-failed"))
      .finally(() => {
        current = undefined;
      });
  }, INTERVAL_MS);
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await current;
      await Promise.all(underWay);
    },
  };
}
