import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { bar, createScreen } from "./screen.ts";

let written: string;

/** A stream as `createScreen` uses it, with a terminal width. */
function fakeStream(isTTY: boolean): NodeJS.WriteStream {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  // Only these members are used.
  return Object.assign(stream, { isTTY, columns: 40 }) as unknown as NodeJS.WriteStream;
}

beforeEach(() => {
  written = "";
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function waiting(milliseconds: number): () => Promise<number> {
  return () => new Promise((resolve) => setTimeout(() => resolve(7), milliseconds));
}

describe("the screen without a terminal", () => {
  test("shows a finished step with its time, without colors or control characters", async () => {
    const step = createScreen(fakeStream(false)).step("Starting", waiting(1900), (found) => `Found ${found}`);
    await vi.advanceTimersByTimeAsync(1900);
    expect(await step).toBe(7);
    expect(written).toBe("  ✓   1.9 s  Found 7\n");
  });

  test("prints progress every three seconds", async () => {
    const begin = Date.now();
    const describeTime = () => `${Date.now() - begin} ms`;
    const work = createScreen(fakeStream(false)).step(describeTime, waiting(6500));
    await vi.advanceTimersByTimeAsync(6500);
    await work;
    expect(written).toBe("  …   3.0 s  3000 ms\n  …   6.0 s  6000 ms\n  ✓   6.5 s  6500 ms\n");
  });

  test("marks a failed step and rethrows its error", async () => {
    const step = createScreen(fakeStream(false)).step("Starting", () => Promise.reject(new Error("no port")));
    await expect(step).rejects.toThrow("no port");
    expect(written).toBe("  ✗   0.0 s  Starting\n");
  });

  test("shows nothing after the verdict", () => {
    const screen = createScreen(fakeStream(false));
    screen.verdict("Good.", true);
    screen.line("more");
    expect(written).toBe("\nGood.\n\n");
  });
});

describe("the screen on a terminal", () => {
  test("redraws the current step on one line, cut to the width, below the finished ones", async () => {
    const screen = createScreen(fakeStream(true));
    const step = screen.step("x".repeat(50), waiting(1000));
    screen.line("A line");
    expect(written.split("\r\u001b[2K").slice(1)).toEqual([
      `  …   0.0 s  ${"x".repeat(26)}`,
      "A line\n",
      `  …   0.0 s  ${"x".repeat(26)}`,
    ]);
    await vi.advanceTimersByTimeAsync(1000);
    await step;
    expect(written.endsWith(`${"x".repeat(50)}\n\r\u001b[2K`)).toBe(true);
  });
});

test("a bar fills up in proportion to the work done", () => {
  expect([bar(0, 600), bar(300, 600), bar(600, 600)]).toEqual([
    "░".repeat(24),
    "█".repeat(12) + "░".repeat(12),
    "█".repeat(24),
  ]);
});
