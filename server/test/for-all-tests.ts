import { afterAll, beforeAll } from "vitest";

/**
 * What `start` gives, for all tests of a file: started before the first of them, closed after the last. What is given back
 * is filled when it has started; before that it is empty.
 */
export function forAllTests<Started extends { close(): unknown }>(start: () => Promise<Started>): Started {
  const shared = {} as Started;
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start();
    // Its getters stay getters.
    Object.defineProperties(shared, Object.getOwnPropertyDescriptors(started));
  });
  afterAll(async () => {
    await started?.close();
  });
  return shared;
}
