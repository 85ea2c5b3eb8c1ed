import { DELETIONS, JOBS, WORK } from "./app.ts";
import { startProber } from "./apps/health/probe.ts";
import { startAuditLog } from "./audit-log/keep.ts";
import type { Deps } from "./deps.ts";
import { startAudit } from "./events/inbox/audit.ts";
import { startWorkers } from "./platform/queue/workers.ts";
import { startRetention } from "./runs/retention.ts";
import { startTicker } from "./schedules/ticker.ts";
import { startCounting } from "./statistics/fold.ts";
import { startWatcher } from "./triggers/watcher.ts";

/** Everything that a working process does in the background. */
export interface BackgroundWork {
  /** Starts nothing more, and resolves once what runs has ended; work is given up after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** Starts to carry out jobs, executions, deliveries and schedules, to keep the logs and to delete what is too old. */
export async function startBackgroundWork(deps: Deps): Promise<BackgroundWork> {
  const workers = startWorkers(deps.queue, JOBS, deps, deps.log);
  await deps.work.start(WORK, deps);
  const tasks = [
    startTicker(deps),
    startProber(deps),
    startRetention(deps, DELETIONS),
    startWatcher(deps),
    startAudit(deps),
    startAuditLog(deps),
    startCounting(deps),
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
