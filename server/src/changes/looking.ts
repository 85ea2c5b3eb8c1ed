import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../platform/log.ts";

const LOOK_EVERY_MS = 1000;
// However long a look takes, the database has so many times as long for other things.
const REST = 20;
// A look that took long because this process was busy must not keep readers waiting.
const LONGEST_PAUSE_MS = 10_000;

/** What looks again and again, and not at all while nobody wants it. */
export interface PollingLoop {
  /** Begins to look, unless it does already. */
  begin(): void;
  /** Ends all looking. */
  close(): Promise<void>;
}

/** Makes what calls `lookOnce` once a second for as long as somebody wants it. */
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
      // What was not seen this time is seen the next time.
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
