import { setTimeout as sleep } from "node:timers/promises";
import { isTransient } from "./database.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/**
 * Calls `write` until it succeeds or fails for good: as long as the database is away or full, after pauses of 0.1 s up
 * to 2 s. Its first answer may have been lost after a commit, so `isRepeat` says that what it writes may be there
 * already. After `signal` it is called once more, at once.
 */
export async function writeAgain<Result>(
  write: (isRepeat: boolean) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    const isLast = signal?.aborted ?? false;
    try {
      return await write(attempt > 0);
    } catch (error) {
      if (isLast || !isTransient(error)) throw error;
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
