import { expect, test } from "vitest";
import { getScale } from "./time-scale.ts";

const DAY_MS = 86_400_000;

test("without waits, a moment is drawn in proportion between beginning and end", () => {
  const scale = getScale([{ from: 1000, to: 2000 }], { from: 1000, to: 2000 });
  expect([1000, 1250, 2000].map(scale)).toEqual([0, 0.25, 1]);
});

test("three days of waiting leave seconds of work visible, in order", () => {
  const end = 2000 + 3 * DAY_MS;
  const scale = getScale(
    [
      { from: 0, to: 1000 },
      { from: end - 1000, to: end },
    ],
    { from: 0, to: end },
  );
  const first = scale(1000);
  const second = scale(end - 1000);
  expect(first).toBeCloseTo(1000 / 2400);
  expect(second - first).toBeCloseTo(400 / 2400);
  expect(scale(1000 + DAY_MS)).toBeGreaterThan(first);
  expect(scale(end)).toBe(1);
});

test("overlapping work is as long as its wall time", () => {
  const spans = [
    { from: 0, to: 600 },
    { from: 100, to: 1000 },
    { from: 200, to: 300 },
  ];
  expect(getScale(spans, { from: 0, to: 1000 })(500)).toBe(0.5);
});

test("work without duration is drawn at the beginning", () => {
  const scale = getScale([{ from: 5, to: 5 }], { from: 5, to: 6 });
  expect(scale(5)).toBe(0);
  expect(scale(6)).toBe(1);
});
