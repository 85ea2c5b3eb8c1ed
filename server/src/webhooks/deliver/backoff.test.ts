import { describe, expect, test } from "vitest";
import { getNextPauseMs } from "./backoff.ts";

describe("the pause before the next attempt", () => {
  test.each([
    [0, 0],
    [1, 5_000],
    [2, 300_000],
    [3, 1_800_000],
    [4, 7_200_000],
    [5, 18_000_000],
    [6, 36_000_000],
    [7, 36_000_000],
  ])("after %i failed attempts it is %i ms and up to a fifth more", (tries, pauseMs) => {
    expect(getNextPauseMs(tries, 0)).toBe(pauseMs);
    expect(getNextPauseMs(tries, 0.5)).toBe(Math.round(pauseMs * 1.1));
    expect(getNextPauseMs(tries, 1)).toBe(Math.round(pauseMs * 1.2));
  });

  test("there is none after eight attempts, whatever the endpoint requests", () => {
    expect(getNextPauseMs(8, 0)).toBeUndefined();
    expect(getNextPauseMs(8, 0, 1000)).toBeUndefined();
  });

  test("Retry-After lengthens it, never shortens it, and to half a day at most, so that a row of failures never has a gap of a day", () => {
    expect(getNextPauseMs(1, 0, 60_000)).toBe(60_000);
    expect(getNextPauseMs(2, 0, 60_000)).toBe(300_000);
    expect(getNextPauseMs(1, 0, 10 * 365 * 86_400_000)).toBe(43_200_000);
  });
});
