import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../platform/log.ts";

const LOOK_EVERY_MS = 1000;
// After each read, the database gets this many times its duration for other work.
const REST = 20;
// A read that was slow only because this process was busy must not keep readers waiting.
const LONGEST_PAUSE_MS = 10_000;

/** A loop that runs only while somebody needs it. */
export interface PollingLoop {
  /** Starts the loop unless it is running. */
  begin(): void;
  /** Stops the loop for good. */
  close(): Promise<void>;
}

/** Creates a loop that calls `lookOnce` once a second while it is wanted. */
export function createPollingLoop(
  lookOnce: () => Promise<void>,
  isWanted: () => boolean,
  log: Pick<Logger, "debug">,
): PollingLoop {
  const closing = new AbortController();
  let looking: Promise<void> | undefined;
  const lookOn = async () => {
    while (isWanted() && !closing.signal.aborted) {
      const startMs = performance.now();
      // What was missed this time is seen the next time.
      await lookOnce().catch((err: unknown) => log.debug({ err }, "changes.not-looked"));
      const tookMs = performance.now() - startMs;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(LOOK_EVERY_MS, REST * tookMs));
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
    looking = undefined;
  };
  return {
    begin: () => {
      looking ??= lookOn();
    },
    close: async () => {
      closing.abort();
      await looking;
    },
  };
}
