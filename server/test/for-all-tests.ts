import { afterAll, beforeAll } from "vitest";

/**
 * Calls `start` before the first test of a file and closes the result after the last one. The returned object is empty
 * until then and is filled in place.
 */
export function forAllTests<Started extends { close(): unknown }>(start: () => Promise<Started>): Started {
  const shared = {} as Started;
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start();
    // Keeps getters as getters.
    Object.defineProperties(shared, Object.getOwnPropertyDescriptors(started));
  });
  afterAll(async () => {
    await started?.close();
  });
  return shared;
}
