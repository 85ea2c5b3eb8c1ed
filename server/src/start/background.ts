import { DUE_RULES } from "../alerts/evaluate-rules.ts";
import { DELETIONS, JOBS, WORK } from "../api/app.ts";
import { startProber } from "../apps/probe/probe.ts";
import { startAuditLog } from "../audit-log/keep.ts";
import type { Deps } from "../deps.ts";
import { startAudit } from "../events/inbox/audit.ts";
import { UNREFERENCED_OBJECTS } from "../files/objects/delete-objects.ts";
import { startCheckpoints } from "../platform/database/embedded/checkpoints.ts";
import { startWorkers } from "../platform/queue/workers.ts";
import { startTakingDueRows } from "../platform/work/due-rows.ts";
import { startRetention } from "../runs/retention.ts";
import { startResumingNeedlessWaits } from "../runs/signals/unpark.ts";
import { startTicker } from "../schedules/ticker.ts";
import { startCounting } from "../statistics/fold.ts";
import { startWatcher } from "../triggers/watcher.ts";
import { startClosingDays } from "../usage/close-days.ts";

/** All background work of a worker process. */
export interface BackgroundWork {
  /** Starts nothing more, and resolves once running work has ended; work is abandoned after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** Starts jobs, executions, deliveries, schedules, log writing and retention. */
export async function startBackgroundWork(deps: Deps): Promise<BackgroundWork> {
  const workers = startWorkers(deps.queue, JOBS, deps, deps.log);
  await deps.work.start(WORK, deps);
  const tasks = [
    startTicker(deps),
    startResumingNeedlessWaits(deps),
    startProber(deps),
    startRetention(deps, DELETIONS),
    startWatcher(deps),
    startTakingDueRows(deps, UNREFERENCED_OBJECTS),
    startTakingDueRows(deps, DUE_RULES),
    startAudit(deps),
    startAuditLog(deps),
    startCounting(deps),
    startClosingDays(deps),
    ...(deps.database.kind === "embedded"
      ? [startCheckpoints(deps.database, { dataDir: deps.config.dataDir, log: deps.log })]
      : []),
  ];
  return {
    stop: async (graceMs) => {
      await Promise.all([
        workers.stop(graceMs),
        deps.work.stop(graceMs),
        ...tasks.map((task) => task.stop()),
      ]);
    },
  };
}
