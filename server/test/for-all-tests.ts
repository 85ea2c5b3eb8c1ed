import { afterAll, beforeAll, beforeEach } from "vitest";

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

/**
 * Calls `start` before each test, and closes all results after the last one: what a test leaves running goes on with its
 * own, and never meets that of the next test. The returned object is filled in place.
 */
export function forEachTest<Started extends { close(): unknown }>(start: () => Promise<Started>): Started {
  const current = {} as Started;
  const all: Started[] = [];
  beforeEach(async () => {
    const started = await start();
    all.push(started);
    Object.defineProperties(current, Object.getOwnPropertyDescriptors(started));
  });
  afterAll(async () => {
    for (const started of all) await started.close();
  });
  return current;
}
