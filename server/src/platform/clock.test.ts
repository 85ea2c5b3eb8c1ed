import { expect, test } from "vitest";
import { systemClock, wait } from "./clock.ts";

test("a clock that is moved by hand decides how waiting passes", async () => {
  const slept: number[] = [];
  const clock = { ...systemClock, sleep: async (ms: number) => void slept.push(ms) };
  await wait(clock, 3_600_000);
  expect(slept).toEqual([3_600_000]);
});

test("the machine's time passes by any other clock, until the signal says otherwise", async () => {
  const startedAt = performance.now();
  await wait(systemClock, 5);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(4);
  const reason = new Error("stopped");
  const error = await wait(systemClock, 3_600_000, AbortSignal.abort(reason)).catch((one: unknown) => one);
  expect(error).toMatchObject({ name: "AbortError", cause: reason });
});
