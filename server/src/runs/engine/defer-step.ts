import type { StepRow } from "../store.ts";
import { commitProgress, type Progress } from "./progress.ts";

// Others can see the record of an active run, so it must not fall behind while the next step takes its time.
const LONGEST_DEFERRAL_MS = 100;
const MOST_DEFERRED = 32;
// In characters of JSON, including the step's input.
const LARGEST_DEFERRED = 64 * 1024;

/** Whether a step whose row has `size` characters may wait for the next commit of its run. */
export function mayDefer({ signal, deferred }: Progress, size: number): boolean {
  return !signal.aborted && size <= LARGEST_DEFERRED && deferred.rows.length < MOST_DEFERRED;
}

/**
 * Defers a step that has no outside effect to the next commit of its run, which saves a commit. If the
 * process dies first, the step is lost: whoever resumes the run computes it again, with the same result
 * (D430).
 */
export function deferStep(progress: Progress, row: StepRow): void {
  const { deferred } = progress;
  deferred.rows.push(row);
  deferred.timer ??= setTimeout(() => {
    const flush = commitDeferred(progress).catch((error: unknown) => {
      // The next commit of the run gets the same error and reports it.
      progress.deps.log.debug({ err: error, runId: progress.run.id }, "run.deferred-steps-kept");
    });
    deferred.flush = flush.finally(() => {
      deferred.flush = undefined;
    });
  }, LONGEST_DEFERRAL_MS);
}

/**
 * Commits the deferred steps by themselves; those of a run that has ended or moved to another process are
 * dropped.
 */
export async function commitDeferred(progress: Progress): Promise<void> {
  if (progress.isEnding || progress.deferred.rows.length === 0) return;
  await commitProgress(progress, {});
}
