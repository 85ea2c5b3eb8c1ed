import { describe, expect, test } from "vitest";
import { nextPauseMs, parseRetryAfterMs } from "./backoff.ts";

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
    expect(nextPauseMs(tries, 0)).toBe(pauseMs);
    expect(nextPauseMs(tries, 0.5)).toBe(Math.round(pauseMs * 1.1));
    expect(nextPauseMs(tries, 1)).toBe(Math.round(pauseMs * 1.2));
  });

  test("there is none after eight attempts, whatever the endpoint asks for", () => {
    expect(nextPauseMs(8, 0)).toBeUndefined();
    expect(nextPauseMs(8, 0, 1000)).toBeUndefined();
  });

  test("Retry-After lengthens it, never shortens it, and by a day at most", () => {
    expect(nextPauseMs(1, 0, 60_000)).toBe(60_000);
    expect(nextPauseMs(2, 0, 60_000)).toBe(300_000);
    expect(nextPauseMs(1, 0, 10 * 365 * 86_400_000)).toBe(86_400_000);
  });
});

describe("reading Retry-After", () => {
  const now = new Date("2026-03-01T12:00:00.000Z");
  test.each([
    ["120", 120_000],
    [" 0 ", 0],
    ["Sun, 01 Mar 2026 12:01:30 GMT", 90_000],
    ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
    ["-5", undefined],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%j: %j ms", (header, expected) => {
    expect(parseRetryAfterMs(header, now)).toBe(expected);
  });
});
