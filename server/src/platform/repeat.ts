import type { Logger } from "./log.ts";

/** Work that repeats until it is stopped. */
export interface RepeatingTask {
  /** Aborts the signal of the current run, waits for its end, and starts no other. */
  stop(): Promise<void>;
}

/**
 * Runs `work` once every `intervalMs`, for the first time after one interval. A run that takes longer skips the
 * intervals that it overlaps; one that fails is logged as `<name>-failed`, and the next one runs as usual.
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
