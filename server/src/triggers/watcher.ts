import { type Repeated, repeat } from "../platform/repeat.ts";
import type { TriggerDeps } from "./deps.ts";
import { reconcile } from "./reconcile.ts";
import { tendSome } from "./tend.ts";

const INTERVAL_MS = 1000;
const RECONCILE_EVERY_MS = 10_000;
const AT_ONCE = 10;

/**
 * Looks after the subscriptions that are due, once a second, at most ten at a time; every ten seconds it makes the
 * subscriptions follow what is published, switched on and connected. Any number of processes may do so. A stop lets go
 * of what is under way; another process, or the next start, goes on.
 */
export function startWatcher(deps: TriggerDeps): Repeated {
  const underWay = new Set<Promise<void>>();
  let reconcileAtMs = 0;
  const looking = repeat(
    { name: "triggers.look", intervalMs: INTERVAL_MS, log: deps.log },
    async (stopping) => {
      if (performance.now() >= reconcileAtMs) {
        await reconcile(deps);
        reconcileAtMs = performance.now() + RECONCILE_EVERY_MS;
      }
      for (const one of await tendSome(deps, AT_ONCE - underWay.size, stopping)) {
        const done = one.finally(() => underWay.delete(done));
        underWay.add(done);
      }
    },
  );
  return {
    stop: async () => {
      await looking.stop();
      await Promise.all(underWay);
    },
  };
}
