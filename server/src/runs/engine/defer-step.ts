import type { StepRow } from "../store.ts";
import { commitProgress, type Progress } from "./progress.ts";

// Others see the record of a run that goes on: it must not stay behind while the next step takes its time.
const LONGEST_DEFERRAL_MS = 100;
const MOST_DEFERRED = 32;
// In characters of JSON, with what the step was given.
const LARGEST_DEFERRED = 64 * 1024;

/** Whether a step whose row has `size` characters may wait for the next commit of its run. */
export function mayDefer({ signal, deferred }: Progress, size: number): boolean {
  return !signal.aborted && size <= LARGEST_DEFERRED && deferred.rows.length < MOST_DEFERRED;
}

/**
 * Keeps a step that nobody outside has seen for the next commit of its run, which saves a commit of its own. A process
 * that dies before that loses it: whoever resumes the run computes it again, to the same result (D430).
 */
export function deferStep(progress: Progress, row: StepRow): void {
  const { deferred } = progress;
  deferred.rows.push(row);
  deferred.timer ??= setTimeout(() => {
    const flush = commitDeferred(progress).catch((error: unknown) => {
      // The next commit of the run meets the same, and tells of it.
      progress.deps.log.debug({ err: error, runId: progress.run.id }, "run.deferred-steps-kept");
    });
    deferred.flush = flush.finally(() => {
      deferred.flush = undefined;
    });
  }, LONGEST_DEFERRAL_MS);
}

/** Commits the deferred steps by themselves; those of a run that has ended, or is elsewhere by now, are dropped. */
export async function commitDeferred(progress: Progress): Promise<void> {
  if (progress.isOver || progress.deferred.rows.length === 0) return;
  await commitProgress(progress, {});
}
