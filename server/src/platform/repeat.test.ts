import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startRepeating } from "./repeat.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const quiet = { name: "test", intervalMs: 1000, log: { warn: () => {} } };

/** Lets promises that are ready be followed. */
const settle = () => sleep(1);

test("runs once an interval, first after one interval", async () => {
  let count = 0;
  const repeated = startRepeating(quiet, async () => {
    count += 1;
  });
  vi.advanceTimersByTime(999);
  expect(count).toBe(0);
  for (const expected of [1, 2, 3]) {
    vi.advanceTimersByTime(1000);
    await settle();
    expect(count).toBe(expected);
  }
  await repeated.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test("never overlaps: a long run skips intervals", async () => {
  const begun: (() => void)[] = [];
  const repeated = startRepeating(quiet, () => new Promise<void>((resolve) => begun.push(resolve)));
  vi.advanceTimersByTime(5000);
  expect(begun).toHaveLength(1);
  begun[0]?.();
  await settle();
  vi.advanceTimersByTime(1000);
  expect(begun).toHaveLength(2);
  begun[1]?.();
  await repeated.stop();
});

test.each([
  ["rejects", async () => Promise.reject(new Error("away"))],
  [
    "throws",
    () => {
      throw new Error("away");
    },
  ],
])("a run that %s is logged by name, and the next one follows", async (_how, fail) => {
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  const repeated = startRepeating({ ...quiet, log }, fail);
  for (const _ of [1, 2]) {
    vi.advanceTimersByTime(1000);
    await settle();
  }
  expect(lines).toEqual(Array(2).fill([{ err: new Error("away") }, "test-failed"]));
  await repeated.stop();
});

test("stopping aborts the signal, waits for the current run and starts no other", async () => {
  let ended = false;
  let begun = 0;
  const repeated = startRepeating(quiet, async (stopping) => {
    begun += 1;
    await new Promise((resolve) => stopping.addEventListener("abort", resolve));
    await settle();
    ended = true;
  });
  vi.advanceTimersByTime(1000);
  await repeated.stop();
  expect(ended).toBe(true);
  vi.advanceTimersByTime(10_000);
  expect(begun).toBe(1);
});
