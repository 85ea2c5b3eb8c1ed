/** Failures that are planned in advance, to show how the platform retries. */
export type Faults = {
  failNext(count: number, status?: number): void;
  take(): number | undefined;
  taken(): number;
};

/**
 * Creates a plan of failures; `take` returns the HTTP status with which the next request should fail, if any (503 by
 * default).
 */
export function createFaults(): Faults {
  let remaining = 0;
  let failureStatus = 503;
  let taken = 0;
  return {
    failNext(count, status = 503) {
      remaining = count;
      failureStatus = status;
    },
    take() {
      if (remaining === 0) {
        return undefined;
      }
      remaining -= 1;
      taken += 1;
      return failureStatus;
    },
    taken: () => taken,
  };
}
