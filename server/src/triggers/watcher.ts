import { type RepeatingTask, startRepeating } from "../platform/repeat.ts";
import type { TriggerDeps } from "./deps.ts";
import { reconcileSubscriptions } from "./reconcile.ts";
import { startDueSubscriptions } from "./tend.ts";

const INTERVAL_MS = 1000;
const RECONCILE_EVERY_MS = 10_000;

/**
 * Tends due subscriptions once a second and reconciles them every ten seconds with what is published, switched on
 * and connected. Any number of processes may do so. Stopping releases the work in progress; another process, or the
 * next start, resumes it.
 */
export function startWatcher(deps: TriggerDeps): RepeatingTask {
  const { log } = deps;
  const underWay = new Map<string, Promise<void>>();
  let reconcileAtMs = 0;
  const following = startRepeating({ name: "triggers.follow", intervalMs: INTERVAL_MS, log }, async () => {
    if (performance.now() < reconcileAtMs) return;
    try {
      await reconcileSubscriptions(deps);
    } finally {
      reconcileAtMs = performance.now() + RECONCILE_EVERY_MS;
    }
  });
  const looking = startRepeating(
    { name: "triggers.look", intervalMs: INTERVAL_MS, log },
    async (stopping) => {
      for (const { id, done } of await startDueSubscriptions(deps, [...underWay.keys()], stopping)) {
        underWay.set(
          id,
          done.finally(() => underWay.delete(id)),
        );
      }
    },
  );
  return {
    stop: async () => {
      await Promise.all([following.stop(), looking.stop()]);
      await Promise.all(underWay.values());
    },
  };
}
