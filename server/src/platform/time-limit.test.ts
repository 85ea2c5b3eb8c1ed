import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { untilAborted, within } from "./time-limit.ts";

const late = () => "late";

test("work that ends in time settles normally", async () => {
  expect(await within(10_000, async () => "done", late)).toBe("done");
  await expect(within(10_000, () => Promise.reject(new Error("failed")), late)).rejects.toThrow("failed");
});

test("work that takes longer is aborted, and no longer waited for if it ignores that", async () => {
  expect(await within(1, (signal) => sleep(10_000, "done", { signal }), late)).toBe("late");
  let given: AbortSignal | undefined;
  const endless = (signal: AbortSignal) => {
    given = signal;
    return new Promise<string>(() => {});
  };
  expect(await within(1, endless, late)).toBe("late");
  expect(given?.aborted).toBe(true);
  const refuse = () => {
    throw new Error("too late");
  };
  await expect(within(1, endless, refuse)).rejects.toThrow("too late");
});

test("a signal that is already aborted ends it at once", async () => {
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(untilAborted(signal, new Promise(() => {}))).rejects.toThrow("stopped");
});
