import type { Clock } from "../../../platform/clock.ts";
import { setIdClock } from "../../../platform/id.ts";

/** A clock that stands still until it is moved. */
export interface MovedClock extends Clock {
  set(moment: Date): void;
}

/** Creates a clock that ids are made by, too. Whoever sleeps by it moves it. */
export function createMovedClock(begin: Date): MovedClock {
  let nowMs = begin.getTime();
  const clock: MovedClock = {
    now: () => new Date(nowMs),
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      nowMs += Math.max(0, Math.ceil(ms));
    },
    set: (moment) => {
      nowMs = moment.getTime();
      // It may have gone back, and ids must follow.
      setIdClock(clock);
    },
  };
  setIdClock(clock);
  return clock;
}
