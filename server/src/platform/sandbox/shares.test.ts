import { expect, test } from "vitest";
import { createShareRule, type SharedThread } from "./shares.ts";

/** A thread by the tenant of its current job and those of the jobs that were sent ahead, such as "a bc". */
function thread(text: string): SharedThread {
  const [running = "", ahead = ""] = text.split(" ");
  return {
    running: running === "" ? undefined : { tenant: running },
    ahead: [...ahead].map((tenant) => ({ tenant })),
  };
}

const threads = (...texts: string[]) => texts.map(thread);

test("a tenant has at most half of the threads", () => {
  expect(createShareRule({ size: 8, workers: threads("a", "a", "a") })("a")).toBe(true);
  expect(createShareRule({ size: 8, workers: threads("a", "a", "a", "a") })("a")).toBe(false);
  expect(createShareRule({ size: 3, workers: threads("a") })("a")).toBe(true);
  expect(createShareRule({ size: 3, workers: threads("a", "a") })("a")).toBe(false);
});

test("a thread counts once for each tenant that runs on it or will, however many its jobs", () => {
  const workers = threads("b a", "c aa", "a aa");
  expect(createShareRule({ size: 8, workers })("a")).toBe(true);
  expect(createShareRule({ size: 8, workers: [...workers, thread("d a")] })("a")).toBe(false);
});

test("the last quarter is for tenants without a thread", () => {
  const mayHaveMore = createShareRule({ size: 8, workers: threads("a", "b", "c", "d", "e", "f") });
  expect([mayHaveMore("a"), mayHaveMore("g")]).toEqual([false, true]);
  expect(createShareRule({ size: 8, workers: threads("a", "b", "c", "d", "e") })("a")).toBe(true);
  expect(createShareRule({ size: 8, workers: threads("a", "b g", "c", "d", "e", "f") })("g")).toBe(false);
});

test("idle threads and the one that is about to be free do not count", () => {
  const [soonFree, ...others] = threads("a", "a", "", "");
  const workers = [soonFree, ...others].filter((one) => one !== undefined);
  expect(createShareRule({ size: 4, workers })("a")).toBe(false);
  expect(createShareRule({ size: 4, workers }, soonFree)("a")).toBe(true);
});
