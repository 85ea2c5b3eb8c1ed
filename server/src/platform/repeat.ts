import type { Logger } from "./log.ts";

/** Work that is done again and again until it is stopped. */
export interface RepeatingTask {
  /** Aborts the signal of the run under way, waits for its end, and begins no other. */
  stop(): Promise<void>;
}

/**
 * Does `work` once in `intervalMs`, for the first time after one interval. A run that takes longer lets the intervals
 * pass that it overlaps; one that fails is logged as `<name>-failed`, and the next one comes all the same.
 */
export function startRepeating(
  { name, intervalMs, log }: { name: string; intervalMs: number; log: Pick<Logger, "warn"> },
  work: (stopping: AbortSignal) => Promise<unknown>,
): RepeatingTask {
  const stopping = new AbortController();
  let current: Promise<void> | undefined;
  const run = async () => {
    try {
      await work(stopping.signal);
    } catch (error) {
      log.warn({ err: error }, `${name}-failed`);
    }
  };
  const timer = setInterval(() => {
    current ??= run().finally(() => {
      current = undefined;
    });
  }, intervalMs);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await current;
    },
  };
}
